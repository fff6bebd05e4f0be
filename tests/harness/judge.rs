//! Compares an outcome with what the case expects, and words the difference.

use crate::cases::Case;
use crate::run::Outcome;

/// The differences between `outcome` and the expectations of `case`, ready to print; `None` if there are none.
pub fn judge(case: &Case, outcome: &Outcome) -> Option<String> {
    let mut report = String::new();
    match (outcome.status, case.status) {
        (None, _) => report.push_str("  did not end within the time limit\n"),
        (Some(0), None) => report.push_str("  status: expected any but 0, got 0\n"),
        (Some(got), Some(expected)) if got != expected => {
            report.push_str(&format!("  status: expected {expected}, got {got}\n"));
        }
        _ => {}
    }
    if outcome.stdout != case.stdout {
        report.push_str("  stdout (- expected, + got):\n");
        diff(&lines(&case.stdout), &lines(&outcome.stdout), &mut report);
    }
    let errors = lines(&outcome.stderr);
    let errors: Vec<&[u8]> = errors.iter().map(|line| line.strip_suffix(b"\n").unwrap_or(line)).collect();
    if !errors_match(&case.stderr, &errors) {
        report.push_str("  stderr (- expected pattern, + got):\n");
        for pattern in &case.stderr {
            report.push_str(&format!("    -{}\n", printable(pattern)));
        }
        for line in errors {
            report.push_str(&format!("    +{}\n", printable(line)));
        }
    }
    (!report.is_empty()).then_some(report)
}

fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').collect()
}

/// Whether the lines match the patterns one to one, `...` standing for one line or more.
fn errors_match(patterns: &[Vec<u8>], lines: &[&[u8]]) -> bool {
    match (patterns.split_first(), lines.split_first()) {
        (None, None) => true,
        (Some((first, rest)), Some((line, others))) if first == b"..." => {
            let _ = line;
            (0..=others.len()).any(|taken| errors_match(rest, others.get(taken..).unwrap_or_default()))
        }
        (Some((first, rest)), Some((line, others))) => glob(first, line) && errors_match(rest, others),
        _ => false,
    }
}

/// Whether `text` matches `pattern`, in which `*` stands for any bytes.
fn glob(pattern: &[u8], text: &[u8]) -> bool {
    let mut pieces = pattern.split(|&byte| byte == b'*');
    let Some(mut rest) = pieces.next().and_then(|head| text.strip_prefix(head)) else {
        return false;
    };
    let mut pieces: Vec<&[u8]> = pieces.collect();
    let Some(tail) = pieces.pop() else {
        return rest.is_empty();
    };
    for piece in pieces {
        let found = rest.windows(piece.len().max(1)).position(|window| window == piece);
        match found {
            Some(at) => rest = rest.get(at + piece.len()..).unwrap_or_default(),
            None if piece.is_empty() => {}
            None => return false,
        }
    }
    rest.ends_with(tail)
}

/// Appends a line diff, longest common subsequence first; falls back to two blocks when the texts are long.
fn diff(expected: &[&[u8]], got: &[&[u8]], report: &mut String) {
    const LIMIT: usize = 200;
    let mut put = |sign: char, line: &[u8]| {
        let end = if line.ends_with(b"\n") { "" } else { "  (no newline)" };
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        report.push_str(&format!("    {sign}{}{end}\n", printable(line)));
    };
    if expected.len() > LIMIT || got.len() > LIMIT {
        let same = expected.iter().zip(got).take_while(|(left, right)| left == right).count();
        expected.iter().skip(same).take(10).for_each(|line| put('-', line));
        got.iter().skip(same).take(10).for_each(|line| put('+', line));
        return;
    }
    // lengths[i][j]: the longest common subsequence of expected[i..] and got[j..].
    let mut lengths = vec![vec![0_usize; got.len() + 1]; expected.len() + 1];
    let at =
        |lengths: &Vec<Vec<usize>>, i: usize, j: usize| lengths.get(i).and_then(|row| row.get(j)).copied().unwrap_or(0);
    for i in (0..expected.len()).rev() {
        for j in (0..got.len()).rev() {
            let length = if expected.get(i) == got.get(j) {
                at(&lengths, i + 1, j + 1) + 1
            } else {
                at(&lengths, i + 1, j).max(at(&lengths, i, j + 1))
            };
            if let Some(cell) = lengths.get_mut(i).and_then(|row| row.get_mut(j)) {
                *cell = length;
            }
        }
    }
    let (mut i, mut j) = (0, 0);
    loop {
        match (expected.get(i), got.get(j)) {
            (Some(left), Some(right)) if left == right => {
                put(' ', left);
                (i, j) = (i + 1, j + 1);
            }
            (Some(left), right) if right.is_none() || at(&lengths, i + 1, j) >= at(&lengths, i, j + 1) => {
                put('-', left);
                i += 1;
            }
            (_, Some(right)) => {
                put('+', right);
                j += 1;
            }
            _ => break,
        }
    }
}

/// The bytes as text for a terminal: control characters and what is not UTF-8 are escaped.
fn printable(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        for char in chunk.valid().chars() {
            if char.is_control() {
                text.extend(char.escape_default());
            } else {
                text.push(char);
            }
        }
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02x}"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, text) in
            [("a", "a"), ("a*", "a"), ("*a", "ba"), ("a*c*e", "abcde"), ("*", ""), ("a*b*b", "abb"), ("**x", "x")]
        {
            assert!(glob(pattern.as_bytes(), text.as_bytes()), "{pattern} {text}");
        }
        for (pattern, text) in [("a", "ab"), ("a*c", "ab"), ("a*b*b", "ab"), ("", "a"), ("ab*b", "ab")] {
            assert!(!glob(pattern.as_bytes(), text.as_bytes()), "{pattern} {text}");
        }
    }

    #[test]
    fn dots_stand_for_some_lines() {
        let dots = [b"...".to_vec()];
        assert!(!errors_match(&dots, &[]));
        assert!(errors_match(&dots, &[b"a", b"b"]));
        assert!(errors_match(&[b"...".to_vec(), b"z".to_vec()], &[b"a", b"b", b"z"]));
        assert!(!errors_match(&[b"a".to_vec()], &[b"a", b"b"]));
        assert!(!errors_match(&[], &[b"a"]));
    }

    #[test]
    fn a_verdict_names_what_differs() {
        let case = Case { stdout: b"a\nb\n".to_vec(), status: Some(0), ..Case::default() };
        let outcome = |stdout: &[u8], status| Outcome { stdout: stdout.to_vec(), stderr: Vec::new(), status };
        assert_eq!(judge(&case, &outcome(b"a\nb\n", Some(0))), None);
        let report = judge(&case, &outcome(b"a\nc\n", Some(1))).unwrap_or_default();
        assert!(report.contains("expected 0, got 1") && report.contains("-b\n") && report.contains("+c\n"), "{report}");
        assert!(judge(&case, &outcome(b"a\nb\n", None)).unwrap_or_default().contains("time limit"));
    }
}
