# what: 100,000 case commands
# target: 1.00
i=0; while [ $i -lt 100000 ]; do case foo$i in bar*) :;; *99999) x=1;; foo[0-9]*) y=2;; esac; i=$((i+1)); done
