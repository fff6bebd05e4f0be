# what: 50,000 eval
# target: 1.00
i=0; while [ $i -lt 50000 ]; do eval "v$((i%10))=\$i; w=\$v$((i%10))"; i=$((i+1)); done
