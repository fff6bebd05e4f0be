# Pathname expansion: POSIX 2.6.6, 2.13.

### star
touch b a c; echo *
#> a b c

### question
touch a1 a22 b1; echo a? ?1 ??2
#> a1 a1 b1 a22

### bracket
touch a1 a2 a3 ax; echo a[12] a[!1] a[1-2x]
#> a1 a2 a2 a3 ax a1 a2 ax

### no_match_stays
echo none* [x]y ?q
#> none* [x]y ?q

### hidden_not_matched
touch .h v; echo * .h* .[!.]*
#> v .h .h

### hidden_not_matched_by_question_or_bracket
touch .h; echo ?h [.]h
#> ?h [.]h

### slash_must_be_explicit
mkdir d; touch d/f; echo */f d/* d* *
#> d/f d/f d d

### several_levels
mkdir -p a/x b/x b/y; touch a/x/f b/y/f; echo */*/f */x
#> a/x/f b/y/f a/x b/x

### trailing_slash_only_directories
mkdir d; touch f; echo */
#> d/

### quoted_not_expanded
touch a; echo '*' "*" \* "a"* a"*"
#> * * * a a*

### quoted_parts_match_literally
touch 'a*b' axb; echo a'*'b a\*b a"*"* 
#> a*b a*b a*b

### escaped_bracket
touch '[x]' x; echo \[x] [x] '['x']' [[]x]
#> [x] x [x] [x]

### from_variable
touch a b; x='*'; echo $x "$x"
#> a b *

### backslash_in_variable_pattern
touch 'a*' ab; x='a\*'; echo $x
#> a\*

### in_for
touch 1 2; for i in *; do echo "<$i>"; done
#> <1>
#> <2>

### names_with_blanks_one_field
touch 'a b'; set -- *; echo $# "$1"
#> 1 a b

### sorted_bytewise
touch B a A b 10 9; echo *
#> 10 9 A B a b

### noglob
touch a; set -f; echo *; set +f; echo *
#> *
#> a

### no_glob_in_assignment
touch a; x=*; echo "$x"
#> *

### no_glob_in_case_word_and_redirect [sh]
touch a; echo x >*; ls
#> *
#> a

### redirect_glob_one_match [bash]
touch a; echo x >*; cat a
#> x

### glob_after_expansion_of_positional
touch f1 f2; set -- 'f*'; echo $1 "$1"
#> f1 f2 f*

### dot_and_dotdot_with_dot_star [bash]
touch .a; echo .*
#> .a

### character_classes
touch a B 1 _; echo [[:digit:]] [[:upper:]] [[:alpha:]]* [![:alnum:]]
#> 1 B B a _

### range_and_dash
touch a b - c; echo [a-b] [a-] [-a]
#> a b a a

### bracket_with_closing_first
touch ']' a; echo []] []a] [!]]
#> ] ] a a

### bracket_unclosed_literal
touch '[a' ; echo [a
#> [a

### bracket_with_slash_does_not_match
mkdir a; touch a/b; echo a[/]b
#> a[/]b

### slash_inside_bracket_quoted
mkdir -p 'a[x'/; touch 'a[x/y]'; echo a[x/y]
#> a[x/y]

### many_slashes
mkdir d; touch d/f; echo d//f* d///*
#> d//f d///f

### leading_dot_slash
touch a; echo ./* ./a?
#> ./a ./a?

### absolute
echo /dev/nul[l] /de[v]/null
#> /dev/null /dev/null

### dangling_symlink_matches
ln -s nowhere l; echo l*
#> l

### unreadable_directory_no_match [user]
mkdir d; touch d/f; chmod 311 d; echo d/*; chmod 755 d
#> d/*

### unsearchable_directory_names_listed [user]
mkdir d; touch d/f; chmod 444 d; echo d/* d/*/; chmod 755 d
#> d/f d/*/

### literal_component_after_glob_checked
mkdir a b; touch a/x; echo */x */nox
#> a/x */nox

### glob_of_result_of_substitution
touch q1 q2; echo $(echo 'q*')
#> q1 q2

### hidden_with_explicit_dot_in_subdir
mkdir d; touch d/.x d/y; echo d/.* | tr ' ' '\n' | grep -v '/\.\.*$'
echo d/*
#> d/.x
#> d/y

### newline_in_name
touch 'a
b'; set -- a*b; echo $#
#> 1

### high_byte_name
touch "$(printf 'a\351')"; set -- a?; printf %s "$1" | od -An -tx1
#>  61 e9

### large_directory
i=0; while [ $i -lt 500 ]; do : >f$i; i=$((i+1)); done; set -- f*; echo $# $1
#> 500 f0

### deep_pattern_no_stack
p=; i=0; while [ $i -lt 200 ]; do p=$p'*'; i=$((i+1)); done; touch aaa; echo $p
#> aaa

### pathological_stars_quick [bash]
x=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab
case $x in *a*a*a*a*a*a*a*a*a*a*a*a*c) echo no;; *) echo quick;; esac
#> quick

### question_does_not_match_slash
mkdir a; touch a/b; echo a?b
#> a?b

### tilde_and_glob
touch "$HOME/zz1"; cd /; for i in ~/zz*; do echo "${i##*/}"; done
#> zz1

### nullglob [bash]
shopt -s nullglob; echo none* end
#> end

### failglob [bash]
shopt -s failglob; echo none*; echo $?
#! ../case.sh: line 1: no match: none*
#? 1

### dotglob [bash]
shopt -s dotglob; touch .a b; echo *
#> .a b

### extglob [bash]
shopt -s extglob
touch a aa b ab; echo a*(a) !(a*) @(a|b) +(a) ?(a)b
#> a aa b a b a aa ab b

### globstar [bash]
shopt -s globstar
mkdir -p a/b; touch a/b/c a/d; echo ** **/
#> a a/b a/b/c a/d a/ a/b/

### nocaseglob [bash]
shopt -s nocaseglob; touch ABC; echo ab*
#> ABC

### brace_expansion [bash]
echo {a,b}c x{1..3} {a..c} {01..03} {5..1..2} {a,b}{1,2} {} {a} a{b,c{d,e}}f
#> ac bc x1 x2 x3 a b c 01 02 03 5 3 1 a1 a2 b1 b2 {} {a} abf acdf acef

### brace_expansion_not_in_sh [sh]
echo {a,b}c x{1..3}
#> {a,b}c x{1..3}

### brace_before_variable [bash]
x=1; echo {$x,2} "{a,b}" \{a,b}
#> 1 2 {a,b} {a,b}

### globignore [bash]
touch a.c b.o; GLOBIGNORE=*.o; echo *
#> a.c
