//! Regular expressions of `sed`, `grep` and `expr`: the C library's own matcher, which the GNU programs use too, so that
//! leftmost-longest, back-references and locales are the same. Expressions on whose meaning the programs and
//! regcomp(3) could differ are left to the programs.

use skosh_sys::regex::Regex;

use crate::call::Charset;

/// Where a match and its groups are; (-1, -1) for a group that took no part.
pub(crate) type Groups = [(i32, i32); 10];

/// Compiles `text`. `None` where the program has to have a look (also for errors: they are its messages).
pub(crate) fn compile(text: &[u8], extended: bool, ignore_case: bool, charset: Charset) -> Option<Regex> {
    if !is_plain(text, extended) {
        return None;
    }
    // Case and ranges beyond ASCII differ in ways that nobody should depend on.
    if !text.is_ascii() {
        return None;
    }
    Regex::compile(text, extended, ignore_case, charset == Charset::Utf8).ok()
}

/// Whether the expression is free of what POSIX leaves open: an operator with nothing to repeat, repeated
/// repetitions, anchors inside, escapes of letters that are not known to mean the same everywhere.
fn is_plain(text: &[u8], extended: bool) -> bool {
    let mut at = 0;
    // What stands before: nothing that could be repeated, something, or a repetition.
    let (mut is_start, mut is_repeated) = (true, false);
    let mut depth = 0_i32;
    while let Some(&byte) = text.get(at) {
        let next = text.get(at + 1).copied();
        let operator = match (byte, extended) {
            (b'\\', _) => {
                at += 2;
                match (next, extended) {
                    (None, _) => return false,
                    (Some(b'('), false) => Operator::Open,
                    (Some(b')'), false) => Operator::Close,
                    (Some(b'|'), false) => Operator::Or,
                    (Some(b'{'), false) => Operator::Interval,
                    (Some(b'+' | b'?'), false) => Operator::Repeat,
                    (Some(b'}'), false) => return false,
                    (Some(digit @ b'1'..=b'9'), false) if i32::from(digit - b'0') > depth_limit(text, at) => {
                        return false;
                    }
                    (Some(b'1'..=b'9'), true) => return false,
                    (Some(b'w' | b'W' | b's' | b'S' | b'b' | b'<' | b'>'), _) => Operator::None,
                    (Some(letter), _)
                        if letter.is_ascii_alphabetic() || matches!(letter, b'0' | b'\'' | b'`' | b'\n') =>
                    {
                        return false;
                    }
                    _ => Operator::None,
                }
            }
            (b'[', _) => {
                let Some(length) = bracket_length(text.get(at..).unwrap_or_default()) else { return false };
                at += length;
                Operator::None
            }
            (b'*', _) | (b'+' | b'?', true) => {
                at += 1;
                Operator::Repeat
            }
            (b'(', true) => {
                at += 1;
                Operator::Open
            }
            (b')', true) => {
                at += 1;
                Operator::Close
            }
            (b'|', true) => {
                at += 1;
                Operator::Or
            }
            (b'{', true) => {
                at += 1;
                Operator::Interval
            }
            (b'}', true) => return false,
            (b'^', _) => {
                at += 1;
                // In the middle of a basic expression it is a character.
                if is_start {
                    Operator::Anchor
                } else if extended {
                    return false;
                } else {
                    Operator::None
                }
            }
            (b'$', _) => {
                at += 1;
                let rest = text.get(at..).unwrap_or_default();
                let ends = if extended {
                    rest.is_empty() || matches!(rest.first(), Some(b')' | b'|'))
                } else {
                    rest.is_empty() || rest.starts_with(b"\\)") || rest.starts_with(b"\\|")
                };
                if !ends && extended {
                    return false;
                }
                Operator::None
            }
            _ => {
                at += 1;
                Operator::None
            }
        };
        match operator {
            Operator::None => (is_start, is_repeated) = (false, false),
            // `^*` in a basic expression is a star; everything else of the kind is left alone.
            Operator::Anchor => {}
            Operator::Repeat | Operator::Interval => {
                if is_start || is_repeated {
                    return false;
                }
                is_repeated = true;
                if matches!(operator, Operator::Interval) {
                    let Some(length) = interval_length(text.get(at..).unwrap_or_default(), extended) else {
                        return false;
                    };
                    at += length;
                }
            }
            Operator::Open => {
                depth += 1;
                (is_start, is_repeated) = (true, false);
            }
            Operator::Close => {
                depth -= 1;
                if depth < 0 || is_start {
                    return false;
                }
                (is_start, is_repeated) = (false, false);
            }
            Operator::Or => {
                if is_start {
                    return false;
                }
                (is_start, is_repeated) = (true, false);
            }
        }
    }
    depth == 0 && (!is_start || !text.ends_with(b"|"))
}

