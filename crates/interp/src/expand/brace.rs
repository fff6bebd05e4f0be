//! Brace expansion: `{a,b}`, `{1..9}`, `{a..z}`, before all other expansions. Each combination is a word of its own.

use skosh_state::{Divert, Shell};
use skosh_syntax::ast::{Brace, Part};
use skosh_syntax::names::is_name_byte;

use super::builder::{Builder, Context};
use crate::report;

/// How many brace expressions one word may hold along one path: a limit on recursion.
const MAX_DEPTH: u32 = 4096;

/// How many items a sequence may have; a longer one stays as it is written (bash runs out of memory on it).
const MAX_ITEMS: u64 = 1 << 27;

/// A piece of a generated word.
#[derive(Clone)]
enum Piece<'a> {
    Part(&'a Part),
    /// An item of a sequence.
    Text(Vec<u8>),
}

/// What follows the alternative being generated.
struct Rest<'a, 'r> {
    parts: &'a [Part],
    next: Option<&'r Rest<'a, 'r>>,
}

/// Generates the words and expands each.
pub(super) fn word(sh: &mut Shell, parts: &[Part], builder: &mut Builder<'_>) -> Result<(), Divert> {
    let mut pieces = Vec::new();
    generate(sh, parts, None, &mut pieces, builder, 0)
}

fn generate<'a>(
    sh: &mut Shell,
    parts: &'a [Part],
    rest: Option<&Rest<'a, '_>>,
    pieces: &mut Vec<Piece<'a>>,
    builder: &mut Builder<'_>,
    depth: u32,
) -> Result<(), Divert> {
    if depth > MAX_DEPTH {
        return Err(report::expansion_error(sh, b"brace expansion: too many braces in one word"));
    }
    let before = pieces.len();
    for (index, part) in parts.iter().enumerate() {
        let Part::Brace(brace) = part else {
            pieces.push(Piece::Part(part));
            continue;
        };
        let after = Rest { parts: parts.get(index + 1..).unwrap_or(&[]), next: rest };
        let at = pieces.len();
        match &**brace {
            Brace::List(alternatives) => {
                for alternative in alternatives {
                    generate(sh, &alternative.parts, Some(&after), pieces, builder, depth + 1)?;
                    pieces.truncate(at);
                }
            }
            Brace::Integers { first, last, step, .. } if count(*first, *last, *step) > MAX_ITEMS => {
                pieces.push(Piece::Part(part));
                continue;
            }
            Brace::Integers { first, last, step, width, .. } => {
                for number in sequence(*first, *last, *step) {
                    pieces.push(Piece::Text(padded(number, *width)));
                    generate(sh, after.parts, after.next, pieces, builder, depth + 1)?;
                    pieces.truncate(at);
                }
            }
            Brace::Characters { first, last, step, .. } => {
                for number in sequence(i64::from(*first), i64::from(*last), *step) {
                    pieces.push(Piece::Text(vec![number as u8]));
                    generate(sh, after.parts, after.next, pieces, builder, depth + 1)?;
                    pieces.truncate(at);
                }
            }
        }
        pieces.truncate(before);
        return Ok(());
    }
    let result = match rest {
        Some(rest) => generate(sh, rest.parts, rest.next, pieces, builder, depth + 1),
        None => emit(sh, pieces, builder),
    };
    pieces.truncate(before);
    result
}

fn emit(sh: &mut Shell, pieces: &[Piece<'_>], builder: &mut Builder<'_>) -> Result<(), Divert> {
    let mut rest = pieces;
    while let Some((piece, after)) = rest.split_first() {
        rest = after;
        match piece {
            // The braces are gone before parameters are looked for: what follows an unbraced name may belong to it.
            Piece::Part(Part::Variable { name, braced: false }) => {
                let mut longer = sh.names.name(*name).to_vec();
                let length = longer.len();
                let mut remainder: &[u8] = b"";
                while let Some(text) = rest.first().and_then(Piece::text) {
                    let end = text.iter().position(|&byte| !is_name_byte(byte)).unwrap_or(text.len());
                    longer.extend_from_slice(text.get(..end).unwrap_or(b""));
                    rest = rest.get(1..).unwrap_or(&[]);
                    remainder = text.get(end..).unwrap_or(b"");
                    if !remainder.is_empty() {
                        break;
                    }
                }
                let name = if longer.len() == length { *name } else { sh.names.intern(&longer) };
                builder.part(sh, &Part::Variable { name, braced: false }, Context::Top)?;
                builder.literal_if_any(remainder);
            }
            Piece::Part(part) => builder.part(sh, part, Context::Top)?,
            // A backslash would quote what follows, and is gone after quote removal.
            Piece::Text(text) if text == b"\\" => builder.quoted(b""),
            Piece::Text(text) => builder.quoted(text),
        }
    }
    builder.end_word(sh)
}

impl Piece<'_> {
    /// Unquoted literal text.
    fn text(&self) -> Option<&[u8]> {
        match self {
            Piece::Part(Part::Literal(text)) => Some(text),
            Piece::Part(_) => None,
            Piece::Text(text) => Some(text),
        }
    }
}

/// The number of items of a sequence, less one.
fn count(first: i64, last: i64, step: i64) -> u64 {
    last.abs_diff(first) / step.unsigned_abs().max(1)
}

/// The numbers of a sequence. The sign of the step is that of the direction, whatever was written.
fn sequence(first: i64, last: i64, step: i64) -> impl Iterator<Item = i64> {
    let size = step.unsigned_abs().max(1);
    let count = count(first, last, step);
    let is_up = first <= last;
    (0..=count).map(move |index| {
        let distance = index.wrapping_mul(size) as i64;
        if is_up { first.wrapping_add(distance) } else { first.wrapping_sub(distance) }
    })
}

/// The number with zeros in front up to `width` characters, its sign counted.
fn padded(number: i64, width: usize) -> Vec<u8> {
    if number < 0 {
        format!("-{:0>width$}", number.unsigned_abs(), width = width.saturating_sub(1)).into_bytes()
    } else {
        format!("{number:0>width$}").into_bytes()
    }
}

/// The expression where brace expansion does not happen (`set +B`, an assignment): as it is written.
pub(super) fn literally(
    sh: &mut Shell,
    brace: &Brace,
    builder: &mut Builder<'_>,
    context: Context,
) -> Result<(), Divert> {
    match brace {
        Brace::List(alternatives) => {
            for (index, alternative) in alternatives.iter().enumerate() {
                builder.literal(if index == 0 { b"{" } else { b"," });
                builder.parts(sh, &alternative.parts, context)?;
            }
            builder.literal(b"}");
        }
        Brace::Integers { raw, .. } | Brace::Characters { raw, .. } => {
            builder.literal(b"{");
            builder.literal(raw);
            builder.literal(b"}");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_go_both_ways() {
        assert_eq!(sequence(1, 5, 2).collect::<Vec<_>>(), [1, 3, 5]);
        assert_eq!(sequence(5, 1, 2).collect::<Vec<_>>(), [5, 3, 1]);
        assert_eq!(sequence(1, 4, -2).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(sequence(i64::MAX - 1, i64::MAX, 1).collect::<Vec<_>>(), [i64::MAX - 1, i64::MAX]);
        assert_eq!(sequence(2, 2, 0).collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn numbers_are_padded_with_their_sign() {
        assert_eq!(padded(7, 3), b"007");
        assert_eq!(padded(-7, 3), b"-07");
        assert_eq!(padded(1234, 3), b"1234");
        assert_eq!(padded(-1, 0), b"-1");
    }
}
