# Traps and signals: POSIX 2.12, `trap`.

### exit_trap
trap 'echo bye' EXIT; echo hi
#> hi
#> bye

### exit_trap_zero
trap 'echo bye' 0
#> bye

### exit_trap_on_exit_n
$SH -c 'trap "echo bye" EXIT; exit 3'; echo $?
#> bye
#> 3

### exit_trap_status_visible
$SH -c 'trap "echo st \$?" EXIT; exit 3'; echo $?
$SH -c 'trap "echo st \$?" EXIT; false'; echo $?
#> st 3
#> 3
#> st 1
#> 1

### exit_trap_changes_status
$SH -c 'trap "exit 9" EXIT; exit 3'; echo $?
#> 9

### exit_trap_last_status_not_used
$SH -c 'trap "false" EXIT; true'; echo $?
$SH -c 'trap "true" EXIT; exit 4'; echo $?
#> 0
#> 4

### exit_trap_reset
trap 'echo no' EXIT; trap - EXIT; echo end
#> end

### exit_trap_replaced
trap 'echo 1' EXIT; trap 'echo 2' EXIT
#> 2

### exit_trap_set_in_exit_trap
trap 'trap "echo second" EXIT; echo first' EXIT
#> first

### exit_trap_on_syntax_error_in_eval [bash]
trap 'echo bye' EXIT; eval 'if' 2>/dev/null; echo $?
#> 2
#> bye

### exit_trap_on_errexit
$SH -c 'set -e; trap "echo t" EXIT; false; echo no'; echo $?
#> t
#> 1

### exit_trap_on_unset_error
$SH -c 'set -u; trap "echo t" EXIT; echo $x; echo no' 2>/dev/null; [ $? -ne 0 ] && echo failed
#> t
#> failed

### exit_trap_function
f() { echo "f $1"; }; trap 'f arg' EXIT
#> f arg

### exit_trap_variables_late
trap 'echo $x' EXIT; x=late
#> late

### exit_trap_variables_early
x=early; trap "echo $x" EXIT; x=late
#> early

### signal_trap
trap 'echo got' USR1; kill -USR1 $$; echo after
#> got
#> after

### signal_trap_by_number
trap 'echo got' 10; kill -10 $$; echo after
#> got
#> after

### signal_trap_by_sig_prefix [bash]
trap 'echo got' SIGUSR1; kill -SIGUSR1 $$; echo after
#> got
#> after

### trap_runs_between_commands
trap 'echo trap' USR1; { kill -USR1 $$; echo a; }; echo b
#> trap
#> a
#> b

### trap_preserves_status
trap 'true' USR1; f() { return 5; }; f; kill -USR1 $$; (exit 6); echo $?
#> 6

### status_in_trap
trap 'echo $?' USR1; (exit 3); kill -USR1 $$; echo $?
#> 0
#> 0

### trap_several_signals
trap 'echo t' USR1 USR2; kill -USR1 $$; kill -USR2 $$
#> t
#> t

### trap_ignore
trap '' USR1; kill -USR1 $$; echo alive
#> alive

### trap_ignore_inherited_by_child
trap '' USR1; $SH -c 'kill -USR1 $$; echo alive'
#> alive

### trap_handler_not_inherited_by_child
{ trap 'echo no' USR1; $SH -c 'kill -USR1 $$; echo not'; } 2>/dev/null; [ $? -gt 128 ] && echo killed
#> killed

### trap_reset_to_default
{ $SH -c 'trap : USR1; trap - USR1; kill -USR1 $$; echo not'; } 2>/dev/null; [ $? -gt 128 ] && echo killed
#> killed

### trap_number_as_reset
{ $SH -c 'trap : USR1; trap 10; kill -USR1 $$; echo not'; } 2>/dev/null; [ $? -gt 128 ] && echo killed
#> killed

### ignored_at_entry_cannot_be_trapped
trap '' USR1; $SH -c 'trap "echo no" USR1; kill -USR1 $$; echo same'
#> same

### trap_list_format [sh]
trap 'echo "a b"' USR1; trap
#> trap -- 'echo "a b"' USR1

### trap_list_format_bash [bash]
trap 'echo "a b"' USR1 EXIT; trap; trap - EXIT
#> trap -- 'echo "a b"' EXIT
#> trap -- 'echo "a b"' SIGUSR1

### trap_list_reusable [posix bash]
trap 'echo "it'\''s"' USR1; t=$(trap); trap - USR1; eval "$t"; kill -USR1 $$
#> it's

### trap_p [posix]
trap 'echo x' USR1; trap -p USR1
#> trap -- 'echo x' USR1

### trap_p [bash]
trap 'echo x' USR1; trap -p USR1
#> trap -- 'echo x' SIGUSR1

### trap_invalid_signal
trap : NOSUCH 2>/dev/null; [ $? -ne 0 ] && echo bad; echo alive
#> bad
#> alive

### trap_double_dash
trap -- 'echo t' USR1; kill -USR1 $$
#> t

### trap_empty_list
trap; echo $?
#> 0

### trap_in_function_is_global
f() { trap 'echo t' USR1; }; f; kill -USR1 $$
#> t

### trap_during_wait
trap 'echo trapped' USR1
sleep 5 & p=$!
(sleep 0.1; kill -USR1 $$) &
wait $p; s=$?; [ $s -gt 128 ] && echo interrupted
kill $p 2>/dev/null; wait 2>/dev/null
#> trapped
#> interrupted

