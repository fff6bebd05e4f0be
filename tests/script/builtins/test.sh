# test, [

### strings
[ a ] && echo 1; [ '' ] || echo 2; [ -n a ] && echo 3; [ -z '' ] && echo 4; [ a = a ] && echo 5; [ a != b ] && echo 6
#> 1
#> 2
#> 3
#> 4
#> 5
#> 6

### no_arguments_false
[ ]; echo $?; test; echo $?
#> 1
#> 1

### one_argument_always_string
[ -n ] && echo 1; [ ! ] && echo 2; [ = ] && echo 3; [ -f ] && echo 4; [ '(' ] && echo 5
#> 1
#> 2
#> 3
#> 4
#> 5

### numbers
[ 1 -eq 1 ] && [ 1 -ne 2 ] && [ 1 -lt 2 ] && [ 2 -le 2 ] && [ 3 -gt 2 ] && [ 2 -ge 2 ] && echo ok
#> ok

### numbers_with_sign_and_blanks
[ -1 -lt 0 ] && [ +1 -eq 1 ] && [ ' 1 ' -eq 1 ] && [ 010 -eq 10 ] && echo ok
#> ok

### bad_number_status_2
[ a -eq 1 ] 2>/dev/null; echo $?
[ 1x -eq 1 ] 2>/dev/null; echo $?
[ '' -eq 0 ] 2>/dev/null; echo $?
#> 2
#> 2
#> 2

### missing_bracket
[ a = a 2>/dev/null; echo $?
#> 2

### file_types
: >f; mkdir d; ln -s f l; mkfifo p
[ -f f ] && [ -d d ] && [ -h l ] && [ -L l ] && [ -p p ] && [ -c /dev/null ] && [ -e f ] && [ -e d ] && [ ! -e none ] && echo ok
[ -f d ]; echo $?; [ -d f ]; echo $?; [ -b f ]; echo $?; [ -S f ]; echo $?
#> ok
#> 1
#> 1
#> 1
#> 1

### symlink_followed
: >f; ln -s f l; ln -s none dl; [ -f l ] && echo 1; [ -e dl ] || echo 2; [ -h dl ] && echo 3
#> 1
#> 2
#> 3

### size
: >e; echo x >f; [ -s f ] && echo 1; [ -s e ] || echo 2
#> 1
#> 2

### permissions_of_modes
: >f; chmod 4755 f; [ -u f ] && echo u; chmod 2755 f; [ -g f ] && echo g; chmod 644 f; [ -r f ] && [ -w f ] && echo rw; [ -x f ] || echo nox; chmod +x f; [ -x f ] && echo x
#> u
#> g
#> rw
#> nox
#> x

### permissions_of_user [user]
: >f; chmod 0 f; [ -r f ] || echo nor; [ -w f ] || echo now; [ -x f ] || echo nox
#> nor
#> now
#> nox

### sticky
mkdir d; chmod +t d; [ -k d ] && echo t
#> t

### owner
: >f; [ -O f ] && [ -G f ] && echo own
#> own

### newer_older_same
touch -d '2020-01-01' a; touch -d '2021-01-01' b; ln a c
[ b -nt a ] && echo 1; [ a -ot b ] && echo 2; [ a -ef c ] && echo 3; [ a -ef b ] || echo 4
#> 1
#> 2
#> 3
#> 4

### newer_than_missing [bash]
: >a; [ a -nt none ] && echo 1; [ none -ot a ] && echo 2
#> 1
#> 2

### terminal
[ -t 0 ] </dev/null || echo 0; [ -t 1 ] || echo 1
#> 0
#> 1

### not
[ ! a = b ] && echo 1; [ ! -e none ] && echo 2; [ ! '' ] && echo 3; [ ! a ] || echo 4
#> 1
#> 2
#> 3
#> 4

### and_or
[ a -a b ] && echo 1; [ a -a '' ] || echo 2; [ '' -o a ] && echo 3; [ '' -o '' ] || echo 4
#> 1
#> 2
#> 3
#> 4

### and_binds_tighter
[ a -o '' -a '' ] && echo 1; [ '' -a '' -o a ] && echo 2
#> 1
#> 2

### parentheses
[ '(' a = a ')' ] && echo 1; [ '(' a ')' ] && echo 2; [ ! '(' a = b ')' ] && echo 3; [ '(' a -o b ')' -a c ] && echo 4
#> 1
#> 2
#> 3
#> 4

### three_argument_binary_first
[ '(' = '(' ] && echo 1; [ ! = ! ] && echo 2; [ -n = -n ] && echo 3; [ -a = -a ] && echo 4
#> 1
#> 2
#> 3
#> 4

### four_arguments_not
[ ! a = a ] || echo 1; [ ! -z a ] && echo 2
#> 1
#> 2

### operands_looking_like_operators
x=-f; [ "$x" = -f ] && echo 1; [ -z "$x" ] || echo 2; x='('; [ "$x" = '(' ] && echo 3; x=!; [ "$x" = ! ] && echo 4
#> 1
#> 2
#> 3
#> 4

### string_less_than
[ a \< b ] && echo 1; [ b \> a ] && echo 2; [ 10 \< 9 ] && echo 3
#> 1
#> 2
#> 3

### double_equals [bash]
[ a == a ] && echo y
#> y

### unknown_operator_status_2
[ a -foo b ] 2>/dev/null; echo $?
[ a b ] 2>/dev/null; echo $?
#> 2
#> 2

### too_many_arguments_status_2
[ a b c d e ] 2>/dev/null; echo $?
#> 2

### variable_set [bash]
x=; [ -v x ] && echo 1; [ -v y ] || echo 2; a[1]=x; [ -v a[1] ] && echo 3; [ -v a[0] ] || echo 4
#> 1
#> 2
#> 3
#> 4

### option_set [bash]
set -f; [ -o noglob ] && echo on; set +f; [ -o noglob ] || echo off
#> on
#> off

### as_command_name_in_variable
t=test; $t a = a && echo y; b='['; $b a = a ] && echo z
#> y
#> z

### large_numbers
[ 9223372036854775807 -gt 9223372036854775806 ] && echo ok
#> ok

### whitespace_strings
[ ' ' ] && echo 1; [ -n ' ' ] && echo 2; [ ' ' = ' ' ] && echo 3
#> 1
#> 2
#> 3

### dev_fd [bash]
[ -e /dev/fd/0 ] && echo y
#> y

### empty_operand_file
[ -e '' ] || echo no; [ -f '' ] || echo no
#> no
#> no
