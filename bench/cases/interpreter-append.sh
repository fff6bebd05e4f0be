# what: appending to a string 20,000 times
# target: 1.00
s=; i=0; while [ $i -lt 20000 ]; do s="${s}x$i "; i=$((i+1)); done; echo ${#s}
