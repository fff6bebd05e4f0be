//! The table of variables, and writing to it through the journal.

use skosh_syntax::Sym;
use skosh_syntax::names::well_known as name;

use crate::arrays::{AssociativeArray, IndexedArray};
use crate::journal::Undo;
use crate::variable::{Attributes, Value, Variable};
use crate::{Opt, Shell};

/// Variables by symbol.
#[derive(Debug, Default)]
pub struct Variables {
    slots: Vec<Variable>,
}

/// Variables whose assignment or restoration changes what the shell keeps besides.
const WATCHED: &[Sym] = &[
    name::IFS,
    name::PATH,
    name::OPTIND,
    name::LC_ALL,
    name::LC_CTYPE,
    name::LANG,
    name::POSIXLY_CORRECT,
    name::HOME,
    name::GLOBIGNORE,
    name::HISTSIZE,
];

/// Why a variable was not assigned. The symbol is the variable at fault (after following name references).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssignError {
    /// It is readonly.
    Readonly(Sym),
    /// A name reference refers to itself.
    CircularReference(Sym),
    /// An associative array cannot become indexed or the reverse.
    KindMismatch(Sym),
    /// A negative index before the first element.
    BadSubscript(Sym),
}

impl Variables {
    /// A table whose watched variables are marked.
    pub fn new() -> Self {
        let mut table = Variables { slots: Vec::with_capacity(512) };
        for &sym in WATCHED {
            let slot = table.slot(sym);
            slot.attrs = slot.attrs.with(Attributes::WATCHED);
        }
        table
    }

    /// The variable, if it was ever used.
    #[inline]
    pub fn get(&self, sym: Sym) -> Option<&Variable> {
        self.slots.get(sym.index())
    }

    #[inline]
    fn slot(&mut self, sym: Sym) -> &mut Variable {
        if self.slots.len() <= sym.index() {
            self.slots.resize_with(sym.index() + 1, Variable::default);
        }
        #[allow(clippy::indexing_slicing, reason = "resized just before")]
        &mut self.slots[sym.index()]
    }

    pub(crate) fn stamp(&self, sym: Sym) -> u64 {
        self.get(sym).map_or(0, |variable| variable.stamp)
    }

    pub(crate) fn set_stamp(&mut self, sym: Sym, stamp: u64) {
        self.slot(sym).stamp = stamp;
    }

    pub(crate) fn put(&mut self, sym: Sym, variable: Variable) {
        *self.slot(sym) = variable;
    }

    /// All variables with their symbols.
    pub fn iter(&self) -> impl Iterator<Item = (Sym, &Variable)> {
        self.slots.iter().enumerate().map(|(index, variable)| (Sym(index as u32), variable))
    }
}

impl Shell {
    /// The variable's slot for writing, logged for the innermost subshell scope; its old value stays in it.
    #[inline]
    pub fn variable_mut(&mut self, sym: Sym) -> &mut Variable {
        let serial = self.journal.serial;
        let slot = self.vars.slot(sym);
        if slot.stamp != serial {
            let old = slot.clone();
            slot.stamp = serial;
            self.journal.undo.push(Undo::Variable(sym, old));
        }
        slot
    }

    /// As [`Shell::variable_mut`] for a writer that replaces the value: the old value is moved to the log, not copied.
    #[inline]
    fn variable_for_replacement(&mut self, sym: Sym) -> &mut Variable {
        let serial = self.journal.serial;
        let slot = self.vars.slot(sym);
        if slot.stamp != serial {
            let attrs = slot.attrs;
            let old = std::mem::replace(slot, Variable { value: Value::Unset, attrs, stamp: serial });
            self.journal.undo.push(Undo::Variable(sym, old));
        }
        slot
    }

    /// Follows name references from `sym`. A reference to an array element stays where it is (the interpreter handles it).
    pub fn resolve(&mut self, sym: Sym) -> Result<Sym, AssignError> {
        let mut at = sym;
        for _ in 0..32 {
            match self.vars.get(at) {
                Some(variable) if variable.attrs.has(Attributes::NAMEREF) => match &variable.value {
                    Value::Scalar(target) if skosh_syntax::names::is_name(target) => {
                        let next = self.names.intern(&target.clone());
                        if next == at {
                            return Ok(at);
                        }
                        at = next;
                    }
                    _ => return Ok(at),
                },
                _ => return Ok(at),
            }
        }
        Err(AssignError::CircularReference(sym))
    }

