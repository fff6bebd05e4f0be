# what: prefix and suffix removal
# target: 1.00
p=/usr/local/lib/some/path/file.tar.gz; i=0; while [ $i -lt 100000 ]; do a=${p##*/}; b=${p%/*}; c=${a%.gz}; d=${a#file}; i=$((i+1)); done
