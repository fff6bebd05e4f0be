//! Replacement of matches, as `${x/p/r}` does it.

use crate::characters::next_boundary;
use crate::compile::{GroupKind, Item};
use crate::positions;
use crate::{Pattern, Shape};

/// Which matches are replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The first, wherever it is (`/`).
    First,
    /// All, from left to right (`//`).
    All,
    /// The longest at the beginning (`/#`).
    Prefix,
    /// The longest at the end (`/%`).
    Suffix,
}

impl Pattern {
    /// Replace matches in `text`: `replacement` is given each match and appends what takes its place. `None` when nothing matches.
    ///
    /// As in bash, an empty match is replaced before the character it stands at, but not at the end of a text that is not empty;
    /// an empty text is only matched by a pattern that begins with `*` or by [`Anchor::Suffix`]; and the empty pattern matches
    /// nothing but the beginning or end.
    pub fn replace(
        &self,
        text: &[u8],
        anchor: Anchor,
        replacement: &mut dyn FnMut(&[u8], &mut Vec<u8>),
    ) -> Option<Vec<u8>> {
        if !self.may_replace_nothing(text, anchor) {
            return None;
        }
        let one = match anchor {
            Anchor::Prefix => self.longest_prefix(text).map(|length| (0, length)),
            Anchor::Suffix => self.longest_suffix(text).map(|start| (start, text.len())),
            Anchor::First => self.find(text, 0),
            Anchor::All => return self.replace_all(text, replacement),
        };
        let (start, end) = one?;
        let mut out = Vec::with_capacity(text.len());
        out.extend_from_slice(text.get(..start)?);
        replacement(text.get(start..end)?, &mut out);
        out.extend_from_slice(text.get(end..)?);
        Some(out)
    }

    /// bash's rules for an empty text and the empty pattern.
    fn may_replace_nothing(&self, text: &[u8], anchor: Anchor) -> bool {
        let items = match &self.shape {
            Shape::Literal(literal) if literal.is_empty() => return matches!(anchor, Anchor::Prefix | Anchor::Suffix),
            _ if !text.is_empty() || anchor == Anchor::Suffix => return true,
            Shape::Any | Shape::Suffix(_) | Shape::Infix(_) => return true,
            Shape::Literal(_) | Shape::Prefix(_) | Shape::Fixed(_) => return false,
            Shape::Starred(items) | Shape::Extended(items) => items,
        };
        match items.first() {
            Some(Item::Group(group)) => group.kind == GroupKind::Any,
            first => matches!(first, Some(Item::Star)),
        }
    }

    fn replace_all(&self, text: &[u8], replacement: &mut dyn FnMut(&[u8], &mut Vec<u8>)) -> Option<Vec<u8>> {
        let mut matches = Matches::new(self, text);
        let mut found = matches.next(0)?;
        let mut out = Vec::with_capacity(text.len());
        let mut copied = 0;
        loop {
            let (start, end) = found;
            out.extend_from_slice(text.get(copied..start)?);
            replacement(text.get(start..end)?, &mut out);
            copied = end;
            let mut from = end;
            if start == end {
                from = next_boundary(text, end, self.utf8).min(text.len());
                out.extend_from_slice(text.get(end..from)?);
                copied = from;
            }
            if from >= text.len() {
                break;
            }
            match matches.next(from) {
                Some(next) if next.0 < text.len() => found = next,
                _ => break,
            }
        }
        out.extend_from_slice(text.get(copied..)?);
        Some(out)
    }
}

/// Successive matches. Where a pattern has stars or extended patterns, all beginnings are found in one pass.
struct Matches<'a> {
    pattern: &'a Pattern,
    text: &'a [u8],
    general: Option<(&'a [Item], Vec<usize>, usize)>,
}

impl<'a> Matches<'a> {
    fn new(pattern: &'a Pattern, text: &'a [u8]) -> Self {
        let general = match &pattern.shape {
            Shape::Starred(items) | Shape::Extended(items) => {
                Some((&**items, positions::all_starts(items, text, pattern.utf8), 0))
            }
            _ => None,
        };
        Matches { pattern, text, general }
    }

    /// The next match at or after `from`, which never decreases.
    fn next(&mut self, from: usize) -> Option<(usize, usize)> {
        let Some((items, starts, next)) = &mut self.general else { return self.pattern.find(self.text, from) };
        while starts.get(*next).is_some_and(|&start| start < from) {
            *next += 1;
        }
        let &start = starts.get(*next)?;
        let end = positions::ends(items, self.text, start, self.pattern.utf8).farthest()?;
        Some((start, end))
    }
}
