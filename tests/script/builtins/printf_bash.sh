# printf: what bash has beyond POSIX, and numbers to the last digit

### into_a_variable [bash]
printf -v x '%s-%s' a b; echo $x; printf -v 'a[2]' hi; declare -p a; printf -v 1x hi; echo $?
#> a-b
#> declare -a a=([2]="hi")
#> 2
#! *: line *: printf: `1x': not a valid identifier

### quoting [bash]
printf '%q ' 'a b' "it's" '' a=~b '#x' x#y $'tab\t' {a,b} 'a,b'; echo; printf '%Q|%.3q|%.3Q|%10q|' 'c d' 'a b' 'a b c' 'a b'; echo
#> a\ b it\'s '' a=\~b \#x x#y $'tab\t' a b a\,b 
#> c\ d|a\ |a\ b|      a\ b|

### date [bash]
TZ=UTC0 printf '%(%Y-%m-%d %H:%M:%S)T|%20(%Y)T|%-8(%Y)T|%.2(%Y)T\n' 3661 0 0 0; printf '%(%s)T' -1 | grep -c '^[0-9]*$'
#> 1970-01-01 01:01:01|                1970|1970    |19
#> 1

### count_of_bytes [bash]
printf 'abc%n\n' x; echo $x
#> abc
#> 3

### long_double_precision [bash]
printf '%.20f %.25g %.2f %.3f\n' 0.1 0.1 2.675 1.0005; printf '%a %a %.2a %A\n' 1 3.14 3.14 10.5; printf '%g\n' 1e400
#> 0.10000000000000000000 0.1000000000000000000013553 2.67 1.001
#> 0x8p-3 0xc.8f5c28f5c28f5c3p-2 0xc.8fp-2 0XA.8P+0
#> 1e+400

### float_forms [bash]
printf '%g ' 100000 1000000 1e100 0.0001 0.00001 123456789 inf -inf nan 0x1p3; echo; printf '%e %E %G %f %F\n' 12345.678 12345.678 1e-10 1.5 -0; printf '%#g %#.0f %+g % g %05.1f %-8.2e|\n' 1 1 1 1 3.14159 3.14159
#> 100000 1e+06 1e+100 0.0001 1e-05 1.23457e+08 inf -inf nan 8 
#> 1.234568e+04 1.234568E+04 1E-10 1.500000 -0.000000
#> 1.00000 1. +1  1 003.1 3.14e+00|

### rounding_to_even [bash]
printf '%.0f ' 0.5 1.5 2.5 3.5; printf '%.1f ' 0.25 0.35 0.45; printf '%.2f ' 0.125 0.375; printf '%.0e ' 2.5 3.5; echo
#> 0 2 2 4 0.2 0.3 0.4 0.12 0.38 2e+00 4e+00 

### integers [bash]
printf '%d ' 0x1f 010 ' 5' "'a" '"b' +5 -3; echo; printf '%u %x %o %X\n' -1 255 8 255; printf '%#x %#o %+d|% d|%05d|%-5d|%.3d|%5.3d|%.0d|\n' 255 8 5 5 5 5 5 5 0; LC_ALL=C.UTF-8; printf '%d\n' "'é"
#> 31 8 5 97 98 5 -3 
#> 18446744073709551615 ff 10 FF
#> 0xff 010 +5| 5|00005|5    |005|  005||
#> 233

### bad_numbers_print_what_they_can [bash]
printf '%d|' abc 12x 08 '5 ' 0x; echo $?; printf '%d ' 99999999999999999999 -99999999999999999999; echo $?; printf '%f\n' 1,5; echo $?
#> 0|12|0|5|0|1
#> 9223372036854775807 -9223372036854775808 0
#> 1.000000
#> 1
#! *: line *: printf: abc: invalid number
#! *: line *: printf: 12x: invalid number
#! *: line *: printf: 08: invalid octal number
#! *: line *: printf: 5 : invalid number
#! *: line *: printf: 0x: invalid hex number
#! *: line *: printf: warning: 99999999999999999999: Numerical result out of range
#! *: line *: printf: warning: -99999999999999999999: Numerical result out of range
#! *: line *: printf: 1,5: invalid number

### bad_formats [bash]
printf 'a%z'; echo $?; printf 'b%'; echo $?; printf '%5'; echo $?; printf '%y'; echo $?
#> a1
#> b1
#> 1
#> 1
#! *: line *: printf: `%z': missing format character
#! *: line *: printf: `%': missing format character
#! *: line *: printf: `%5': missing format character
#! *: line *: printf: `y': invalid format character

### escapes [bash]
LC_ALL=C.UTF-8; printf '\x41\u20ac\101\e[m\"\?\%%\z\n' | od -An -c; printf '%b' 'x\0101\x41\n\cno' never; printf '%b|' '\1' '\08' '\?'| od -An -c
#>    A 342 202 254   A 033   [   m   "   ?   \   %   \   z  \n
#> xAA
#>  001   |  \0   8   |   \   ?   |

### width_and_precision_from_arguments [bash]
printf '%*d|%-*d|%.*f|%*s|' 5 1 5 2 2 3.14159 -5 x; echo; printf '%*.*s|\n' 8 2 abcdef
#>     1|2    |3.14|x    |
#>       ab|

### format_is_used_again [bash]
printf '%s %d|' a 1 b 2 c; echo; printf 'x\n' a b; printf '%s\n'; printf '%d+%d=%d\n' 1 2 3 4
#> a 1|b 2|c 0|
#> x
#>
#> 1+2=3
#> 4+0=0
