//! Words: quoting (POSIX XCU 2.2), tilde-prefixes, brace expansions, patterns, and the places where expansions stand.

use crate::ast::*;
use crate::error::Result;
use crate::grammar::{Grammar, pop_from};
use crate::names::is_name;
use crate::parser::is_quoted;
use crate::quoted::QuotedEnd;
use crate::token::{BRACE, CLOSE, END, EQUALS, JOIN_LIMIT, OPEN, SPECIAL, STAR, TILDE, Token, class};

/// What ends an unquoted word.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WordEnd {
    /// Blanks and operators.
    Delimiter,
    /// `}`: the word of `${name-word}`, the pattern of `${name#pattern}`.
    Brace,
    /// `/` or `}`: the pattern of `${name/pattern/word}`.
    Slash,
    /// `,` or `}` (or a delimiter): an alternative of a brace expansion.
    Alternative,
    /// As `Delimiter`, but `|` and groups in parentheses belong to the word: `=~`.
    Regex,
    /// `]`: a subscript.
    Bracket,
    /// `]`, or `}` by mistake: a subscript in `${name[subscript]}`.
    BracedBracket,
    /// The end of the text: a completed piece of source.
    Text,
}

/// How an unquoted word is read.
#[derive(Clone, Copy)]
pub(crate) struct WordRules {
    pub end: WordEnd,
    /// Brace expansions are looked for.
    pub braces: bool,
    /// Tilde-prefixes are looked for after unquoted colons (and at the beginning).
    pub colons: bool,
    /// A tilde-prefix may stand at the beginning.
    pub tilde: bool,
}

impl Grammar<'_, '_> {
    /// The word that was looked at, with brace expansions.
    #[inline]
    pub fn word(&mut self) -> Result<Word> {
        self.word_with(self.cx.options.braces)
    }

    /// The word that was looked at, where brace expansion does not apply.
    pub fn unbraced_word(&mut self) -> Result<Word> {
        self.word_with(false)
    }

    #[inline]
    fn word_with(&mut self, braces: bool) -> Result<Word> {
        if let Token::Plain(mask) = self.peek() {
            let brace = if braces { BRACE } else { 0 };
            let tilde = mask & TILDE != 0 && (mask & EQUALS != 0 || self.src.buf.get(self.tok_start) == Some(&b'~'));
            if mask & brace == 0 && !tilde {
                let text: Box<[u8]> = self.tok_text().into();
                let glob = mask & STAR != 0 || mask & (OPEN | CLOSE) == OPEN | CLOSE;
                let line = self.src.line_at(self.tok_start);
                self.take();
                let flags = if glob { WordFlags::GLOB } else { WordFlags(0) };
                return Ok(Word { parts: Box::new([Part::Literal(text)]), flags, line });
            }
        }
        self.general_word(braces)
    }

    /// A word that is more than plain text.
    #[inline(never)]
    fn general_word(&mut self, braces: bool) -> Result<Word> {
        self.peek();
        let line = self.src.line_at(self.tok_start);
        self.tok = None;
        self.src.pos = self.tok_start;
        // Outside POSIX mode, tildes are expanded in any word that looks like an assignment.
        let assignment = !self.cx.options.posix && self.assignment_prefix().is_some();
        if assignment {
            return self.assignment_like(line, WordFlags(0), braces);
        }
        self.word_here(WordRules { end: WordEnd::Delimiter, braces, colons: false, tilde: true }, line)
    }

    /// `name=value` as an argument: a literal `name=`, then the value with its tilde-prefixes.
    pub fn assignment_like(&mut self, line: u32, flags: WordFlags, braces: bool) -> Result<Word> {
        let mark = self.scratch.parts.len();
        let end = self.assignment_prefix().unwrap_or(self.src.pos);
        let head: Box<[u8]> = self.src.buf.get(self.src.pos..end).unwrap_or_default().into();
        self.src.pos = end;
        self.scratch.parts.push(Part::Literal(head));
        let rules = WordRules { end: WordEnd::Delimiter, braces, colons: true, tilde: true };
        let inner = self.unquoted_parts(rules, line)?;
        Ok(self.assignment_word(mark, inner, flags, line))
    }

    /// Makes a word of the parts from `mark`, the first of which is `name=`.
    pub fn assignment_word(&mut self, mark: usize, inner: WordFlags, flags: WordFlags, line: u32) -> Word {
        // `name=` and a literal value are one literal.
        if let [Part::Literal(_), Part::Literal(_)] = self.scratch.parts.get(mark..).unwrap_or_default()
            && let (Some(Part::Literal(value)), Some(Part::Literal(head))) =
                (self.scratch.parts.pop(), self.scratch.parts.pop())
        {
            self.scratch.parts.push(Part::Literal([head, value].concat().into()));
        }
        let word = finish(pop_from(&mut self.scratch.parts, mark), inner, line);
        Word { flags: word.flags.with(flags), ..word }
    }

