# what: 500 times `echo hi | cat`
# target: 0.70
i=0
while [ $i -lt 500 ]; do echo hi | cat >/dev/null; i=$((i + 1)); done
