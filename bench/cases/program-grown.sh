# what: 500 times `/bin/true` in a shell that holds 50 MB
s=0123456789
for i in 1 2 3 4 5 6 7; do s=$s$s$s$s$s$s$s$s$s; [ ${#s} -gt 50000000 ] && break; done
i=0
while [ $i -lt 500 ]; do /bin/true; i=$((i + 1)); done