    /// The end of `name=` or `name+=` at the position, if it stands there in one piece.
    pub fn assignment_prefix(&mut self) -> Option<usize> {
        let text = self.src.buf.get(self.src.pos..)?;
        let equals = memchr::memchr(b'=', text.get(..text.len().min(1024))?)?;
        let head = text.get(..equals)?;
        let name = head.strip_suffix(b"+").unwrap_or(head);
        is_name(name).then_some(self.src.pos + equals + 1)
    }

    /// A word that begins at the position. Its parts, possibly none.
    pub fn word_here(&mut self, rules: WordRules, line: u32) -> Result<Word> {
        let mark = self.scratch.parts.len();
        let flags = self.unquoted_parts(rules, line)?;
        Ok(finish(pop_from(&mut self.scratch.parts, mark), flags, line))
    }

    /// A word that ends with the end of the text, quotes and all.
    pub fn all_words(&mut self) -> Result<Vec<Word>> {
        let mut words = Vec::new();
        loop {
            match self.peek() {
                Token::Plain(_) | Token::Word | Token::IoNumber | Token::IoVariable => words.push(self.word()?),
                Token::Newline => self.newline()?,
                Token::End => return Ok(words),
                Token::Op(_) => return self.unexpected(),
            }
        }
    }

    /// Pushes the parts of an unquoted word. The position is left at what ended it. Returns what was seen.
    pub fn unquoted_parts(&mut self, rules: WordRules, line: u32) -> Result<WordFlags> {
        let mark = self.scratch.literal.len();
        let first_part = self.scratch.parts.len();
        let mut mask = 0u8;
        let mut flags = WordFlags(0);
        // Open parentheses of extended patterns, or of a regular expression; or brackets of a subscript.
        let mut groups = 0u32;
        let mut tilde = rules.tilde;
        loop {
            let pos = self.src.pos;
            if tilde && self.byte() == Some(b'~') {
                tilde = false;
                if let Some((start, end)) = self.tilde_end(rules) {
                    self.flush_literal(mark);
                    let user = self.src.buf.get(start..end).unwrap_or_default().into();
                    self.scratch.parts.push(Part::Tilde(user));
                    flags = flags.with(WordFlags::TILDE);
                    self.src.pos = end;
                    continue;
                }
            }
            tilde = false;
            let Some(byte) = self.byte() else {
                if rules.end != WordEnd::Delimiter && rules.end != WordEnd::Text || groups > 0 {
                    let close = match rules.end {
                        WordEnd::Brace | WordEnd::Slash => b'}',
                        WordEnd::Bracket | WordEnd::BracedBracket => b']',
                        WordEnd::Alternative | WordEnd::Regex if groups == 0 => break,
                        _ => b')',
                    };
                    return Err(self.unmatched(close, line));
                }
                break;
            };
            let class = class(byte);
            if class & SPECIAL != 0 {
                match byte {
                    b'\\' => match self.byte_at(pos + 1) {
                        Some(b'\n') => self.src.pos += 2,
                        Some(quoted) => {
                            self.src.pos += 2;
                            self.flush_literal(mark);
                            self.scratch.parts.push(Part::Escaped(quoted));
                            flags = flags.with(WordFlags::QUOTED);
                        }
                        None => {
                            // At the end of all text it stands for itself.
                            self.src.pos += 1;
                            self.flush_literal(mark);
                            self.scratch.parts.push(Part::Escaped(b'\\'));
                            flags = flags.with(WordFlags::QUOTED);
                        }
                    },
                    b'\'' => {
                        self.flush_literal(mark);
                        let text = self.single_quoted()?;
                        self.scratch.parts.push(Part::SingleQuoted(text));
                        flags = flags.with(WordFlags::QUOTED);
                    }
                    b'"' => {
                        self.flush_literal(mark);
                        self.src.pos += 1;
                        let (parts, inner) = self.quoted_box(QuotedEnd::Quote)?;
                        self.scratch.parts.push(Part::DoubleQuoted(parts));
                        flags = flags.with(inner).with(WordFlags::QUOTED);
                    }
                    b'`' => {
                        self.flush_literal(mark);
                        let part = self.backquote(false)?;
                        self.scratch.parts.push(part);
                        flags = flags.with(WordFlags::EXPANSION);
                    }
                    _ => match self.dollar(None)? {
                        Some(part) => {
                            self.flush_literal(mark);
                            flags = flags.with(flags_of(&part));
                            self.scratch.parts.push(part);
                        }
                        None => self.scratch.literal.push(b'$'),
                    },
                }
                continue;
            }
            match rules.end {
                WordEnd::Delimiter | WordEnd::Alternative | WordEnd::Regex => {
                    if class & END != 0 && groups == 0 {
                        match byte {
                            b'<' | b'>' if rules.end != WordEnd::Regex && self.process_substitution_here() => {
                                self.flush_literal(mark);
                                let part = self.process_substitution()?;
                                self.scratch.parts.push(part);
                                flags = flags.with(WordFlags::EXPANSION);
                                continue;
                            }
                            b'(' if rules.end == WordEnd::Regex => groups += 1,
                            b'|' if rules.end == WordEnd::Regex => {}
                            b'(' if self.cx.options.extglob
                                && matches!(
                                    self.scratch.literal.get(mark..).unwrap_or_default().last(),
                                    Some(b'?' | b'*' | b'+' | b'@' | b'!')
                                ) =>
                            {
                                groups += 1;
                                flags = flags.with(WordFlags::GLOB);
                            }
                            _ => break,
                        }
                    } else if groups > 0 {
                        match byte {
                            b'(' => groups += 1,
                            b')' => groups -= 1,
                            _ => {}
                        }
                    } else if rules.end == WordEnd::Alternative && matches!(byte, b',' | b'}') {
                        break;
                    }
                }
                WordEnd::Brace if byte == b'}' => break,
                WordEnd::Slash if matches!(byte, b'}' | b'/') => break,
                WordEnd::BracedBracket if byte == b'}' => break,
                WordEnd::Bracket | WordEnd::BracedBracket => match byte {
                    b'[' => groups += 1,
                    b']' if groups == 0 => break,
                    b']' => groups -= 1,
                    _ => {}
                },
                _ => {}
            }
            if class & BRACE != 0 && rules.braces && groups == 0 {
                let at_start = self.scratch.parts.len() == first_part && self.scratch.literal.len() == mark;
                if let Some((brace, inner)) = self.brace_expansion(at_start && rules.tilde, line)? {
                    self.flush_literal(mark);
                    self.scratch.parts.push(Part::Brace(Box::new(brace)));
                    flags = flags.with(inner).with(WordFlags::BRACE);
                    continue;
                }
            }
            mask |= class;
            self.scratch.literal.push(byte);
            self.src.pos += 1;
            if rules.colons && byte == b':' {
                tilde = true;
            } else {
                // A run of bytes that mean nothing anywhere.
                let from = self.src.pos;
                let rest = self.src.buf.get(from..).unwrap_or_default();
                let run = rest
                    .iter()
                    .position(|&b| crate::token::class(b) != 0 || matches!(b, b'}' | b'/' | b',' | b':'))
                    .unwrap_or(rest.len());
                self.scratch.literal.extend_from_slice(rest.get(..run).unwrap_or_default());
                self.src.pos += run;
            }
        }
        self.flush_literal(mark);
        let several = self.scratch.parts.len() > first_part + 1;
        if mask & STAR != 0 || mask & OPEN != 0 && (mask & CLOSE != 0 || several) {
            flags = flags.with(WordFlags::GLOB);
        }
        Ok(flags)
    }

