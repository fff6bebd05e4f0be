# what: field splitting
# target: 1.00
l="a b c d e f g h i j k l m n o p q r s t"; i=0; while [ $i -lt 30000 ]; do set -- $l; IFS=:; set -- a:b:c:d; IFS=' '; i=$((i+1)); done
