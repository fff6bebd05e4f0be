# Brace expansion.

### lists [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
p a{b,c}d {a,b}{c,d} {,}x x{,y}; p {a,b,} | head -1; p {a,{b,c}d,e} {{a,b},{c,d}} {a,b{1,2,3},c}{x,y}
#> 10<abd><acd><ac><ad><bc><bd><x><x><x><xy>
#> 2<a><b>
#> 18<a><bd><cd><e><a><b><c><d><ax><ay><b1x><b1y><b2x><b2y><b3x><b3y><cx><cy>

### not_lists [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
p {} {a} {a,b a,b} {a..} {..} {1..a} {1.5..3} "{a,b}" \{a,b} '{'a,b} {a\,b} a{b}c
#> 13<{}><{a}><{a,b><a,b}><{a..}><{..}><{1..a}><{1.5..3}><{a,b}><{a,b}><{a,b}><{a,b}><a{b}c>

### quoting_within [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
p {"a b",c} {a\,b,c} {"a,b",c} {a,"}"} {'a',"b"}"c" {a\ b,c}
#> 12<a b><c><a,b><c><a,b><c><a><}><ac><bc><a b><c>

### sequences [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
p {1..3} {3..1} {01..03} {1..10..3} {10..1..3} {-2..2} {1..3..-1} {001..2} {-01..1} {5..5} {0..-3} {1..4..0}
p {a..e} {e..a} {a..i..3} {A..C}{x,y} {X..c}
#> 39<1><2><3><3><2><1><01><02><03><1><4><7><10><10><7><4><1><-2><-1><0><1><2><1><2><3><001><002><-01><000><001><5><0><-1><-2><-3><1><2><3><4>
#> 31<a><b><c><d><e><e><d><c><b><a><a><d><g><Ax><Ay><Bx><By><Cx><Cy><X><Y><Z><[><><]><^><_><`><a><b><c>

### order_of_results [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
p {1..2}{a..b}{x,y}; p {a,b}/{c,d}.{e,f}
#> 8<1ax><1ay><1bx><1by><2ax><2ay><2bx><2by>
#> 8<a/c.e><a/c.f><a/d.e><a/d.f><b/c.e><b/c.f><b/d.e><b/d.f>

### before_other_expansions [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
HOME=/h; x=1 a=9 y='p q'; p $x{a,b} {$x,2} {a,$x}b {$y,z} "$x"{1,2} {$(echo a b),c} {~,x} ${x}{1,2}; touch f1.c f2.c; p {f,g}*.c {*.c,x}
#> 15<1><2><ab><p><q><z><11><12><a><b><c></h><x><11><12>
#> 6<f1.c><f2.c><g*.c><f1.c><f2.c><x>

### unbraced_names_grow [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
x=1 xa=long xb=other; p $x{a,b} "$x"{a,b} ${x}{a,b} $x{a,b}c
#> 6<long><other><1a><1b><1a><1b>

### not_in_assignments [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
x={a,b}; p "$x"; y={1..3}; p $y; a=({a,b} {1..3}); p "${a[@]}"
#> 1<{a,b}>
#> 1<{1..3}>
#> 5<a><b><1><2><3>

### not_elsewhere [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
case a in {a,b}) echo match;; *) echo none;; esac; [[ a == {a,b} ]] || echo none; cat <<< {a,b}; p ${u:-{a,b}}
#> none
#> none
#> {a,b}
#> 1<{a,b}>

### switched_off [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
set +B; p {a,b} {1..3} x{a,{b,c}}y; set -B; p {a,b}
#> 3<{a,b}><{1..3}><x{a,{b,c}}y>
#> 2<a><b>

### in_loops_and_functions [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
for i in {1..3} {x,y}; do p $i; done; f() { p "$@"; }; f {a,b}' c'; eval p {1,2}
#> 1<1>
#> 1<2>
#> 1<3>
#> 1<x>
#> 1<y>
#> 2<a c><b c>
#> 2<1><2>

### large [bash]
p() { printf '%d' $#; [ $# -eq 0 ] || printf '<%s>' "$@"; echo; }
set -- {1..20000}; p $# ${20000}; set -- {a..z}{a..z}{a..z}; p $# $1 ${17576}
#> 2<20000><20000>
#> 3<17576><aaa><zzz>
