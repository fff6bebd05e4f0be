# what: 1,000 times `/bin/true`
i=0
while [ $i -lt 1000 ]; do /bin/true; i=$((i + 1)); done
