# Arithmetic expansion: POSIX 2.6.4.

### constants
echo $((0)) $((12)) $((010)) $((0x1F)) $((-3)) $((+3))
#> 0 12 8 31 -3 3

### precedence
echo $((1+2*3)) $(((1+2)*3)) $((2-3-4)) $((100/10/2)) $((7%4*2))
#> 7 9 -5 5 6

### unary
x=5; echo $((-x)) $((- -x)) $((!x)) $((!0)) $((~x)) $((~0)) $((- - - 1)) $((!!7))
#> -5 5 0 1 -6 -1 -1 1

### division_truncates_toward_zero
echo $((7/2)) $((-7/2)) $((7/-2)) $((-7%3)) $((7%-3))
#> 3 -3 -3 -1 1

### shifts
echo $((1<<4)) $((256>>2)) $((-8>>1)) $((1<<62))
#> 16 64 -4 4611686018427387904

### comparison
echo $((1<2)) $((2<=2)) $((3>4)) $((4>=4)) $((1==1)) $((1!=1))
#> 1 1 0 1 1 0

### bitwise
echo $((12&10)) $((12|3)) $((12^10)) $((5&3|8))
#> 8 15 6 9

### logical_short_circuit
x=1
echo $((0 && (x=9))) $x $((1 || (x=9))) $x $((1 && 2)) $((0 || 0))
#> 0 1 1 1 1 0

### conditional
echo $((1?2:3)) $((0?2:3)) $((1?0?4:5:6)) $((0?1:0?2:3))
#> 2 3 5 3

### conditional_evaluates_one_side
x=0 y=0
echo $((1?(x=1):(y=1))) $x $y
#> 1 1 0

### assignment_operators
x=10
echo $((x+=2)) $((x-=1)) $((x*=3)) $((x/=4)) $((x%=5)) $((x<<=4)) $((x>>=1)) $((x|=1)) $((x&=7)) $((x^=2)) $x
#> 12 11 33 8 3 48 24 25 1 3 3

### assignment_sets_variable
echo $((new=5)) $new
#> 5 5

### assignment_chain
echo $((a=b=3)) $a $b
#> 3 3 3

### variables_without_dollar
x=3 y=4; echo $((x*y)) $(($x*$y)) $((${x}+y))
#> 12 12 7

### unset_and_empty_variable_is_zero
unset u; e=; echo $((u+1)) $((e+1))
#> 1 1

### variable_holding_expression_with_dollar
e='1+2'; echo $(($e*3))
#> 7

### variable_holding_negative
x=-5; echo $((x+1)) $((3-x)) $((-x))
#> -4 8 5

### variable_with_octal_and_hex
x=0x10 y=010; echo $((x)) $((y))
#> 16 8

### variable_with_blanks
x=' 7 '; echo $((x+1))
#> 8

### spaces_and_newlines
echo $((  1
 +
 2 )) $((1	+	1))
#> 3 2

### nested
echo $((1+$((2*$((3))))))
#> 7

### command_substitution_inside
echo $(( $(echo 4) * `echo 5` ))
#> 20

### parentheses_deep
echo $(((((((1+1)))))))
#> 2

### quotes_inside [bash]
echo $(( "1" + "2" ))
#> 3

### result_not_split_when_quoted
IFS=0; set -- "$((101))"; echo $#; set -- $((101)); echo $#
#> 1
#> 2

### result_split_by_ifs
IFS=2; set -- $((121)); echo "$1 $2"
#> 1 1

### in_here_document
cat <<E
$((6*7)) \$((1))
E
#> 42 $((1))

### overflow_wraps
echo $((9223372036854775807+1)) $((-9223372036854775807-2)) $((9223372036854775807*2))
#> -9223372036854775808 9223372036854775807 -2

### int64_bounds
echo $((9223372036854775807)) $((-9223372036854775807-1)) $((0x7fffffffffffffff))
#> 9223372036854775807 -9223372036854775808 9223372036854775807

### division_by_zero_is_error
(echo $((1/0)); echo not) 2>/dev/null; [ $? -ne 0 ] && echo failed
(echo $((1%0)); echo not) 2>/dev/null; [ $? -ne 0 ] && echo failed
#> failed
#> failed

### division_by_zero_unevaluated_ok
echo $((1 || 1/0)) $((0 && 1/0)) $((1 ? 2 : 1/0))
#> 1 0 2

