//! What each construct of the language parses to.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Notation, tree, tree_with};
use skosh_syntax::ast::*;
use skosh_syntax::{Interner, ParseOptions, parse_text};

/// Checks pairs of a text and its tree.
fn check(pairs: &[(&str, &str)]) {
    for (text, expected) in pairs {
        assert_eq!(&tree(text), expected, "{text}");
    }
}

fn check_posix(pairs: &[(&str, &str)]) {
    for (text, expected) in pairs {
        assert_eq!(&tree_with(text, ParseOptions::POSIX), expected, "{text}");
    }
}

#[test]
fn lists_and_pipelines() {
    check(&[
        ("a; b & c", "[a] ; [b] & ; [c]"),
        ("a\nb\n\n", "[a] ; [b]"),
        ("a && b || c &", "[a] && [b] || [c] &"),
        ("a &&\n\n b | \n c", "[a] && [b] | [c]"),
        ("! a | b", "! [a] | [b]"),
        ("! ! a", "[a]"),
        ("time -p a | b", "time-p [a] | [b]"),
        ("time", "time "),
        ("! time a", "time ! [a]"),
        ("time -x", "time [-x]"),
        ("time -p$x", "time [-p+$x]"),
        ("a | time b", "[a] | [time b]"),
        ("! !", ""),
        ("a | ! b", "error: syntax error near unexpected token `!'"),
        ("a |& b", "[a 2DupOutput:1] | [b]"),
        ("{ a; } >x |& b", "(group [a] Write:x 2DupOutput:1) | [b]"),
        ("# only a comment", ""),
        ("a # comment\nb#c", "[a] ; [b#c]"),
    ]);
    check_posix(&[("time -x", "[time -x]"), ("a &>b", "[a] & ; [Write:b]"), ("! a", "! [a]")]);
}

#[test]
fn reserved_words_only_where_they_are() {
    check(&[
        ("echo if then }", "[echo if then }]"),
        ("if a; then b; fi", "(if [a] then [b])"),
        ("\\if a", "[\\i+f a]"),
        ("'if' a", "['if' a]"),
        ("x=1 if", "[x:=1 if]"),
        ("<a if", "[if Read:a]"),
        ("{a", "[{a]"),
        ("{ a; }", "(group [a])"),
        ("}", "error: syntax error near unexpected token `}'"),
        ("in", "[in]"),
        ("i\\\nf a; then b; fi", "(if [a] then [b])"),
    ]);
}

#[test]
fn compound_commands() {
    check(&[
        ("if a; then b; elif c; then d; else e; fi", "(if [a] then [b] if [c] then [d] else [e])"),
        ("while a; do b; done <c", "(while [a] do [b] Read:c)"),
        ("until a; do b; done", "(until [a] do [b])"),
        ("for x in a b; do c; done", "(for x in a b do [c])"),
        ("for x; do c; done", "(for x do [c])"),
        ("for x do c; done", "(for x do [c])"),
        ("for x\n\nin\ndo c; done", "(for x in do [c])"),
        ("for x in; do c; done", "(for x in do [c])"),
        ("for in in in; do c; done", "(for in in in do [c])"),
        ("for x in a; { b; }", "(for x in a do [b])"),
        ("for ((i=0;i<3;i++)); do a; done", "(for((i=0;i<3;i++)) do [a])"),
        ("for ((;;)) { a; }", "(for((-;-;-)) do [a])"),
        ("select x in a; do b; done", "(select x in a do [b])"),
        ("(a; b)", "(subshell [a] ; [b])"),
        ("((a);(b))", "(subshell (subshell [a]) ; (subshell [b]))"),
        ("((a + 1))", "((( a + 1)"),
        ("((a)+(b))", "error: syntax error near unexpected token `+'"),
        ("coproc a b", "(coproc COPROC [a b])"),
        ("coproc a { b; }", "(coproc a (group [b]))"),
        ("coproc { b; }", "(coproc COPROC (group [b]))"),
    ]);
}

