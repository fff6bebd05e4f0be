#!/bin/sh
# A tour of what skosh does without asking the kernel. Any POSIX shell runs it; compare:
#
#     strace -fc sh examples/tour.sh        strace -fc skosh examples/tour.sh

# 1. A command substitution of builtins and functions makes no system call.
greet() { echo "hello, $1"; }
message=$(greet "$(printf %s world)")
echo "$message"

# 2. A subshell is a scope: what it changes is put back.
place=here
(
    place=there
    cd /
    greet() { echo "not you"; }
    echo "inside:  $place, in $(pwd), $(greet you)"
)
echo "outside: $place, $(greet you)"

# 3. Recursion by substitution, the classic worst case: every call used to be a process.
fibonacci() {
    if [ "$1" -lt 2 ]; then
        echo "$1"
    else
        echo $(($(fibonacci $(($1 - 1))) + $(fibonacci $(($1 - 2)))))
    fi
}
echo "fibonacci 15 = $(fibonacci 15)"

# 4. A loop at the end of a pipeline runs in the shell, and takes no more input than it uses.
printf '%s\n' first second third | {
    read -r line
    echo "read took: $line; the rest is for others:"
    while read -r line; do echo "  $line"; done
}

# 5. A subshell that needs to be a process becomes one, whenever it finds out.
(
    echo "my status will be 7"
    ulimit -n 64
    exit 7
)
echo "status $?, descriptors here: $(ulimit -n)"

# 6. Traps, here-documents, redirections: all as ever.
(
    trap 'echo "leaving the subshell"' EXIT
    while read -r word; do echo "word: $word"; done <<END
$(echo inside a here-document)
END
)
