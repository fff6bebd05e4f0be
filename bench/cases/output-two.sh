# what: lines to two descriptors of one file, in order
# target: 0.50
i=0
{ while [ $i -lt 50000 ]; do echo a$i; echo b$i >&2; i=$((i + 1)); done; } >out 2>&1
cksum <out
