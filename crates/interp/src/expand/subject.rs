//! What a parameter expansion or an assignment is about: a parameter or an element of an array, after name references and
//! subscripts have been worked out.

use std::io::Write;

use skosh_state::variables::AssignError;
use skosh_state::{Attributes, Divert, Shell, Value};
use skosh_syntax::Sym;
use skosh_syntax::ast::{self, ArithWord, ParamName};
use skosh_syntax::names::{is_name, is_name_byte, is_name_start, well_known};

use super::{arith, pattern};
use crate::{report, subshell};

/// Which parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    /// A variable, name references followed.
    Variable(Sym),
    /// `$1` and on.
    Positional(usize),
    /// One of `@ * # ? - $ ! 0`.
    Special(u8),
}

/// Which part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    /// The variable itself; of an array, element 0.
    Whole,
    /// `[@]`, or `[*]` when `star`.
    All {
        /// `[*]`
        star: bool,
    },
    /// An index as written: negative counts from the end.
    Index(i64),
    /// A key.
    Key(Vec<u8>),
}

/// A parameter or a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Subject {
    /// Which parameter.
    pub(crate) name: Name,
    /// Which part.
    pub(crate) element: Element,
}

/// How many references to elements may be followed within the subscripts of others.
const MAX_REFERENCES: u32 = 32;

impl Subject {
    /// The variable `sym`, or what it refers to.
    pub(crate) fn of_variable(sh: &mut Shell, sym: Sym) -> Result<Subject, Divert> {
        let plain = |sym| Subject { name: Name::Variable(sym), element: Element::Whole };
        if !sh.attributes(sym).has(Attributes::NAMEREF) {
            return Ok(plain(sym));
        }
        let end = match sh.resolve(sym) {
            Ok(end) => end,
            Err(AssignError::CircularReference(_)) => {
                let mut text = b"warning: ".to_vec();
                text.extend_from_slice(sh.names.name(sym));
                text.extend_from_slice(b": circular name reference");
                report::message(sh, &text);
                return Ok(plain(sym));
            }
            Err(_) => return Ok(plain(sym)),
        };
        if let Some(variable) = sh.vars.get(end)
            && variable.attrs.has(Attributes::NAMEREF)
            && let Value::Scalar(target) = &variable.value
        {
            let target = target.clone();
            if sh.reference_depth >= MAX_REFERENCES {
                let text = report::assign_error_text(sh, AssignError::CircularReference(sym));
                return Err(report::expansion_error(sh, &text));
            }
            sh.reference_depth += 1;
            let subject = Subject::parse(sh, &target);
            sh.reference_depth -= 1;
            if let Some(subject) = subject? {
                return Ok(subject);
            }
        }
        Ok(plain(end))
    }

    /// The parameter of an expansion.
    pub(super) fn of_param(
        sh: &mut Shell,
        name: ParamName,
        subscript: Option<&ast::Subscript>,
    ) -> Result<Subject, Divert> {
        let mut subject = match name {
            ParamName::Variable(sym) => Subject::of_variable(sh, sym)?,
            ParamName::Positional(number) => {
                Subject { name: Name::Positional(number as usize), element: Element::Whole }
            }
            ParamName::Special(byte) => Subject { name: Name::Special(byte), element: Element::Whole },
        };
        if let Some(subscript) = subscript {
            subject.element = match subject.name {
                Name::Variable(sym) => element(sh, sym, subscript)?,
                _ => Element::Whole,
            };
        }
        Ok(subject)
    }

