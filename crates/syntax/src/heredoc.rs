//! Here-documents (POSIX XCU 2.7.4): delimiters, and bodies read when the line they stand on has ended.

use crate::ast::*;
use crate::error::{Result, SyntaxErrorKind, Warning};
use crate::grammar::{Grammar, PendingHereDoc};
use crate::word::{WordEnd, WordRules, finish};

impl Grammar<'_, '_> {
    /// The delimiter that was looked at, not a plain word: its text after quote removal, and whether any of it was quoted.
    pub fn here_doc_delimiter(&mut self) -> Result<(Box<[u8]>, bool)> {
        let line = self.src.line_at(self.tok_start);
        let start = self.tok_start;
        self.tok = None;
        self.src.pos = start;
        let rules = WordRules { end: WordEnd::Delimiter, braces: false, colons: false, tilde: false };
        let pending = self.pending.len();
        let word = self.word_here(rules, line)?;
        self.pending.truncate(pending);
        let quoted = |part: &Part| {
            matches!(part, Part::Escaped(_) | Part::SingleQuoted(_) | Part::AnsiQuoted { .. })
                || matches!(part, Part::DoubleQuoted(_) | Part::Localized(_))
        };
        match unquoted(&word) {
            Some(text) => Ok((text.into(), word.parts.iter().any(quoted))),
            None => {
                // Expansions do not take place: their source is the delimiter's.
                let source = self.src.buf.get(start..self.src.pos).unwrap_or_default();
                let quoted = source.iter().any(|b| matches!(b, b'\'' | b'"' | b'\\'));
                Ok((unquote(source).into(), quoted))
            }
        }
    }

    /// Reads the bodies of the here-documents that are due. The position is at the beginning of a line.
    pub fn read_here_docs(&mut self) -> Result<()> {
        let pending = std::mem::take(&mut self.pending);
        for here_doc in pending {
            self.read_here_doc(here_doc)?;
        }
        Ok(())
    }

    /// A here-document for which there is no text.
    pub fn leave_empty(&mut self, here_doc: PendingHereDoc, end: u32) {
        let PendingHereDoc { doc, line } = here_doc;
        let _ = doc.body.set(Word { line: end, ..Word::default() });
        self.warnings.push(Warning::HereDocUnterminated { line, end, delimiter: doc.delimiter.clone() });
    }

    fn read_here_doc(&mut self, PendingHereDoc { doc, line }: PendingHereDoc) -> Result<()> {
        let first_line = self.src.line_at(self.src.pos);
        let mut body = Vec::new();
        loop {
            let Some((start, end, next)) = self.source_line(self.src.pos) else {
                // The last line there is.
                let after_newline = self.src.buf.get(self.src.pos.wrapping_sub(1)) == Some(&b'\n');
                let end = self.src.line_at(self.src.pos) - u32::from(after_newline);
                let delimiter = doc.delimiter.clone();
                self.warnings.push(Warning::HereDocUnterminated { line, end, delimiter });
                break;
            };
            let mark = body.len();
            let mut text = self.src.buf.get(start..end).unwrap_or_default();
            if doc.strip_tabs {
                let tabs = text.iter().take_while(|&&byte| byte == b'\t').count();
                text = text.get(tabs..).unwrap_or_default();
            }
            body.extend_from_slice(text);
            let mut next = next;
            // A line that ends in a backslash goes on on the next one, unless all is literal.
            while !doc.quoted && ends_in_backslash(body.get(mark..).unwrap_or_default()) {
                let Some((start, end, after)) = self.source_line(next) else {
                    // At the end of all text it stands for itself.
                    body.push(b'\\');
                    break;
                };
                body.pop();
                let text = self.src.buf.get(start..end).unwrap_or_default();
                body.extend_from_slice(text);
                next = after;
            }
            let complete = self.src.buf.get(next.wrapping_sub(1)) == Some(&b'\n');
            let text = body.get(mark..).unwrap_or_default();
            // A quoted delimiter may be more than one line.
            if let Some(before) = body.strip_suffix(&*doc.delimiter)
                && matches!(before.last(), None | Some(b'\n'))
            {
                body.truncate(before.len());
                self.src.pos = next;
                break;
            }
            if self.in_subst && self.closes_substitution(text, &doc.delimiter) {
                // `EOF)`: bash lets the parenthesis of the substitution end the document.
                body.truncate(mark);
                let end = self.src.line_at(self.src.pos);
                let delimiter = doc.delimiter.clone();
                self.warnings.push(Warning::HereDocUnterminated { line, end, delimiter });
                let start = self.src.pos;
                let skipped = self.src.buf.get(start..).unwrap_or_default();
                let tabs = if doc.strip_tabs { skipped.iter().take_while(|&&byte| byte == b'\t').count() } else { 0 };
                self.src.pos = start + tabs + doc.delimiter.len();
                break;
            }
            self.src.pos = next;
            // bash ends the last line when the input did not; dash does not.
            if complete || !self.cx.options.posix {
                body.push(b'\n');
            }
        }
        let word = if body.is_empty() {
            Word { line: first_line, ..Word::default() }
        } else if doc.quoted || memchr::memchr3(b'$', b'`', b'\\', &body).is_none() {
            finish(Box::new([Part::Literal(body.into())]), WordFlags(0), first_line)
        } else {
            self.here_doc_body(body, first_line)?
        };
        // The cell is empty: each document is pending once.
        let _ = doc.body.set(word);
        Ok(())
    }

