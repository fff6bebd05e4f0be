//! `test` and `[` (POSIX XCU test): decided by the number of arguments up to four, by precedence beyond.

use std::cmp::Ordering;

use skosh_interp::{file_test, report};
use skosh_state::{Fields, Outcome, Shell};

use crate::number;

/// An expression that is none; reported.
struct Malformed;

/// The arguments that are still to be looked at, beyond four of them.
struct Cursor<'a> {
    words: &'a [&'a [u8]],
    at: usize,
    depth: u32,
    /// Called as `[`.
    bracket: bool,
}

/// How deeply parentheses and `!` may nest.
const MAX_DEPTH: u32 = 1_000;

/// `test [expression]`, `[ [expression] ]`
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    let bracket = args.at(0) == b"[";
    let mut count = args.len();
    if bracket {
        if args.at(count - 1) != b"]" || count == 1 {
            report::builtin_error(sh, b"missing `]'");
            return Ok(2);
        }
        count -= 1;
    }
    // The common forms need no list of words.
    match count {
        1 => return Ok(1),
        2 => return Ok(i32::from(args.at(1).is_empty())),
        3 => return Ok(two(sh, args.at(1), args.at(2)).map_or(2, |value| i32::from(!value))),
        4 => {
            if let Some(result) = binary(sh, args.at(1), args.at(2), args.at(3)) {
                return Ok(result.map_or(2, |value| i32::from(!value)));
            }
        }
        _ => {}
    }
    let words: Vec<&[u8]> = args.iter().take(count).skip(1).collect();
    Ok(match evaluate(sh, &words, bracket) {
        Ok(value) => i32::from(!value),
        Err(Malformed) => 2,
    })
}

fn malformed(sh: &mut Shell, word: &[u8], text: &str) -> Malformed {
    report::builtin_word_error(sh, word, text);
    Malformed
}

/// POSIX's rules by the number of arguments.
fn evaluate(sh: &mut Shell, words: &[&[u8]], bracket: bool) -> Result<bool, Malformed> {
    match words {
        [] => Ok(false),
        [word] => Ok(!word.is_empty()),
        [first, second] => two(sh, first, second),
        [first, second, third] => three(sh, first, second, third),
        [b"!", first, second, third] => three(sh, first, second, third).map(|value| !value),
        [b"(", first, second, b")"] => two(sh, first, second),
        _ => {
            let mut cursor = Cursor { words, at: 0, depth: 0, bracket };
            let value = or(sh, &mut cursor)?;
            if cursor.at < words.len() {
                report::builtin_error(sh, b"too many arguments");
                return Err(Malformed);
            }
            Ok(value)
        }
    }
}

fn two(sh: &mut Shell, first: &[u8], second: &[u8]) -> Result<bool, Malformed> {
    if first == b"!" {
        return Ok(second.is_empty());
    }
    match unary(sh, first, second) {
        Some(value) => Ok(value),
        None => Err(malformed(sh, first, "unary operator expected")),
    }
}

fn three(sh: &mut Shell, first: &[u8], second: &[u8], third: &[u8]) -> Result<bool, Malformed> {
    if let Some(result) = binary(sh, first, second, third) {
        return result;
    }
    match (first, second, third) {
        (_, b"-a", _) => Ok(!first.is_empty() && !third.is_empty()),
        (_, b"-o", _) => Ok(!first.is_empty() || !third.is_empty()),
        (b"!", ..) => two(sh, second, third).map(|value| !value),
        (b"(", _, b")") => Ok(!second.is_empty()),
        _ => Err(malformed(sh, second, "binary operator expected")),
    }
}

/// A unary test; `None` when `operator` is none.
fn unary(sh: &mut Shell, operator: &[u8], operand: &[u8]) -> Option<bool> {
    match operator {
        [b'-', letter] => file_test::unary(sh, *letter, operand),
        _ => None,
    }
}

/// A binary test; `None` when `operator` is none.
fn binary(sh: &mut Shell, first: &[u8], operator: &[u8], second: &[u8]) -> Option<Result<bool, Malformed>> {
    Some(match operator {
        b"=" | b"==" => Ok(first == second),
        b"!=" => Ok(first != second),
        b"<" => Ok(first < second),
        b">" => Ok(first > second),
        b"-eq" => compare(sh, first, second, Ordering::is_eq),
        b"-ne" => compare(sh, first, second, Ordering::is_ne),
        b"-lt" => compare(sh, first, second, Ordering::is_lt),
        b"-le" => compare(sh, first, second, Ordering::is_le),
        b"-gt" => compare(sh, first, second, Ordering::is_gt),
        b"-ge" => compare(sh, first, second, Ordering::is_ge),
        b"-nt" => Ok(file_test::newer(sh, first, second)),
        b"-ot" => Ok(file_test::newer(sh, second, first)),
        b"-ef" => Ok(file_test::same(sh, first, second)),
        _ => return None,
    })
}

fn compare(sh: &mut Shell, first: &[u8], second: &[u8], holds: fn(Ordering) -> bool) -> Result<bool, Malformed> {
    let mut values = [0; 2];
    for (value, text) in values.iter_mut().zip([first, second]) {
        match number::integer(text) {
            Some(number) => *value = number,
            None => return Err(malformed(sh, text, "integer expression expected")),
        }
    }
    Ok(holds(values[0].cmp(&values[1])))
}

impl<'a> Cursor<'a> {
    fn word(&self, ahead: usize) -> Option<&'a [u8]> {
        self.words.get(self.at + ahead).copied()
    }
}

/// `and -o and ...`
fn or(sh: &mut Shell, cursor: &mut Cursor<'_>) -> Result<bool, Malformed> {
    let mut value = and(sh, cursor)?;
    while cursor.word(0) == Some(b"-o") {
        cursor.at += 1;
        value |= and(sh, cursor)?;
    }
    Ok(value)
}

/// `term -a term ...`
fn and(sh: &mut Shell, cursor: &mut Cursor<'_>) -> Result<bool, Malformed> {
    let mut value = term(sh, cursor)?;
    while cursor.word(0) == Some(b"-a") {
        cursor.at += 1;
        value &= term(sh, cursor)?;
    }
    Ok(value)
}

/// `! term`, `( or )`, a binary or unary test, or a string.
fn term(sh: &mut Shell, cursor: &mut Cursor<'_>) -> Result<bool, Malformed> {
    let Some(word) = cursor.word(0) else {
        report::builtin_error(sh, b"argument expected");
        return Err(Malformed);
    };
    cursor.depth += 1;
    if cursor.depth > MAX_DEPTH {
        report::builtin_error(sh, b"expression nests too deeply");
        return Err(Malformed);
    }
    let value = match word {
        b"!" => {
            cursor.at += 1;
            !term(sh, cursor)?
        }
        b"(" => {
            cursor.at += 1;
            let value = or(sh, cursor)?;
            match cursor.word(0) {
                Some(b")") => cursor.at += 1,
                Some(other) => return Err(found(sh, other)),
                None if cursor.bracket => return Err(found(sh, b"]")),
                None => {
                    report::builtin_error(sh, b"`)' expected");
                    return Err(Malformed);
                }
            }
            value
        }
        _ => simple(sh, cursor, word)?,
    };
    cursor.depth -= 1;
    Ok(value)
}

fn found(sh: &mut Shell, word: &[u8]) -> Malformed {
    let mut text = b"`)' expected, found ".to_vec();
    text.extend_from_slice(word);
    report::builtin_error(sh, &text);
    Malformed
}

fn simple(sh: &mut Shell, cursor: &mut Cursor<'_>, word: &[u8]) -> Result<bool, Malformed> {
    if let (Some(operator), Some(third)) = (cursor.word(1), cursor.word(2))
        && let Some(result) = binary(sh, word, operator, third)
    {
        cursor.at += 3;
        return result;
    }
    // With nothing after it, `-t` or the like is a string.
    if let ([b'-', _], Some(operand)) = (word, cursor.word(1)) {
        return match unary(sh, word, operand) {
            Some(value) => {
                cursor.at += 2;
                Ok(value)
            }
            None => Err(malformed(sh, word, "unary operator expected")),
        };
    }
    cursor.at += 1;
    Ok(!word.is_empty())
}
