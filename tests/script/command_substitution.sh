# Command substitution: POSIX 2.6.3.

### basic
echo $(echo a) `echo b` "$(echo 'c  d')"
#> a b c  d

### trailing_newlines_removed
x=$(printf 'a\n\n\n'); echo "[$x]"
x=$(printf '\n\na'); echo "[$x]"
x=$(printf '\n\n'); echo "[$x]"
#> [a]
#> [
#>
#> a]
#> []

### inner_newlines_kept_when_quoted
x=$(printf 'a\nb'); echo "$x"; echo $x
#> a
#> b
#> a b

### nested
echo $(echo $(echo $(echo deep)))
echo `echo \`echo deep\``
echo `echo $(echo mix)`
#> deep
#> deep
#> mix

### nested_backquotes_three_levels
echo `echo \`echo \\\`echo deep\\\`\``
#> deep

### backslash_in_backquotes
printf '%s\n' `printf '%s' '\\b'` `printf '%s' \\\\`
#> \b
#> \

### dollar_escape_in_backquotes
x=v; echo `echo \$x` `echo '\$x'`
#> v $x

### double_quotes_in_backquotes_in_double_quotes
echo "`echo \"a  b\"`"
#> a  b

### status_of_assignment
x=$(exit 3); echo $?
x=$(true); echo $?
x=$(exit 3)$(exit 4); echo $?
#> 3
#> 0
#> 4

### status_of_command_with_substitution
echo $(exit 3) >/dev/null; echo $?
: $(exit 3); echo $?
$(exit 5); echo $?
#> 0
#> 0
#> 5

### status_inside_sees_previous
false; x=$(echo $?); echo $x
#> 1

### empty_command_from_substitution
$(true); echo $?
$(false); echo $?
`exit 9`; echo $?
#> 0
#> 1
#> 9

### subshell_environment
x=1; y=$(x=2; echo $x); echo $x $y
#> 1 2

### cd_inside_does_not_leak
a=$PWD; b=$(cd /; pwd); [ "$a" = "$PWD" ] && echo $b
#> /

### splitting
x='a b'; set -- $(echo "$x c"); echo $#
#> 3

### glob_of_result
touch g1 g2; echo $(echo 'g*') "$(echo 'g*')"
#> g1 g2 g*

### parentheses_and_case_inside
echo $(case x in x) echo y;; esac) $(case x in (x) echo z; esac)
#> y z

### comment_with_paren_inside
echo $(echo a # comment )
)
#> a

### here_document_inside
x=$(cat <<E
hi $((1+1))
E
)
echo "$x"
#> hi 2

### here_document_inside_quoted_delimiter
x=$(cat <<'E'
$y `z` )
E
)
echo "$x"
#> $y `z` )

### quotes_with_paren_inside
echo $(echo ')') $(echo "(") $(echo \))
#> ) ( )

### double_quote_context_is_fresh
echo "$(echo "a"'b'"c")"
#> abc

### with_pipe_and_list
echo $(echo b; echo a | cat; true && echo c)
#> b a c

### empty
echo "[$()]" "[$( )]" "[`:`]"
#> [] [] []

### background_job_output_included
x=$(echo a & wait; echo b); echo $x
#> a b

