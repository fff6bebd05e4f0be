# echo

### plain
echo a  b "c  d"
#> a b c  d

### n_option
echo -n a; echo b; echo -n; echo -n ''; echo c
#> ab
#> c

### n_only_first
echo a -n
#> a -n

### empty
echo; echo ''
#>
#>

### xsi_escapes [sh]
echo 'a\tb\nc\\d\0101'
#> a	b
#> c\dA

### xsi_c_stops [sh]
echo 'a\cb' x; echo end
#> aend

### no_escapes_by_default [bash]
echo 'a\tb'
#> a\tb

### e_option [bash]
echo -e 'a\tb\x41\0101\cz'; echo -E 'a\t'; echo -ne 'x\n'; echo -en 'y\n'
#> a	bAAa\t
#> x
#> y

### unknown_options_printed
echo -x -- --help
#> -x -- --help

### double_dash_printed
echo -- a
#> -- a

### many_arguments
echo $(seq 1 100) | wc -w | tr -d ' '
#> 100
