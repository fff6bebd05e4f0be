//! Nesting: what is deep parses, prints and drops within four megabytes of stack; what is deeper is an error, and soon.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::time::{Duration, Instant};

use skosh_syntax::{Interner, MAX_DEPTH, ParseOptions, SyntaxErrorKind, parse_text, print_list};

/// Beginning, middle and end of constructs that nest within themselves.
const NESTED: &[(&str, &str, &str)] = &[
    ("( ", ":", " )"),
    ("{ ", ":", "; }"),
    ("if ", ":", "; then :; fi"),
    ("if :; then ", ":", "; fi"),
    ("if :; then :; else ", ":", "; fi"),
    ("while ", ":", "; do :; done"),
    ("until :; do ", ":", "; done"),
    ("for x in a; do ", ":", "; done"),
    ("for ((;;)); do ", ":", "; done"),
    ("select x; do ", ":", "; done"),
    ("case x in x) ", ":", ";; esac"),
    ("f() { ", ":", "; }"),
    ("function f { ", ":", "; }"),
    ("coproc { ", ":", "; }"),
    ("echo $(", ":", ")"),
    ("echo \"$(", ":", ")\""),
    ("echo ${x-", ":", "}"),
    ("echo \"${x-", "\"${x-$(", ":"),
    ("echo <(", ":", ")"),
    ("echo $((1+", "1", "))"),
    ("echo ${x:$((", "1", "))}"),
    ("echo ${a[", "1", "]}"),
    ("x=(", "a", ")"),
    ("echo ${ ", ":", "; }"),
    ("[[ ! ", "a", " ]]"),
];

/// What stands in the place of the nested text to repeat a word construct.
fn text(open: &str, middle: &str, close: &str, depth: usize) -> Vec<u8> {
    // `echo ` belongs to the first level only where the construct is part of a word.
    let word = open.strip_prefix("echo ").filter(|rest| {
        !rest.starts_with("$(") && !rest.contains("<(") && !rest.contains("${ ") && !rest.contains("\"$(")
    });
    let mut out = Vec::new();
    match word {
        Some(rest) => {
            out.extend_from_slice(b"echo ");
            (0..depth).for_each(|_| out.extend_from_slice(rest.as_bytes()));
        }
        None if open == "[[ ! " => {
            out.extend_from_slice(b"[[ ");
            (0..depth).for_each(|_| out.extend_from_slice(b"! "));
            out.extend_from_slice(b"a ]]\n");
            return out;
        }
        None if open == "x=(" => {
            out.extend_from_slice(b"declare x=(");
            (0..depth).for_each(|_| out.extend_from_slice(b"$(declare x=("));
            out.extend_from_slice(b"a");
            (0..depth).for_each(|_| out.extend_from_slice(b"))"));
            out.extend_from_slice(b")\n");
            return out;
        }
        None => (0..depth).for_each(|_| out.extend_from_slice(open.as_bytes())),
    }
    out.extend_from_slice(middle.as_bytes());
    (0..depth).for_each(|_| out.extend_from_slice(close.as_bytes()));
    out.push(b'\n');
    out
}

/// Runs `work` on a stack of four megabytes.
fn on_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(4 << 20).spawn(work).unwrap().join().unwrap();
}

#[test]
fn deep_constructs_parse_print_and_drop() {
    for &(open, middle, close) in NESTED {
        if middle.contains('"') {
            continue;
        }
        on_small_stack(move || {
            // The constructs count one to three levels each.
            for depth in [100, MAX_DEPTH as usize / 4] {
                let text = text(open, middle, close, depth);
                let mut names = Interner::new();
                let commands = parse_text(&text, &mut names, ParseOptions::BASH)
                    .unwrap_or_else(|error| panic!("{open} {depth}: {error}"));
                let printed = print_list(&commands[0], &names);
                assert!(printed.len() >= depth, "{open}");
            }
        });
    }
}

