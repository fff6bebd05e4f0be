//! How text is read: no further than a command needs, aliases as POSIX XCU 2.3.1 has them, recovery, warnings and errors.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::collections::HashMap;
use std::rc::Rc;

use common::Notation;
use skosh_syntax::{Aliases, Context, Input, Interner, NoAliases, ParseOptions, Parser, SyntaxError, Text};

/// Hands out one line at a time and notes what it was asked for.
struct Lines {
    lines: Vec<&'static [u8]>,
    next: usize,
    continuations: Vec<bool>,
}

impl Lines {
    fn new(text: &'static str) -> Self {
        Lines { lines: text.as_bytes().split_inclusive(|&b| b == b'\n').collect(), next: 0, continuations: Vec::new() }
    }
}

impl Input for Lines {
    fn more(&mut self, buf: &mut Vec<u8>, continuation: bool) -> bool {
        self.continuations.push(continuation);
        let Some(line) = self.lines.get(self.next) else { return false };
        self.next += 1;
        buf.extend_from_slice(line);
        true
    }
}

struct Table(HashMap<&'static [u8], &'static [u8]>);

impl Aliases for Table {
    fn alias(&self, name: &[u8]) -> Option<Rc<[u8]>> {
        self.0.get(name).map(|value| (*value).into())
    }
}

/// The trees of `text` with these aliases.
fn with_aliases(aliases: &[(&'static str, &'static str)], text: &str, posix: bool) -> String {
    let table = Table(aliases.iter().map(|(name, value)| (name.as_bytes(), value.as_bytes())).collect());
    let mut names = Interner::new();
    let mut parser = Parser::new(1);
    let mut input = Text::new(text.as_bytes());
    let base = if posix { ParseOptions::POSIX } else { ParseOptions::BASH };
    let options = ParseOptions { aliases: true, ..base };
    let mut out = Vec::new();
    loop {
        let mut cx = Context { names: &mut names, input: &mut input, aliases: &table, options };
        match parser.next_command(&mut cx) {
            Ok(Some(list)) => out.push(Notation(&names).list(&list)),
            Ok(None) => return out.join(" ; "),
            Err(error) => return format!("error: {error}"),
        }
    }
}

#[test]
fn no_line_is_read_before_its_time() {
    let mut input = Lines::new("a\nif b\nthen c\nfi\ncat <<E\nd\nE\ne\n");
    let mut names = Interner::new();
    let mut parser = Parser::new(1);
    let mut reads = Vec::new();
    loop {
        let mut cx = Context { names: &mut names, input: &mut input, aliases: &NoAliases, options: ParseOptions::BASH };
        if parser.next_command(&mut cx).unwrap().is_none() {
            break;
        }
        reads.push(input.next);
        assert!(parser.unread().is_empty());
    }
    assert_eq!(reads, [1, 4, 7, 8]);
    assert_eq!(input.continuations, [false, false, true, true, false, true, true, false, false]);
}

#[test]
fn what_is_not_parsed_can_be_taken() {
    let mut names = Interner::new();
    let mut parser = Parser::new(1);
    let text = b"read x\ndata \0 more\nb\nexit\n\0\x01\0binary ) ' \"";
    let mut input = Text::new(text);
    let mut next = |parser: &mut Parser, names: &mut Interner| {
        let mut cx = Context { names, input: &mut input, aliases: &NoAliases, options: ParseOptions::BASH };
        let list = parser.next_command(&mut cx).unwrap();
        list.map(|list| Notation(cx.names).list(&list))
    };
    assert_eq!(next(&mut parser, &mut names).as_deref(), Some("[read x]"));
    assert!(parser.unread().starts_with(b"data \0 more\n"));
    parser.skip(b"data \0 more\n".len());
    assert_eq!(next(&mut parser, &mut names).as_deref(), Some("[b]"));
    assert_eq!(next(&mut parser, &mut names).as_deref(), Some("[exit]"));
    assert_eq!(parser.unread(), b"\0\x01\0binary ) ' \"");
}

#[test]
fn a_terminal_goes_on_after_an_error() {
    let mut names = Interner::new();
    let mut parser = Parser::new(1);
    let mut input = Lines::new("echo )\nb\n");
    let mut next = |parser: &mut Parser| {
        let mut cx = Context { names: &mut names, input: &mut input, aliases: &NoAliases, options: ParseOptions::BASH };
        parser.next_command(&mut cx).map(|list| list.map(|list| Notation(cx.names).list(&list)))
    };
    let error = next(&mut parser).unwrap_err();
    assert_eq!(error.to_string(), "syntax error near unexpected token `)'");
    assert_eq!(&*error.text, b"echo )");
    parser.discard_line();
    assert_eq!(next(&mut parser).unwrap().as_deref(), Some("[b]"));
    assert_eq!(parser.line(), 3);
}

