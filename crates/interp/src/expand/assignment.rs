//! Assignments: `name=value`, `name+=value`, `name[subscript]=value`, `name=(...)`.

use skosh_state::arrays::{AssociativeArray, IndexedArray};
use skosh_state::variables::AssignError;
use skosh_state::{Attributes, Divert, Fields, Opt, Shell, Value};
use skosh_syntax::Sym;
use skosh_syntax::ast::{ArrayElement, AssignedValue, Assignment, Subscript, Word};

use super::subject::{self, Element, Name, Subject, absolute_index};
use super::{arith, single};
use crate::report;

/// Why [`assign_text`] did not assign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AssignFailure {
    /// The variable cannot be assigned; not reported yet.
    Error(AssignError),
    /// Reported already: an error in a subscript or in the value of an integer variable.
    Divert(Divert),
    /// The name is no name, or its subscript is `@` or `*`; not reported yet.
    NotAName,
}

impl From<AssignError> for AssignFailure {
    fn from(error: AssignError) -> Self {
        AssignFailure::Error(error)
    }
}

impl From<Divert> for AssignFailure {
    fn from(divert: Divert) -> Self {
        AssignFailure::Divert(divert)
    }
}

/// Attributes with which a value is more than its text, or goes elsewhere.
const UNUSUAL: Attributes = Attributes(
    Attributes::READONLY.0
        | Attributes::INTEGER.0
        | Attributes::LOWER.0
        | Attributes::UPPER.0
        | Attributes::CAPITAL.0
        | Attributes::NAMEREF.0
        | Attributes::DYNAMIC.0,
);

/// Performs an assignment of the script. Errors are reported.
pub fn assign(sh: &mut Shell, assignment: &Assignment) -> Result<(), Divert> {
    let result = match &assignment.value {
        AssignedValue::Scalar(word) if assignment.subscript.is_none() && !assignment.append => {
            plain(sh, assignment.name, word)
        }
        AssignedValue::Scalar(word) => scalar(sh, assignment, word),
        AssignedValue::Array(elements) => compound(sh, assignment, elements),
    };
    result.map_err(|failure| match failure {
        AssignFailure::Divert(divert) => divert,
        AssignFailure::NotAName | AssignFailure::Error(AssignError::BadSubscript(_)) => {
            let mut text = written_target(sh, assignment);
            text.extend_from_slice(b": bad array subscript");
            report::expansion_error(sh, &text)
        }
        AssignFailure::Error(error) => report::assign_failed(sh, error),
    })
}

/// The left side of an assignment as it is written, for messages.
fn written_target(sh: &Shell, assignment: &Assignment) -> Vec<u8> {
    let mut text = sh.names.name(assignment.name).to_vec();
    let subscript: &[u8] = match assignment.subscript.as_deref() {
        None => return text,
        Some(Subscript::At) => b"@",
        Some(Subscript::Star) => b"*",
        Some(Subscript::Index(word)) => word.word.as_literal().unwrap_or(b""),
    };
    text.push(b'[');
    text.extend_from_slice(subscript);
    text.push(b']');
    text
}

/// `name=word`
#[inline]
fn plain(sh: &mut Shell, name: Sym, word: &Word) -> Result<(), AssignFailure> {
    if !sh.attributes(name).has(Attributes::INTEGER.with(Attributes::NAMEREF))
        && let Some(text) = word.as_literal()
    {
        return Ok(sh.assign(name, text)?);
    }
    let mut value = sh.take_bytes();
    let result = match single(sh, word, &mut value) {
        Ok(()) => store_name(sh, name, &value),
        Err(divert) => Err(divert.into()),
    };
    sh.recycle_bytes(value);
    result
}

/// Assigns a string to a variable, observing its attributes, as `for` does.
pub fn store_name(sh: &mut Shell, name: Sym, value: &[u8]) -> Result<(), AssignFailure> {
    if !sh.attributes(name).has(Attributes::INTEGER.with(Attributes::NAMEREF)) {
        return Ok(sh.assign(name, value)?);
    }
    let subject = target(sh, name, value)?;
    match subject {
        Some(subject) => store(sh, &subject, value),
        None => Ok(()),
    }
}

