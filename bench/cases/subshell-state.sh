# what: 5,000 subshells in a shell with 1,000 variables and 200 functions
# target: 0.40
i=0
while [ $i -lt 1000 ]; do eval "v$i=value$i"; i=$((i + 1)); done
i=0
while [ $i -lt 200 ]; do eval "f$i() { echo $i; }"; i=$((i + 1)); done
i=0
while [ $i -lt 5000 ]; do (v1=x; : "$v2"); i=$((i + 1)); done
