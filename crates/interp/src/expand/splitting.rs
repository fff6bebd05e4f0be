//! Field splitting (POSIX XCU 2.6.5) as a state machine over the results of expansions, and the end of a field.

use skosh_pattern::Pattern;
use skosh_state::environment::{Separator, Separators};
use skosh_state::{Divert, Fields, Opt, Shell};
use skosh_syntax::names::well_known as name;

use super::builder::{Builder, Delimiter, Mode, Sink, means_something};
use super::pathname;
use crate::report;

impl Builder<'_> {
    /// Appends the result of an unquoted expansion: split, and looked through for pattern characters, where fields are built.
    #[inline]
    pub(super) fn expanded(&mut self, ifs: &Separators, bytes: &[u8]) {
        if self.mode != Mode::Fields {
            self.buffer().extend_from_slice(bytes);
            return;
        }
        let mut rest = bytes;
        while let Some(&first) = rest.first() {
            let mut size = 1;
            let kind = match ifs.kind(first) {
                Separator::No if ifs.has_wide() && ifs.wide_length(rest) > 0 => {
                    size = ifs.wide_length(rest);
                    Separator::Other
                }
                kind => kind,
            };
            match kind {
                Separator::No => {
                    let length = run_length(ifs, rest);
                    let (run, after) = rest.split_at(length);
                    if self.may_glob && !self.glob {
                        self.glob = self.has_glob(run);
                    }
                    self.content = true;
                    self.buffer().extend_from_slice(run);
                    rest = after;
                    continue;
                }
                Separator::Space => {
                    if self.content {
                        self.end_field();
                        self.delimiter = Delimiter::Space;
                    }
                }
                Separator::Other => {
                    if self.content || self.delimiter == Delimiter::Start {
                        self.end_field();
                    }
                    self.delimiter = Delimiter::Start;
                }
            }
            rest = rest.get(size..).unwrap_or(b"");
        }
    }

    /// May unquoted text hold a pattern?
    pub(super) fn has_glob(&self, bytes: &[u8]) -> bool {
        if memchr::memchr3(b'*', b'?', b'[', bytes).is_some() {
            return true;
        }
        self.extglob && bytes.windows(2).any(|pair| matches!(pair, [b'+' | b'@' | b'!', b'(']))
    }

    /// Ends the field being built if there is one.
    pub(super) fn soft_break(&mut self) {
        if self.content {
            self.end_field();
        }
        self.delimiter = Delimiter::Start;
    }

    /// Ends the field being built, be it empty.
    pub(super) fn end_field(&mut self) {
        self.content = false;
        self.delimiter = Delimiter::Start;
        let Sink::Fields(fields) = &mut self.sink else { return };
        if self.glob {
            let pattern = pattern_of(fields.open_field(), &self.escapes);
            // A `[` alone is no pattern, nor is what a backslash from an expansion quotes.
            if skosh_pattern::has_magic(&pattern, self.extglob) {
                self.patterns.push((fields.len(), pattern));
            }
            self.glob = false;
        }
        self.escapes.clear();
        fields.finish();
    }

    /// Ends the word: its last field, then pathname expansion where fields are patterns.
    pub(super) fn end_word(&mut self, sh: &mut Shell) -> Result<(), Divert> {
        if self.content {
            self.end_field();
        } else {
            // Parts may have been appended without making a field only if they were empty.
            self.escapes.clear();
            self.glob = false;
        }
        self.delimiter = Delimiter::Start;
        if self.patterns.is_empty() {
            return Ok(());
        }
        let patterns = std::mem::take(&mut self.patterns);
        match &mut self.sink {
            Sink::Fields(fields) => expand_patterns(sh, &patterns, fields),
            Sink::Text(_) => Ok(()),
        }
    }
}

