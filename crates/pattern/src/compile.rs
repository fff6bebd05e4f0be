//! Pattern text to items.

use crate::Options;
use crate::bracket::{self, Set};
use crate::characters::{Unit, after, fold};

/// How deep extended patterns may nest; deeper ones are literal.
const MAX_DEPTH: u32 = 64;

/// How many bytes may be read in search of a bracket or parenthesis that is not there; after that, opening ones are literal.
const MAX_UNCLOSED: usize = 1 << 20;

/// An element of a pattern.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    /// A byte, itself.
    Byte(u8),
    /// A character whatever its case; folded.
    Folded(char),
    /// `?`
    One,
    /// `*`
    Star,
    /// `[...]`
    Set(Box<Set>),
    /// An extended pattern.
    Group(Box<Group>),
}

/// `@(a|b)` and its kin.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub kind: GroupKind,
    pub alternatives: Box<[Box<[Item]>]>,
    /// Every alternative is one item that matches one character, so that repetition is a scan.
    pub single: bool,
}

/// What stands before the parenthesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GroupKind {
    /// `@(`
    One,
    /// `?(`
    Optional,
    /// `*(`
    Any,
    /// `+(`
    Some,
    /// `!(`
    Not,
}

/// The items of `text`. No `Star` follows another.
pub(crate) fn compile(text: &[u8], options: Options) -> Vec<Item> {
    sequence(text, &mut Reading { options, unclosed: 0 }, 0)
}

/// What is kept while a pattern is compiled.
struct Reading {
    options: Options,
    /// Bytes read in vain.
    unclosed: usize,
}

impl Reading {
    /// The bracket expression whose inside begins at `start`, and where it ends.
    fn bracket(&mut self, text: &[u8], start: usize) -> Option<(Set, usize)> {
        if self.unclosed >= MAX_UNCLOSED {
            return None;
        }
        let rest = text.get(start..)?;
        memchr::memchr(b']', rest)?;
        let found = bracket::parse(text, start, self.options);
        if found.is_none() {
            self.unclosed += rest.len();
        }
        found
    }

    /// Where the `)` stands that closes the group whose inside begins at `start`.
    fn group_end(&mut self, text: &[u8], start: usize) -> Option<usize> {
        if self.unclosed >= MAX_UNCLOSED {
            return None;
        }
        let rest = text.get(start..)?;
        memchr::memchr(b')', rest)?;
        let found = self.scan(text, start, |byte, depth| byte == b')' && depth == 0);
        if found.is_none() {
            self.unclosed += rest.len();
        }
        found
    }

    /// The first byte at or after `start` that satisfies `stop`, which is told how many parentheses are open. Quoted bytes and
    /// bracket expressions are passed over.
    fn scan(&mut self, text: &[u8], start: usize, stop: impl Fn(u8, u32) -> bool) -> Option<usize> {
        let mut depth = 0u32;
        let mut at = start;
        while let Some(&byte) = text.get(at) {
            if stop(byte, depth) {
                return Some(at);
            }
            match byte {
                b'\\' => at += 1,
                b'[' => {
                    if let Some((_, end)) = self.bracket(text, at + 1) {
                        at = end;
                        continue;
                    }
                }
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            at += 1;
        }
        None
    }
}

fn sequence(text: &[u8], reading: &mut Reading, depth: u32) -> Vec<Item> {
    let options = reading.options;
    let mut items = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        if options.extglob
            && let Some(kind) = group_kind(byte)
            && text.get(at + 1) == Some(&b'(')
            && depth < MAX_DEPTH
            && let Some(close) = reading.group_end(text, at + 2)
        {
            items.push(group(kind, text.get(at + 2..close).unwrap_or_default(), reading, depth));
            at = close + 1;
            continue;
        }
        match byte {
            b'?' => items.push(Item::One),
            b'*' => {
                if !matches!(items.last(), Some(Item::Star)) {
                    items.push(Item::Star);
                }
            }
            b'[' => {
                if let Some((set, end)) = reading.bracket(text, at + 1) {
                    items.push(Item::Set(Box::new(set)));
                    at = end;
                    continue;
                }
                items.push(Item::Byte(b'['));
            }
            _ => {
                if byte == b'\\' && at + 1 < text.len() {
                    at += 1;
                }
                at = literal(text, at, options, &mut items);
                continue;
            }
        }
        at += 1;
    }
    items
}

/// The literal character at `at`; returns where it ends.
fn literal(text: &[u8], at: usize, options: Options, items: &mut Vec<Item>) -> usize {
    let Some((unit, end)) = after(text, at, options.utf8) else { return at + 1 };
    if options.nocase {
        let folded = match unit {
            Unit::Byte(byte) if byte.is_ascii_alphabetic() => Some(char::from(byte)),
            Unit::Char(c) => Some(c),
            Unit::Byte(_) => None,
        };
        if let Some(c) = folded {
            items.push(Item::Folded(fold(c)));
            return end;
        }
    }
    items.extend(text.get(at..end).unwrap_or_default().iter().map(|&byte| Item::Byte(byte)));
    end
}

fn group_kind(byte: u8) -> Option<GroupKind> {
    Some(match byte {
        b'@' => GroupKind::One,
        b'?' => GroupKind::Optional,
        b'*' => GroupKind::Any,
        b'+' => GroupKind::Some,
        b'!' => GroupKind::Not,
        _ => return None,
    })
}

fn group(kind: GroupKind, inside: &[u8], reading: &mut Reading, depth: u32) -> Item {
    let mut alternatives = Vec::new();
    let mut start = 0;
    loop {
        let bar = reading.scan(inside, start, |byte, open| byte == b'|' && open == 0);
        let alternative = inside.get(start..bar.unwrap_or(inside.len())).unwrap_or_default();
        alternatives.push(sequence(alternative, reading, depth + 1).into_boxed_slice());
        match bar {
            Some(bar) => start = bar + 1,
            None => break,
        }
    }
    let single = alternatives.iter().all(|items| matches!(&**items, [item] if item.is_single()));
    Item::Group(Box::new(Group { kind, alternatives: alternatives.into(), single }))
}

impl Item {
    /// Does it match exactly one character (a byte of a longer sequence counts as none)?
    pub fn is_single(&self) -> bool {
        match self {
            Item::Byte(byte) => byte.is_ascii(),
            Item::Folded(_) | Item::One | Item::Set(_) => true,
            Item::Star | Item::Group(_) => false,
        }
    }
}
