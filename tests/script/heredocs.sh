# Here-documents: POSIX 2.7.4.

### expands
x=v; cat <<E
a $x ${x}b $(echo c) `echo d` $((1+1))
E
#> a v vb c d 2

### quoted_delimiter_literal
x=v; cat <<'E'
a $x $(echo c) `d` \$ \\
E
cat <<"E"
$x
E
cat <<\E
$x
E
cat <<E"F"
$x
EF
#> a $x $(echo c) `d` \$ \\
#> $x
#> $x
#> $x

### backslash_escapes_when_unquoted
x=v; cat <<E
\$x \` \\ \a \" "q" 'q'
E
#> $x ` \ \a \" "q" 'q'

### backslash_newline_joined
cat <<E
a\
b
E
#> ab

### backslash_newline_kept_when_quoted
cat <<'E'
a\
b
E
#> a\
#> b

### strip_tabs
cat <<-E
	one
		two
	 three
	E
#> one
#> two
#>  three

### strip_tabs_not_spaces
cat <<-E
    four
	E
#>     four

### strip_tabs_from_expansion_not
x='	tab'
cat <<-E
	$x
	E
#> 	tab

### two_on_a_line
cat <<A; cat <<B
a
A
b
B
#> a
#> b

### two_on_one_command_last_wins
cat <<A <<B
a
A
b
B
#> b

### several_descriptors
cat <<A 3<<B - /dev/fd/3
a
A
b
B
#> a
#> b

### with_pipe
cat <<E | tr a-z A-Z
abc
E
#> ABC

### with_and_list
cat <<E && echo after
x
E
#> x
#> after

### in_loop
for i in 1 2; do cat <<E
$i
E
done
#> 1
#> 2

### in_while_read
while read a b; do echo "$b $a"; done <<E
1 2
3 4
E
#> 2 1
#> 4 3

### in_function_evaluated_each_call
f() { cat <<E
<$1>
E
}
f a; f b
#> <a>
#> <b>

### in_subshell_and_group
(cat <<E
s
E
)
{ cat; } <<E
g
E
#> s
#> g

### in_if_condition
if cat <<E
c
E
then echo t; fi
#> c
#> t

### in_case
case x in x) cat <<E
in case
E
;; esac
#> in case

### nested_in_substitution
cat <<E
$(cat <<F
inner
F
)
outer
E
#> inner
#> outer

### nested_same_delimiter [bash]
cat <<E
$(cat <<E
inner
E
)
outer
E
#! ...
#? 2

### delimiter_with_blanks
cat <<'a b'
x
a b
#> x

### delimiter_looks_like_text
cat <<E
 E
E 
EE
E
#>  E
#> E 
#> EE

### empty_document
cat <<E
E
echo $?
#> 0

### empty_delimiter
cat <<''
a

echo after
#> a
#> after

### no_final_newline_at_eof [sh]
printf 'cat <<E\nabc' >s; $SH s 2>/dev/null
#> abc
#\

### no_final_newline_at_eof [bash]
printf 'cat <<E\nabc' >s; $SH s 2>/dev/null
#> abc

### unterminated_at_eof_with_warning [bash]
printf 'cat <<E\nabc\n' >s; $SH s 2>&1 | grep -c 'here-document'
#> 1

### delimiter_in_expansion_not_special
x='E
more'
cat <<E
$x
E
#> E
#> more

### single_quote_in_body
cat <<E
it's
E
#> it's

### unbalanced_quotes_in_body
cat <<E
" ' ) } \`
E
#> " ' ) } `

### hash_is_no_comment
cat <<E
# a $(echo b # c
)
E
#> # a b

### here_doc_then_command_same_line
cat <<E; echo next
body
E
echo last
#> body
#> next
#> last

### operator_before_newline
cat <<E &&
body
E
echo and
#> body
#> and

### pipe_continues_on_next_line
cat <<E |
b
a
E
sort
#> a
#> b

### here_doc_in_background
cat <<E & wait
bg
E
#> bg

### assignment_and_here_doc
x=1 cat <<E
[$x]
E
#> []

### redirect_only_command
<<E
ignored
E
echo $?
#> 0

### expansion_error_in_document
(unset u; cat <<E
${u?no}
E
) 2>/dev/null; [ $? -ne 0 ] && echo failed
#> failed

### assignment_in_document [sh]
unset u; cat <<E >/dev/null
${u=set} $((n=5))
E
echo $u $n
#> set 5

### assignment_in_document [bash]
unset u; cat <<E >/dev/null
${u=set} $((n=5))
E
echo $u $n
#>

### big_document
x=$(seq 1 30000); cat <<E | tail -n 1
$x
E
#> 30000

### big_literal_to_builtin
x=$(seq 1 3000)
while read l; do :; last=$l; done <<E
$x
E
echo $last
#> 3000

### positional_in_document
set -- a b; cat <<E
$1 $# $@ "$*"
E
#> a 2 a b "a b"

### dollar_at_joined_with_space [sh]
set -- 'a  b' c; IFS=:; cat <<E
$@ $*
E
#> a  b:c a  b:c

### dollar_at_joined_with_space [bash]
set -- 'a  b' c; IFS=:; cat <<E
$@ $*
E
#> a  b c a  b c

### tilde_not_expanded
HOME=/h; cat <<E
~ ~/x
E
#> ~ ~/x

### glob_not_expanded
touch f1; cat <<E
* f?
E
#> * f?

### descriptor_number
cat <<E 3<<F 0<&3
zero
E
three
F
#> three

### heredoc_in_eval
eval 'cat <<E
in eval
E'
#> in eval

### heredoc_in_dot_script
printf 'cat <<E\ndot $x\nE\n' >s; x=v; . ./s
#> dot v

### heredoc_in_dash_c
$SH -c 'cat <<E
c $0
E' name
#> c name

### heredoc_in_function_body_redirect
f() { cat; } <<E
fixed $x
E
x=1; f; x=2; f
#> fixed 1
#> fixed 2

### heredoc_nested_function_printing [bash]
f() { cat <<E
body $x
E
}
type f; declare -f f
#> f is a function
#> f () 
#> { 
#>     cat <<E
#> body $x
#> E
#>
#> }
#> f () 
#> { 
#>     cat <<E
#> body $x
#> E
#>
#> }

### heredoc_with_carriage_return_delimiter
printf 'cat <<E\na\nE\r\nE\n' >s; $SH s | od -An -c
#>    a  \n   E  \r  \n

### here_string [bash]
x='a  b'; cat <<<$x; cat <<<"q $x"; cat <<<'*'
#> a  b
#> q a  b
#> *

### heredoc_after_comment_line
cat <<E # comment <<F
x
E
#> x

### line_continuation_before_body
cat <<E \
; echo joined
x
E
#> x
#> joined

### delimiter_quoted_partly_with_dollar
cat <<$x
lit
$x
#> lit

### strip_tabs_delimiter_must_be_alone
cat <<-E
	E x
	E
#> E x

### heredoc_read_partially
{ read a; cat; } <<E
1
2
3
E
#> 2
#> 3

### heredoc_is_seekless_shared_between_commands
{ head -n 1 >/dev/null; echo rest; } <<E
a
b
E
#> rest
