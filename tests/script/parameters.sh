# Parameter expansion: POSIX 2.6.2, and bash's further forms.

### simple_and_braced
x=abc; echo $x ${x} ${x}d $x.d "$x"d
#> abc abc abcd abc.d abcd

### unset_is_empty
unset u; echo "[$u]" [$u]
#> [] []

### default_value
unset u; e=; x=v
echo "[${u-d}] [${e-d}] [${x-d}] [${u:-d}] [${e:-d}] [${x:-d}]"
#> [d] [] [v] [d] [d] [v]

### assign_default
unset u; e=
echo "[${u=d}] [${e=d}]"; echo "[$u] [$e]"
echo "[${e:=d2}]"; echo "$e"
#> [d] []
#> [d] []
#> [d2]
#> d2

### error_if_unset
unset u
(echo ${u?no u}; echo not) 2>/dev/null; [ $? -ne 0 ] && echo failed
(echo ${u:?}; echo not) 2>&1 | grep -c u
e=; echo "[${e?x}]"
(echo ${e:?empty}) 2>&1 | grep -c empty
#> failed
#> 1
#> []
#> 1

### error_message_names_parameter
unset u
(: ${u?my message}) 2>&1 | sed 's/.*u: /u: /'
#> u: my message

### alternative_value
unset u; e=; x=v
echo "[${u+a}] [${e+a}] [${x+a}] [${u:+a}] [${e:+a}] [${x:+a}]"
#> [] [a] [a] [] [] [a]

### word_expanded_only_when_needed
unset u; x=v
echo ${x-$(echo bad >&2)} ${x+$(echo used)} ${u+$(echo bad >&2)}
#> v used

### assign_positional_is_error
(set --; : ${1=x}) 2>/dev/null; [ $? -ne 0 ] && echo failed
#> failed

