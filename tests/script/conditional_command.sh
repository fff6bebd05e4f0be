# [[ expression ]]

### strings [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
x=1; [[ $x == 1 && -n $x ]] && echo 1; [[ a < b && b > a ]] && echo 2; [[ -z $u && ! -n $u ]] && echo 3; [[ '' ]] || echo 4; y=' '; [[ $y ]] && echo 5; z=-n; [[ $z == -n ]] && echo 6; e='a b'; [[ $e == 'a b' ]] && echo 7
#> 1
#> 2
#> 3
#> 4
#> 5
#> 6
#> 7

### patterns [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
[[ abc == a* ]] && echo 1; [[ abc == "a*" ]] || echo 2; [[ abc != b* ]] && echo 3; v='[a-c]'; [[ b == $v ]] && echo 4; [[ b == "$v" ]] || echo 5; [[ ab == a"?" ]] || echo 6; [[ $'a\nb' == *$'\n'* ]] && echo 7; [[ foo == @(foo|bar) ]] && echo 8; [[ foo = !(bar) ]] && echo 9; [[ xfoo == *(x)foo ]] && echo 10
#> 1
#> 2
#> 3
#> 4
#> 5
#> 6
#> 7
#> 8
#> 9
#> 10

### numbers [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
[[ 1 -eq 01 && 3 -lt 4 && 4 -le 4 && 5 -ge 5 && 5 -ne 6 && 10 -gt 9 ]] && echo 1; [[ 1+1 -eq 2 ]] && echo 2; x=5; [[ x -gt 4 ]] && echo 3; [[ a -eq 0 ]] && echo 4; [[ -1 -lt 0 ]] && echo 5; [[ 1/0 -eq 1 ]]; echo $?
#> 1
#> 2
#> 3
#> 4
#> 5
#> 1
#! *: line 2: [[: 1/0: division by 0 (error token is "0")

### operators [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
[[ ( a == a || b == c ) && ! ( a == b ) ]] && echo 1; [[ a == b || a == a && b == c ]] || echo 2; [[ ! a == b ]] && echo 3; [[ ! ! a ]] && echo 4; f() { [[ $1 ]] && echo called; }; [[ '' && $(f x) ]] || echo 5
#> 1
#> 2
#> 3
#> 4
#> 5

### files [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
: > f; mkdir d; ln -s f l; [[ -e f && -f f && -d d && ! -d f && -L l && -h l && ! -L f ]] && echo 1; [[ f -ef l && ! f -ef d ]] && echo 2; [[ -r f && -w f && ! -x f && ! -s f ]] && echo 3; [[ f -nt nonesuch && nonesuch -ot f ]] && echo 4; echo x > f; [[ -s f ]] && echo 5; [[ -p /dev/stdin ]] || echo 6; [[ -t 0 ]] || echo 7; x=$([[ -t 1 ]] || echo notty); echo $x
#> 1
#> 2
#> 3
#> 4
#> 5
#> 6
#> 7
#> notty

### variables_and_options [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
x=; a=(1); declare q; [[ -v x ]] && echo 1; [[ -v u ]] || echo 2; [[ -v a[0] && ! -v a[1] && -v a ]] && echo 3; [[ -v q ]] || echo 4; [[ -o braceexpand && ! -o errexit ]] && echo 5; declare -n r=x; [[ -R r && ! -R x ]] && echo 6; set -- p; [[ -v 1 && ! -v 2 ]] && echo 7
#> 1
#> 2
#> 3
#> 4
#> 5
#> 6
#> 7

### regular_expressions [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
[[ abc =~ ^a(b)(c)$ ]] && p "${BASH_REMATCH[@]}"; [[ foobar =~ (o+)(x)? ]]; p "${BASH_REMATCH[@]}"; [[ abc =~ x ]] || p "${#BASH_REMATCH[@]}"; [[ 2024-01-15 =~ ^([0-9]{4})-([0-9]{2}) ]] && p "${BASH_REMATCH[1]}/${BASH_REMATCH[2]}"; [[ ab =~ (a|ab)(c|bcd)? ]] && p "${BASH_REMATCH[@]}"; [[ abcd =~ (a|ab)(c|bcd) ]] && p "${BASH_REMATCH[@]}"
#> 3<abc><b><c>
#> 3<oo><oo><>
#> 1<0>
#> 1<2024/01>
#> 3<ab><ab><>
#> 3<abcd><a><bcd>

### quoting_in_regular_expressions [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
[[ 'a.c' =~ a\.c ]] && echo 1; [[ abc =~ a\.c ]] || echo 2; [[ abc =~ "a.c" ]] || echo 3; [[ 'a b' =~ a\ b ]] && echo 4; v='a+b'; [[ 'a+b' =~ "$v" ]] && echo 5; [[ 'a+b' =~ $v ]] || echo 6; [[ aab =~ ^$v$ ]] && echo 7; [[ 'a]b' =~ [\]] ]] && echo 8; [[ 'a-b' =~ [a\-]b ]] && echo 9; [[ "\\" =~ [x"."y] ]] || echo 10; [[ ab =~ ^["a b"]+$ ]] && echo 11; [[ 'x$' =~ \$ ]] && echo 12; re='\$'; [[ 'x$' =~ $re ]] && echo 13; [[ "a|b" =~ a\|b ]] && echo 14; [[ 'a b' =~ ^([a-z])\ ([a-z])$ ]] && p "${BASH_REMATCH[@]}"
#> 1
#> 2
#> 3
#> 4
#> 5
#> 6
#> 7
#> 8
#> 9
#> 10
#> 11
#> 12
#> 13
#> 14
#> 3<a b><a><b>

### bad_regular_expression [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
r='('; [[ a =~ $r ]]; echo $?; [[ ! a =~ $r ]]; echo $?; [[ a =~ $r || b ]]; echo $?
#> 2
#> 0
#> 0

### nocasematch [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
shopt -s nocasematch; [[ ABC == abc && ABC =~ b ]] && p "${BASH_REMATCH[@]}"; case ABC in abc) echo case;; esac; x=ABC; p "${x/b/-}" "${x#a}"
#> 1<B>
#> case
#> 2<A-C><ABC>

### no_splitting [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
set -- 'a b' c; x='*'; [[ $1 == 'a b' && $x == '*' ]] && echo 1; [[ $* == 'a b c' && $@ == "a b c" ]] && echo 2; [[ -n $1 ]] && echo 3
#> 1
#> 2
#> 3

### characters [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
LC_ALL=C.UTF-8; [[ é =~ ^.$ && é == ? ]] && echo one; LC_ALL=C; [[ é =~ ^..$ && é == ?? ]] && echo two
#> one
#> two
