# Functions: POSIX 2.9.5, and `local` as Debian asks for it.

### define_and_call
f() { echo hi; }; f; f
#> hi
#> hi

### arguments
f() { echo $# "$1" "$*"; }; f a 'b c'; f
#> 2 a a b c
#> 0  

### positionals_restored
set -- x y; f() { set -- 1; shift; echo $#; }; f a b; echo $*
#> 0
#> x y

### dollar_zero_unchanged
f() { [ "$0" = "$z" ] && echo same; }; z=$0; f
#> same

### return_status
f() { return 3; echo no; }; f; echo $?
f() { false; return; }; f; echo $?
f() { (exit 4); }; f; echo $?
#> 3
#> 1
#> 4

### return_from_nested_loops
f() { for i in 1 2; do while :; do return 5; done; done; }; f; echo $?
#> 5

### return_in_condition
f() { if return 2; then echo no; fi; }; f; echo $?
#> 2

### empty_status_zero
f() { :; }; false; f; echo $?
#> 0

### body_any_compound
f() (echo sub; x=2); x=1; f; echo $x
g() if true; then echo if; fi; g
h() for i in 1 2; do echo $i; done; h
k() case $1 in a) echo case;; esac; k a
w() while read x; do echo "<$x>"; done; echo l | w
#> sub
#> 1
#> if
#> 1
#> 2
#> case
#> <l>

### newline_before_body
f()
{
echo body
}
f
#> body

### blanks_around_parens
f ( ) { echo b; }; f
#> b

### recursion
fact() { if [ $1 -le 1 ]; then echo 1; else echo $(( $1 * $(fact $(($1-1))) )); fi; }; fact 10
#> 3628800

### recursion_deep
f() { [ $1 -eq 0 ] && return; f $(($1-1)); }; f 500; echo done
#> done

### redefine_and_unset
f() { echo 1; }; f; f() { echo 2; }; f; unset -f f; f 2>/dev/null; echo $?
#> 1
#> 2
#> 127

### variables_are_global
f() { x=in; }; x=out; f; echo $x
#> in

### function_hides_builtin
cd() { echo "mine $1"; }; cd /x; command cd / && pwd
#> mine /x
#> /

### function_hides_program
ls() { echo fn; }; ls; command ls /dev/null; unset -f ls; ls /dev/null
#> fn
#> /dev/null
#> /dev/null

### function_not_exported
f() { :; }; $SH -c f 2>/dev/null; echo $?
#> 127

### assignment_prefix_on_function
f() { echo $x; $SH -c 'echo ${x-unset}'; }; unset x; x=v f; 
#> v
#> v

### assignment_prefix_undone_after_function [bash]
f() { x=inner; }; x=o; x=p f; echo $x
#> o

### name_same_as_variable
f=var; f() { echo fn $f; }; f
#> fn var

### definition_status_zero
false; f() { :; }; echo $?
#> 0

### function_in_pipeline_and_substitution
f() { echo "got $1"; return 2; }; f a | cat; x=$(f b); echo $? $x
#> got a
#> 2 got b

### function_calls_function_defined_later
f() { g; }; g() { echo g; }; f
#> g

### define_inside_function
f() { g() { echo inner; }; }; f; g
#> inner

### local_hides
f() { local x=in; echo $x; }; x=out; f; echo $x
#> in
#> out

### local_unset_after
f() { local x; x=1; }; unset x; f; echo ${x-unset}
#> unset

### local_dynamic_scope
f() { local x=f; g; echo $x; }; g() { echo $x; x=g; }; x=o; f; echo $x
#> f
#> g
#> o

### local_several
f() { local a=1 b c=3; b=2; echo $a $b $c; }; a=x; f; echo $a ${b-unset}
#> 1 2 3
#> x unset

### local_without_value_keeps [sh]
x=out; f() { local x; echo ${x-unset}; }; f
#> out

### local_without_value_unset [bash]
x=out; f() { local x; echo ${x-unset}; }; f
#> unset

### local_value_not_split
v='a b'; f() { local x=$v; echo "$x"; }; f
#> a b

### local_value_from_own_outer
x=1; f() { local x=$x$x; echo $x; }; f; echo $x
#> 11
#> 1

### local_recursive
f() { local n=$1; [ $n -gt 0 ] && f $((n-1)); echo -n "$n "; }; f 3; echo
#> 0 1 2 3 

### local_restored_on_return_in_loop
x=o; f() { local x=i; for j in 1; do return; done; }; f; echo $x
#> o

### local_ifs
f() { local IFS=:; set -- $1; echo $#; }; f a:b:c; set -- a:b; echo $#; x='a b'; set -- $x; echo $#
#> 3
#> 1
#> 2

### local_exported_visible_to_program
export x=o; f() { local x=i; $SH -c 'echo $x'; }; f; $SH -c 'echo $x'
#> i
#> o

### local_dash_options [sh]
f() { local -; set -f; echo *; }; touch a; f; echo *
#> *
#> a

### local_dash_options_bash [bash]
f() { local -; set -f; echo *; }; touch a; f; echo *
#> *
#> a

### local_outside_function_fails [bash]
local x=1 2>/dev/null; echo $?
#> 1

### local_in_subshell_of_function
f() { local x=i; (x=s; echo $x); echo $x; }; x=o; f; echo $x
#> s
#> i
#> o

### local_unset_inside_reveals_nothing_after
x=o; f() { local x=i; unset x; }; f; echo $x
#> o

### return_outside_function_in_script [sh]
echo a; return 3; echo b
#> a
#? 3

### return_in_dot_script
printf 'echo in\nreturn 4\necho no\n' >s; . ./s; echo $?
#> in
#> 4

### return_value_clipped [bash]
f() { return 257; }; f; echo $?
#> 1

### return_in_subshell_of_function
f() { (return 3; echo no); echo $?; }; f
#> 3

### return_status_in_trap
f() { trap 'echo t' USR1; kill -USR1 $$; return 6; }; f; echo $?
#> t
#> 6

### shift_in_function
f() { shift; echo $1; }; f a b; set -- q; f a b; echo $1
#> b
#> b
#> q

### at_in_function
f() { for i; do echo "<$i>"; done; }; f 'a b' '' c
#> <a b>
#> <>
#> <c>

### positional_modified_by_dot [sh]
printf 'echo $1\nset -- new\n' >s; f() { . ./s; echo $1; }; f arg
#> arg
#> new

### function_redirect_and_stdin
f() { read x; echo "got $x"; }; echo l >in; f <in; echo p | f
#> got l
#> got p

### function_name_with_digits_underscore
_f1() { echo ok; }; _f1
#> ok

### function_name_with_dash [bash]
a-b() { echo dash; }; a-b; a.b() { echo dot; }; a.b
#> dash
#> dot

### special_builtin_name_not_redefined_in_posix [posix]
eval 'export() { echo no; }' 2>/dev/null; echo not reached
#? 2

### unset_f_then_variable_left
f=1; f() { :; }; unset -f f; echo $f
#> 1

### unset_plain_prefers_variable
f=1; f() { echo fn; }; unset f; echo ${f-unset}; f
#> unset
#> fn

### type_reports_function
f() { :; }; type f | head -n 1 | grep -c function
#> 1

### command_v_reports_function
f() { :; }; command -v f
#> f

### long_argument_list
f() { echo $#; }; f $(seq 1 1000)
#> 1000

### function_with_here_doc_argument
f() { cat; }; f <<E
here $1
E
#> here 

### nested_definition_in_subshell
(f() { echo sub; }; (f); f)
#> sub
#> sub

### exit_in_function_ends_shell
$SH -c 'f() { exit 7; }; f; echo no'; echo $?
#> 7

### break_in_function_does_not_reach_caller [bash]
f() { break 2>/dev/null; echo after; }; for i in 1 2; do f; echo $i; done
#> after
#> 1
#> after
#> 2

### funcname_and_caller [bash]
f() { echo ${FUNCNAME[0]} ${FUNCNAME[1]}; g; }; g() { echo ${FUNCNAME[*]}; }; f
#> f main
#> g f main

### declare_f_prints [bash]
f() { if a; then b | c; fi; for i in 1 2; do echo "$i"; done; }
declare -f f
#> f () 
#> { 
#>     if a; then
#>         b | c;
#>     fi;
#>     for i in 1 2;
#>     do
#>         echo "$i";
#>     done
#> }

### recursion_without_end_is_an_error [own]
$SH -c 'f() { f; }; f' 2>err; s=$?; [ $s -ne 0 ] && [ $s -lt 128 ] && echo stopped
[ -s err ] && echo said
#> stopped
#> said

### function_call_with_redirected_error
f() { nosuch_cmd; }; f 2>err; echo $?; grep -c nosuch_cmd err
#> 127
#> 1

### export_f [bash]
f() { echo exported; }; export -f f; $SH -c f
#> exported
