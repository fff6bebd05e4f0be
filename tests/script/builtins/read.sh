# read

### splits_into_names
echo 'a b c d' | { read x y z; echo "<$x><$y><$z>"; }
#> <a><b><c d>

### fewer_fields
echo a | { x=o y=o; read x y; echo "<$x><$y>"; }
#> <a><>

### blanks_trimmed
echo '  a   b  ' | { read x; echo "<$x>"; }
echo '  a   b  ' | { read x y; echo "<$x><$y>"; }
#> <a   b>
#> <a><b>

### ifs_empty_keeps_blanks
echo '  a  ' | { IFS= read x; echo "<$x>"; }
#> <  a  >

### backslash_escapes
printf '%s\n' 'a\b\\c' | { read x; printf '%s\n' "<$x>"; }
#> <ab\c>

### r_keeps_backslash
printf '%s\n' 'a\b\\c' | { read -r x; printf '%s\n' "<$x>"; }
#> <a\b\\c>

### continuation_line
printf 'a\\\nb\n' | { read x; echo "<$x>"; }
#> <ab>

### r_no_continuation
printf 'a\\\nb\n' | { read -r x; printf '%s\n' "<$x>"; }
#> <a\>

### escaped_separator
printf '%s\n' 'a\ b c' | { read x y; echo "<$x><$y>"; }
#> <a b><c>

### eof_status_and_partial
printf 'abc' | { read x; echo $? "<$x>"; }
: | { x=o; read x; echo $? "<$x>"; }
#> 1 <abc>
#> 1 <>

### ifs_nonwhite
echo 'a:b::c' | { IFS=: read x y z w; echo "<$x><$y><$z><$w>"; }
echo 'a:b:c:' | { IFS=: read x y; echo "<$x><$y>"; }
echo 'a:' | { IFS=: read x; echo "<$x>"; }
echo 'a::' | { IFS=: read x; echo "<$x>"; }
echo 'a:b:' | { IFS=: read x y; echo "<$x><$y>"; }
#> <a><b><><c>
#> <a><b:c:>
#> <a>
#> <a::>
#> <a><b>

### ifs_restored_after_prefix
echo a:b | { IFS=: read x y; set -- $x:$y; echo $#; }
#> 1

### into_readonly_fails
(readonly r=1; echo x | { read r; echo no; }) 2>/dev/null; [ $? -ne 0 ] && echo failed
#> no
#? 1

### invalid_name
echo x | { read 1a; } 2>/dev/null; [ $? -ne 0 ] && echo bad
#> bad

### loop_over_lines
printf 'one\ntwo words\n\nlast' | while read -r l || [ -n "$l" ]; do echo "<$l>"; done
#> <one>
#> <two words>
#> <>
#> <last>

### from_descriptor
exec 3<<E
l1
l2
E
read a <&3; read b <&3; echo $a $b
#> l1 l2

### leaves_rest_to_programs
printf '1\n2\n3\n' | { read x; read y; cat; }
#> 3

### long_line
x=$(printf '%70000s' '' | tr ' ' q); echo "$x" | { read y; echo ${#y}; }
#> 70000

### high_bytes
printf '\351\377\n' | { read x; printf %s "$x" | od -An -tx1; }
#>  e9 ff

### nul_bytes_dropped [bash]
printf 'a\0b\n' | { read x; echo "${#x}"; }
#> 2

### p_option_prompt_goes_to_stderr_only_on_terminal
echo v | { read -p 'prompt ' x; echo "<$x>"; } 2>f; cat f
#> <v>

### reply_default [bash]
echo '  a b ' | { read; echo "<$REPLY>"; }
#> <  a b >

### array [bash]
echo 'a b c' | { read -a arr; echo ${#arr[@]} ${arr[1]}; }
#> 3 b

### delimiter [bash]
printf 'a:b' | { read -d : x; echo "<$x>"; read -d : y; echo $? "<$y>"; }
printf 'a\0b\0' | while IFS= read -r -d '' x; do echo "<$x>"; done
#> <a>
#> 1 <b>
#> <a>
#> <b>

### count [bash]
printf 'abcdef\n' | { read -n 3 x; echo "<$x>"; read y; echo "<$y>"; }
printf 'ab\ncd' | { read -N 4 x; echo "<$x>"; }
#> <abc>
#> <def>
#> <ab
#> c>

### timeout [bash]
sleep 1 | { read -t 0.1 x; [ $? -gt 128 ] && echo timeout; }
#> timeout

### timeout_zero_probe [bash]
echo x | { sleep 0.1; read -t 0 && echo ready; cat; }
#> ready
#> x

### u_option [bash]
exec 4<<<line; read -u 4 x; echo $x
#> line

### here_string_and_s [bash]
read -s x <<<secret; echo $x
#> secret

### tab_and_space_mix
printf 'a\t b\n' | { read x y; echo "<$x><$y>"; }
#> <a><b>

### only_separators
echo '   ' | { read x y; echo "<$x><$y>"; }
#> <><>

### last_variable_keeps_inner_separators
echo 'a  b   c' | { read x y; echo "<$y>"; }
#> <b   c>

### two_reads_in_loop_condition
printf '1\n2\n3\n' >f; exec <f; while read x && read y; do echo "$x $y"; done; echo "left $x"
#> 1 2
#> left 3

### in_function_sets_global
f() { read v; }; echo val >f; f <f; echo $v
#> val

### seek_back_after_read_from_file
printf 'l1\nl2\nl3\n' >f; exec <f; read x; head -n 1; echo "first $x"
#> l2
#> first l1
