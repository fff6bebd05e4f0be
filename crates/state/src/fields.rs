//! The fields of a command: its name and arguments after expansion.
//!
//! All fields of a command stand in one buffer, each followed by a NUL so that it can become an argument of execve(2) as it is.
//! The buffers are reused: a command whose words are literal allocates nothing once the shell is warm.

/// A growing list of byte strings in one buffer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    bytes: Vec<u8>,
    /// Where each finished field ends (the position of its NUL).
    ends: Vec<usize>,
}

impl Fields {
    /// No fields.
    pub const fn new() -> Self {
        Fields { bytes: Vec::new(), ends: Vec::new() }
    }

    /// The number of finished fields.
    #[inline]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no finished field.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Where field `index` begins in the buffer.
    #[inline]
    fn start_of(&self, index: usize) -> usize {
        if index == 0 { 0 } else { self.ends.get(index - 1).map_or(self.bytes.len(), |end| end + 1) }
    }

    /// Field `index`, if there is one.
    #[inline]
    pub fn get(&self, index: usize) -> Option<&[u8]> {
        let end = *self.ends.get(index)?;
        self.bytes.get(self.start_of(index)..end)
    }

    /// Field `index`, or the empty string.
    #[inline]
    pub fn at(&self, index: usize) -> &[u8] {
        self.get(index).unwrap_or(b"")
    }

    /// The fields in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &[u8]> + ExactSizeIterator + Clone {
        (0..self.len()).map(|index| self.at(index))
    }

    /// Adds a whole field.
    #[inline]
    pub fn push(&mut self, field: &[u8]) {
        self.bytes.extend_from_slice(field);
        self.finish();
    }

    /// The buffer, to append to the field being built.
    #[inline]
    pub fn open(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// Where the field being built begins in [`Fields::open`].
    #[inline]
    pub fn open_start(&self) -> usize {
        self.ends.last().map_or(0, |end| end + 1)
    }

    /// What has been appended to the field being built.
    #[inline]
    pub fn open_field(&self) -> &[u8] {
        self.bytes.get(self.open_start()..).unwrap_or(b"")
    }

    /// Ends the field being built.
    #[inline]
    pub fn finish(&mut self) {
        self.ends.push(self.bytes.len());
        self.bytes.push(0);
    }

    /// Drops what has been appended to the field being built.
    pub fn abandon(&mut self) {
        let start = self.open_start();
        self.bytes.truncate(start);
    }

    /// Keeps the first `count` fields.
    pub fn truncate(&mut self, count: usize) {
        self.ends.truncate(count);
        let start = self.open_start();
        self.bytes.truncate(start);
    }

    /// Removes the first `count` fields.
    pub fn remove_first(&mut self, count: usize) {
        let cut = self.start_of(count.min(self.len()));
        self.bytes.drain(..cut);
        self.ends.drain(..count.min(self.ends.len()));
        for end in &mut self.ends {
            *end -= cut;
        }
    }

    /// Removes everything; the memory stays.
    #[inline]
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    /// Bytes reserved, for whoever pools the buffers.
    pub fn capacity(&self) -> usize {
        self.bytes.capacity()
    }
}

impl<'a> FromIterator<&'a [u8]> for Fields {
    fn from_iter<T: IntoIterator<Item = &'a [u8]>>(iter: T) -> Self {
        let mut fields = Fields::new();
        for field in iter {
            fields.push(field);
        }
        fields
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_by_index() {
        let mut fields = Fields::new();
        fields.push(b"echo");
        fields.push(b"");
        fields.open().extend_from_slice(b"ab");
        fields.open().extend_from_slice(b"c");
        assert_eq!(fields.open_field(), b"abc");
        fields.finish();
        assert_eq!(fields.iter().collect::<Vec<_>>(), [b"echo".as_slice(), b"", b"abc"]);
        fields.remove_first(2);
        assert_eq!(fields.iter().collect::<Vec<_>>(), [b"abc".as_slice()]);
        fields.push(b"x");
        fields.truncate(1);
        assert_eq!(fields.len(), 1);
        assert_eq!(fields.open_field(), b"");
        assert!(fields.get(1).is_none());
    }
}
