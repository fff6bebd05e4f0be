//! Matching a part of a text: prefixes, suffixes, and the first match.

use memchr::{memchr, memmem, memrchr};

use crate::characters::next_boundary;
use crate::compile::Item;
use crate::positions;
use crate::sequence::{walk, walk_back};
use crate::{Pattern, Shape};

/// Where `literal` first stands in `text`.
#[inline]
pub(crate) fn first(text: &[u8], literal: &[u8]) -> Option<usize> {
    match literal {
        [byte] => memchr(*byte, text),
        _ => memmem::find(text, literal),
    }
}

/// Where `literal` last stands in `text`.
#[inline]
fn last(text: &[u8], literal: &[u8]) -> Option<usize> {
    match literal {
        [byte] => memrchr(*byte, text),
        _ => memmem::rfind(text, literal),
    }
}

impl Pattern {
    /// The length of the longest prefix of `text` that the pattern matches (`${x##p}`).
    pub fn longest_prefix(&self, text: &[u8]) -> Option<usize> {
        match &self.shape {
            Shape::Literal(literal) => text.starts_with(literal).then_some(literal.len()),
            Shape::Any => Some(text.len()),
            Shape::Prefix(literal) => text.starts_with(literal).then_some(text.len()),
            Shape::Suffix(literal) => last(text, literal).map(|start| start + literal.len()),
            Shape::Infix(literal) => first(text, literal).map(|_| text.len()),
            Shape::Fixed(items) => walk(items, text, 0, self.utf8),
            Shape::Starred(items) | Shape::Extended(items) => positions::ends(items, text, 0, self.utf8).farthest(),
        }
    }

    /// The length of the shortest prefix of `text` that the pattern matches (`${x#p}`).
    pub fn shortest_prefix(&self, text: &[u8]) -> Option<usize> {
        match &self.shape {
            Shape::Literal(literal) | Shape::Prefix(literal) => text.starts_with(literal).then_some(literal.len()),
            Shape::Any => Some(0),
            Shape::Suffix(literal) | Shape::Infix(literal) => first(text, literal).map(|start| start + literal.len()),
            Shape::Fixed(items) => walk(items, text, 0, self.utf8),
            Shape::Starred(items) | Shape::Extended(items) => positions::ends(items, text, 0, self.utf8).nearest(),
        }
    }

    /// Where the longest suffix of `text` begins that the pattern matches (`${x%%p}`).
    pub fn longest_suffix(&self, text: &[u8]) -> Option<usize> {
        match &self.shape {
            Shape::Literal(literal) => text.ends_with(literal).then(|| text.len() - literal.len()),
            Shape::Any => Some(0),
            Shape::Prefix(literal) => first(text, literal),
            Shape::Suffix(literal) => text.ends_with(literal).then_some(0),
            Shape::Infix(literal) => first(text, literal).map(|_| 0),
            Shape::Fixed(items) => walk_back(items, text, text.len(), self.utf8),
            Shape::Starred(items) | Shape::Extended(items) => positions::starts(items, text, self.utf8).farthest(),
        }
    }

    /// Where the shortest suffix of `text` begins that the pattern matches (`${x%p}`).
    pub fn shortest_suffix(&self, text: &[u8]) -> Option<usize> {
        match &self.shape {
            Shape::Literal(literal) | Shape::Suffix(literal) => {
                text.ends_with(literal).then(|| text.len() - literal.len())
            }
            Shape::Any => Some(text.len()),
            Shape::Prefix(literal) | Shape::Infix(literal) => last(text, literal),
            Shape::Fixed(items) => walk_back(items, text, text.len(), self.utf8),
            Shape::Starred(items) | Shape::Extended(items) => positions::starts(items, text, self.utf8).nearest(),
        }
    }

    /// The first match that begins at or after `from`, as long as possible: where it begins and ends.
    pub fn find(&self, text: &[u8], from: usize) -> Option<(usize, usize)> {
        let rest = text.get(from..)?;
        match &self.shape {
            Shape::Literal(literal) => first(rest, literal).map(|at| (from + at, from + at + literal.len())),
            Shape::Any => Some((from, text.len())),
            Shape::Prefix(literal) => first(rest, literal).map(|at| (from + at, text.len())),
            Shape::Suffix(literal) => last(rest, literal).map(|at| (from, from + at + literal.len())),
            Shape::Infix(literal) => first(rest, literal).map(|_| (from, text.len())),
            Shape::Fixed(items) => find_fixed(items, text, from, self.utf8),
            Shape::Starred(items) | Shape::Extended(items) => positions::find(items, text, from, self.utf8),
        }
    }
}

/// The first match of single-character items.
pub(crate) fn find_fixed(items: &[Item], text: &[u8], from: usize, utf8: bool) -> Option<(usize, usize)> {
    let mut at = from;
    while at <= text.len() {
        match items.first() {
            Some(Item::Byte(byte)) => at += memchr(*byte, text.get(at..)?)?,
            Some(Item::Set(set)) => {
                // ASCII bytes that are not in the set are passed over without decoding.
                let rest = text.get(at..)?;
                at += rest.iter().position(|&byte| byte >= 0x80 || set.has_byte(byte)).unwrap_or(rest.len());
            }
            _ => {}
        }
        if let Some(end) = walk(items, text, at, utf8) {
            return Some((at, end));
        }
        at = next_boundary(text, at, utf8);
    }
    None
}
