# cd, pwd

### absolute_and_back
cd /usr; pwd; cd /; pwd
#> /usr
#> /

### relative_and_dotdot
mkdir -p a/b; cd a/b; cd ..; echo ${PWD##*/}
#> a

### dash_prints
cd /; cd /usr; cd -; pwd
#> /
#> /

### no_argument_home
cd /; HOME=/usr; cd; pwd
#> /usr

### home_set_for_command
HOME=/usr cd && pwd
#> /usr

### missing_directory
cd nosuch 2>/dev/null; [ $? -ne 0 ] && echo failed; [ "$PWD" = "$HOME" ] && echo same
#> failed
#> same

### error_names_directory
cd nosuch
#! *nosuch*
#? !0

### not_a_directory
: >f; cd f 2>/dev/null; [ $? -ne 0 ] && echo failed
#> failed

### logical_symlink
mkdir -p real/sub; ln -s real/sub link; cd link; echo ${PWD##*/}; cd ..; [ "$PWD" = "$HOME" ] && echo logical
#> link
#> logical

### physical_symlink
mkdir -p real/sub; ln -s real/sub link; cd -P link; echo ${PWD##*/}; cd link 2>/dev/null; cd ..; echo ${PWD##*/}
#> sub
#> real

### pwd_P
mkdir real; ln -s real link; cd link; pwd | sed 's:.*/::'; pwd -P | sed 's:.*/::'; pwd -L | sed 's:.*/::'
#> link
#> real
#> link

### dot_and_double_slash
cd //usr/./bin/..; pwd | sed 's://*:/:'
#> /usr

### dotdot_through_missing_fails [posix bash]
cd nosuch/.. 2>/dev/null; [ $? -ne 0 ] && echo failed
#> failed

### root_dotdot
cd /; cd ..; pwd; cd /..; pwd
#> /
#> /

### sets_oldpwd
cd /; a=$PWD; cd /usr; [ "$OLDPWD" = "$a" ] && echo yes
#> yes

### oldpwd_unset_dash [bash]
unset OLDPWD; (cd -) 2>/dev/null; echo $?
#> 1

### cdpath_prints
mkdir -p p/d; CDPATH=p; cd d | sed 's:.*/p/:p/:'
#> p/d

### cdpath_not_for_dot_paths
mkdir -p p/d d; CDPATH=p; cd ./d; echo "${PWD##*/}"; [ "$PWD" = "$HOME/d" ] && echo own
#> d
#> own

### cdpath_empty_component_silent
mkdir d; CDPATH=:/usr; cd d; echo $?
#> 0

### empty_argument [bash]
cd ''; echo $?
#> 0

### unsearchable [user]
mkdir d; chmod 0 d; cd d 2>/dev/null; [ $? -ne 0 ] && echo failed; chmod 755 d
#> failed

### dash_dash
cd -- /usr; pwd
#> /usr

### in_subshell
(cd /; pwd); [ "$PWD" = "$HOME" ] && echo back
#> /
#> back

### deleted_directory_pwd
mkdir d; cd d; rmdir ../d; cd .. 2>/dev/null; echo ${PWD##*/}
#> work

### name_beginning_with_dash
mkdir ./-x; cd -- -x; echo ${PWD##*/}
#> -x

### too_many_arguments [bash]
cd / /usr 2>/dev/null; echo $?
#> 1

### bad_option
cd -Z / 2>/dev/null; [ $? -ne 0 ] && echo bad
#> bad

### pwd_readonly_or_changed_variable
cd /; PWD=/wrong; pwd; cd usr; pwd
#> /
#> /usr

### many
i=0; while [ $i -lt 200 ]; do cd /; cd /usr; i=$((i+1)); done; pwd
#> /usr

### deep_relative
d=a/a/a/a/a/a/a/a/a/a; mkdir -p $d; cd $d; cd ../../../../../../../../..; echo ${PWD##*/}
#> a

### trailing_slash
cd /usr/; echo $PWD; cd ..//; echo $PWD
#> /usr
#> /

### programs_see_it
cd /usr; /bin/pwd; $SH -c pwd
#> /usr
#> /usr
