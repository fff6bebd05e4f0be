# what: `while read -r` over 100,000 lines of a pipe
# target: 0.70
yes 'a line of some length' | head -n 100000 | { n=0; while read -r line; do n=$((n + 1)); done; echo $n; }
