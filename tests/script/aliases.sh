# Aliases: POSIX 2.3.1.

### alias_expands_on_next_line [sh]
alias hi='echo hello'
hi there
#> hello there

### alias_expands_with_shopt [bash]
shopt -s expand_aliases
alias hi='echo hello'
hi there
#> hello there

### bash_needs_shopt [bash]
alias hi='echo hello'
hi there 2>/dev/null; echo $?
#> 127

### alias_expands_in_posix_mode [posix]
alias hi='echo hello'
hi there
#> hello there

### alias_not_on_its_own_line [sh]
alias e1='echo one'; e1 2>/dev/null; echo $?
e1
#> 127
#> one

### alias_trailing_blank_expands_next [sh]
alias a='echo ' b='expanded'
a b
a c b
#> expanded
#> c b

### alias_no_trailing_blank [sh]
alias a='echo' b='expanded'
a b
#> b

### alias_not_recursive [sh]
alias echo='echo x'
echo y
#> x y

### alias_chain [sh]
alias a=b b='echo end'
a
#> end

### alias_mutual_recursion_stops [sh]
alias a=b b=a
a 2>/dev/null; echo $?
#> 127

### alias_quoted_not_expanded [sh]
alias foo='echo no'
\foo 2>/dev/null; echo $?
'foo' 2>/dev/null; echo $?
f"o"o 2>/dev/null; echo $?
#> 127
#> 127
#> 127

### alias_from_expansion_not_expanded [sh]
alias foo='echo no'
x=foo
$x 2>/dev/null; echo $?
#> 127

### alias_after_operator [sh]
alias e='echo e'
true && e; false || e; (e); { e; }
if e; then e; fi
echo x | e
#> e
#> e
#> e
#> e
#> e
#> e
#> e

### alias_after_assignment [sh]
alias e='echo e'
x=1 e
#> e

### alias_not_as_argument [sh]
alias e='bad'
echo e
#> e

### alias_to_reserved_word [sh]
alias begin='if' end='fi'
begin true; then echo yes; end
#> yes

### alias_with_operators [sh]
alias two='echo 1; echo 2'
two 3
#> 1
#> 2 3

### alias_opening_brace [sh]
alias start='{ ' stop='}'
start echo in; stop
#> in

### alias_value_unclosed_quote_continues [sh]
alias q="echo 'a"
q b'
#> a b

### alias_in_for_list_not_expanded [sh]
alias a=b
for i in a; do echo $i; done
#> a

### alias_in_case_not_expanded [sh]
alias a=b
case a in a) echo a;; b) echo b;; esac
#> a

### alias_inside_function_fixed_at_definition [sh]
alias e='echo old'
f() { e; }
alias e='echo new'
f
#> old

### alias_in_eval [sh]
alias e='echo e'
eval 'e x'
#> e x

### alias_defined_in_eval_used_next_line [sh]
eval 'alias e="echo yes"
e'
#> yes

### alias_print_one [sh]
alias foo='a b'
alias foo
#> foo='a b'

### alias_print_one [bash]
alias foo='a b'
alias foo
#> alias foo='a b'

### alias_print_quotes [sh]
alias foo="it's"
alias foo | sed "s/^alias //"
#> foo='it'"'"'s'

### alias_print_quotes [bash]
alias foo="it's"
alias foo | sed "s/^alias //"
#> foo='it'\''s'

### alias_unknown_fails
alias nosuch 2>/dev/null; echo $?
#> 1

### alias_print_all_sorted [bash]
alias b=2 a=1
alias
alias -p
#> alias a='1'
#> alias b='2'
#> alias a='1'
#> alias b='2'

### unalias_removes [sh]
alias e='echo e'
unalias e
e 2>/dev/null; echo $?
#> 127

### unalias_a [sh]
alias a=b c=d
unalias -a
alias; echo $?
#> 0

### unalias_unknown_fails
unalias nosuch 2>/dev/null; echo $?
#> 1

### alias_is_not_exported_to_subshell_process [sh]
alias e='echo e'
$SH -c e 2>/dev/null; echo $?
#> 127

### alias_in_subshell_inherited [sh]
alias e='echo e'
(
e
)
#> e

### alias_in_command_substitution [sh]
alias e='echo e'
x=$(e)
echo $x
#> e

### alias_semicolon_newline_body [sh]
alias nl='echo a
echo b'
nl
#> a
#> b

### alias_name_with_odd_characters [sh]
alias a-b='echo dash' a.b='echo dot' ,='echo comma'
a-b
a.b
,
#> dash
#> dot
#> comma

### alias_empty_value [sh]
alias nothing=''
nothing echo x
#> x

### alias_blank_value_expands_next [sh]
alias sudo='  ' e='echo e'
sudo e
#> e

### command_not_subject_to_alias_when_quoted [sh]
alias true=false
\true && echo ok
#> ok

### alias_redirect_in_value [sh]
alias save='>out echo'
save hi
cat out
#> hi

### alias_trailing_backslash_blank [sh]
alias a='echo '
alias x='y z'
a x x
#> y z x
