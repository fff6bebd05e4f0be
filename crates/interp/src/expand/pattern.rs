//! Words as patterns: quoted characters are escaped, constant patterns are compiled once.

use skosh_pattern::Pattern;
use skosh_state::{Divert, Opt, Shell};
use skosh_syntax::ast::{self, Word, WordFlags};
use skosh_syntax::{ParseOptions, parse_arguments, parse_word};

use super::builder::{Builder, Context, Mode};
use crate::report;

/// Expands a word to pattern text: quoted characters get a backslash where they would mean something.
pub fn pattern_text(sh: &mut Shell, word: &Word, out: &mut Vec<u8>) -> Result<(), Divert> {
    Builder::text(sh, out, Mode::Pattern).parts(sh, &word.parts, Context::Top)
}

/// What a pattern is used for: that decides which options count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// `case`, `${x/pattern/word}`: `nocasematch` and `extglob`.
    Match,
    /// `[[ x == pattern ]]`: `nocasematch`; extended patterns always.
    Conditional,
    /// `${x#pattern}`, `${x^pattern}`: `extglob`.
    Remove,
}

/// Calls `f` with the compiled pattern. A constant pattern is compiled once and kept with the tree, as long as the options that
/// matter have their usual values; others are compiled for this use.
pub fn with_pattern<R>(
    sh: &mut Shell,
    pattern: &ast::Pattern,
    f: impl FnOnce(&mut Shell, &Pattern) -> R,
) -> Result<R, Divert> {
    with_pattern_for(sh, pattern, Purpose::Match, f)
}

/// As [`with_pattern`] for a purpose other than `case`.
pub(crate) fn with_pattern_for<R>(
    sh: &mut Shell,
    pattern: &ast::Pattern,
    purpose: Purpose,
    f: impl FnOnce(&mut Shell, &Pattern) -> R,
) -> Result<R, Divert> {
    let options = skosh_pattern::Options {
        extglob: purpose == Purpose::Conditional || sh.options.has(Opt::ExtGlob),
        nocase: purpose != Purpose::Remove && sh.options.has(Opt::NoCaseMatch),
        utf8: sh.locale.utf8,
    };
    let is_constant = !options.nocase && !pattern.word.flags.has(WordFlags::EXPANSION.with(WordFlags::TILDE));
    if is_constant
        && let Some(compiled) = pattern.compiled.get()
        && compiled.is_utf8() == options.utf8
    {
        return Ok(f(sh, compiled));
    }
    let mut text = sh.take_bytes();
    let result = pattern_text(sh, &pattern.word, &mut text);
    let compiled = result.map(|()| Pattern::new(&text, options));
    // An extended pattern is read as the options say at the moment, unless they always are.
    let is_kept = is_constant && (purpose == Purpose::Conditional || !text.contains(&b'('));
    sh.recycle_bytes(text);
    let compiled = compiled?;
    if is_kept && pattern.compiled.get().is_none() {
        return Ok(f(sh, pattern.compiled.get_or_init(|| compiled)));
    }
    Ok(f(sh, &compiled))
}

/// How text is parsed at run time.
fn parse_options(sh: &Shell) -> ParseOptions {
    let base = if sh.options.has(Opt::Posix) { ParseOptions::POSIX } else { ParseOptions::BASH };
    ParseOptions { aliases: false, braces: false, comments: false, extglob: sh.options.has(Opt::ExtGlob), ..base }
}

/// Parses text as the body of a here-document; an error is reported.
pub(crate) fn parse_document(sh: &mut Shell, text: &[u8]) -> Result<Word, Divert> {
    let options = parse_options(sh);
    let line = sh.counters.line;
    match parse_word(text, &mut sh.names, options, line) {
        Ok(word) => Ok(word),
        Err(error) => {
            let text = error.to_string();
            Err(report::expansion_error(sh, text.as_bytes()))
        }
    }
}

/// Expands text that holds quotes and expansions (a subscript given as text) to one string.
pub(crate) fn expand_text(sh: &mut Shell, text: &[u8], out: &mut Vec<u8>) -> Result<(), Divert> {
    let options = parse_options(sh);
    let line = sh.counters.line;
    match parse_arguments(text, &mut sh.names, options, line) {
        Ok(words) => {
            for (index, word) in words.iter().enumerate() {
                if index > 0 {
                    out.push(b' ');
                }
                super::single(sh, word, out)?;
            }
            Ok(())
        }
        Err(error) => {
            let text = error.to_string();
            Err(report::expansion_error(sh, text.as_bytes()))
        }
    }
}
