# : true false eval exec exit shift set . command type hash times umask ulimit wait kill

### colon_and_true_ignore_arguments
: a b; echo $?; true x; echo $?; false y; echo $?
#> 0
#> 0
#> 1

### eval_joins
eval echo a 'b  c' '; echo d'
#> a b c
#> d

### eval_status
eval false; echo $?; eval; echo $?; false; eval ''; echo $?; eval '(exit 3)'; echo $?
#> 1
#> 0
#> 0
#> 3

### eval_sees_variables_and_sets
eval 'x=5; y=$x'; echo $y; eval "z=\$x"; echo $z
#> 5
#> 5

### eval_double_expansion
n=x x=val; eval echo \$$n; eval "echo \"\${$n}\""
#> val
#> val

### eval_multiline_and_functions
eval 'f() {
echo f
}
f'
#> f

### eval_return_and_break
f() { eval 'return 3'; echo no; }; f; echo $?; for i in 1 2; do eval break; done; echo $i
#> 3
#> 1

### eval_syntax_error [bash]
eval 'if' 2>/dev/null; echo $?; echo alive
#> 2
#> alive

### eval_syntax_error_ends_sh [sh]
$SH -c 'eval if; echo no' 2>/dev/null; [ $? -ne 0 ] && echo failed
#> failed

### eval_exit
$SH -c 'eval "exit 4"; echo no'; echo $?
#> 4

### eval_here_document_and_comment
eval 'cat <<E # c
x
E'
#> x

### exec_replaces
$SH -c 'exec echo replaced; echo no'
#> replaced

### exec_missing_ends
$SH -c 'exec /nosuch/x; echo no' 2>/dev/null; echo $?
#> 127

### exec_not_executable
: >f; $SH -c 'exec ./f; echo no' 2>/dev/null; echo $?
#> 126

### exec_directory
$SH -c 'exec /; echo no' 2>/dev/null; echo $?
#> 126

### exec_with_assignment
x=v exec $SH -c 'echo $x'
#> v

### exec_only_redirect_continues
exec >f; echo a; exec >&2; cat f >&2
#! a

### exec_a_and_c [bash]
$SH -c 'exec -a myname $SH -c "echo \$0"'
#> myname

### exit_status
$SH -c 'exit 3'; echo $?; $SH -c 'false; exit'; echo $?; $SH -c '(exit 5); exit'; echo $?
#> 3
#> 1
#> 5

### exit_in_subshell
(exit 2; echo no); echo $?
#> 2

### exit_bad_argument
$SH -c 'exit abc' 2>/dev/null; [ $? -ne 0 ] && echo nonzero
#> nonzero

### shift_default_and_n
set -- a b c d; shift; echo $*; shift 2; echo $*; shift 0; echo $*
#> b c d
#> d
#> d

### shift_too_many [bash]
set -- a; shift 2; echo $? $#
#> 1 1

### shift_too_many_sh [sh]
$SH -c 'set -- a; shift 2; echo no' 2>/dev/null; [ $? -ne 0 ] && echo failed
#> failed

### dot_reads_in_current_shell
echo 'x=5; f() { echo f; }' >s; . ./s; echo $x; f
#> 5
#> f

### dot_status_of_last
echo 'false' >s; . ./s; echo $?; : >e; false; . ./e; echo $?
#> 1
#> 0

### dot_searches_path
mkdir d; echo 'echo found' >d/s; PATH=$PWD/d:$PATH; . s
#> found

### dot_not_executable_needed
mkdir d; echo 'echo ok' >d/s; chmod 644 d/s; PATH=$PWD/d; . s
#> ok

### dot_missing_ends_sh [sh]
$SH -c '. ./nosuch; echo no' 2>/dev/null; [ $? -ne 0 ] && echo failed
#> failed

### dot_missing_bash [bash]
. ./nosuch 2>/dev/null; echo $?
#> 1

### dot_missing_by_command
command . ./nosuch 2>/dev/null; [ $? -ne 0 ] && echo alive
#> alive

