# what: pathname expansion
# target: 1.00
i=0; while [ $i -lt 50 ]; do for f in /usr/bin/[a-c]*; do :; done; i=$((i+1)); done
