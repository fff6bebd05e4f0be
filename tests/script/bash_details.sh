# Details of bash that its own suite looks at.

### array_list_syntax_error_abandons_the_line [bash]
a=(1 & 2); echo not reached
echo $?
#> 1
#! ../case.sh: line 1: syntax error near unexpected token `&'
#! ../case.sh: line 1: `a=(1 & 2); echo not reached'

### here_document_warning_names_the_last_line [bash]
echo a
cat <<EOF
x
#> a
#> x
#! ../case.sh: line 3: warning: here-document at line 2 delimited by end-of-file (wanted `EOF')

### for_variable_is_no_name [bash]
for 1 in a b; do echo $1; done
echo $?
#> 1
#! ../case.sh: line 1: `1': not a valid identifier

### kill_empty_operand [bash]
kill ""
#? 1
#! ../case.sh: line 1: kill: `': not a pid or valid job spec

### length_of_nothing [bash]
set -- a b
echo ${#-x} ${#} ${##}
echo ${#+}
echo ${#:}
echo ${#%}
#> 2 2 1
#! ../case.sh: line 3: ${#+}: bad substitution
#! ../case.sh: line 4: ${#:}: bad substitution
#! ../case.sh: line 5: ${#%}: bad substitution
#? 1

### offset_errors_name_the_variable [bash]
x=abc
(echo ${x:1+})
set -- a b c
(echo ${@:1:$(($# - 7))})
(echo ${x:0:$((1-7))})
#! ../case.sh: line 2: x: 1+: syntax error: operand expected (error token is "+")
#! ../case.sh: line 4: $(($# - 7)): substring expression < 0
#! ../case.sh: line 5: $((1-7)): substring expression < 0
#? 1

### prefix_must_be_a_name [bash]
(echo ${!1*})
(echo ${!1@})
#! ../case.sh: line 1: ${!1*}: bad substitution
#! ../case.sh: line 2: ${!1@}: bad substitution
#? 1

### ansi_quotes_in_operand_within_quotes [bash]
unset x
echo "${x-$'a\tb'}" "${x-'$'}"
cat <<EOF
${x-$'a\tb'}
EOF
#> a	b '$'
#> $'a\tb'

### backslash_in_string_in_operand [bash]
x=1
echo "${x:+"\p\'"}" "${x:+\p}"
#> p' \p

### trace_arrays_and_elements [bash]
set -x
x=(1 "a b")
x[1]=c
#! + x=(1 "a b")
#! + x[1]=c

### trace_arithmetic_for_select_and_tests [bash]
set -x
for ((i=0; i<1; i++)); do :; done
[[ $i == 1 && -n "" ]]
select j in a; do break; done <<<1 2>/dev/null
#! + (( i=0 ))
#! + (( i<1 ))
#! + :
#! + (( i++ ))
#! + (( i<1 ))
#! + [[ 1 == 1 ]]
#! + [[ -n '' ]]

### local_keeps_the_value_of_an_assignment_before_the_call [bash]
v=outer
f() { local v; echo "${v-unset}"; }
v=temporary f
f
echo $v
#> temporary
#> unset
#> outer

### unbound_positional_with_braces [bash]
set -u
(echo $7)
(echo ${7})
#! ../case.sh: line 2: $7: unbound variable
#! ../case.sh: line 3: 7: unbound variable
#? 1

### export_takes_array_options [bash]
a=(1)
export -a a=2
declare -p a
readonly 'b[1]=2' 2>/dev/null || echo failed
#> declare -ax a=([0]="2")
#> failed

### declare_f_refuses_variable_attributes [bash]
f() { :; }
declare -f -a f
#! ../case.sh: line 2: declare: -a: invalid option
#? 1

### descriptor_in_an_array_element [bash]
fd=()
exec {fd[1]}</dev/null
[ "${fd[1]}" -ge 10 ] && echo "${!fd[@]}"
exec {fd[1]}<&-
exec {none}<&-
echo $?
#> 1
#> 1
#! ../case.sh: line 5: none: ambiguous redirect

### dot_reads_a_process_substitution [bash]
. <(echo 'echo "read $1"') x
#> read x

### newline_escaped_in_backquotes
echo `echo 'foo\
bar'`
#> foobar

### getopts_goes_on_after_a_call_with_its_own [bash]
f() {
    local OPTIND=1 opt
    while getopts ":abxy" opt; do
        echo $opt
        [ $opt = x ] && f -ab
    done
}
f -xy
echo
#> x
#> a
#> b
#> y
#>

### lastpipe_runs_every_element [bash]
shopt -s lastpipe
true | false | cat
echo "${PIPESTATUS[@]}"
echo a | tr a b | read x
echo $x
#> 0 1 0
#> b

### two_negations_alone [bash]
! !
echo $?
#> 0
