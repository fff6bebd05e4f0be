//! `${x:offset:length}` of a string, in characters.

use skosh_state::environment::Locale;
use skosh_state::{Divert, Opt, Shell};
use skosh_syntax::ast::ArithWord;

use super::arith;
use super::builder::Builder;
use super::subject::Subject;
use crate::report;

/// Expands the substring of a parameter that is no list.
pub(super) fn expand(
    builder: &mut Builder<'_>,
    sh: &mut Shell,
    subject: &Subject,
    offset: &ArithWord,
    length: Option<&ArithWord>,
    is_quoted: bool,
) -> Result<(), Divert> {
    let mut value = sh.take_bytes();
    if !subject.load(sh, &mut value)? {
        sh.recycle_bytes(value);
        if sh.options.has(Opt::NoUnset) {
            return Err(super::parameter::unbound(sh, &subject.text(sh)));
        }
        return Ok(());
    }
    let offset = arith::arith_of(sh, offset, subject)?;
    let count = sh.locale.count(&value) as i64;
    let start = if offset < 0 { offset.saturating_add(count) } else { offset };
    // Outside of the value there is nothing, and the length is not looked at.
    if start < 0 || start > count {
        sh.recycle_bytes(value);
        return Ok(());
    }
    let end = match length {
        None => count,
        Some(word) => {
            let length = arith::arith_of(sh, word, subject)?;
            let end = if length < 0 { length.saturating_add(count) } else { start.saturating_add(length).min(count) };
            if end < start {
                let mut text = skosh_syntax::print_word(&word.word, &sh.names);
                text.extend_from_slice(b": substring expression < 0");
                return Err(report::expansion_error(sh, &text));
            }
            end
        }
    };
    let (from, to) = byte_range(&value, start as usize, end as usize, sh.locale);
    builder.value(sh, value.get(from..to).unwrap_or(b""), is_quoted);
    sh.recycle_bytes(value);
    Ok(())
}

/// The bytes of the characters from `start` to `end`.
fn byte_range(text: &[u8], start: usize, end: usize, locale: Locale) -> (usize, usize) {
    if !locale.utf8 || text.is_ascii() {
        return (start, end);
    }
    let mut at = 0;
    let mut from = text.len();
    for index in 0..end {
        if index == start {
            from = at;
        }
        at += locale.character_length(text.get(at..).unwrap_or(b""));
    }
    (if start >= end { at } else { from }, at)
}
