//! What is printed parses to the same tree, and is printed the same again.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use skosh_syntax::ast::{Command, CompoundList, FunctionDefinition};
use skosh_syntax::{Interner, ParseOptions, parse_text, print_function, print_list};
use std::rc::Rc;

/// The tree without what printing changes: the numbers of lines, and where newlines separate commands.
fn shape(tree: &impl std::fmt::Debug) -> String {
    let text = format!("{tree:?}").replace("newline: true", "newline: false");
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(at) = [rest.find("line: "), rest.find("start: ")].into_iter().flatten().min() {
        let number = at + rest[at..].find(' ').unwrap() + 1;
        out.push_str(&rest[..number]);
        rest = rest[number..].trim_start_matches(|c: char| c.is_ascii_digit());
    }
    out + rest
}

/// Whether the tree holds what is printed as something else that means the same: `elif`, `$'...'`, `$"..."`, `<<-`, the name of a
/// coprocess, `>&-`, a descriptor that is the usual one.
fn changes(shape: &str, text: &str) -> bool {
    ["AnsiQuoted", "Localized", "strip_tabs: true", "elif", "Coproc", "$[", "keyword"]
        .iter()
        .any(|what| shape.contains(what) || text.contains(what))
        || text.contains('<')
        || text.contains('>')
        || text.contains("[[")
        || text.contains("///")
        || text.contains("for ")
        || text.contains("select ")
}

fn function(text: &[u8], names: &mut Interner, options: ParseOptions) -> Rc<FunctionDefinition> {
    let commands = parse_text(text, names, options)
        .unwrap_or_else(|error| panic!("{error} at line {} of\n{}", error.line, String::from_utf8_lossy(text)));
    match &commands[0].items[0].and_or.first.commands[0] {
        Command::Function(function) => function.clone(),
        other => panic!("{other:?}"),
    }
}

fn check(text: &str, options: ParseOptions) {
    check_bytes(text.as_bytes(), options);
}

fn check_bytes(bytes: &[u8], options: ParseOptions) {
    let text = &String::from_utf8_lossy(bytes).replace(['\0'], "").replace("\\\n", "");
    let mut names = Interner::new();
    let commands: Vec<Rc<CompoundList>> =
        parse_text(bytes, &mut names, options).unwrap_or_else(|error| panic!("{error}: {text}"));
    for command in commands {
        let line = print_list(&command, &names);
        let wrapped = [b"f() {\n".as_slice(), &line, b"\n}\n"].concat();
        let first = function(&wrapped, &mut names, options);
        let printed = print_function(&first, &names);
        let second = function(&printed, &mut names, options);
        let again = print_function(&second, &names);
        assert_eq!(String::from_utf8_lossy(&again), String::from_utf8_lossy(&printed), "from {text}");
        let (before, after) = (shape(&command), shape(&first.body));
        if !changes(&before, text) {
            assert!(after.contains(&before), "{text}\n{before}\n{after}");
        }
    }
}