#[test]
fn case_commands() {
    check(&[
        ("case x in a|b) c;; (d) e;& f) g;;& *) h\nesac", "(case x a|b) [c] ;; d) [e] ;& f) [g] ;;& *) [h] ;;)"),
        ("case x in esac", "(case x)"),
        ("case x in (esac) a;; esac", "(case x esac) [a] ;;)"),
        ("case in in in) ;; esac", "(case in in)  ;;)"),
        ("case x in\n\n a)\n\n;;\n\n esac", "(case x a)  ;;)"),
        ("case x in a) esac", "(case x a)  ;;)"),
        ("case x in if) a;; esac", "(case x if) [a] ;;)"),
        ("case x in a b) c;; esac", "error: syntax error near unexpected token `b'"),
    ]);
}

#[test]
fn functions() {
    check(&[
        ("f() { a; }", "(define f (group [a]))"),
        ("f () (a) >x", "(define f (subshell [a] Write:x))"),
        ("f()\n\n{ a; }", "(define f (group [a]))"),
        ("function f { a; }", "(function f (group [a]))"),
        ("function f() { a; }", "(function f (group [a]))"),
        ("function f (a)", "(function f (subshell [a]))"),
        ("function f ((a))", "(function f ((( a))"),
        ("a-b.c() { a; }", "(define a-b.c (group [a]))"),
        ("f() a", "error: syntax error near unexpected token `a'"),
        ("echo (a)", "error: syntax error near unexpected token `a'"),
        ("f() [[ a ]]", "(define f ([[ a))"),
    ]);
    check_posix(&[("f() a", "(define f (group [a]))"), ("a-b() { c; }", "error: `a-b': not a valid identifier")]);
}

#[test]
fn conditional_expressions() {
    check(&[
        ("[[ a ]]", "([[ a)"),
        ("[[ -f a && b || ! c ]]", "([[ ((-f a && b) || !(c)))"),
        ("[[ a == b* ]]", "([[ == a b*)"),
        ("[[ a = b ]]", "([[ == a b)"),
        ("[[ a != @(b|c) ]]", "([[ != a @(b|c))"),
        ("[[ a =~ ^(b|c d)+$ ]]", "([[ =~ a ^(b|c d)+$)"),
        ("[[ a =~ b|c ]]", "([[ =~ a b|c)"),
        ("[[ a < b ]]", "([[ Before a b)"),
        ("[[ a -nt b ]]", "([[ NewerThan a b)"),
        ("[[ ( a ) ]]", "([[ <a>)"),
        ("[[ a &&\n -n b\n ]]", "([[ (a && -n b))"),
        ("[[ ! ! a ]]", "([[ !(!(a)))"),
        ("[[ {a,b} == {a,b} ]]", "([[ == {a,b} {a,b})"),
        ("[[ a b ]]", "error: conditional binary operator expected"),
        ("[[ -f ]]", "error: unexpected argument `]]' to conditional unary operator"),
    ]);
}

#[test]
fn redirections() {
    check(&[
        ("a <b >c >>d >|e <>f", "[a Read:b Write:c Append:d Clobber:e ReadWrite:f]"),
        ("a 2>b 10<c 3>&1 4<&- 5>&6-", "[a 2Write:b 10Read:c 3DupOutput:1 4DupInput:- 5DupOutput:6-]"),
        ("a &>b &>>c", "[a WriteBoth:b AppendBoth:c]"),
        ("a {fd}>b {fd}>&-", "[a {fd}Write:b {fd}DupOutput:-]"),
        ("a {1}>b", "[a {1} Write:b]"),
        ("a <<<b", "[a HereString:b]"),
        ("a2>b", "[a2 Write:b]"),
        ("a 2 >b", "[a 2 Write:b]"),
        ("\\2>b", "[\\2 Write:b]"),
        ("99999999999>b", "[99999999999 Write:b]"),
        (">a", "[Write:a]"),
        ("a >\\\n>b", "[a Append:b]"),
        ("a > <(b)", "[a Write:<([b])]"),
    ]);
    check_posix(&[("echo {fd}>b", "[echo {fd} Write:b]")]);
}

