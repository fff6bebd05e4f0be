//! What follows from variables: the environment block of children, the field separators, the locale.

use std::rc::Rc;

use skosh_syntax::names::well_known as name;
use skosh_sys::StringArray;

use crate::Shell;
use crate::variable::{Attributes, Value};

/// The environment block, rebuilt only after an exported variable or function changed.
#[derive(Debug, Default)]
pub struct Environment {
    block: Rc<StringArray>,
    valid: bool,
}

impl Environment {
    /// Something exported changed.
    #[inline]
    pub fn invalidate(&mut self) {
        self.valid = false;
    }
}

/// The field separators, as a table over bytes.
#[derive(Debug)]
pub struct Separators {
    kinds: [Separator; 256],
    /// The characters of IFS that are more than one byte, which the table does not know.
    wide: Vec<Box<[u8]>>,
    /// The first character of IFS, which joins `"$*"`; nothing when IFS is empty.
    join: Vec<u8>,
    valid: bool,
}

/// What a byte does in field splitting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// Belongs to a field.
    No,
    /// IFS white space: any run of it delimits one field.
    Space,
    /// Any other byte of IFS: each delimits a field.
    Other,
}

impl Default for Separators {
    fn default() -> Self {
        Separators { kinds: [Separator::No; 256], wide: Vec::new(), join: b" ".to_vec(), valid: false }
    }
}

impl Separators {
    /// IFS changed.
    #[inline]
    pub fn invalidate(&mut self) {
        self.valid = false;
    }

    /// What `byte` does.
    #[inline]
    pub fn kind(&self, byte: u8) -> Separator {
        #[allow(clippy::indexing_slicing, reason = "the table has an entry for each byte")]
        self.kinds[byte as usize]
    }

    /// Whether some separators are characters of several bytes, which [`Separators::kind`] does not know.
    #[inline]
    pub fn has_wide(&self) -> bool {
        !self.wide.is_empty()
    }

    /// The length of the separator of several bytes at the beginning of `text`; 0 when there is none. It acts as [`Separator::Other`].
    pub fn wide_length(&self, text: &[u8]) -> usize {
        self.wide.iter().find(|wide| text.starts_with(wide)).map_or(0, |wide| wide.len())
    }

    /// What joins the parameters in `"$*"`: the first character of IFS; `None` when IFS is empty.
    pub fn join(&self) -> Option<&[u8]> {
        if self.join.is_empty() { None } else { Some(&self.join) }
    }

    /// Whether nothing is split at all.
    pub fn is_empty(&self) -> bool {
        self.join.is_empty()
    }

    fn fill(&mut self, ifs: Option<&[u8]>, locale: Locale) {
        let ifs = ifs.unwrap_or(b" \t\n");
        self.kinds = [Separator::No; 256];
        self.wide.clear();
        let mut rest = ifs;
        while let Some(&byte) = rest.first() {
            let (character, after) = rest.split_at(locale.character_length(rest).clamp(1, rest.len()));
            rest = after;
            if character.len() > 1 {
                self.wide.push(character.into());
                continue;
            }
            #[allow(clippy::indexing_slicing, reason = "the table has an entry for each byte")]
            {
                self.kinds[byte as usize] =
                    if matches!(byte, b' ' | b'\t' | b'\n') { Separator::Space } else { Separator::Other };
            }
        }
        self.join.clear();
        self.join.extend_from_slice(ifs.get(..locale.character_length(ifs)).unwrap_or(b""));
        self.valid = true;
    }
}

/// What the shell needs to know of the locale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Locale {
    /// Characters are UTF-8 sequences rather than bytes.
    pub utf8: bool,
}

impl Locale {
    /// Applies the attributes `lower`, `upper` and `capitalize`.
    pub fn convert_case(self, attrs: Attributes, text: &[u8]) -> Vec<u8> {
        let convert = |text: &[u8], upper: bool| -> Vec<u8> {
            match std::str::from_utf8(text) {
                Ok(text) if self.utf8 => if upper { text.to_uppercase() } else { text.to_lowercase() }.into_bytes(),
                _ if upper => text.to_ascii_uppercase(),
                _ => text.to_ascii_lowercase(),
            }
        };
        if attrs.has(Attributes::CAPITAL) {
            let first = self.character_length(text);
            let (head, tail) = text.split_at(first.min(text.len()));
            let mut out = convert(head, true);
            out.extend(convert(tail, false));
            return out;
        }
        convert(text, attrs.has(Attributes::UPPER))
    }

