//! Matching items one after the other, without sets of positions: enough as long as there are no extended patterns.

use crate::characters::{Unit, after, before, fold, next_boundary};
use crate::compile::Item;

/// Where an item ends that begins at `at`. `None` when it does not match (or is not a single character).
#[inline]
pub(crate) fn step(item: &Item, text: &[u8], at: usize, utf8: bool) -> Option<usize> {
    if let Item::Byte(byte) = item {
        return if text.get(at) == Some(byte) { Some(at + 1) } else { None };
    }
    let (unit, end) = after(text, at, utf8)?;
    if matches_unit(item, unit) { Some(end) } else { None }
}

/// Where an item begins that ends at `at`.
#[inline]
pub(crate) fn step_back(item: &Item, text: &[u8], at: usize, utf8: bool) -> Option<usize> {
    if let Item::Byte(byte) = item {
        let start = at.checked_sub(1)?;
        return if text.get(start) == Some(byte) { Some(start) } else { None };
    }
    let (unit, start) = before(text, at, utf8)?;
    if matches_unit(item, unit) { Some(start) } else { None }
}

#[inline]
fn matches_unit(item: &Item, unit: Unit) -> bool {
    match item {
        Item::One => true,
        Item::Set(set) => set.contains(unit),
        Item::Folded(c) => match unit {
            Unit::Byte(byte) => byte.is_ascii() && char::from(byte.to_ascii_lowercase()) == *c,
            Unit::Char(other) => fold(other) == *c,
        },
        Item::Byte(byte) => unit == Unit::Byte(*byte),
        Item::Star | Item::Group(_) => false,
    }
}

/// Where single-character items end that begin at `at`.
pub(crate) fn walk(items: &[Item], text: &[u8], mut at: usize, utf8: bool) -> Option<usize> {
    for item in items {
        at = step(item, text, at, utf8)?;
    }
    Some(at)
}

/// Where single-character items begin that end at `at`.
pub(crate) fn walk_back(items: &[Item], text: &[u8], mut at: usize, utf8: bool) -> Option<usize> {
    for item in items.iter().rev() {
        at = step_back(item, text, at, utf8)?;
    }
    Some(at)
}

/// Do single-character items and stars match all of the text? Only the last star is ever tried again, so the time is at most
/// the product of the two lengths.
pub(crate) fn matches(items: &[Item], text: &[u8], utf8: bool) -> bool {
    let mut item = 0;
    let mut at = 0;
    // The item after the last star, and where it was last tried.
    let mut retry: Option<(usize, usize)> = None;
    loop {
        match items.get(item) {
            Some(Item::Star) => {
                item += 1;
                if item == items.len() {
                    return true;
                }
                retry = Some((item, at));
                continue;
            }
            Some(single) => {
                if let Some(end) = step(single, text, at, utf8) {
                    item += 1;
                    at = end;
                    continue;
                }
                if at >= text.len() {
                    return false;
                }
            }
            None if at == text.len() => return true,
            None => {}
        }
        let Some((first, tried)) = retry else { return false };
        let mut next = next_boundary(text, tried, utf8);
        if next > text.len() {
            return false;
        }
        if let Some(Item::Byte(byte)) = items.get(first) {
            match memchr::memchr(*byte, text.get(next..).unwrap_or_default()) {
                Some(offset) => next += offset,
                None => return false,
            }
        }
        retry = Some((first, next));
        item = first;
        at = next;
    }
}
