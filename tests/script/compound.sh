# Compound commands: POSIX 2.9.4.

### if_then
if true; then echo a; fi
#> a

### if_else
if false; then echo a; else echo b; fi
#> b

### if_elif
if false; then echo a; elif true; then echo b; else echo c; fi
#> b

### if_status_no_branch_is_zero
false
if false; then :; fi
echo $?
#> 0

### if_status_of_branch
if true; then (exit 3); fi
echo $?
#> 3

### if_condition_status_seen_in_branch
if (exit 5); then :; else echo $?; fi
#> 5

### if_elif_sees_status
if (exit 5); then :; elif echo $?; false; then :; else echo $?; fi
#> 5
#> 1

### if_list_condition_last_counts
if true; false; then echo a; else echo b; fi
#> b

### if_redirect_whole
if true; then echo a; echo b; fi >f
cat f
#> a
#> b

### while_counts
i=0
while [ $i -lt 3 ]; do echo $i; i=$((i+1)); done
#> 0
#> 1
#> 2

### while_status_zero_without_body
false
while false; do :; done
echo $?
#> 0

### while_status_of_last_body
i=0
while [ $i -lt 1 ]; do i=1; (exit 4); done
echo $?
#> 4

### until_loop
i=0
until [ $i -ge 2 ]; do i=$((i+1)); done; echo $i
#> 2

### while_read_in_redirect
printf 'a\nb\n' >f
while read x; do echo "<$x>"; done <f
echo "[$x]"
#> <a>
#> <b>
#> []

### while_pipe_is_subshell
x=0
printf 'a\nb\n' | while read l; do x=$l; done
echo $x
#> 0

### while_condition_compound
i=0
while i=$((i+1)); [ $i -lt 3 ]; do echo $i; done
#> 1
#> 2

### break_leaves
for i in 1 2 3; do [ $i = 2 ] && break; echo $i; done; echo $?
#> 1
#> 0

### break_n
for i in 1 2; do for j in a b; do break 2; done; echo no; done; echo $i $j
#> 1 a

### break_too_many
for i in 1 2; do for j in a b; do break 9; done; echo no; done; echo $i
#> 1

### continue_n
for i in 1 2; do for j in a b; do echo $i$j; continue 2; done; echo no; done
#> 1a
#> 2a

### continue_too_many
for i in 1 2; do for j in a b; do echo $i$j; continue 9; done; echo no; done
#> 1a
#> 2a

### break_status_zero
for i in 1; do false; break; done; echo $?
#> 0

### continue_in_while_condition_rechecked
i=0
while i=$((i+1)); [ $i -le 3 ]; do [ $i = 2 ] && continue; echo $i; done
#> 1
#> 3

### break_in_condition
while break; do echo no; done; echo $?
#> 0

### break_from_eval
for i in 1 2; do eval break; echo no; done; echo $i
#> 1

### break_in_dot_script
echo break >s
for i in 1 2; do . ./s; echo no; done; echo $i
#> 1

### break_inside_subshell_does_not_leave_parent_loop [sh]
for i in 1 2; do (break; echo no); echo $i; done
#> 1
#> 2

### break_inside_subshell_does_not_leave_parent_loop [bash]
for i in 1 2; do (break; echo no); echo $i; done
#> no
#> 1
#> no
#> 2
#! ../case.sh: line 1: break: only meaningful in a `for', `while', or `until' loop
#! ../case.sh: line 1: break: only meaningful in a `for', `while', or `until' loop

### break_inside_function_bash_and_dash [sh]
f() { break; }
for i in 1 2; do f; echo $i; done
#> 1
#> 2

### for_over_words
for i in a "b c" d; do echo "$i"; done
#> a
#> b c
#> d

### for_without_in
set -- x "y z"
for i do echo "$i"; done
for i; do echo "$i"; done
#> x
#> y z
#> x
#> y z

### for_empty_list
for i in; do echo no; done; echo $?
e=
for i in $e; do echo no; done; echo $?
#> 0
#> 0

### for_empty_list_status_zero_after_false
false
for i in; do :; done; echo $?
#> 0

### for_in_at_with_empty_args
set --
for i in "$@"; do echo no; done; echo ok
#> ok

### for_variable_remains
for i in a b; do :; done; echo $i
#> b

### for_words_expanded_once
set -- 1 2
for i in "$@"; do shift; echo $i $#; done
#> 1 1
#> 2 0

### for_newline_before_do
for i in a b
do echo $i
done
#> a
#> b

### for_list_expansion_splits_and_globs
touch f1 f2
x='a b'
for i in $x f*; do echo $i; done
#> a
#> b
#> f1
#> f2

### for_readonly_variable_is_error [sh]
readonly r
for r in a; do echo no; done
echo not here
#! ../case.sh: *2: **r: *
#? 2

### for_status_of_last_command
for i in 1 2; do (exit $i); done; echo $?
#> 2

### case_first_match_wins
case abc in a*) echo 1;; *c) echo 2;; esac
#> 1

### case_no_match_status_zero
false
case x in y) :;; esac
echo $?
#> 0

### case_empty_body_status_zero
false
case x in x) ;; esac
echo $?
#> 0

### case_subject_status [bash]
false
case x in x) echo $?;; esac
#> 1

### case_alternatives
case b in a|b|c) echo y;; esac
case b in (a|b) echo y;; esac
#> y
#> y

### case_last_without_terminator
case a in a) echo y
esac
case a in b) ;; a) echo z; esac
#> y
#> z

### case_no_fields_or_globs
touch f1
x='a  b'
case $x in 'a  b') echo y;; esac
case f* in f1) echo bad;; 'f*') echo lit;; esac
#> y
#> lit