/// The length of the text at the beginning of `text` that holds no separator; its first byte is known to begin none.
#[inline]
fn run_length(ifs: &Separators, text: &[u8]) -> usize {
    if ifs.has_wide() {
        let ends = |at: &usize| {
            let rest = text.get(*at..).unwrap_or(b"");
            rest.first().is_some_and(|&byte| ifs.kind(byte) != Separator::No) || ifs.wide_length(rest) > 0
        };
        return (1..text.len()).find(ends).unwrap_or(text.len());
    }
    text.iter().position(|&byte| ifs.kind(byte) != Separator::No).unwrap_or(text.len())
}

/// The pattern of a field: the text with a backslash before each quoted byte that would mean something.
fn pattern_of(field: &[u8], escapes: &[(usize, usize)]) -> Vec<u8> {
    let mut pattern = Vec::with_capacity(field.len() + 8);
    let mut at = 0;
    for &(start, end) in escapes {
        pattern.extend_from_slice(field.get(at..start).unwrap_or(b""));
        for &byte in field.get(start..end).unwrap_or(b"") {
            if means_something(byte) {
                pattern.push(b'\\');
            }
            pattern.push(byte);
        }
        at = end;
    }
    pattern.extend_from_slice(field.get(at..).unwrap_or(b""));
    pattern
}

/// Replaces each field that is a pattern by the names it matches. Without a match it keeps its text, or goes (nullglob).
fn expand_patterns(sh: &mut Shell, patterns: &[(usize, Vec<u8>)], fields: &mut Fields) -> Result<(), Divert> {
    sh.settle();
    let Some(&(first, _)) = patterns.first() else { return Ok(()) };
    let mut options = pathname::options(sh);
    let ignored = Ignored::of(sh);
    if ignored.is_some() {
        options.dotglob = true;
        options.globskipdots = true;
    }
    let (null, fail) = (sh.options.has(Opt::NullGlob), sh.options.has(Opt::FailGlob));
    let mut texts = sh.take_fields();
    for index in first..fields.len() {
        texts.push(fields.at(index));
    }
    fields.truncate(first);
    let mut patterns = patterns.iter().peekable();
    let mut failed = None;
    for (offset, text) in texts.iter().enumerate() {
        match patterns.next_if(|(index, _)| *index == first + offset) {
            None => fields.push(text),
            Some((_, pattern)) => {
                let before = fields.len();
                pathname::glob(pattern, &options, &mut |path| {
                    if !ignored.as_ref().is_some_and(|ignored| ignored.has(path)) {
                        fields.push(path);
                    }
                });
                if fields.len() == before {
                    if fail {
                        failed = Some(text.to_vec());
                        break;
                    }
                    if !null {
                        fields.push(text);
                    }
                }
            }
        }
    }
    sh.recycle_fields(texts);
    match failed {
        None => Ok(()),
        Some(text) => {
            let mut message = b"no match: ".to_vec();
            message.extend_from_slice(&text);
            report::message(sh, &message);
            Err(report::expansion_failed(sh, 1))
        }
    }
}

/// GLOBIGNORE (bash): names that pathname expansion leaves out. A slash is matched only by a slash.
struct Ignored {
    /// For each pattern, its components.
    patterns: Vec<Vec<Pattern>>,
}

impl Ignored {
    /// What GLOBIGNORE says, unless it is unset or null.
    fn of(sh: &mut Shell) -> Option<Ignored> {
        let text = sh.vars.get(name::GLOBIGNORE)?.scalar().filter(|text| !text.is_empty())?;
        let options =
            skosh_pattern::Options { extglob: true, nocase: sh.options.has(Opt::NoCaseGlob), utf8: sh.locale.utf8 };
        let components = |pattern: &[u8]| {
            pattern.split(|&byte| byte == b'/').map(|component| Pattern::new(component, options)).collect()
        };
        let patterns = text.split(|&byte| byte == b':').filter(|pattern| !pattern.is_empty()).map(components);
        Some(Ignored { patterns: patterns.collect() })
    }

    fn has(&self, name: &[u8]) -> bool {
        self.patterns.iter().any(|components| {
            let mut names = name.split(|&byte| byte == b'/');
            components.iter().all(|pattern| names.next().is_some_and(|name| pattern.matches(name)))
                && names.next().is_none()
        })
    }
}
