//! Parameter expansion (POSIX XCU 2.6.2): which form it is, set and unset, null, `-u`.

use skosh_state::{Attributes, Divert, Fields, Opt, Shell, Value};
use skosh_syntax::Sym;
use skosh_syntax::ast::{DefaultKind, Param, ParamName, ParamOp, Word};
use skosh_syntax::names::is_name_start;

use super::assignment::{self, AssignFailure};
use super::builder::{Builder, Context, Mode};
use super::subject::{Element, Name, Subject};
use super::{array, operators, transform};
use crate::report;

/// Reports that a parameter is unset under `set -u`.
pub(super) fn unbound(sh: &mut Shell, name: &[u8]) -> Divert {
    let dollar = sh.options.has(Opt::Posix);
    unbound_parameter(sh, name, dollar)
}

/// As [`unbound`]; `dollar` when the parameter stands without braces.
fn unbound_parameter(sh: &mut Shell, name: &[u8], dollar: bool) -> Divert {
    let mut text = Vec::new();
    // bash writes `$1` and `$!` without braces as they are.
    if dollar && name.first().is_some_and(|&byte| !is_name_start(byte)) {
        text.push(b'$');
    }
    text.extend_from_slice(name);
    text.extend_from_slice(if sh.options.has(Opt::Posix) { b": parameter not set" } else { b": unbound variable" });
    report::message(sh, &text);
    failed(sh)
}

/// What an error does that ends a non-interactive shell (POSIX XCU 2.8.1: an expansion error). The status is dash's 2, or
/// bash's: 127 where the shell itself runs a command string, 1 elsewhere.
fn failed(sh: &Shell) -> Divert {
    let status = if sh.options.has(Opt::Posix) {
        2
    } else if sh.options.has(Opt::CommandString) && sh.subshell().is_none() {
        127
    } else {
        1
    };
    report::fatal(sh, status)
}

