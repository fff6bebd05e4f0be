# printf

### strings_and_numbers
printf '%s %d %i\n' a 5 -3
#> a 5 -3

### cycles_format
printf '%s-%s\n' a b c
#> a-b
#> c-

### no_arguments
printf 'x%sy%dz\n'
#> xy0z

### format_without_conversions_once
printf 'a\n' b c
#> a

### escapes
printf 'a\tb\\c\n\101\060\n'
#> a	b\c
#> A0

### escape_b_conversion
printf '%b|' 'a\tb' '\0101' '\\'; echo
#> a	b|A|\|

### escape_b_c_stops
printf '%b' 'ab\ccd' x; echo '|'
#> ab|

### widths_and_precision
printf '[%5s][%-5s][%.2s][%5.1s]\n' ab ab abc xyz
printf '[%5d][%-5d][%05d][%+d][% d][%.3d]\n' 42 42 42 42 42 7
#> [   ab][ab   ][ab][    x]
#> [   42][42   ][00042][+42][ 42][007]

### star_width
printf '[%*s][%-*s][%.*s]\n' 5 a 5 b 2 abc
#> [    a][b    ][ab]

### bases
printf '%o %x %X %#o %#x %u\n' 8 255 255 8 255 7
#> 10 ff FF 010 0xff 7

### input_bases
printf '%d %d %d\n' 0x10 010 "'A"
#> 16 8 65

### character
printf '%c%c%c\n' abc xyz 1
#> ax1

### percent
printf '100%%\n'
#> 100%

### floats
printf '%.2f %e %g %.1f\n' 3.14159 12345.678 0.0001 2.25
#> 3.14 1.234568e+04 0.0001 2.2

### negative_unsigned
printf '%u\n' -1
#> 18446744073709551615

### bad_number_status
printf '%d\n' abc 2>/dev/null; echo $?
printf '%d\n' 12x 2>/dev/null; echo $?
#> 0
#> 1
#> 12
#> 1

### bad_format_status
printf '%z\n' a 2>/dev/null; [ $? -ne 0 ] && echo bad
#> bad

### missing_operand_status
printf 2>/dev/null; [ $? -ne 0 ] && echo bad
#> bad

### double_dash
printf -- '-a %s\n' x
#> -a x

### q_conversion [bash]
printf '%q ' 'a b' "it's" '' '$x' 'a
b'; echo
#> a\ b it\'s '' \$x $'a\nb' 

### v_option [bash]
printf -v x '%s-%s' a b; echo $x; printf -v 'a[2]' z; echo ${a[2]}
#> a-b
#> z

### time_format [bash]
TZ=UTC0 printf '%(%Y-%m-%d %H:%M:%S)T\n' 0
#> 1970-01-01 00:00:00

### arguments_missing_are_empty_or_zero
printf '%s|%d|%s|\n' a
#> a|0||

### high_bytes
printf '\351\n' | od -An -tx1; printf '%s' "$(printf '\200')" | od -An -tx1
#>  e9 0a
#>  80

### nul_in_format
printf 'a\0b' | od -An -c
#>    a  \0   b

### leading_dash_argument
printf '%s\n' -n -e --
#> -n
#> -e
#> --

### large_field
printf '%1000s' x | wc -c | tr -d ' '
#> 1000

### escapes_not_in_s
printf '%s\n' 'a\tb'
#> a\tb

### octal_limits
printf '\1\12\123\n' | od -An -tx1
#>  01 0a 53 0a

### to_closed_output
printf x >&- 2>/dev/null; [ $? -ne 0 ] && echo failed
#> failed
