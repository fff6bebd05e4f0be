# export, readonly, unset

### export_value
export x=1; $SH -c 'echo $x'
#> 1

### export_later_assignment
export x; x=2; $SH -c 'echo $x'
#> 2

### export_unset_name_not_in_environment
unset u; export u; $SH -c 'echo ${u-none}'; u=v; $SH -c 'echo $u'
#> none
#> v

### export_value_with_blanks
v='a b'; export x="$v"; $SH -c 'echo "$x"'
#> a b

### export_value_unquoted_not_split
v='a b'; export x=$v; $SH -c 'echo "$x"'
#> a b

### export_p_reusable
export x="it's"; export -p >f; unset x; . ./f 2>/dev/null; echo "$x"
#> it's

### export_p_format
export zz='a b'; export -p | grep zz= | sed 's/declare -x/export/; s/"/'\''/g'
#> export zz='a b'

### export_bad_name [bash]
export 1a=x 2>/dev/null; echo $?
#> 1

### export_bad_name_ends_sh [sh]
$SH -c 'export 1a=x; echo no' 2>/dev/null; [ $? -ne 0 ] && echo failed
#> failed

### export_n [bash]
export x=1; export -n x; $SH -c 'echo ${x-none}'; echo $x
#> none
#> 1

### readonly_assign_error
$SH -c 'readonly x=1; x=2; echo no' 2>/dev/null; [ $? -ne 0 ] && echo failed
#> failed

### readonly_unset_error
$SH -c 'readonly x=1; unset x; echo no $?' 2>/dev/null | grep -v ' 1'; echo done
#> done

### readonly_assignment_error_in_subshell
readonly x=1; (x=2) 2>/dev/null; [ $? -ne 0 ] && echo failed; echo $x
#> failed
#> 1

### readonly_prefix_error [sh]
$SH -c 'readonly x=1; x=2 true; echo no' 2>/dev/null; [ $? -ne 0 ] && echo failed
#> failed

### readonly_for_loop [bash]
readonly i=1; for i in a; do echo no; done 2>/dev/null; echo $?
#> 1

### readonly_p
readonly zz=1; readonly -p | grep -c 'zz='
#> 1

### readonly_then_export
readonly r=1; export r; $SH -c 'echo $r'
#> 1

### readonly_message_names_variable
(readonly rr=1; rr=2) 2>&1 | grep -c rr
#> 1

### unset_variable
x=1; unset x; echo ${x-none}
#> none

### unset_exported
export x=1; unset x; $SH -c 'echo ${x-none}'; x=2; $SH -c 'echo ${x-none}'
#> none
#> none

### unset_several_and_missing
a=1 b=2; unset a nosuch b; echo $? ${a-x}${b-y}
#> 0 xy

### unset_f_v
f=1; f() { echo fn; }; unset -v f; f; unset -f f; f 2>/dev/null; echo $?
#> fn
#> 127

### unset_ifs_path
unset IFS; x='a b'; set -- $x; echo $#
#> 2

### unset_array_element [bash]
a=(1 2 3); unset 'a[1]'; echo ${#a[@]} ${!a[@]}; unset a; echo ${#a[@]}
#> 2 0 2
#> 0

### declare_forms [bash]
declare -i n=2+3; declare -r r=1; declare -x e=2; declare -a a; declare -A m; declare -l l=ABC; declare -u u=abc
echo $n $r $l $u; declare -p n r e a m
#> 5 1 abc ABC
#> declare -i n="5"
#> declare -r r="1"
#> declare -x e="2"
#> declare -a a
#> declare -A m

### declare_g [bash]
f() { declare -g x=1; declare y=2; }; f; echo $x ${y-none}
#> 1 none

### nameref [bash]
x=1; declare -n r=x; r=2; echo $x ${!r}
#> 2 x

### typeset_p_quoting [bash]
x=$'a\nb'; declare -p x; y="it's \"q\" \$v"; declare -p y
#> declare -- x=$'a\nb'
#> declare -- y="it's \"q\" \$v"

### assignment_prefix_not_kept_for_regular
x=o; x=p true; echo $x; x=p $SH -c 'echo $x'; echo $x
#> o
#> p
#> o

### assignment_prefix_kept_for_special [sh]
x=o; x=p :; echo $x; x=q eval :; echo $x
#> p
#> q

### assignment_prefix_special_not_kept_in_bash [bash]
x=o; x=p :; echo $x
#> o

### assignment_prefix_command_special_not_kept
x=o; x=p command :; echo $x
#> o

### append_assignment [bash]
x=a; x+=b; echo $x; declare -i n=1; n+=2; echo $n; a=(1); a+=(2 3); echo ${a[@]}
#> ab
#> 3
#> 1 2 3

### environment_value_with_newline
export x='a
b'; $SH -c 'echo "$x"'
#> a
#> b

### large_environment_value
export x=$(printf '%50000s' '' | tr ' ' x); $SH -c 'echo ${#x}'
#> 50000

### assign_path_then_run
PATH=/nonexistent; ls 2>/dev/null; echo $?
#> 127