#[derive(Clone, Copy)]
enum Operator {
    None,
    Anchor,
    Repeat,
    Interval,
    Open,
    Close,
    Or,
}

/// How many groups have been closed before `at` in a basic expression, roughly: at least that many may be referred to.
fn depth_limit(text: &[u8], at: usize) -> i32 {
    let before = text.get(..at.saturating_sub(2)).unwrap_or_default();
    i32::try_from(before.windows(2).filter(|pair| pair == b"\\)").count()).unwrap_or(0)
}

/// The length of the interval whose brace stands before `text`, its end included: `3}`, `3,}`, `3,5}`.
fn interval_length(text: &[u8], extended: bool) -> Option<usize> {
    let end: &[u8] = if extended { b"}" } else { b"\\}" };
    let length = text.windows(end.len()).position(|window| window == end)?;
    let inner = text.get(..length)?;
    let number =
        |digits: &[u8]| -> Option<u16> { std::str::from_utf8(digits).ok()?.parse().ok().filter(|&n| n <= 255) };
    match inner.iter().position(|&byte| byte == b',') {
        None => drop(number(inner)?),
        Some(comma) => {
            let first = number(inner.get(..comma)?)?;
            let last = inner.get(comma + 1..)?;
            if !last.is_empty() && number(last)? < first {
                return None;
            }
        }
    }
    Some(length + end.len())
}

/// The length of the bracket expression that `text` begins with. `None` for what is not closed, or unusual.
pub(crate) fn bracket_length(text: &[u8]) -> Option<usize> {
    let mut at = 1 + usize::from(text.get(1) == Some(&b'^'));
    at += usize::from(text.get(at) == Some(&b']'));
    loop {
        match (*text.get(at)?, text.get(at + 1)) {
            (b']', _) => return Some(at + 1),
            (b'[', Some(b':')) => {
                let inner = text.get(at + 2..)?;
                let end = inner.windows(2).position(|pair| pair == b":]")?;
                let class = inner.get(..end)?;
                let known: [&[u8]; 12] = [
                    b"alpha", b"digit", b"alnum", b"upper", b"lower", b"space", b"blank", b"punct", b"print", b"graph",
                    b"cntrl", b"xdigit",
                ];
                if !known.contains(&class) {
                    return None;
                }
                at += end + 4;
            }
            (b'[', Some(b'.' | b'=')) => return None,
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_open_is_left_alone() {
        for text in [
            "abc",
            "a*",
            "^a.*b$",
            r"\(a\)\1",
            "[]a]*",
            "[^]]",
            r"a\{2,3\}",
            r"\.",
            "a^b",
            "a$b",
            r"x\|y",
            "[[:alpha:]_]*",
            "",
        ] {
            assert!(is_plain(text.as_bytes(), false), "{text}");
        }
        for text in [
            "*a", r"\(*a\)", "^*", "a**", r"\(a", r"a\)", r"\1", "[a", "[[.a.]]", r"\n", "a\\", r"a\{2", r"\(\)",
            r"a\|", r"\|a",
        ] {
            assert!(!is_plain(text.as_bytes(), false), "{text}");
        }
        for text in ["(a|b)+c?", "^(a)$", "a{2}", r"\(", "(^a|b$)"] {
            assert!(is_plain(text.as_bytes(), true), "{text}");
        }
        for text in ["+a", "(|a)", "a|", "a{,3}", "a^b", "a$b", "()", r"(a)\1", "a++"] {
            assert!(!is_plain(text.as_bytes(), true), "{text}");
        }
    }
}