### dot_positionals_kept
echo 'echo $1 $#' >s; set -- a b; . ./s
#> a 2

### dot_with_arguments [bash]
echo 'echo $1 $#' >s; set -- a b; . ./s x; echo $1
#> x 1
#> a

### dot_nested
echo '. ./t; echo s' >s; echo 'echo t' >t; . ./s
#> t
#> s

### dot_with_syntax_error_line
printf 'echo a\nif\n' >s; $SH -c '. ./s; echo no' 2>/dev/null | head -n 1
#> a

### dot_alias_of_source [bash]
echo 'echo sourced' >s; source ./s
#> sourced

### dot_exit
echo 'exit 3' >s; $SH -c '. ./s; echo no'; echo $?
#> 3

### dot_fifo_or_dev_stdin
echo 'echo from pipe' | { . /dev/stdin; }
#> from pipe

### command_skips_functions
echo() { printf 'fn\n'; }; command echo a
#> a

### command_v
command -v cd; command -v ls | grep -c '/ls$'; command -v if; f() { :; }; command -v f; command -v nosuch_x; [ $? -ne 0 ] && echo none
#> cd
#> 1
#> if
#> f
#> none

### command_v_alias [sh]
alias a='echo b'; command -v a
#> alias a='echo b'

### command_V
command -V cd | grep -c builtin; command -V nosuch_x >/dev/null 2>&1; [ $? -ne 0 ] && echo none
#> 1
#> none

### command_p
PATH=/nonexistent; command -p ls /dev/null
#> /dev/null

### command_not_found_status
nosuch_x 2>/dev/null; echo $?; command nosuch_x 2>/dev/null; echo $?
#> 127
#> 127

### command_special_builtin_error_not_fatal
command export 1a=x 2>/dev/null; [ $? -ne 0 ] && echo alive
#> alive

### command_with_options_end
command -- echo x; command; echo $?
#> x
#> 0

### type_kinds
type cd | grep -c 'builtin'; type ls | grep -c '/ls'; type if | grep -c 'keyword'; type nosuch_x >/dev/null 2>&1; [ $? -ne 0 ] && echo none
#> 1
#> 1
#> 1
#> none

### type_t [bash]
type -t cd ls if; f() { :; }; type -t f; type -p ls | grep -c ls; type -a cd | head -n 1
#> builtin
#> file
#> keyword
#> function
#> 1
#> cd is a shell builtin

### hash_remembers_and_forgets
hash ls; echo $?; hash -r; hash nosuch_x 2>/dev/null; [ $? -ne 0 ] && echo none
#> 0
#> none

### times_prints_two_lines
times | wc -l | tr -d ' '; times | grep -c '^[0-9]*m[0-9.]*s [0-9]*m[0-9.]*s$'
#> 2
#> 2

### umask_print_and_set
umask 027; umask; : >f; ls -l f | cut -c1-10; umask 0; umask
#> 0027
#> -rw-r-----
#> 0000

### umask_symbolic
umask 022; umask -S; umask u=rwx,g=rx,o=; umask; umask g+w; umask; umask a-x 2>/dev/null; umask -S
#> u=rwx,g=rx,o=rx
#> 0027
#> 0007
#> u=rw,g=rw,o=

### umask_bad
umask 999 2>/dev/null; [ $? -ne 0 ] && echo bad
#> bad

### ulimit_values
ulimit -n 64; ulimit -n; ulimit -Sn 32; ulimit -Sn; ulimit -Hn; ulimit -c 0; ulimit -c
#> 64
#> 32
#> 64
#> 0

### ulimit_raise_beyond_hard_fails [user]
ulimit -n 64; ulimit -n 128 2>/dev/null; [ $? -ne 0 ] && echo refused
#> refused

### ulimit_default_is_file_size
[ "$(ulimit)" = "$(ulimit -f)" ] && echo same
#> same

### ulimit_a_lists
ulimit -a | grep -c 'file'  | { read n; [ $n -gt 1 ] && echo several; }
#> several

