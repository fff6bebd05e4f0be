# Associative arrays. Their order is bash's own, and scripts print it.

### keys_and_values [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
declare -A m; m[x]=1; m['a b']=2; m["c"]=3; k=x
p "${m[x]}" "${m[a b]}" "${m['a b']}" "${m["a b"]}" "${m[$k]}" "${m["$k"]}" ${#m[@]} "${m[none]-unset}"; m[x]+=5; p "${m[x]}"; [[ -v m[x] ]] && echo set; [[ -v m[y] ]] || echo unset
#> 8<1><2><2><2><1><1><3><unset>
#> 1<15>
#> set
#> unset

### order [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
declare -A m; for k in one two three four five six 'a b' z1 z2 z3; do m[$k]=$k; done
p "${!m[@]}"; p "${m[@]}"; unset 'm[two]'; m[two]=again; m[seven]=; p "${!m[@]}"
#> 10<four><z3><z2><z1><two><three><six><one><five><a b>
#> 10<four><z3><z2><z1><two><three><six><one><five><a b>
#> 11<four><seven><z3><z2><z1><two><three><six><one><five><a b>

### order_of_many [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
declare -A m; for i in {1..5000}; do m[k$i]=$i; done; for i in {1..5000..3}; do unset "m[k$i]"; done; for i in a b c; do m[$i]=x; done
echo "${!m[@]}" | cksum; echo "${m[@]:100:5}"; echo ${#m[@]}
#> 2816003995 19266
#> 2576 4742 2577 2574 4740
#> 3336

### compound_values [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
declare -A m=([a]=1 [b]=2); m+=([c]=3 [a]+=5); p "${m[a]}" "${m[c]}" ${#m[@]}; m=([z]=9); p "${m[@]}" "${!m[@]}"; declare -A q=(a 1 b 2); p "${q[a]}${q[b]}"; m=(x y w); p "${m[x]}" "${m[w]}"
#> 3<15><3><3>
#> 2<9><z>
#> 1<12>
#> 2<y><>

### at_and_star_are_keys_when_assigned [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
declare -A m; m[@]=1; m[*]=2; p "${#m[@]}" "${m[@]}"
#> 3<2><2><1>

### keys_that_look_like_code [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
declare -A m; x='$k'; m[$x]=lit; p "${m[$x]}" "${m['$k']}"; m["a]b"]=br; p "${m["a]b"]}"; m[a.b]=1 m[x-y]=2; p ${m[a.b]} ${m[x-y]}; m['$(echo hi)']=safe; p "${m['$(echo hi)']}"
#> 2<lit><lit>
#> 1<br>
#> 2<1><2>
#> 1<safe>

### arithmetic [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
declare -A m=([k]=7 [a b]=3); p $((m[k])) $((m[k]+1)) $((m[a b])); ((m[k]++)); ((m[new]+=5)); p ${m[k]} ${m[new]}; i=k; p $((m[$i]*2))
#> 3<7><8><3>
#> 2<8><5>
#> 1<16>

### empty_key [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
declare -A m; m[]=3; echo not reached
#! *: line 2: m[]: bad array subscript
#? 1

### subscript_missing [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
declare -A m; m=([a]=1 b); echo $?; p "${m[@]}"
#> 0
#> 1<1>
#! *: line 2: m: b: must use subscript when assigning associative array

### not_convertible [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
declare -A m=([x]=1); declare -a m; echo $?; a=(1); declare -A a; echo $?; m=5; p "${m[0]}"
#> 1
#> 1
#> 1<5>
#! *: line 2: declare: m: cannot convert associative to indexed array
#! *: line 2: declare: a: cannot convert indexed to associative array

### declared_in_functions [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
f() { local -A h=([x]=1); h[y]=2; p "${h[x]}" "${#h[@]}"; declare -A g=([q]=r); p "${g[q]}"; declare -gA G=([w]=1); }; f; p "${h[x]-gone}" "${G[w]}"
#> 2<1><2>
#> 1<r>
#> 2<gone><1>

### shown [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
declare -A m=([k]=v ["a b"]='$x'); declare -p m; p "${m[@]@Q}"; p "${m[@]@k}"; p "${m[k]@A}" "${m@a}"
#> declare -A m=([k]="v" ["a b"]="\$x" )
#> 2<'v'><'$x'>
#> 4<k><v><a b><$x>
#> 2<declare -A m='v'><A>

### in_a_subshell [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
declare -A m=([a]=1); (m[b]=2; unset 'm[a]'; p "${!m[@]}"); p "${!m[@]}"
#> 1<b>
#> 1<a>