/// What an assignment to `name` writes to. A reference without a target takes the value as its target: then there is nothing
/// left to do.
fn target(sh: &mut Shell, name: Sym, value: &[u8]) -> Result<Option<Subject>, AssignFailure> {
    let end = sh.resolve(name)?;
    if sh.attributes(end).has(Attributes::NAMEREF) {
        let is_unset = sh.vars.get(end).is_none_or(|variable| variable.scalar().is_none_or(<[u8]>::is_empty));
        if is_unset {
            if subject::split_subscript(value).is_none() {
                return Err(AssignFailure::NotAName);
            }
            sh.variable_mut(end).value = Value::Scalar(value.to_vec());
            return Ok(None);
        }
    }
    Ok(Some(Subject::of_variable(sh, name)?))
}

/// `name+=word`, `name[subscript]=word`, `name[subscript]+=word`
fn scalar(sh: &mut Shell, assignment: &Assignment, word: &Word) -> Result<(), AssignFailure> {
    let mut subject = Subject::of_variable(sh, assignment.name)?;
    if let (Some(subscript), Name::Variable(sym)) = (assignment.subscript.as_deref(), subject.name) {
        subject.element = subject::element(sh, sym, subscript)?;
        if let Element::All { star } = subject.element {
            // To an associative array, `@` and `*` are keys like others.
            if !sh.attributes(sym).has(Attributes::ASSOCIATIVE) {
                return Err(AssignFailure::NotAName);
            }
            subject.element = Element::Key(if star { b"*".to_vec() } else { b"@".to_vec() });
        }
    }
    let mut value = sh.take_bytes();
    let result = match single(sh, word, &mut value) {
        Ok(()) if assignment.append => append(sh, &subject, &value),
        Ok(()) => store(sh, &subject, &value),
        Err(divert) => Err(divert.into()),
    };
    sh.recycle_bytes(value);
    result
}

/// Stores a string in a variable or element, evaluated first where the variable is an integer.
pub(crate) fn store(sh: &mut Shell, subject: &Subject, value: &[u8]) -> Result<(), AssignFailure> {
    let Name::Variable(sym) = subject.name else { return Err(AssignFailure::NotAName) };
    let digits;
    let value = if sh.attributes(sym).has(Attributes::INTEGER) {
        digits = skosh_arith::Decimal::new(arith::arith_text(sh, value)?);
        digits.as_bytes()
    } else {
        value
    };
    match &subject.element {
        Element::Whole => Ok(sh.assign(sym, value)?),
        Element::Index(index) if sh.attributes(sym).has(Attributes::ASSOCIATIVE) => {
            Ok(sh.assign_key(sym, skosh_arith::Decimal::new(*index).as_bytes(), value.to_vec())?)
        }
        Element::Index(index) => {
            let index = if *index >= 0 {
                *index as u64
            } else {
                let next = match sh.vars.get(sym).map(|variable| &variable.value) {
                    Some(Value::Indexed(array)) => array.next_index(),
                    Some(Value::Scalar(_)) => 1,
                    _ => 0,
                };
                absolute_index(*index, next).ok_or(AssignError::BadSubscript(sym))?
            };
            Ok(sh.assign_index(sym, index, value.to_vec())?)
        }
        Element::Key(key) => {
            if key.is_empty() {
                return Err(AssignError::BadSubscript(sym).into());
            }
            Ok(sh.assign_key(sym, key, value.to_vec())?)
        }
        Element::All { .. } => Err(AssignFailure::NotAName),
    }
}

