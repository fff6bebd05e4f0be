# Small things that once went wrong here.

### bang_bang_alone [bash]
! !; echo $?; { ! time; } 2>/dev/null; echo $?; ! ! !; echo $?
#> 0
#> 1
#> 1

### getopts_optind_beyond_end_set_inside [bash]
f() { OPTIND=4; echo "$1"; }
g() { n=0; while getopts abc o; do f $o; n=$((n+1)); [ $n -gt 5 ] && break; done; }
g -abc; echo $n
#> a
#> 1

### descriptors_of_exec_seen_in_proc
exec 7>f; [ -e /proc/$$/fd/7 ] && echo there; exec 7>&-; [ -e /proc/$$/fd/7 ] || echo gone
[ -e /dev/fd/7 ] || echo none; exec 7<f; [ -e /dev/fd/7 ] && echo again
#> there
#> gone
#> none
#> again

### subshell_killed_by_signal_is_reported
(exec $SH -c 'kill -TERM $$'); echo $?
#> 143
#! *Terminated*

### waiting_ends_by_signal_then_wait_again
trap 'echo got' USR1
sleep 0.3 & p=$!
(sleep 0.1; kill -USR1 $$) & wait $p; [ $? -gt 128 ] && echo interrupted; wait $p; echo $?
#> got
#> interrupted
#> 0

### append_to_integer_array_element [bash]
declare -i n=20; n+=5; declare -ia a=(1 2); a[0]+=6; echo $n ${a[0]}
#> 25 7

### empty_command_name_word [bash]
'' 2>/dev/null; echo $?; "$(echo)" 2>/dev/null; echo $?
#> 127
#> 127

### redirect_pattern_in_sh_is_literal [sh]
echo z >z.tmp; echo TEST >?.tmp; cat z.tmp; cat '?.tmp'
#> z
#> TEST
