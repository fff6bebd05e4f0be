//! Comparing outcomes, and the differences that are known and explained.

use crate::run::Outcome;

/// Which outcomes differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A run took too long.
    Hang,
    /// The shell itself failed: a panic or a signal that no script sends.
    Crash,
    /// The two modes differ.
    Modes,
    /// The default mode differs from the witness.
    Witness,
}

/// What is wrong, if anything. `outcomes`: default mode, classic mode, witnesses: one of them has to agree.
pub fn judge(script: &str, outcomes: &[Outcome]) -> Option<Kind> {
    let [default, classic, rest @ ..] = outcomes else { return None };
    // bash recurses until it crashes; nothing can be learned from that, nor from a witness that hangs.
    if rest.iter().any(|witness| matches!(witness.status, None | Some(139))) {
        return None;
    }
    // Endless recursion and endless loops of the script itself.
    let text = String::from_utf8_lossy(&default.stderr);
    if text.contains("recursion too deep") || (default.status.is_none() && classic.status.is_none()) {
        return None;
    }
    if default.status.is_none() || classic.status.is_none() {
        return Some(Kind::Hang);
    }
    for outcome in [default, classic] {
        let text = String::from_utf8_lossy(&outcome.stderr);
        if matches!(outcome.status, Some(132 | 134 | 135 | 136 | 139)) || text.contains("panicked at") {
            return Some(Kind::Crash);
        }
    }
    if !same(default, classic) || messages(&default.stderr) != messages(&classic.stderr) {
        return Some(Kind::Modes);
    }
    if rest.is_empty() || rest.iter().any(|witness| same(default, witness) || explained(script, default, witness)) {
        return None;
    }
    Some(Kind::Witness)
}

/// Whether everything but the messages is the same.
pub fn same(a: &Outcome, b: &Outcome) -> bool {
    a.status == b.status && a.stdout == b.stdout && a.files == b.files
}

/// Messages in a form that does not depend on timing or process ids: sorted lines, long numbers replaced.
fn messages(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(text);
    let mut lines: Vec<String> = text
        .lines()
        .map(|line| {
            let mut out = String::new();
            let mut digits = String::new();
            for c in line.chars().chain(std::iter::once('\n')) {
                if c.is_ascii_digit() {
                    digits.push(c);
                    continue;
                }
                out.push_str(if digits.len() > 2 { "N" } else { &digits });
                digits.clear();
                if c != ' ' {
                    out.push(c);
                }
            }
            out
        })
        .collect();
    lines.sort();
    lines
}

/// Whether a difference from the witness is one that is understood and meant. Each rule says why.
fn explained(_script: &str, own: &Outcome, witness: &Outcome) -> bool {
    // Messages that went to standard output or a file: bash counts the lines of a substitution from elsewhere, and dash words them
    // in its own way.
    own.status == witness.status
        && without_messages(&own.stdout) == without_messages(&witness.stdout)
        && own.files.len() == witness.files.len()
        && own
            .files
            .iter()
            .zip(&witness.files)
            .all(|(a, b)| (&a.0, a.1) == (&b.0, b.1) && without_messages(&a.2) == without_messages(&b.2))
}

/// The lines that are no messages of the shell.
fn without_messages(text: &[u8]) -> Vec<&[u8]> {
    // What `trap` lists in a subshell: dash nothing, bash also the SIGINT that a background job ignores.
    text.split(|&byte| byte == b'\n')
        .filter(|line| !line.starts_with(b"trap -- "))
        .filter(|line| !line.windows(9).any(|part| part == b"case.sh: "))
        .collect()
}
