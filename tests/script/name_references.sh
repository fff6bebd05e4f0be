# Name references: declare -n.

### reading_and_writing [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
declare -n r=x; x=1; p $r; r=5; p $x; p "${!r}"; r+=6; p $x; unset r; p "${x-unset}" "${!r}"; unset -n r; r=plain; p $r
#> 1<1>
#> 1<5>
#> 1<x>
#> 1<56>
#> 2<unset><x>
#> 1<plain>

### elements [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
declare -n q='a[1]'; a=(x y z); p $q; q=new; p "${a[@]}"; q+=er; p "${a[1]}"
#> 1<y>
#> 3<x><new><z>
#> 1<newer>

### arrays [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
declare -n r=arr; arr=(a b); p "${r[@]}" "${r[1]}" ${#r[@]} "${!r[@]}"; r[1]=z; r+=(c); p "${arr[@]}"; unset 'r[0]'; p "${!arr[@]}"
#> 6<a><b><b><2><0><1>
#> 3<a><z><c>
#> 2<1><2>

### parameters_by_name [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
f() { local -n ref=$1; ref=($2 $3); p "${ref[@]}" ${#ref[@]}; ref[1]=w; ref+=(more); }; f arr one two; p "${arr[@]}"; g() { local -n out=$1; out=done; }; g v; p $v
#> 3<one><two><2>
#> 3<one><w><more>
#> 1<done>

### associative [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
declare -A m=([k]=v); f() { local -n r=m; r[z]=9; p "${r[z]}" "${r[k]}" "${#r[@]}"; }; f; p "${m[z]}"
#> 3<9><v><2>
#> 1<9>

### chains [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
x=1; declare -n a=b; declare -n b=x; p $a; a=2; p $x "${!a}"
#> 1<1>
#> 2<2><x>

### circles [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
declare -n a=b; declare -n b=a; p "$a"; echo $?
#> 1<>
#> 0
#! *: line 2: warning: a: circular name reference

### loop_variable [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
x=1 y=2; declare -n r; for r in x y; do p "$r"; r+=0; done; p $x $y
#> 1<1>
#> 1<2>
#> 2<10><20>

### arithmetic [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
x=5; declare -n r=x; p $((r+1)); ((r++)); p $x; declare -n e='a[2]'; a=(1 2 3); ((e+=10)); p "${a[@]}"
#> 1<6>
#> 1<6>
#> 3<1><2><13>

### without_target [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
declare -n r; p "${r-none}"; r=x; p "${!r}"; x=1; p $r
#> 1<none>
#> 1<x>
#> 1<1>

### bad_target [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
declare -n r=1bad; echo $?; declare -n s='a b'; echo $?
#> 1
#> 1
#! *: line 2: declare: `1bad': invalid variable name for name reference
#! *: line 2: declare: `a b': invalid variable name for name reference