const SNIPPETS: &[&str] = &[
    "echo hello 'a b' \"c $d\" \\e",
    "a; b & c && d || ! e | f |& g",
    "if a; then b; elif c; then d; else e; fi",
    "if a; then b; else c; fi",
    "while a; do b; done; until c; do d; done",
    "for x in a b $c; do echo $x; done; for y; do :; done",
    "for x in; do :; done",
    "for ((i = 0; i < 3; i++)); do echo $i; done; for ((;;)) { break; }",
    "select x in a b; do echo $x; done",
    "case $x in a|b) c ;; (d) e ;& f*) ;;& *) g & esac",
    "case esac in (esac) a ;; esac",
    "{ a; b; } >c 2>&1; ( a; b ) <d",
    "{ a & } ; ( b & )",
    "f() { a; }; function g { b; }; function h() ( c )",
    "function if { a; }",
    "(( a + 1 )); ((x++))",
    "( (a); (b) ); ((a); (b))",
    "[[ -f a && ( b == c* || ! d =~ ^(e|f g)+$ ) ]]; [[ a -nt b ]]; [[ $x ]]; [[ a < b ]]",
    "x=1 y+=2 z[3]=4 z[a b]+=5 w=(1 $2 [3]=4 [5]+=6) cmd",
    "declare -a v=(1 2) w=$x; export a=~/b:~c; local \"a=b\"",
    "echo $a ${b} $1 ${10} $@ \"$*\" $# $? $- $$ $! $0",
    "echo ${a-b} ${a:-b c} ${a=b} ${a:=b} ${a?b} ${a:?b} ${a+b} ${a:+b}",
    "echo ${#a} ${#} ${#a[@]} ${#1} ${##} ${#-} ${#?} ${#-x} ${#:-x} ${#%a}",
    "echo ${a#b} ${a##b*} ${a%b} ${a%%*b} ${a/b/c} ${a//b} ${a/#b/c} ${a/%b/c} ${a///} ${a/\\//b}",
    "echo ${a:1} ${a:1:2} ${a: -1} ${a:(-1):b?c:d} ${@:1:2} ${a[1]:2}",
    "echo ${a^} ${a^^} ${a,} ${a,,[b]} ${a~} ${a~~} ${a@Q} ${a[@]@A}",
    "echo ${!a} ${!a@} ${!a*} ${!a[@]} ${!a[*]} ${!#} ${!a-b} ${!1} ${!}",
    "echo ${a b} ${a!} ${} ${@x}",
    "echo \"${a-'b'}\" \"${a-\"b c\"d}\" \"${a#'b'}\" \"${a-'}'}\" \"${a-\\}}\" ${a-'}'} ${a-\\}}",
    "echo ${a[1]} ${a[$b]} ${a[\"b c\"]} ${a[b[1]]} ${a[@]} ${a[*]}",
    "echo $(a) $(a; b & c) $( (a) ) $( ((a)) ) $( (a); (b) ) $(<a) $() \"$(a \"b\")\"",
    "echo `a` `a \\`b\\`` \"`a \\\"b\\\"`\" `echo '$a'`",
    "echo $((1 + 2)) $(( (1) + a[2] )) $((x ? y : z)) $(($(a) + `b`)) \"$((1))\"",
    "echo $[1 + 2] $'a\\nb\\'c' $\"a $b\"",
    "echo {a,b} {a,{b,c}d} {1..3} {01..10..2} {a..e} {a} {} {,} a{b}c {a,b}{c,d} {'a b',\"$c\"} ${a}{b,c}",
    "echo ~ ~/a ~root/b a~ ~+ ~- a=~/b:~c x~y '~' \\~",
    "echo <(a) >(b; c) <( (a) ) a<(b)",
    "a >b >>c <d <>e >|f 2>g 0<h 1>i {j}>k {j}>&- <&3 >&4 >&- <&- 5>&6- >&file &>a &>>b <<<c",
    "cat <<A; b\nbody $a `b` $(c) \\$d\nA",
    "cat <<'A' | b && c\nbody $a\nA",
    "cat <<-A <<\"B C\"\n\tone\n\tA\ntwo\nB C",
    "cat <<A & b\na\nA",
    "if cat <<A; then b; fi\nx\nA",
    "while read x; do cat <<A; done <<B\n$x\nA\nb\nB",
    "case a in b) cat <<A ;; esac\nx\nA",
    "echo $(cat <<A\nx\nA\n) b",
    "cat <<A\n$(cat <<B\nx\nB\n)\nA",
    "{ cat <<A; b; }\nx\nA",
    "f() { cat <<A; }\nx\nA",
    "( cat <<A )\nx\nA",
    "cat <<A\nA",
    "cat <<''\nx\n\n",
    "time a; time -p a | b; ! time a; time ! a; time; ! ; ! ! a; time -- -p",
    "coproc a; coproc { a; }; coproc N ( a )",
    "echo ${ a; b; } ${| c; } \"${ d; }\"",
    "<a; >b c; <a if; x=1 if",
    "a\\\nb c\\\n d $x\\\ny ${x\\\n:\\\n-y} \"a\\\nb\" {1..\\\n3} ~\\\nroot",
    "echo a#b # comment\necho '#'",
    "[ -f a ] && [ \"$b\" = c ] || exit 1",
    "eval a=(1 2); let x=(1+2)",
    "command export a=b:~; builtin declare c=(d)",
    "a=$(b) c=\"$(d)\" e=`f`",
    "trap 'echo \"$x\"' EXIT; set -- a \"b c\"",
];

#[test]
fn snippets_are_stable() {
    for text in SNIPPETS {
        check(text, ParseOptions::BASH);
    }
}

#[test]
fn posix_snippets_are_stable() {
    for text in SNIPPETS {
        let mut names = Interner::new();
        // Some are errors there.
        if parse_text(text.as_bytes(), &mut names, ParseOptions::POSIX).is_ok() {
            check(text, ParseOptions::POSIX);
        }
    }
}

#[test]
fn extended_patterns_are_stable() {
    let options = ParseOptions { extglob: true, ..ParseOptions::BASH };
    for text in [
        "echo @(a|b) !(*.c|\"d e\"|$f) ?(a)*(b)+(c) a@(b|c(d)e)f",
        "case a in @(b|c) | +([0-9])) d ;; esac",
        "x=${a##*( )} y=${b/@(c|d)/e}",
    ] {
        check(text, options);
    }
}

