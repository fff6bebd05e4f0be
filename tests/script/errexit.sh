# set -e: POSIX 2.14 `set -e`, in all its corners.

### ends_on_failure
set -e; false; echo no
#? 1

### status_kept
set -e; (exit 5); echo no
#? 5

### not_in_if_condition
set -e; if false; then :; fi; if false; true; then echo ok; fi
#> ok

### not_in_elif_condition
set -e; if false; then :; elif false; then :; else echo ok; fi
#> ok

### not_in_while_condition
set -e; while false; do :; done; until false || true; do :; done; echo ok
#> ok

### not_left_of_and
set -e; false && true; echo ok
#> ok

### not_left_of_or
set -e; false || true; echo ok
#> ok

### right_of_and_fails
set -e; true && false; echo no
#? 1

### right_of_or_fails
set -e; false || false; echo no
#? 1

### middle_of_and_or
set -e; true && false || true; echo ok; false && false || echo two
#> ok
#> two

### negated_never
set -e; ! true; echo ok; ! false; echo ok2
#> ok
#> ok2

### negated_pipeline
set -e; ! true | true; echo ok
#> ok

### pipeline_last_counts
set -e; false | true; echo ok; true | false; echo no
#> ok
#? 1

### pipeline_with_pipefail [posix bash]
set -e; set -o pipefail; false | true; echo no
#? 1

### assignment_substitution
set -e; x=$(false); echo no
#? 1

### substitution_as_argument_does_not_count
set -e; echo $(false) ok
#> ok

### local_hides_status
set -e; f() { local x=$(false); echo ok; }; f
#> ok

### export_hides_status
set -e; export x=$(false); echo ok
#> ok

### subshell
set -e; (false; echo no); echo no2
#? 1

### subshell_tested
set -e; (false; echo yes) || echo no; echo ok
#> yes
#> ok

### brace_group
set -e; { false; echo no; }; echo no2
#? 1

### brace_group_tested
set -e; { false; echo yes; } && echo ok
#> yes
#> ok

### group_last_of_and_fails_inside
set -e; { true && false; }; echo no
#? 1

### group_failing_and_or_inside_does_not_end
set -e; { false && true; }; echo ok
#> ok

### subshell_failing_and_or_inside
set -e; (false && true); echo no
#? 1

### function
set -e; f() { false; echo no; }; f; echo no2
#? 1

### function_tested_runs_on
set -e; f() { false; echo in; }; f || echo no; if f; then echo ok; fi
#> in
#> in
#> ok

### function_ending_in_failed_and
set -e; f() { false && true; }; f; echo no
#? 1

### function_nested_tested
set -e; g() { false; echo g; }; f() { g; echo f; }; f && echo ok
#> g
#> f
#> ok

### set_e_inside_tested_context_ignored
f() { set -e; false; echo still; }; f || echo no; false; echo no2
#> still
#? 1

### set_e_inside_subshell_tested
(set -e; false; echo yes) || echo no; echo ok
#> yes
#> ok

### set_e_inside_subshell_untested
(set -e; false; echo no); echo $?
#> 1

### loop_body
set -e; for i in 1 2; do false; done; echo no
#? 1

### loop_tested
set -e; for i in 1 2; do false; echo $i; done || echo no; echo ok
#> 1
#> 2
#> ok

### case_body
set -e; case x in x) false;; esac; echo no
#? 1

### command_not_found
set -e; nosuch_command_x 2>/dev/null; echo no
#? 127

### redirect_failure
set -e; echo x </nonexistent; echo no
#! *nonexistent*
#? !0

### eval_failure
set -e; eval false; echo no
#? 1

### eval_tested
set -e; eval 'false; echo yes' || echo no; echo ok
#> yes
#> ok

### dot_failure
echo 'false; echo no' >s; set -e; . ./s; echo no2
#? 1

### dot_tested [posix bash]
echo 'false; echo yes' >s; set -e; . ./s || echo no; echo ok
#> yes
#> ok

