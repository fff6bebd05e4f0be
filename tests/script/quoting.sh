# Tokens and quoting: POSIX 2.2, 2.3.

### single_quotes_keep_all [sh]
echo '$x `y` \n "z" \\'
#> $x `y` 
#>  "z" \

### single_quotes_keep_all [bash]
echo '$x `y` \n "z" \\'
#> $x `y` \n "z" \\

### double_quotes_expand
x=a; echo "$x \$x \`q\` \\ \" \q"
#> a $x `q` \ " \q

### backslash_quotes_one
echo \$x \a \\ \' \" a\ b
#> $x a \ ' " a b

### backslash_newline_joins
echo a\
b \
c
ec\
ho joined
#> ab c
#> joined

### backslash_newline_in_double_quotes
echo "a\
b"
#> ab

### no_join_in_single_quotes
echo 'a\
b'
#> a\
#> b

### empty_words_count
set -- '' "" a''b ''""
echo $#
#> 4

### quoted_null_with_empty_variable
e=
set -- "$e"; echo $#
set -- $e; echo $#
set -- $e''; echo $#
set -- ""$e; echo $#
#> 1
#> 0
#> 1
#> 1

### newline_in_quotes
x='one
two'
echo "$x"
#> one
#> two

### adjacent_quotes_join
echo a'b'"c"\d
#> abcd

### comment_starts_only_at_word
echo a#b # comment
echo a #b
echo '#c' \#d "#e"
#> a#b
#> a
#> #c #d #e

### comment_has_no_continuation
echo a # b \
echo c
#> a
#> c

### operators_need_no_blanks
(echo a;echo b)|cat&&echo c
#> a
#> b
#> c

### token_longest_match
echo a>f;cat<f>>g;cat g
echo b 2>&1|cat
#> a
#> b

### number_before_redirect_is_a_word_if_separated
echo 2 >f
cat f
#> 2

### number_glued_is_a_descriptor
echo x 2>f
cat f; echo empty
#> x
#> empty

### number_after_quote_is_a_word
echo "2">f; cat f
echo \2>f; cat f
#> 2
#> 2

### dollar_alone_is_literal
echo $ a$ "$" "a$" $% '$'
#> $ a$ $ a$ $% $

### dollar_single_quotes_escapes [posix]
printf '%s\n' $'a\tb' $'\x41\101\e[0m' $'it\'s' $'\\' $'\"' | od -An -c
#>    a  \t   b  \n   A   A 033   [   0   m  \n   i   t   '   s  \n
#>    \  \n   "  \n

### dollar_single_quotes_bash [bash]
printf '%s' $'\a\b\f\n\r\t\v\u00e9\cA\?' | od -An -tx1
#>  07 08 0c 0a 0d 09 0b 5c 75 30 30 45 39 01 3f

### dollar_single_quotes_hex_stops [bash]
echo $'\x4ag' $'\0101' $'\18'
#> Jg 1 8

### dollar_single_not_in_double [bash]
echo "$'a'"
#> $'a'

### dollar_double_quotes_is_localized [bash]
echo $"hi $HOME" | grep -c hi
#> 1

### semicolon_newline_blank_lines


echo a;


echo b
#> a
#> b

### tab_separates_words
echo	a	b
#> a b

### cr_is_no_blank
printf 'echo a\r\n' > s
$SH s | od -An -c
#>    a  \r  \n

### quotes_in_variable_are_data
x='"a b"'
set -- $x
echo $# "$1"
#> 2 "a

### backslash_in_variable_is_data
x='a\ b'
set -- $x
echo $# "$1"
#> 2 a\

### double_quote_in_backquote_in_double_quote
echo "`echo "a b"`"
#> a b

### escaped_backquote
echo "a\`b"
#> a`b

### nested_quotes_in_dollar_paren
echo "$(echo "a $(echo "b  c")")"
#> a b  c

### single_quote_in_double
echo "it's"
#> it's

### history_char_is_literal
echo "a!b" !x 'c!d'
#> a!b !x c!d

### braces_alone_are_words
echo { } {a} a{b
#> { } {a} a{b

### bang_as_argument
echo ! a
#> ! a

### nul_free_long_word
x=$(printf '%10000s' '' | tr ' ' x)
echo ${#x}
#> 10000

### tilde_not_expanded_in_quotes
[ "~" = "$HOME" ] || echo no
[ ~ = "$HOME" ] && echo yes
#> no
#> yes

### quoted_operator_is_a_word
echo ';' '&' "|" \> a
#> ; & | > a

### line_continuation_between_operators
true &\
& echo and
false |\
| echo or
#> and
#> or

### line_continuation_in_variable_name
abc=1
echo $ab\
c ${a\
bc}
#> 1 1

### line_continuation_in_reserved_word
i\
f true; then echo yes; f\
i
#> yes

### ampersand_in_word_quoted
echo a\&b 'c&d'
#> a&b c&d

### comment_at_end_without_newline
printf 'echo x #y' >s; $SH s
#> x

### script_without_final_newline
printf 'echo x' >s; $SH s
#> x

### empty_script
: >s; $SH s; echo $?
#> 0

### only_comment_status_zero
printf '# x\n' >s; $SH s; echo $?
#> 0

### nul_bytes_in_script_ignored_or_kept [bash]
printf 'echo a\0b\n' > s; $SH s 2>&1 | tr -d '\0'
#> s: s: cannot execute binary file

### high_bytes_pass_through
printf 'echo \351\377\n' >s
$SH s | od -An -tx1
#>  e9 ff 0a

### high_bytes_in_variables
x=$(printf 'a\351b')
printf '%s' "$x" | od -An -tx1
#>  61 e9 62
