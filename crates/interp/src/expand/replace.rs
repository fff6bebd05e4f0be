//! `${x/pattern/word}`: the replacement with its `&`, and the search.

use skosh_pattern::{Anchor, Pattern};
use skosh_state::{Divert, Opt, Shell};
use skosh_syntax::ast::{ReplaceKind, Word};

use super::builder::{Builder, Context, Mode};

/// The replacement: text, and where in it the match is inserted.
pub(super) struct Replacement {
    text: Vec<u8>,
    /// Offsets in `text` at which the matched text goes in.
    insertions: Vec<usize>,
}

impl Replacement {
    /// Expands the word; with `patsub_replacement`, unquoted `&` stand for the matched text and `\&` for an `&`.
    pub(super) fn prepare(sh: &mut Shell, word: Option<&Word>) -> Result<Replacement, Divert> {
        let mut text = Vec::new();
        let mut insertions = Vec::new();
        let Some(word) = word else { return Ok(Replacement { text, insertions }) };
        if !sh.options.has(Opt::PatSubReplacement) {
            super::single(sh, word, &mut text)?;
            return Ok(Replacement { text, insertions });
        }
        let mut marked = Vec::new();
        Builder::text(sh, &mut marked, Mode::Replacement).parts(sh, &word.parts, Context::Top)?;
        let mut rest = marked.iter().copied();
        while let Some(byte) = rest.next() {
            match byte {
                b'&' => insertions.push(text.len()),
                b'\\' => match rest.next() {
                    Some(byte @ (b'&' | b'\\')) => text.push(byte),
                    Some(byte) => text.extend_from_slice(&[b'\\', byte]),
                    None => text.push(b'\\'),
                },
                _ => text.push(byte),
            }
        }
        Ok(Replacement { text, insertions })
    }

    fn append(&self, matched: &[u8], out: &mut Vec<u8>) {
        let mut at = 0;
        for &insertion in &self.insertions {
            out.extend_from_slice(self.text.get(at..insertion).unwrap_or(b""));
            out.extend_from_slice(matched);
            at = insertion;
        }
        out.extend_from_slice(self.text.get(at..).unwrap_or(b""));
    }
}

/// Appends `value` with what matches replaced. An empty pattern matches only at the beginning and at the end.
pub(super) fn replace(value: &[u8], pattern: &Pattern, kind: ReplaceKind, with: &Replacement, out: &mut Vec<u8>) {
    let anchor = match kind {
        ReplaceKind::First => Anchor::First,
        ReplaceKind::All => Anchor::All,
        ReplaceKind::Prefix => Anchor::Prefix,
        ReplaceKind::Suffix => Anchor::Suffix,
    };
    let matches_nothing = matches!(anchor, Anchor::First | Anchor::All) && pattern.is_literal() == Some(b"");
    let replaced = if matches_nothing {
        None
    } else {
        pattern.replace(value, anchor, &mut |matched, out| with.append(matched, out))
    };
    out.extend_from_slice(replaced.as_deref().unwrap_or(value));
}
