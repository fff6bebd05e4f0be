//! [`StringArray`]: argument lists and environments in the form execve(2) takes.
#![allow(unsafe_code)]

use libc::c_char;

/// NUL-terminated strings in one buffer, with the NULL-terminated array of pointers kept ready beside them.
///
/// Clearing keeps the memory, so a shell fills the same array for every command without allocating.
#[derive(Default)]
pub struct StringArray {
    /// The strings one after the other, each with its NUL.
    bytes: Vec<u8>,
    /// Where each string starts in `bytes`.
    starts: Vec<usize>,
    /// A pointer to each string, then NULL; empty only in an array that was never filled.
    pointers: Vec<*const c_char>,
}

// SAFETY: the pointers lead into `bytes`, which the value owns and changes only through `&mut`.
unsafe impl Send for StringArray {}
// SAFETY: as above; a shared reference only reads.
unsafe impl Sync for StringArray {}

/// What an array that was never filled points to.
struct Empty([*const c_char; 1]);
// SAFETY: holds NULL only.
unsafe impl Sync for Empty {}
static EMPTY: Empty = Empty([std::ptr::null()]);

impl StringArray {
    /// No strings; allocates nothing.
    pub const fn new() -> StringArray {
        StringArray { bytes: Vec::new(), starts: Vec::new(), pointers: Vec::new() }
    }

    /// Adds a string. It ends at its first NUL, if it holds one, as it would in C.
    pub fn push(&mut self, string: &[u8]) {
        self.push_parts(&[string]);
    }

    /// Adds the string that the parts make together (`name`, `=`, `value`). It ends at its first NUL.
    pub fn push_parts(&mut self, parts: &[&[u8]]) {
        let start = self.bytes.len();
        let before = self.bytes.as_ptr();
        for part in parts {
            match part.iter().position(|&byte| byte == 0) {
                None => self.bytes.extend_from_slice(part),
                Some(end) => {
                    self.bytes.extend_from_slice(part.get(..end).unwrap_or_default());
                    break;
                }
            }
        }
        self.bytes.push(0);
        self.starts.push(start);
        let base = self.bytes.as_ptr();
        if base == before && !self.pointers.is_empty() {
            self.pointers.pop();
            self.pointers.push(base.wrapping_add(start).cast());
        } else {
            // The buffer moved: every pointer changes. Growth doubles, so this costs little in all.
            self.pointers.clear();
            self.pointers.extend(self.starts.iter().map(|&start| base.wrapping_add(start).cast::<c_char>()));
        }
        self.pointers.push(std::ptr::null());
    }

    /// Forgets the strings and keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.starts.clear();
        self.pointers.clear();
    }

    /// Number of strings.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// No strings.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Bytes of all strings with their NULs: with the pointers, what counts against the kernel's argument limit.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// The string at `index`, without its NUL.
    pub fn get(&self, index: usize) -> Option<&[u8]> {
        let start = *self.starts.get(index)?;
        let end = self.starts.get(index + 1).copied().unwrap_or(self.bytes.len());
        self.bytes.get(start..end.checked_sub(1)?)
    }

    /// The strings in order, without their NULs.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        (0..self.len()).map(|index| self.get(index).unwrap_or_default())
    }

    /// The array for execve(2): a pointer to each string, then NULL. Valid until the next change.
    pub fn as_ptr(&self) -> *const *const c_char {
        if self.pointers.is_empty() { EMPTY.0.as_ptr() } else { self.pointers.as_ptr() }
    }
}

impl Clone for StringArray {
    fn clone(&self) -> StringArray {
        self.iter().collect()
    }
}

impl<'a> FromIterator<&'a [u8]> for StringArray {
    fn from_iter<I: IntoIterator<Item = &'a [u8]>>(strings: I) -> StringArray {
        let mut array = StringArray::new();
        for string in strings {
            array.push(string);
        }
        array
    }
}

impl std::fmt::Debug for StringArray {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter().map(|string| string.escape_ascii().to_string())).finish()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::StringArray;
    use std::ffi::CStr;

    fn through_pointers(array: &StringArray) -> Vec<Vec<u8>> {
        let mut seen = Vec::new();
        let mut pointer = array.as_ptr();
        loop {
            // SAFETY: the array ends with NULL and its pointers lead to NUL-terminated strings.
            unsafe {
                if (*pointer).is_null() {
                    return seen;
                }
                seen.push(CStr::from_ptr(*pointer).to_bytes().to_vec());
                pointer = pointer.add(1);
            }
        }
    }

    #[test]
    fn pointers_follow_every_push() {
        let mut array = StringArray::new();
        assert!(through_pointers(&array).is_empty());
        let mut expected = Vec::new();
        for i in 0..2000 {
            let string = format!("string number {i}").into_bytes();
            array.push(&string);
            expected.push(string);
            if i % 97 == 0 {
                assert_eq!(through_pointers(&array), expected);
            }
        }
        assert_eq!(through_pointers(&array), expected);
        assert_eq!(through_pointers(&array.clone()), expected);
        assert_eq!(array.iter().map(<[u8]>::to_vec).collect::<Vec<_>>(), expected);
        array.clear();
        assert!(through_pointers(&array).is_empty());
        array.push_parts(&[b"A", b"=", b"b"]);
        array.push(b"");
        array.push(b"cut\0off");
        assert_eq!(through_pointers(&array), [b"A=b".to_vec(), b"".to_vec(), b"cut".to_vec()]);
        assert_eq!(array.len(), 3);
        assert_eq!(array.get(1).unwrap(), b"");
        assert_eq!(array.get(3), None);
        let moved = array;
        assert_eq!(through_pointers(&moved).len(), 3);
    }
}
