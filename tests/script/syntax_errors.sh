# Syntax errors: status 2, the file and line named, nothing of the command run.

### missing_fi
$SH -c 'if true; then echo a' 2>/dev/null; echo $?
#> 2

### missing_then
$SH -c 'if true; fi' 2>/dev/null; echo $?
#> 2

### empty_then
$SH -c 'if true; then fi' 2>/dev/null; echo $?
#> 2

### missing_done
$SH -c 'while true; do echo a' 2>/dev/null; echo $?
#> 2

### empty_do
$SH -c 'while true; do done' 2>/dev/null; echo $?
#> 2

### stray_words
for w in then else elif fi do done esac '}' ')' ';;' 'in'; do $SH -c "$w" >/dev/null 2>&1; echo "$w $?"; done
#> then 2
#> else 2
#> elif 2
#> fi 2
#> do 2
#> done 2
#> esac 2
#> } 2
#> ) 2
#> ;; 2
#> in 2

### stray_operators
for w in '|' '&&' '||' ';' '&' '| cat' '&& true' ';;'; do $SH -c "$w" 2>/dev/null; echo "$w $?"; done
#> | 2
#> && 2
#> || 2
#> ; 2
#> & 2
#> | cat 2
#> && true 2
#> ;; 2

### dangling_operators
for w in 'true |' 'true &&' 'true ||' 'true &&;' 'true | ; true'; do $SH -c "$w" 2>/dev/null; echo "$w $?"; done
#> true | 2
#> true && 2
#> true || 2
#> true &&; 2
#> true | ; true 2

### double_semicolon
$SH -c 'echo a;; echo b' 2>/dev/null; echo $?
#> 2

### semicolon_ampersand
$SH -c 'echo a &; echo b' 2>/dev/null; echo $?
#> 2

### unclosed_parenthesis
$SH -c '(echo a' 2>/dev/null; echo $?
#> 2

### unclosed_brace
$SH -c '{ echo a;' 2>/dev/null; echo $?
#> 2

### empty_subshell_and_group
$SH -c '()' 2>/dev/null; echo $?; $SH -c '{ }' 2>/dev/null; echo $?
#> 2
#> 2

### unclosed_quotes
for q in '"' "'" '`' '$(' '${' '$(('; do $SH -c "echo $q" 2>/dev/null; [ $? -ne 0 ] && echo bad; done
#> bad
#> bad
#> bad
#> bad
#> bad
#> bad

### missing_redirect_target
for w in 'echo >' 'echo <' 'echo >>' 'cat <<' 'echo >|' 'echo > ; true' 'echo < | cat'; do $SH -c "$w" 2>/dev/null; echo $?; done
#> 2
#> 2
#> 2
#> 2
#> 2
#> 2
#> 2

### bad_for
for w in 'for' 'for 1a in b; do :; done' 'for i in a b' 'for i in a; done' 'for i do'; do $SH -c "$w" 2>/dev/null; [ $? -ne 0 ] && echo bad; done
#> bad
#> bad
#> bad
#> bad
#> bad

### bad_case
for w in 'case' 'case x' 'case x in' 'case x in a) echo' 'case x in a echo;; esac' 'case x in ) echo;; esac'; do $SH -c "$w" 2>/dev/null; echo $?; done
#> 2
#> 2
#> 2
#> 2
#> 2
#> 2

### bad_function
for w in 'f()' 'f(' 'f( a ) { :; }' '1() '; do $SH -c "$w" 2>/dev/null; [ $? -ne 0 ] && echo bad; done
#> bad
#> bad
#> bad
#> bad

### function_body_must_be_compound [sh]
$SH -c 'f() ; { :; }' 2>/dev/null; echo $?
#> 2

### nothing_of_the_line_runs
$SH -c 'echo a; if' 2>/dev/null; echo $?
#> 2

### earlier_lines_run
printf 'echo a\nif\n' >s; $SH s 2>/dev/null; echo $?
#> a
#> 2

### names_file_and_line
printf 'echo a\n\nfi\n' >s; $SH s 2>&1 >/dev/null | head -n 1 | grep -c '^s: .*3: .*fi'
#> 1

### names_line_of_eof
printf 'if true\nthen :\n' >s; $SH s 2>&1 | grep -c '^s: '
#> 1

### in_eval_names_it [bash]
eval 'fi' 2>&1 | head -n 1
#> ../case.sh: eval: line 1: syntax error near unexpected token `fi'

### bash_message_forms [bash]
$SH -c 'fi'; $SH -c 'echo )'; $SH -c 'if true'; $SH -c 'echo "a'; echo 'for' | $SH; :
#! skosh: -c: line 1: syntax error near unexpected token `fi'
#! skosh: -c: line 1: `fi'
#! skosh: -c: line 1: syntax error near unexpected token `)'
#! skosh: -c: line 1: `echo )'
#! skosh: -c: line 2: syntax error: unexpected end of file
#! skosh: -c: line 1: unexpected EOF while looking for matching `"'
#! skosh: line 1: syntax error near unexpected token `newline'
#! skosh: line 1: `for'

