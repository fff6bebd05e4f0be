# Reserved words: POSIX 2.4.

### not_reserved_as_arguments
echo if then else elif fi do done case esac while until for in { } !
#> if then else elif fi do done case esac while until for in { } !

### not_reserved_when_quoted
'if' 2>/dev/null; echo $?
\while 2>/dev/null; echo $?
#> 127
#> 127

### reserved_only_in_command_position
x=if
$x 2>/dev/null; echo $?
#> 127

### for_in_names
for in in in for do; do echo $in; done
#> in
#> for
#> do

### case_word_names
case in in in) echo in;; esac
case esac in (esac) echo esac;; esac
#> in
#> esac

### case_of_case
case case in case) echo y;; esac
#> y

### variables_named_like_reserved
if=1 then=2 do=3
echo $if $then $do
#> 1 2 3

### brace_needs_blank
{echo 2>/dev/null; echo $?
#> 127

### brace_close_needs_separator
{ echo }; echo a; }
#> }
#> a

### reserved_after_reserved
if if true; then true; fi; then if true; then echo deep; fi fi
#> deep

### reserved_after_close_without_semicolon
{ (echo a) }
if (true) then echo b; fi
while (false) do :; done
if { true; } then { echo c; } fi
#> a
#> b
#> c

### reserved_after_pipe
echo x | while read l; do echo got $l; done
echo x | if read l; then echo $l; fi
echo y | { read l; echo $l; }
echo z | case z in z) cat;; esac
#> got x
#> x
#> y
#> z

### bang_before_compound
! { false; }; echo $?
! if true; then false; fi; echo $?
! (exit 3); echo $?
! while false; do :; done; echo $?
#> 0
#> 0
#> 0
#> 1

### bang_in_argument_not_special
echo a ! b
#> a ! b

### do_on_next_line
for i in 1 2
do
echo $i
done
while false
do
:
done
#> 1
#> 2

### newlines_everywhere
if

true

then

echo a

fi
case a

in

a)

echo b

;;

esac
for i

in x
do

echo $i

done
#> a
#> b
#> x

### reserved_word_after_assignment_is_command
x=1 if 2>/dev/null; echo $?
#> 127

### reserved_word_after_redirect_is_command
</dev/null if 2>/dev/null; echo $?
#> 127

### time_is_reserved [bash]
TIMEFORMAT=ok
time :
time { :; }
#! ok
#! ok

### function_keyword [bash]
function f { echo f; }
f
function g() { echo g; }
g
#> f
#> g

### double_bracket_reserved [bash]
[[ a == a ]] && echo y
'[[' a == a ]] 2>/dev/null; echo $?
#> y
#> 127
