# what: 150,000 function calls
# target: 1.00
f() { a=$1; }; i=0; while [ $i -lt 150000 ]; do f $i x y; i=$((i+1)); done