### set_e_turned_off_again
set -e; set +e; false; echo ok
#> ok

### set_plus_e_around
set -e; set +e; (exit 3); r=$?; set -e; echo $r
#> 3

### exit_trap_runs
trap 'echo trap $?' EXIT; set -e; (exit 4); echo no
#> trap 4
#? 4

### exit_trap_failure_in_trap
trap 'false; echo in trap' EXIT; set -e; false
#? 1

### background_failure_does_not_count
set -e; false & wait; echo ok
#> ok

### wait_failure_counts
set -e; (exit 3) & wait $!; echo no
#? 3

### test_builtin
set -e; [ a = a ]; [ a = b ]; echo no
#? 1

### arith_zero_result_ok
set -e; : $((0)); x=$((0)); echo ok
#> ok

### arith_command_zero_ends [bash]
set -e; ((0)); echo no
#? 1

### conditional_false_ends [bash]
set -e; [[ a == b ]]; echo no
#? 1

### let_zero_ends [bash]
set -e; let x=0; echo no
#? 1

### read_eof_ends
set -e; read x </dev/null; echo no
#? 1

### shift_too_many [sh]
set -e; set --; shift 2>/dev/null || echo caught; echo ok
#? 2

### shift_too_many [bash]
set -e; set --; shift 2>/dev/null || echo caught; echo ok
#> caught
#> ok

### last_command_in_if_body
set -e; if true; then false; fi; echo no
#? 1

### while_body_failure
set -e; while true; do false; echo no; break; done; echo no2
#? 1

### return_nonzero_ends
set -e; f() { return 2; }; f; echo no
#? 2

### return_nonzero_tested
set -e; f() { return 2; }; f || echo caught $?
#> caught 2

### substitution_inner_errexit_posix [posix]
set -e; x=$(false; echo in) || echo outer; echo "[$x]"
#> [in]

### substitution_inner_errexit_ends_substitution [sh]
set -e; echo "[$(false; echo in)]"
#> []

### substitution_not_inherited_bash [bash]
set -e; echo "[$(false; echo in)]"
#> [in]

### inherit_errexit [bash]
shopt -s inherit_errexit; set -e; echo "[$(false; echo in)]"
#> []

### nested_subshell_function
set -e; f() { (false; echo no); echo no2; }; f; echo no3
#? 1

### pipeline_stage_inside
set -e; { false; echo no; } | cat; echo ok
#> ok

### pipeline_stage_inside_tested
set -e; if { false; echo yes; } | cat; then echo ok; fi
#> yes
#> ok

### err_trap [bash]
trap 'echo ERR $?' ERR; false; (exit 3); if false; then :; fi; false || true; echo end
#> ERR 1
#> ERR 3
#> end

### err_trap_with_set_e [bash]
trap 'echo ERR' ERR; set -e; false; echo no
#> ERR
#? 1

### dollar_minus_in_subshell
set -e; (case $- in *e*) echo e;; esac)
#> e

### errexit_c_option
$SH -e -c 'if false; then :; fi; false; echo no'; echo $?
#> 1

### errexit_and_or_last_in_function_tested_after
set -e
f() { true || false; false || true; }
f; echo ok
#> ok

### until_condition
set -e; i=0; until [ $i -eq 2 ]; do i=$((i+1)); done; echo $i
#> 2

### negated_function
set -e; f() { false; echo in; }; ! f; echo ok
#> in
#> ok

### negated_subshell
set -e; ! (false; echo in); echo ok
#> in
#> ok

### group_redirect_failure
set -e; { echo x; } </nonexistent; echo no
#! *nonexistent*
#? !0

### unset_e_in_function_affects_caller
set -e; f() { set +e; }; f; false; echo ok
#> ok

### command_builtin
set -e; command false; echo no
#? 1

### special_builtin_status
set -e; eval 'exit_status() { return 1; }'; exit_status || echo ok; unset nosuchvar; echo end
#> ok
#> end
