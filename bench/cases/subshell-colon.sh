# what: 20,000 `( : )`
# target: 0.25
i=0
while [ $i -lt 20000 ]; do ( : ); i=$((i + 1)); done
