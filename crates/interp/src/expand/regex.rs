//! The right-hand side of `[[ x =~ word ]]` as an extended regular expression in which quoted characters stand for themselves.

use skosh_state::{Divert, Shell};
use skosh_syntax::ast::Word;

use super::builder::{Builder, Context, Mode};

/// Appends the expression that `word` means. Quoted characters get a backslash outside of bracket expressions; inside, where a
/// backslash is a character like others, they go in as they are (as bash does).
pub(crate) fn regex_text(sh: &mut Shell, word: &Word, out: &mut Vec<u8>) -> Result<(), Divert> {
    let mut text = sh.take_bytes();
    let mut builder = Builder::text(sh, &mut text, Mode::Regex);
    builder.parts(sh, &word.parts, Context::Top)?;
    let quoted = std::mem::take(&mut builder.escapes);
    escape(&text, &quoted, out);
    sh.recycle_bytes(text);
    Ok(())
}

fn escape(text: &[u8], quoted: &[(usize, usize)], out: &mut Vec<u8>) {
    let mut quoted = quoted.iter().copied().peekable();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        while quoted.next_if(|&(_, end)| end <= at).is_some() {}
        let is_quoted = quoted.peek().is_some_and(|&(start, _)| start <= at);
        let length = match byte {
            _ if is_quoted => {
                if is_special(byte) {
                    out.push(b'\\');
                }
                1
            }
            b'\\' => 2,
            b'[' => bracket_length(text.get(at..).unwrap_or(b"")),
            _ => 1,
        };
        let end = (at + length).min(text.len());
        out.extend_from_slice(text.get(at..end).unwrap_or(b""));
        at = end;
    }
}

/// The length of the bracket expression at the beginning of `text`; all of it when it is not closed.
fn bracket_length(text: &[u8]) -> usize {
    let mut at = 1 + usize::from(text.get(1) == Some(&b'^'));
    // A `]` right at the beginning is a member.
    at += usize::from(text.get(at) == Some(&b']'));
    while let Some(&byte) = text.get(at) {
        match (byte, text.get(at + 1)) {
            (b']', _) => return at + 1,
            (b'[', Some(&kind @ (b':' | b'.' | b'='))) => {
                let inner = text.get(at + 2..).unwrap_or(b"");
                let end = inner.windows(2).position(|pair| pair == [kind, b']']);
                at += end.map_or(1, |end| end + 4);
            }
            _ => at += 1,
        }
    }
    text.len()
}

fn is_special(byte: u8) -> bool {
    matches!(byte, b'*' | b'?' | b'[' | b']' | b'\\' | b'^' | b'(' | b')' | b'|' | b'+' | b'.' | b'{' | b'}' | b'$')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &[u8], quoted: &[(usize, usize)]) -> Vec<u8> {
        let mut out = Vec::new();
        escape(text, quoted, &mut out);
        out
    }

    #[test]
    fn quoted_characters_are_escaped_outside_of_brackets() {
        assert_eq!(escaped(b"a.c", &[(1, 2)]), b"a\\.c");
        assert_eq!(escaped(b"a\\.c", &[]), b"a\\.c");
        assert_eq!(escaped(b"[x.y].", &[(2, 3), (5, 6)]), b"[x.y]\\.");
        assert_eq!(escaped(b"[[:alpha:]].", &[(11, 12)]), b"[[:alpha:]]\\.");
        assert_eq!(escaped(b"[]]", &[(1, 2)]), b"[]]");
        assert_eq!(escaped(b"[a", &[(0, 1)]), b"\\[a");
    }
}
