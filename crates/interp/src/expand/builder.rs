//! The builder: the parts of a word, one after the other, appended to what is being built.

use skosh_state::environment::Separators;
use skosh_state::{Attributes, Divert, Fields, Opt, Shell};
use skosh_syntax::Sym;
use skosh_syntax::ast::{Part, Word, WordFlags};

use super::{arith, brace, tilde};
use crate::substitution;

/// What is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Fields: split, and subject to pathname expansion.
    Fields,
    /// One string.
    Text,
    /// One string, with no quotes in the source (a here-document).
    HereDocument,
    /// One string in which quoted characters are escaped for pattern matching.
    Pattern,
    /// One string and where in it is quoted text, for an extended regular expression: see [`super::regex`].
    Regex,
    /// One string in which quoted `&` and `\` are escaped: the replacement of `${x/pattern/word}`.
    Replacement,
}

/// Where a part stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Context {
    /// At the top of a word: literal text is not split.
    Top,
    /// Within double quotes.
    Quoted,
    /// In the word of `${x-word}` without double quotes: literal text is split.
    Operand,
}

/// Where field splitting is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Delimiter {
    /// At the beginning of a field.
    Start,
    /// A field has just been ended by IFS white space: another separator would belong to the same delimiter.
    Space,
}

/// Where the text goes.
pub(super) enum Sink<'o> {
    Fields(&'o mut Fields),
    Text(&'o mut Vec<u8>),
}

/// Builds fields or a string from the parts of a word.
pub(crate) struct Builder<'o> {
    pub(super) sink: Sink<'o>,
    pub(super) mode: Mode,
    /// The field being built exists, be it empty.
    pub(super) content: bool,
    pub(super) delimiter: Delimiter,
    /// Pathname expansion is on, and the word has something unquoted.
    pub(super) may_glob: bool,
    /// Extended patterns count in pathname expansion.
    pub(super) extglob: bool,
    /// The field being built holds an unquoted pattern character.
    pub(super) glob: bool,
    /// Where the field being built holds quoted bytes that mean something in a pattern: ranges counted from its beginning.
    pub(super) escapes: Vec<(usize, usize)>,
    /// Finished fields that are patterns: index and the pattern with its escapes.
    pub(super) patterns: Vec<(usize, Vec<u8>)>,
    /// A `"$@"` without parameters was met.
    pub(super) empty_list: bool,
    /// The number of fields before this word.
    pub(super) first: usize,
    /// posix mode: `"$@"` and the like as dash has them.
    pub(super) posix: bool,
    /// Within the word of `${x-word}`, where bash joins unquoted `$@` by spaces before it is split.
    pub(super) in_operand: bool,
}

impl<'o> Builder<'o> {
    fn new(sink: Sink<'o>, mode: Mode) -> Self {
        Builder {
            sink,
            mode,
            content: false,
            delimiter: Delimiter::Start,
            may_glob: false,
            extglob: false,
            glob: false,
            escapes: Vec::new(),
            patterns: Vec::new(),
            empty_list: false,
            first: 0,
            posix: false,
            in_operand: false,
        }
    }

    /// A builder of fields for `word`.
    pub(crate) fn fields(sh: &Shell, word: &Word, out: &'o mut Fields) -> Self {
        let first = out.len();
        let mut builder = Builder::new(Sink::Fields(out), Mode::Fields);
        builder.first = first;
        builder.may_glob = !sh.options.has(Opt::NoGlob)
            && word.flags.has(WordFlags::GLOB.with(WordFlags::EXPANSION).with(WordFlags::BRACE))
            && !word.parts.iter().all(|part| matches!(part, Part::DoubleQuoted(_) | Part::SingleQuoted(_)));
        builder.extglob = sh.options.has(Opt::ExtGlob);
        builder.posix = sh.options.has(Opt::Posix);
        builder
    }

    /// A builder of one string.
    pub(crate) fn text(sh: &Shell, out: &'o mut Vec<u8>, mode: Mode) -> Self {
        let mut builder = Builder::new(Sink::Text(out), mode);
        builder.posix = sh.options.has(Opt::Posix);
        builder
    }

    /// The buffer that the field being built is appended to.
    #[inline]
    pub(super) fn buffer(&mut self) -> &mut Vec<u8> {
        match &mut self.sink {
            Sink::Fields(fields) => fields.open(),
            Sink::Text(text) => text,
        }
    }

