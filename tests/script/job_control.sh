# Job control, as far as it shows without a terminal.

### monitor_gives_own_group [posix bash]
set -m 2>/dev/null
sleep 0.2 & p=$!
g=$(ps -o pgid= -p $p | tr -d ' '); [ "$g" = "$p" ] && echo own; wait
#> own

### no_monitor_shares_group
sleep 0.2 & p=$!
g=$(ps -o pgid= -p $p | tr -d ' '); [ "$g" != "$p" ] && echo shared; wait
#> shared

### monitor_pipeline_one_group
set -m 2>/dev/null
sleep 0.2 | sleep 0.2 & p=$!
ps -o pgid= -p $p | tr -d ' ' >g; n=$(ps -eo pgid= | grep -c "^ *$(cat g)\$"); [ $n -ge 2 ] && echo together; wait
#> together

### kill_group_by_jobspec [posix bash]
set -m 2>/dev/null
(sleep 5; sleep 5) & kill %1; wait $! 2>/dev/null; echo $?
#> 143

### jobs_shows_number_and_state [bash]
sleep 0.2 & jobs | sed 's/  */ /g'; wait
#> [1]+ Running sleep 0.2 &

### jobs_l_shows_pid [posix bash]
sleep 0.2 & jobs -l | grep -c $!; wait
#> 1

### jobs_p_pids [posix bash]
sleep 0.2 & a=$!; sleep 0.2 & b=$!; jobs -p | tr '\n' ' ' >f; [ "$(cat f)" = "$a $b " ] && echo both; wait
#> both

### stopped_and_continued [bash]
set -m
sleep 5 & kill -STOP $!; sleep 0.1; jobs | grep -c Stopped; kill %1; kill -CONT %1 2>/dev/null; wait $! 2>/dev/null; echo $?
#> 1
#> 143

### bg_continues [bash]
set -m
sleep 0.3 & kill -STOP $!; sleep 0.1; bg %1 >/dev/null; wait $!; echo $?
#> 0

### fg_waits [bash]
set -m
(sleep 0.2; exit 4) & fg %1 >/dev/null; echo $?
#> 4

### job_by_name [bash]
sleep 5 & kill %sleep; wait $! 2>/dev/null; echo $?; sleep 6 & kill %?6; wait $! 2>/dev/null; echo $?
#> 143
#> 143

### ambiguous_or_missing_job
kill %9 2>/dev/null; [ $? -ne 0 ] && echo none
#> none

### disown_forgets [bash]
sleep 0.1 & disown; jobs; wait; echo ok
#> ok

### wait_n_first [bash]
(sleep 0.2; exit 3) & (exit 4) & wait -n; echo $?; wait -n; echo $?; wait -n; echo $?
#> 4
#> 3
#> 127

### wait_p_var [bash]
(exit 5) & p=$!; wait -n -p which; echo $?; [ $which = $p ] && echo same
#> 5
#> same

### bang_of_pipeline_is_last
true | sleep 0.1 & p=$!; ps -o comm= -p $p | grep -c sleep; wait
#> 1

### exit_does_not_wait_for_background
$SH -c 'sleep 3 >/dev/null 2>&1 & exit 2'; echo $?
#> 2

### background_output_survives_exit
$SH -c '{ sleep 0.1; echo late; } & echo first' | cat
#> first
#> late

### wait_in_subshell_own_children
(sleep 0.1 & wait $!; echo $?)
#> 0

### monitor_in_subshell_off_reporting
set -m 2>/dev/null; (sleep 0 & wait); echo quiet; set +m
#> quiet

### foreground_in_monitor_mode_status
set -m 2>/dev/null; (exit 3); echo $?; $SH -c 'exit 4'; echo $?; false | true; echo $?
#> 3
#> 4
#> 0

### substitution_in_monitor_mode
set -m 2>/dev/null; x=$(echo a | cat); echo $x
#> a

### many_background_jobs
i=0; while [ $i -lt 50 ]; do : & i=$((i+1)); done; wait; echo $?
#> 0

### background_pids_differ
: & a=$!; : & b=$!; [ $a != $b ] && echo differ; wait
#> differ

### zombie_free_after_wait
: & p=$!; wait; ps -o stat= -p $p | grep -c Z
#> 0
#? 1

### child_status_not_lost_by_substitution
(exit 7) & p=$!; x=$(sleep 0.1; echo a); wait $p; echo $?
#> 7

### wait_percent_forms [posix bash]
(sleep 0.1; exit 4) & sleep 0.2 & wait %1; echo $?; wait %%; echo $?
(sleep 0.1; exit 5) & wait %+; echo $?
#> 4
#> 0
#> 5
