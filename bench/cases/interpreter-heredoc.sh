# what: 20,000 here-documents
# target: 1.00
i=0; while [ $i -lt 20000 ]; do read x <<EOF
line $i
EOF
i=$((i+1)); done