impl Builder<'_> {
    /// A plain variable that is unset, computed, or a name reference.
    #[cold]
    pub(super) fn unusual_variable(&mut self, sh: &mut Shell, name: Sym, is_quoted: bool) -> Result<(), Divert> {
        let subject = Subject::of_variable(sh, name)?;
        self.none(sh, &subject, is_quoted)
    }

    /// Expands `${...}`, `$1`, `$@` and so on.
    pub(super) fn parameter(&mut self, sh: &mut Shell, param: &Param, context: Context) -> Result<(), Divert> {
        let is_quoted = context == Context::Quoted;
        // `$1`, `$@`: nothing to work out.
        if let (ParamOp::None, None, false) = (&param.op, &param.subscript, param.indirect) {
            match param.name {
                ParamName::Positional(number) => return self.positional(sh, number as usize, param.braced, is_quoted),
                ParamName::Special(byte @ (b'@' | b'*')) => {
                    sh.separators();
                    // In a here-document, bash joins them by spaces too.
                    let star = byte == b'*' && (self.mode != Mode::HereDocument || self.posix);
                    self.values(&sh.ifs, sh.positional.iter(), star, is_quoted);
                    return Ok(());
                }
                _ => {}
            }
        }
        match &param.op {
            ParamOp::Bad(text) => return bad_substitution(sh, text),
            ParamOp::NamesWithPrefix { at } => {
                let names = array::names_with_prefix(sh, param.name);
                self.fields_list(sh, &names, !*at, is_quoted, is_quoted);
                return Ok(());
            }
            ParamOp::Keys { at } => {
                let subject = Subject::of_param(sh, param.name, None)?;
                let keys = array::keys(sh, &subject);
                self.fields_list(sh, &keys, !*at, is_quoted, is_quoted);
                return Ok(());
            }
            _ => {}
        }
        let subject = if param.indirect {
            match self.indirect(sh, param, is_quoted)? {
                Some(subject) => subject,
                None => return Ok(()),
            }
        } else {
            Subject::of_param(sh, param.name, param.subscript.as_ref())?
        };
        self.operation(sh, param, &subject, context)
    }

    /// `$1`
    fn positional(&mut self, sh: &mut Shell, number: usize, braced: bool, is_quoted: bool) -> Result<(), Divert> {
        sh.separators();
        let shell = &*sh;
        match shell.positional.get(number) {
            Some(text) if is_quoted => self.quoted(text),
            Some(text) => self.expanded(&shell.ifs, text),
            None if sh.options.has(Opt::NoUnset) => {
                let dollar = !braced || sh.options.has(Opt::Posix);
                return Err(unbound_parameter(sh, number.to_string().as_bytes(), dollar));
            }
            None => {}
        }
        Ok(())
    }

    /// An unset parameter: nothing, or an error under `-u`.
    fn unset(&mut self, sh: &mut Shell, subject: &Subject) -> Result<(), Divert> {
        if sh.options.has(Opt::NoUnset) {
            return Err(unbound(sh, &subject.text(sh)));
        }
        Ok(())
    }

    /// What `${!name}` is about; `None` when it has been expanded already, or is nothing.
    fn indirect(&mut self, sh: &mut Shell, param: &Param, is_quoted: bool) -> Result<Option<Subject>, Divert> {
        // The name of what a reference refers to.
        if let (ParamName::Variable(sym), None, ParamOp::None) = (param.name, &param.subscript, &param.op)
            && sh.attributes(sym).has(Attributes::NAMEREF)
        {
            // A chain of references is followed to its end: the variable, or the element that the last one names.
            let end = sh.resolve(sym).unwrap_or(sym);
            let target = if sh.attributes(end).has(Attributes::NAMEREF) {
                sh.vars.get(end).and_then(|variable| variable.scalar()).map(<[u8]>::to_vec)
            } else {
                Some(sh.names.name(end).to_vec())
            };
            if let Some(target) = target {
                self.value(sh, &target, is_quoted);
            }
            return Ok(None);
        }
        let subject = Subject::of_param(sh, param.name, param.subscript.as_ref())?;
        let mut name = sh.take_bytes();
        let is_set = match subject.list() {
            Some(star) => {
                let values = array::list(sh, &subject);
                array::join(sh, &values, star, &mut name);
                !values.is_empty()
            }
            None => subject.load(sh, &mut name)?,
        };
        let target = if is_set { Subject::parse(sh, &name)? } else { None };
        if target.is_none() {
            let mut text = if is_set { name.clone() } else { subject.text(sh) };
            text.extend_from_slice(if is_set { b": invalid variable name" } else { b": invalid indirect expansion" });
            sh.recycle_bytes(name);
            return Err(report::expansion_error(sh, &text));
        }
        sh.recycle_bytes(name);
        Ok(target)
    }

    fn operation(&mut self, sh: &mut Shell, param: &Param, subject: &Subject, context: Context) -> Result<(), Divert> {
        let is_quoted = context == Context::Quoted;
        match &param.op {
            ParamOp::None => self.none(sh, subject, is_quoted),
            ParamOp::Length => {
                let length = self.length(sh, subject)?;
                self.value(sh, skosh_arith::Decimal::new(length as i64).as_bytes(), is_quoted);
                Ok(())
            }
            ParamOp::Default { kind, colon, word } => self.default(sh, subject, (*kind, *colon, word), context),
            ParamOp::Transform(letter) => transform::expand(self, sh, subject, *letter, is_quoted),
            _ => operators::expand(self, sh, subject, &param.op, is_quoted),
        }
    }

    /// `${name}`
    pub(super) fn none(&mut self, sh: &mut Shell, subject: &Subject, is_quoted: bool) -> Result<(), Divert> {
        if let Some(star) = subject.list() {
            sh.separators();
            if self.array_values(sh, subject, star, is_quoted) {
                return Ok(());
            }
            let values = array::list(sh, subject);
            self.fields_list(sh, &values, star, is_quoted, false);
            sh.recycle_fields(values);
            return Ok(());
        }
        let mut text = sh.take_bytes();
        let is_set = subject.load(sh, &mut text)?;
        if is_set {
            self.value(sh, &text, is_quoted);
        }
        sh.recycle_bytes(text);
        if is_set { Ok(()) } else { self.unset(sh, subject) }
    }

    /// Appends a list that stands in fields. `joined` tells what bash does with such a list where one string is built, whether
    /// it was written with `@` or `*`: join by the first character of IFS.
    pub(super) fn fields_list(&mut self, sh: &mut Shell, list: &Fields, star: bool, is_quoted: bool, joined: bool) {
        sh.separators();
        let star = match self.mode {
            Mode::HereDocument => star && self.posix,
            Mode::Text => star || (joined && sh.ifs.join().is_some()),
            _ => star,
        };
        self.values(&sh.ifs, list.iter(), star, is_quoted);
    }

    fn length(&mut self, sh: &mut Shell, subject: &Subject) -> Result<usize, Divert> {
        if subject.list().is_some() {
            let count = array::count(sh, subject);
            if count == 0
                && let Name::Variable(sym) = subject.name
                && !sh
                    .vars
                    .get(sym)
                    .is_some_and(|variable| matches!(variable.value, Value::Indexed(_) | Value::Associative(_)))
            {
                let name = Subject { name: subject.name, element: Element::Whole };
                self.unset(sh, &name)?;
            }
            return Ok(count);
        }
        if let (Name::Variable(sym), Element::Whole) = (subject.name, &subject.element)
            && let Some(variable) = sh.vars.get(sym)
            && !variable.attrs.has(Attributes::DYNAMIC.with(Attributes::NAMEREF))
            && let Some(text) = variable.scalar()
        {
            return Ok(sh.locale.count(text));
        }
        let mut text = sh.take_bytes();
        let is_set = subject.load(sh, &mut text)?;
        let length = sh.locale.count(&text);
        sh.recycle_bytes(text);
        if !is_set {
            self.unset(sh, subject)?;
        }
        Ok(length)
    }

    /// `${name-word}` and the other three.
    fn default(
        &mut self,
        sh: &mut Shell,
        subject: &Subject,
        (kind, colon, word): (DefaultKind, bool, &Word),
        context: Context,
    ) -> Result<(), Divert> {
        let is_quoted = context == Context::Quoted;
        let is_there = is_set(sh, subject, colon)?;
        match (kind, is_there) {
            (DefaultKind::Alternative, false) => {
                // `"${@+x}"` without parameters is as little a field as `"$@"`.
                if subject.list() == Some(false) && array::count(sh, subject) == 0 {
                    self.empty_list = true;
                }
                Ok(())
            }
            (DefaultKind::Alternative, true) | (DefaultKind::Use, false) => self.operand(sh, word, context),
            (_, true) => self.none(sh, subject, is_quoted),
            (DefaultKind::Assign, false) => {
                let mut value = sh.take_bytes();
                let inner = if is_quoted { Context::Quoted } else { Context::Top };
                Builder::text(sh, &mut value, Mode::Text).parts(sh, &word.parts, inner)?;
                assign_default(sh, subject, &value)?;
                sh.recycle_bytes(value);
                self.none(sh, subject, is_quoted)
            }
            (DefaultKind::Error, false) => {
                let mut text = subject.text(sh);
                text.extend_from_slice(b": ");
                let inner = if is_quoted { Context::Quoted } else { Context::Top };
                Builder::text(sh, &mut text, Mode::Text).parts(sh, &word.parts, inner)?;
                // A word that expands to nothing is a message all the same.
                if word.parts.is_empty() {
                    let default: &[u8] = if colon { b"parameter null or not set" } else { b"parameter not set" };
                    text.extend_from_slice(default);
                }
                report::message(sh, &text);
                Err(failed(sh))
            }
        }
    }

    /// The word of `${name-word}` in place.
    fn operand(&mut self, sh: &mut Shell, word: &Word, context: Context) -> Result<(), Divert> {
        let inner = match (context, self.mode) {
            (Context::Quoted, _) => Context::Quoted,
            (_, Mode::Fields) => Context::Operand,
            _ => Context::Top,
        };
        if inner == Context::Operand {
            let outer = std::mem::replace(&mut self.in_operand, true);
            let result = self.parts(sh, &word.parts, inner);
            self.in_operand = outer;
            return result;
        }
        if inner == Context::Quoted {
            // `"${x-$@}"` is a field even without parameters, unlike `"$@"`.
            let outer = self.empty_list;
            self.parts(sh, &word.parts, inner)?;
            self.empty_list = outer;
            return Ok(());
        }
        self.parts(sh, &word.parts, inner)
    }
}

