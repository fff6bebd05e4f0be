# what: 200 times 400 levels of recursion
# target: 1.00
f() { if [ $1 -gt 0 ]; then f $(($1-1)); fi; }; i=0; while [ $i -lt 200 ]; do f 400; i=$((i+1)); done
