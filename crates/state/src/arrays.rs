//! Indexed and associative arrays.

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

/// An associative array. The order of its entries can be seen in what a script prints, so it is bash's: by chain of a hash table
/// that begins with 1024 chains and has four times as many whenever there are two entries for each; the newest first in a chain.
#[derive(Clone, Debug, Default)]
pub struct AssociativeArray {
    /// In use, or linked as free.
    entries: Vec<Entry>,
    /// The first entry of each chain; empty until there is an entry.
    heads: Vec<u32>,
    /// The first free entry, by number from 1; 0 for none.
    free: u32,
    len: usize,
}

#[derive(Clone, Debug)]
struct Entry {
    key: Vec<u8>,
    value: Vec<u8>,
    hash: u32,
    /// The next entry of the chain, by number from 1; 0 for none.
    next: u32,
}

/// How many chains a new table has.
const CHAINS: usize = 1024;

/// The hash that decides the order: FNV-1 of 32 bits, bytes being signed.
fn order_hash(key: &[u8]) -> u32 {
    key.iter().fold(0x811c_9dc5, |hash: u32, &byte| hash.wrapping_mul(0x0100_0193) ^ (i32::from(byte as i8) as u32))
}

impl AssociativeArray {
    /// No entries.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The entry of this number (from 1).
    fn entry(&self, number: u32) -> Option<&Entry> {
        self.entries.get((number as usize).checked_sub(1)?)
    }

    fn entry_mut(&mut self, number: u32) -> Option<&mut Entry> {
        self.entries.get_mut((number as usize).checked_sub(1)?)
    }

    fn chain(&self, hash: u32) -> usize {
        hash as usize & self.heads.len().wrapping_sub(1)
    }

    /// The number of the entry with this key; 0 when there is none.
    fn find(&self, key: &[u8], hash: u32) -> u32 {
        let mut at = self.heads.get(self.chain(hash)).copied().unwrap_or(0);
        while let Some(entry) = self.entry(at) {
            if entry.hash == hash && entry.key == key {
                return at;
            }
            at = entry.next;
        }
        0
    }

    /// The value of `key`.
    pub fn get(&self, key: &[u8]) -> Option<&[u8]> {
        self.entry(self.find(key, order_hash(key))).map(|entry| entry.value.as_slice())
    }

    /// Sets the value of `key`.
    pub fn set(&mut self, key: &[u8], value: Vec<u8>) {
        let hash = order_hash(key);
        let known = self.find(key, hash);
        if let Some(entry) = self.entry_mut(known) {
            entry.value = value;
            return;
        }
        if self.heads.is_empty() {
            self.heads.resize(CHAINS, 0);
        } else if self.len >= self.heads.len() * 2 {
            self.grow();
        }
        let chain = self.chain(hash);
        let next = self.heads.get(chain).copied().unwrap_or(0);
        let entry = Entry { key: key.to_vec(), value, hash, next };
        let reused = self.free;
        let number = match self.entry_mut(reused) {
            Some(slot) => {
                let after = slot.next;
                *slot = entry;
                self.free = after;
                reused
            }
            None => {
                self.entries.push(entry);
                self.entries.len() as u32
            }
        };
        if let Some(head) = self.heads.get_mut(chain) {
            *head = number;
        }
        self.len += 1;
    }

    /// Four times as many chains, filled in the order of the old ones.
    fn grow(&mut self) {
        let mut heads = vec![0u32; self.heads.len() * 4];
        for &head in &self.heads {
            let mut at = head;
            while let Some(entry) = (at as usize).checked_sub(1).and_then(|index| self.entries.get_mut(index)) {
                let after = entry.next;
                let chain = entry.hash as usize & (heads.len() - 1);
                if let Some(head) = heads.get_mut(chain) {
                    entry.next = std::mem::replace(head, at);
                }
                at = after;
            }
        }
        self.heads = heads;
    }

    /// Removes `key`.
    pub fn remove(&mut self, key: &[u8]) {
        let hash = order_hash(key);
        let found = self.find(key, hash);
        let free = self.free;
        let Some(entry) = self.entry_mut(found) else { return };
        let after = std::mem::replace(&mut entry.next, free);
        entry.key = Vec::new();
        entry.value = Vec::new();
        self.free = found;
        self.len -= 1;
        let chain = self.chain(hash);
        let mut at = self.heads.get(chain).copied().unwrap_or(0);
        if at == found {
            if let Some(head) = self.heads.get_mut(chain) {
                *head = after;
            }
            return;
        }
        while let Some(entry) = self.entry_mut(at) {
            if entry.next == found {
                entry.next = after;
                return;
            }
            at = entry.next;
        }
    }

    /// Keys and values.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.heads.iter().filter(|&&head| head != 0).flat_map(|&head| {
            std::iter::successors(self.entry(head), |entry| self.entry(entry.next))
                .map(|entry| (entry.key.as_slice(), entry.value.as_slice()))
        })
    }
}

impl PartialEq for AssociativeArray {
    // The same keys with the same values, whatever was done to get there.
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.iter().all(|(key, value)| other.get(key) == Some(value))
    }
}

/// The hash by which bash orders what it keeps in tables: FNV-1 over 32 bits, whose low bits choose the bucket.
pub fn bucket_hash(key: &[u8]) -> u32 {
    key.iter().fold(2_166_136_261, |hash: u32, &byte| hash.wrapping_mul(16_777_619) ^ i32::from(byte as i8) as u32)
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
        array.set(b"again", Vec::new());
        assert_eq!(array.entries.len(), 100);
    }

    #[test]
    fn entries_come_in_the_order_of_bash() {
        let mut array = AssociativeArray::new();
        for key in ["one", "two", "three", "four", "five", "a b", "\u{e9}"] {
            array.set(key.as_bytes(), Vec::new());
        }
        let keys: Vec<&[u8]> = array.iter().map(|(key, _)| key).collect();
        let expected: [&[u8]; 7] = [b"four", b"two", b"three", b"one", b"five", b"a b", b"\xc3\xa9"];
        assert_eq!(keys, expected);
        for number in 0..3000u32 {
            array.set(number.to_string().as_bytes(), Vec::new());
        }
        assert_eq!(array.iter().count(), 3007);
        assert_eq!(array.get(b"2999"), Some(b"".as_slice()));
    }
}
