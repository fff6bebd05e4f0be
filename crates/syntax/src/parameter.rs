//! `${...}`: POSIX's forms (XCU 2.6.2), bash's, and what is none of them, kept as [`ParamOp::Bad`] until it is reached.

use std::rc::Rc;

use crate::arith::ArithEnd;
use crate::ast::*;
use crate::error::Result;
use crate::grammar::{Grammar, pop_from};
use crate::names::is_name_start;
use crate::quoted::QuotedEnd;
use crate::word::{WordEnd, WordRules, finish};

impl Grammar<'_, '_> {
    /// `${`, which was taken, to `}`. `quoted` is the kind of double-quoted text around it.
    #[inline(never)]
    pub fn braced(&mut self, quoted: Option<QuotedEnd>) -> Result<Part> {
        let start = self.skip_joins(self.src.pos);
        self.src.pos = start;
        let line = self.src.line_at(start);
        let first = match self.byte_at(start) {
            Some(byte) => byte,
            None => return Err(self.unmatched(b'}', line)),
        };
        match first {
            b' ' | b'\t' | b'\n' if !self.cx.options.posix => {
                let body = self.enclosed_list(line, b'}')?;
                return Ok(Part::Command(Rc::new(CommandSubst {
                    line,
                    form: SubstForm::Shared,
                    body,
                    source: Box::default(),
                })));
            }
            b'|' if !self.cx.options.posix => {
                self.src.pos = start + 1;
                let body = self.enclosed_list(line, b'}')?;
                return Ok(Part::Command(Rc::new(CommandSubst {
                    line,
                    form: SubstForm::Value,
                    body,
                    source: Box::default(),
                })));
            }
            _ => {}
        }
        let mut param = new_param(line);
        if first == b'#' && self.length(&mut param)? {
            return Ok(Part::Param(param));
        }
        self.src.pos = start;
        if first == b'!' {
            let next = self.skip_joins(start + 1);
            if let Some(byte) = self.byte_at(next)
                && (is_name_start(byte) || byte.is_ascii_digit() || matches!(byte, b'#' | b'?' | b'@' | b'*'))
            {
                param.indirect = true;
                self.src.pos = next;
            }
        }
        if first == b'#' && self.is_length_of_nothing(start) {
            return self.bad_param(start, line);
        }
        if !self.param_name(&mut param.name) {
            return self.bad_param(start, line);
        }
        self.src.pos = self.skip_joins(self.src.pos);
        if self.byte() == Some(b'[') {
            if !matches!(param.name, ParamName::Variable(_)) {
                return self.bad_param(start, line);
            }
            self.src.pos += 1;
            param.subscript = self.braced_subscript()?;
            if param.subscript.is_none() {
                return self.bad_param(start, line);
            }
        }
        let at = self.skip_joins(self.src.pos);
        self.src.pos = at;
        match self.byte() {
            None => return Err(self.unmatched(b'}', line)),
            Some(b'}') => {
                self.src.pos += 1;
                if let (ParamName::Variable(name), None, false) = (param.name, &param.subscript, param.indirect) {
                    return Ok(Part::Variable { name, braced: true });
                }
                if param.indirect
                    && let Some(at) = match param.subscript {
                        Some(Subscript::At) => Some(true),
                        Some(Subscript::Star) => Some(false),
                        _ => None,
                    }
                {
                    param.op = ParamOp::Keys { at };
                }
                return Ok(Part::Param(param));
            }
            Some(_) => {}
        }
        if self.param_op(&mut param, quoted, line)? { Ok(Part::Param(param)) } else { self.bad_param(start, line) }
    }

    /// `${#...}`: true when it is the length of a parameter. The position is at `#`.
    fn length(&mut self, param: &mut Param) -> Result<bool> {
        let next = self.skip_joins(self.src.pos + 1);
        self.src.pos = next;
        if self.byte() == Some(b'}') || !self.param_name(&mut param.name) {
            param.name = ParamName::Special(b'#');
            return Ok(false);
        }
        self.src.pos = self.skip_joins(self.src.pos);
        if self.byte() == Some(b'[') && matches!(param.name, ParamName::Variable(_)) {
            self.src.pos += 1;
            param.subscript = self.braced_subscript()?;
        }
        let end = self.skip_joins(self.src.pos);
        if self.byte_at(end) == Some(b'}') {
            self.src.pos = end + 1;
            param.op = ParamOp::Length;
            return Ok(true);
        }
        param.name = ParamName::Special(b'#');
        param.subscript = None;
        Ok(false)
    }

    /// bash: `${#:}` and the like are no expansion of `$#`.
    fn is_length_of_nothing(&mut self, start: usize) -> bool {
        let operator = self.skip_joins(start + 1);
        let end = self.skip_joins(operator + 1);
        !self.cx.options.posix
            && matches!(self.byte_at(operator), Some(b':' | b'/' | b'%' | b'=' | b'+'))
            && self.byte_at(end) == Some(b'}')
    }