    /// The body of an unquoted here-document as a word. In bash an error in it shows only when it is expanded.
    fn here_doc_body(&mut self, body: Vec<u8>, line: u32) -> Result<Word> {
        if self.cx.options.posix {
            return self.here_doc_word(body, line);
        }
        let text: Box<[u8]> = body.as_slice().into();
        let sizes = self.scratch.sizes();
        match self.here_doc_word(body, line) {
            Err(error) if error.kind != SyntaxErrorKind::TooDeep => {
                self.scratch.truncate(sizes);
                let mut param = crate::parameter::new_param(line);
                param.op = ParamOp::Bad(text);
                Ok(finish(Box::new([Part::Param(param)]), WordFlags::EXPANSION, line))
            }
            result => result,
        }
    }

    /// Is `text` the delimiter with the closing parenthesis of the command substitution after it?
    fn closes_substitution(&self, text: &[u8], delimiter: &[u8]) -> bool {
        !delimiter.is_empty()
            && text.strip_prefix(delimiter).is_some_and(|rest| rest.trim_ascii_start().first() == Some(&b')'))
    }

    /// Beginning and end of the line at `start`, and where the next begins. `None` at the end of the input.
    fn source_line(&mut self, start: usize) -> Option<(usize, usize, usize)> {
        let mut from = start;
        loop {
            let rest = self.src.buf.get(from..).unwrap_or_default();
            if let Some(found) = memchr::memchr(b'\n', rest) {
                return Some((start, from + found, from + found + 1));
            }
            from = self.src.buf.len();
            if !self.fill() {
                return (from > start).then_some((start, from, from));
            }
        }
    }
}

/// The text of a word without its quotes, if there are no expansions in it.
pub(crate) fn unquoted(word: &Word) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    for part in &word.parts {
        match part {
            Part::Literal(text) | Part::SingleQuoted(text) => out.extend_from_slice(text),
            Part::Escaped(byte) => out.push(*byte),
            Part::AnsiQuoted { value, .. } => out.extend_from_slice(value),
            Part::DoubleQuoted(parts) | Part::Localized(parts) => {
                for part in parts {
                    match part {
                        Part::Literal(text) => out.extend_from_slice(text),
                        Part::Escaped(byte) => out.push(*byte),
                        _ => return None,
                    }
                }
            }
            _ => return None,
        }
    }
    Some(out)
}

/// Does `text` end in an odd number of backslashes?
fn ends_in_backslash(text: &[u8]) -> bool {
    text.iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1
}

/// Quote removal on source text.
fn unquote(source: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut bytes = source.iter().copied();
    let mut quote = None;
    while let Some(byte) = bytes.next() {
        match (quote, byte) {
            (Some(open), byte) if open == byte => quote = None,
            (None, b'\'' | b'"') => quote = Some(byte),
            (None | Some(b'"'), b'\\') => out.extend(bytes.next()),
            (_, byte) => out.push(byte),
        }
    }
    out
}