### else_twice
$SH -c 'if a; then b; else c; else d; fi' 2>/dev/null; echo $?
#> 2

### elif_without_then
$SH -c 'if a; then b; elif c; fi' 2>/dev/null; echo $?
#> 2

### close_mismatch
$SH -c '( echo a }' 2>/dev/null; echo $?; $SH -c '{ echo a; )' 2>/dev/null; echo $?; $SH -c 'if a; then b; done' 2>/dev/null; echo $?
#> 2
#> 2
#> 2

### words_after_compound
$SH -c '{ :; } a' 2>/dev/null; echo $?; $SH -c '(:) a' 2>/dev/null; echo $?; $SH -c 'if :; then :; fi a' 2>/dev/null; echo $?
#> 2
#> 2
#> 2

### bang_alone [sh]
$SH -c '!' 2>/dev/null; echo $?
#> 2

### assignment_before_compound
$SH -c 'x=1 { :; }' 2>/dev/null; echo $?
#> 2

### newline_in_for_header
$SH -c 'for
i in a; do :; done' 2>/dev/null; [ $? -ne 0 ] && echo bad
#> bad

### error_in_dot_script_ends_sh [sh]
echo 'fi' >s; $SH -c '. ./s; echo no' 2>/dev/null; echo $?
#> 2

### error_in_dot_script_bash [bash]
echo 'fi' >s; $SH -c '. ./s; echo on $?' 2>/dev/null
#> on 2

### error_inside_substitution
$SH -c 'echo $(if)' 2>/dev/null; [ $? -ne 0 ] && echo bad
#> bad

### error_inside_backquotes_found_late [bash]
$SH -c 'true || echo `if`; echo ok' 2>/dev/null
#> ok

### many_nested_parentheses_error_not_crash
x=$(printf '%5000s' '' | tr ' ' '('); $SH -c "$x" 2>/dev/null; s=$?; [ $s -ne 0 ] && [ $s -lt 128 ] && echo bad
#> bad

### deep_braces_no_crash [own]
x=$(printf '%100000s' '' | tr ' ' '{' | sed 's/{/{ /g'); echo "$x" >s; $SH s 2>/dev/null; s=$?; [ $s -ne 0 ] && [ $s -lt 128 ] && echo bad
#> bad

### deep_parentheses_no_crash [own]
printf '%100000s' '' | tr ' ' '(' >s; $SH s 2>/dev/null; s=$?; [ $s -ne 0 ] && [ $s -lt 128 ] && echo bad
#> bad

### deep_substitutions_no_crash [own]
printf '%50000s' '' | sed 's/ /$(/g' >s; $SH s 2>/dev/null; s=$?; [ $s -ne 0 ] && [ $s -lt 128 ] && echo bad
printf 'echo %50000s' '' | sed 's/ /"$(/g' >s; $SH s 2>/dev/null; s=$?; [ $s -ne 0 ] && [ $s -lt 128 ] && echo bad
printf 'echo %50000s' '' | sed 's/ /${x-/g' >s; $SH s 2>/dev/null; s=$?; [ $s -ne 0 ] && [ $s -lt 128 ] && echo bad
#> bad
#> bad
#> bad

### deep_arithmetic_no_crash [own]
printf 'echo $((%50000s' '' | tr ' ' '(' >s; $SH s 2>/dev/null; s=$?; [ $s -ne 0 ] && [ $s -lt 128 ] && echo bad
x=$(printf '%20000s' '' | tr ' ' '-'); ( : $((${x}1)) ) 2>/dev/null; [ $? -lt 128 ] && echo no crash
#> bad
#> no crash

### invalid_utf8_in_syntax
printf 'echo \377\n\376\n' >s; $SH s 2>/dev/null | od -An -tx1
#>  ff 0a

### carriage_return_line_end_word [bash]
printf 'if true\r\nthen\r\necho a\r\nfi\r\n' >s; $SH s 2>/dev/null; echo $?
#> 2

### nul_bytes_everywhere_no_crash
printf 'echo a\0\0b\n\0\0\necho c\n' >s; $SH s >/dev/null 2>&1; [ $? -lt 128 ] || echo crashed; echo ok
#> ok

### very_long_line
{ printf 'echo '; printf '%300000s' '' | tr ' ' a; echo; } >s; $SH s | wc -c | tr -d ' '
#> 300001

### very_long_word_list
{ printf 'echo'; i=0; while [ $i -lt 20000 ]; do printf ' w%d' $i; i=$((i+1)); done; echo; } >s; $SH s | wc -w | tr -d ' '
#> 20000

### unexpected_esac_in_pattern [bash]
$SH -c 'case esac in esac) echo a;; esac' 2>/dev/null; echo $?
#> 2