    /// The name in the tilde-prefix at the position, if nothing in it is quoted or expanded.
    #[inline(never)]
    fn tilde_end(&mut self, rules: WordRules) -> Option<(usize, usize)> {
        let mut start = self.src.pos + 1;
        let mut pos = start;
        loop {
            match self.byte_at(pos) {
                None | Some(b'/') => return Some((start, pos)),
                Some(b':') if rules.colons => return Some((start, pos)),
                Some(b'}') if matches!(rules.end, WordEnd::Brace | WordEnd::Slash | WordEnd::Alternative) => {
                    return Some((start, pos));
                }
                Some(b',') if rules.end == WordEnd::Alternative => return Some((start, pos)),
                Some(byte) if class(byte) & END != 0 => return Some((start, pos)),
                Some(b'\\') if pos - start <= JOIN_LIMIT && self.byte_at(pos + 1) == Some(b'\n') => {
                    self.src.join(start, pos, 2);
                    start += 2;
                    pos += 2;
                }
                Some(byte) if class(byte) & (SPECIAL | BRACE) != 0 => return None,
                Some(_) => pos += 1,
            }
        }
    }

    /// Are the bytes here `<(` or `>(`?
    fn process_substitution_here(&mut self) -> bool {
        let after = self.skip_joins(self.src.pos + 1);
        self.byte_at(after) == Some(b'(')
    }
}

/// What a word has to be flagged with for this part.
pub(crate) fn flags_of(part: &Part) -> WordFlags {
    match part {
        Part::Variable { .. } | Part::Param(_) | Part::Command(_) | Part::Arith(_) | Part::Process { .. } => {
            WordFlags::EXPANSION
        }
        part if is_quoted(part) => WordFlags::QUOTED,
        _ => WordFlags(0),
    }
}

/// Makes a word of its parts and of what was seen in them.
pub(crate) fn finish(parts: Box<[Part]>, flags: WordFlags, line: u32) -> Word {
    let simple = match &*parts {
        [] | [Part::Literal(_) | Part::SingleQuoted(_) | Part::AnsiQuoted { .. }] => true,
        [Part::DoubleQuoted(inner)] => matches!(&**inner, [] | [Part::Literal(_)]) || flags.has(WordFlags::EXPANSION),
        [Part::Variable { .. } | Part::Param(_) | Part::Command(_) | Part::Arith(_) | Part::Process { .. }] => true,
        [Part::Tilde(_) | Part::Brace(_)] => true,
        _ => false,
    };
    Word { parts, flags: if simple { flags } else { flags.with(WordFlags::COMPLEX) }, line }
}