/// Pieces of the language.
const PIECES: &[&str] = &[
    "if ",
    "then ",
    "else ",
    "elif ",
    "fi",
    "do ",
    "done",
    "case ",
    "esac",
    "while ",
    "until ",
    "for ",
    " in ",
    "{ ",
    "}",
    "! ",
    "function ",
    "select ",
    "time ",
    "coproc ",
    "[[ ",
    " ]]",
    "&&",
    "||",
    ";",
    ";;",
    ";&",
    ";;&",
    "&",
    "|",
    "|&",
    "(",
    ")",
    "<",
    ">",
    "<<",
    "<<-",
    "<<<",
    ">>",
    "<&",
    ">&",
    "<>",
    ">|",
    "&>",
    "&>>",
    "$(",
    "$((",
    "((",
    "))",
    "${",
    "${#",
    "${!",
    "${|",
    "`",
    "'",
    "\"",
    "\\",
    "$'",
    "$\"",
    "$[",
    "]",
    "[@]",
    "[*]",
    "[",
    "=",
    "+=",
    ":=",
    ":-",
    ":?",
    ":+",
    "-",
    "?",
    "+",
    "#",
    "##",
    "%",
    "%%",
    "/",
    "//",
    "/#",
    "/%",
    "^",
    "^^",
    ",",
    ",,",
    "~",
    "~~",
    "@Q",
    "@A",
    ":",
    "*",
    "@(",
    "!(",
    "+(",
    "{a,b}",
    "{1..3}",
    "{",
    "..",
    "~/",
    "a",
    "b",
    "x",
    "x=",
    "x=(",
    "x[1]=",
    "declare ",
    "export ",
    "eval ",
    "command ",
    "EOF",
    "EOF\n",
    "\\\n",
    "\n",
    "\t",
    " ",
    " ",
    " ",
    "; ",
    "<(",
    ">(",
    "{fd}>",
    "2>&1",
    "1>",
    "10",
    "$x",
    "$1",
    "$@",
    "$*",
    "$#",
    "$$",
    "-p ",
    "--",
    "== ",
    "=~ ",
    "-f ",
    "-eq ",
    "f() ",
    "<<E\n",
    "\nE\n",
    "\\\"",
    "\\'",
    "${x-",
    "${x#",
    "${x/",
    "${x:",
    "\"${x-",
    "cat <<'E'\na\nE\n",
    "cat <<E; ",
];

/// A generator of numbers that are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit.max(1)
    }

    /// Some text: pieces in any order, or snippets cut and joined, with pieces put in.
    fn text(&mut self) -> Vec<u8> {
        let mut text = Vec::new();
        if self.below(2) == 0 {
            for _ in 0..self.below(24) {
                text.extend_from_slice(PIECES[self.below(PIECES.len())].as_bytes());
            }
            return text;
        }
        for _ in 0..1 + self.below(3) {
            let snippet = SNIPPETS[self.below(SNIPPETS.len())].as_bytes();
            let (from, to) = (self.below(snippet.len()), self.below(snippet.len() + 1));
            if from < to && self.below(3) > 0 {
                text.extend_from_slice(&snippet[from..to]);
            } else {
                text.extend_from_slice(snippet);
            }
        }
        for _ in 0..self.below(4) {
            let at = self.below(text.len() + 1);
            match self.below(3) {
                0 => drop(text.drain(at..(at + self.below(3)).min(text.len()))),
                1 => drop(text.splice(at..at, PIECES[self.below(PIECES.len())].bytes())),
                _ => {
                    let byte = b" \n\\'\"$`(){}[]<>;&|#~=a*?!^%\0\xff"[self.below(29)];
                    drop(text.splice(at..at, [byte]));
                }
            }
        }
        text
    }
}

/// `SYNTAX_ROUNDS` sets how many texts are tried, `SYNTAX_SEED` which.
#[test]
fn random_texts_are_stable() {
    let number = |name: &str, usual| std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(usual);
    let rounds: u64 = number("SYNTAX_ROUNDS", 20_000);
    let seed: u64 = number("SYNTAX_SEED", 1);
    let mut parsed = 0u64;
    for round in 0..rounds {
        let mut numbers = Numbers((seed << 32 | round).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let text = numbers.text();
        let posix = numbers.below(4) == 0;
        let base = if posix { ParseOptions::POSIX } else { ParseOptions::BASH };
        let options = ParseOptions { extglob: numbers.below(4) == 0, aliases: false, ..base };
        let outcome = std::panic::catch_unwind(|| {
            let mut names = Interner::new();
            let valid = parse_text(&text, &mut names, options).is_ok();
            if valid {
                check_bytes(&text, options);
            }
            valid
        });
        match outcome {
            Ok(valid) => parsed += u64::from(valid),
            Err(_) => panic!("seed {seed} round {round} posix {posix}: {:?}", String::from_utf8_lossy(&text)),
        }
    }
    assert!(parsed > rounds / 20, "only {parsed} texts were valid");
}
