# what: 100,000 rounds of nested for
# target: 1.00
l=""; for i in 1 2 3 4 5 6 7 8 9 10; do l="$l a b c d e f g h i j"; done; n=0; for k in 1 2 3 4 5 6 7 8 9 10; do for a in $l; do for b in $l; do n=$((n+1)); done; done; done; echo $n