#[test]
fn quotes() {
    check(&[
        ("'a b'\"c d\"\\e", "['a b'+\"c d\"+\\e]"),
        ("\"a\\$b\\c\\\"\\\\\"", "[\"a+\\$+b\\c+\\\"+\\\\\"]"),
        ("\"a\\\nb\" a\\\nb 'a\\\nb'", "[\"ab\" ab 'a\\~b']"),
        ("$'a\\tb\\x41\\101\\u00e9\\'\\cA\\q'", "[$'a\tbAA\u{e9}'\u{1}\\q']"),
        ("$'a\\0b'", "[$'a']"),
        ("$\"a $b\"", "[$\"a +$b\"]"),
        ("\"$'a'\"", "[\"$+'a'\"]".replace("$+'a'", "$'a'").as_str()),
        ("\"\"", "[\"\"]"),
        ("a\\", "[a+\\\\]"),
        ("'a", "error: unexpected EOF while looking for matching `''"),
        ("\"a", "error: unexpected EOF while looking for matching `\"'"),
    ]);
    check_posix(&[("$\"a\"", "[$+\"a\"]"), ("$'a'", "[$'a']")]);
}

#[test]
fn parameters() {
    check(&[
        ("$a ${b} $1 $12 ${12} $@ $$ $0", "[$a $b:b ${1} ${1}+2 ${12} ${@} ${$} ${0}]"),
        ("$a-b ${a}b", "[$a+-b $b:a+b]"),
        ("$ $. \"$\"", "[$ $. \"$\"]"),
        ("${a-b} ${a:=b c} ${a?} ${a:+$b}", "[${a Use b} ${a Assign: b c} ${a Error } ${a Alternative: $b}]"),
        (
            "${#} ${#a} ${##} ${#-} ${#-x} ${#a[@]}",
            "[${#} ${a length} ${# length} ${- length} ${# Use x} ${a[@] length}]",
        ),
        ("${a#b} ${a##b*} ${a%'c'} ${a%%\"c\"}", "[${a # b} ${a ## b*} ${a % 'c'} ${a %% \"c\"}]"),
        (
            "${a/b/c} ${a//b} ${a/#b/} ${a/%b/c/d}",
            "[${a First b with c} ${a All b with -} ${a Prefix b with } ${a Suffix b with c/d}]",
        ),
        (
            "${a:1} ${a:1:2} ${a: -1} ${a:b?c:d:e}",
            "[${a from 1} ${a from 1 for 2} ${a from  -1} ${a from b?c:d for e}]",
        ),
        ("${a^} ${a^^b} ${a,,} ${a~}", "[${a Upper} ${a Upper* b} ${a Lower*} ${a Toggle}]"),
        (
            "${a@Q} ${!a} ${!a@} ${!a*} ${!a[@]} ${!a[*]}",
            "[${a @Q} ${!a} ${!a names@} ${!a names*} ${!a[@] keys@} ${!a[*] keys*}]",
        ),
        ("${!} ${!-x} ${!#}", "[${!} ${! Use x} ${!#}]"),
        ("${a[1]} ${a[b[1]]} ${a[\"x y\"]} ${a[@]:1}", "[${a[1]} ${a[b[1]]} ${a[\"x y\"]} ${a[@] from 1}]"),
        ("${a b} ${} ${a@Z}", "[${bad a b} ${bad } ${bad a@Z}]"),
        ("${a-{b}}", "[${a Use {b}+}]"),
        ("${a[1} ${a[b}]", "[${bad a[1} ${bad a[b}+]]"),
        ("${a\\\n:\\\n-b}", "[${a Use: b}]"),
        ("${a", "error: unexpected EOF while looking for matching `}'"),
    ]);
}