/// Appends to a string, or adds to an integer.
pub(super) fn append(sh: &mut Shell, subject: &Subject, value: &[u8]) -> Result<(), AssignFailure> {
    let Name::Variable(sym) = subject.name else { return Err(AssignFailure::NotAName) };
    let attrs = sh.attributes(sym);
    if !attrs.has(UNUSUAL.with(Attributes::WATCHED).with(Attributes::EXPORT))
        && !sh.options.has(Opt::AllExport)
        && subject.element == Element::Whole
        && let Some(Value::Scalar(_)) = sh.vars.get(sym).map(|variable| &variable.value)
        && let Value::Scalar(text) = &mut sh.variable_mut(sym).value
    {
        // In place: appending in a loop costs what is appended.
        text.extend_from_slice(value);
        return Ok(());
    }
    // A scalar is about to become an array of one element.
    let last_of_scalar = Subject { name: subject.name, element: Element::Index(0) };
    let is_scalar = matches!(sh.vars.get(sym).map(|variable| &variable.value), Some(Value::Scalar(_)));
    let subject = if is_scalar && subject.element == Element::Index(-1) { &last_of_scalar } else { subject };
    let mut text = sh.take_bytes();
    let loaded = subject.load(sh, &mut text);
    let result = match loaded {
        Err(divert) => Err(divert.into()),
        Ok(_) if attrs.has(Attributes::INTEGER) => {
            let before = arith::arith_text(sh, &text)?;
            let sum = before.wrapping_add(arith::arith_text(sh, value)?);
            store(sh, subject, skosh_arith::Decimal::new(sum).as_bytes())
        }
        Ok(_) => {
            text.extend_from_slice(value);
            store(sh, subject, &text)
        }
    };
    sh.recycle_bytes(text);
    result
}

/// `name=(...)` and `name+=(...)`
fn compound(sh: &mut Shell, assignment: &Assignment, elements: &[ArrayElement]) -> Result<(), AssignFailure> {
    if assignment.subscript.is_some() {
        let mut text = written_target(sh, assignment);
        text.extend_from_slice(b": cannot assign list to array member");
        return Err(report::expansion_error(sh, &text).into());
    }
    let sym = sh.resolve(assignment.name)?;
    let attrs = sh.attributes(sym);
    if attrs.has(Attributes::READONLY) {
        return Err(AssignError::Readonly(sym).into());
    }
    let shape = Shape::of(attrs);
    if assignment.append
        && !shape.is_associative
        && !attrs.has(UNUSUAL.with(Attributes::EXPORT))
        && elements.iter().all(|element| element.subscript.is_none())
    {
        return Ok(push_elements(sh, sym, elements)?);
    }
    let value = build(sh, sym, elements, assignment.append, shape)?;
    Ok(sh.assign_value(sym, value)?)
}

/// `name+=(word ...)` in place: appending in a loop costs what is appended.
fn push_elements(sh: &mut Shell, sym: Sym, elements: &[ArrayElement]) -> Result<(), Divert> {
    let mut values = sh.take_fields();
    for element in elements {
        super::fields(sh, std::slice::from_ref(&element.value), &mut values)?;
    }
    let variable = sh.variable_mut(sym);
    variable.attrs = variable.attrs.with(Attributes::INDEXED);
    if !matches!(variable.value, Value::Indexed(_)) {
        let mut array = IndexedArray::new();
        if let Value::Scalar(text) = std::mem::take(&mut variable.value) {
            array.push(text);
        }
        variable.value = Value::Indexed(Box::new(array));
    }
    if let Value::Indexed(array) = &mut variable.value {
        values.iter().for_each(|value| array.push(value.to_vec()));
    }
    sh.recycle_fields(values);
    Ok(())
}

/// What an array value is built as.
#[derive(Clone, Copy)]
struct Shape {
    is_associative: bool,
    is_integer: bool,
    /// Attributes that change the case.
    letters: Attributes,
}

impl Shape {
    fn of(attrs: Attributes) -> Shape {
        const LETTERS: u16 = Attributes::LOWER.0 | Attributes::UPPER.0 | Attributes::CAPITAL.0;
        Shape {
            is_associative: attrs.has(Attributes::ASSOCIATIVE),
            is_integer: attrs.has(Attributes::INTEGER),
            letters: Attributes(attrs.0 & LETTERS),
        }
    }

