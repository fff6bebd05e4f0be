# Redirections: POSIX 2.7.

### output_and_input
echo a >f; cat <f
#> a

### append
echo a >f; echo b >>f; cat f
#> a
#> b

### truncates
echo long text >f; echo s >f; cat f
#> s

### empty_redirect_creates
>f; [ -f f ] && [ ! -s f ] && echo empty
#> empty

### redirect_anywhere_in_command
>f echo a; echo b >>f c; cat f
#> a
#> b c

### several_outputs_last_wins_all_created
echo x >a >b; cat b; [ -e a ] && [ ! -s a ] && echo created
#> x
#> created

### input_missing_file
cat <nosuch 2>/dev/null; [ $? -ne 0 ] && echo failed
echo next
#> failed
#> next
#! ../case.sh: *1:* nosuch: No such file*

### failed_redirect_command_not_run
echo x <nosuch 2>/dev/null; [ $? -ne 0 ] && echo skipped
#> skipped
#! ../case.sh: *1:* nosuch: No such file*

### dup_output
echo e >&2 2>/dev/null
{ echo a; echo b >&2; } >f 2>&1; cat f
#> a
#> b
#! e

### order_matters
{ echo out; echo err >&2; } 2>&1 >f | sed 's/^/piped /'; cat f
#> piped err
#> out

### close_output
{ echo x; } >&- 2>/dev/null; echo $?
#> 1

### close_input
cat <&- 2>/dev/null; [ $? -ne 0 ] && echo failed
#> failed

### dup_bad_descriptor
{ echo x >&7; } 2>/dev/null; [ $? -ne 0 ] && echo failed
echo alive
#> failed
#> alive

### dup_input
exec 3<<E
data
E
cat <&3
#> data

### dup_number_from_variable
n=2; { echo x >&$n; } 2>f; cat f
#> x

### move_and_restore
exec 3>&1; exec >f; echo hidden; exec >&3 3>&-; echo shown; cat f
#> shown
#> hidden

### clobber
set -C; echo a >f; (echo b >f) 2>/dev/null; [ $? -ne 0 ] && echo refused; echo c >|f; cat f; echo d >>f; cat f
#> refused
#> c
#> c
#> d

### clobber_spares_devices
set -C; echo x >/dev/null && echo ok
#> ok

### clobber_new_file_ok
set -C; echo x >new; cat new
#> x

### clobber_dangling_symlink
set -C; ln -s target l; (echo x >l) 2>/dev/null; [ $? -ne 0 ] && echo refused
#> refused

### read_write
echo abcdef >f; echo XY 1<>f; cat f
#> XY
#> def

### read_write_creates
: <>f; [ -f f ] && echo yes
#> yes

### compound_redirect
for i in 1 2; do echo $i; done >f; cat f
if true; then cat; fi <f
while read x; do echo "<$x>"; done <f >g; cat g
(echo s) >h; { echo g; } >>h; cat h
case a in a) echo c;; esac >>h; tail -n 1 h
#> 1
#> 2
#> 1
#> 2
#> <1>
#> <2>
#> s
#> g
#> c

### function_call_redirect
f() { echo o; echo e >&2; }
f >a 2>b; cat a b
#> o
#> e

### function_definition_redirect
f() { echo $1; } >out
f a; cat out; f b; cat out
#> a
#> b

### builtin_redirect_undone
echo a >f; echo b
read x <f; echo $x
cd / >/dev/null; pwd
#> b
#> a
#> /

### exec_redirect_persists
exec 4>f; echo a >&4; echo b >&4; exec 4>&-; cat f
#> a
#> b

### exec_close_then_use
exec 4>f; exec 4>&-; (echo x >&4) 2>/dev/null; [ $? -ne 0 ] && echo closed
#> closed

### exec_stdin_consumed_across_commands
printf 'a\nb\nc\n' >f; exec <f; read x; read y; echo $x $y; cat
#> a b
#> c

### descriptor_passed_to_program
exec 5<<E
five
E
cat /dev/fd/5
sh -c 'cat <&5' 5<<E
again
E
#> five
#> again

### high_number_single_digit
echo x 9>f >&9; cat f
#> x

### redirect_expansion_no_split [sh]
n='a b'; echo x >$n; cat 'a b'
#> x

### redirect_expansion_no_split [bash]
n='a b'; echo x >$n; cat 'a b'
#! ../case.sh: line 1: $n: ambiguous redirect
#! cat: 'a b': No such file or directory
#? 1

### redirect_to_expansion_empty
e=; (echo x >$e) 2>/dev/null; [ $? -ne 0 ] && echo failed
#> failed

### redirect_to_directory_fails
mkdir d; (echo x >d) 2>/dev/null; [ $? -ne 0 ] && echo failed
#> failed

### redirect_permission_denied [user]
: >f; chmod 0 f; (echo x >f) 2>/dev/null; [ $? -ne 0 ] && echo denied; (cat <f) 2>/dev/null; [ $? -ne 0 ] && echo denied
#> denied
#> denied

### redirect_in_missing_directory
(echo x >nodir/f) 2>/dev/null; [ $? -ne 0 ] && echo failed
#> failed

### error_message_names_file
cat <nosuch
#! *nosuch*
#? !0

### special_builtin_redirect_error_exits [sh]
$SH -c ': <nosuch; echo not' 2>/dev/null; echo $?
#> 2

### special_builtin_redirect_error_spared_by_command
command : <nosuch 2>/dev/null; echo alive
#> alive
#! ../case.sh: *1:* nosuch: No such file*