### case_quoted_pattern_is_literal
case abc in "a*") echo no;; a"*") echo no;; a\*) echo no;; 'abc') echo y;; esac
#> y

### case_pattern_from_variable
p='a*'
case abc in $p) echo y;; esac
case abc in "$p") echo no;; *) echo lit;; esac
#> y
#> lit

### case_brackets
for c in a b 5 - ']' '^' x; do
case $c in [ab]) echo ab;; [0-9]) echo digit;; [-]) echo dash;; []]) echo rb;; [!x]) echo notx;; *) echo other;; esac
done
#> ab
#> ab
#> digit
#> dash
#> rb
#> notx
#> other

### case_character_class
for c in a A 1 ' ' .; do
case $c in [[:lower:]]) echo l;; [[:upper:]]) echo u;; [[:digit:]]) echo d;; [[:space:]]) echo s;; [[:punct:]]) echo p;; esac
done
#> l
#> u
#> d
#> s
#> p

### case_slash_and_dot_are_plain
case a/b in a*b) echo y;; esac
case .x in *) echo y;; esac
case a/b in a?b) echo y;; esac
#> y
#> y
#> y

### case_empty_string
case '' in '') echo e;; esac
case '' in ?*) echo no;; *) echo y;; esac
#> e
#> y

### case_patterns_evaluated_lazily
case a in a) echo y;; $(echo evaluated >&2)) ;; esac
#> y

### case_pattern_command_substitution
case abc in $(echo 'a*')) echo y;; esac
#> y

### case_redirect
case a in a) echo x;; esac >f; cat f
#> x

### case_word_with_tilde
case ~ in "$HOME") echo y;; esac
case "$HOME" in ~) echo y;; esac
#> y
#> y

### case_fallthrough_posix_2024 [posix]
case a in a) echo 1;& b) echo 2;; c) echo 3;; esac
#> 1
#> 2

### case_continue_matching [bash]
case ab in a*) echo 1;;& *b) echo 2;;& x) echo 3;; *) echo 4;; esac
#> 1
#> 2
#> 4

### case_unbalanced_paren_in_dollar_paren
x=$(case a in a) echo y;; esac)
echo $x
#> y

### case_nested
case a in a) case b in b) echo y;; esac;; esac
#> y

### case_backslash_at_end_of_pattern_variable
p='a\'
case 'a\' in $p) echo match;; *) echo none;; esac
#> match

### case_backslash_in_pattern_variable_escapes
p='\*'
case '*' in $p) echo y;; *) echo n;; esac
case 'x' in $p) echo y;; *) echo n;; esac
#> y
#> n

### brace_group_same_environment
x=1
{ x=2; cd /; }
echo $x $PWD
#> 2 /

### brace_group_redirect
{ echo a; echo b; } >f
cat f
#> a
#> b

### brace_group_status
{ true; (exit 7); }; echo $?
#> 7

### brace_one_line
{ echo a;}
{ echo b;};{ echo c
}
#> a
#> b
#> c

### subshell_isolates
x=1; (x=2; cd /; echo $x $PWD); echo $x; [ "$PWD" = / ] || echo back
#> 2 /
#> 1
#> back

### subshell_status
(exit 9); echo $?
#> 9

### subshell_exit_in_the_middle
(echo a; exit 2; echo b); echo $?
#> a
#> 2

### subshell_nested
( ( echo deep ) )
((echo x) ; (echo y))
#> deep
#> x
#> y

### subshell_double_paren_ambiguity [sh]
((echo a); echo b)
#> a
#> b

### subshell_redirect
(echo a; echo b >&2) >f 2>g; cat f g
#> a
#> b

### subshell_assignment_lost
unset v
(v=1)
echo "${v-unset}"
#> unset

### subshell_functions_lost
(f() { echo f; }; f)
f 2>/dev/null; echo $?
#> f
#> 127

### loop_redirect_input_shared
printf '1\n2\n3\n4\n' >f
while read a; do read b; echo "$a-$b"; done <f
#> 1-2
#> 3-4

### nested_loops_with_redirects
printf 'a\nb\n' >f; printf '1\n2\n' >g
while read x; do while read y <&3; do echo $x$y; done 3<g; done <f
#> a1
#> a2
#> b1
#> b2

### loop_output_pipe
for i in 3 1 2; do echo $i; done | sort
#> 1
#> 2
#> 3

### arith_for [bash]
for ((i=0;i<3;i++)); do echo $i; done
for ((;;)); do break; done; echo ok
#> 0
#> 1
#> 2
#> ok

### arith_command [bash]
((1)) && echo y
((0)) || echo n
((x=5, x+=2)); echo $x
#> y
#> n
#> 7

### conditional_command [bash]
[[ abc == a* ]] && echo 1
[[ abc == "a*" ]] || echo 2
[[ abc =~ ^a(.)c$ ]] && echo "${BASH_REMATCH[1]}"
[[ -z '' && ( -n x || -f / ) ]] && echo 3
[[ ! a < b ]] || echo 4
#> 1
#> 2
#> b
#> 3
#> 4

### select_reads [bash]
PS3='? '
select x in a b; do echo "got $x $REPLY"; break; done 2>/dev/null
#< 2
#> got b 2

### coproc_basic [bash]
coproc cat
echo hi >&${COPROC[1]}
read x <&${COPROC[0]}
echo $x
#> hi

### deep_nesting_of_groups
x=$(printf '%500s' '' | tr ' ' '{' | sed 's/{/{ /g')
y=$(printf '%500s' '' | tr ' ' '}' | sed 's/}/; }/g')
eval "$x echo deep $y"
#> deep
