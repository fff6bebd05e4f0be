# What went wrong in other shells that run subshells without a process: each number is one known class of bugs.

### hazard_01_function_redefined_in_subshell
f() { echo outer; }
(f() { echo inner; }; f)
f
#> inner
#> outer

### hazard_01_function_unset_in_subshell
f() { echo outer; }
(unset -f f; f 2>/dev/null; echo $?)
f
#> 127
#> outer

### hazard_01_function_defined_in_subshell_is_gone
(g() { echo inner; }; g)
g 2>/dev/null; echo $?
#> inner
#> 127

### hazard_01_function_over_builtin_in_subshell
(echo() { printf 'mine\n'; }; echo x)
echo x
#> mine
#> x

### hazard_01_function_defined_by_eval_in_substitution
f() { echo outer; }
x=$(eval 'f() { echo inner; }'; f)
echo $x; f
#> inner
#> outer

### hazard_01_define_and_run_many_rounds
i=0
while [ $i -lt 3000 ]; do
  (f() { i=x; }; f)
  i=$((i+1))
done
echo $i
#> 3000

### hazard_01_function_redefined_while_it_runs
f() { f() { echo second; }; echo first; }
f; f
#> first
#> second

### hazard_01_function_unset_while_it_runs_in_subshell
f() { unset -f f; echo still; }
(f; f 2>/dev/null; echo $?)
f
#> still
#> 127
#> still

### hazard_02_alias_set_in_subshell [sh]
alias e='echo outer'
(alias e='echo inner'
eval e)
e
#> inner
#> outer

### hazard_02_alias_unset_in_subshell [sh]
alias e='echo outer'
(unalias e; alias e 2>/dev/null; echo $?)
e
#> 1
#> outer

### hazard_02_alias_in_substitution_to_null
x=$(alias e=x >/dev/null); echo "[$x]"
alias e 2>/dev/null; echo $?
#> []
#> 1

### hazard_03_array_in_subshell [bash]
a=(1 2 3)
(a[1]=x; a+=(4); unset 'a[0]'; echo "${a[@]}" "${!a[@]}")
echo "${a[@]}" "${!a[@]}"
#> x 3 4 1 2 3
#> 1 2 3 0 1 2

### hazard_03_associative_in_subshell [bash]
declare -A m=([k]=v)
(m[k]=w; m[n]=1; unset 'm[k]'; echo "${!m[@]}")
echo "${!m[@]}" "${m[k]}"
#> n
#> k v

### hazard_03_attributes_in_subshell [bash]
x=1
(declare -i x; x=2+3; echo $x; declare -u y=abc; echo $y)
x=2+3; echo $x "${y-unset}"
#> 5
#> ABC
#> 2+3 unset

### hazard_03_readonly_in_subshell
x=1
(readonly x; x=2) 2>/dev/null; [ $? -ne 0 ] && echo refused
x=3; echo $x
#> refused
#> 3

### hazard_03_readonly_special_in_subshell
(readonly IFS PATH OPTIND)
IFS=: PATH=$PATH OPTIND=1
echo ok
#> ok

### hazard_03_export_in_subshell
x=1
(export x; env | grep -c '^x=')
env | grep -c '^x='
#> 1
#> 0
#? 1

### hazard_03_unset_in_subshell
x=1
(unset x; echo "${x-none}")
echo $x
#> none
#> 1

### hazard_04_path_unset_in_subshell
mkdir d; printf '#!/bin/sh\necho tool\n' >d/tool; chmod +x d/tool
(unset PATH; PATH=$PWD/d; tool)
PATH=$PATH:$PWD/d; (PATH=/nonexistent; tool 2>/dev/null; echo $?)
tool
#> tool
#> 127
#> tool