    /// Assigns a string: to the variable, or to element 0 of an array. Attributes other than `integer`, which the
    /// interpreter evaluates first, are applied.
    #[inline]
    pub fn assign(&mut self, sym: Sym, value: &[u8]) -> Result<(), AssignError> {
        let allexport = self.options.has(Opt::AllExport);
        if let Some(variable) = self.vars.slots.get_mut(sym.index())
            && variable.attrs == Attributes::NONE
            && variable.stamp == self.journal.serial
            && !allexport
            && let Value::Scalar(text) = &mut variable.value
        {
            text.clear();
            text.extend_from_slice(value);
            return Ok(());
        }
        self.assign_slowly(sym, value)
    }

    fn assign_slowly(&mut self, sym: Sym, value: &[u8]) -> Result<(), AssignError> {
        let sym = self.resolve(sym)?;
        let (attrs, is_array) = match self.vars.get(sym) {
            Some(variable) => (variable.attrs, variable.is_array()),
            None => (Attributes::NONE, false),
        };
        if attrs.has(Attributes::READONLY) {
            return Err(AssignError::Readonly(sym));
        }
        if attrs.has(Attributes::DYNAMIC) {
            if self.assign_dynamic(sym, value) {
                return Ok(());
            }
            self.set_attributes(sym, Attributes::NONE, Attributes::DYNAMIC);
        }
        let converted;
        let value = if attrs.has(Attributes(Attributes::LOWER.0 | Attributes::UPPER.0 | Attributes::CAPITAL.0)) {
            converted = self.locale.convert_case(attrs, value);
            &converted[..]
        } else {
            value
        };
        if is_array {
            return if attrs.has(Attributes::ASSOCIATIVE) {
                self.assign_key(sym, b"0", value.to_vec())
            } else {
                self.assign_index(sym, 0, value.to_vec())
            };
        }
        let allexport = self.options.has(Opt::AllExport);
        let variable = self.variable_for_replacement(sym);
        if allexport {
            variable.attrs = variable.attrs.with(Attributes::EXPORT);
        }
        match &mut variable.value {
            Value::Scalar(text) => {
                text.clear();
                text.extend_from_slice(value);
            }
            other => *other = Value::Scalar(value.to_vec()),
        }
        let attrs = variable.attrs;
        self.after_write(sym, attrs);
        Ok(())
    }

    /// Replaces the whole value, an array too. Fails for readonly variables only.
    pub fn assign_value(&mut self, sym: Sym, value: Value) -> Result<(), AssignError> {
        let sym = self.resolve(sym)?;
        if self.attributes(sym).has(Attributes::READONLY) {
            return Err(AssignError::Readonly(sym));
        }
        let allexport = self.options.has(Opt::AllExport);
        let variable = self.variable_for_replacement(sym);
        if allexport {
            variable.attrs = variable.attrs.with(Attributes::EXPORT);
        }
        variable.attrs = match value {
            Value::Indexed(_) => {
                variable.attrs.with(Attributes::INDEXED).without(Attributes::ASSOCIATIVE.with(Attributes::DYNAMIC))
            }
            Value::Associative(_) => {
                variable.attrs.with(Attributes::ASSOCIATIVE).without(Attributes::INDEXED.with(Attributes::DYNAMIC))
            }
            _ => variable.attrs,
        };
        variable.value = value;
        let attrs = variable.attrs;
        self.after_write(sym, attrs);
        Ok(())
    }

    /// Assigns an element of an indexed array; a scalar becomes one, its value element 0.
    pub fn assign_index(&mut self, sym: Sym, index: u64, value: Vec<u8>) -> Result<(), AssignError> {
        let sym = self.resolve(sym)?;
        let attrs = self.attributes(sym);
        if attrs.has(Attributes::READONLY) {
            return Err(AssignError::Readonly(sym));
        }
        if sym == name::DIRSTACK && attrs.has(Attributes::DYNAMIC) {
            let place = usize::try_from(index).ok().and_then(|index| index.checked_sub(1));
            if let Some(entry) = place.and_then(|place| self.interaction_mut().directories.get_mut(place)) {
                *entry = value.into();
            }
            return Ok(());
        }
        let value = self.locale.convert_case_owned(attrs, value);
        let variable = self.variable_mut(sym);
        variable.attrs = variable.attrs.with(Attributes::INDEXED).without(Attributes::DYNAMIC);
        match &mut variable.value {
            Value::Indexed(array) => array.set(index, value),
            Value::Associative(_) => return Err(AssignError::KindMismatch(sym)),
            other => {
                let mut array = IndexedArray::new();
                if let Value::Scalar(text) = std::mem::take(other) {
                    array.set(0, text);
                }
                array.set(index, value);
                *other = Value::Indexed(Box::new(array));
            }
        }
        let attrs = variable.attrs;
        self.after_write(sym, attrs);
        Ok(())
    }