#[test]
fn aliases() {
    let ll: &[(&str, &str)] = &[("ll", "ls -l"), ("ls", "ls -F"), ("sudo", "sudo "), ("e", ""), ("nl", "a\nb")];
    let check = |text: &str, expected: &str| {
        assert_eq!(with_aliases(ll, text, false), expected, "{text}");
        assert_eq!(with_aliases(ll, text, true), expected, "{text}");
    };
    check("ll a", "[ls -F -l a]");
    check("ls ls", "[ls -F ls]");
    check("x=1 ll", "[x:=1 ls -F -l]");
    check("<a ll", "[ls -F -l Read:a]");
    check("sudo ll", "[sudo ls -F -l]");
    check("sudo sudo ll b", "[sudo sudo ls -F -l b]");
    check("sudo a ll", "[sudo a ll]");
    check("\\ll 'll' \"ll\"", "[\\l+l 'll' \"ll\"]");
    check("if ll; then ll; fi | ll", "(if [ls -F -l] then [ls -F -l]) | [ls -F -l]");
    check("$(ll)", "[$([ls -F -l])]");
    check("nl c; ll", "[a] ; [b c] ; [ls -F -l]");
    check("e ll a", "[ls -F -l a]");
    check("e\nll", "[ls -F -l]");
    check("(ll)", "(subshell [ls -F -l])");
    check("! ll && ll", "! [ls -F -l] && [ls -F -l]");
}

#[test]
fn aliases_of_syntax() {
    let odd: &[(&str, &str)] = &[
        ("begin", "{"),
        ("end", "}"),
        ("wh", "while a; do"),
        ("q", "echo 'x"),
        ("loop", "loop b"),
        ("one", "two 1"),
        ("two", "one 2"),
        ("c", "echo a # "),
        ("bs", "echo \\"),
        ("if", "echo if"),
        ("fn", "f() {"),
        ("semi", "a; b"),
    ];
    let check = |text: &str, expected: &str| assert_eq!(with_aliases(odd, text, false), expected, "{text}");
    check("begin a; end", "(group [a])");
    check("wh b; done", "(while [a] do [b])");
    check("q y' z", "[echo 'x y' z]");
    check("loop", "[loop b]");
    check("one", "[one 2 1]");
    check("c b", "[echo a]");
    check("bs b", "[echo \\ +b]");
    check("fn a; }", "(define f (group [a]))");
    check("semi c", "[a] ; [b c]");
    check("if", "[echo if]");
    assert_eq!(with_aliases(odd, "if a; then b; fi", true), "(if [a] then [b])");
}

#[test]
fn many_aliases_in_a_long_script_take_linear_time() {
    let text = "ll x\n".repeat(100_000);
    let start = std::time::Instant::now();
    let out = with_aliases(&[("ll", "ls -l")], &text, false);
    assert!(out.starts_with("[ls -l x] ; [ls -l x]"));
    assert_eq!(out.matches("[ls -l x]").count(), 100_000);
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}

fn error(text: &str) -> SyntaxError {
    let mut names = Interner::new();
    skosh_syntax::parse_text(text.as_bytes(), &mut names, ParseOptions::BASH).expect_err(text)
}

#[test]
fn errors_have_the_words_and_lines_of_bash() {
    for (text, line, message) in [
        ("if true; then fi\n", 1, "syntax error near unexpected token `fi'"),
        ("echo ok\nif\n\n\nfi\n", 5, "syntax error near unexpected token `fi'"),
        ("for\n", 1, "syntax error near unexpected token `newline'"),
        ("a | | b\n", 1, "syntax error near unexpected token `|'"),
        ("if true; then\necho\n", 3, "syntax error: unexpected end of file"),
        ("echo \"abc\nfoo\n", 1, "unexpected EOF while looking for matching `\"'"),
        ("a\necho $(b\nc\n", 4, "unexpected EOF while looking for matching `)'"),
        ("echo ${a\nb\n", 1, "unexpected EOF while looking for matching `}'"),
        ("((1 + 2\n", 1, "unexpected EOF while looking for matching `)'"),
        ("echo `a\n", 1, "unexpected EOF while looking for matching ``'"),
        ("for ((1;2)); do a; done\n", 1, "syntax error: arithmetic expression required"),
        ("[[ a == ]]\n", 1, "unexpected argument `]]' to conditional binary operator"),
        ("[[ ( a == b ]]\n", 1, "unexpected token `]]', expected `)'"),
        ("echo $(if)\n", 1, "syntax error near unexpected token `)'"),
        ("a() b\n", 1, "syntax error near unexpected token `b'"),
        ("x=(a & b)\n", 1, "syntax error near unexpected token `&'"),
    ] {
        let error = error(text);
        assert_eq!((error.line, error.to_string().as_str()), (line, message), "{text}");
    }
}

#[test]
fn an_unfinished_here_document_is_a_warning() {
    let mut names = Interner::new();
    let mut parser = Parser::new(1);
    let mut input = Text::new(b"a\ncat <<E\nb\n");
    let mut cx = Context { names: &mut names, input: &mut input, aliases: &NoAliases, options: ParseOptions::BASH };
    parser.next_command(&mut cx).unwrap();
    assert!(parser.warnings.is_empty());
    let list = parser.next_command(&mut cx).unwrap().unwrap();
    assert_eq!(Notation(cx.names).list(&list), "[cat <<E:b~]");
    let warnings: Vec<String> = parser.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings, ["here-document at line 2 delimited by end-of-file (wanted `E')"]);
}