### regular_builtin_redirect_error_goes_on
echo x <nosuch 2>/dev/null; echo alive
#> alive
#! ../case.sh: *1:* nosuch: No such file*

### compound_redirect_error_skips_body
{ echo body; } <nosuch 2>/dev/null; [ $? -ne 0 ] && echo skipped
for i in 1; do echo body; done <nosuch 2>/dev/null; [ $? -ne 0 ] && echo skipped
#> skipped
#> skipped
#! ../case.sh: *1:* nosuch: No such file*
#! ../case.sh: *2:* nosuch: No such file*

### function_redirect_error_skips_call
f() { echo body; }; f <nosuch 2>/dev/null; [ $? -ne 0 ] && echo skipped
#> skipped
#! ../case.sh: *1:* nosuch: No such file*

### exec_redirect_error_exits [sh]
$SH -c 'exec <nosuch; echo not' 2>/dev/null; echo $?
#> 2

### redirect_error_in_subshell_only
(exec <nosuch) 2>/dev/null; echo alive
#> alive

### assignments_with_redirect_only
x=1 >f; echo $x; [ -f f ] && echo made
#> 1
#> made

### stderr_of_shell_itself_redirected
{ nosuchcommand; } 2>f; grep -c nosuchcommand f
#> 1

### stdout_to_input_descriptor
echo x >f; { echo y >&0; } 0>>f; cat f
#> x
#> y

### two_writers_one_offset
{ echo a; /bin/echo b; echo c; } >f; cat f
#> a
#> b
#> c

### append_from_two_opens
echo 1 >f; { echo 2; /bin/echo 3; } >>f; echo 4 >>f; cat f
#> 1
#> 2
#> 3
#> 4

### dev_stdout_and_stderr
echo x >/dev/stdout; { echo y >/dev/stderr; } 2>f; cat f
#> y

### dev_fd
echo x | cat /dev/fd/0; { echo q >/dev/fd/3; } 3>f; cat f
#> x
#> q

### dev_stdin
echo x | cat </dev/stdin
#> x

### ampersand_redirects_both [bash]
{ echo o; echo e >&2; } &>f; cat f; { echo o2; echo e2 >&2; } &>>f; cat f; { echo z; } >&g; cat g
#> o
#> e
#> o
#> e
#> o2
#> e2
#> z

### ampersand_redirect_is_background_in_sh [sh]
echo x &>f; wait; cat f; echo end
#> x
#> end

### variable_descriptor [bash]
exec {fd}>f; echo x >&$fd; [ $fd -ge 10 ] && echo high; exec {fd}>&-; cat f
#> high
#> x

### move_descriptor [bash]
exec 3>f; exec 4>&3-; echo x >&4; (echo y >&3) 2>/dev/null || echo gone; cat f
#> gone
#> x

### two_digit_descriptor [bash]
echo x 12>f >&12; cat f
#> x

### here_doc_and_file_mix
cat - 3<<E <f2 2>/dev/null || cat <<E
unused
E
used
E
#> used
#! ../case.sh: *1:* f2: No such file*

### redirect_loop_body_only
for i in 1 2; do echo $i >>f; done; cat f
#> 1
#> 2

### nested_redirects_restore
{ { echo inner; } >a; echo middle; } >b; echo outer; cat a b
#> outer
#> inner
#> middle

### close_in_group_restored_after
exec 3>f; { echo x; } 3>&-; echo y >&3; cat f
#> x
#> y

### dup_to_self
exec 3>f; exec 3>&3; echo x >&3; cat f; echo a 1>&1
#> x
#> a

### stdin_from_pipe_and_file
echo pipe | cat <f 2>/dev/null; echo file >f; echo pipe | cat <f
#> file
#! ../case.sh: *1:* f: No such file*

### sequential_appends_in_subshells
(echo a >>f); (echo b >>f); x=$(echo c >>f); cat f
#> a
#> b
#> c

### redirect_builtin_failure_status
false >f; echo $?; true >f; echo $?
#> 1
#> 0

### redirect_with_command_substitution_status
x=$(exit 3) >f; echo $?
#> 3

### reading_and_writing_same_file
echo old >f; { read x; echo "new $x"; } <f >g; cat g
#> new old

### unlinked_file_still_usable
exec 3>f; rm f; echo x >&3 && echo ok; exec 3<&-
#> ok

### many_descriptors
exec 3>a 4>b 5>c 6>d 7>e 8>f 9>g
for n in 3 4 5 6 7 8 9; do eval "echo $n >&$n"; done
cat a b c d e f g
#> 3
#> 4
#> 5
#> 6
#> 7
#> 8
#> 9

### swap_stdout_stderr
{ { echo out; echo err >&2; } 3>&1 1>&2 2>&3 3>&-; } 2>f | sed 's/^/p:/'; cat f
#> p:err
#> out

### tee_like_duplication
{ echo a | tee /dev/fd/3; } 3>f; cat f
#> a
#> a

### input_redirect_for_background_default_null [sh]
echo data | { cat & wait; } | wc -c | tr -d ' '
#> 0

### input_redirect_for_background_default_null [bash]
echo data | { cat & wait; } | wc -c | tr -d ' '
#> 5

### explicit_stdin_for_background
echo data >f; cat <f & wait
#> data

### redirect_after_compound_in_pipeline
echo b | { cat; echo a; } >f | cat; cat f
#> b
#> a

### unclosed_quote_target_file_name
echo x >'a"b'; ls
#> a"b