    fn value(self, sh: &mut Shell, value: Vec<u8>) -> Result<Vec<u8>, Divert> {
        if self.is_integer {
            return Ok(skosh_arith::Decimal::new(arith::arith_text(sh, &value)?).as_bytes().to_vec());
        }
        Ok(if self.letters == Attributes::NONE { value } else { sh.locale.convert_case(self.letters, &value) })
    }
}

/// The value of `( elements )` for the variable `sym`, which decides between indexed and associative; with `append` what the
/// variable holds comes first. Errors are reported.
pub fn array_value(sh: &mut Shell, sym: Sym, elements: &[ArrayElement], append: bool) -> Result<Value, Divert> {
    let sym = sh.resolve(sym).unwrap_or(sym);
    let shape = Shape::of(sh.attributes(sym));
    build(sh, sym, elements, append, shape)
}

/// The array value of the last field, `name=` or `name+=`, of a declaration utility, whose options stand in the fields before.
pub(super) fn declared_array(sh: &mut Shell, fields: &Fields, elements: &[ArrayElement]) -> Result<Value, Divert> {
    let text = fields.at(fields.len().saturating_sub(1));
    let text = text.strip_suffix(b"=").unwrap_or(text);
    let (name, append) = match text.strip_suffix(b"+") {
        Some(name) => (name, true),
        None => (text, false),
    };
    let sym = sh.names.intern(name);
    let is_local = fields.at(0) == b"local";
    let sym = if is_local { sym } else { sh.resolve(sym).unwrap_or(sym) };
    let attrs = sh.attributes(sym);
    let hidden = is_local && !attrs.has(Attributes::LOCAL);
    let mut shape = Shape::of(if hidden { Attributes::NONE } else { attrs });
    for option in fields.iter().skip(1).take_while(|field| matches!(field, [b'-' | b'+', _, ..])) {
        for letter in option.iter().skip(1) {
            match letter {
                b'A' => shape.is_associative = true,
                b'a' => shape.is_associative = false,
                b'i' => shape.is_integer = option.first() == Some(&b'-'),
                b'l' => shape.letters = Attributes::LOWER,
                b'u' => shape.letters = Attributes::UPPER,
                b'c' => shape.letters = Attributes::CAPITAL,
                _ => {}
            }
        }
    }
    build(sh, sym, elements, append && !hidden, shape)
}

fn build(sh: &mut Shell, sym: Sym, elements: &[ArrayElement], append: bool, shape: Shape) -> Result<Value, Divert> {
    if shape.is_associative {
        build_associative(sh, sym, elements, append, shape)
    } else {
        build_indexed(sh, sym, elements, append, shape)
    }
}

fn build_indexed(
    sh: &mut Shell,
    sym: Sym,
    elements: &[ArrayElement],
    append: bool,
    shape: Shape,
) -> Result<Value, Divert> {
    let mut array = match sh.vars.get(sym).map(|variable| &variable.value) {
        Some(Value::Indexed(array)) if append => (**array).clone(),
        Some(Value::Scalar(text)) if append => {
            let mut array = IndexedArray::new();
            array.push(text.clone());
            array
        }
        _ => IndexedArray::new(),
    };
    let mut next = array.next_index();
    let mut values = sh.take_fields();
    for element in elements {
        let Some(subscript) = element.subscript.as_deref() else {
            values.clear();
            super::fields(sh, std::slice::from_ref(&element.value), &mut values)?;
            for value in values.iter() {
                array.set(next, shape.value(sh, value.to_vec())?);
                next = next.saturating_add(1);
            }
            continue;
        };
        let Subscript::Index(word) = subscript else {
            let at: &[u8] = if *subscript == Subscript::At { b"[@]" } else { b"[*]" };
            let mut text = at.to_vec();
            text.push(b'=');
            single(sh, &element.value, &mut text)?;
            text.extend_from_slice(b": cannot assign to non-numeric index");
            report::message(sh, &text);
            continue;
        };
        let index = arith::arith(sh, word)?;
        let mut value = Vec::new();
        single(sh, &element.value, &mut value)?;
        let Some(index) = absolute_index(index, array.next_index()) else {
            let text = report::assign_error_text(sh, AssignError::BadSubscript(sym));
            report::message(sh, &text);
            continue;
        };
        if element.append {
            value = appended(sh, array.get(index), value, shape)?;
        }
        array.set(index, shape.value(sh, value)?);
        next = index.saturating_add(1);
    }
    sh.recycle_fields(values);
    Ok(Value::Indexed(Box::new(array)))
}