    /// Assigns an entry of an associative array.
    pub fn assign_key(&mut self, sym: Sym, key: &[u8], value: Vec<u8>) -> Result<(), AssignError> {
        let sym = self.resolve(sym)?;
        let attrs = self.attributes(sym);
        if attrs.has(Attributes::READONLY) {
            return Err(AssignError::Readonly(sym));
        }
        let value = self.locale.convert_case_owned(attrs, value);
        let variable = self.variable_mut(sym);
        variable.attrs = variable.attrs.with(Attributes::ASSOCIATIVE);
        match &mut variable.value {
            Value::Associative(array) => array.set(key, value),
            Value::Indexed(_) => return Err(AssignError::KindMismatch(sym)),
            other => {
                let mut array = AssociativeArray::new();
                if let Value::Scalar(text) = std::mem::take(other) {
                    array.set(b"0", text);
                }
                array.set(key, value);
                *other = Value::Associative(Box::new(array));
            }
        }
        let attrs = variable.attrs;
        self.after_write(sym, attrs);
        Ok(())
    }

    /// Unsets a variable with its attributes.
    pub fn unset_variable(&mut self, sym: Sym) -> Result<(), AssignError> {
        let attrs = self.attributes(sym);
        if attrs.has(Attributes::READONLY) {
            return Err(AssignError::Readonly(sym));
        }
        let variable = self.variable_for_replacement(sym);
        variable.value = Value::Unset;
        variable.attrs = Attributes(attrs.0 & (Attributes::WATCHED.0 | Attributes::LOCAL.0));
        self.after_write(sym, attrs);
        Ok(())
    }

    /// Adds and removes attributes.
    pub fn set_attributes(&mut self, sym: Sym, add: Attributes, remove: Attributes) {
        let before = self.attributes(sym);
        let after = before.with(add).without(remove);
        if before != after {
            self.variable_mut(sym).attrs = after;
            if before.with(after).has(Attributes::EXPORT) {
                self.env.invalidate();
            }
        }
    }

    /// The attributes of `sym`.
    #[inline]
    pub fn attributes(&self, sym: Sym) -> Attributes {
        self.vars.get(sym).map_or(Attributes::NONE, |variable| variable.attrs)
    }

    /// What has to follow a write.
    #[inline]
    fn after_write(&mut self, sym: Sym, attrs: Attributes) {
        if attrs.has(Attributes::EXPORT) {
            self.env.invalidate();
        }
        if attrs.has(Attributes::WATCHED) {
            if sym == name::OPTIND {
                self.counters.getopts = 0;
            }
            self.after_restore(sym);
        }
    }

    /// Recomputes what is kept besides a watched variable, after it was written or put back.
    pub(crate) fn after_restore(&mut self, sym: Sym) {
        match sym {
            name::IFS => self.ifs.invalidate(),
            name::PATH => self.forget_programs(),
            name::LC_ALL | name::LC_CTYPE | name::LANG => self.update_locale(),
            _ => {}
        }
    }

    /// The value of a variable as a scalar, also of a dynamic one; `None` when it is unset.
    pub fn scalar(&mut self, sym: Sym) -> Option<std::borrow::Cow<'_, [u8]>> {
        let sym = self.resolve(sym).ok()?;
        if self.attributes(sym).has(Attributes::DYNAMIC) {
            let mut out = Vec::new();
            return self.append_dynamic(sym, &mut out).then_some(out.into());
        }
        self.vars.get(sym)?.scalar().map(Into::into)
    }

    /// As [`Shell::scalar`] by name.
    pub fn scalar_named(&mut self, name: &[u8]) -> Option<std::borrow::Cow<'_, [u8]>> {
        let sym = self.names.lookup(name)?;
        self.scalar(sym)
    }
}
