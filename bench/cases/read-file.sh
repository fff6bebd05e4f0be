# what: `while read -r` over 100,000 lines of a file
# target: 0.50
yes 'a line of some length' | head -n 100000 >lines
n=0
while read -r line; do n=$((n + 1)); done <lines
echo $n
