# what: 100,000 lines of printf into `wc -l`
# target: 0.30
# not: mksh
i=0
while [ $i -lt 100000 ]; do printf '%s %d\n' line $i; i=$((i + 1)); done | wc -l