#[test]
fn as_deep_as_allowed_does_not_overflow() {
    for &(open, middle, close) in NESTED {
        on_small_stack(move || {
            // Somewhere between these the limit is reached: as deep as it goes.
            let mut deepest = 0;
            for depth in (1..=26).map(|n| n * MAX_DEPTH as usize / 25) {
                let text = text(open, middle, close, depth);
                let mut names = Interner::new();
                if let Ok(commands) = parse_text(&text, &mut names, ParseOptions::BASH) {
                    deepest = depth;
                    print_list(&commands[0], &names);
                }
            }
            let _ = deepest;
        });
    }
}

#[test]
fn deeper_is_an_error_in_linear_time() {
    for &(open, middle, close) in NESTED {
        on_small_stack(move || {
            let text = text(open, middle, close, 100_000);
            let start = Instant::now();
            let mut names = Interner::new();
            let error = parse_text(&text, &mut names, ParseOptions::BASH).expect_err(open);
            let time = start.elapsed();
            if !middle.contains('"') {
                assert_eq!(error.kind, SyntaxErrorKind::TooDeep, "{open}: {error}");
            }
            assert!(time < Duration::from_secs(10), "{open}: {time:?}");
        });
    }
}

#[test]
fn without_their_ends_they_are_errors_in_linear_time() {
    for &(open, _, _) in NESTED {
        on_small_stack(move || {
            for depth in [1, 1000, 100_000] {
                let text = open.repeat(depth).into_bytes();
                let start = Instant::now();
                let mut names = Interner::new();
                let result = parse_text(&text, &mut names, ParseOptions::BASH);
                assert!(result.is_err(), "{open} {depth}");
                assert!(start.elapsed() < Duration::from_secs(10), "{open} {depth}: {:?}", start.elapsed());
            }
        });
    }
}

#[test]
fn long_input_takes_linear_time() {
    let long = 1 << 20;
    let inputs: Vec<(&str, Vec<u8>)> = vec![
        ("one word", vec![b'a'; long]),
        ("words", b"a ".repeat(long / 2)),
        ("a single quote", [b"'".as_slice(), &vec![b'a'; long]].concat()),
        ("a double quote", [b"\"".as_slice(), &vec![b'a'; long]].concat()),
        ("many quotes", b"\"a\"'b'".repeat(long / 6)),
        ("open braces", vec![b'{'; long]),
        ("x and open braces", [b"x".as_slice(), &vec![b'{'; long]].concat()),
        ("open brackets", b"a[".repeat(long / 2)),
        ("commands with brackets", b"a[|".repeat(long / 300)),
        ("backslashes", vec![b'\\'; long]),
        ("continuations", b"\\\n".repeat(long / 2)),
        ("continuations in a word", b"a\\\n".repeat(long / 3)),
        ("dollars", vec![b'$'; long]),
        ("nul bytes", vec![0; long]),
        ("lines of nul bytes", b"a\0\n".repeat(long / 3)),
        ("comments", b"#\n".repeat(long / 2)),
        ("double parentheses", b"((a);(b))\n".repeat(long / 10)),
        ("arithmetic", b"((1));".repeat(long / 6)),
        ("unclosed arithmetic in words", b"x$((a)".repeat(long / 600)),
        ("here-documents", b"cat <<E\nE\n".repeat(long / 10)),
        ("one line of here-documents", b"<<E ".repeat(long / 4000)),
        ("tildes", vec![b'~'; long]),
        ("tildes in an assignment", [b"x=".as_slice(), &b"~:".repeat(long / 2)].concat()),
        ("and", b"a&&".repeat(long / 30)),
        ("pipes", b"a|".repeat(long / 20)),
        ("bangs", b"! ".repeat(long / 2)),
    ];
    for (what, text) in inputs {
        let start = Instant::now();
        let mut names = Interner::new();
        let _ = parse_text(&text, &mut names, ParseOptions::BASH);
        let time = start.elapsed();
        assert!(time < Duration::from_secs(10), "{what}: {time:?}");
    }
}
