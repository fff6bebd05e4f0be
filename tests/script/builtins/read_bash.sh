# read: the options of bash; mapfile

### last_name_takes_the_rest [bash]
IFS=: read a b <<< 'x:y:z'; echo "[$a][$b]"; IFS=: read a b <<< 'x:y:'; echo "[$a][$b]"; IFS=: read a b <<< 'x:y::'; echo "[$a][$b]"; IFS=: read a <<< 'x:'; echo "[$a]"; IFS=: read a <<< 'x::'; echo "[$a]"
#> [x][y:z]
#> [x][y]
#> [x][y::]
#> [x]
#> [x::]

### white_space_and_other_separators [bash]
IFS=' :' read a b c <<< ' x : y  :  : z : '; echo "[$a][$b][$c]"; IFS=x read a b <<< oxxo; echo "[$a][$b]"; IFS= read a <<< '  x  '; echo "[$a]"; read <<< '  x y  '; echo "[$REPLY]"
#> [x][y][: z :]
#> [o][xo]
#> [  x  ]
#> [  x y  ]

### into_an_array [bash]
read -a arr <<< 'a b  c'; declare -p arr; read -a arr <<< ''; declare -p arr; IFS=, read -ra arr <<< 'a,,b,'; declare -p arr; declare -A m; read -a m <<< x; echo $?
#> declare -a arr=([0]="a" [1]="b" [2]="c")
#> declare -a arr=()
#> declare -a arr=([0]="a" [1]="" [2]="b")
#> 1
#! *: line *: read: m: not an indexed array

### delimiters [bash]
printf 'a:b:c' | { read -d : x; echo $x; read -d : y; echo $y; read -d : z; echo $? $z; }; printf 'x\0y\0' | while IFS= read -r -d '' f; do echo "f=$f"; done; printf 'a\0b\n' | { read x; echo $x; }
#> a
#> b
#> 1 c
#> f=x
#> f=y
#> ab

### counts_of_characters [bash]
printf 'abcdef\n' | { read -n 3 x; echo $x; read -n 9 y; echo $y; }; printf 'ab\ncd\n' | { read -N 4 x; echo "$x"; }; printf 'éàü\n' | { LC_ALL=C.UTF-8; read -n 2 x; echo $x; read y; echo $y; LC_ALL=C; }; printf 'a b c' | { read -N 3 x y; echo "[$x][$y] $?"; }; read -n 0 z <<< abc; echo "$? [$z]"
#> abc
#> def
#> ab
#> c
#> éà
#> ü
#> [a b][] 0
#> 0 []

### nothing_more_than_the_line_is_taken [bash]
printf 'one\ntwo\nthree\n' > f; { read x; echo $x; cat; } < f; printf '1\n2\n3\n' | { read x; echo $x; sed s/^/s:/; }; exec 4<f; read -u 4 a; read -u 4 b; echo $a $b; cat <&4
#> one
#> two
#> three
#> 1
#> s:2
#> s:3
#> one two
#> three

### time_limits [bash]
read -t 0.05 x < <(sleep 1); echo $?; read -t 0 x </dev/null; echo $?; printf 'part' > p; (cat p; sleep 1) | { read -t 0.2 x; echo $? $x; }
#> 142
#> 0
#> 142 part

### refusals [bash]
read -t x; echo $?; read -n x; echo $?; read -u 9 x; echo $?; read 1x; echo $?; read -z 2>/dev/null; echo $?; readonly r; read a r b <<< '1 2 3'; echo "$? $a $b"
#> 1
#> 1
#> 1
#> 1
#> 2
#> 1 1 
#! *: line *: read: x: invalid timeout specification
#! *: line *: read: x: invalid number
#! *: line *: read: 9: invalid file descriptor: Bad file descriptor
#! *: line *: read: `1x': not a valid identifier
#! *: line *: r: readonly variable

### mapfile_lines [bash]
printf 'a\nb\nc' >f; mapfile x <f; declare -p x; mapfile -t x <f; declare -p x; mapfile -t -n 2 -s 1 -O 5 x <f; declare -p x; mapfile -d b y <f; declare -p y; mapfile -t </dev/null; declare -p MAPFILE
#> declare -a x=([0]=$'a\n' [1]=$'b\n' [2]="c")
#> declare -a x=([0]="a" [1]="b" [2]="c")
#> declare -a x=([0]="a" [1]="b" [2]="c" [5]="b" [6]="c")
#> declare -a y=([0]=$'a\nb' [1]=$'\nc')
#> declare -a MAPFILE=()

### mapfile_callback [bash]
f() { echo "$1 <$2>"; }; printf 'a\nb c\nd\n' >g; mapfile -t -C f -c 2 z <g; declare -p z
#> 1 <b c>
#> declare -a z=([0]="a" [1]="b c" [2]="d")

### mapfile_refusals [bash]
mapfile -n x; echo $?; mapfile 1a; echo $?; mapfile -u 9 x; echo $?; declare -A m; mapfile m </dev/null; echo $?
#> 1
#> 1
#> 1
#> 1
#! *: line *: mapfile: x: invalid line count
#! *: line *: mapfile: `1a': not a valid identifier
#! *: line *: mapfile: 9: invalid file descriptor: Bad file descriptor
#! *: line *: mapfile: m: not an indexed array
