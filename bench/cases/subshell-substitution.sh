# what: 20,000 `x=$(echo hi)`
# target: 0.25
i=0
while [ $i -lt 20000 ]; do x=$(echo hi); i=$((i + 1)); done
echo $x
