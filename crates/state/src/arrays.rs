//! Indexed and associative arrays.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use skosh_syntax::names::NameHasher;

/// An indexed array: dense as long as it grows at its end, sorted by index in any case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IndexedArray {
    /// Sorted by index. While `indices` is empty, element `i` has index `i`.
    values: Vec<Vec<u8>>,
    /// The index of each value once the array is sparse.
    indices: Vec<u64>,
}

impl IndexedArray {
    /// No elements.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of elements that are set.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether no element is set.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    fn is_dense(&self) -> bool {
        self.indices.is_empty()
    }

    fn position(&self, index: u64) -> Result<usize, usize> {
        if self.is_dense() {
            let at = usize::try_from(index).unwrap_or(usize::MAX);
            return if at < self.values.len() { Ok(at) } else { Err(self.values.len()) };
        }
        match self.indices.last() {
            Some(&last) if index > last => Err(self.indices.len()),
            _ => self.indices.binary_search(&index),
        }
    }

    fn make_sparse(&mut self) {
        if self.is_dense() {
            self.indices = (0..self.values.len() as u64).collect();
        }
    }

    /// The element at `index`.
    pub fn get(&self, index: u64) -> Option<&[u8]> {
        self.position(index).ok().and_then(|at| self.values.get(at)).map(Vec::as_slice)
    }

    /// Sets the element at `index`.
    pub fn set(&mut self, index: u64, value: Vec<u8>) {
        match self.position(index) {
            Ok(at) => {
                if let Some(slot) = self.values.get_mut(at) {
                    *slot = value;
                }
            }
            Err(at) => {
                if self.is_dense() && index == self.values.len() as u64 {
                    self.values.push(value);
                    return;
                }
                self.make_sparse();
                self.indices.insert(at, index);
                self.values.insert(at, value);
            }
        }
    }

    /// Removes the element at `index`.
    pub fn remove(&mut self, index: u64) {
        let Ok(at) = self.position(index) else { return };
        if at + 1 == self.values.len() {
            self.values.pop();
            self.indices.pop();
            return;
        }
        self.make_sparse();
        self.indices.remove(at);
        self.values.remove(at);
    }

    /// Appends after the highest index.
    pub fn push(&mut self, value: Vec<u8>) {
        let next = self.next_index();
        self.set(next, value);
    }

    /// One more than the highest index.
    pub fn next_index(&self) -> u64 {
        if self.is_dense() { self.values.len() as u64 } else { self.indices.last().map_or(0, |last| last + 1) }
    }

    /// Indices and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let dense = self.is_dense();
        self.values.iter().enumerate().map(move |(at, value)| {
            let index = if dense { at as u64 } else { self.indices.get(at).copied().unwrap_or(0) };
            (index, value.as_slice())
        })
    }

    /// The position (not the index) of the first element at or after `index`.
    pub fn position_from(&self, index: u64) -> usize {
        match self.position(index) {
            Ok(at) | Err(at) => at,
        }
    }

    /// The element at a position.
    pub fn value_at(&self, position: usize) -> Option<&[u8]> {
        self.values.get(position).map(Vec::as_slice)
    }
}

/// An associative array. Iteration order is that of insertion: bash's own is that of its hash function and not to be relied on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AssociativeArray {
    entries: Vec<Option<(Vec<u8>, Vec<u8>)>>,
    places: HashMap<Vec<u8>, usize, BuildHasherDefault<NameHasher>>,
}

impl AssociativeArray {
    /// No entries.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The value of `key`.
    pub fn get(&self, key: &[u8]) -> Option<&[u8]> {
        let &at = self.places.get(key)?;
        self.entries.get(at)?.as_ref().map(|(_, value)| value.as_slice())
    }

    /// Sets the value of `key`.
    pub fn set(&mut self, key: &[u8], value: Vec<u8>) {
        match self.places.get(key) {
            Some(&at) => {
                if let Some(Some(entry)) = self.entries.get_mut(at) {
                    entry.1 = value;
                }
            }
            None => {
                self.places.insert(key.to_vec(), self.entries.len());
                self.entries.push(Some((key.to_vec(), value)));
            }
        }
    }

    /// Removes `key`.
    pub fn remove(&mut self, key: &[u8]) {
        if let Some(at) = self.places.remove(key) {
            if let Some(entry) = self.entries.get_mut(at) {
                *entry = None;
            }
            if self.entries.len() > 32 && self.places.len() * 2 < self.entries.len() {
                self.compact();
            }
        }
    }

    fn compact(&mut self) {
        self.entries.retain(Option::is_some);
        for (at, entry) in self.entries.iter().enumerate() {
            if let Some((key, _)) = entry
                && let Some(place) = self.places.get_mut(key)
            {
                *place = at;
            }
        }
    }

    /// Keys and values.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.entries.iter().flatten().map(|(key, value)| (key.as_slice(), value.as_slice()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_turns_sparse_and_keeps_its_order() {
        let mut array = IndexedArray::new();
        array.push(b"a".to_vec());
        array.push(b"b".to_vec());
        array.set(10, b"k".to_vec());
        array.set(5, b"f".to_vec());
        array.remove(0);
        assert_eq!(array.iter().map(|(index, _)| index).collect::<Vec<_>>(), [1, 5, 10]);
        assert_eq!(array.next_index(), 11);
        assert_eq!(array.get(5), Some(b"f".as_slice()));
        assert_eq!(array.get(0), None);
        assert_eq!(array.position_from(6), 2);
    }

    #[test]
    fn an_associative_array_forgets_removed_keys() {
        let mut array = AssociativeArray::new();
        for number in 0..100u8 {
            array.set(&[number], vec![number]);
        }
        for number in 0..90u8 {
            array.remove(&[number]);
        }
        assert_eq!(array.len(), 10);
        assert_eq!(array.get(&[95]), Some([95].as_slice()));
        assert_eq!(array.get(&[5]), None);
        assert_eq!(array.iter().count(), 10);
    }
}
