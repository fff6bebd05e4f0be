//! The positional parameters.

use std::rc::Rc;

use crate::Fields;

/// `$1`, `$2`, ...: a shared list of fields and how many of them have been shifted away.
#[derive(Clone, Debug, Default)]
pub struct Positional {
    fields: Rc<Fields>,
    /// Index in `fields` of `$1`.
    first: usize,
}

impl Positional {
    /// Parameters from `fields`, leaving out the first `skip` (the name of the function or script).
    pub fn new(fields: Fields, skip: usize) -> Self {
        Positional { fields: Rc::new(fields), first: skip }
    }

    /// `$#`
    #[inline]
    pub fn len(&self) -> usize {
        self.fields.len().saturating_sub(self.first)
    }

    /// Whether `$#` is 0.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Parameter `number`, from 1.
    #[inline]
    pub fn get(&self, number: usize) -> Option<&[u8]> {
        self.fields.get(self.first.checked_add(number.checked_sub(1)?)?)
    }

    /// All parameters in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &[u8]> + ExactSizeIterator + Clone {
        (0..self.len()).map(|index| self.fields.at(self.first + index))
    }

    /// Whether both are the same list, shifted or not: false after `set --`.
    pub fn is_same_list(&self, other: &Positional) -> bool {
        Rc::ptr_eq(&self.fields, &other.fields)
    }

    /// Removes the first `count`; false when there are fewer.
    pub fn shift(&mut self, count: usize) -> bool {
        if count > self.len() {
            return false;
        }
        self.first += count;
        true
    }

    /// The list itself, when no one else shares it, for reuse of its memory.
    pub fn into_fields(self) -> Option<Fields> {
        Rc::try_unwrap(self.fields).ok()
    }
}
