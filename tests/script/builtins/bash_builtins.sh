# shopt, the directory stack, let, caller, enable, hash, type, history, completion

### shopt_shows_and_sets [bash]
shopt nullglob; echo $?; shopt -s nullglob; shopt nullglob; shopt -p nullglob dotglob; shopt -q nullglob; echo $?; shopt -u nullglob; shopt -q nullglob; echo $?; shopt -o errexit; shopt -so pipefail; shopt -po pipefail
#> nullglob       	off
#> 1
#> nullglob       	on
#> shopt -s nullglob
#> shopt -u dotglob
#> 0
#> 1
#> errexit        	off
#> set -o pipefail

### shopt_refusals [bash]
shopt bad; echo $?; shopt -s bad; echo $?; shopt -su x; echo $?; shopt -o bad; echo $?
#> 1
#> 1
#> 1
#> 1
#! *: line *: shopt: bad: invalid shell option name
#! *: line *: shopt: bad: invalid shell option name
#! *: line *: shopt: cannot set and unset shell options simultaneously
#! *: line *: shopt: bad: invalid option name

### directory_stack [bash]
cd /; pushd /usr; pushd /tmp; dirs; dirs -v; dirs -p; dirs -l; pushd; pushd +1; popd; popd -n; dirs; popd; popd; echo $?
#> /usr /
#> /tmp /usr /
#> /tmp /usr /
#>  0  /tmp
#>  1  /usr
#>  2  /
#> /tmp
#> /usr
#> /
#> /tmp /usr /
#> /usr /tmp /
#> /tmp / /usr
#> / /usr
#> /
#> /
#> 1
#! *: line *: popd: directory stack empty
#! *: line *: popd: directory stack empty

### directory_stack_refusals [bash]
cd /; pushd; echo $?; popd; echo $?; pushd -n /usr; dirs; pushd +5; echo $?; pushd /nonexist; echo $?; popd +9; echo $?; dirs +0; dirs -0; dirs +7; echo $?; dirs -c; dirs
#> 1
#> 1
#> / /usr
#> / /usr
#> 1
#> 1
#> 1
#> /
#> /usr
#> 1
#> /
#! *: line *: pushd: no other directory
#! *: line *: popd: directory stack empty
#! *: line *: pushd: +5: directory stack index out of range
#! *: line *: pushd: /nonexist: No such file or directory
#! *: line *: popd: +9: directory stack index out of range
#! *: line *: dirs: 7: directory stack index out of range

