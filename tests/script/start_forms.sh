# How the shell is started: `sh` in POSIX, and what programs rely on.

### file_and_arguments
echo 'echo ${0##*/} "$@"' >s; $SH s a 'b c'; $SH ./s x
#> s a b c
#> s x

### dash_c
$SH -c 'echo $0 $1 $2 $#' n a b
#> n a b 2

### dash_c_name_default
$SH -c 'echo ${0##*/}' | grep -c sh
#> 1

### dash_c_after_options
$SH -e -c 'echo c'; $SH -ec 'echo ec'; $SH -c -e 'echo c-e'
#> c
#> ec
#> c-e

### dash_c_double_dash
$SH -c -- 'echo system'
#> system

### dash_c_several_lines_and_status
$SH -c 'echo a
exit 3'; echo $?
#> a
#> 3

### dash_c_empty
$SH -c ''; echo $?
#> 0

### dash_c_missing_argument
$SH -c 2>/dev/null; echo $?
#> 2

### dash_c_syntax_error
$SH -c 'if' 2>/dev/null; echo $?; $SH -c 'echo a; )' 2>/dev/null; echo $?
#> 2
#> 2

### dash_s
echo 'echo $1 $#' | $SH -s a b
#> a 2

### dash_s_double_dash
echo 'echo $1' | $SH -s -- -x
#> -x

### stdin_script
echo 'echo from stdin' | $SH
#> from stdin

### stdin_dash_operand
echo 'echo dash' | $SH -
#> dash

### option_bundle
echo 'echo $-' >s; $SH -efu s | grep -c e | tr -d ' '; $SH -euf s | grep -q f && echo f
#> 1
#> f

### plus_option
echo 'false; echo on' >s; $SH -e +e s
#> on

### o_option_name
$SH -o errexit -c 'false; echo no'; echo $?; $SH +o errexit -c 'false; echo on'
#> 1
#> on

### o_bad_name
$SH -o nosuch -c : 2>/dev/null; [ $? -ne 0 ] && echo bad
#> bad

### bad_option_status_2
$SH -Z -c : 2>/dev/null; echo $?
#> 2

### double_dash_then_file
echo 'echo file $1' >./-s; $SH -- ./-s a
#> file a

### missing_file_127 [posix bash]
$SH ./nosuch 2>/dev/null; echo $?
#> 127

### missing_file_message
$SH ./nosuch 2>&1 | grep -c nosuch
#> 1

### directory_126 [bash]
mkdir d; $SH ./d 2>/dev/null; echo $?
#> 126

### unreadable_126 [bash user]
echo : >f; chmod 0 f; $SH ./f 2>/dev/null; echo $?
#> 126

### script_searched_in_path [bash]
mkdir d; echo 'echo found' >d/scr; PATH=$PWD/d:$PATH; $SH scr
#> found

### script_in_cwd_before_path
echo 'echo here' >scr; $SH scr
#> here

### interpreter_line
printf '#!%s\necho "$1"\n' "$(command -v $SH)" >s; chmod +x s; ./s arg
#> arg

### interpreter_line_with_option
printf '#!%s -e\nfalse\necho no\n' "$(command -v $SH)" >s; chmod +x s; ./s; echo $?
#> 1

### no_interpreter_line_runs_as_script
echo 'echo plain $1' >s; chmod +x s; ./s a
#> plain a

### no_interpreter_line_has_clean_state
echo 'echo ${v-unset} $#' >s; chmod +x s; v=1; set -- a b; ./s
#> unset 0

### binary_garbage_not_run [bash]
printf '\177ELF\0\0garbage\n' >s; chmod +x s; ./s 2>/dev/null; echo $?
#> 126

### empty_file_runs
: >s; chmod +x s; ./s; echo $?
#> 0

### interpreter_missing
printf '#!/nosuch/interp\n' >s; chmod +x s; ./s 2>/dev/null; echo $?
#> 127

### login_shell_reads_profile
echo 'echo profile' >"$HOME/.profile"; $SH -l -c 'echo cmd' 2>/dev/null | tail -n 2
#> profile
#> cmd

### login_shell_by_argv0 [bash]
echo 'echo profile' >"$HOME/.profile"; echo 'echo cmd' | $SH -c 'exec -a -sh sh' 2>/dev/null | tail -n 2; echo end
#> profile
#> cmd
#> end

### bash_login_profile_order [bash]
echo 'echo bash_profile' >"$HOME/.bash_profile"; echo 'echo profile' >"$HOME/.profile"; $SH -l -c 'echo cmd' | tail -n 2
#> bash_profile
#> cmd

### noprofile_norc [bash]
echo 'echo profile' >"$HOME/.profile"; $SH --noprofile --norc -l -c 'echo cmd'
#> cmd

### posix_long_option [bash]
$SH --posix -c 'set -o | grep posix'
#> posix          	on

### version_option [bash]
$SH --version >/dev/null; echo $?
#> 0

### help_option [bash]
$SH --help >/dev/null; echo $?
#> 0

### dash_i_noninteractive_stdin_c
$SH -i -c 'case $- in *i*) echo i;; esac' 2>/dev/null </dev/null
#> i

### argv0_of_function_messages
$SH -c 'nosuch_cmd_z' name 2>&1 | grep -c '^name'
#> 1

### message_names_script_and_line
printf '\n\nnosuch_cmd_z\n' >s; $SH s 2>&1 | grep -c '^s: .*3: .*nosuch_cmd_z'
#> 1

### environment_passed
A=1 B='x y' $SH -c 'echo "$A$B"'
#> 1x y

### closed_stdin
$SH -c 'echo ok' <&-
#> ok

### closed_stdout_stderr
$SH -c 'echo x; exit 3' >&- 2>&-; echo $?
#> 3

### all_closed
$SH -c 'exit 4' <&- >&- 2>&-; echo $?
#> 4

### closed_stdin_then_open_gets_no_surprise
echo data >f; $SH -c 'exec 3<f; read x <&3; echo $x' <&-
#> data

### closed_stdout_file_not_clobbered
$SH -c 'echo text >f; echo lost; cat f >g' >&- 2>/dev/null; cat f; cat g
#> text
#> text

### shell_level_of_exit_status_clipping
$SH -c 'exit 256'; echo $?
#> 0

### rcfile_not_read_in_scripts
echo 'echo rc' >"$HOME/.bashrc"; $SH -c 'echo no rc'
#> no rc

### arguments_with_odd_bytes
$SH -c 'printf %s "$1" | od -An -tx1' n "$(printf '\351\001')"
#>  e9 01

### very_long_argument
$SH -c 'echo ${#1}' n "$(printf '%100000s' x)"
#> 100000

### many_arguments
$SH -c 'echo $#' n $(seq 1 3000)
#> 3000

### reads_script_as_it_runs
printf 'echo a\nexit\nif then syntax error\n' >s; $SH s; echo $?
#> a
#> 0

### script_appended_while_running
printf 'echo one\necho "echo two" >>s\n' >s; $SH s
#> one
#> two

### posixly_correct [bash]
POSIXLY_CORRECT=1 $SH -c 'set -o | grep posix | tr -d " \t"'
#> posixon

### restricted_is_accepted [bash]
$SH -r -c 'cd /' 2>/dev/null; echo $?
#> 1

### O_option [bash]
$SH -O extglob -c 'shopt extglob'; $SH +O extglob -c 'shopt extglob'
#> extglob        	on
#> extglob        	off
#? 1

### exec_c_single_command_status
$SH -c 'nosuch_cmd' 2>/dev/null; echo $?; $SH -c '/'  2>/dev/null; echo $?
#> 127
#> 126
