# Special parameters and variables the shell sets: POSIX 2.5.

### question_initial
$SH -c 'echo $?'
#> 0

### question_after_each
true; echo $?; false; echo $?; (exit 7); echo $? $?
#> 0
#> 1
#> 7 7

### question_in_assignment
false; x=$?; echo $x $?
#> 1 0

### bang_after_background
: & [ -n "$!" ] && echo set; wait
#> set

### dollar_is_pid
[ "$$" -gt 1 ] && kill -0 $$ && echo alive
#> alive

### ppid
[ "$PPID" -gt 0 ] && echo ok; $SH -c '[ $PPID = '$$' ] && echo child; :'
#> ok
#> child

### ppid_constant_in_subshell
a=$PPID; (echo $((a==PPID)))
#> 1

### hash_counts
set -- a b c; echo $#; set --; echo $#
#> 3
#> 0

### minus_contains_options
case $- in *f*) echo no;; *) echo yes;; esac; set -f; case $- in *f*) echo yes;; esac
#> yes
#> yes

### zero_is_script
echo ${0##*/}
#> case.sh

### zero_dash_c
$SH -c 'echo $0' myname; $SH -c 'echo "$1-$2"' n a b
#> myname
#> a-b

### at_and_star_same_unquoted
set -- a b; echo $@ $*
#> a b a b

### lineno [posix bash]
echo $LINENO
echo $LINENO

x=$LINENO; echo $x
#> 1
#> 2
#> 4

### lineno_multiline_command [bash]
echo a \
$LINENO
echo $LINENO
#> a 1
#> 3

### lineno_in_function [bash]
f() {
echo $LINENO
}
f
#> 2

### lineno_in_eval [bash]
eval 'echo $LINENO
echo $LINENO'
#> 2
#> 3

### lineno_in_dash_c [posix bash]
$SH -c 'echo $LINENO
echo $LINENO'
#> 1
#> 2

### lineno_in_dot_script [posix bash]
printf '\necho $LINENO\n' >s; . ./s; echo $LINENO
#> 2
#> 1

### lineno_after_here_document [posix bash]
cat <<E
a
b
E
echo $LINENO
#> a
#> b
#> 5

### lineno_in_substitution [posix bash]
:
echo $(echo $LINENO)
#> 2

### pwd_and_oldpwd
cd /; cd /usr; echo $PWD $OLDPWD
#> /usr /

### pwd_imported_if_right
mkdir d; ln -s d l; cd l; $SH -c 'echo ${PWD##*/}'
#> l

### pwd_not_imported_if_wrong
PWD=/usr $SH -c 'case $PWD in /usr) echo wrong;; *) echo right;; esac'
#> right

### ifs_default
printf '%s' "$IFS" | od -An -c
#>       \t  \n

### ifs_not_imported
IFS=: $SH -c 'x=a:b; set -- $x; echo $#'
#> 1

### optind_starts_at_one
echo $OPTIND
#> 1

### ps4_default
printf '%s\n' "$PS4"
#> + 

### env_variable_exported_stays
x=1 $SH -c 'x=2; $SH -c "echo \$x"'
#> 2

### environment_names_odd_passed_on [bash]
env 'a.b=c' $SH -c 'env | grep "^a\.b="' | head -n 1
#> a.b=c

### random [bash]
a=$RANDOM b=$RANDOM c=$RANDOM; [ "$a$b" != "$b$c" ] && echo changes
#> changes

### seconds [bash]
SECONDS=5; echo $SECONDS
#> 5

### bash_variables [bash]
echo ${BASH_SOURCE[0]##*/} $BASH_SUBSHELL; (echo $BASH_SUBSHELL; (echo $BASH_SUBSHELL)); echo $(echo $BASH_SUBSHELL)
#> case.sh 0
#> 1
#> 2
#> 1

### underscore_last_argument [bash]
echo a b >/dev/null; echo $_
#> b

### underscore_path_to_programs [bash]
env | grep -c '^_='
#> 1

### shlvl [bash]
a=$SHLVL; $SH -c 'echo $(($SHLVL - '$a'))'
#> 1

### uid_readonly [bash]
[ $UID = $(id -u) ] && echo same; (UID=1) 2>/dev/null; echo $?
#> same
#> 1

### optarg_unset_initially
echo "${OPTARG-unset}"
#> unset

### path_lookup_uses_current_path
mkdir b; printf '#!/bin/sh\necho mine\n' >b/tool; chmod +x b/tool; PATH=$PWD/b:$PATH; tool
#> mine

### path_empty_component_is_cwd
printf '#!/bin/sh\necho here\n' >tool; chmod +x tool; PATH=:$PATH tool; PATH=$PATH: ; tool
#> here
#> here

### path_change_rehashes
mkdir a b; for d in a b; do printf '#!/bin/sh\necho '$d'\n' >$d/t; chmod +x $d/t; done
PATH=$PWD/a:$PATH; t; PATH=$PWD/b:$PATH; t
#> a
#> b

### path_program_removed_after_hash [sh]
mkdir a b; for d in a b; do printf '#!/bin/sh\necho '$d'\n' >$d/t; chmod +x $d/t; done
PATH=$PWD/a:$PWD/b:$PATH; t; rm a/t; t 2>/dev/null; echo $?
#> a
#> b
#> 0

### cdpath
mkdir -p x/sub; CDPATH=$PWD/x; cd sub >/dev/null && echo ${PWD##*/}
#> sub

### home_unset_cd [bash]
unset HOME; (cd) 2>/dev/null; [ $? -ne 0 ] && echo failed
#> failed

### env_file_not_read_by_scripts
echo 'echo from env' >envf; ENV=$PWD/envf $SH -c 'echo script'
#> script

### bash_env_read_by_scripts [bash]
echo 'echo from env' >envf; BASH_ENV=$PWD/envf $SH -c 'echo script'
#> from env
#> script