### length
x=abcdef; e=; unset u
echo ${#x} ${#e} ${#u}
set -- a bc def
echo ${#} ${#1} ${#3} $#
#> 6 0 0
#> 3 1 3 3

### length_of_special [bash]
set -- a b c
echo ${#@} ${#*}
#> 3 3

### length_of_status_and_options
true; echo ${#?}
set -f; [ ${#-} -gt 0 ] && echo some
#> 1
#> some

### hash_forms_that_look_alike
set -- a b
echo ${#} ${#-x} "${#:-y}" ${#+z}
#> 2 2 2 z

### remove_smallest_suffix
x=a.b.c; echo ${x%.*} ${x%%.*} ${x%b*} ${x%nomatch}
#> a.b a a. a.b.c

### remove_prefix
x=a.b.c; echo ${x#*.} ${x##*.} ${x#a} ${x#nomatch}
#> b.c c .b.c a.b.c

### remove_with_slashes
p=/usr/local/bin/tool
echo ${p##*/} ${p%/*} ${p#/*/} ${p%%/*}x
#> tool /usr/local/bin local/bin/tool x

### remove_quoted_pattern_literal
x='a*b*c'
echo ${x#a'*'} ${x#"a*"} ${x%"*c"} "${x%%'*'*}"
#> b*c b*c a*b a

### remove_pattern_from_variable
x=aXbXc; p='*X'; echo ${x#$p} ${x##$p} "${x#"$p"}"
#> bXc c aXbXc

### remove_bracket_pattern
x=123abc; echo ${x#[0-9]} ${x##[0-9]*[0-9]} ${x%[[:alpha:]]} ${x#[!a-z]}
#> 23abc abc 123ab 23abc

### remove_empty_pattern
x=abc; echo ${x#} ${x%} ${x#""} ${x##}
#> abc abc abc abc

### remove_whole
x=abc; echo "[${x##*}] [${x%%*}] [${x#*}] [${x%*}]"
#> [] [] [abc] [abc]

### remove_question_mark
x=abc; echo ${x#?} ${x%?} ${x%%??} ${x#"?"}
#> bc ab a abc

### remove_brace_in_pattern
x='a}b'; echo ${x#*\}} "${x%\}*}" ${x#*'}'}
#> b a b

### remove_hash_pattern
x='##a'; echo ${x#\#} ${x##\#} ${x#'##'}
#> #a #a a

### remove_backslash_in_variable
x='a\b\c'
printf '%s\n' "${x#*\\}" "${x##*\\}" "${x%\\*}"
#> b\c
#> c
#> a\b

### remove_newlines
x='a
b
c'
echo "${x#*
}"
#> b
#> c

### remove_on_positional
set -- one.a two.b
echo ${1%.*} ${2#*.}
#> one b

### nested_default
unset a b; c=z
echo ${a-${b-${c}}} ${a:-${b:-"q $c"}}
#> z q z

### default_with_quotes_inside_unquoted
unset u
set -- ${u-a "b c" d}; echo $#
set -- ${u-'x y'}; echo $#
#> 3
#> 1

### default_with_quotes_inside_double_quotes
unset u
set -- "${u-a "b c" d}"; echo $# "$1"
echo "${u-'x'}"
#> 1 a b c d
#> 'x'

### default_word_with_spaces_unquoted
unset u
set -- ${u-a b c}; echo $#
#> 3

### alternative_at_with_quotes
set -- 'a b' c
set -- ${1+"$@"}; echo $# "$1"
set --; set -- ${1+"$@"}; echo $#
#> 2 a b
#> 0

### default_backslash_brace
unset u
echo ${u-a\}b} "${u-c\}d}"
#> a}b c}d

### default_tilde
unset u
[ "${u-~}" = '~' ] && echo quoted
[ ${u-~} = "$HOME" ] && echo expanded
#> quoted
#> expanded

### default_newline_in_word
unset u
echo "${u-a
b}"
#> a
#> b

### default_here_document_single_quote [bash]
unset u
cat <<E
${u-it's "x"} ${u+no}
E
#! ...
#? 1

### assign_default_with_tilde
unset u
: ${u=~/x}; [ "$u" = "$HOME/x" ] && echo yes
#> yes

### assign_default_no_glob_but_split
unset u; touch f1 f2
: ${u=f*}; echo "$u"
unset u
set -- ${u=a b}; echo $# "$u"
#> f*
#> 2 a b

### expand_in_substring_position_of_word
x=abc; y=b
echo "${x%"$y"c}" "${x#a"${y}"}"
#> a c

### at_quoted_keeps_fields
set -- 'a b' '' c
for i in "$@"; do echo "<$i>"; done
#> <a b>
#> <>
#> <c>

### at_unquoted_splits_and_drops
set -- 'a b' '' c
for i in $@; do echo "<$i>"; done
for i in $*; do echo "<$i>"; done
#> <a>
#> <b>
#> <c>
#> <a>
#> <b>
#> <c>

### star_quoted_joins_with_ifs
set -- a b c
IFS=-; echo "$*"; IFS=; echo "$*"; unset IFS; echo "$*"
IFS='-+'; echo "$*"
#> a-b-c
#> abc
#> a b c
#> a-b-c

### star_quoted_empty_ifs_in_assignment
set -- a b c
IFS=; x="$*"; echo "$x"; x=$*; echo "$x"
#> abc
#> abc

### at_in_assignment
set -- a b
x=$@; echo "$x"; x="$@"; echo "$x"
#> a b
#> a b

### at_with_prefix_and_suffix
set -- a b c
for i in "x$@y"; do echo "<$i>"; done
set --
for i in "x$@y"; do echo "<$i>"; done
#> <xa>
#> <b>
#> <cy>
#> <xy>

### at_empty_disappears
set --
set -- "$@"; echo $#
set -- "$@" x; echo $#
set --; set -- ""$@; echo $#
set --; set -- "$@"""; echo $#
#> 0
#> 1
#> 1
#> 1

### at_twice
set -- a b
for i in "$@$@"; do echo "<$i>"; done
#> <a>
#> <ba>
#> <b>

### positional_beyond_nine
set -- a b c d e f g h i j k
echo $10 ${10} ${11} "${12-none}"
#> a0 j k none

### positional_zero
$SH -c 'echo $0 $1 $#' name a
#> name a 1

### numeric_leading_zero_positional
set -- a b
echo ${01} ${02}
#> a b

### unset_name_adjacent_to_text
ab=1; a=2
echo $ab ${a}b $a-b $a.
#> 1 2b 2-b 2.

### special_characters_after_dollar
echo $# "$#" $?
#> 0 0 0

### set_u_unset_is_error
$SH -uc 'echo $nosuch; echo not' 2>/dev/null; [ $? -ne 0 ] && echo failed
#> failed

### set_u_spares_defaults
set -u; unset u
echo ${u-d} ${u:-d} "${u+x}" ${u=z}
#> d d  z

### set_u_spares_at_and_star
set -u; set --
echo "$@" "$*" $# ok
#>  0 ok

### set_u_unset_positional
$SH -uc 'set --; echo $1; echo not' 2>/dev/null; [ $? -ne 0 ] && echo failed
#> failed

### set_u_length_of_unset
$SH -uc 'unset x; echo ${#x}; echo not' 2>/dev/null; [ $? -ne 0 ] && echo failed
#> failed

### set_u_in_subshell_ends_only_it
set -u
(echo $nosuch) 2>/dev/null; [ $? -ne 0 ] && echo on
#> on

### set_u_bang_unset [sh]
$SH -uc 'echo $!; echo not' 2>/dev/null || echo failed
#> failed

### bad_substitution_is_error
$SH -c 'echo ${x!y}; echo not' 2>/dev/null; [ $? -ne 0 ] && echo failed
#> failed

### bad_substitution_digit_name
$SH -c 'echo ${1a}; echo not' 2>/dev/null; [ $? -ne 0 ] && echo failed
#> failed

### assignment_prefix_not_seen_by_own_words
x=1
x=2 echo $x
#> 1

### assignment_order_left_to_right
a=1 b=$a c=$b$b
echo $a $b $c
#> 1 1 11

### assignment_no_split
x='a   b'; y=$x; echo "$y"
#> a   b

### assignment_with_command_substitution_no_split
y=$(echo 'a   b'); echo "$y"
#> a   b

### braces_in_double_quotes_nested_quotes
x=v
echo "${x+"a  b"}" "${x+'q'}" "${x:+"$x"}"
#> a  b 'q' v

### single_quote_in_brace_word_double_quoted [sh posix]
unset u
echo "${u:-it's}" "${u-a'b}"
#> it's a'b

### pattern_single_quotes_in_double_quotes
x="a'b'"
echo "${x%'b'}" "${x%\'b\'}"
#> a'b' a

### substring [bash]
x=abcdef
echo ${x:2} ${x:1:3} ${x: -2} ${x:(-3):2} ${x:0:-1} ${x:9}x
#> cdef bcd ef de abcde x

### replace [bash]
x=aXbXc
echo ${x/X/-} ${x//X/-} ${x/#a/A} ${x/%c/C} ${x/X} ${x//[XY]/&}
#> a-bXc a-b-c AXbXc aXbXC abXc aXbXc

### case_change [bash]
x='hello World'
echo "${x^}" "${x^^}" "${x,,}" "${x^^[lo]}" "${x~~}"
#> Hello World HELLO WORLD hello world heLLO WOrLd HELLO wORLD

### indirect [bash]
a=b b=c
echo ${!a}
#> c

### names_with_prefix [bash]
abc_1=x abc_2=y
echo ${!abc_*} "${!abc_@}"
#> abc_1 abc_2 abc_1 abc_2

### transform [bash]
x="a'b"; echo "${x@Q}" "${x@U}" ${x@A}
#> 'a'\''b' A'B x='a'\''b'

### array_forms [bash]
a=(x 'y z' w)
echo ${#a[@]} ${a[1]} "${a[@]:1}" ${!a[@]} "${a[@]/y/Y}" ${#a[1]} ${a[-1]}
#> 3 y z y z w 0 1 2 x Y z w 3 w

### array_sparse [bash]
a[5]=x; a[2]=y
echo ${!a[@]} ${a[@]} ${#a[@]}
#> 2 5 y x 2

### associative [bash]
declare -A m=([a]=1 ["b c"]=2)
echo ${m[a]} ${m[b c]} ${#m[@]}
#> 1 2 2

### substring_positional [bash]
set -- a b c d
echo ${@:2} ${@:2:2} ${@: -1} ${@:0:1} | sed 's/ [^ ]*case.sh$/ NAME/'
#> b c d b c d NAME

### length_multibyte_in_c_locale
x=$(printf '\303\251'); echo ${#x}
#> 2

### length_multibyte_in_utf8 [posix bash]
LC_ALL=C.UTF-8 $SH -c 'x=$(printf "a\303\251b"); echo ${#x} "${x%?}" "${x#??}"' | od -An -c
#>    3       a 303 251       b  \n

### question_pattern_multibyte [bash]
LC_ALL=C.UTF-8 $SH -c 'x=$(printf "\303\251"); case $x in ?) echo one;; ??) echo two;; esac'
#> one

### quoting_inside_remove_pattern_mixed
x='[ab]c'
echo ${x#'[ab]'} ${x#"["*"]"} ${x#\[ab\]}
#> c c c

### dollar_brace_star_in_pattern
set -- b
x=abc; echo ${x%$1*} ${x#*$1}
#> a c

### tilde_in_pattern
x=$HOME/sub
echo ${x#~} | tr -d ' '
#> /sub

### expansion_in_pattern_of_case_and_remove_agree
x=foo.tar.gz
case $x in *.${x##*.}) echo ok;; esac
#> ok

### error_in_assignment_default_readonly
(readonly r; unset r2; : ${r=x}) 2>/dev/null; [ $? -ne 0 ] && echo refused
#> refused

### many_expansions_in_one_word
a=1 b=2 c=3
echo $a$b$c${a}$b-${c}_$a"$b"'$c'
#> 12312-3_12$c

### unset_then_plus_colon_in_arith
unset u
echo $(( ${u:-3} + ${u-4} ))
#> 7

### hash_sign_comment_inside_braces
x=abc
echo ${x#a} ${x:+#} "${x:-#}"
#> bc # abc

### dollar_in_default_kept
unset u
echo "${u-$}" ${u-a$}
#> $ a$

### closing_brace_in_quotes_inside_default
unset u
echo ${u-"}"} ${u-'}'} "${u-"}"}"
#> } } }

### command_substitution_with_brace_inside_default
unset u
echo ${u-$(echo '}')} "${u-`echo }`}"
#> } }

### default_here_document
unset u
cat <<E
${u-its "x"} ${u+no} ${u-a b} ${u-\}}
E
#> its x  a b }