### large_output
x=$(i=0; while [ $i -lt 5000 ]; do echo 0123456789; i=$((i+1)); done); echo ${#x}
#> 54999

### large_output_from_program
x=$(seq 1 20000); echo ${#x}
#> 108893

### nul_bytes_dropped [bash]
x=$(printf 'a\0b' 2>/dev/null) 2>/dev/null; echo "${#x}" "$x"
#> 2 ab
#! ../case.sh: line 1: warning: command substitution: ignored null byte in input

### high_bytes
x=$(printf '\377\376'); printf %s "$x" | od -An -tx1
#>  ff fe

### stdin_shared
printf 'a\nb\n' >f
{ x=$(read y; echo $y); read z; echo $x $z; } <f
#> a b

### stderr_not_captured
x=$(echo e >&2; echo o); echo "[$x]"
#> [o]
#! e

### function_defined_inside_gone
x=$(f() { echo in; }; f); echo $x; f 2>/dev/null; echo $?
#> in
#> 127

### function_call_inside
f() { echo "f $1"; return 3; }
x=$(f a); echo "$x" $?
#> f a 3

### exit_inside
x=$(echo a; exit 2; echo b); echo "$x" $?
#> a 2

### return_inside_function_substitution
f() { x=$(return 4); echo $?; }
f
#> 4

### break_inside_does_not_leave
for i in 1 2; do x=$(break 2>/dev/null; echo b); echo $i; done | tail -n 1
#> 2

### variables_and_positionals_visible
set -- p; v=q; f() { echo fn; }
echo $(echo $1 $v $#; f)
#> p q 1 fn

### dollar_dollar_same
[ $$ = $(echo $$) ] && echo same
#> same

### assign_then_use_in_same_line
a=$(echo x) b=$a$(echo y); echo $b
#> xy

### in_here_document
cat <<E
$(echo a; echo b) `echo c`
E
#> a
#> b c

### in_redirect_target
echo hi >$(echo f); cat f
#> hi

### in_assignment_prefix
x=$(echo v) $SH -c 'echo $x'
#> v

### in_arith
echo $(( $(echo 1) + 1 ))
#> 2

### in_parameter_word
unset u; echo ${u-$(echo d)} "${u-"$(echo "e  f")"}"
#> d e  f

### read_file_shortcut [bash]
printf 'a\nb\n\n' >f; x=$(<f); echo "[$x]"; x=`<f`; echo "$x"
#> [a
#> b]
#> a
#> b

### read_file_missing [bash]
x=$(<nosuch) 2>/dev/null; echo $? "[$x]"
#> 1 []
#! ../case.sh: line 1: nosuch: No such file or directory

### deep_nesting
x='echo deep'; i=0
while [ $i -lt 30 ]; do x="echo \$($x)"; i=$((i+1)); done
eval "$x"
#> deep

### errexit_like_failure_not_propagated
x=$(false; echo y); echo $x
#> y

### last_status_of_pipeline_inside
x=$(true | false); echo $?
#> 1

### unterminated_is_syntax_error
$SH -c 'echo $(echo a' 2>/dev/null; [ $? -ne 0 ] && echo error
$SH -c 'echo `echo a' 2>/dev/null; echo done
#> error
#> done

### newline_before_close
echo $(
echo a

)
#> a

### semicolon_handling
echo $(echo a;) $(echo b; )
#> a b

### substitution_in_for_and_case
for i in $(echo 1 2); do echo $i; done
case $(echo x) in $(echo x)) echo y;; esac
#> 1
#> 2
#> y

### command_name_from_substitution
$(echo echo) hi
c='echo a'; $c b
#> hi
#> a b

### trap_inherits_not
trap 'echo T' EXIT
x=$(echo a); echo $x
#> a
#> T

### alias_like_name_unaffected
x=$(echo() { printf 'mine\n'; }; echo); echo "$x"
#> mine

### redirected_whole_substitution
x=$(echo a >f; echo b 2>&1); echo $x; cat f
#> b
#> a

### many_in_a_loop
i=0; while [ $i -lt 500 ]; do x=$(echo $i); i=$((i+1)); done; echo $x
#> 499

### program_after_builtin_output_order
x=$(printf a; /bin/echo b; printf c; /bin/echo d); echo $x
#> ab cd

### umask_and_options_inside_do_not_leak
a=$-; x=$(set -f; umask 777; echo $-); [ "$a" = "$-" ] && umask | tail -c 4
#> 022

### substitution_yields_operators_as_data
x='a|b;c&d>e'; echo $(echo "$x")
#> a|b;c&d>e

### substitution_yields_quotes_as_data
echo $(echo '"a b"')
#> "a b"

### wait_status_of_killed_child
{ x=$($SH -c 'kill -TERM $$'); } 2>/dev/null; echo $?
#> 143
