# what: an empty loop of 300,000
# target: 1.00
i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done