#[test]
fn parameters_within_quotes() {
    check(&[
        ("\"${a-'b'}\"", "[\"${a Use 'b'}\"]"),
        ("\"${a-\"b c\"d}\"", "[\"${a Use \"b c\"+d}\"]"),
        ("\"${a-b\\}c}\"", "[\"${a Use b+\\}+c}\"]"),
        ("\"${a#'b'}\"", "[\"${a # 'b'}\"]"),
        ("\"${a-'}'b}\"", "[\"${a Use '}'b}\"]"),
        ("\"${a/'b'/'c'}\"", "[\"${a First 'b' with 'c'}\"]"),
        ("cat <<E\n${a-\"b\"'c'}\nE", "[cat <<E:${a Use \"b\"+'c'}+~]"),
    ]);
    check_posix(&[("\"${a-'}'b}\"", "[\"${a Use '}+'b}\"]")]);
}

#[test]
fn substitutions() {
    check(&[
        ("$(a; b)", "[$([a] ; [b])]"),
        ("$(case x in x) a;; esac)", "[$((case x x) [a] ;;))]"),
        ("$(a # )\n)", "[$([a])]"),
        ("$()", "[$()]"),
        ("$(<a)", "[$([Read:a])]"),
        ("\"$(a \"b\")\"", "[\"$([a \"b\"])\"]"),
        ("`a \\`b\\` \\$c`", "[`([a `([b]) $c])]"),
        ("\"`a \\\"b\\\"`\" `a \\\"b\\\"`", "[\"`([a \"b\"])\" `([a \\\"+b+\\\"])]"),
        ("$((1 + 2)) $((a)) $(($a * 2))", "[$((1 + 2)) $((a)) $(($a+ * 2))]"),
        ("$((\"1\" + $(a)))", "[$((\"1\"+ + +$([a])?))]"),
        ("$((a);(b))", "[$((subshell [a]) ; (subshell [b]))]"),
        ("$( ((a)) )", "[$(((( a))]"),
        ("$[1+a[2]]", "[$((1+a[2]))]"),
        ("<(a) >(b) x<(c)", "[<([a]) >([b]) x+<([c])]"),
        ("${ a; } ${| b; }x \"${ c;}\"", "[${([a]) ${|([b])+x \"${([c])\"]"),
        ("$(if)", "error: syntax error near unexpected token `)'"),
        ("`if`", "[`([builtin eval 'if'])]"),
    ]);
}

#[test]
fn brace_expansions() {
    check(&[
        ("{a,b} x{a,{b,c}d}y", "[{a,b} x+{a,{b,c}+d}+y]"),
        ("{1..3} {03..1} {a..e..2} {1..10..-3}", "[{1..3..0w0} {3..1..0w2} {a..e..2} {1..10..-3w0}]"),
        ("{a} {} {a,b {a,b\\} {1..} {a..1}", "[{a} {} {a,b {a,b+\\} {1..} {a..1}]"),
        ("{,} {,a}", "[{,} {,a}]"),
        ("{'a,b',\"$c,\"}", "[{'a,b',\"$c+,\"}]"),
        ("${a}{b,c} $a{b,c}", "[$b:a+{b,c} $a+{b,c}]"),
        ("{{a,b}", "[{+{a,b}]"),
        ("{a,b}}", "[{a,b}+}]"),
        ("{a,$(b,c)}", "[{a,$([b,c])}]"),
        ("{a,$(echo {b,c})}", "[{a,$([echo {b,c}])}]"),
        ("x={a,b} y={a,b}z", "[x:={a,b} y:={a,b}z]"),
        ("{~,a}/b", "[{~<>,a}+/b]"),
    ]);
    check_posix(&[("{a,b}", "[{a,b}]")]);
}

#[test]
fn tildes() {
    check(&[
        ("~ ~/a ~b/c ~+ ~-", "[~<> ~<>+/a ~<b>+/c ~<+> ~<->]"),
        ("a~ \\~ '~' \"~\" ~\\a ~$b ~'a'", "[a~ \\~ '~' \"~\" ~+\\a ~+$b ~+'a']"),
        ("a=~/b:~c:d~", "[a:=~<>+/b:+~<c>+:d~]"),
        ("x a=~/b:~c", "[x a=+~<>+/b:+~<c>]"),
        ("x a:~ --p=~", "[x a:~ --p=~]"),
        ("${a-~} ${a:-~/b}", "[${a Use ~<>} ${a Use: ~<>+/b}]"),
    ]);
    check_posix(&[("x a=~/b", "[x a=~/b]"), ("export a=~/b:~", "[export a=+~<>+/b:+~<>]")]);
}

