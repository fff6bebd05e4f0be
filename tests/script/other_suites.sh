# What other shells' own suites ask for, as far as dash and bash agree on it.

### exit_in_exit_trap_keeps_status
(trap "echo trapped; exit" EXIT
 (exit 1)
)
echo $?
#> trapped
#> 1

### exit_in_signal_trap_keeps_status
(exit 42)
trap 'true; exit' TERM
f() { return 42; }
kill -TERM $$; f
echo not reached
#? 0

### return_in_trap_keeps_status
trap 'echo trap; false; return' USR1
f() { (exit 7); (kill -USR1 $$; exit 42); echo not reached; }
f
echo $?
#> trap
#> 42

### subshell_in_trap_has_its_own_status [bash]
trap '(false; exit); echo $?' EXIT
(exit 3)
#> 1
#? 3

### continue_has_status_0
once=
while echo $?; test "$once" && exit; true; do once=1; false; continue; done
#> 0
#> 0

### break_in_subshell [sh]
for v in a b; do echo $v; (echo in; break; echo not reached); echo $?; done
#> a
#> in
#> 0
#> b
#> in
#> 0

### break_in_subshell [bash]
for v in a; do (break; echo goes on); done
#> goes on
#! *break: only meaningful in a `for', `while', or `until' loop

### noexec_in_the_same_line
echo before; set -n; echo not reached
echo nor this
#> before

### kill_0_of_ended_child
sleep 0.1 &
pid=$!
while kill -0 $pid 2>/dev/null; do :; done
wait $pid
echo $?
#> 0

### wait_again_after_signal
trap 'echo signal' USR1
{ sleep 0.2; kill -USR1 $$; sleep 0.2; kill -USR1 $$; } &
sleep 0.7 &
while
    wait %%
    [ $? -gt 128 ]
do
    echo again
done
echo done
#> signal
#> again
#> signal
#> again
#> done

### assignment_error_in_eval_ends_subshell
readonly x=1
(eval 'x=2
echo no'; echo nor this) 2>/dev/null
[ $? != 0 ] && echo failed
#> failed

### line_continuations_in_arithmetic
echo $\
(\
(\
42\
)\
)
echo "$\
(\
(\
6*7\
)\
)"
#> 42
#> 42

### replace_all_of_a_slash [bash]
v=/dev/ram
echo ${v////-} ${v///r/-} ${v///} ${v////d/x}
#> -dev-ram /dev-am devram d/xdevd/xram

### exit_trap_lists_itself [bash]
(
    f() { trap; trap 'echo no' EXIT; }
    trap f EXIT
)
#> trap -- 'f' EXIT

### alias_after_blank_in_for_and_case
shopt -s expand_aliases 2>/dev/null
alias a='for ' b='i in' X='case ' Y=Z
eval 'a b hi; do echo $i; done'
eval 'X Y in Y) echo is y ;; Z) echo is z ;; esac'
#> hi
#> is z

### alias_without_blank_in_for
shopt -s expand_aliases 2>/dev/null
alias e='echo ' i=j
eval 'e x
for i in 1; do echo $i; done'
#> x
#> 1

### integer_loop_variable [bash]
declare -i n
for n in 1 2+3 n+1; do echo $n; done
#> 1
#> 5
#> 6

### substring_offset_with_question_in_parentheses [bash]
x=abcdefghi y=2
echo ${x:(y == 1 ? 2 : 3):4} ${x:y==1?2:3:2}
#> defg de

### kill_l_in_posix_mode [bash]
set -o posix
case " $(kill -l) " in *' PIPE ALRM TERM '*) echo ok ;; esac
#> ok

### login_option_can_be_turned_off [bash]
$SH +l -c 'echo ok'
#> ok

### death_of_a_child_is_told [sh]
sh -c 'kill -9 $$'
! sh -c 'kill -9 $$'
(sh -c 'kill -TERM $$')
sh -c 'kill -INT $$'
sh -c 'kill -PIPE $$'
#! Killed
#! Killed
#! Terminated
#? 141

### death_of_a_child_is_told [bash]
sh -c 'kill -9 $$'
(sh -c 'kill -TERM $$')
trap : USR1
sh -c 'kill -USR1 $$'
if FOO=bar sh -c 'kill -9 $$' >/dev/null; then :; fi
echo $(sh -c 'kill -9 $$'; echo $?)
sh -c 'kill -9 $$' | true
sh -c 'kill -INT $$'
sh -c 'kill -PIPE $$'
#> 137
#! *1: * Killed                  sh -c 'kill -9 $$'
#! Terminated
#! User defined signal 1
#! *5: * Killed                  FOO=bar sh -c 'kill -9 $$' > /dev/null
#? 141

### errexit_tells_of_death [bash]
set -e
sh -c 'kill -9 $$'
#! *Killed*
#? 137

### write_to_closed_pipe_while_ignoring
exec 3>&1
{
    trap '' PIPE
    sleep 0.2
    pwd 2>/dev/null
    echo $? >&3
} | :
trap '' PIPE
{ sleep 0.2; pwd 2>/dev/null || echo failed >&3; } | :
#> 1
#> failed

### ansi_quotes_in_words_of_quoted_expansions [bash]
unset v
printf '<%s>\n' "${v-$'a\tb'}" "${v:=$'a\tb'}" "${v+x$'\t'y}" "${u-'$'}" "${v/$'\t'/$'-'}" "$'a'"
cat <<X
${u-$'a\tb'}
X
#> <a	b>
#> <a	b>
#> <x	y>
#> <'$'>
#> <a-b>
#> <$'a'>
#> $'a\tb'

### error_word_that_expands_to_nothing
x=
(: ${foo?$x})
(: ${foo?})
echo
#> 
#! *foo: 
#! *foo: parameter * set*

### substring_needs_an_offset [bash]
x=abc
echo ${x: } ${x::} ${x::2}
echo ${x:}
#> abc ab
#! *${x:}: bad substitution
#? 1
