# Tilde expansion: POSIX 2.6.1.

### home
HOME=/h; echo ~ ~/ ~/x
#> /h /h/ /h/x

### only_at_word_start
HOME=/h; echo a~ x~/y -~
#> a~ x~/y -~

### quoted_not
HOME=/h; echo \~ '~' "~" ~'/x' "~/x" \~/x
#> ~ ~ ~ ~/x ~/x ~/x

### in_assignment
HOME=/h; x=~; y=~/b; echo $x $y
#> /h /h/b

### after_colon_in_assignment
HOME=/h; x=a:~:~/b; echo $x
#> a:/h:/h/b

### not_after_colon_in_argument
HOME=/h; echo a:~
#> a:~

### after_equals_in_argument [sh]
HOME=/h; echo x=~
#> x=~

### export_argument_is_assignment
HOME=/h; export X=~/a Y=b:~; echo $X $Y
#> /h/a b:/h

### readonly_argument
HOME=/h; readonly R=~/r; echo $R
#> /h/r

### unknown_user_stays
echo ~nosuchuser_x/a
#> ~nosuchuser_x/a

### root_user
echo ~root
#> /root

### slash_quoted_user_part_not
HOME=/h; echo ~"root" ~\root
#> ~root ~root

### empty_home [posix bash]
HOME=; echo "[" ~ "]"
#> [  ]

### home_with_blanks_not_split
HOME='/a  b'; set -- ~; echo $# "$1"
#> 1 /a  b

### home_with_glob_not_expanded
mkdir d; touch d/x; HOME="$PWD/*"; set -- ~; [ "$1" = "$HOME" ] && echo kept
#> kept

### in_case_and_for
HOME=/h; case /h in ~) echo y;; esac; for i in ~ ~/a; do echo $i; done
#> y
#> /h
#> /h/a

### in_redirect
cd /; echo x >~/f; cat ~/f
#> x

### in_parameter_word
HOME=/h; unset u; echo ${u-~/x} ${u:-~}
#> /h/x /h

### not_from_expansion
HOME=/h; x='~'; echo $x
#> ~

### in_test_argument
HOME=/h; [ ~/a = /h/a ] && echo y
#> y

### tilde_plus_minus [bash]
cd /; cd /usr; echo ~+ ~-
#> /usr /

### assignment_prefix_of_command
HOME=/h; X=~/p $SH -c 'echo $X'
#> /h/p

### quoted_colon_stops_nothing
HOME=/h; x="a:"~; echo $x
#> a:~

### tilde_unset_home
unset HOME; x=~; [ -n "$x" ] && echo something
#> something
