//! A variable: a value, attributes, and the scope that last logged it.

use crate::arrays::{AssociativeArray, IndexedArray};

/// A variable's value.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value {
    /// Declared or not, it has no value.
    #[default]
    Unset,
    /// A string.
    Scalar(Vec<u8>),
    /// An indexed array.
    Indexed(Box<IndexedArray>),
    /// An associative array.
    Associative(Box<AssociativeArray>),
}

/// Attributes of a variable, a set of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attributes(pub u16);

impl Attributes {
    /// No attribute.
    pub const NONE: Attributes = Attributes(0);
    /// `-x`
    pub const EXPORT: Attributes = Attributes(1);
    /// `-r`
    pub const READONLY: Attributes = Attributes(2);
    /// `-i`: assigned values are evaluated as arithmetic.
    pub const INTEGER: Attributes = Attributes(4);
    /// `-l`
    pub const LOWER: Attributes = Attributes(8);
    /// `-u`
    pub const UPPER: Attributes = Attributes(16);
    /// `-n`: the value names another variable.
    pub const NAMEREF: Attributes = Attributes(32);
    /// `-t`
    pub const TRACE: Attributes = Attributes(64);
    /// `-a`, also while the array has no value yet.
    pub const INDEXED: Attributes = Attributes(128);
    /// `-A`, also while the array has no value yet.
    pub const ASSOCIATIVE: Attributes = Attributes(256);
    /// The value is computed when it is read, and assigning does something (RANDOM, SECONDS, LINENO, ...). Lost by `unset`.
    pub const DYNAMIC: Attributes = Attributes(512);
    /// Assigning or restoring invalidates something the shell keeps (IFS, PATH, OPTIND, the locale, ...).
    pub const WATCHED: Attributes = Attributes(1024);
    /// `-c`: capitalize (bash, undocumented).
    pub const CAPITAL: Attributes = Attributes(2048);
    /// Declared by `local` in the function that is running.
    pub const LOCAL: Attributes = Attributes(4096);

    /// Named by `declare` without a value or another attribute.
    pub const DECLARED: Attributes = Attributes(8192);

    /// Whether any bit of `other` is set.
    #[inline]
    pub fn has(self, other: Attributes) -> bool {
        self.0 & other.0 != 0
    }

    /// With the bits of `other`.
    #[inline]
    pub fn with(self, other: Attributes) -> Attributes {
        Attributes(self.0 | other.0)
    }

    /// Without the bits of `other`.
    #[inline]
    pub fn without(self, other: Attributes) -> Attributes {
        Attributes(self.0 & !other.0)
    }
}

/// A variable.
#[derive(Clone, Debug, Default)]
pub struct Variable {
    /// Its value.
    pub value: Value,
    /// Its attributes.
    pub attrs: Attributes,
    /// Serial of the subshell scope in which it was last logged, see [`crate::journal`].
    pub stamp: u64,
}

impl Variable {
    /// The value as a scalar: of an array, element 0 (or key `0`).
    #[inline]
    pub fn scalar(&self) -> Option<&[u8]> {
        match &self.value {
            Value::Scalar(text) => Some(text),
            Value::Unset => None,
            Value::Indexed(array) => array.get(0),
            Value::Associative(array) => array.get(b"0"),
        }
    }

    /// Is it an array (possibly without elements)?
    pub fn is_array(&self) -> bool {
        matches!(self.value, Value::Indexed(_) | Value::Associative(_))
            || self.attrs.has(Attributes::INDEXED.with(Attributes::ASSOCIATIVE))
    }

    /// Is it set, or at least declared?
    pub fn exists(&self) -> bool {
        self.value != Value::Unset || self.declared_attributes() != Attributes::NONE
    }

    /// The attributes that a script can give.
    pub fn declared_attributes(&self) -> Attributes {
        self.attrs.without(Attributes(Attributes::WATCHED.0 | Attributes::DYNAMIC.0 | Attributes::LOCAL.0))
    }
}
