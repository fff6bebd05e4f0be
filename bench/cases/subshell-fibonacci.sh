# what: recursive Fibonacci of 16, every call a command substitution (the first benchmark of ksh93u+m PR 805)
# target: 0.40
fib() {
    if [ "$1" -lt 2 ]; then
        echo "$1"
    else
        echo $(($(fib $(($1 - 1))) + $(fib $(($1 - 2)))))
    fi
}
fib 16
