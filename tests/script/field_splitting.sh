# Field splitting: POSIX 2.6.5.

### default_ifs
x='  a  b	c
d  '; set -- $x; echo $# $1 $4
#> 4 a d

### quoted_is_never_split
x='a b'; set -- "$x"; echo $#
#> 1

### literal_is_never_split
IFS=b; set -- abc; echo $#; x=abc; set -- $x; echo $#
#> 1
#> 2

### non_white_delimiter
IFS=:; x=a:b::c:; set -- $x; echo $#; for i; do echo "<$i>"; done
#> 4
#> <a>
#> <b>
#> <>
#> <c>

### leading_non_white_delimiter
IFS=:; x=:a; set -- $x; echo $# "<$1>"
#> 2 <>

### trailing_non_white_delimiter_no_field
IFS=:; x=a:; set -- $x; echo $#
x=a::; set -- $x; echo $#
x=:; set -- $x; echo $#
x=::; set -- $x; echo $#
#> 1
#> 2
#> 1
#> 2

### white_and_non_white
IFS=' :'; x='a : b:c  d :'; set -- $x; echo $#; for i; do echo "<$i>"; done
#> 4
#> <a>
#> <b>
#> <c>
#> <d>

### white_around_delimiter_is_one
IFS=' ,'; x='a , b ,, c'; set -- $x; for i; do echo "<$i>"; done
#> <a>
#> <b>
#> <>
#> <c>

### empty_ifs_no_splitting
IFS=; x='a b	c'; set -- $x; echo $# "$1"
#> 1 a b	c

### unset_ifs_is_default
unset IFS; x='a b	c
d'; set -- $x; echo $#
#> 4

### leading_white_skipped_trailing_dropped
x='   a   '; set -- $x; echo $# "<$1>"
#> 1 <a>

### only_white_gives_nothing
x='   '; set -- $x; echo $#
set -- a$x; echo $#
set -- $x''; echo $#
#> 0
#> 1
#> 1

### joined_with_literal
x='b c'; set -- a$x; echo $# "$1" "$2"
set -- $x'd'; echo $# "$2"
set -- a"$x"b; echo $#
x=' b '; set -- a${x}c; echo $# "$1" "$2" "$3"
#> 2 ab c
#> 2 cd
#> 1
#> 3 a b c

### two_expansions_joined
x='a b' y='c d'; set -- $x$y; echo $# "$2"
#> 3 bc

### empty_expansion_between_delimiters
IFS=:; x=a: y=b; set -- $x$y; echo $# "$1" "$2"
#> 2 a b

### quoted_null_kept
e=; set -- $e "" '' "$e"; echo $#
#> 3

### ifs_with_backslash
IFS='\'; x='a\b'; set -- $x; echo $# "$2"
#> 2 b

### ifs_letter
IFS=x; v=axbxc; set -- $v; echo $# "$*"
#> 3 axbxc

### ifs_newline_only
IFS='
'; x='a b
c d'; set -- $x; echo $# "$1"
#> 2 a b

### ifs_change_affects_following_words
x=a:b; IFS=: ; set -- $x; IFS=' '; set -- "$1" $x; echo $#
#> 2

### ifs_assignment_prefix_does_not_affect_own_expansion
x=a:b; IFS=: echo $x
#> a:b

### command_substitution_split
IFS=,; set -- $(echo a,b c); echo $# "$2"
#> 2 b c

### arith_split
IFS=1; set -- $((212)); echo $# "$1"
#> 2 2

### at_unquoted_with_ifs
IFS=:; set -- a:b 'c d'; set -- $@; echo $# "$3"
#> 3 c d

### star_unquoted_with_ifs
IFS=:; set -- a 'b c'; set -- $*; echo $# "$2"
#> 2 b c

### star_unquoted_empty_ifs
IFS=; set -- a 'b c' d; set -- $*; echo $#
#> 3

### at_unquoted_empty_ifs
IFS=; set -- a 'b c' d; set -- $@; echo $#
#> 3

### no_split_in_case_and_redirect
x='a b'; case $x in 'a b') echo y;; esac
echo z >"$x"; cat 'a b'
#> y
#> z

### no_split_in_assignment
x='a  b'; y=$x; z="$x"; echo "$y" "$z"
#> a  b a  b

### split_then_glob
touch 1.a 2.a; x='*.a b'; set -- $x; echo $# "$1"
#> 3 1.a

### default_value_word_split
unset u; set -- ${u:-a b}; echo $#
set -- ${u:-"a b"}; echo $#
IFS=:; set -- ${u:-a:b}; echo $#
#> 2
#> 1
#> 2

### ifs_in_default_word_literal
IFS=:; unset u; set -- ${u-x:y z}; echo $# "$1"
#> 2 x

### read_uses_ifs
echo 'a:b c' >f; IFS=: read x y <f; echo "<$x><$y>"
#> <a><b c>

### non_white_adjacent_white
IFS=': '; x='a: b'; set -- $x; echo $# "$2"
x='a :b'; set -- $x; echo $# "$2"
x='a : : b'; set -- $x; echo $# "<$2>"
#> 2 b
#> 2 b
#> 3 <>

### tab_only_ifs_keeps_spaces
IFS='	'; x=' a	b '; set -- $x; echo $# "<$1><$2>"
#> 2 < a><b >

### ifs_whitespace_inside_ifs_order_irrelevant
IFS=': '; a='x : y'; set -- $a; echo $#
IFS=' :'; set -- $a; echo $#
#> 2
#> 2

### quoted_parts_protect
IFS=:; x=b:c; set -- a":"$x"":d; echo $# "$1" "$2"
#> 2 a:b c:d

### high_byte_ifs [sh]
IFS=$(printf '\351'); x=$(printf 'a\351b'); set -- $x; echo $#
#> 2

### many_fields
x=$(seq 1 2000); set -- $x; echo $# $2000 ${2000}
#> 2000 2000 2000
