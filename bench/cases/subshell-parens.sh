# what: 10,000 substitutions of a function that echoes (the second benchmark of PR 805, there 40,000)
# target: 0.20
f() { echo "$1"; }
i=0
while [ $i -lt 10000 ]; do x=$(f a); x=`f b`; i=$((i + 2)); done