/// `[subscript]+=value`
fn appended(sh: &mut Shell, old: Option<&[u8]>, value: Vec<u8>, shape: Shape) -> Result<Vec<u8>, Divert> {
    let Some(old) = old else { return Ok(value) };
    if shape.is_integer {
        let sum = arith::arith_text(sh, old)?.wrapping_add(arith::arith_text(sh, &value)?);
        return Ok(skosh_arith::Decimal::new(sum).as_bytes().to_vec());
    }
    Ok([old, &value].concat())
}

fn build_associative(
    sh: &mut Shell,
    sym: Sym,
    elements: &[ArrayElement],
    append: bool,
    shape: Shape,
) -> Result<Value, Divert> {
    let mut array = match sh.vars.get(sym).map(|variable| &variable.value) {
        Some(Value::Associative(array)) if append => (**array).clone(),
        Some(Value::Scalar(text)) if append => {
            let mut array = AssociativeArray::new();
            array.set(b"0", text.clone());
            array
        }
        _ => AssociativeArray::new(),
    };
    // Without a subscript at the first element, the words are keys and values in turn.
    if elements.first().is_some_and(|element| element.subscript.is_none()) {
        let mut words = elements.iter();
        while let Some(element) = words.next() {
            let mut key = Vec::new();
            single(sh, &element.value, &mut key)?;
            let mut value = Vec::new();
            if let Some(element) = words.next() {
                single(sh, &element.value, &mut value)?;
            }
            if key.is_empty() {
                report::message(sh, b"bad array subscript");
                continue;
            }
            let value = shape.value(sh, value)?;
            array.set(&key, value);
        }
        return Ok(Value::Associative(Box::new(array)));
    }
    for element in elements {
        let mut key = Vec::new();
        match element.subscript.as_deref() {
            Some(Subscript::At) => key.push(b'@'),
            Some(Subscript::Star) => key.push(b'*'),
            Some(Subscript::Index(word)) => single(sh, &word.word, &mut key)?,
            None => {
                let mut text = sh.names.name(sym).to_vec();
                text.extend_from_slice(b": ");
                single(sh, &element.value, &mut text)?;
                text.extend_from_slice(b": must use subscript when assigning associative array");
                report::message(sh, &text);
                continue;
            }
        }
        let mut value = Vec::new();
        single(sh, &element.value, &mut value)?;
        if key.is_empty() {
            report::message(sh, b"[]: bad array subscript");
            continue;
        }
        if element.append {
            value = appended(sh, array.get(&key), value, shape)?;
        }
        let value = shape.value(sh, value)?;
        array.set(&key, value);
    }
    Ok(Value::Associative(Box::new(array)))
}

/// Assigns a string to what text names: `name` or `name[subscript]`, as `read`, `printf -v`, `getopts` and `declare` do.
pub fn assign_text(sh: &mut Shell, name: &[u8], value: &[u8]) -> Result<(), AssignFailure> {
    let Some((base, subscript)) = subject::split_subscript(name) else { return Err(AssignFailure::NotAName) };
    let sym = sh.names.intern(base);
    let Some(subscript) = subscript else { return store_name(sh, sym, value) };
    let mut subject = Subject::of_variable(sh, sym)?;
    if let Name::Variable(sym) = subject.name {
        subject.element = if matches!(subscript, b"@" | b"*") && sh.attributes(sym).has(Attributes::ASSOCIATIVE) {
            Element::Key(subscript.to_vec())
        } else {
            subject::element_of_text(sh, sym, subscript)?
        };
    }
    store(sh, &subject, value)
}