### directory_stack_as_a_variable [bash]
cd /usr; pushd /tmp >/dev/null; echo ${DIRSTACK[@]} ${#DIRSTACK[@]}; DIRSTACK[1]=/bin; dirs; (pushd / >/dev/null); dirs; echo ~1
#> /tmp /usr 2
#> /tmp /bin
#> /tmp /bin
#> /bin

### let_and_its_status [bash]
let; echo $?; let 1; echo $?; let 0; echo $?; let x=1+1 y=x*2; echo $x $y; let 'x='; echo $?; let 'a[1]=5'; echo ${a[1]}
#> 1
#> 0
#> 1
#> 2 4
#> 1
#> 5
#! *: line *: let: expression expected
#! *: line *: let: x=: syntax error: operand expected (error token is "=")

### caller_of_functions [bash]
caller; echo $?; f() { caller; g; }; g() { caller 0; caller 1; caller x; echo $?; }; f
#> 0 NULL
#> 0
#> 1 ../case.sh
#> 1 f ../case.sh
#> 1 main ../case.sh
#> 2
#! *: line *: caller: x: invalid number
#! caller: usage: caller [expr]

### enable_hides_a_builtin [bash]
enable -n echo; enable -n; type echo | sed 's: /.*::'; enable echo; type echo; enable bad; echo $?
#> enable -n echo
#> echo is
#> echo is a shell builtin
#> 1
#! *: line *: enable: bad: not a shell builtin

### hash_remembers [bash]
hash -p /bin/sh foo; hash -t foo; hash -l; hash -d foo; hash -t foo; echo $?; hash nosuchprogram; echo $?; hash -r; hash
#> /bin/sh
#> builtin hash -p /bin/sh foo
#> 1
#> 1
#> hash: hash table empty
#! *: line *: hash: foo: not found
#! *: line *: hash: nosuchprogram: not found

### type_in_every_form [bash]
f() { :; }; type f cd if; type -t cd if f nosuch; echo $?; type nosuch; echo $?; shopt -s expand_aliases; alias a=b; type a; type -t a; type -P cd; echo $?; type -f f; echo $?
#> f is a function
#> f () 
#> { 
#>     :
#> }
#> cd is a shell builtin
#> if is a shell keyword
#> builtin
#> keyword
#> function
#> 1
#> 1
#> a is aliased to `b'
#> alias
#> 1
#> 1
#! *: line *: type: nosuch: not found
#! *: line *: type: f: not found

### command_v_in_every_form [bash]
f() { :; }; command -v cd if f; command -V cd if; command -V nosuch; echo $?; command -v nosuch cd; echo $?; command -x; echo $?
#> cd
#> if
#> f
#> cd is a shell builtin
#> if is a shell keyword
#> 1
#> cd
#> 0
#> 2
#! *: line *: command: nosuch: not found
#! *: line *: command: -x: invalid option
#! command: usage: command [-pVv] command [arg ...]

### command_keeps_the_redirections_of_exec [bash]
command exec 3>f; echo x >&3; cat f; builtin exec 4>g; echo y >&4; cat g
#> x
#! *: line *: 4: Bad file descriptor

### history_list [bash]
history -s 'echo one'; history -s 'echo two'; history; fc -l; fc -ln; fc -l 1 1; fc -lr; history -d 1; history; history -c; history; history x; echo $?; fc -s e=E echo 2>&1
#>     1  echo one
#>     2  echo two
#> 1	 echo one
#> 2	 echo two
#> 	 echo one
#> 	 echo two
#> 1	 echo one
#> 2	 echo two
#> 1	 echo one
#>     1  echo two
#> 1
#> ../case.sh: line 1: fc: no command found
#! *: line *: history: x: numeric argument required
#? 1

### fc_repeats_with_replacement [bash]
history -s 'echo one two'; fc -s one=1; history -s false; fc -s; echo $?
#> 1 two
#> 1
#! echo 1 two
#! false

### completion_specifications [bash]
complete -W 'a b' foo; complete -p foo; complete -o nospace -A function -P '<' -S '>' -X '*.o' bar; complete -p bar; complete -F fn -D; complete -p -D; complete -r foo; complete -p foo; echo $?; complete -A bad x; echo $?
#> complete -W 'a b' foo
#> complete -o nospace -A function -P '<' -S '>' -X '*.o' bar
#> complete -F fn -D
#> 1
#> 2
#! *: line *: complete: foo: no completion specification
#! *: line *: complete: bad: invalid action name

### compgen_generates [bash]
compgen -W 'apple banana apricot' ap; compgen -b ec; compgen -k wh; f1() { :; }; compgen -A function f1; compgen -P x -S y -W 'a b'; compgen -X 'a*' -W 'ab bc'; compgen -A signal SIGI; compgen -A setopt err; compgen -W 'a b' c; echo $?; x='p q'; compgen -W '$x "r s"'; compgen -d /us
#> apple
#> apricot
#> echo
#> while
#> f1
#> xay
#> xby
#> bc
#> SIGINT
#> SIGILL
#> SIGIO
#> errexit
#> errtrace
#> 1
#> p
#> q
#> r s
#> /usr

### compopt_changes [bash]
compopt -o nospace foo; echo $?; complete -W x foo; compopt -o nospace foo; complete -p foo; compopt foo; compopt; echo $?
#> 1
#> complete -o nospace -W 'x' foo
#> compopt +o bashdefault +o default +o dirnames +o filenames +o noquote +o nosort -o nospace +o plusdirs foo
#> 1
#! *: line *: compopt: foo: no completion specification
#! *: line *: compopt: not currently executing completion function

### wait_for_the_next [bash]
(exit 5) & wait -n; echo $?; wait -n; echo $?; (exit 6) & p=$!; wait -n -p v $p; echo $? $((v == p)); wait $p; echo $?; wait abc; echo $?; wait 99999; echo $?
#> 5
#> 127
#> 6 1
#> 6
#> 1
#> 127
#! *: line *: wait: `abc': not a pid or valid job spec
#! *: line *: wait: pid 99999 is not a child of this shell

### jobs_of_the_shell_around [bash]
sleep 0.5 & [ "$(jobs -p)" = $! ] && echo same; jobs -p | grep -c .; x=$(jobs); echo ${x%% *}; kill $!; wait 2>/dev/null
#> same
#> 1
#> [1]+

### disown_lets_go [bash]
disown; echo $?; sleep 0.1 & disown; jobs; disown %1; echo $?
#> 1
#> 1
#! *: line *: disown: current: no such job
#! *: line *: disown: %1: no such job

### source_and_its_parameters [bash]
echo 'echo $# $1; shift; echo $#' >s; set a b; . ./s x y; echo $#; echo 'set -- p q r' >t; . ./t z; echo $*; . ./nosuch; echo $?; mkdir d; . ./d; echo $?
#> 2 x
#> 1
#> 2
#> p q r
#> 1
#> 1
#! *: line *: ./nosuch: No such file or directory
#! *: line *: .: ./d: is a directory

### umask_symbolic [bash]
umask 022; umask u=rwx,g=rx,o=; umask; umask -S; umask g-w,o+r; umask; umask -p; umask -S -p; umask 9; echo $?; umask abc; echo $?
#> 0027
#> u=rwx,g=rx,o=
#> 0023
#> umask 0023
#> umask -S u=rwx,g=rx,o=r
#> 1
#> 1
#! *: line *: umask: 9: octal number out of range
#! *: line *: umask: `b': invalid symbolic mode operator

### ulimit_in_a_subshell_stays_there [bash]
ulimit -Sn 100; (ulimit -Sn 50; ulimit -n); ulimit -n; ulimit -c -n | sed 's/ .*//'; ulimit abc; echo $?; ulimit -n 99999999; echo $?
#> 50
#> 100
#> core
#> open
#> 1
#> 1
#! *: line *: ulimit: abc: invalid number
#! *: line *: ulimit: open files: cannot modify limit: Operation not permitted

### trap_listing_reads_back [bash]
trap 'echo it'\''s' INT; trap '' QUIT; trap; (trap); x=$(trap -p INT); trap - INT QUIT; eval "$x"; trap; trap 2; trap; trap foo; echo $?; trap x BAD; echo $?
#> trap -- 'echo it'\''s' SIGINT
#> trap -- '' SIGQUIT
#> trap -- 'echo it'\''s' SIGINT
#> trap -- '' SIGQUIT
#> trap -- 'echo it'\''s' SIGINT
#> 2
#> 1
#! trap: usage: trap [-lp] [[arg] signal_spec ...]
#! *: line *: trap: BAD: invalid signal specification

### kill_names_and_numbers [bash]
kill -l 2 15 130 SIGTERM int; kill -l 999; echo $?; kill; echo $?; kill -BAD 1; echo $?; kill abc; echo $?; kill %9; echo $?; sleep 5 & kill -s TERM $!; wait $!; echo $?
#> INT
#> TERM
#> INT
#> 15
#> 2
#> 1
#> 2
#> 1
#> 1
#> 1
#> 143
#! *: line *: kill: 999: invalid signal specification
#! kill: usage: kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]
#! *: line *: kill: BAD: invalid signal specification
#! *: line *: kill: abc: arguments must be process or job IDs
#! *: line *: kill: %9: no such job

### set_lists_in_readable_form [bash]
x='a b' y="it's" z= w=$'a\001'; set | grep '^[wxyz]='; a=(1 '2 3'); set | grep '^a='; f() { :; }; set | grep -c '^f ()'
#> w=$'a\001'
#> x='a b'
#> y='it'\''s'
#> z=
#> a=([0]="1" [1]="2 3")
#> 1

### getopts_messages [bash]
getopts ab: o -z; echo $o; getopts :ab: o -b; echo $o $OPTARG; OPTIND=1; getopts ab: o -b; echo $? $o; getopts a 1x -a; echo $?
#> ?
#> ?
#> 0 ?
#> 1
#! *: illegal option -- z
#! *: option requires an argument -- b
#! *: line *: getopts: `1x': not a valid identifier