#[test]
fn assignments() {
    check(&[
        ("a=b c+=d e= f", "[a:=b c+=d e:= f]"),
        ("a[1]=b a[x y]=c a[b[1]]+=d", "[a[1]:=b a[x y]:=c a[b[1]]+=d]"),
        ("a=(b c [1]=d [2]+=e)", "[a:=(b,c,[1]=d,[2]+=e)]"),
        ("a=(\n# comment\nb\n\n'c d' )", "[a:=(b,'c d')]"),
        ("declare a=(b c) d=$e", "[declare a=+(b,c) d=+$e]"),
        ("eval a=(b)", "[eval a=+(b)]"),
        ("x a=(b)", "error: syntax error near unexpected token `('"),
        ("a=b=c 1a=b \"a\"=b a\\=b", "[a:=b=c 1a=b \"a\"+=b a+\\=+b]"),
        ("a=b c d=e", "[a:=b c d=e]"),
        ("a[", "[a[]"),
        ("a\\\n=b", "[a:=b]"),
    ]);
}

#[test]
fn declaration_utilities() {
    let flags = |text: &str| {
        let mut names = Interner::new();
        let commands = parse_text(text.as_bytes(), &mut names, ParseOptions::BASH).unwrap();
        let Command::Simple(simple) = &commands[0].items[0].and_or.first.commands[0] else { panic!("{text}") };
        simple.words.iter().map(|word| word.flags.has(WordFlags::ASSIGNMENT)).collect::<Vec<_>>()
    };
    assert_eq!(flags("export a=$b c"), [false, true, false]);
    assert_eq!(flags("command export a=$b"), [false, false, true]);
    assert_eq!(flags("command -p export a=$b"), [false, false, false, true]);
    assert_eq!(flags("builtin local a=$b"), [false, false, true]);
    assert_eq!(flags("echo a=$b"), [false, false]);
    assert_eq!(flags("\\export a=$b"), [false, false]);
    assert_eq!(flags("typeset -i a[1]=2"), [false, false, true]);
}

#[test]
fn words_are_classified() {
    let word = |text: &str| {
        let mut names = Interner::new();
        let mut commands = parse_text(text.as_bytes(), &mut names, ParseOptions::BASH).unwrap();
        let list = std::rc::Rc::try_unwrap(commands.remove(0)).unwrap();
        let item = list.items.into_vec().remove(0);
        let Command::Simple(simple) = item.and_or.first.commands.into_vec().remove(0) else { panic!("{text}") };
        let word = simple.words.into_vec().remove(0);
        (word.as_literal().map(<[u8]>::to_vec), word.flags, simple.name.is_some())
    };
    for plain in ["a", "[", "[[x", "a]", "a=", "{}", "a{b}", "\\", "a,b"] {
        if plain == "a=" || plain == "\\" {
            continue;
        }
        assert_eq!(word(plain), (Some(plain.as_bytes().to_vec()), WordFlags(0), true), "{plain}");
    }
    for quoted in ["'a*'", "\"a*\"", "$'a*'"] {
        assert_eq!(word(quoted), (Some(b"a*".to_vec()), WordFlags::QUOTED, true), "{quoted}");
    }
    assert_eq!(word("\"\"").0, Some(Vec::new()));
    for pattern in ["a*", "?", "[a]", "x[a"] {
        let glob = pattern != "x[a";
        assert_eq!(word(pattern).1.has(WordFlags::GLOB), glob, "{pattern}");
    }
    assert!(word("[$a").1.has(WordFlags::GLOB));
    assert_eq!(word("$a").1, WordFlags::EXPANSION);
    assert_eq!(word("\"$a\"").1, WordFlags::EXPANSION.with(WordFlags::QUOTED));
    assert!(word("a\\*b").1.has(WordFlags::COMPLEX));
    assert_eq!(word("a\\*b").0, None);
    assert!(!word("a\\*b").2);
}