/// Is the parameter set, and with `colon` not null?
fn is_set(sh: &mut Shell, subject: &Subject, colon: bool) -> Result<bool, Divert> {
    if let Some(star) = subject.list() {
        return Ok(array::has_values(sh, subject, colon, star));
    }
    if let (Name::Variable(sym), Element::Whole) = (subject.name, &subject.element)
        && let Some(variable) = sh.vars.get(sym)
        && !variable.attrs.has(Attributes::DYNAMIC.with(Attributes::NAMEREF))
        && let Some(text) = variable.scalar()
    {
        return Ok(!colon || !text.is_empty());
    }
    let mut text = sh.take_bytes();
    let is_set = subject.load(sh, &mut text)? && (!colon || !text.is_empty());
    sh.recycle_bytes(text);
    Ok(is_set)
}

fn assign_default(sh: &mut Shell, subject: &Subject, value: &[u8]) -> Result<(), Divert> {
    match subject.name {
        Name::Variable(_) if subject.list().is_none() => match assignment::store(sh, subject, value) {
            Ok(()) => Ok(()),
            Err(AssignFailure::Divert(divert)) => Err(divert),
            Err(AssignFailure::Error(error)) => Err(report::assign_failed(sh, error)),
            Err(AssignFailure::NotAName) => Err(report::expansion_error(sh, b"bad array subscript")),
        },
        _ => {
            let mut text = subject.text(sh);
            if matches!(subject.name, Name::Variable(_)) {
                text.extend_from_slice(b": bad array subscript");
            } else {
                text.insert(0, b'$');
                text.extend_from_slice(b": cannot assign in this way");
            }
            Err(report::expansion_error(sh, &text))
        }
    }
}

