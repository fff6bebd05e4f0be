# what: 5,000 substitutions nested three deep
# target: 0.25
i=0
while [ $i -lt 5000 ]; do x=$(echo $(echo $(echo hi))); i=$((i + 1)); done
echo $x
