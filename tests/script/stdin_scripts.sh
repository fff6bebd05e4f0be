# A script on standard input is read no further than the command that runs.

### program_reads_rest_from_file [posix bash]
printf 'echo a\nhead -n 1\ndata line\necho b\n' >s; $SH <s
#> a
#> data line
#> b

### read_takes_next_line_from_file [posix bash]
printf 'read x\nvalue here\necho "got $x"\n' >s; $SH <s
#> got value here

### read_takes_next_line_from_pipe [posix bash]
printf 'read x\nvalue here\necho "got $x"\n' | $SH
#> got value here

### program_reads_rest_from_pipe [posix bash]
printf 'echo a\ncat\nrest 1\nrest 2\n' | $SH
#> a
#> rest 1
#> rest 2

### program_reads_rest_from_file_all [posix bash]
printf 'echo a\ncat\nrest 1\nrest 2\n' >s; $SH <s
#> a
#> rest 1
#> rest 2

### multi_line_construct_from_pipe [posix bash]
printf 'for i in 1 2\ndo\necho $i\ndone\ncat\nrest\n' | $SH
#> 1
#> 2
#> rest

### read_loop_consumes_script [posix bash]
printf 'while read x; do echo "<$x>"; done\na\nb\n' | $SH
#> <a>
#> <b>

### head_c_exact_position [posix bash]
printf 'dd bs=1 count=4 2>/dev/null\nabc\necho after\n' | $SH
#> abc
#> after

### here_document_then_rest [posix bash]
printf 'cat <<E\nhd\nE\nread x\nval\necho $x\n' | $SH
#> hd
#> val

### function_then_read [posix bash]
printf 'f() {\nread y\necho "y=$y"\n}\nf\nline\necho end\n' | $SH
#> y=line
#> end

### exec_replaces_and_reads_rest [posix bash]
printf 'exec cat\nrest 1\nrest 2\n' | $SH
#> rest 1
#> rest 2

### exec_other_stdin_switches_script [posix bash]
printf 'exec <t\necho not from s\n' >s; printf 'echo from t\n' >t; $SH <s
#> from t

### subshell_reads_rest [posix bash]
printf '(read x; echo "sub $x")\nline\necho end\n' | $SH
#> sub line
#> end

### background_does_not_eat
printf 'cat & wait\necho next\n' | $SH 2>&1
#> next

### same_line_commands_before_reading_more [posix bash]
printf 'echo a; read x; echo "$x"\nline\n' | $SH
#> a
#> line

### last_line_without_newline
printf 'echo a\necho b' | $SH
#> a
#> b

### syntax_error_after_good_lines
printf 'echo a\nif then\necho b\n' | $SH 2>/dev/null; echo $?
#> a
#> 2

### exit_leaves_rest_in_pipe [posix bash]
printf 'echo a\nexit 3\nleft\n' | { $SH; echo $?; cat; }
#> a
#> 3
#> left

### arguments_with_s
printf 'echo $#\nshift\necho $1\n' | $SH -s a b c
#> 3
#> b

### empty_stdin
: | $SH; echo $?; $SH </dev/null; echo $?
#> 0
#> 0

### long_script_from_pipe
i=0; while [ $i -lt 3000 ]; do echo "x=$i"; i=$((i+1)); done >s; echo 'echo $x' >>s; cat s | $SH
#> 2999

### long_script_then_data [posix bash]
{ i=0; while [ $i -lt 1000 ]; do echo ": comment to fill the buffer with text $i"; i=$((i+1)); done; echo cat; echo data; } | $SH
#> data

### quoted_newlines_span_lines [posix bash]
printf 'echo "a\nb"\nread x\nl\necho $x\n' | $SH
#> a
#> b
#> l

### substitution_spanning_lines [posix bash]
printf 'x=$(\necho in\n)\nread y\nl\necho $x $y\n' | $SH
#> in l

### slow_writer
{ echo 'echo first'; sleep 0.3; echo 'echo second'; } | $SH
#> first
#> second

### first_command_runs_before_rest_arrives
{ echo 'date +%%s%%N >t1' | tr -s %; sleep 0.5; date +%s%N >t2; echo :; } | $SH
read a <t1; read b <t2; [ $(( (b-a)/1000000 )) -gt 200 ] && echo early
#> early

### dot_dev_stdin
printf 'x=1\necho dotted\n' | $SH -c '. /dev/stdin; echo $x'
#> dotted
#> 1

### nested_shell_takes_over
printf 'echo outer\n%s\necho inner $$ >/dev/null; echo in\n' "$SH" | $SH
#> outer
#> in

### nested_shell_reads_rest
printf '%s\necho a\necho b\n' "$SH" | $SH
#> a
#> b

### continuation_at_eof [bash]
printf 'echo a \\' | $SH; echo $?
#> a
#> 0

### unterminated_quote_at_eof
printf 'echo "a\n' | $SH 2>/dev/null; [ $? -ne 0 ] && echo error
#> error

### unterminated_if_at_eof
printf 'if true\nthen echo a\n' | $SH 2>/dev/null; [ $? -ne 0 ] && echo error
#> error

### tail_of_pipe_read_by_read_in_condition [posix bash]
printf 'while read a && [ "$a" != end ]; do echo "l $a"; done\nx\ny\nend\necho rest\n' | $SH
#> l x
#> l y
#> rest

### exit_leaves_rest_of_file [own]
printf 'echo a\nexit 3\nleft\n' >s; { $SH; echo $?; cat; } <s
#> a
#> 3
#> left

### two_shells_share_file [own]
printf 'echo 1; exit\necho 2; exit\n' >s; { $SH; $SH; } <s
#> 1
#> 2