/// `${...}` that is no expansion. An unknown transformation is an error only of a parameter that is set, and ends the shell (bash).
fn bad_substitution(sh: &mut Shell, text: &[u8]) -> Result<(), Divert> {
    let transformed = match text {
        [name @ .., b'@', _] if !sh.options.has(Opt::Posix) => Subject::parse(sh, name)?,
        _ => None,
    };
    if let Some(subject) = &transformed
        && !is_set(sh, subject, false)?
    {
        return Ok(());
    }
    let mut message = b"${".to_vec();
    message.extend_from_slice(text);
    message.extend_from_slice(b"}: bad substitution");
    if transformed.is_some() {
        report::message(sh, &message);
        return Err(failed(sh));
    }
    Err(report::expansion_error(sh, &message))
}

/// Appends the value of the variable or element that the text names; false when it is unset.
pub(crate) fn value_of_text(sh: &mut Shell, name: &[u8], out: &mut Vec<u8>) -> Result<bool, Divert> {
    match Subject::parse(sh, name)? {
        Some(subject) if subject.list().is_none() => subject.load(sh, out),
        _ => Ok(false),
    }
}

/// `-v name`: is the variable, element or positional parameter that the text names set?
pub(crate) fn is_set_text(sh: &mut Shell, name: &[u8]) -> Result<bool, Divert> {
    let Some(subject) = Subject::parse(sh, name)? else { return Ok(false) };
    match (&subject.name, &subject.element) {
        (Name::Special(_), _) => Ok(false),
        _ => is_set(sh, &subject, false),
    }
}
