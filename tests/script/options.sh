# Shell options: `set`, POSIX 2.14.

### allexport
set -a; x=1; $SH -c 'echo $x'; set +a; y=2; $SH -c 'echo ${y-unset}'
#> 1
#> unset

### allexport_from_read_for_getopts
set -a; echo r >f; read v <f; for i in z; do :; done; $SH -c 'echo $v $i'
#> r z

### noclobber_in_dollar_minus
set -C; case $- in *C*) echo on;; esac; set +C; case $- in *C*) ;; *) echo off;; esac
#> on
#> off

### dollar_minus_has_flags
set -efu; for o in e f u; do case $- in *$o*) echo $o;; esac; done
#> e
#> f
#> u

### o_names
set -o noglob; echo *; set +o noglob; set -o nounset; case $- in *u*) echo u;; esac
#> *
#> u

### o_long_names_all
for o in allexport errexit ignoreeof monitor noclobber noglob nounset verbose vi; do set -o $o 2>/dev/null && set +o $o 2>/dev/null && echo $o; done 2>/dev/null
#> allexport
#> errexit
#> ignoreeof
#> monitor
#> noclobber
#> noglob
#> nounset
#> verbose
#> vi

### plus_o_restores
set -f; set +o >saved; set +f; . ./saved; echo *; set +f
#> *

### o_lists
set -o | grep -c 'errexit' ; set +o | grep -c errexit
#> 1
#> 1

### noexec
set -n
echo not printed

### noexec_option
echo 'echo a; if true; then echo b; fi' >s; $SH -n s; echo $?
#> 0

### noexec_finds_errors
echo 'if true; then' >s; $SH -n s 2>/dev/null; [ $? -ne 0 ] && echo bad
#> bad

### nounset
$SH -u -c 'echo ${x-ok}; echo $x; echo no' 2>/dev/null; [ $? -ne 0 ] && echo stopped
#> ok
#> stopped

### verbose_echoes_lines
printf 'echo a\n# comment\necho b\n' >s; $SH -v s 2>&1
#> echo a
#> a
#> # comment
#> echo b
#> b

### verbose_in_script
set -v
echo a
set +v
#> a
#! echo a
#! set +v

### xtrace_simple
set -x; echo a "b c"; set +x
#> a b c
#! + echo a *b c*
#! + set +x

### xtrace_assignment
{ set -x; x=1; y="a b"; set +x; } 2>f; head -n 1 f
#> + x=1

### xtrace_ps4
PS4='> '; set -x; echo a; set +x
#> a
#! > echo a
#! > set +x

### xtrace_ps4_expanded
PS4='$n: '; n=5; set -x; echo a; set +x
#> a
#! 5: echo a
#! 5: set +x

### xtrace_expanded_words
x='a b'; touch g1 g2; set -x; echo $x g*; set +x
#> a b g1 g2
#! + echo a b g1 g2
#! + set +x

### xtrace_in_subshell_and_substitution [bash]
set -x; (echo s); x=$(echo c); set +x
#> s
#! + echo s
#! ++ echo c
#! + x=c
#! + set +x

### xtrace_compound [bash]
set -x; for i in 1 2; do [ $i = 2 ]; done; case a in a) :;; esac; if true; then :; fi; set +x
#! + for i in 1 2
#! + '[' 1 = 2 ']'
#! + for i in 1 2
#! + '[' 2 = 2 ']'
#! + case a in
#! + :
#! + true
#! + :
#! + set +x

### xtrace_quotes [bash]
set -x; echo 'it'"'"'s' '' '$x' 'a;b' '*' 'a
b'; set +x
#> it's  $x a;b * a
#> b
#! + echo 'it'\''s' '' '$x' 'a;b' '*' 'a
#! b'
#! + set +x

### xtrace_function_and_redirect [bash]
f() { echo f; }; set -x; f >/dev/null; x=1 f; set +x
#> f
#! + f
#! + echo f
#! + x=1
#! + f
#! + echo f
#! + set +x

### xtrace_cond_and_arith [bash]
x=5; set -x; [[ $x == 5 ]]; ((x+1)); set +x
#! + [[ 5 == 5 ]]
#! + (( x+1 ))
#! + set +x

### xtrace_lineno_ps4 [bash]
PS4='+$LINENO '
set -x
echo a
set +x
#> a
#! +3 echo a
#! +4 set +x

### set_dashdash
set -- -a b; echo $1 $#; set --; echo $#
#> -a 2
#> 0

### set_dash_alone_turns_off_x_v [sh]
set -x; set - a b 2>/dev/null; echo $1
#> a
#! + set - a b

### set_with_options_and_args
set -f a b; echo $1 $2 *; set +f
#> a b *

### set_plus_with_args
set -f; set +f x y; echo $2
#> y

### set_invalid_option
(set -Z) 2>/dev/null; [ $? -ne 0 ] && echo bad
(set -o nosuch) 2>/dev/null; [ $? -ne 0 ] && echo bad
#> bad
#> bad

### set_invalid_option_ends_shell [sh]
set -Z 2>/dev/null; echo no
#? 2

### set_lists_variables
x='a b'; set | grep '^x='
#> x='a b'

### set_list_requotes
x="it's"; set | grep '^x=' >f; unset x; . ./f; echo "$x"
#> it's

### set_list_newline_requotes
x='a
b'; set >f; unset x; eval "$(grep -A1 '^x=' f)"; echo "$x"
#> a
#> b

### monitor_off_in_scripts
case $- in *m*) echo on;; *) echo off;; esac
#> off

### interactive_not
case $- in *i*) echo on;; *) echo off;; esac
#> off

### hashall_posix [bash]
case $- in *hB*) echo hB;; esac
#> hB

### pipefail_listed [bash]
set -o pipefail; set -o | grep pipefail; set +o | grep pipefail
#> pipefail       	on
#> set -o pipefail

### option_string_start_form
$SH -fe -c 'echo *; case $- in *e*) echo e;; esac'
#> *
#> e

### start_plus_option
$SH +e -c 'false; echo on'
#> on

### start_o_option
$SH -o noglob -c 'echo *'
#> *

### errexit_at_start
$SH -ec 'false; echo no'; echo $?
#> 1

### shopt_query [bash]
shopt -q extglob; echo $?; shopt -s extglob; shopt -q extglob; echo $?; shopt extglob
#> 1
#> 0
#> extglob        	on

### shellopts [bash]
set -f; case :$SHELLOPTS: in *:noglob:*) echo yes;; esac
#> yes

### posix_option_toggle [bash]
set -o posix; case :$SHELLOPTS: in *:posix:*) echo posix;; esac; set +o posix
#> posix

### b_option_accepted
set -b; set +b; echo ok
#> ok

### vi_emacs_accepted
set -o vi; set +o vi; echo ok
#> ok

### stdin_flag_s
echo 'case $- in *s*) echo s;; esac' | $SH -s
#> s

### c_flag [bash]
$SH -c 'case $- in *c*) echo c;; esac'
#> c