#[test]
fn here_documents() {
    check(&[
        ("a <<E\nb $c\nE\nd", "[a <<E:b +$c+~] ; [d]"),
        ("a <<'E' <<F\nb $c\nE\nd\nF", "[a <<E':b $c~ <<F:d~]"),
        ("a <<-E\n\tb\n\t\tE", "[a <<E:b~]"),
        ("a <<E; b\nc\nE", "[a <<E:c~] ; [b]"),
        ("a <<E &&\nb\nE\nc", "[a <<E:b~] && [c]"),
        ("a <<\\E\n\\$b\nE", "[a <<E':\\$b~]"),
        ("a <<E\n\\$b \\c \"d\" 'e' \\\nf\nE", "[a <<E:\\$+b \\c \"d\" 'e' f~]"),
        ("a <<E\nE", "[a <<E:]"),
        ("a <<''\nb\n\nc", "[a <<':b~] ; [c]"),
        ("$(a <<E\nb\nE\n) c", "[$([a <<E:b~]) c]"),
        ("$(a <<E\nb\nE)", "[$([a <<E:b~])]"),
        ("$(a <<E) c\nb\nE\nd", "[$([a <<E:b~]) c] ; [d]"),
        ("a <<E\n$(b <<F\nc\nF\n)\nE", "[a <<E:$([b <<F:c~])+~]"),
        ("a <<\"E F\"\nb\nE F", "[a <<E F':b~]"),
        ("a <<$E\nb\n$E", "[a <<$E:b~]"),
        ("a <<E\nb\nE\\\n\nc", "[a <<E:b~] ; [c]"),
        ("if a <<E; then b; fi\nc\nE", "(if [a <<E:c~] then [b])"),
        ("a <<E | (b\nc\nE\nd)", "[a <<E:c~] | (subshell [b] ; [d])"),
    ]);
}

#[test]
fn extended_patterns() {
    let options = ParseOptions { extglob: true, ..ParseOptions::BASH };
    assert_eq!(tree_with("a @(b|c d) !(e)f", options), "[a @(b|c d) !(e)f]");
    assert_eq!(tree_with("a @(\"b\"|$c)", options), "[a @(+\"b\"+|+$c+)]");
    assert_eq!(tree_with("a ?(b(c)d)", options), "[a ?(b(c)d)]");
    assert_eq!(tree_with("a @(b", options), "error: unexpected EOF while looking for matching `)'");
    assert_eq!(tree("a @(b)"), "error: syntax error near unexpected token `('");
}

#[test]
fn nul_bytes_are_left_out() {
    assert_eq!(tree("ec\0ho\0 'a\0b'\0\n\0c\n"), "[echo 'ab'] ; [c]");
}

#[test]
fn lines_are_counted() {
    let text = "a\n\nb \\\n c\nd 'x\ny' $e\ncat <<E\n1\n2\nE\nf; $(\ng\n)\n";
    let mut names = Interner::new();
    let commands = parse_text(text.as_bytes(), &mut names, ParseOptions::BASH).unwrap();
    let lines: Vec<u32> = commands
        .iter()
        .flat_map(|list| &list.items)
        .map(|item| match &item.and_or.first.commands[0] {
            Command::Simple(simple) => simple.span.line,
            _ => 0,
        })
        .collect();
    assert_eq!(lines, [1, 3, 5, 7, 11, 11]);
    let Command::Simple(last) = &commands[5 - 1].items[1].and_or.first.commands[0] else { panic!() };
    let Part::Command(subst) = &last.words[0].parts[0] else { panic!() };
    let Command::Simple(inner) = &subst.body.items[0].and_or.first.commands[0] else { panic!() };
    assert_eq!(inner.span.line, 12);
    let _ = Notation(&names);
}
