# declare, typeset, local: attributes, scopes, listings

### attributes_in_listings [bash]
declare -i n=3+4; declare -p n; declare -u s=abc; declare -p s; declare -l s; s=DEF; declare -p s; declare -c t="hELLO wORLD"; declare -p t; declare -xr e=5; declare -p e; declare -t tr; declare -p tr
#> declare -i n="7"
#> declare -u s="ABC"
#> declare -l s="def"
#> declare -c t="Hello world"
#> declare -rx e="5"
#> declare -t tr

### arrays_in_listings [bash]
declare -a a; declare -p a; a=(1 "2 3"); declare -p a; a[7]=x; declare -p a; declare -A m; m[k]=v; declare -p m; declare -a e=(); declare -p e
#> declare -a a
#> declare -a a=([0]="1" [1]="2 3")
#> declare -a a=([0]="1" [1]="2 3" [7]="x")
#> declare -A m=([k]="v" )
#> declare -a e=()

### scalar_becomes_array [bash]
x=1; declare -a x; declare -p x; y=2; declare -A y; declare -p y
#> declare -a x=([0]="1")
#> declare -A y=([0]="2" )

### array_kinds_do_not_mix [bash]
declare -a a=(1); declare -A a; echo $?; declare -A m=([k]=1); declare -a m; echo $?; declare +a a; echo $?
#> 1
#> 1
#> 1
#! *: line *: declare: a: cannot convert indexed to associative array
#! *: line *: declare: m: cannot convert associative to indexed array
#! *: line *: declare: a: cannot destroy array variables in this way

### text_of_an_array [bash]
declare -a 'a=(1 "2 3")'; declare -p a; declare -a b; declare 'b=(x y)'; declare -p b; export 'b=(p q)'; declare -p b
#> declare -a a=([0]="1" [1]="2 3")
#> declare -a b=([0]="x" [1]="y")
#> declare -ax b=([0]="(p q)" [1]="y")

### element_operands [bash]
declare 'a[3]=x'; declare -p a; declare -i 'n[1]=2+3'; declare -p n; declare -a a+=(5); declare -p a
#> declare -a a=([3]="x")
#> declare -ai n=([1]="5")
#> declare -a a=([3]="x" [4]="5")

### readonly_is_named [bash]
readonly x=1; declare x=2; echo $?; declare +r x; echo $?; export x=3; echo $?; declare -p x
#> 1
#> 1
#> 1
#> declare -rx x="1"
#! *: line *: declare: x: readonly variable
#! *: line *: declare: x: readonly variable
#! *: line *: x: readonly variable

### invalid_names [bash]
declare 1a=2; echo $?; declare -; echo $?; export 'a b=c'; echo $?; declare x=1 -i y=2; echo $?
#> 1
#> 1
#> 1
#> 1
#! *: line *: declare: `1a=2': not a valid identifier
#! *: line *: declare: `-': not a valid identifier
#! *: line *: export: `a b=c': not a valid identifier
#! *: line *: declare: `-i': not a valid identifier

### unset_values_are_declared [bash]
declare x; declare -p x; echo ${x-unset}; declare -i y; declare -p y; typeset z=; declare -p z; unset x; declare -p x; echo $?
#> declare -- x
#> unset
#> declare -i y
#> declare -- z=""
#> 1
#! *: line *: declare: x: not found

### global_from_a_function [bash]
f() { declare -g x=1; local y=2; declare -g y=3; echo $y; }; f; echo $x $y
#> 2
#> 1 3

### local_is_undone_at_return [bash]
f() { local x=1 y; x=2; y=3; g; echo $x $y; }; g() { x=dynamic; }; x=out; f; echo $x ${y-unset}
#> dynamic 3
#> out unset

### local_inside_of_a_redirected_group [bash]
f() { { local x=1; } </dev/null; echo $x; local y=2 </dev/null; echo $y; }; x=0 y=0; f; echo $x $y
#> 1
#> 2
#> 0 0

### local_in_a_loop_that_reads [bash]
f() { while read -r line; do local x=$line; done <<< one; echo $x; }; x=0; f; echo $x
#> one
#> 0

### local_in_a_subshell [bash]
f() { local x=1; (local x=2; echo $x); echo $x; }; x=0; f; echo $x
#> 2
#> 1
#> 0

### local_dash_restores_options [bash]
f() { local -; set -f; echo *; }; f; [ "$(echo /etc/pass*)" != "/etc/pass*" ] && echo restored
#> *
#> restored

### local_starts_unset_and_keeps_export [bash]
export x=outer; f() { local x; echo ${x-unset}; x=in; sh -c "echo \$x"; }; f; echo $x
#> unset
#> in
#> outer

### local_takes_the_assignment_of_its_call [bash]
f() { local v; declare -p v; }; v=t f; f
#> declare -x v="t"
#> declare -- v

### local_hides_a_callers_readonly [bash]
f() { local -r x=1; g; }; g() { local x=2; echo $x; }; f; readonly y=1; h() { local y=2; echo no; }; h; echo $?
#> 2
#> no
#> 0
#! *: line *: local: y: readonly variable

### unset_reveals_the_callers_variable [bash]
inner() { unset res; res=X; }; outer() { local res=local; inner; echo "outer $res"; }; res=global; outer; echo $res; f() { local v=1; unset v; echo ${v-unset}; }; v=g; f; echo $v
#> outer X
#> X
#> unset
#> g

### assignment_before_a_declaration_stays [bash]
x=1 export x; declare -p x; y=2 declare -r y; declare -p y; z=3 readonly z; echo $z; w=4 declare w; echo ${w-unset}
#> declare -x x="1"
#> declare -rx y="2"
#> 3
#> unset

### references [bash]
v=1; declare -n r=v; r=2; echo $v; declare -p r; declare -n; typeset +n r=3; echo $r $v; declare -p r
#> 2
#> declare -n r="v"
#> declare -n r="v"
#> v 3
#> declare -- r="v"

### reference_to_a_local [bash]
f() { local -n out=$1; out=9; }; f v; echo $v; g() { local a=(1 2); h a; }; h() { local -n x=$1; echo ${x[1]}; x[1]=z; echo ${a[1]}; }; g
#> 9
#> 2
#> z

### bad_references [bash]
declare -n r=r; echo $?; declare -n r=1a; echo $?; a=(1); declare -n a; echo $?; declare -n "x[3]=y"; echo $?
#> 1
#> 1
#> 1
#> 1
#! *: line *: declare: r: nameref variable self references not allowed
#! *: line *: declare: `1a': invalid variable name for name reference
#! *: line *: declare: a: reference variable cannot be an array
#! *: line *: declare: x[3]: reference variable cannot be an array

### functions_are_shown_and_marked [bash]
f() { echo hi; }; declare -f f; declare -F f; declare -F nosuch; echo $?; readonly -f f; f() { :; }; unset -f f; echo $?
#> f () 
#> { 
#>     echo hi
#> }
#> f
#> 1
#> 1
#! *: line *: f: readonly function
#! *: line *: unset: f: cannot unset: readonly function

### exported_functions [bash]
f() { echo exported; }; export -f f; bash -c f; export -fn f; bash -c f 2>/dev/null; echo $?; export -f nosuch; echo $?
#> exported
#> 127
#> 1
#! *: line *: export: nosuch: not a function

### posix_mode_listing [bash]
set -o posix; export x="a b"; export -p | grep " x="; readonly y=1; readonly -p | grep " y="
#> export x="a b"
#> readonly y="1"
