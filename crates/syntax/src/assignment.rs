//! Assignments (POSIX XCU 2.10.2 rule 7), array values, and the arguments of declaration utilities.

use crate::ast::*;
use crate::error::{Result, SyntaxErrorKind};
use crate::grammar::Grammar;
use crate::names::{is_name_byte, is_name_start};
use crate::token::{Op, Token};
use crate::word::{WordEnd, WordRules};

/// How far a subscript is followed to see whether `=` comes after it.
const SUBSCRIPT_LIMIT: usize = 16 * 1024;

/// The beginning of an assignment.
struct Head {
    name_end: usize,
    /// After `[`.
    subscript: Option<usize>,
    append: bool,
    /// After `=`.
    value: usize,
}

impl Grammar<'_, '_> {
    /// What the word at `start` begins with, if that is an assignment.
    fn assignment_head(&mut self, start: usize) -> Option<Head> {
        if !is_name_start(self.byte_at(start)?) {
            return None;
        }
        let text = self.src.buf.get(start..)?;
        let length = text.iter().position(|&byte| !is_name_byte(byte))?;
        let name_end = start + length;
        let mut pos = name_end;
        let mut subscript = None;
        if text.get(length) == Some(&b'[') {
            subscript = Some(pos + 1);
            pos = self.subscript_end(pos + 1, false)?;
            pos = self.skip_joins(pos);
        }
        let append = self.byte_at(pos) == Some(b'+');
        if append {
            pos = self.skip_joins(pos + 1);
        }
        (self.byte_at(pos) == Some(b'=')).then_some(Head { name_end, subscript, append, value: pos + 1 })
    }

    /// The position after the `]` that ends the subscript at `pos`. In an array's value it may go over several lines.
    fn subscript_end(&mut self, mut pos: usize, lines: bool) -> Option<usize> {
        let limit = pos + SUBSCRIPT_LIMIT;
        let mut depth = 0u32;
        while pos < limit {
            match self.byte_at(pos)? {
                b']' if depth == 0 => return Some(pos + 1),
                b']' => depth -= 1,
                b'[' => depth += 1,
                b'\n' if !lines => return None,
                b'\\' | b'\'' | b'"' | b'`' | b'$' => {
                    pos = self.skip_quoted(pos, limit)?;
                    continue;
                }
                _ => {}
            }
            pos += 1;
        }
        None
    }

    /// Pushes the assignment that the word which was looked at is, if it is one.
    #[inline(never)]
    pub fn assignment(&mut self) -> Result<bool> {
        let start = self.tok_start;
        let Some(head) = self.assignment_head(start) else { return Ok(false) };
        let span = self.span();
        let name = self.src.buf.get(start..head.name_end).unwrap_or_default();
        let name = self.cx.names.intern(name);
        self.tok = None;
        let subscript = match head.subscript {
            Some(at) => {
                self.src.pos = at;
                let subscript = self.subscript()?;
                // The brackets may not be matched quite as they were in looking ahead.
                self.assignment_operator()?;
                Some(Box::new(subscript))
            }
            None => {
                self.src.pos = head.value;
                None
            }
        };
        self.src.pos = self.skip_joins(self.src.pos);
        let value = if self.byte() == Some(b'(') {
            AssignedValue::Array(self.array()?)
        } else {
            AssignedValue::Scalar(self.value(span.line)?)
        };
        self.scratch.assignments.push(Assignment { span, name, subscript, append: head.append, value });
        Ok(true)
    }

    /// Takes `=` or `+=` after a subscript.
    fn assignment_operator(&mut self) -> Result<()> {
        let mut pos = self.skip_joins(self.src.pos);
        if self.byte_at(pos) == Some(b'+') {
            pos = self.skip_joins(pos + 1);
        }
        if self.byte_at(pos) != Some(b'=') {
            self.src.pos = pos;
            return self.unexpected();
        }
        self.src.pos = pos + 1;
        Ok(())
    }

    /// The value of an assignment: a word without brace expansion.
    fn value(&mut self, line: u32) -> Result<Word> {
        let at = self.skip_joins(self.src.pos);
        self.src.pos = at;
        let rules = WordRules { end: WordEnd::Delimiter, braces: false, colons: true, tilde: true };
        let mut word = self.word_here(rules, line)?;
        word.flags = WordFlags(word.flags.0 & !WordFlags::GLOB.0).with(WordFlags::ASSIGNMENT);
        Ok(word)
    }

