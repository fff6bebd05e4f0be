//! Word expansion (POSIX XCU 2.6): tilde, parameter, command and arithmetic expansion, field splitting, pathname expansion, quote
//! removal, and bash's brace expansion and process substitution before them.
//!
//! All of it is done by one [`Builder`], which appends to the field being built. What is quoted, what is literal and what came
//! out of an expansion go in by different doors, so that no marks have to be put into the text and removed again:
//! [`Builder::quoted`], [`Builder::literal`], [`Builder::expanded`]. The field stands at once where it will be used, in the buffer
//! of [`Fields`]; a literal word is one copy, and so is `$x` when its value holds no separator and no pattern character.

pub mod arith;
mod array;
pub mod assignment;
mod brace;
mod builder;
pub mod element;
mod here_document;
mod letters;
mod operators;
mod parameter;
pub mod pathname;
pub mod pattern;
pub mod prompt;
pub mod quote;
mod regex;
mod replace;
mod splitting;
mod subject;
mod substring;
mod tilde;
mod transform;

use skosh_state::{Attributes, Divert, Fields, Opt, Shell};
use skosh_syntax::ast::{Part, Word, WordFlags};

pub use arith::{arith, arith_text};
pub use assignment::{AssignFailure, array_value, assign, assign_text};
use builder::{Builder, Context, Mode};
pub use here_document::here_document;
pub(crate) use parameter::{is_set_text, value_of_text};
pub use pattern::{pattern_text, with_pattern};
pub(crate) use regex::regex_text;

/// Expands words into fields, which are appended to `out`: all expansions, field splitting, pathname expansion, quote removal.
///
/// Words flagged [`WordFlags::ASSIGNMENT`] are not split. An array value of a declaration argument (`declare a=(...)`) goes to
/// `Shell::array_arguments` with the index of its field, whose text is `name=` or `name+=`.
pub fn fields(sh: &mut Shell, words: &[Word], out: &mut Fields) -> Result<(), Divert> {
    for word in words {
        if let Some(text) = word.as_literal() {
            out.push(text);
            continue;
        }
        field_word(sh, word, out)?;
    }
    Ok(())
}

fn field_word(sh: &mut Shell, word: &Word, out: &mut Fields) -> Result<(), Divert> {
    if word.flags.has(WordFlags::ASSIGNMENT) {
        return declaration_argument(sh, word, out);
    }
    if let Some(done) = plain_variable(sh, word, out) {
        return done;
    }
    let mut builder = Builder::fields(sh, word, out);
    if word.flags.has(WordFlags::BRACE) && sh.options.has(Opt::BraceExpand) {
        return brace::word(sh, &word.parts, &mut builder);
    }
    builder.word(sh, &word.parts)
}

/// `"$x"` and `"${x}"`, whose value is one field as it is.
#[inline]
fn plain_variable(sh: &mut Shell, word: &Word, out: &mut Fields) -> Option<Result<(), Divert>> {
    let [Part::DoubleQuoted(inner)] = &*word.parts else { return None };
    let [Part::Variable { name, .. }] = &**inner else { return None };
    let variable = sh.vars.get(*name)?;
    if variable.attrs.has(Attributes::NAMEREF.with(Attributes::DYNAMIC)) {
        return None;
    }
    out.push(variable.scalar()?);
    Some(Ok(()))
}

/// `export x=$y`, `declare a=(...)`: one field, whatever the value holds.
fn declaration_argument(sh: &mut Shell, word: &Word, out: &mut Fields) -> Result<(), Divert> {
    let Some((Part::Array(elements), name)) = word.parts.split_last() else {
        Builder::text(sh, out.open(), Mode::Text).parts(sh, &word.parts, Context::Top)?;
        out.finish();
        return Ok(());
    };
    Builder::text(sh, out.open(), Mode::Text).parts(sh, name, Context::Top)?;
    out.finish();
    let index = out.len() - 1;
    let value = assignment::declared_array(sh, out, elements)?;
    sh.array_arguments.push((index, value));
    Ok(())
}

/// Expands a word to one string without field splitting and pathname expansion, and removes the quotes: the value of an
/// assignment, the subject of `case`, a here-string. `"$@"` is joined by spaces, `$*` by the first character of IFS.
pub fn single(sh: &mut Shell, word: &Word, out: &mut Vec<u8>) -> Result<(), Divert> {
    match word.as_literal() {
        Some(text) => {
            out.extend_from_slice(text);
            Ok(())
        }
        None => Builder::text(sh, out, Mode::Text).parts(sh, &word.parts, Context::Top),
    }
}

/// Expands the target of a redirection. False: it did not give exactly one field (*ambiguous redirect*; bash mode only: in
/// posix mode there is no splitting and no pathname expansion).
pub fn redirect_target(sh: &mut Shell, word: &Word, out: &mut Vec<u8>) -> Result<bool, Divert> {
    if let Some(text) = word.as_literal() {
        out.extend_from_slice(text);
        return Ok(true);
    }
    if sh.options.has(Opt::Posix) && !sh.options.has(Opt::Interactive) {
        single(sh, word, out)?;
        return Ok(true);
    }
    let mut targets = sh.take_fields();
    let result = field_word(sh, word, &mut targets);
    let is_one = targets.len() == 1;
    if is_one {
        out.extend_from_slice(targets.at(0));
    }
    sh.recycle_fields(targets);
    result.map(|()| is_one)
}
