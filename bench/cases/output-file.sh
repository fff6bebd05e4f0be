# what: 300,000 `echo "$i"` to a file
# target: 0.20
i=0
while [ $i -lt 300000 ]; do echo "$i"; i=$((i + 1)); done >out
