# Indexed arrays: assignment, subscripts, slices, what "${a[@]}" and "${a[*]}" give.

### elements_and_counts [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
a=(x 'y z' '' w)
p "${a[@]}"; p ${a[@]}; p "${a[*]}"; p ${#a[@]} ${#a[*]} ${#a} ${#a[1]}
p "${a[1]}" "${a[-1]}" "$a" "${a[2]}" "${a[9]-unset}"
#> 4<x><y z><><w>
#> 4<x><y><z><w>
#> 1<x y z  w>
#> 4<4><4><1><3>
#> 5<y z><w><x><><unset>

### joined_by_ifs [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
a=(x 'y z' '' w); IFS=:
p "${a[*]}"; p ${a[*]}; p ${a[@]}
x=${a[*]}; p "$x"; x=${a[@]}; p "$x"; x="${a[@]}"; p "$x"; x="${a[@]#x}"; p "$x"
#> 1<x:y z::w>
#> 4<x><y z><><w>
#> 4<x><y z><><w>
#> 1<x:y z::w>
#> 1<x y z  w>
#> 1<x y z  w>
#> 1<:y z::w>

### around_other_text [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
a=(1 2 3); e=()
p "pre${a[@]}post" "pre${a[*]}post" pre${a[@]}post
p x"${e[@]}"y "${e[@]}" "${e[*]}"; p "${a[@]}${a[@]}"; p "${e[@]}${e[@]}"
#> 7<pre1><2><3post><pre1 2 3post><pre1><2><3post>
#> 2<xy><>
#> 5<1><2><31><2><3>
#> 0

### subscripts_are_expressions [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
a=(1 2 3 4 5); i=2
p "${a[i]}" "${a[$i]}" "${a[i+1]}" "${a[-i]}" "${a[$((i+1))]}" "${a[${#a[@]}-1]}" "${a[a[0]]}"
a[i*2+1]=six; a[ 6 ]=seven; a["7"]=eight; p "${a[@]}"; p "${a[i=1]}" $i
#> 7<3><3><4><4><4><5><2>
#> 8<1><2><3><4><5><six><seven><eight>
#> 2<2><1>

### sparse [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
a=([3]=c [1]=a b); p "${!a[@]}" "${a[@]}"; p "${a[@]:1:2}"; p "${a[@]:2}"; p "${a[@]: -1}" "${a[@]:0:1}"
a+=(z); p "${!a[@]}"; unset 'a[1]' 'a[3]'; p "${!a[@]}"; a=("${a[@]}"); p "${!a[@]}"; p "${a[-1]}"
#> 6<1><2><3><a><b><c>
#> 2<a><b>
#> 2<b><c>
#> 2<c><a>
#> 4<1><2><3><4>
#> 2<2><4>
#> 2<0><1>
#> 1<z>

### slices [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
a=(1 2 3 4 5); n=1
p "${a[@]:1:3}" "${a[@]: -2}"; p "${a[@]:5}"; p "${a[@]:4:9}" "${a[@]:0:0}" "${a[*]:1:2}" "${a[@]::2}" "${a[@]:n:n}" "${a[@]: -9}"
#> 5<2><3><4><4><5>
#> 0
#> 5<5><2 3><1><2><2>

### slice_of_negative_length [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
a=(1 2 3); p "${a[@]:1:-1}"; echo not reached
#! *: line 2: -1: substring expression < 0
#? 1

### slices_of_positional_parameters [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
set -- a b c d; p "${@:2}" "${@:2:2}"; p "${@:0:1}" | wc -l; p "${@: -1}" "${@: -2:1}" "${*:2:2}"; p "${@:9}" "${@:3:0}"
#> 5<b><c><d><b><c>
#> 1
#> 3<d><c><b c>
#> 0

### default_values_look_at_all_elements [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
a=(); p "${a[@]-unset}" "${a[*]:-null}" "${a[@]+set}"; a=(''); p "${a[@]-unset}" "${a[@]:-null}" "${a[@]+set}" "${a[@]:+nonnull}"
a=('' ''); p "${a[@]:-null}"; set --; p "${@+x}"; p "${*+x}"
#> 2<unset><null>
#> 4<><null><set><>
#> 2<><>
#> 0
#> 1<>

### append [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
a=(1 2); a+=(3); a+=4; p "${a[@]}"; a[1]+=x; p "${a[@]}"; s=str; s+=(el); p "${s[@]}"; u+=(new); p "${u[@]}"
#> 3<14><2><3>
#> 3<14><2x><3>
#> 2<str><el>
#> 1<new>

### scalar_and_array [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
a=1; a[2]=x; p "${a[@]}" "${!a[@]}"; a=new; p "${a[@]}"; p "${a}" ${#a}; b=(p q); b=r; p "${b[@]}"; s=v; p "${s[0]}" "${s[@]}" "${!s[@]}" "${s[1]-no}"
#> 4<1><x><0><2>
#> 2<new><x>
#> 2<new><3>
#> 2<r><q>
#> 4<v><v><0><no>

### values_are_split_and_expanded [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
touch f1.c f2.c; x='a b'; a=($x "$x" *.c {1..3} $(echo p q)); p "${a[@]}"; a=([0]=*.c [1]=$x); p "${a[@]}"
#> 10<a><b><a b><f1.c><f2.c><1><2><3><p><q>
#> 2<*.c><a b>

### negative_subscripts_out_of_range [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
a=(a b); p "${a[-2]}" "[${a[-3]}]"; a[-1]=z; p "${a[@]}"; a[-3]=q; echo not reached
#> 2<a><[]>
#> 2<a><z>
#! *: line 2: a: bad array subscript
#! *: line 2: a[-3]: bad array subscript
#? 1

### operators_on_each_element [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
a=(foo bar 'f o'); p "${a[@]/o/0}"; p "${a[@]#f}" "${a[*]%r}"; p "${a[@]^}" "${a[@]/#/-}" "${a[@]/%/!}"; p ${a[@]//o/ }
#> 3<f0o><bar><f 0>
#> 4<oo><bar>< o><foo ba f o>
#> 9<Foo><Bar><F o><-foo><-bar><-f o><foo!><bar!><f o!>
#> 3<f><bar><f>

### arithmetic [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
a=(1 2 3); x=1; p $((a[1]+a[2])) $((a[0]++)) ${a[0]} $((a[x])) $((a[-1]=9)) "${a[@]}"; ((a[5]=7)); p "${!a[@]}"; let 'a[1]=4'; p ${a[1]}
#> 8<5><1><2><2><9><2><2><9>
#> 4<0><1><2><5>
#> 1<4>

### assigning_by_name [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
printf -v 'a[3]' %s hi; p "${a[3]}" "${!a[@]}"; read 'a[0]' <<< zz; declare 'a[4]=x'; i=1; printf -v 'a[$i+1]' q; p "${!a[@]}" "${a[@]}"
#> 2<hi><3>
#> 8<0><2><3><4><zz><q><hi><x>

### unset_arrays_under_nounset [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
set -u; a=(); p "${a[@]}" "${a[*]}"; p ${#a[@]}; b=([2]=x); (p "${b[1]}"); echo $?; (p "$b"); echo $?; p "${nope[@]}"; (p ${#nope[@]}); echo $?
#> 1<>
#> 1<0>
#> 1
#> 1
#> 0
#> 1
#! *: line 2: b[1]: unbound variable
#! *: line 2: b: unbound variable
#! *: line 2: nope: unbound variable

### readonly [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
readonly -a a=(1 2); (a+=(3)); echo $?; (a[1]=x); echo $?; p "${a[@]}"
#> 1
#> 1
#> 2<1><2>
#! *: line 2: a: readonly variable
#! *: line 2: a: readonly variable

### attributes_of_elements [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
declare -ia n=(1+1 2*3); n[0]+=5; n+=(9/3); p "${n[@]}"; declare -ua u=(ab cd); u[3]=ef; p "${u[@]}"
#> 3<7><6><3>
#> 3<AB><CD><EF>

### in_a_subshell [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
a=(1 2); (a[0]=x; a+=(3); unset 'a[1]'; p "${a[@]}" "${!a[@]}"); p "${a[@]}"; x=$(a=(q); p "${a[@]}"); p "$x" "${a[@]}"
#> 4<x><3><0><2>
#> 2<1><2>
#> 3<1<q>><1><2>

### local [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
a=(g); f() { local a=(l 1) b; p "${a[@]}"; a+=(2); p "${#a[@]}" "${b-unset}"; }; f; p "${a[@]}"; g() { local -a c=("$@"); p "${c[@]}"; }; g 'x y' z
#> 2<l><1>
#> 2<3><unset>
#> 1<g>
#> 2<x y><z>

### pipestatus [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
true | false | true; p "${PIPESTATUS[@]}"; p "${PIPESTATUS[0]}" "${#PIPESTATUS[@]}"
#> 3<0><1><0>
#> 2<0><1>