### ulimit_file_size_enforced
(ulimit -f 1; trap '' XFSZ; head -c 5000 /dev/zero >f) 2>/dev/null; [ $? -ne 0 ] && echo limited
#> limited

### wait_statuses
(exit 3) & a=$!; (exit 4) & b=$!; wait $a; echo $?; wait $b; echo $?
#> 3
#> 4

### wait_several_gives_last
(exit 3) & a=$!; (exit 4) & b=$!; wait $a $b; echo $?; 
#> 4

### wait_unknown_pid
wait 999999 2>/dev/null; echo $?
#> 127

### wait_no_children
wait; echo $?
#> 0

### wait_twice
(exit 3) & a=$!; wait $a; echo $?
#> 3

### wait_after_finished
(exit 6) & a=$!; sleep 0.1; wait $a; echo $?
#> 6

### wait_jobspec
(exit 5) & wait %1; echo $?
#> 5

### wait_n [bash]
(exit 3) & wait -n; echo $?
#> 3

### jobs_lists [posix bash]
sleep 0.3 & jobs | grep -c 'sleep 0.3'; wait; jobs
#> 1

### jobs_p [posix bash]
sleep 0.2 & p=$!; [ "$(jobs -p)" = $p ] && echo same; wait
#> same

### kill_jobspec [posix bash]
sleep 5 & kill %1; wait $! 2>/dev/null; echo $?
#> 143

### fg_bg_without_job_control
fg 2>/dev/null; [ $? -ne 0 ] && echo no; bg 2>/dev/null; [ $? -ne 0 ] && echo no
#> no
#> no

### fc_absent_or_error_in_script [bash]
fc -l >/dev/null 2>&1; echo $?
#> 0

### true_false_with_redirect
true >f; [ -e f ] && echo made
#> made

### mapfile [bash]
printf 'a\nb\n' >f; mapfile -t a <f; echo ${#a[@]} ${a[1]}; readarray -n 1 b <f; echo "${b[0]}"
#> 2 b
#> a
#>

### pushd_popd_dirs [bash]
cd /; pushd /usr; dirs; popd; pwd
#> /usr /
#> /usr /
#> /
#> /

### enable_n [bash]
enable -n echo; type -t echo; enable echo; type -t echo
#> file
#> builtin

### builtin_command [bash]
cd() { echo fn; }; builtin cd /; pwd
#> /

### caller [bash]
f() { caller 0 | cut -d' ' -f1,2; }; f
#> 1 main

### let_and_arith_assign [bash]
let 'a=2+3' b=a*2; echo $a $b
#> 5 10

### shopt_o [bash]
shopt -so noglob; echo *; shopt -uo noglob
#> *

### builtin_option_errors
cd -Q 2>/dev/null; [ $? -ne 0 ] && echo 1; read -Q x 2>/dev/null </dev/null; [ $? -ne 0 ] && echo 2; umask -Q 2>/dev/null; [ $? -ne 0 ] && echo 3
#> 1
#> 2
#> 3

### kill_no_arguments
kill 2>/dev/null; [ $? -ne 0 ] && echo usage
#> usage

### let_status_of_kill_self_group_ignored
trap '' TERM; kill -TERM $$; echo alive
#> alive

### disown [bash]
sleep 0.1 & disown $!; jobs; echo done
#> done

### printf_v_local [bash]
f() { local v; printf -v v x; echo $v; }; f; echo "${v-none}"
#> x
#> none

### history_off_in_scripts [bash]
history | wc -l | tr -d ' '
#> 0

### suspend_without_job_control [bash]
suspend 2>/dev/null; echo $?
#> 1

### logout_in_script [bash]
logout 2>/dev/null; echo $?
#> 1

### help_exists [bash]
help cd | head -n 1
#> cd: cd [-L|[-P [-e]] [-@]] [dir]

### compgen_builtin [bash]
compgen -b cd; compgen -W 'abc abd x' ab
#> cd
#> abc
#> abd

### local_outside [bash]
(local x) 2>/dev/null; echo $?
#> 1

### times_in_subshell
(times) >/dev/null && echo ok
#> ok