### trap_after_foreground_program
trap 'echo trapped' USR1
(sleep 0.1; kill -USR1 $$) &
sleep 0.3; echo after; wait
#> trapped
#> after

### trap_return_in_function
f() { trap 'return 3' USR1; kill -USR1 $$; echo no; }; f; echo $?
#> 3

### trap_break_in_loop
for i in 1 2; do trap 'break' USR1; kill -USR1 $$; echo no; done; echo $i
#> 1

### trap_exit_in_handler
$SH -c 'trap "exit 5" USR1; kill -USR1 $$; echo no'; echo $?
#> 5

### trap_recursive_signal
n=0; trap 'n=$((n+1)); [ $n -lt 3 ] && kill -USR1 $$' USR1; kill -USR1 $$; echo $n
#> 3

### trap_on_term_cleans_up
{ $SH -c 'trap "echo clean; trap - TERM; kill -TERM \$\$" TERM; kill -TERM $$; echo no'; } 2>/dev/null; echo $?
#> clean
#> 143

### trap_subshell_reset
trap 'echo parent' USR1; (:; trap - INT; trap 'x' HUP; trap | grep -c USR1); (kill -USR1 $$); echo done
#> 0
#> parent
#> done

### trap_subshell_ignore_kept
trap '' USR2; (trap) | sed 's/SIG//'
#> trap -- '' USR2

### trap_subshell_own
(trap 'echo sub' EXIT; :); echo out
#> sub
#> out

### trap_in_pipeline_stage
trap 'echo p' EXIT; echo a | { trap 'echo s' EXIT; cat; }; trap - EXIT
#> a
#> s

### trap_exit_and_exec
trap 'echo no' EXIT; exec echo replaced
#> replaced

### trap_syntax_error_in_action [sh]
trap 'if' USR1; kill -USR1 $$; echo alive
#! ...
#? 2

### trap_syntax_error_in_action [bash]
trap 'if' USR1; kill -USR1 $$; echo alive
#> alive
#! ...

### trap_multiline_action
trap 'echo a
echo b' USR1; kill -USR1 $$
#> a
#> b

### trap_action_with_redirect_outside
trap 'echo t >&2' USR1; { kill -USR1 $$; } 2>f; cat f
#> t

### kill_lists
kill -l 9; kill -l 15; kill -l 143
#> KILL
#> TERM
#> TERM

### kill_names
kill -l | tr ' \t' '\n\n' | grep -c TERM
#> 1

### kill_zero_probes
kill -0 $$ && echo alive; kill -0 999999 2>/dev/null; [ $? -ne 0 ] && echo none
#> alive
#> none

### kill_s_form
trap 'echo u' USR1; kill -s USR1 $$; :
#> u

### kill_bad_signal
kill -NOSUCH $$ 2>/dev/null; [ $? -ne 0 ] && echo bad
#> bad

### kill_child_status
sleep 5 & kill $!; wait $! 2>/dev/null; echo $?
sleep 5 & kill -9 $!; wait $! 2>/dev/null; echo $?
#> 143
#> 137

### debug_trap [bash]
trap 'echo "D $BASH_COMMAND"' DEBUG; echo a; x=1; trap - DEBUG
#> D echo a
#> a
#> D x=1
#> D trap - DEBUG

### return_trap [bash]
set -T; f() { trap 'echo R' RETURN; echo in; }; f
#> in
#> R

### err_trap_not_in_function_unless_E [bash]
trap 'echo E' ERR; f() { false; :; }; f; set -E; f
#> E

### sigint_default_kills
$SH -c 'kill -INT $$; echo no' 2>/dev/null; echo $?
#> 130

### sigquit_and_int_ignored_in_background [sh]
$SH -c 'trap "echo no" INT; kill -INT $$; echo alive' &
wait $!
#> alive

### signal_death_of_program_status
$SH -c 'kill -HUP $$'; echo $?
#> 129
#! ...

### trap_exit_in_subshell_by_signal
(trap 'echo x; exit 3' USR1; kill -USR1 $($SH -c 'echo $PPID'); echo no); echo $?
#> x
#> 3

### trap_inside_trap_definition_quotes
trap 'trap "echo inner" USR2; kill -USR2 $$' USR1; kill -USR1 $$
#> inner

### trap_order_exit_after_signal
$SH -c 'trap "echo E" EXIT; trap "echo U; exit" USR1; kill -USR1 $$; echo no'; echo $?
#> U
#> E
#> 0

### trap_unset_by_empty_vs_dash
trap 'echo t' USR1; trap '' USR1; kill -USR1 $$; trap - USR1; trap

### exit_trap_stdin_script
printf 'trap "echo bye" EXIT\necho hi\n' | $SH
#> hi
#> bye

### exit_trap_in_function_exit
f() { exit 2; }; trap 'echo st $?' EXIT; f
#> st 2
#? 2

### exit_trap_with_nested_subshell_exit
trap 'echo outer' EXIT; (exit 3); echo $?
#> 3
#> outer

### wait_for_trapped_child
$SH -c 'trap "exit 7" TERM; while :; do sleep 0.05; done' & p=$!
sleep 0.2; kill -TERM $p; wait $p; echo $?
#> 7