### hazard_04_ifs_unset_in_subshell
IFS=:
x=a:b
(unset IFS; set -- $x; echo $#)
set -- $x; echo $#
#> 1
#> 2

### hazard_04_readonly_path_restored
readonly PATH
(:); x=$(echo hi); echo $x
(PATH=x) 2>/dev/null || echo refused
ls /dev/null
#> hi
#> refused
#> /dev/null

### hazard_05_hash_in_subshell [sh]
hash -r
(ls >/dev/null; hash | grep -c ls)
hash | grep -c ls
#> 1
#> 0
#? 1

### hazard_05_lineno_after_subshell [posix bash]
(:
:
:)
echo $LINENO
#> 4

### hazard_05_optind_in_subshell
set -- -a -b
getopts ab o
(getopts ab o; echo $o $OPTIND)
getopts ab o; echo $o $OPTIND
#> b 3
#> b 3

### hazard_05_random_in_subshell [bash]
RANDOM=42; a=$RANDOM
RANDOM=42; (b=$RANDOM; b=$RANDOM)
[ $RANDOM = $a ] && echo same
#> same

### hazard_05_status_after_subshell
(exit 3)
echo $?
x=$(exit 4); echo $?
(false); (true); echo $?
#> 3
#> 4
#> 0

### hazard_05_positional_in_subshell
set -- a b c
(shift; set -- "$@" z; echo $*)
x=$(shift 2; echo $*)
echo $* $x
#> b c z
#> a b c c

### hazard_06_noglob_in_subshell
touch f1 f2
(set -f; echo f*)
echo f*
#> f*
#> f1 f2

### hazard_06_errexit_in_subshell
(set -e; :)
false
echo alive
(set -e; false; echo no)
echo $?
#> alive
#> 1

### hazard_06_all_options_in_subshell
a=$-
(set -aefuC)
[ "$a" = "$-" ] && echo same
#> same

### hazard_06_errexit_inherited_by_subshell
set -e
(false; echo no) || echo suppressed
(:; false; echo no)
echo not reached
#> no
#? 1

### hazard_06_errexit_off_in_bash_substitution [bash]
set -e
x=$(false; echo on)
echo $x
#> on

### hazard_06_errexit_on_in_posix_substitution [posix]
set -e
x=$(false; echo on)
echo not reached $x
#? 1

### hazard_06_ifs_cwd_args_in_substitution
mkdir d
set -- 1 2
x=$(IFS=:; cd d; set -- 9; echo "$*"; basename "$PWD")
echo "$x" "$*" "${IFS#??}x" | tr '\n' .
[ -d d ] && echo back
#> 9.d 1 2 .x.back

### hazard_06_shopt_in_subshell [bash]
(shopt -s nullglob; echo none*)
echo none*
#>
#> none*

### hazard_07_shared_state_substitution_nested_in_virtual [bash]
x=1
( y=$(x=2; (x=3; echo $x); echo $x); echo "$y" $x )
echo $x
#> 3
#> 2 1
#> 1

### hazard_07_ulimit_three_levels_deep
a=$(ulimit -n)
( : $( (ulimit -n 50; ulimit -n) ) )
( x=$( (ulimit -n 50; ulimit -n) ); echo $x )
[ "$a" = "$(ulimit -n)" ] && echo kept
#> 50
#> kept

### hazard_08_status_clipped
(exit 256); echo $?
(exit 257); echo $?
x=$(exit 300); echo $?
f() { return 200; }; (f); echo $?
#> 0
#> 1
#> 44
#> 200

### hazard_08_exit_negative [bash]
(exit -1); echo $?
(exit -256); echo $?
#> 255
#> 0

### hazard_08_death_by_signal_shows
($SH -c 'kill -TERM $$'); echo $?
(kill -9 $($SH -c 'echo $PPID') ; sleep 5) 2>/dev/null; echo $?
#> 143
#> 137
#! ...

### hazard_09_dollar_dollar_same_in_subshell
a=$$; (b=$$; [ $a = $b ] && echo same)
c=$(echo $$); [ $a = $c ] && echo same
#> same
#> same

### hazard_09_child_parent_is_shell_process
(p=$($SH -c 'echo $PPID'); [ -n "$p" ] && echo some)
p=$($SH -c 'echo $PPID'; :); [ -n "$p" ] && echo some
#> some
#> some

### hazard_09_bashpid_differs [bash]
(test $BASHPID != $$ && echo differs)
x=$(echo $BASHPID); [ $x != $$ ] && echo differs
[ $BASHPID = $$ ] && echo same
(a=$BASHPID; b=$BASHPID; [ $a = $b ] && echo stable; (test $BASHPID != $a && echo deeper))
#> differs
#> differs
#> same
#> stable
#> deeper

### hazard_09_background_exec_keeps_pid
(echo started; exec sleep 0) & p=$!
wait $p; echo $?
#> started
#> 0

### hazard_10_cd_to_unsearchable_and_back [user]
mkdir a; cd a; here=$PWD
(chmod 0 "$here"; cd / && echo away)
chmod 755 "$here"; touch made
pwd | grep -c '/a$'; ls "$here"
#> away
#> 1
#> made

### hazard_10_cwd_restored_by_directory_not_path
mkdir a; cd a
(cd /; mv "$OLDPWD" "$OLDPWD.moved"; mkdir "$OLDPWD")
touch here
ls ../a.moved ../a | tr '\n' ' '
#> ../a:  ../a.moved: here 
#\

### hazard_11_deleted_cwd_commands_run
mkdir a; cd a; rmdir ../a
echo still; (echo sub); x=$(echo subst); echo $x
cd / && pwd
#> still
#> sub
#> subst
#> /

### hazard_11_deleted_cwd_cd_in_subshell
mkdir a; cd a; rmdir ../a
(cd / && echo ok)
echo after
#> ok
#> after

### hazard_11_pwd_unset
unset PWD
(cd / && pwd)
cd / && echo $PWD
#> /
#> /

### hazard_11_pwd_wrong_in_environment
PWD=/nonsense $SH -c 'cd . && [ "$PWD" = "$(/bin/pwd)" ]' && echo right
#> right

### hazard_12_kernel_cwd_follows
mkdir d
cd d
[ "$(readlink /proc/$$/cwd)" = "$PWD" ] && echo same
(cd /; readlink /proc/self/cwd)
[ "$(readlink /proc/$$/cwd)" = "$PWD" ] && echo same
#> same
#> /
#> same

### hazard_13_umask_in_subshell
umask 022
(umask 077; umask; touch a)
umask; touch b
ls -l a b | cut -c1-10
#> 0077
#> 0022
#> -rw-------
#> -rw-r--r--

### hazard_13_umask_in_substitution
umask 022
x=$(umask 0; umask); echo $x; umask
#> 0000
#> 0022

### hazard_13_ulimit_in_subshell
a=$(ulimit -n)
(ulimit -n 40; [ "$(ulimit -n)" = 40 ] && echo set)
[ "$(ulimit -n)" = "$a" ] && echo kept
#> set
#> kept

### hazard_14_exec_redirect_in_subshell
exec 9>f
(exec 9>&1; echo inner >&9)
echo outer >&9
cat f
#> inner
#> outer

### hazard_14_exec_close_in_subshell
exec 8>f
(exec 8>&-; echo x 2>/dev/null >&8; [ $? -ne 0 ] && echo closed)
echo ok >&8; cat f
#> closed
#> ok

### hazard_14_exec_stdout_in_subshell
(exec >f; echo hidden)
echo shown
cat f
#> shown
#> hidden

### hazard_14_exec_stdin_in_subshell
printf 'a\nb\n' >f; printf 'x\n' >g
exec <f
(exec <g; read y; echo $y)
read y; echo $y
#> x
#> a

### hazard_14_new_descriptor_in_subshell_is_gone
(exec 7>f)
{ echo x >&7; } 2>/dev/null; [ $? -ne 0 ] && echo closed
#> closed

### hazard_14_pipe_read_end_not_kept
x=$( (sleep 0.05; echo late) | cat ); echo $x
yes | head -n 1
#> late
#> y

### hazard_14_no_descriptors_leak_into_programs
ls /proc/self/fd >before
{ ls /proc/self/fd; } | cat >in_group
(ls /proc/self/fd) >in_subshell
x=$(ls /proc/self/fd); echo "$x" >in_substitution
while read line; do ls /proc/self/fd; break; done <before >in_loop
exec 5>f
ls /proc/self/fd >with_five; exec 5>&-
ls /proc/self/fd >after
for f in in_group in_subshell in_substitution after; do cmp before $f; done
diff before with_five | grep '^[<>]'
sed 1d in_loop | wc -l | { read n; read m <<E; [ $n -le $((m+2)) ] && echo few; }
$(wc -l <before)
E
#> > 5
#> few

### hazard_14_process_substitution_descriptors_close [bash]
i=0
while [ $i -lt 50 ]; do read x < <(echo $i); i=$((i+1)); done
echo $x; ls /proc/$$/fd | wc -l | { read n; [ $n -lt 10 ] && echo few; }
#> 49
#> few

### hazard_15_exec_in_subshell_ends_only_it
(exec echo replaced; echo no)
echo after
x=$(exec echo captured; echo no); echo $x
#> replaced
#> after
#> captured

### hazard_15_exec_failure_in_subshell
(exec /nonexistent/program; echo no) 2>/dev/null
echo $?
#> 127

### hazard_16_traps_reset_in_subshell
trap 'echo parent' USR1 EXIT
(trap - EXIT; kill -USR1 $($SH -c 'echo $PPID'); echo not reached) 2>/dev/null
echo $?
trap - EXIT
#> 138
#! *User defined signal 1*

### hazard_16_ignored_stays_ignored
trap '' USR1
(kill -USR1 $($SH -c 'echo $PPID'); echo alive)
$SH -c 'kill -USR1 $$; echo alive too'
#> alive
#> alive too

### hazard_16_trap_lists_parents_in_substitution [posix bash]
trap 'echo x' INT
y=$(trap)
echo "$y" | sed 's/SIGINT/INT/'
#> trap -- 'echo x' INT

### hazard_16_trap_set_in_subshell_is_gone
(trap 'echo t' USR1)
trap

### hazard_16_exit_trap_not_inherited
trap 'echo end' EXIT
(echo in)
x=$(echo sub); echo $x
echo a | cat
#> in
#> sub
#> a
#> end

### hazard_17_exit_trap_in_subshell
(trap 'echo bye' EXIT; echo in)
echo out
#> in
#> bye
#> out

### hazard_17_exit_trap_in_substitution
x=$(trap 'echo bye' EXIT; echo in)
echo "$x"
#> in
#> bye

### hazard_17_exit_trap_in_pipeline_stage
{ trap 'echo bye' EXIT; echo in; } | cat
echo x | { trap 'echo last' EXIT; read y; echo $y; }
#> in
#> bye
#> x
#> last

### hazard_17_exit_trap_in_process_substitution [bash]
cat <(trap 'echo bye' EXIT; echo in)
#> in
#> bye

### hazard_17_exit_trap_sees_status_and_variables
(x=7; trap 'echo $? $x' EXIT; exit 3); echo $?
#> 3 7
#> 3

### hazard_17_exit_trap_in_subshell_with_signal_trap
(trap 'echo bye' EXIT; trap : USR1; kill -USR1 $($SH -c 'echo $PPID'); echo in)
#> in
#> bye

### hazard_17_exit_trap_in_background
(trap 'echo bye' EXIT; echo in) & wait
#> in
#> bye

### hazard_17_exit_trap_nested
(trap 'echo outer' EXIT; (trap 'echo inner' EXIT; :); echo between)
#> inner
#> between
#> outer

### hazard_17_exit_in_exit_trap
(trap 'exit 5' EXIT; exit 3); echo $?
#> 5

### hazard_18_signal_trap_in_subshell_runs_there
(trap 'echo caught' USR1; kill -USR1 $($SH -c 'echo $PPID'); echo after)
echo parent
#> caught
#> after
#> parent

### hazard_18_signal_to_parent_from_subshell
trap 'echo parent got it' USR1
(kill -USR1 $$)
echo done
#> parent got it
#> done

### hazard_18_debug_trap_not_in_subshell [bash]
trap 'echo D' DEBUG
(:)
trap - DEBUG
#> D

### hazard_18_many_subshells_with_traps
i=0
while [ $i -lt 300 ]; do (trap 'x=1' EXIT; trap '' HUP); i=$((i+1)); done
trap; echo $i
#> 300

### hazard_19_sigint_after_external_in_subshell
(true; /bin/true; kill -INT $$; sleep 2; echo no) & 
wait $! 2>/dev/null
$SH -c '(/bin/true; kill -INT $$; echo sub); echo no' 2>/dev/null; echo $?
#? 130

### hazard_20_sigpipe_in_subshell_pipeline_spares_script
( yes | head -n 1 ); echo $?
x=$(yes | head -n 1); echo $x
(while :; do echo y; done) 2>/dev/null | head -n 1
echo alive
#> y
#> 0
#> y
#> y
#> alive

### hazard_20_sigpipe_inherited_ignored [bash]
trap '' PIPE
$SH -c '(sleep 0.05; echo x 2>/dev/null || echo failed >&2) | true' 2>&1
$SH -c 'trap' | sed 's/SIG//'
#> failed
#> trap -- '' PIPE

### hazard_20_sigpipe_ignored_gives_a_status
trap '' PIPE
$SH -c '(sleep 0.05; echo x 2>/dev/null || echo failed >&2) | true' 2>&1
#> failed

### hazard_20_full_device_status
echo x >/dev/full
echo $?
printf x >/dev/full
echo $?
#> 1
#> 1
#! ../case.sh: *1: echo: *: *
#! ../case.sh: *3: printf: *: *

### hazard_20_full_device_group_last_status
{ echo x; } >/dev/full; echo $?
f() { echo x; }; f >/dev/full; echo $?
pwd >/dev/full; echo $?
#> 1
#> 1
#> 1
#! ../case.sh: *1: echo: *: *
#! ../case.sh: *2: echo: *: *
#! ../case.sh: *3: pwd: *: *

### hazard_20_full_device_then_next_command_is_clean
echo x >/dev/full
echo fine
#> fine
#! ../case.sh: *1: echo: *: *

### hazard_20_closed_stdout_status
echo x >&-
echo $?
#> 1
#! ../case.sh: *1: echo: *: *

### hazard_22_exec_last_command_keeps_trap
$SH -c 'trap "echo trapped" EXIT; /bin/echo last'
(trap 'echo trapped' EXIT; /bin/echo last)
x=$(trap 'echo t' EXIT; /bin/true); echo $x
#> last
#> trapped
#> last
#> trapped
#> t

### hazard_22_exec_last_keeps_pipefail [bash]
set -o pipefail
(false | /bin/true); echo $?
$SH -o pipefail -c 'false | /bin/true'; echo $?
#> 1
#> 1

### hazard_22_last_command_negated
$SH -c '! /bin/false'; echo $?
(! /bin/true); echo $?
#> 0
#> 1

### hazard_23_nested_subshell_with_background
( ( sleep 0.05 & ) )
( ( : & ) ; echo a )
echo b
#> a
#> b

### hazard_23_jobs_survive_substitutions
sleep 0.2 & p=$!
x=$(echo a); y=$(echo b); (:)
wait $p; echo $? $x$y
#> 0 ab

### hazard_23_no_job_notice_from_subshell
(eval :; sleep 0 &)
(set +m; sleep 0 & wait)
echo quiet
#> quiet

### hazard_23_subshell_cannot_wait_for_parents_child
sleep 0.1 & p=$!
(wait $p 2>/dev/null; echo $?)
wait $p; echo $?
#> 127
#> 0

### hazard_24_bang_unset_before_any_job
echo "[${!-unset}]" | sed 's/unset//'
#> []

### hazard_24_bang_is_the_pid
$SH -c 'exit 3' & p=$!
wait $p; echo $?
(exit 5) & wait $!; echo $?
{ exit 6; } & wait $!; echo $?
true | (exit 7) & wait $!; echo $?
#> 3
#> 5
#> 6
#> 7

### hazard_24_bang_in_subshell_not_leaked
: & a=$!
(: & [ $! != $a ] && echo new)
[ $! = $a ] && echo kept
wait
#> new
#> kept

### hazard_24_background_loops_run_together
for i in 1 2 3; do { sleep 0.3; echo x; } & done
s=$(date +%s%N); wait; e=$(date +%s%N)
[ $(( (e-s)/1000000 )) -lt 800 ] && echo parallel
#> x
#> x
#> x
#> parallel

### hazard_25_substitution_waits_for_writers
x=$( (sleep 0.1; echo late) & echo early ); echo "$x"
#> early
#> late

### hazard_25_substitution_does_not_wait_for_others
s=$(date +%s%N)
x=$(sleep 5 >/dev/null 2>&1 & echo quick)
e=$(date +%s%N)
echo $x; [ $(( (e-s)/1000000 )) -lt 3000 ] && echo soon
#> quick
#> soon

### hazard_25_order_of_builtin_and_program_output
x=$(echo 1; /bin/echo 2; echo 3; (echo 4); /bin/echo 5)
echo $x
#> 1 2 3 4 5

### hazard_25_background_writer_order
x=$( { sleep 0.1; echo b; } & echo a; wait; echo c); echo $x
#> a b c

### hazard_26_redirect_inside_substitution
x=$( { echo >&2; } >&2; echo A); echo "[$x]"
#> [A]
#!

### hazard_26_function_to_null_inside_function_to_stderr
g() { echo noise; }
f() { g >/dev/null; echo err >&2; echo out; }
x=$( { f >&2; } 2>/dev/null; echo A); echo "[$x]"
y=$(f 2>&1); echo "[$y]"
#> [A]
#> [err
#> out]

### hazard_26_exec_redirect_inside_substitution
x=$(echo a; exec >f; echo b); echo "[$x]"; cat f
#> [a]
#> b

### hazard_26_stdout_closed_inside_substitution
x=$(echo a; { echo b >&-; } 2>/dev/null; echo c); echo "[$x]" | tr '\n' ' '
#> [a c] 
#\

### hazard_26_stdout_saved_and_restored_inside_substitution
x=$(exec 3>&1; echo a >f; { echo b >&3; } >/dev/null; exec 3>&-; echo c); echo $x
#> b c

### hazard_26_swap_inside_substitution [sh]
x=$( { echo out; echo err >&2; } 3>&1 1>&2 2>&3 3>&- ) 2>f
echo "[$x]"; cat f
#> [err]
#> out

### hazard_26_swap_inside_substitution [bash]
x=$( { echo out; echo err >&2; } 3>&1 1>&2 2>&3 3>&- ) 2>f
echo "[$x]"; cat f
#> [err]
#! out

### hazard_26_program_output_redirected_inside [sh]
x=$(/bin/echo a >/dev/null; /bin/echo b >&2; /bin/echo c) 2>f; echo "[$x]"; cat f
#> [c]
#> b

### hazard_26_program_output_redirected_inside [bash]
x=$(/bin/echo a >/dev/null; /bin/echo b >&2; /bin/echo c) 2>f; echo "[$x]"; cat f
#> [c]
#! b

### hazard_27_not_a_terminal_inside_substitution
x=$([ -t 1 ] && echo tty || echo no); echo $x
#> no

### hazard_27_substitution_in_here_document
cat <<E
a $(echo b; /bin/echo c) d `echo e`
E
#> a b
#> c d e

### hazard_27_read_file_substitution_with_closed_descriptors [bash]
echo data >f
x=$(<f); echo $x
y=$(exec 0<&-; echo "$(<f)"); echo $y
z=$(exec 2>&-; echo "$(<f)"); echo $z
#> data
#> data
#> data

### hazard_27_substitution_with_stdin_closed
x=$(echo data | cat) <&-; echo $x
$SH -c 'x=$(echo a | cat); echo $x' <&-
$SH -c 'x=$(/bin/echo a); echo $x' <&- 2>&-
#> data
#> a
#> a

### hazard_27_background_in_backticks_with_read
x=`echo line | { sleep 0.05 & read y; echo $y; wait; }`
echo $x
#> line

### hazard_27_big_output_in_backticks
x=`i=0; while [ $i -lt 20000 ]; do echo 123456789; i=$((i+1)); done`
echo ${#x}
x=`dd if=/dev/zero bs=1000 count=300 2>/dev/null | tr '\0' x`
echo ${#x}
#> 199999
#> 300000

### hazard_28_big_builtin_output_before_reader
f() { i=0; while [ $i -lt 20000 ]; do echo 1234567890; i=$((i+1)); done; }
f | wc -c
f | { sleep 0.1; wc -c; }
f | while read x; do n=$x; done
{ f; f; } | tail -n 1
f | f | wc -l
#> 220000
#> 220000
#> 1234567890
#> 20000

### hazard_28_big_printf_into_loop
x=$(printf '%200000s' '')
printf '%s\n' "$x" | { read -r y; echo ${#y}; }
printf '%s' "$x" | wc -c
#> 0
#> 200000

### hazard_28_big_here_document
x=$(printf '%200000s' '' | tr ' ' y)
cat <<E | wc -c
$x
E
read -r y <<E
$x
E
echo ${#y}
while read -r l; do echo ${#l}; done <<E
$x
$x
E
#> 200001
#> 200000
#> 200000
#> 200000

### hazard_29_every_stage_is_a_subshell
x=0; cd /
echo a | x=1
x=2 | cat
{ x=3; cd /tmp; } | { x=4; cd /usr; cat; }
echo $x $PWD
exit_code() { exit 9; }
exit_code | cat; exit_code | exit_code; echo $?
#> 0 /
#> 9

### hazard_30_redirect_undone_after_flush
{ echo a; } >f; echo b >>f
{ echo c; echo d >&2; echo e; } >>f 2>&1
cat f
#> a
#> b
#> c
#> d
#> e

### hazard_30_order_with_programs_on_one_file
exec 3>&1 >f
echo 1; /bin/echo 2; echo 3; (echo 4); /bin/echo 5 & wait; echo 6; x=$(echo 7 >&1; /bin/echo 8 >f2); echo 9
exec >&3; cat f; cat f2
#> 1
#> 2
#> 3
#> 4
#> 5
#> 6
#> 9
#> 8

### hazard_30_order_of_two_descriptors_on_one_file
exec 3>f 4>&3
echo 1 >&3; echo 2 >&4; echo 3 >&3; /bin/echo 4 >&4; echo 5 >&3
cat f
#> 1
#> 2
#> 3
#> 4
#> 5

### hazard_30_two_opens_of_one_file
exec 3>f 4>>f
echo aaaa >&3; echo bbbb >&4; echo cccc >&3
cat f
#> aaaa
#> cccc

### hazard_30_file_visible_at_once
exec 3>f
echo data >&3
read x <f; echo $x
[ -s f ] && echo size
cat f
#> data
#> size
#> data

### hazard_30_output_before_signal_death
$SH -c 'echo before; kill -9 $$'; echo $?
$SH -c 'echo before; kill -TERM $$'; echo $?
#> before
#> 137
#> before
#> 143
#! ...

### hazard_30_output_before_exec
$SH -c 'echo before; exec /bin/echo after'
#> before
#> after

### hazard_30_output_not_doubled_by_fork
$SH -c 'echo once; (exit 1) & wait; (ulimit -n 30; :); x=$(ulimit -n 30); sleep 0 & wait'
#> once

### hazard_30_output_of_background_reaches_file
{ echo bg; } >f & wait; cat f
#> bg

### hazard_30_output_before_wait_and_sleep
{ echo early; sleep 1; echo late; } >f &
sleep 0.3; cat f; wait
#> early

### hazard_30_slow_output_reaches_reader
{ echo first; sleep 0.4; echo second; } | { read x; date +%s%N >t1; read y; date +%s%N >t2; echo $x $y; }
read a <t1; read b <t2
[ $(( (b-a)/1000000 )) -gt 200 ] && echo apart
#> first second
#> apart

### hazard_25_output_of_a_late_process_goes_to_the_capture_after_a_redirection
x=$({ trap '' INT; } >f; echo in); echo "$x"
#> in

### hazard_25_here_document_is_shared_with_a_subshell
{ read -r a; (ulimit -n 100; read -r b; echo "$b"); read -r c; echo "$c"; } <<E
1
2
3
E
#> 2
#> 3

### hazard_28_lastpipe_with_builtins_at_both_ends [bash]
shopt -s lastpipe
set -o | grep -c errexit
echo a b | read -r x y; echo "$y"
#> 1
#> b

### hazard_28_lastpipe_in_a_substitution_that_becomes_a_process [bash]
shopt -s lastpipe
x=$(sh -c 'echo e; exit 3' | { read -r y; [ $BASHPID = $$ ]; echo "$y $?"; }; echo "${PIPESTATUS[*]}")
echo "$x"
#> e 1
#> 3 0

### hazard_30_write_error_is_reported_once [bash]
if echo in 2>/dev/null; then :; else true; trap; fi >&-
echo $?
#> 0

### hazard_26_descriptor_kept_open_beyond_a_shared_substitution [own]
x=${ exec 3>&1; echo a; }
echo lost >&3; sh -c 'echo lost >&3'; echo "$? $x"
#> 0 a

### break_in_a_substitution_ends_it
for i in 1 2; do x=$(break; echo no); echo "[$x]"; done
#> []
#> []

### subshell_as_element_counts_once [bash]
(echo $BASH_SUBSHELL) | cat
(echo $BASH_SUBSHELL) & wait
( (echo $BASH_SUBSHELL) | cat)
#> 1
#> 1
#> 2

### background_message_of_a_killed_child_in_a_substitution_is_silent [bash]
x=$(sh -c 'kill -KILL $$'; echo $?) 2>err
echo "$x"; cat err
#> 137

### hazard_24_jobs_are_known_to_a_subshell_that_becomes_a_process
( (sleep 0.1; exit 3) & p=$!; (exit 4) & q=$!; ulimit -n 100; wait $p; echo $?; wait $q; echo $?; wait; echo $? )
x=$( (sleep 0.1; echo bg; exit 3) & p=$!; ulimit -n 100; echo a; wait $p; echo $?; /bin/true; echo b ); echo "$x"
#> 3
#> 4
#> 0
#> a
#> bg
#> 3
#> b

### hazard_08_death_of_a_substitution_is_not_told [bash]
x=$(kill -TERM $BASHPID); echo $?
x=$(sh -c 'kill -KILL $$'; :); echo $?
#> 143
#> 0