    /// The parameter named by text: `name`, `name[subscript]`, a number, or a special character.
    pub(crate) fn parse(sh: &mut Shell, text: &[u8]) -> Result<Option<Subject>, Divert> {
        let whole = |name| Some(Subject { name, element: Element::Whole });
        match text {
            [] => return Ok(None),
            [byte @ (b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!' | b'0')] => return Ok(whole(Name::Special(*byte))),
            _ => {}
        }
        if text.iter().all(u8::is_ascii_digit) {
            let number = std::str::from_utf8(text).ok().and_then(|text| text.parse().ok());
            return Ok(number
                .and_then(|number| whole(if number == 0 { Name::Special(b'0') } else { Name::Positional(number) })));
        }
        let Some((name, subscript)) = split_subscript(text) else { return Ok(None) };
        let sym = sh.names.intern(name);
        let Some(subscript) = subscript else {
            return Subject::of_variable(sh, sym).map(Some);
        };
        let mut subject = Subject { name: Name::Variable(sh.resolve(sym).unwrap_or(sym)), element: Element::Whole };
        subject.element = element_of_text(sh, sym, subscript)?;
        Ok(Some(subject))
    }

    /// Whether it is a list: `$@`, `$*`, `${a[@]}`.
    pub(super) fn list(&self) -> Option<bool> {
        match (&self.name, &self.element) {
            (Name::Special(byte @ (b'@' | b'*')), _) => Some(*byte == b'*'),
            (_, Element::All { star }) => Some(*star),
            _ => None,
        }
    }

    /// How it is written, for messages.
    pub(crate) fn text(&self, sh: &Shell) -> Vec<u8> {
        let mut out = Vec::new();
        match self.name {
            Name::Variable(sym) => out.extend_from_slice(sh.names.name(sym)),
            Name::Positional(number) => {
                let _ = write!(out, "{number}");
            }
            Name::Special(byte) => out.push(byte),
        }
        match &self.element {
            Element::Whole => {}
            Element::All { star } => out.extend_from_slice(if *star { b"[*]" } else { b"[@]" }),
            Element::Index(index) => {
                let _ = write!(out, "[{index}]");
            }
            Element::Key(key) => {
                out.push(b'[');
                out.extend_from_slice(key);
                out.push(b']');
            }
        }
        out
    }

    /// Appends the value of a parameter that is no list; false when it is unset.
    pub(crate) fn load(&self, sh: &mut Shell, out: &mut Vec<u8>) -> Result<bool, Divert> {
        match self.name {
            Name::Variable(sym) => load_variable(sh, sym, &self.element, out),
            Name::Positional(0) | Name::Special(b'0') => {
                out.extend_from_slice(&sh.arg0);
                Ok(true)
            }
            Name::Positional(number) => Ok(append(sh.positional.get(number), out)),
            Name::Special(byte) => {
                let number = match byte {
                    b'#' => sh.positional.len() as i64,
                    b'?' => i64::from(sh.counters.status),
                    b'$' => i64::from(sh.pid),
                    b'!' => match sh.counters.last_background {
                        Some(pid) => i64::from(pid),
                        None => return Ok(false),
                    },
                    b'-' => {
                        out.extend_from_slice(&sh.options.letters());
                        return Ok(true);
                    }
                    _ => return Ok(false),
                };
                out.extend_from_slice(skosh_arith::Decimal::new(number).as_bytes());
                Ok(true)
            }
        }
    }
}

fn append(value: Option<&[u8]>, out: &mut Vec<u8>) -> bool {
    match value {
        Some(value) => {
            out.extend_from_slice(value);
            true
        }
        None => false,
    }
}

/// Appends the value of a variable or of one of its elements; false when it is unset.
fn load_variable(sh: &mut Shell, sym: Sym, element: &Element, out: &mut Vec<u8>) -> Result<bool, Divert> {
    let attrs = sh.attributes(sym);
    if attrs.has(Attributes::NAMEREF) {
        // A reference to nothing.
        return Ok(false);
    }
    if attrs.has(Attributes::DYNAMIC) {
        return load_dynamic(sh, sym, element, out);
    }
    let Some(variable) = sh.vars.get(sym) else { return Ok(is_underscore(sh, sym, out)) };
    match (element, &variable.value) {
        (Element::Whole, Value::Unset) => Ok(is_underscore(sh, sym, out)),
        (Element::Whole, _) => Ok(append(variable.scalar(), out)),
        (Element::Index(index), Value::Indexed(array)) => match absolute_index(*index, array.next_index()) {
            Some(index) => Ok(append(array.get(index), out)),
            None => {
                bad_subscript(sh, sym);
                Ok(false)
            }
        },
        (Element::Index(0), Value::Scalar(text)) => Ok(append(Some(text), out)),
        (Element::Index(index), Value::Scalar(_) | Value::Unset) if *index < 0 => {
            bad_subscript(sh, sym);
            Ok(false)
        }
        // What works on strings, of `${x[@]}`.
        (Element::All { .. }, Value::Scalar(text)) => Ok(append(Some(text), out)),
        (Element::Key(key), Value::Associative(array)) => Ok(append(array.get(key), out)),
        (Element::Index(index), Value::Associative(array)) => {
            Ok(append(array.get(skosh_arith::Decimal::new(*index).as_bytes()), out))
        }
        _ => Ok(false),
    }
}

fn load_dynamic(sh: &mut Shell, sym: Sym, element: &Element, out: &mut Vec<u8>) -> Result<bool, Divert> {
    if sym == well_known::BASHPID && sh.is_virtual() {
        subshell::become_process(sh, subshell::NeedsProcess::OwnPid)?;
    }
    match element {
        Element::Whole => Ok(sh.append_dynamic(sym, out)),
        Element::Index(index) => match sh.dynamic_array(sym) {
            Some(array) => {
                let value = absolute_index(*index, array.next_index()).and_then(|index| array.get(index));
                Ok(append(value, out))
            }
            None => Ok(*index == 0 && sh.append_dynamic(sym, out)),
        },
        Element::All { .. } => Ok(sh.append_dynamic(sym, out)),
        Element::Key(_) => Ok(false),
    }
}

/// `$_` where it is no variable of its own.
fn is_underscore(sh: &Shell, sym: Sym, out: &mut Vec<u8>) -> bool {
    let is = sh.names.name(sym) == b"_";
    if is {
        out.extend_from_slice(&sh.last_argument);
    }
    is
}

/// The index that a possibly negative subscript means in an array whose next free index is `next`.
pub(super) fn absolute_index(index: i64, next: u64) -> Option<u64> {
    if index >= 0 { u64::try_from(index).ok() } else { next.checked_sub(index.unsigned_abs()) }
}

fn bad_subscript(sh: &mut Shell, sym: Sym) {
    let text = report::assign_error_text(sh, AssignError::BadSubscript(sym));
    report::message(sh, &text);
}

/// Works out a subscript of the script.
pub(super) fn element(sh: &mut Shell, sym: Sym, subscript: &ast::Subscript) -> Result<Element, Divert> {
    match subscript {
        ast::Subscript::At => Ok(Element::All { star: false }),
        ast::Subscript::Star => Ok(Element::All { star: true }),
        ast::Subscript::Index(word) => index_or_key(sh, sym, word),
    }
}

/// A subscript that is neither `@` nor `*`.
pub(super) fn index_or_key(sh: &mut Shell, sym: Sym, word: &ArithWord) -> Result<Element, Divert> {
    if sh.attributes(sym).has(Attributes::ASSOCIATIVE) {
        let mut key = Vec::new();
        super::single(sh, &word.word, &mut key)?;
        return Ok(Element::Key(key));
    }
    arith::arith(sh, word).map(Element::Index)
}

/// Works out a subscript given as text.
pub(super) fn element_of_text(sh: &mut Shell, sym: Sym, text: &[u8]) -> Result<Element, Divert> {
    match text {
        b"@" => return Ok(Element::All { star: false }),
        b"*" => return Ok(Element::All { star: true }),
        _ => {}
    }
    let sym = sh.resolve(sym).unwrap_or(sym);
    let is_associative = sh.attributes(sym).has(Attributes::ASSOCIATIVE);
    let mut expanded = Vec::new();
    let text = if text.iter().any(|byte| matches!(byte, b'$' | b'`' | b'"' | b'\'' | b'\\')) {
        pattern::expand_text(sh, text, &mut expanded)?;
        &expanded
    } else {
        text
    };
    if is_associative {
        return Ok(Element::Key(text.to_vec()));
    }
    arith::arith_text(sh, text).map(Element::Index)
}

/// Takes `name` or `name[subscript]` apart; `None` when it is neither.
pub(super) fn split_subscript(text: &[u8]) -> Option<(&[u8], Option<&[u8]>)> {
    let length = text.iter().position(|&byte| !is_name_byte(byte)).unwrap_or(text.len());
    let (name, rest) = text.split_at(length);
    if !name.first().is_some_and(|&byte| is_name_start(byte)) {
        return None;
    }
    match rest {
        [] => is_name(name).then_some((name, None)),
        [b'[', subscript @ .., b']'] if !subscript.is_empty() => Some((name, Some(subscript))),
        _ => None,
    }
}
