# Exit statuses: POSIX 2.8; errors that end a shell and those that must not.

### not_found_127
nosuch_cmd 2>/dev/null; echo $?
#> 127

### not_found_message_names_it
nosuch_cmd
#! ../case.sh: *1: nosuch_cmd: *not found
#? 127

### not_executable_126
: >f; ./f 2>/dev/null; echo $?
#> 126

### not_executable_message
: >f; ./f
#! *./f*ermission denied
#? 126

### directory_126
mkdir d; ./d 2>/dev/null; echo $?; / 2>/dev/null; echo $?
#> 126
#> 126

### missing_with_slash_127
./nosuch 2>/dev/null; echo $?; /nosuch/x 2>/dev/null; echo $?
#> 127
#> 127

### path_through_file_126_or_127 [sh]
: >f; ./f/x 2>/dev/null; echo $?
#> 127

### path_not_executable_found_later
mkdir a b; : >a/t; printf '#!/bin/sh\necho b\n' >b/t; chmod +x b/t; PATH=$PWD/a:$PWD/b:$PATH; t
#> b

### path_only_not_executable_126 [posix bash]
mkdir a; : >a/t; PATH=$PWD/a; t 2>/dev/null; echo $?
#> 126

### path_directory_named_like_command
mkdir -p a/t; PATH=$PWD/a; t 2>/dev/null; [ $? -gt 125 ] && echo not run
#> not run

### signal_128_plus
$SH -c 'kill -KILL $$'; echo $?
#> 137
#! ...

### signal_in_subshell_of_builtin
(kill -TERM $($SH -c 'echo $PPID')) 2>/dev/null; echo $?
#> 143
#! Terminated

### argument_list_too_long
x=$(printf '%200000s' '' | tr ' ' x); /bin/true $x $x 2>/dev/null; echo $?
#> 126

### status_of_empty_command_with_redirect
false; >f; echo $?
#> 0

### status_of_assignment_only
false; x=1; echo $?
#> 0

### status_255_and_wrap
(exit 255); echo $?; (exit 256); echo $?
#> 255
#> 0

### special_builtin_syntax_error_fatal [sh]
$SH -c 'shift -x; echo no' 2>/dev/null; [ $? -ne 0 ] && echo ended
#> ended

### special_builtin_in_bash_not_fatal [bash]
shift -x 2>/dev/null; echo on
#> on

### regular_builtin_error_not_fatal
cd /nosuch 2>/dev/null; echo on; read 2>/dev/null </dev/null; echo on; umask zzz 2>/dev/null; echo on; kill zzz 2>/dev/null; echo on
#> on
#> on
#> on
#> on

### variable_assignment_error_fatal [sh]
$SH -c 'readonly r=1; r=2; echo no' 2>/dev/null; [ $? -ne 0 ] && echo ended
#> ended

### variable_assignment_error_bash [bash]
$SH -c 'readonly r=1
r=2
echo on $?' 2>/dev/null
#> on 1

### expansion_error_fatal
$SH -c 'echo ${x?}; echo no' 2>/dev/null; [ $? -ne 0 ] && echo ended
#> ended

### expansion_error_in_subshell_not_fatal
(echo ${x?}) 2>/dev/null; echo on
#> on

### redirect_error_in_function_call_not_fatal
f() { :; }; f </nosuch 2>/dev/null; echo on
#> on
#! ../case.sh: *1:* /nosuch: No such file*

### redirect_error_compound_not_fatal
{ :; } </nosuch 2>/dev/null; echo on; (:) </nosuch 2>/dev/null; echo on; for i in 1; do :; done </nosuch 2>/dev/null; echo on
#> on
#> on
#> on
#! ../case.sh: *1:* /nosuch: No such file*
#! ../case.sh: *1:* /nosuch: No such file*
#! ../case.sh: *1:* /nosuch: No such file*

### redirect_error_special_fatal [sh]
$SH -c 'eval : </nosuch; echo no' 2>/dev/null; [ $? -ne 0 ] && echo ended
#> ended

