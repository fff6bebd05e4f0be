//! `${x@Q}` and its kin.

use skosh_state::{Attributes, Divert, Opt, Shell, Value};
use skosh_syntax::Sym;
use skosh_syntax::ast::CaseKind;

use super::builder::Builder;
use super::subject::{Name, Subject};
use super::{array, letters, operators, prompt, quote};

/// Expands `${name@LETTER}`.
pub(super) fn expand(
    builder: &mut Builder<'_>,
    sh: &mut Shell,
    subject: &Subject,
    letter: u8,
    is_quoted: bool,
) -> Result<(), Divert> {
    let locale = sh.locale;
    match letter {
        b'U' | b'u' | b'L' => {
            let kind = if letter == b'L' { CaseKind::Lower } else { CaseKind::Upper };
            operators::each(builder, sh, subject, is_quoted, true, |value, out| {
                letters::convert(value, kind, letter != b'u', None, locale, out);
            })
        }
        b'Q' => {
            operators::each(builder, sh, subject, is_quoted, true, |value, out| quote::reusable(value, locale, out))
        }
        b'E' => operators::each(builder, sh, subject, is_quoted, true, |value, out| {
            out.extend_from_slice(&skosh_syntax::ansi::decode(value));
        }),
        b'P' => prompts(builder, sh, subject, is_quoted),
        b'a' => attributes(builder, sh, subject, is_quoted),
        b'A' => declaration(builder, sh, subject, is_quoted),
        b'K' | b'k' => pairs(builder, sh, subject, letter, is_quoted),
        _ => Ok(()),
    }
}

/// `@P`: each value expanded as a prompt string.
fn prompts(builder: &mut Builder<'_>, sh: &mut Shell, subject: &Subject, is_quoted: bool) -> Result<(), Divert> {
    let mut values = sh.take_fields();
    if subject.list().is_some() {
        values = array::list(sh, subject);
    } else if !subject.load(sh, values.open())? {
        if sh.options.has(Opt::NoUnset) {
            return Err(super::parameter::unbound(sh, &subject.text(sh)));
        }
        return Ok(());
    } else {
        values.finish();
    }
    let mut shown = sh.take_fields();
    for value in values.iter() {
        prompt::expand(sh, value, shown.open())?;
        shown.finish();
    }
    builder.fields_list(sh, &shown, subject.list().unwrap_or(true), is_quoted, true);
    sh.recycle_fields(values);
    sh.recycle_fields(shown);
    Ok(())
}

/// The letters of the attributes, in the order in which bash shows them.
pub(crate) fn attribute_letters(sh: &Shell, sym: Sym) -> Vec<u8> {
    let Some(variable) = sh.vars.get(sym) else { return Vec::new() };
    let attrs = variable.attrs;
    let is_array = matches!(variable.value, Value::Indexed(_)) || attrs.has(Attributes::INDEXED);
    [
        (b'a', is_array),
        (b'A', attrs.has(Attributes::ASSOCIATIVE)),
        (b'i', attrs.has(Attributes::INTEGER)),
        (b'n', attrs.has(Attributes::NAMEREF)),
        (b'r', attrs.has(Attributes::READONLY)),
        (b't', attrs.has(Attributes::TRACE)),
        (b'x', attrs.has(Attributes::EXPORT)),
        (b'c', attrs.has(Attributes::CAPITAL)),
        (b'l', attrs.has(Attributes::LOWER)),
        (b'u', attrs.has(Attributes::UPPER)),
    ]
    .into_iter()
    .filter_map(|(letter, is_on)| is_on.then_some(letter))
    .collect()
}

/// `@a`
fn attributes(builder: &mut Builder<'_>, sh: &mut Shell, subject: &Subject, is_quoted: bool) -> Result<(), Divert> {
    let Name::Variable(sym) = subject.name else { return Ok(()) };
    let flags = attribute_letters(sh, sym);
    match subject.list() {
        Some(star) => {
            let mut list = sh.take_fields();
            (0..array::count(sh, subject)).for_each(|_| list.push(&flags));
            builder.fields_list(sh, &list, star, is_quoted, true);
            sh.recycle_fields(list);
        }
        None => builder.value(sh, &flags, is_quoted),
    }
    Ok(())
}

/// `@A`: an assignment or `declare` command that makes the variable what it is. Of a whole array, its words are fields.
fn declaration(builder: &mut Builder<'_>, sh: &mut Shell, subject: &Subject, is_quoted: bool) -> Result<(), Divert> {
    let mut words = sh.take_fields();
    let Name::Variable(sym) = subject.name else {
        if let Some(star) = subject.list() {
            let values = array::list(sh, subject);
            if !values.is_empty() {
                words.push(b"set");
                words.push(b"--");
            }
            for value in values.iter() {
                quote::reusable(value, sh.locale, words.open());
                words.finish();
            }
            builder.fields_list(sh, &words, star, is_quoted, true);
            sh.recycle_fields(values);
        }
        return Ok(());
    };
    let flags = attribute_letters(sh, sym);
    if let Some(star) = subject.list()
        && let Some(value @ (Value::Indexed(_) | Value::Associative(_))) = sh.array_value(sym)
    {
        words.push(b"declare");
        words.push(&[b"-", flags.as_slice()].concat());
        let locale = sh.locale;
        let text = words.open();
        text.extend_from_slice(sh.names.name(sym));
        text.push(b'=');
        quote::array(&value, locale, text);
        words.finish();
        builder.fields_list(sh, &words, star, is_quoted, true);
        return Ok(());
    }
    if subject.list() == Some(false) && !array::is_scalar(sh, subject) {
        builder.no_values();
        return Ok(());
    }
    let text = words.open();
    if !flags.is_empty() {
        text.extend_from_slice(b"declare -");
        text.extend_from_slice(&flags);
        text.push(b' ');
    }
    text.extend_from_slice(sh.names.name(sym));
    let mut value = sh.take_bytes();
    let is_set = subject.load(sh, &mut value)?;
    if is_set {
        text.push(b'=');
        quote::reusable(&value, sh.locale, text);
    }
    sh.recycle_bytes(value);
    if is_set || !flags.is_empty() {
        builder.value(sh, words.open_field(), is_quoted);
    }
    sh.recycle_fields(words);
    Ok(())
}

/// `@K` (one quoted string of keys and values) and `@k` (keys and values as separate words).
fn pairs(
    builder: &mut Builder<'_>,
    sh: &mut Shell,
    subject: &Subject,
    letter: u8,
    is_quoted: bool,
) -> Result<(), Divert> {
    let value = match (subject.name, subject.list()) {
        (Name::Variable(sym), Some(_)) => sh.array_value(sym),
        _ => None,
    };
    let Some(value) = value else {
        let locale = sh.locale;
        return operators::each(builder, sh, subject, is_quoted, true, |value, out| {
            quote::reusable(value, locale, out)
        });
    };
    if letter == b'K' {
        let mut text = Vec::new();
        quote::pairs(&value, sh.locale, &mut text);
        builder.value(sh, &text, is_quoted);
        return Ok(());
    }
    let mut list = sh.take_fields();
    match &value {
        Value::Indexed(array) => array.iter().for_each(|(index, value)| {
            list.push(skosh_arith::Decimal::new(index as i64).as_bytes());
            list.push(value);
        }),
        Value::Associative(array) => array.iter().for_each(|(key, value)| {
            list.push(key);
            list.push(value);
        }),
        _ => {}
    }
    builder.fields_list(sh, &list, subject.list().unwrap_or(false), is_quoted, true);
    sh.recycle_fields(list);
    Ok(())
}
