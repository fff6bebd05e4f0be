# what: 10,000 `(cd / && :)`
# target: 0.40
i=0
while [ $i -lt 10000 ]; do (cd / && :); i=$((i + 1)); done
