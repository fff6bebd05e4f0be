# Pipelines and lists: POSIX 2.9.2, 2.9.3.

### simple
echo a | cat
#> a

### status_of_last
false | true; echo $?; true | false; echo $?; (exit 3) | (exit 4); echo $?
#> 0
#> 1
#> 4

### negation
! true; echo $?; ! false; echo $?; ! (exit 5); echo $?; ! false | true; echo $?
#> 1
#> 0
#> 0
#> 1

### negation_with_pipe_precedence
! true | false; echo $?
#> 0

### long
echo abc | tr a b | tr b c | tr c d | tr d e | cat | cat
#> eee

### builtins_only
echo a | read x; echo "[$x]"
echo a | { read x; echo "[$x]"; }
#> []
#> [a]

### three_compounds
{ echo a; echo b; } | while read x; do echo "<$x>"; done | (cat; echo end)
#> <a>
#> <b>
#> end

### function_stages
f() { echo f; cat; }; echo in | f | f
#> f
#> f
#> in

### newline_after_pipe
echo a |

cat
#> a

### stderr_not_piped
{ echo o; echo e >&2; } 2>f | cat; cat f
#> o
#> e

### pipe_ampersand [bash]
{ echo o; echo e >&2; } |& sort
#> e
#> o

### pipefail [posix bash]
set -o pipefail; false | true; echo $?; (exit 3) | (exit 4) | true; echo $?; true | true; echo $?
#> 1
#> 4
#> 0

### pipestatus [bash]
true | (exit 3) | false; echo "${PIPESTATUS[@]}"; echo "${PIPESTATUS[@]}"
#> 0 3 1
#> 0

### lastpipe [bash]
shopt -s lastpipe; echo a | read x; echo $x
#> a

### sigpipe_ends_writer
yes | head -n 2; (while :; do echo y; done) | head -n 1
#> y
#> y
#> y

### reader_exits_early_status
{ i=0; while [ $i -lt 100000 ]; do echo line; i=$((i+1)); done; } 2>/dev/null | head -n 1; echo $?
#> line
#> 0

### writer_exits_reader_gets_eof
(exit 0) | cat; echo done
#> done

### pipeline_in_background
echo a | cat & wait; echo b
#> a
#> b

### and_or
true && echo a; false && echo b; true || echo c; false || echo d
#> a
#> d

### and_or_left_associative
false && echo a || echo b; true || echo c && echo d
#> b
#> d

### and_or_status
false && true; echo $?; true && false; echo $?; false || (exit 3); echo $?
#> 1
#> 1
#> 3

### and_or_newlines
true &&

echo a
false ||
echo b
#> a
#> b

### and_or_with_negation
! false && echo a; ! true || echo b
#> a
#> b

### sequential_and_async
echo a; echo b & wait; echo c
#> a
#> b
#> c

### async_status_zero
false & echo $?; wait
#> 0

### async_and_or
{ false && echo no || echo yes; } & wait
false || echo yes2 & wait
#> yes
#> yes2

### async_stdin_is_null [sh]
echo data | { cat & wait; echo end; }
#> end

### async_stdin_is_null [bash]
echo data | { cat & wait; echo end; }
#> data
#> end

### async_sees_copy_of_state
x=1; { x=2; echo $x; } & wait; echo $x
#> 2
#> 1

### async_several
(exit 1) & a=$!; (exit 2) & b=$!; wait $b; echo $?; wait $a; echo $?
#> 2
#> 1

### wait_all_status_zero
false & false & wait; echo $?
#> 0

### async_compound_redirect
for i in 1 2; do echo $i; done >f & wait; cat f
#> 1
#> 2

### separators_mixed
echo a & wait; echo b; : & wait
echo c
#> a
#> b
#> c

### stage_environment_isolated
x=0; echo | { x=1; } | { x=2; }; echo $x
#> 0

### stage_assignments_in_program
x=1 env | x=2 env | grep -c '^x=2'
#> 1

### exit_in_stage
exit 3 | true; echo $?; true | exit 4; echo $?
#> 0
#> 4

### cd_in_stage
cd / | cd /tmp; [ "$PWD" = "$HOME" ] && echo here
#> here

### big_data_through_builtin_stages
i=0; while [ $i -lt 10000 ]; do echo "line $i"; i=$((i+1)); done | while read a b; do n=$b; echo $n; done | tail -n 1
#> 9999

### read_consumes_only_its_line
printf '1\n2\n3\n' | { read a; cat; }
printf '1\n2\n3\n' | { read a; /bin/cat; }
printf '1\n2\n3\n' | (read a; read b; sed 's/^/rest /')
#> 2
#> 3
#> 2
#> 3
#> rest 3

### read_then_program_then_read
printf '1\n2\n3\n4\n' >f
{ read a; head -c 2; read b; echo "$a $b"; } <f
#> 2
#> 1 3

### head_leaves_rest_in_file
printf '1\n2\n' >f; { read x; } <f; { read y; } <f; echo $x $y
#> 1 1

### pipe_from_here_doc_to_loop
cat <<E | while read x; do echo "$x!"; done
a
b
E
#> a!
#> b!

### program_stage_gets_builtin_output_order
{ echo 1; /bin/echo 2; echo 3; } | cat
#> 1
#> 2
#> 3

### compound_last_stage_status
true | { true; false; }; echo $?
true | if false; then :; else (exit 6); fi; echo $?
#> 1
#> 6

### pipeline_of_subshells
(echo a; echo b) | (read x; echo "first $x"; cat)
#> first a
#> b

### negated_pipeline_status_in_if
if ! false | false; then echo y; fi
#> y

### time_pipeline_format [bash]
TIMEFORMAT='%0R'; { time true | true; } 2>&1
#> 0

### coproc_named [bash]
coproc C { read x; echo "got $x"; }; echo hi >&"${C[1]}"; read y <&"${C[0]}"; echo $y; wait
#> got hi

### process_substitution_input [bash]
cat <(echo a) <(echo b); diff <(echo x) <(echo x) && echo same
#> a
#> b
#> same

### process_substitution_output [bash]
echo hi > >(cat); wait $!; echo x | tee >(cat >f) >/dev/null; sleep 0.1; cat f
#> hi
#> x

### subshell_pipeline_kills_neither
(yes | head -n 1; echo ok)
#> y
#> ok

### pipeline_with_ignored_stdin
echo data | true; echo $?
#> 0

### double_negation_words [bash]
! ! true; echo $?
#> 0

### stage_is_redirect_only
echo x | >f; [ -e f ] && echo made
#> made

### empty_input_loop
: | while read x; do echo no; done; echo $?
#> 0

### background_in_pipeline_stage [sh]
{ sleep 0.05; echo late; } | { cat & wait; }; echo end
#> end

### background_in_pipeline_stage [bash]
{ sleep 0.05; echo late; } | { cat & wait; }; echo end
#> late
#> end

### two_negations_alone [bash]
! !; echo $?
#> 0
