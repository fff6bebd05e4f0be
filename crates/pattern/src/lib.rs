//! Shell pattern matching notation (POSIX XCU 2.14) with bash's extended patterns.
//!
//! A [`Pattern`] is compiled once and then asked whether it matches all of a text ([`Pattern::matches`]), how much of its
//! beginning or end (for `${x#p}` and its kin), or where ([`Pattern::find`], for `${x/p/r}`). Patterns are bytes in which a
//! backslash quotes the next byte. Common shapes (`literal`, `prefix*`, `*suffix`, `*infix*`) are told apart while compiling and
//! matched by searching bytes; the others run without backtracking over sets of positions, so that no pattern takes
//! exponential time. Periods and slashes are bytes like others here: file names are the business of pathname expansion.
//!
//! ```
//! use skosh_pattern::{Options, Pattern};
//! let pattern = Pattern::new(b"*.[ch]", Options::default());
//! assert!(pattern.matches(b"main.c"));
//! assert_eq!(Pattern::new(b"*/", Options::default()).longest_prefix(b"usr/lib/x"), Some(8));
//! ```
#![forbid(unsafe_code)]

mod bracket;
mod characters;
mod compile;
mod positions;
mod quoting;
mod replace;
mod search;
mod sequence;

pub use quoting::{has_magic, unescape};
pub use replace::Anchor;

use compile::Item;

/// How a pattern is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// `?( *( +( @( !(` are extended patterns.
    pub extglob: bool,
    /// Letters match in either case.
    pub nocase: bool,
    /// A character is a UTF-8 sequence rather than a byte. A byte that is part of no valid sequence is a character of its own.
    pub utf8: bool,
}

/// A compiled pattern.
#[derive(Clone, Debug)]
pub struct Pattern {
    shape: Shape,
    utf8: bool,
}

/// What the pattern is, cheapest first.
#[derive(Clone, Debug)]
enum Shape {
    /// No special character.
    Literal(Box<[u8]>),
    /// `*`
    Any,
    /// `literal*`
    Prefix(Box<[u8]>),
    /// `*literal`
    Suffix(Box<[u8]>),
    /// `*literal*`
    Infix(Box<[u8]>),
    /// Single characters only: every match has the same number of characters.
    Fixed(Box<[Item]>),
    /// With `*` among single characters.
    Starred(Box<[Item]>),
    /// With extended patterns.
    Extended(Box<[Item]>),
}

impl Pattern {
    /// Compile `text`. Every text is a pattern: what is malformed (`[` without `]`) is literal.
    pub fn new(text: &[u8], options: Options) -> Pattern {
        // As in bash, a pattern that is not valid UTF-8 is matched by bytes.
        let utf8 = options.utf8 && !text.is_ascii() && std::str::from_utf8(text).is_ok();
        let utf8 = utf8 || (options.utf8 && text.is_ascii());
        let options = Options { utf8, ..options };
        if !options.nocase && !text.iter().any(|&b| matches!(b, b'*' | b'?' | b'[' | b'\\' | b'(')) {
            return Pattern { shape: Shape::Literal(text.into()), utf8 };
        }
        let items = compile::compile(text, options);
        Pattern { shape: classify(items), utf8 }
    }

    /// Does the pattern match all of `text`?
    pub fn matches(&self, text: &[u8]) -> bool {
        match &self.shape {
            Shape::Literal(literal) => **literal == *text,
            Shape::Any => true,
            Shape::Prefix(literal) => text.starts_with(literal),
            Shape::Suffix(literal) => text.ends_with(literal),
            Shape::Infix(literal) => search::first(text, literal).is_some(),
            Shape::Fixed(items) => sequence::walk(items, text, 0, self.utf8) == Some(text.len()),
            Shape::Starred(items) => sequence::matches(items, text, self.utf8),
            Shape::Extended(items) => positions::ends(items, text, 0, self.utf8).contains(text.len()),
        }
    }

    /// Does the pattern match a file name, whose leading period it has to name (POSIX XCU 2.14.3)?
    pub fn matches_file_name(&self, name: &[u8]) -> bool {
        if name.first() != Some(&b'.') {
            return self.matches(name);
        }
        match &self.shape {
            Shape::Literal(_) | Shape::Prefix(_) => self.matches(name),
            Shape::Any | Shape::Suffix(_) | Shape::Infix(_) => false,
            Shape::Fixed(items) | Shape::Starred(items) => {
                matches!(items.first(), Some(Item::Byte(b'.'))) && self.matches(name)
            }
            Shape::Extended(items) => positions::ends_of_name(items, name, self.utf8).contains(name.len()),
        }
    }

    /// Does the pattern take characters to be UTF-8 sequences?
    pub fn is_utf8(&self) -> bool {
        self.utf8
    }

    /// The text that the pattern matches when it is the only one.
    pub fn is_literal(&self) -> Option<&[u8]> {
        match &self.shape {
            Shape::Literal(literal) => Some(literal),
            _ => None,
        }
    }
}

/// The shape of a compiled sequence.
fn classify(items: Vec<Item>) -> Shape {
    let literal = |items: &[Item]| -> Option<Box<[u8]>> {
        items.iter().map(|item| if let Item::Byte(byte) = item { Some(*byte) } else { None }).collect()
    };
    if let Some(bytes) = literal(&items) {
        return Shape::Literal(bytes);
    }
    let shape = match &*items {
        [Item::Star] => Some(Shape::Any),
        [Item::Star, middle @ .., Item::Star] => literal(middle).map(Shape::Infix),
        [Item::Star, rest @ ..] => literal(rest).map(Shape::Suffix),
        [rest @ .., Item::Star] => literal(rest).map(Shape::Prefix),
        _ => None,
    };
    if let Some(shape) = shape {
        return shape;
    }
    if items.iter().any(|item| matches!(item, Item::Group(_))) {
        Shape::Extended(items.into())
    } else if items.iter().any(|item| matches!(item, Item::Star)) {
        Shape::Starred(items.into())
    } else {
        Shape::Fixed(items.into())
    }
}