    /// The parameter at the position; false (nothing taken) when there is none.
    fn param_name(&mut self, name: &mut ParamName) -> bool {
        let pos = self.src.pos;
        match self.byte() {
            Some(byte) if is_name_start(byte) => {
                let (start, end) = self.name_end(pos);
                let text = self.src.buf.get(start..end).unwrap_or_default();
                *name = ParamName::Variable(self.cx.names.intern(text));
                self.src.pos = end;
            }
            Some(b'0'..=b'9') => {
                let mut end = pos;
                let mut number = 0u32;
                while let Some(digit @ b'0'..=b'9') = self.byte_at(end) {
                    number = number.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
                    end = self.skip_joins(end + 1);
                }
                *name = if number == 0 { ParamName::Special(b'0') } else { ParamName::Positional(number) };
                self.src.pos = end;
            }
            Some(byte @ (b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!')) => {
                *name = ParamName::Special(byte);
                self.src.pos = pos + 1;
            }
            _ => return false,
        }
        true
    }

    /// What follows the parameter, to the `}`, which is taken. False when it is nothing known.
    #[inline(never)]
    fn param_op(&mut self, param: &mut Param, quoted: Option<QuotedEnd>, line: u32) -> Result<bool> {
        let pos = self.src.pos;
        let Some(byte) = self.byte() else { return Ok(false) };
        let next_at = self.skip_joins(pos + 1);
        let next = self.byte_at(next_at);
        match byte {
            b':' => {
                let Some(kind) = next.and_then(default_kind) else {
                    self.src.pos = next_at;
                    return self.substring(param);
                };
                self.src.pos = next_at + 1;
                self.default(param, kind, true, quoted, line)
            }
            b'-' | b'=' | b'?' | b'+' => {
                let Some(kind) = default_kind(byte) else { return Ok(false) };
                self.src.pos += 1;
                self.default(param, kind, false, quoted, line)
            }
            b'#' | b'%' => {
                let longest = next == Some(byte);
                self.src.pos = if longest { next_at + 1 } else { pos + 1 };
                self.remove(param, byte, longest, line)
            }
            b'/' => {
                self.src.pos = next_at;
                self.replace(param, line)
            }
            b'^' | b',' | b'~' => {
                let all = next == Some(byte);
                self.src.pos = if all { next_at + 1 } else { pos + 1 };
                self.case_op(param, byte, all, line)
            }
            b'@' | b'*' if next == Some(b'}') && param.indirect && param.subscript.is_none() => {
                if !matches!(param.name, ParamName::Variable(_)) {
                    return Ok(false);
                }
                self.src.pos = next_at + 1;
                param.op = ParamOp::NamesWithPrefix { at: byte == b'@' };
                Ok(true)
            }
            b'@' => {
                let Some(letter) = next else { return Ok(false) };
                if !b"UuLQEPAKka".contains(&letter) || self.byte_after(next_at) != Some(b'}') {
                    return Ok(false);
                }
                self.src.pos = self.skip_joins(next_at + 1) + 1;
                param.op = ParamOp::Transform(letter);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    // Each kind of operation has a frame of its own: together they would make one of a kilobyte.

    /// `word}` after one of the operators `-=?+`.
    #[inline(never)]
    fn default(
        &mut self,
        param: &mut Param,
        kind: DefaultKind,
        colon: bool,
        quoted: Option<QuotedEnd>,
        line: u32,
    ) -> Result<bool> {
        let word = self.operand(quoted, line)?;
        param.op = ParamOp::Default { kind, colon, word };
        Ok(true)
    }

    /// `pattern}` after `#` or `%`.
    #[inline(never)]
    fn remove(&mut self, param: &mut Param, operator: u8, longest: bool, line: u32) -> Result<bool> {
        let pattern = self.pattern_operand(WordEnd::Brace, line)?;
        self.src.pos += 1;
        param.op = match operator {
            b'#' => ParamOp::RemovePrefix { longest, pattern },
            _ => ParamOp::RemoveSuffix { longest, pattern },
        };
        Ok(true)
    }

    /// `pattern}` after `^`, `,` or `~`.
    #[inline(never)]
    fn case_op(&mut self, param: &mut Param, operator: u8, all: bool, line: u32) -> Result<bool> {
        let pattern = self.pattern_operand(WordEnd::Brace, line)?;
        self.src.pos += 1;
        let kind = match operator {
            b'^' => CaseKind::Upper,
            b',' => CaseKind::Lower,
            _ => CaseKind::Toggle,
        };
        param.op = ParamOp::Case { kind, all, pattern: (!pattern.word.parts.is_empty()).then_some(pattern) };
        Ok(true)
    }

    /// The byte after the one at `pos` and after line continuations.
    fn byte_after(&mut self, pos: usize) -> Option<u8> {
        let next = self.skip_joins(pos + 1);
        self.byte_at(next)
    }

    /// `offset[:length]}`
    #[inline(never)]
    fn substring(&mut self, param: &mut Param) -> Result<bool> {
        if self.byte() == Some(b'}') {
            return Ok(false);
        }
        let offset = self.arith_text(ArithEnd::Offset)?;
        let length = match self.byte() {
            Some(b':') => {
                self.src.pos += 1;
                Some(self.arith_text(ArithEnd::Length)?)
            }
            _ => None,
        };
        self.src.pos += 1;
        param.op = ParamOp::Substring { offset, length };
        Ok(true)
    }

    /// `[/#%]pattern[/word]}`
    #[inline(never)]
    fn replace(&mut self, param: &mut Param, line: u32) -> Result<bool> {
        let kind = match self.byte() {
            Some(b'/') => ReplaceKind::All,
            Some(b'#') => ReplaceKind::Prefix,
            Some(b'%') => ReplaceKind::Suffix,
            _ => ReplaceKind::First,
        };
        if kind != ReplaceKind::First {
            self.src.pos = self.skip_joins(self.src.pos + 1);
        }
        let pattern = if kind == ReplaceKind::All && self.byte() == Some(b'/') {
            self.pattern_after_slash(line)?
        } else {
            self.pattern_operand(WordEnd::Slash, line)?
        };
        let with = match self.byte() {
            Some(b'/') => {
                self.src.pos += 1;
                let rules = WordRules { end: WordEnd::Brace, braces: false, colons: false, tilde: true };
                Some(self.word_here(rules, line)?)
            }
            _ => None,
        };
        self.src.pos += 1;
        param.op = ParamOp::Replace { kind, pattern, with };
        Ok(true)
    }

    /// The word of `${name-word}` and the `}`.
    fn operand(&mut self, quoted: Option<QuotedEnd>, line: u32) -> Result<Word> {
        if quoted.is_some() {
            let (parts, flags) = self.quoted_box(QuotedEnd::Brace)?;
            return Ok(finish(parts, flags, line));
        }
        let rules = WordRules { end: WordEnd::Brace, braces: false, colons: false, tilde: true };
        let word = self.word_here(rules, line)?;
        self.src.pos += 1;
        Ok(word)
    }

    /// A pattern up to what ends it, which is left. Its quotes are quotes, wherever the expansion stands.
    fn pattern_operand(&mut self, end: WordEnd, line: u32) -> Result<Pattern> {
        let rules = WordRules { end, braces: false, colons: false, tilde: true };
        let word = self.word_here(rules, line)?;
        Ok(Pattern { word, ..Pattern::default() })
    }

    /// The pattern of `${name//pattern/word}` when its first character is a slash, which then ends nothing.
    fn pattern_after_slash(&mut self, line: u32) -> Result<Pattern> {
        self.src.pos += 1;
        let mark = self.scratch.parts.len();
        self.scratch.parts.push(Part::Escaped(b'/'));
        let rules = WordRules { end: WordEnd::Slash, braces: false, colons: false, tilde: false };
        let flags = self.unquoted_parts(rules, line)?.with(WordFlags::QUOTED);
        let word = finish(pop_from(&mut self.scratch.parts, mark), flags, line);
        Ok(Pattern { word, ..Pattern::default() })
    }

    /// Something else from `start` to the matching `}`.
    #[cold]
    #[inline(never)]
    fn bad_param(&mut self, start: usize, line: u32) -> Result<Part> {
        let mut pos = start;
        loop {
            match self.byte_at(pos) {
                None => return Err(self.unmatched(b'}', line)),
                Some(b'}') => break,
                Some(b'\\' | b'\'' | b'"' | b'`' | b'$') => match self.skip_quoted(pos, usize::MAX) {
                    Some(after) => pos = after,
                    None => return Err(self.unmatched(b'}', line)),
                },
                Some(_) => pos += 1,
            }
        }
        let text = self.src.buf.get(start..pos).unwrap_or_default().into();
        self.src.pos = pos + 1;
        let mut param = new_param(line);
        param.op = ParamOp::Bad(text);
        Ok(Part::Param(param))
    }
}

/// An expansion about which nothing is known yet.
#[inline(never)]
pub(crate) fn new_param(line: u32) -> Box<Param> {
    let name = ParamName::Special(b'#');
    Box::new(Param { name, subscript: None, indirect: false, op: ParamOp::None, braced: true, line })
}

fn default_kind(byte: u8) -> Option<DefaultKind> {
    Some(match byte {
        b'-' => DefaultKind::Use,
        b'=' => DefaultKind::Assign,
        b'?' => DefaultKind::Error,
        b'+' => DefaultKind::Alternative,
        _ => return None,
    })
}
