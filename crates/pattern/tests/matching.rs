//! Single cases: what the generated ones leave out, and time on long texts.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use skosh_pattern::{Anchor, Options, Pattern};

fn plain(pattern: &str) -> Pattern {
    Pattern::new(pattern.as_bytes(), Options::default())
}

fn extended(pattern: &str) -> Pattern {
    Pattern::new(pattern.as_bytes(), Options { extglob: true, utf8: true, nocase: false })
}

#[test]
fn first_member_of_a_bracket_expression_may_be_a_bracket() {
    assert!(plain("[]a]").matches(b"]"));
    assert!(plain("[!]a]").matches(b"b"));
    assert!(!plain("[!]a]").matches(b"]"));
    assert!(plain("[^]]x").matches(b"ax"));
    assert!(plain("[[=a=]]").matches(b"a"));
    assert!(!plain("[[=a=]]").matches(b"-"));
    assert!(plain("[[.space.]]").matches(b" "));
    assert!(plain("[[.a.]-c]").matches(b"b"));
    assert!(!plain("[[:none:]]").matches(b"n"), "an unknown class is empty");
}

#[test]
fn a_backslash_at_the_end_is_literal() {
    assert!(plain("a\\").matches(b"a\\"));
    assert_eq!(plain("\\").longest_prefix(b"\\x"), Some(1));
}

#[test]
fn literals_are_known() {
    assert_eq!(plain("a\\*b").is_literal(), Some(&b"a*b"[..]));
    assert_eq!(plain("[b").is_literal(), Some(&b"[b"[..]));
    assert_eq!(plain("a*b").is_literal(), None);
    let nocase = Options { nocase: true, ..Options::default() };
    assert_eq!(Pattern::new(b"ab", nocase).is_literal(), None);
    assert!(Pattern::new(b"aB", nocase).matches(b"Ab"));
    assert_eq!(Pattern::new(b"1.2", nocase).is_literal(), Some(&b"1.2"[..]));
}

#[test]
fn a_star_before_a_group_may_match_everything() {
    assert!(extended("*@(|a)").matches(b"/b"));
    assert!(extended("/*@(|a)").matches(b"/b-"));
    assert!(!extended("*!(?(b))").matches(b""));
    assert!(extended("!(*.o|*.a)").matches(b"x.c"));
    assert!(!extended("!(*.o|*.a)").matches(b"x.o"));
    assert!(extended("+([0-9])").matches(b"0123"));
    assert!(!extended("+([0-9])").matches(b""));
    assert!(extended("a?(b)@(c|[)])").matches(b"a)"));
}

#[test]
fn invalid_utf8_counts_bytes() {
    let options = Options { utf8: true, ..Options::default() };
    assert!(Pattern::new(b"?", options).matches("é".as_bytes()));
    assert!(Pattern::new(b"??", options).matches(b"\xc3\xff"));
    assert!(Pattern::new(b"[!a]", options).matches(b"\xff"));
    assert!(!Pattern::new(b"?", options).matches(b"\xc3\xff"));
    assert!(Pattern::new(b"\xff*", options).matches(b"\xff\xfe"));
    assert!(Pattern::new("[à-ü]".as_bytes(), options).matches("é".as_bytes()));
    assert!(Pattern::new(b"[[:alpha:]]", options).matches("é".as_bytes()));
}

#[test]
fn the_empty_pattern_replaces_only_at_an_end() {
    let replace = |pattern: &str, text: &str, anchor| {
        plain(pattern)
            .replace(text.as_bytes(), anchor, &mut |found, out| {
                out.push(b'<');
                out.extend_from_slice(found);
                out.push(b'>');
            })
            .map(|out| String::from_utf8(out).unwrap())
    };
    assert_eq!(replace("", "ab", Anchor::First), None);
    assert_eq!(replace("", "ab", Anchor::All), None);
    assert_eq!(replace("", "ab", Anchor::Prefix).as_deref(), Some("<>ab"));
    assert_eq!(replace("", "", Anchor::Suffix).as_deref(), Some("<>"));
    assert_eq!(replace("*", "", Anchor::First).as_deref(), Some("<>"));
    assert_eq!(replace("b", "abcb", Anchor::All).as_deref(), Some("a<b>c<b>"));
    assert_eq!(replace("?", "abc", Anchor::All).as_deref(), Some("<a><b><c>"));
}

/// No pattern may take time that grows without bound: each of these is seconds or centuries when tried by backtracking.
#[test]
fn long_texts_take_no_long_time() {
    let text = "a".repeat(2000);
    let long = "x/y".repeat(100_000);
    let begin = Instant::now();
    assert!(!plain("*a*a*a*a*a*a*a*a*b").matches(text.as_bytes()));
    assert!(!extended("+(a|aa|+(a))b").matches(text.as_bytes()));
    assert!(!extended("*(*(*(a)))b").matches(text.as_bytes()));
    assert!(extended("*([!/]|/)").matches(long.as_bytes()));
    assert_eq!(plain("*/").longest_prefix(long.as_bytes()), Some(long.len() - 1));
    assert_eq!(plain("/*").shortest_suffix(long.as_bytes()), Some(long.len() - 2));
    assert_eq!(plain("*[!y]").longest_prefix(long.as_bytes()), Some(long.len() - 1));
    assert_eq!(plain("[!y]*[!z]*q").longest_prefix(long.as_bytes()), None);
    assert_eq!(extended("*([a-z])").longest_suffix(long.as_bytes()), Some(long.len() - 1));
    assert_eq!(extended("*/+([a-z])").shortest_suffix(long.as_bytes()), Some(long.len() - 2));
    let out = plain("[/]").replace(long.as_bytes(), Anchor::All, &mut |_, out| out.push(b'-')).unwrap();
    assert_eq!(out.len(), long.len());
    let out = plain("x*q").replace(long.as_bytes(), Anchor::All, &mut |_, _| {});
    assert_eq!(out, None);
    let deep = format!("{}a{}", "@(".repeat(50_000), ")".repeat(50_000));
    assert!(!extended(&deep).matches(b"a"));
    assert!(!extended(&"@(".repeat(50_000)).matches(b"a"));
    assert!(!extended(&format!("{})", "@(".repeat(50_000))).matches(b"a"));
    assert!(!extended(&"[".repeat(100_000)).matches(b"a"));
    assert!(!extended(&"[[:".repeat(50_000)).matches(b"a"));
    assert!(!extended(&format!("{}[a\\\\]", "[[:".repeat(50_000))).matches(b"z"));
    let out = extended("+([/])").replace(long.as_bytes(), Anchor::All, &mut |_, out| out.push(b'-')).unwrap();
    assert_eq!(out.len(), long.len());
    assert!(begin.elapsed() < Duration::from_secs(10), "took {:?}", begin.elapsed());
}

#[test]
fn a_leading_period_of_a_file_name_is_named() {
    for (pattern, expected) in [
        ("*", false),
        ("?hf", false),
        ("[.]hf", false),
        ("*hf", false),
        (".*", true),
        (".h?", true),
        ("\\.hf", true),
        ("@(.hf|x)", true),
        ("@(.h*|x)", true),
        ("@(*|x)", false),
        ("?(.)h*", true),
        ("*(.)h*", true),
        ("+(.h|*)f", true),
        ("*(.|h)f", true),
        ("*(?)hf", false),
        ("!(f*)", false),
        (".!(f*)", true),
        ("!(.x)", false),
    ] {
        let found = extended(pattern).matches_file_name(b".hf");
        assert_eq!(found, expected, "{pattern}");
        assert!(extended("*").matches_file_name(b"hf"));
    }
}
