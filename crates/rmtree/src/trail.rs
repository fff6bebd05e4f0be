//! The identities of the directories above those whose handles are held: enough to come back by `..` and to know the
//! place again, in a fixed amount of memory whatever the depth.
//!
//! A level is remembered as a keyed hash of its device and inode. The deepest levels are kept as they are; when there
//! are too many, the oldest [`BLOCK`] of them are replaced by one hash over the block, and blocks of blocks likewise.
//! Who comes back to a block walks up its levels once without touching anything, hashes what it meets, and believes it
//! only if the result is the hash that was kept. So every level is passed at most once more for each tier above it, and
//! the whole stays linear.
//!
//! The key is random, so nobody who moves directories about can make two chains of directories look alike.

use std::hash::{BuildHasher, RandomState};

/// How many levels, or blocks, one hash of the next tier stands for.
const BLOCK: usize = 512;
/// Levels kept as they are.
const DEEPEST: usize = 8192;
/// Tiers: `2 * BLOCK * BLOCK * BLOCK` levels and more.
const TIERS: usize = 3;
/// Where each tier begins among the hashes, and the end.
const BOUNDS: [usize; TIERS + 1] = [0, DEEPEST, DEEPEST + 2 * BLOCK, DEEPEST + 4 * BLOCK];

/// The levels that were given up, the deepest last.
pub(crate) struct Trail {
    key: RandomState,
    lengths: [usize; TIERS],
    hashes: [u64; DEEPEST + 4 * BLOCK],
}

/// Which directory this is: device and inode.
pub(crate) type Identity = (u64, u64);

impl Trail {
    pub(crate) fn new() -> Trail {
        Trail { key: RandomState::new(), lengths: [0; TIERS], hashes: [0; DEEPEST + 4 * BLOCK] }
    }

    /// The places of a tier.
    fn places(&mut self, tier: usize) -> &mut [u64] {
        let (start, end) = (BOUNDS.get(tier).copied(), BOUNDS.get(tier + 1).copied());
        self.hashes.get_mut(start.unwrap_or(0)..end.unwrap_or(0)).unwrap_or_default()
    }

    fn length(&self, tier: usize) -> usize {
        self.lengths.get(tier).copied().unwrap_or(0)
    }

    fn set_length(&mut self, tier: usize, length: usize) {
        if let Some(place) = self.lengths.get_mut(tier) {
            *place = length;
        }
    }

    /// The hash over the first or last block of places of a tier.
    fn fold(&mut self, tier: usize, last: bool) -> u64 {
        let places = self.places(tier);
        let start = if last { places.len().saturating_sub(BLOCK) } else { 0 };
        let mut block = [0; BLOCK];
        block.copy_from_slice(places.get(start..start + BLOCK).unwrap_or(&[0; BLOCK]));
        self.key.hash_one(block)
    }

    /// Adds the next deeper level. `false` when there is no room for more.
    pub(crate) fn push(&mut self, identity: Identity) -> bool {
        let mut hash = self.key.hash_one(identity);
        for tier in 0..TIERS {
            let mut length = self.length(tier);
            let is_full = length == self.places(tier).len();
            let folded = if is_full { self.fold(tier, false) } else { 0 };
            let places = self.places(tier);
            if is_full {
                places.copy_within(BLOCK.., 0);
                length -= BLOCK;
            }
            if let Some(place) = places.get_mut(length) {
                *place = hash;
            }
            self.set_length(tier, length + 1);
            if !is_full {
                return true;
            }
            hash = folded;
        }
        false
    }

    /// Takes the deepest level off and says whether it was `identity`. Call [`Trail::refill`] before.
    pub(crate) fn pop(&mut self, identity: Identity) -> bool {
        let expected = self.key.hash_one(identity);
        let Some(last) = self.length(0).checked_sub(1) else { return false };
        self.set_length(0, last);
        self.places(0).get(last) == Some(&expected)
    }

    /// Makes sure that the deepest level is there one by one. `ascend` gives the identities of the levels above the
    /// current one, nearest first, and `None` when it cannot. `false` when they are not those that were pushed.
    pub(crate) fn refill(&mut self, mut ascend: impl FnMut() -> Option<Identity>) -> bool {
        let Some(from) = self.lengths.iter().position(|&length| length > 0) else { return false };
        if from == 0 {
            return true;
        }
        let last = self.length(from) - 1;
        self.set_length(from, last);
        let Some(&wanted) = self.places(from).get(last) else { return false };
        // The tiers below are empty. Their last places collect blocks; the first block of each, the deepest, stays.
        let mut collected = [0; TIERS];
        loop {
            let Some(identity) = ascend() else { return false };
            let mut hash = self.key.hash_one(identity);
            for (tier, collected) in collected.iter_mut().enumerate() {
                if tier == from {
                    return hash == wanted;
                }
                *collected += 1;
                // Nearest first means last place first.
                let places = self.places(tier);
                if let Some(place) = places.len().checked_sub(*collected).and_then(|place| places.get_mut(place)) {
                    *place = hash;
                }
                if *collected < BLOCK {
                    break;
                }
                *collected = 0;
                hash = self.fold(tier, true);
                if self.length(tier) == 0 {
                    let places = self.places(tier);
                    places.copy_within(places.len() - BLOCK.., 0);
                    // The deepest block of a higher tier has just been spelled out in the tier below.
                    self.set_length(tier, BLOCK - usize::from(tier > 0));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goes down to `depth`, with small ups and downs, and back up; `moved` is a level that is another one afterwards.
    fn walk(depth: u64, moved: Option<u64>) -> (bool, u64) {
        let mut trail = Trail::new();
        for level in 0..depth {
            assert!(trail.push((1, level)));
            if level % 1000 == 999 {
                assert!(trail.refill(|| None), "just pushed");
                assert!(trail.pop((1, level)));
                assert!(trail.push((1, level)));
            }
        }
        let mut passed = 0;
        for level in (0..depth).rev() {
            let mut next = level + 1;
            let ascend = || {
                passed += 1;
                next = next.checked_sub(1)?;
                Some((1 + u64::from(Some(next) == moved), next))
            };
            if !trail.refill(ascend) || !trail.pop((1 + u64::from(Some(level) == moved), level)) {
                return (false, passed);
            }
        }
        assert!(!trail.refill(|| None), "empty");
        (true, passed)
    }

    #[test]
    fn every_level_is_known_again() {
        for depth in [0, 1, 511, 512, 513, 8191, 8192, 8193, 8704, 8705, 10_000, 533_000] {
            assert!(walk(depth, None).0, "{depth}");
        }
        let (known, passed) = walk(1_500_000, None);
        assert!(known);
        assert!(passed < 2 * 1_500_000, "linear: {passed}");
    }

    #[test]
    fn a_level_that_was_replaced_is_noticed() {
        for moved in [0, 1, 700, 8192, 250_000, 270_000, 549_999] {
            assert!(!walk(550_000, Some(moved)).0, "{moved}");
        }
    }
}
