# what: 300 starts of `-c /bin/true`
# target: 0.75
# starts: 300
/bin/true
