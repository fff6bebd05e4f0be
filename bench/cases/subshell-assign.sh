# what: 20,000 `( x=1; y=2 )`
# target: 0.30
i=0
while [ $i -lt 20000 ]; do ( x=1; y=2 ); i=$((i + 1)); done
