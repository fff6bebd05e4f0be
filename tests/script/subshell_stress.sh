# Many subshells in a row: nothing that they define may stay, neither memory nor descriptors nor processes.

### memory_stays_flat_over_many_subshells [own]
rounds() {
    i=0
    while [ $i -lt $1 ]; do
        i=$((i+1))
        (
            f() { x=$1; local y=2; arr=(1 2 3); declare -A m=([a]=1); trap 'echo e >/dev/null' EXIT; alias q=w; }
            f $i; set -- a b; cd /; umask 77; x=$(f; echo $y)
        )
    done
    while read -r name kilobytes rest; do [ $name = VmHWM: ] && echo $kilobytes; done </proc/$$/status
}
rounds 300 >before; rounds 3000 >after
read -r a <before; read -r b <after
[ $((b - a)) -lt 300 ] && echo flat
#> flat

### late_processes_leave_no_memory_descriptor_or_zombie [own]
ls /proc/$$/fd >before
i=0
while [ $i -lt 100 ]; do
    i=$((i+1))
    x=$( { (ulimit -n 100; echo a); trap 'echo t' USR1; echo b; } 2>&1 | cat)
    (exec true) & wait $!
    cat <(echo $x) >/dev/null
done
ls /proc/$$/fd >after
cmp before after && echo same
jobs; ps -o stat= --ppid $$ | grep -c Z
#> same
#> 0
#? 1