### min_over_minus_one [bash]
echo $(( (-9223372036854775807-1) / -1 )) $(( (-9223372036854775807-1) % -1 ))
#> -9223372036854775808 0

### syntax_error_is_error
(echo $((1+)); echo not) 2>/dev/null; [ $? -ne 0 ] && echo failed
(echo $((1 2)); echo not) 2>/dev/null; [ $? -ne 0 ] && echo failed
#> failed
#> failed

### bad_number_in_variable
x=abc-; (echo $((x)); echo not) 2>/dev/null; [ $? -ne 0 ] && echo failed
#> failed

### bad_octal
(echo $((08)); echo not) 2>/dev/null; [ $? -ne 0 ] && echo failed
#> failed

### readonly_assignment_is_error
(readonly r=1; echo $((r=2)); echo not) 2>/dev/null; [ $? -ne 0 ] && echo failed
#> failed

### positional_and_special_inside
set -- 4 5
echo $(($1*$2+$#)) $((${#1}+1))
#> 22 2

### comma [bash]
echo $((1,2)) $((x=3,x+1))
#> 2 4

### increment [bash]
x=5; echo $((x++)) $x $((++x)) $x $((x--)) $((--x))
#> 5 6 7 7 7 5

### power [bash]
echo $((2**10)) $((2**3**2)) $((-2**2))
#> 1024 512 4

### base [bash]
echo $((2#101)) $((16#ff)) $((36#z)) $((64#_)) $((64#@))
#> 5 255 35 63 62

### recursive_variable_value [bash]
a=b b=c c=7; echo $((a)) ; x='1+2'; echo $((x*3))
#> 7
#> 9

### recursion_limit [bash]
a=a; (echo $((a))) 2>/dev/null; echo $?
#> 1

### array_elements [bash]
a=(1 2 3); i=1; echo $((a[i]+a[2])) $((a[1]++)) ${a[1]}
#> 5 2 3

### let [bash]
let x=5 y=x+1; echo $x $y; let 0; echo $?
#> 5 6
#> 1

### arith_status [bash]
((5>3)); echo $?; ((5<3)); echo $?; ((1/0)) 2>/dev/null; echo $?
#> 0
#> 1
#> 1

### associativity_of_assignment_ops
x=2 y=3; echo $((x+=y*=2)) $x $y
#> 8 8 6

### equality_and_relational_mix
echo $((1<2==1)) $((3==3>2)) $((1&1==1)) $((2|1&0))
#> 1 0 1 2

### ternary_with_assignment
x=0; : $((x = 5 > 3 ? 10 : 20)); echo $x
#> 10

### leading_plus_minus_runs
echo $((1 - -1)) $((1 - - - 1)) $((1 + +1))
#> 2 0 2

### dollar_in_name_position
n=x; x=4; echo $(($n + 1)) $(($n=9)) $x
#> 5 9 9

### single_parenthesis_subshell_inside_dollar_paren
echo $( (echo a) ) $( (echo b); echo c)
#> a b c

### dollar_double_paren_subshell_pair [bash]
echo $((echo a); (echo b))
#> a b

### while_loop_counter
i=0; while [ $((i+=1)) -lt 4 ]; do echo $i; done
#> 1
#> 2
#> 3

### result_in_redirect_and_case
echo x >f$((1+1)); cat f2
case $((2*2)) in 4) echo four;; esac
#> x
#> four

### backslash_newline_inside
echo $((1+\
2))
#> 3

### tabs_in_arith_here_doc
cat <<-E
	$((1 + 1))
	E
#> 2

### status_of_arith_expansion_command
: $((0)); echo $?
x=$((0)); echo $?
#> 0
#> 0

### legacy_bracket [bash]
echo $[1+2]
#> 3

### substring_of_name_not_confused
ab=1 a=5; echo $((ab+a))
#> 6

### compare_negative_numbers
echo $((-1 < 0)) $((-1 > -2)) $((-0 == 0))
#> 1 1 1

### shift_assign_and_compare_tokens
x=8; echo $((x>>=1)) $((x<=4)) $((x<<1<=16))
#> 4 1 1

### large_hex_wraps [bash]
echo $((0xffffffffffffffff)) $((0x8000000000000000))
#> -1 -9223372036854775808