    /// `( ... )` after `name=`; the position is at the parenthesis.
    fn array(&mut self) -> Result<Box<[ArrayElement]>> {
        self.nested(Self::array_elements)
    }

    fn array_elements(&mut self) -> Result<Box<[ArrayElement]>> {
        self.src.pos += 1;
        self.tok = None;
        let line = self.src.line_at(self.src.pos);
        let mut elements = Vec::new();
        loop {
            match self.peek() {
                Token::Newline => self.newline()?,
                Token::Op(Op::Close) => {
                    self.take();
                    return Ok(elements.into());
                }
                Token::Plain(_) | Token::Word | Token::IoNumber | Token::IoVariable => {
                    let element = self.array_element()?;
                    elements.push(element);
                }
                Token::End => return Err(self.unmatched(b')', line)),
                Token::Op(_) => {
                    return self.unexpected().map_err(|mut error| {
                        error.kind = SyntaxErrorKind::UnexpectedInArray;
                        error
                    });
                }
            }
        }
    }

    #[inline(never)]
    fn array_element(&mut self) -> Result<ArrayElement> {
        let start = self.tok_start;
        if self.byte_at(start) == Some(b'[')
            && let Some(mut end) = self.subscript_end(start + 1, true)
        {
            end = self.skip_joins(end);
            let append = self.byte_at(end) == Some(b'+');
            if append {
                end = self.skip_joins(end + 1);
            }
            if self.byte_at(end) == Some(b'=') {
                let line = self.src.line_at(start);
                self.tok = None;
                self.src.pos = start + 1;
                let subscript = Some(Box::new(self.subscript()?));
                self.assignment_operator()?;
                let value = self.value(line)?;
                return Ok(ArrayElement { subscript, append, value });
            }
        }
        Ok(ArrayElement { subscript: None, append: false, value: self.word()? })
    }

    /// The word that was looked at, an argument of a declaration utility.
    pub fn assignment_argument(&mut self) -> Result<Word> {
        if let Some(word) = self.array_argument()? {
            return Ok(word);
        }
        let start = self.tok_start;
        let Some(head) = self.assignment_head(start) else { return self.word() };
        let line = self.src.line_at(start);
        self.tok = None;
        self.src.pos = start;
        let mark = self.scratch.parts.len();
        let inner = self.argument_head(&head, start, line)?;
        let rules = WordRules { end: WordEnd::Delimiter, braces: false, colons: true, tilde: true };
        let flags = self.unquoted_parts(rules, line)?.with(inner);
        let flags = WordFlags(flags.0 & !WordFlags::GLOB.0);
        Ok(self.assignment_word(mark, flags, WordFlags::ASSIGNMENT, line))
    }

    /// Pushes `name=` or `name[subscript]=` as parts.
    fn argument_head(&mut self, head: &Head, start: usize, line: u32) -> Result<WordFlags> {
        let mut flags = WordFlags(0);
        let mut from = start;
        if let Some(at) = head.subscript {
            let text = self.src.buf.get(start..at).unwrap_or_default().into();
            self.scratch.parts.push(Part::Literal(text));
            self.src.pos = at;
            let rules = WordRules { end: WordEnd::Bracket, braces: false, colons: false, tilde: false };
            flags = self.nested(|grammar| grammar.unquoted_parts(rules, line))?;
            from = self.src.pos;
        }
        let text = self.src.buf.get(from..head.value).unwrap_or_default().into();
        self.scratch.parts.push(Part::Literal(text));
        self.src.pos = head.value;
        Ok(flags)
    }

    /// `name=( ... )` as an argument, if that is what was looked at.
    pub fn array_argument(&mut self) -> Result<Option<Word>> {
        let start = self.tok_start;
        let Some(head) = self.assignment_head(start) else { return Ok(None) };
        if self.byte_at(head.value) != Some(b'(') {
            return Ok(None);
        }
        let line = self.src.line_at(start);
        self.tok = None;
        let mark = self.scratch.parts.len();
        let flags = self.argument_head(&head, start, line)?;
        let elements = self.array()?;
        self.scratch.parts.push(Part::Array(elements));
        let flags = WordFlags(flags.0 & !WordFlags::GLOB.0).with(WordFlags::ASSIGNMENT);
        Ok(Some(self.assignment_word(mark, flags, WordFlags(0), line)))
    }
}