    /// Appends quoted bytes.
    #[inline]
    pub(crate) fn quoted(&mut self, bytes: &[u8]) {
        match self.mode {
            Mode::Fields => {
                self.content = true;
                if self.may_glob && bytes.iter().any(|&byte| means_something(byte)) {
                    let start = self.open_length();
                    self.escapes.push((start, start + bytes.len()));
                }
                self.buffer().extend_from_slice(bytes);
            }
            Mode::Text | Mode::HereDocument => self.buffer().extend_from_slice(bytes),
            Mode::Pattern => escape(bytes, means_something, self.buffer()),
            Mode::Regex => {
                let start = self.open_length();
                self.escapes.push((start, start + bytes.len()));
                self.buffer().extend_from_slice(bytes);
            }
            Mode::Replacement => escape(bytes, |byte| matches!(byte, b'&' | b'\\'), self.buffer()),
        }
    }

    /// Appends literal, unquoted bytes of the script.
    #[inline]
    pub(super) fn literal(&mut self, bytes: &[u8]) {
        if self.mode == Mode::Fields {
            self.content = true;
            if self.may_glob && !self.glob {
                self.glob = self.has_glob(bytes);
            }
        }
        self.buffer().extend_from_slice(bytes);
    }

    /// As [`Builder::literal`] for text that may be nothing at all.
    pub(super) fn literal_if_any(&mut self, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.literal(bytes);
        }
    }

    fn open_length(&self) -> usize {
        match &self.sink {
            Sink::Fields(fields) => fields.open_field().len(),
            Sink::Text(text) => text.len(),
        }
    }

    /// Expands a whole word of fields.
    pub(crate) fn word(&mut self, sh: &mut Shell, parts: &[Part]) -> Result<(), Divert> {
        self.parts(sh, parts, Context::Top)?;
        self.end_word(sh)
    }

    /// Expands parts one after the other.
    pub(crate) fn parts(&mut self, sh: &mut Shell, parts: &[Part], context: Context) -> Result<(), Divert> {
        for part in parts {
            self.part(sh, part, context)?;
        }
        Ok(())
    }

    /// Expands a part.
    pub(super) fn part(&mut self, sh: &mut Shell, part: &Part, context: Context) -> Result<(), Divert> {
        let is_quoted = context == Context::Quoted;
        match part {
            Part::Literal(text) => match context {
                Context::Top => self.literal(text),
                Context::Quoted => self.quoted(text),
                Context::Operand => {
                    sh.separators();
                    self.expanded(&sh.ifs, text);
                }
            },
            Part::Escaped(byte) => self.quoted(&[*byte]),
            Part::SingleQuoted(text) => self.quoted(text),
            Part::AnsiQuoted { value, .. } => self.quoted(value),
            Part::DoubleQuoted(inner) | Part::Localized(inner) => self.double_quoted(sh, inner)?,
            Part::Variable { name, .. } => self.variable(sh, *name, is_quoted)?,
            Part::Param(param) => self.parameter(sh, param, context)?,
            Part::Command(command) => self.command(sh, command, is_quoted)?,
            Part::Arith(expression) => {
                let value = arith::arith(sh, expression)?;
                self.value(sh, skosh_arith::Decimal::new(value).as_bytes(), is_quoted);
            }
            Part::Process { output, body } => {
                let mut path = sh.take_bytes();
                substitution::process(sh, *output, body, &mut path)?;
                self.quoted(&path);
                sh.recycle_bytes(path);
            }
            Part::Tilde(prefix) => tilde::expand(sh, prefix, self)?,
            Part::Brace(brace) => brace::literally(sh, brace, self, context)?,
            // The parser puts an array only at the end of a declaration argument, which is expanded elsewhere.
            Part::Array(_) => {}
        }
        Ok(())
    }

    /// Expands what stands between double quotes. An empty result is a field, except where `"$@"` without parameters made it so.
    pub(super) fn double_quoted(&mut self, sh: &mut Shell, inner: &[Part]) -> Result<(), Divert> {
        if self.mode != Mode::Fields {
            return self.parts(sh, inner, Context::Quoted);
        }
        let outer = std::mem::replace(&mut self.empty_list, false);
        let content = std::mem::replace(&mut self.content, false);
        let before = self.total();
        self.parts(sh, inner, Context::Quoted)?;
        let is_nothing = self.empty_list && self.total() == before && (!self.posix || inner.len() == 1);
        self.content = content || !is_nothing;
        self.empty_list = outer;
        Ok(())
    }

    /// A measure of everything appended so far.
    fn total(&mut self) -> usize {
        self.buffer().len()
    }

    /// `$name`: one copy when the variable is a plain one.
    #[inline]
    fn variable(&mut self, sh: &mut Shell, name: Sym, is_quoted: bool) -> Result<(), Divert> {
        if !is_quoted && self.mode == Mode::Fields {
            sh.separators();
        }
        let shell = &*sh;
        if let Some(variable) = shell.vars.get(name)
            && !variable.attrs.has(Attributes::NAMEREF.with(Attributes::DYNAMIC))
            && let Some(text) = variable.scalar()
        {
            if is_quoted {
                self.quoted(text);
            } else {
                self.expanded(&shell.ifs, text);
            }
            return Ok(());
        }
        self.unusual_variable(sh, name, is_quoted)
    }

    /// Appends the result of an expansion that is not borrowed from the shell.
    pub(super) fn value(&mut self, sh: &mut Shell, text: &[u8], is_quoted: bool) {
        if is_quoted {
            self.quoted(text);
        } else {
            sh.separators();
            self.expanded(&sh.ifs, text);
        }
    }

    fn command(
        &mut self,
        sh: &mut Shell,
        command: &skosh_syntax::ast::CommandSubst,
        is_quoted: bool,
    ) -> Result<(), Divert> {
        // Into the text itself where nothing is done to it.
        if matches!(self.mode, Mode::Text | Mode::HereDocument)
            || (is_quoted && self.mode == Mode::Fields && !self.may_glob)
        {
            self.content = true;
            return substitution::command(sh, command, self.buffer());
        }
        let mut text = sh.take_bytes();
        let result = substitution::command(sh, command, &mut text);
        if result.is_ok() {
            self.value(sh, &text, is_quoted);
        }
        sh.recycle_bytes(text);
        result
    }

    /// Appends several values: the positional parameters or the elements of an array.
    ///
    /// `star` tells `$*` from `$@`: quoted, the first is one string joined by the first character of IFS.
    pub(super) fn values<'v>(
        &mut self,
        ifs: &Separators,
        values: impl Iterator<Item = &'v [u8]>,
        star: bool,
        is_quoted: bool,
    ) {
        let mut is_first = true;
        for value in values {
            if !std::mem::replace(&mut is_first, false) {
                self.between_values(ifs, star, is_quoted);
            }
            if is_quoted {
                self.quoted(value);
            } else {
                self.expanded(ifs, value);
            }
        }
        if is_first && !star {
            self.empty_list = true;
        }
    }

    /// Notes a list without values that was written with `@`: between double quotes, it makes no field.
    pub(super) fn no_values(&mut self) {
        self.empty_list = true;
    }

    fn between_values(&mut self, ifs: &Separators, star: bool, is_quoted: bool) {
        let join = ifs.join();
        match (self.mode, is_quoted) {
            (Mode::Fields, true) if !star => self.end_field(),
            // bash: the values are joined by the first separator and split again, which keeps empty ones between
            // separators that are not white space. dash: each value is split by itself.
            (Mode::Fields, false) => match join {
                Some(_) if !self.posix && self.in_operand && !star => self.expanded(ifs, b" "),
                Some(joint) if !self.posix => self.expanded(ifs, joint),
                _ => self.soft_break(),
            },
            _ => {
                let joined_by_ifs = star || self.posix;
                match join {
                    Some(joint) if joined_by_ifs => self.joint(joint, is_quoted),
                    None if joined_by_ifs => {}
                    _ => self.joint(b" ", is_quoted),
                }
            }
        }
    }

    fn joint(&mut self, joint: &[u8], is_quoted: bool) {
        if is_quoted {
            self.quoted(joint);
        } else {
            self.buffer().extend_from_slice(joint);
        }
    }
}

/// Does the byte mean something in a pattern when it is not quoted?
pub(super) fn means_something(byte: u8) -> bool {
    matches!(
        byte,
        b'*' | b'?' | b'[' | b']' | b'\\' | b'-' | b'!' | b'^' | b'(' | b')' | b'|' | b'@' | b'+' | b':' | b'.' | b'='
    )
}

fn escape(bytes: &[u8], is_special: impl Fn(u8) -> bool, out: &mut Vec<u8>) {
    for &byte in bytes {
        if is_special(byte) {
            out.push(b'\\');
        }
        out.push(byte);
    }
}
