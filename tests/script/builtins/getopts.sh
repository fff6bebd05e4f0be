# getopts

### simple [posix bash]
while getopts ab:c o -a -b val -c rest; do echo "$o ${OPTARG-unset} $OPTIND"; done; echo $OPTIND
#> a unset 2
#> b val 4
#> c unset 5
#> 5

### bundled [posix bash]
set -- -abval x; while getopts ab: o; do echo "$o ${OPTARG-unset}"; done; shift $((OPTIND-1)); echo $*
#> a unset
#> b val
#> x

### double_dash_ends
set -- -a -- -b; while getopts ab o; do echo $o; done; echo $OPTIND
#> a
#> 3

### operand_ends
set -- -a x -b; while getopts ab o; do echo $o; done; echo $OPTIND
#> a
#> 2

### single_dash_is_operand
set -- - -a; getopts a o; echo $? $OPTIND
#> 1 1

### unknown_option_message
set -- -x; getopts a o 2>err; echo "$o ${OPTARG-unset}"; grep -c x err
#> ? unset
#> 1

### unknown_option_silent
set -- -x; getopts :a o; echo "$o $OPTARG"
#> ? x

### missing_argument_message
set -- -a; getopts a: o 2>err; echo "$o ${OPTARG-unset}"; grep -c a err
#> ? unset
#> 1

### missing_argument_silent
set -- -a; getopts :a: o; echo "$o $OPTARG"
#> : a

### end_status_and_variable
set -- ; getopts a o; echo $? "$o"
#> 1 ?

### reset_optind
set -- -a -b; while getopts ab o; do :; done; OPTIND=1; getopts ab o; echo $o
#> a

### in_function_with_local_args
f() { OPTIND=1; while getopts x: o; do echo "$o $OPTARG"; done; }; f -x 1; f -x 2
#> x 1
#> x 2

### opterr_zero [bash]
OPTERR=0; set -- -x; getopts a o; echo "$o"
#> ?

### argument_glued_and_separate
set -- -b1 -b 2; while getopts b: o; do echo $OPTARG; done
#> 1
#> 2

### option_argument_looks_like_option
set -- -b -a; getopts b: o; echo $o $OPTARG
#> b -a

### optind_midway
set -- -ab -c; getopts abc o; echo $o; getopts abc o; echo $o; getopts abc o; echo $o $OPTIND
#> a
#> b
#> c 3

### empty_argument
set -- -a '' -b; getopts ab o; getopts ab o; echo $? $OPTIND
#> 1 2

### colon_option_char
set -- -:; getopts a: o 2>/dev/null; echo "$o"
#> ?

### in_subshell_state_isolated
set -- -a -b -c; getopts abc o; (getopts abc o; echo $o); getopts abc o; echo $o
#> b
#> b
