//! The parser as its users see it: one complete command at a time, nothing borrowed in between.

use std::rc::Rc;

use crate::ast::{CompoundList, Part, Word};
use crate::error::{SyntaxError, Warning};
use crate::grammar::{Grammar, Scratch};
use crate::names::Interner;
use crate::source::{Aliases, Input, NoAliases, Source, Text};

/// What the language is at the moment; the shell's options may change between two commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseOptions {
    /// POSIX mode: `&>`, `{name}>`, `$"..."` and `$[...]` are not special, function names are names.
    pub posix: bool,
    /// `shopt -s extglob`: `?(...)` and its kin are part of words everywhere, not just in `[[ ]]`.
    pub extglob: bool,
    /// Aliases are substituted.
    pub aliases: bool,
    /// Brace expansion is on.
    pub braces: bool,
    /// `#` begins a comment (off only by `shopt -u interactive_comments`).
    pub comments: bool,
    /// The input is a terminal.
    pub interactive: bool,
}

impl ParseOptions {
    /// What a script of bash begins with.
    pub const BASH: ParseOptions =
        ParseOptions { posix: false, extglob: false, aliases: false, braces: true, comments: true, interactive: false };
    /// What a script of sh begins with.
    pub const POSIX: ParseOptions =
        ParseOptions { posix: true, extglob: false, aliases: true, braces: false, comments: true, interactive: false };
}

/// What a parser works with, lent to it for one call.
pub struct Context<'a> {
    /// The table of names that the tree's symbols belong to.
    pub names: &'a mut Interner,
    /// Where text comes from.
    pub input: &'a mut dyn Input,
    /// The aliases; asked only when the options say so.
    pub aliases: &'a dyn Aliases,
    /// The options.
    pub options: ParseOptions,
}

/// A parser: the text read but not parsed yet, and the place in it.
#[derive(Debug)]
pub struct Parser {
    source: Source,
    scratch: Scratch,
    /// What was odd so far; whoever reports takes it out.
    pub warnings: Vec<Warning>,
}

impl Parser {
    /// A parser at the beginning of a text whose first line has the number `first_line`.
    pub fn new(first_line: u32) -> Parser {
        Parser { source: Source::new(first_line), scratch: Scratch::default(), warnings: Vec::new() }
    }

    /// The next complete command: a list up to a newline or the end. `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// A syntax error. A script ends there; an interactive shell calls [`Parser::discard_line`] and goes on.
    pub fn next_command(&mut self, cx: &mut Context<'_>) -> Result<Option<Rc<CompoundList>>, SyntaxError> {
        self.source.compact();
        // A terminal may go on after an end-of-file character.
        self.source.ended = false;
        let result = self.run(cx, |grammar| grammar.complete_command());
        result.map_err(|error| *error)
    }

    fn run<'c, T>(&mut self, cx: &mut Context<'c>, parse: impl FnOnce(&mut Grammar<'_, 'c>) -> T) -> T {
        let source = std::mem::take(&mut self.source);
        let scratch = std::mem::take(&mut self.scratch);
        let warnings = std::mem::take(&mut self.warnings);
        let mut grammar = Grammar::new(source, scratch, warnings, cx);
        let result = parse(&mut grammar);
        self.source = std::mem::take(&mut grammar.src);
        self.scratch = std::mem::take(&mut grammar.scratch);
        self.scratch.clear();
        self.warnings = std::mem::take(&mut grammar.warnings);
        result
    }

    /// The line number of the place reached.
    pub fn line(&mut self) -> u32 {
        self.source.line_at(self.source.pos)
    }

    /// The bytes that the input handed over and that are not parsed yet.
    pub fn unread(&mut self) -> &[u8] {
        self.source.unread()
    }

    /// Takes `count` of the bytes of [`Parser::unread`] out, as if they had been parsed: a command has read them.
    pub fn skip(&mut self, count: usize) {
        self.source.skip(count);
    }

    /// Drops what is left of the line (of everything handed over, in an alias): how an interactive shell recovers from an error.
    pub fn discard_line(&mut self) {
        self.source.aliases.clear();
        let rest = self.source.unread();
        let skip = memchr::memchr(b'\n', rest).map_or(rest.len(), |newline| newline + 1);
        self.source.skip(skip);
    }
}

/// Parses all of `text`, a sequence of complete commands, as one list each.
///
/// # Errors
///
/// The first syntax error.
pub fn parse_text(
    text: &[u8],
    names: &mut Interner,
    options: ParseOptions,
) -> Result<Vec<Rc<CompoundList>>, SyntaxError> {
    let mut parser = Parser::new(1);
    let mut input = Text::new(text);
    let mut cx = Context { names, input: &mut input, aliases: &NoAliases, options };
    let mut commands = Vec::new();
    while let Some(command) = parser.next_command(&mut cx)? {
        commands.push(command);
    }
    Ok(commands)
}

/// Parses `text` as the body of a here-document: expansions but no quotes, the way PS1, PS4, ENV and `${x@P}` are expanded.
///
/// # Errors
///
/// A syntax error in an expansion.
pub fn parse_word(text: &[u8], names: &mut Interner, options: ParseOptions, line: u32) -> Result<Word, SyntaxError> {
    let mut parser = Parser::new(line);
    let mut input = Text::new(b"");
    let mut cx = Context { names, input: &mut input, aliases: &NoAliases, options };
    parser.run(&mut cx, |grammar| grammar.here_doc_word(text.to_vec(), line)).map_err(|error| *error)
}

/// Parses `text` as a word or several words within a command would be, quotes included: each blank-separated word of it.
/// (`mapfile -C`, completion words, `${x@Q}` read back.)
///
/// # Errors
///
/// A syntax error, also for anything that is not a word.
pub fn parse_arguments(
    text: &[u8],
    names: &mut Interner,
    options: ParseOptions,
    line: u32,
) -> Result<Vec<Word>, SyntaxError> {
    let mut parser = Parser::new(line);
    let mut input = Text::new(text);
    let mut cx = Context { names, input: &mut input, aliases: &NoAliases, options };
    parser.run(&mut cx, |grammar| grammar.all_words()).map_err(|error| *error)
}

/// Is this part quoted as a whole?
pub(crate) fn is_quoted(part: &Part) -> bool {
    matches!(
        part,
        Part::Escaped(_) | Part::SingleQuoted(_) | Part::AnsiQuoted { .. } | Part::DoubleQuoted(_) | Part::Localized(_)
    )
}