### redirect_error_special_posix [posix]
$SH -c 'eval : </nosuch; echo no' 2>/dev/null; [ $? -ne 0 ] && echo ended
#> ended

### redirect_error_special_bash [bash]
eval : </nosuch 2>/dev/null; echo on
#> on
#! ../case.sh: line 1: /nosuch: No such file or directory

### arith_error_fatal_for_line [sh]
$SH -c 'echo $((1/0))
echo no' 2>/dev/null; [ $? -ne 0 ] && echo ended
#> ended

### arith_error_fatal_for_line [bash]
$SH -c 'echo $((1/0))
echo no' 2>/dev/null; [ $? -ne 0 ] && echo ended
#> no
#? 1

### command_not_found_not_fatal
nosuch 2>/dev/null; echo on
#> on

### exec_failure_fatal
$SH -c 'exec nosuch; echo no' 2>/dev/null; echo $?
#> 127

### return_at_top_level_of_dot
echo 'return 5' >s; . ./s; echo $?
#> 5

### dot_not_found_fatal_sh [sh]
$SH -c '. /nosuch/x; echo no' 2>/dev/null; [ $? -ne 0 ] && echo ended
#> ended

### exit_uses_last_status
$SH -c '(exit 9); exit'; echo $?
#> 9

### exit_status_of_script_is_last
printf 'true\n(exit 6)\n' >s; $SH s; echo $?
#> 6

### exit_status_after_trap_exit
$SH -c 'trap "exit" EXIT; (exit 3)'; echo $?
#> 3

### emfile_is_an_error_not_a_crash
$SH -c 'ulimit -n 6; exec 3</dev/null 4</dev/null 5</dev/null; echo x >f; [ $? -ne 0 ] && echo refused' 2>/dev/null; [ $? -lt 128 ] && echo no crash
#> refused
#> no crash

### full_disk_program
/bin/echo x >/dev/full 2>/dev/null; echo $?
#> 1

### full_disk_builtin_in_condition
if echo x >/dev/full 2>/dev/null; then echo wrong; else echo noticed; fi
echo x 2>/dev/null >/dev/full && echo wrong; echo on
#> noticed
#> on

### full_disk_buffered_loop
for i in 1 2 3; do echo $i || echo "failed $i" >&2; done >/dev/full 2>f; grep -c failed f
#> 3

### full_disk_exit_status_of_shell
$SH -c 'echo x' >/dev/full 2>/dev/null; echo $?
#> 1

### deep_subshell_nesting
x=:; i=0; while [ $i -lt 50 ]; do x="( $x )"; i=$((i+1)); done; eval "$x"; echo $?
#> 0

### deep_function_recursion_ok
f() { [ $1 -gt 0 ] && { f $(($1-1)); return; }; echo bottom; }; f 800
#> bottom

### deep_eval_recursion_ok
f() { [ $1 -gt 0 ] && { eval "f $(($1-1))"; return; }; echo bottom; }; f 200
#> bottom

### recursion_in_substitution
f() { [ $1 -gt 0 ] && { echo $(f $(($1-1))); return; }; echo bottom; }; f 30
#> bottom

### dot_recursion_without_end_is_an_error [own]
echo '. ./s' >s; $SH s 2>/dev/null; s=$?; [ $s -ne 0 ] && [ $s -lt 128 ] && echo stopped
#> stopped

### eval_recursion_without_end_is_an_error [own]
$SH -c 'f() { eval f; }; f' 2>/dev/null; s=$?; [ $s -ne 0 ] && [ $s -lt 128 ] && echo stopped
# Not as forked processes, of which there would be thousands.
export SKOSHOPTS=
$SH -c 'f() { x=$(f); }; f' 2>/dev/null; s=$?; [ $s -lt 128 ] && echo stopped
$SH -c 'f() { (f); }; f' 2>/dev/null; s=$?; [ $s -lt 128 ] && echo stopped
#> stopped
#> stopped
#> stopped