    pub(crate) fn convert_case_owned(self, attrs: Attributes, text: Vec<u8>) -> Vec<u8> {
        if attrs.has(Attributes(Attributes::LOWER.0 | Attributes::UPPER.0 | Attributes::CAPITAL.0)) {
            self.convert_case(attrs, &text)
        } else {
            text
        }
    }

    /// The length in bytes of the first character of `text`; 1 for a byte that begins no valid character, 0 at the end.
    #[inline]
    pub fn character_length(self, text: &[u8]) -> usize {
        match text.first() {
            None => 0,
            Some(byte) if !self.utf8 || *byte < 0x80 => 1,
            Some(byte) => {
                let length = match byte {
                    0xc2..=0xdf => 2,
                    0xe0..=0xef => 3,
                    0xf0..=0xf4 => 4,
                    _ => 1,
                };
                match text.get(..length) {
                    Some(sequence) if std::str::from_utf8(sequence).is_ok() => length,
                    _ => 1,
                }
            }
        }
    }

    /// The number of characters.
    pub fn count(self, text: &[u8]) -> usize {
        if !self.utf8 || text.is_ascii() {
            return text.len();
        }
        let mut rest = text;
        let mut count = 0;
        while !rest.is_empty() {
            rest = rest.get(self.character_length(rest)..).unwrap_or(b"");
            count += 1;
        }
        count
    }
}

/// The value of an exported function as bash imports it: it has to begin with `() {`.
fn exported_value(body: &[u8]) -> Vec<u8> {
    let body = body.trim_ascii();
    match body.strip_prefix(b"{") {
        Some(rest) => [b"() { ", rest.trim_ascii_start()].concat(),
        None => [b"() { ", body, b"\n}"].concat(),
    }
}

impl Shell {
    /// The field separators as IFS says now.
    #[inline]
    pub fn separators(&mut self) -> &Separators {
        if !self.ifs.valid {
            let value = self.vars.get(name::IFS).and_then(|variable| variable.scalar());
            self.ifs.fill(value, self.locale);
        }
        &self.ifs
    }

    /// The environment block of children: the exported variables that have a value, and exported functions.
    pub fn environment(&mut self) -> Rc<StringArray> {
        if !self.env.valid {
            let mut block = StringArray::new();
            let mut text = Vec::new();
            for (sym, variable) in self.vars.iter() {
                if !variable.attrs.has(Attributes::EXPORT) {
                    continue;
                }
                // Arrays are not exported (bash).
                let value = match &variable.value {
                    Value::Scalar(value) => Some(value.as_slice()),
                    Value::Unset if variable.attrs.has(Attributes::LOCAL) => self.hidden_export(sym),
                    _ => None,
                };
                if let Some(value) = value {
                    text.clear();
                    text.extend_from_slice(self.names.name(sym));
                    text.push(b'=');
                    text.extend_from_slice(value);
                    block.push(&text);
                }
            }
            for entry in &self.invocation.foreign_environment {
                block.push(entry);
            }
            self.append_exported_functions(&mut block);
            self.env.block = Rc::new(block);
            self.env.valid = true;
        }
        self.env.block.clone()
    }

    fn append_exported_functions(&self, block: &mut StringArray) {
        for (sym, slot) in self.commands.iter() {
            let Some(function) = slot.function.as_ref().filter(|function| function.exported) else { continue };
            let mut text = b"BASH_FUNC_".to_vec();
            text.extend_from_slice(self.names.name(sym));
            text.extend_from_slice(b"%%=");
            text.extend_from_slice(&exported_value(&skosh_syntax::print_command(
                &function.definition.body,
                &self.names,
            )));
            block.push(&text);
        }
    }

    /// Finds out the locale from LC_ALL, LC_CTYPE and LANG.
    pub fn update_locale(&mut self) {
        let value = [name::LC_ALL, name::LC_CTYPE, name::LANG]
            .into_iter()
            .filter_map(|sym| self.vars.get(sym).and_then(|variable| variable.scalar()))
            .find(|value| !value.is_empty())
            .unwrap_or(b"");
        let lower = value.to_ascii_lowercase();
        self.locale.utf8 = lower.ends_with(b"utf-8") || lower.ends_with(b"utf8");
        self.ifs.invalidate();
    }
}
