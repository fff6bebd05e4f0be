# The operators on parameters that bash adds to POSIX: substrings, replacement, case, transformation, indirection.

### substring [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
x=hello; p ${x:1} ${x:1:2} ${x: -2} ${x: -3:2} ${x:0:-1} "${x:5}" "${x:6}" "${x: -9}" ${x:1:-1} "${x:2:0}" ${x:(-2)} ${x:1+1:1*2}; y=2; p ${x:y} ${x:$y:1} ${x:${#x}-2}; set -- abc; p ${1:1} "${u:1:2}"
#> 12<ello><el><lo><ll><hell><><><><ell><><lo><ll>
#> 3<llo><l><lo>
#> 2<bc><>

### substring_too_negative [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
x=abc; p "${x:5:-1}"; p ${x:1:-5}; echo not reached
#> 1<>
#! *: line 2: -5: substring expression < 0
#? 1

### substring_in_characters [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
LC_ALL=C.UTF-8; x=äöü; p ${x:1:1} ${x: -1} ${x:0:2} ${#x}; x=$'a\xffb'; p ${#x} "${x:2}"; LC_ALL=C; x=äö; p ${#x}
#> 4<ö><ü><äö><3>
#> 2<3><b>
#> 1<4>

### replacement [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
x=foobarfoo; p ${x/foo/X} ${x//foo/X} ${x/#foo/X} ${x/%foo/X} ${x/foo} ${x//o} ${x/nomatch/X} ${x/#bar/X} ${x//[fb]/X} ${x/o*o/X} ${x//?/z}; p "${x/#/X}" "${x/%/X}" "${x//}" "${x/*/Z}" "${x//*/Z}"; e=; p "${e/*/Z}" "${e/#/Z}" "${e//x/Z}"
#> 11<Xbarfoo><XbarX><Xbarfoo><foobarX><barfoo><fbarf><foobarfoo><foobarfoo><XooXarXoo><fX><zzzzzzzzz>
#> 5<Xfoobarfoo><foobarfooX><foobarfoo><Z><Z>
#> 3<Z><Z><>

### replacement_quoting [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
x='a*b'; p "${x/\*/-}" "${x/'*'/-}" "${x/"*"/-}" "${x/*/-}"; s='*'; p "${x/$s/-}" "${x/"$s"/-}"; x=a/b/c; p ${x//\//-} ${x/\//-} "${x//"/"/-}" ${x//[\/]/.} "${x/a\/b/Q}"; x='it'\''s'; p "${x//\'/\"}" "${x//"'"/}"; x=$'l1\nl2'; p "${x//$'\n'/,}"
#> 4<a-b><a-b><a-b><->
#> 2<-><a-b>
#> 5<a-b-c><a-b/c><a-b-c><a.b.c><Q/c>
#> 2<it"s><its>
#> 1<l1,l2>

### replacement_by_match [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
x=abc; p "${x/b/[&]}" "${x//?/<&>}" "${x/b/\&}" "${x/b/"&"}" "${x/b/'&'}" "${x/b/\\&}"; r='<&>'; p "${x/b/$r}" "${x/b/"$r"}"; r='\&'; p "${x/b/$r}" "${x/b/"$r"}"; shopt -u patsub_replacement; p "${x/b/[&]}" "${x/b/\&}"
#> 6<a[b]c><<a><b><c>><a&c><a&c><a&c><a\bc>
#> 2<a<b>c><a<&>c>
#> 2<a&c><a\&c>
#> 2<a[&]c><a&c>

### replacement_of_parameters [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
set -- foo boo; p "${@/o/0}" "${*//o/0}"; p ${@/#/x}; p "${1/$2/x}" "${2/${1#f}/y}"
#> 3<f0o><b0o><f00 b00>
#> 2<xfoo><xboo>
#> 2<foo><by>

### extended_patterns [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
shopt -s extglob
x=foobar; p ${x#@(foo|bar)} ${x%%+(b|a|r)} ${x/+([fo])/X} ${x//@(o|a)/_} ${x##!(*r)}
#> 5<bar><foo><Xbar><f__b_r><r>

### case [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
x='hello World'; p "${x^}" "${x^^}" "${x,}" "${x,,}" "${x~}" "${x~~}" "${x^h}" "${x^^[lo]}" "${x,,W}" "${x^x}"; set -- ab cd; p "${@^}" "${*^^}"; LC_ALL=C.UTF-8; x=éa; p "${x^}" "${x^^}"; x=ÉA; p "${x,,}"
#> 10<Hello World><HELLO WORLD><hello World><hello world><Hello World><HELLO wORLD><Hello World><heLLO WOrLd><hello world><hello World>
#> 3<Ab><Cd><AB CD>
#> 2<Éa><ÉA>
#> 1<éa>

### transformation [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
x=abc; p "${x@Q}" "${x@U}" "${x@u}" "${x@L}" "${x@A}"; y="it's"; p "${y@Q}"; y=$'a\nb'; p "${y@Q}"; y=; p "${y@Q}" "${u@Q}" "${u@A}"; y='a\tb\x41'; p "${y@E}"; y='$x'; p "${y@P}"; set -- a 'b c'; p "${@@Q}"; p "${*@Q}"; p "${@@A}"
#> 5<'abc'><ABC><Abc><abc><x='abc'>
#> 1<'it'\''s'>
#> 1<$'a\nb'>
#> 3<''><><>
#> 1<a	bA>
#> 1<abc>
#> 2<'a'><'b c'>
#> 1<'a' 'b c'>
#> 4<set><--><'a'><'b c'>

### transformation_of_attributes [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
declare -i n=5; declare -r r=x; declare -x e=1; declare -u up=abc; declare -a a=(1); p "${n@a}" "${r@a}" "${e@a}" "${up@a}" "${a@a}" "${n@A}" "${r@A}" "${e@A}" "${up@A}" "${a[@]@A}" "${a[@]@K}"
#> 13<i><r><x><u><a><declare -i n='5'><declare -r r='x'><declare -x e='1'><declare -u up='ABC'><declare><-a><a=([0]="1")><0 "1">

### unknown_transformation [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
p "${u@Z}"; x=1; p "${x@Z}"; echo not reached
#> 1<>
#! *: line 2: ${x@Z}: bad substitution
#? 1

### indirection [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
x=y; y=z; p ${!x} "${!x#z}" ${!x:0:1} ${!x-u}; set -- a b; i=2; p ${!i} "${!#}"; r=@; p "${!r}"; a=(1 2 3); r='a[1]'; p ${!r}; r='a[@]'; p "${!r}" "${!r:1:2}"; r=nope; p "${!r}" "${!r-u}"
#> 4<z><><z><z>
#> 2<b><b>
#> 2<a><b>
#> 1<2>
#> 5<1><2><3><2><3>
#> 2<><u>

### indirection_of_nothing [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
(p "${!u}"); echo $?; u=; (p "${!u}"); echo $?; u='a b'; (p "${!u}"); echo $?
#> 1
#> 1
#> 1
#! *: line 2: u: invalid indirect expansion
#! *: line 2: : invalid variable name
#! *: line 2: a b: invalid variable name

### names_by_prefix [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
abc1=; abc2=; p "${!abc@}" ${!abc*} "${!abc*}"; IFS=:; p "${!abc*}" "${!nonesuch@}"
#> 5<abc1><abc2><abc1><abc2><abc1 abc2>
#> 1<abc1:abc2>

### defaults_with_lists [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
set -- 'a b' c; p ${u-"$@"}; p "${u-$@}"; p ${u-$*}; p a"${u-"$@"}"b; set --; p ${u-"$@"}; p "${u-$@}"; p "${u:-"$@"}"
#> 2<a b><c>
#> 2<a b><c>
#> 3<a><b><c>
#> 2<aa b><cb>
#> 0
#> 1<>
#> 1<>

### values_that_are_quoted [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
x='a b'; p ${u-"$x"} ${u-$x} "${u-"$x"}" ${u-"a b" c} ${u:-'a b'}"$x"
#> 7<a b><a><b><a b><a b><c><a ba b>

### statuses [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
(p ${u?gone}; echo no); echo $?; (p "${u:?}"); echo $?; x=$(p ${u?x}); echo $?; (set -u; p $u); echo $?; (p ${u b}); echo $?
#> 1
#> 1
#> 1
#> 1
#> 1
#! *: line 2: u: gone
#! *: line 2: u: parameter null or not set
#! *: line 2: u: x
#! *: line 2: u: unbound variable
#! *: line 2: ${u b}: bad substitution

### nounset [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
set -u; x=1; p "${x-}" "${u-}" "${u:-d}" "${u+s}" "$@" $*; (p "${u#x}"); echo $?; (p ${u:0:1}); echo $?; (p ${#u}); echo $?; (p ${u/a/b}); echo $?; (p ${u^}); echo $?; (p $((u))); echo $?; (p ${!u}); echo $?; (p $1); echo $?
#> 4<1><><d><>
#> 1
#> 1
#> 1
#> 1
#> 1
#> 1
#> 1
#> 1
#! *: line 2: u: unbound variable
#! *: line 2: u: unbound variable
#! *: line 2: u: unbound variable
#! *: line 2: u: unbound variable
#! *: line 2: u: unbound variable
#! *: line 2: u: unbound variable
#! *: line 2: u: invalid indirect expansion
#! *: line 2: $1: unbound variable
