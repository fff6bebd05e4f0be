# what: 20,000 `echo x >>f`
# target: 0.70
i=0
while [ $i -lt 20000 ]; do echo x >>f; i=$((i + 1)); done
