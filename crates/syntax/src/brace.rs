//! Brace expansion: which braces of a word expand, and into what.

use crate::ast::*;
use crate::error::Result;
use crate::grammar::{Grammar, pop_from};
use crate::token::{END, class};
use crate::word::{WordEnd, WordRules, finish};

/// The longest stretch of one word that is searched for braces.
const LIMIT: usize = 1 << 20;

/// What one look along a word found.
#[derive(Debug)]
pub(crate) struct BraceScan {
    from: usize,
    to: usize,
    /// Sorted: where a brace opens that expands, where it closes, and whether there is a comma in it.
    pairs: Vec<(usize, usize, bool)>,
}

impl Grammar<'_, '_> {
    /// The brace expansion that the `{` at the position begins, and what its words are flagged with. `None`, nothing taken, when
    /// the brace is just a character. `tilde`: a tilde-prefix may stand at the beginning of an alternative.
    #[inline(never)]
    pub fn brace_expansion(&mut self, tilde: bool, line: u32) -> Result<Option<(Brace, WordFlags)>> {
        let start = self.src.pos;
        let Some((close, comma)) = self.closing_brace(start) else { return Ok(None) };
        if !comma {
            let mut raw = self.src.buf.get(start + 1..close).unwrap_or_default();
            let joined: Vec<u8>;
            if memchr::memmem::find(raw, b"\\\n").is_some() {
                joined = raw
                    .split(|&byte| byte == b'\n')
                    .map(|line| line.strip_suffix(b"\\").unwrap_or(line))
                    .collect::<Vec<_>>()
                    .concat();
                raw = &joined;
            }
            let Some(brace) = sequence(raw) else { return Ok(None) };
            self.src.pos = close + 1;
            return Ok(Some((brace, WordFlags(0))));
        }
        let parts_mark = self.scratch.parts.len();
        let words_mark = self.scratch.words.len();
        let pending_mark = self.pending.len();
        self.src.pos = start + 1;
        let mut flags = WordFlags(0);
        let rules = WordRules { end: WordEnd::Alternative, braces: true, colons: false, tilde };
        loop {
            let mark = self.scratch.parts.len();
            let inner = self.nested(|grammar| grammar.unquoted_parts(rules, line))?;
            flags = flags.with(inner);
            let word = finish(pop_from(&mut self.scratch.parts, mark), inner, line);
            self.scratch.words.push(word);
            let byte = self.byte();
            if matches!(byte, Some(b',' | b'}')) {
                self.src.pos += 1;
            }
            match byte {
                Some(b',') => {}
                Some(b'}') if self.scratch.words.len() > words_mark + 1 => break,
                _ => {
                    // The look ahead was mistaken (a quoted parenthesis in a substitution, say).
                    self.scratch.words.truncate(words_mark);
                    self.pending.truncate(pending_mark);
                    self.scratch.parts.truncate(parts_mark);
                    self.src.pos = start;
                    return Ok(None);
                }
            }
        }
        Ok(Some((Brace::List(pop_from(&mut self.scratch.words, words_mark)), flags)))
    }

    /// Where the brace at `start` closes, and whether it holds a comma.
    fn closing_brace(&mut self, start: usize) -> Option<(usize, bool)> {
        let known = self.brace_scan.as_ref().is_some_and(|scan| scan.from <= start && start < scan.to);
        if !known {
            self.scan_braces(start);
        }
        let scan = self.brace_scan.as_ref()?;
        let index = scan.pairs.binary_search_by_key(&start, |pair| pair.0).ok()?;
        scan.pairs.get(index).map(|pair| (pair.1, pair.2))
    }

    /// Finds the pairs of braces from `start` to the end of the word.
    fn scan_braces(&mut self, start: usize) {
        let limit = start + LIMIT;
        let mut pairs = Vec::new();
        // Open braces, and whether a comma was seen in each.
        let mut open: Vec<(usize, bool)> = Vec::new();
        let mut pos = start;
        while pos < limit {
            let Some(byte) = self.byte_at(pos) else { break };
            match byte {
                b'\\' | b'\'' | b'"' | b'`' | b'$' => match self.skip_quoted(pos, limit) {
                    Some(after) => {
                        pos = after;
                        continue;
                    }
                    None => break,
                },
                b'{' => open.push((pos, false)),
                b',' => {
                    if let Some(last) = open.last_mut() {
                        last.1 = true;
                    }
                }
                b'}' => {
                    if let Some((at, comma)) = open.pop() {
                        pairs.push((at, pos, comma));
                    }
                }
                byte if class(byte) & END != 0 => break,
                _ => {}
            }
            pos += 1;
        }
        pairs.sort_unstable();
        self.brace_scan = Some(Box::new(BraceScan { from: start, to: pos.max(start + 1), pairs }));
    }
}

/// `first..last[..step]` of integers or of letters.
fn sequence(raw: &[u8]) -> Option<Brace> {
    let text = std::str::from_utf8(raw).ok()?;
    let mut pieces = text.split("..");
    let (first, last) = (pieces.next()?, pieces.next()?);
    let step = match pieces.next() {
        Some(step) => integer(step)?,
        None => 0,
    };
    if pieces.next().is_some() {
        return None;
    }
    if let (&[a], &[b]) = (first.as_bytes(), last.as_bytes())
        && a.is_ascii_alphabetic()
        && b.is_ascii_alphabetic()
    {
        return Some(Brace::Characters { first: a, last: b, step, raw: raw.into() });
    }
    let (a, b) = (integer(first)?, integer(last)?);
    let padded = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        digits.len() > 1 && digits.starts_with('0')
    };
    let width = if padded(first) || padded(last) { first.len().max(last.len()) } else { 0 };
    Some(Brace::Integers { first: a, last: b, step, width, raw: raw.into() })
}

fn integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}
