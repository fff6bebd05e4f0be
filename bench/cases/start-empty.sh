# what: 300 starts of `-c :`
# target: 0.60
# starts: 300
:
