//! `expr EXPRESSION` (POSIX XCU expr). Errors, and numbers that do not fit in 64 bits, are the program's.

use crate::call::{Call, Charset, End};
use crate::expression::{Groups, compile};

#[derive(Clone)]
enum Value {
    Number(i64),
    Text(Vec<u8>),
}

/// `None` everywhere: the program has to do it.
struct Evaluation<'a> {
    words: Vec<&'a [u8]>,
    at: usize,
    depth: u32,
    charset: Charset,
}

pub(crate) fn run(call: &mut Call<'_>) -> End {
    let mut words: Vec<&[u8]> = call.args.iter().skip(1).collect();
    match words.first() {
        Some(&b"--") => drop(words.remove(0)),
        // --help and --version, also abbreviated, as the only argument.
        Some(word) if word.starts_with(b"--") => return End::Program,
        _ => {}
    }
    if words.is_empty() {
        return End::Program;
    }
    let mut evaluation = Evaluation { words, at: 0, depth: 0, charset: call.charset };
    let Some(value) = evaluation.or(true) else { return End::Program };
    if evaluation.at < evaluation.words.len() {
        return End::Program;
    }
    let status = i32::from(value.is_null());
    call.put(&value.into_text());
    call.put(b"\n");
    End::Status(status)
}

impl Value {
    fn is_null(&self) -> bool {
        match self {
            Value::Number(number) => *number == 0,
            Value::Text(text) => {
                let digits = text.strip_prefix(b"-").unwrap_or(text);
                text.is_empty() || (!digits.is_empty() && digits.iter().all(|&byte| byte == b'0'))
            }
        }
    }

    fn into_text(self) -> Vec<u8> {
        match self {
            Value::Number(number) => number.to_string().into_bytes(),
            Value::Text(text) => text,
        }
    }

    /// `Err` for what looks like a number and is too large; `Ok(None)` for what does not look like one.
    fn number(&self) -> Result<Option<i64>, ()> {
        match self {
            Value::Number(number) => Ok(Some(*number)),
            Value::Text(text) => {
                let digits = text.strip_prefix(b"-").unwrap_or(text);
                if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
                    return Ok(None);
                }
                std::str::from_utf8(text).ok().and_then(|text| text.parse().ok()).map(Some).ok_or(())
            }
        }
    }
}

impl<'a> Evaluation<'a> {
    fn accept(&mut self, word: &[u8]) -> bool {
        let found = self.words.get(self.at) == Some(&word);
        self.at += usize::from(found);
        found
    }

    fn accept_one(&mut self, words: &[&'static [u8]]) -> Option<&'static [u8]> {
        words.iter().copied().find(|word| self.accept(word))
    }

    fn or(&mut self, evaluate: bool) -> Option<Value> {
        self.depth += 1;
        if self.depth > 200 {
            return None;
        }
        let mut left = self.and(evaluate)?;
        while self.accept(b"|") {
            let right = self.and(evaluate && left.is_null())?;
            if left.is_null() {
                left = if right.is_null() { Value::Number(0) } else { right };
            }
        }
        self.depth -= 1;
        Some(left)
    }

    fn and(&mut self, evaluate: bool) -> Option<Value> {
        let mut left = self.comparison(evaluate)?;
        while self.accept(b"&") {
            let right = self.comparison(evaluate && !left.is_null())?;
            if left.is_null() || right.is_null() {
                left = Value::Number(0);
            }
        }
        Some(left)
    }

    fn comparison(&mut self, evaluate: bool) -> Option<Value> {
        let mut left = self.sum(evaluate)?;
        while let Some(operator) = self.accept_one(&[b"<", b"<=", b"=", b"==", b"!=", b">=", b">"]) {
            let right = self.sum(evaluate)?;
            if !evaluate {
                continue;
            }
            let order = match (left.number().ok()?, right.number().ok()?) {
                (Some(left), Some(right)) => left.cmp(&right),
                // Both locales that are taken here collate by code.
                _ => left.into_text().cmp(&right.into_text()),
            };
            left = Value::Number(i64::from(match operator {
                b"<" => order.is_lt(),
                b"<=" => order.is_le(),
                b"!=" => order.is_ne(),
                b">=" => order.is_ge(),
                b">" => order.is_gt(),
                _ => order.is_eq(),
            }));
        }
        Some(left)
    }

    fn sum(&mut self, evaluate: bool) -> Option<Value> {
        let mut left = self.product(evaluate)?;
        while let Some(operator) = self.accept_one(&[b"+", b"-"]) {
            let right = self.product(evaluate)?;
            if evaluate {
                let (a, b) = (left.number().ok()??, right.number().ok()??);
                left = Value::Number(if operator == b"+" { a.checked_add(b)? } else { a.checked_sub(b)? });
            }
        }
        Some(left)
    }

    fn product(&mut self, evaluate: bool) -> Option<Value> {
        let mut left = self.matching(evaluate)?;
        while let Some(operator) = self.accept_one(&[b"*", b"/", b"%"]) {
            let right = self.matching(evaluate)?;
            if evaluate {
                let (a, b) = (left.number().ok()??, right.number().ok()??);
                left = Value::Number(match operator {
                    b"*" => a.checked_mul(b)?,
                    b"/" => a.checked_div(b)?,
                    _ => a.checked_rem(b)?,
                });
            }
        }
        Some(left)
    }

    fn matching(&mut self, evaluate: bool) -> Option<Value> {
        let mut left = self.primary()?;
        while self.accept(b":") {
            let right = self.primary()?;
            if evaluate {
                left = self.matched(&left.into_text(), &right.into_text())?;
            }
        }
        Some(left)
    }

    fn primary(&mut self) -> Option<Value> {
        if self.accept(b"(") {
            let value = self.or(true)?;
            return self.accept(b")").then_some(value);
        }
        let word = *self.words.get(self.at)?;
        // GNU's keywords, and what cannot begin an operand.
        if matches!(word, b"+" | b"length" | b"match" | b"index" | b"substr" | b")") {
            return None;
        }
        self.at += 1;
        Some(Value::Text(word.to_vec()))
    }

    /// `text : expression`, anchored at the beginning.
    fn matched(&self, text: &[u8], expression: &[u8]) -> Option<Value> {
        // A caret means the same with the anchor that is put before it only if it stands alone.
        let bare = expression.strip_prefix(b"^").unwrap_or(expression);
        if bare.windows(2).any(|pair| pair == b"\\|") || !text.is_ascii() && self.charset == Charset::Utf8 {
            return None;
        }
        // Checked as it is, so that a repetition at its beginning is noticed.
        compile(bare, false, false, self.charset)?;
        let regex = compile(&[b"^".as_slice(), bare].concat(), false, false, self.charset)?;
        let mut groups = Groups::default();
        let found = regex.find(text, 0, &mut groups);
        let has_groups = regex.group_count() > 0;
        let group = *groups.get(usize::from(has_groups))?;
        let range = match (usize::try_from(group.0), usize::try_from(group.1)) {
            (Ok(start), Ok(end)) if found => Some(start..end),
            _ => None,
        };
        Some(match (has_groups, range) {
            (true, range) => Value::Text(range.and_then(|range| text.get(range)).unwrap_or_default().to_vec()),
            (false, Some(range)) => Value::Number(i64::try_from(range.len()).ok()?),
            (false, None) => Value::Number(0),
        })
    }
}
