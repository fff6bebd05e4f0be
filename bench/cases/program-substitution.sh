# what: 1,000 times `x=$(/bin/true)`
# target: 0.92
i=0
while [ $i -lt 1000 ]; do x=$(/bin/true); i=$((i + 1)); done
