//! Matching over sets of positions: every item maps the set of positions where it may begin to the set where it may end (or,
//! going backwards, the other way). No position is looked at twice for the same item, so that no pattern takes exponential
//! time, and all lengths at which a prefix or suffix matches come out of one pass.

use crate::compile::{Group, GroupKind, Item};
use crate::sequence::{step, step_back};

/// A set of positions in a text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Positions {
    /// These, ascending when going forwards and descending when going backwards, without repetition.
    List(Vec<usize>),
    /// Every character boundary from here on, in the direction of the match.
    Onward(usize),
}

/// Where `items` may end when they begin at `start`.
pub(crate) fn ends(items: &[Item], text: &[u8], start: usize, utf8: bool) -> Reached {
    let matcher = Matcher { text, utf8, back: false, leading_period: false };
    Reached { last: text.len(), set: matcher.sequence(items, Positions::List(vec![start])), back: false }
}

/// Where `items` may end in a file name that begins with a period, which only a literal period matches.
pub(crate) fn ends_of_name(items: &[Item], name: &[u8], utf8: bool) -> Reached {
    let matcher = Matcher { text: name, utf8, back: false, leading_period: true };
    Reached { last: name.len(), set: matcher.sequence(items, Positions::List(vec![0])), back: false }
}

/// Where `items` may begin when they end at the end of the text.
pub(crate) fn starts(items: &[Item], text: &[u8], utf8: bool) -> Reached {
    let matcher = Matcher { text, utf8, back: true, leading_period: false };
    Reached { last: 0, set: matcher.sequence(items, Positions::List(vec![text.len()])), back: true }
}

/// Where `items` may begin at all, ascending.
pub(crate) fn all_starts(items: &[Item], text: &[u8], utf8: bool) -> Vec<usize> {
    let matcher = Matcher { text, utf8, back: true, leading_period: false };
    let set = matcher.sequence(items, Positions::Onward(text.len()));
    let mut list = matcher.list(set);
    list.reverse();
    list
}

/// The outcome of a match in one direction.
pub(crate) struct Reached {
    set: Positions,
    /// The end of the text in that direction.
    last: usize,
    back: bool,
}

impl Reached {
    pub fn contains(&self, position: usize) -> bool {
        match &self.set {
            Positions::List(list) if self.back => list.binary_search_by(|p| position.cmp(p)).is_ok(),
            Positions::List(list) => list.binary_search(&position).is_ok(),
            Positions::Onward(from) => {
                if self.back {
                    position <= *from
                } else {
                    position >= *from
                }
            }
        }
    }

    /// The position of the longest match.
    pub fn farthest(&self) -> Option<usize> {
        match &self.set {
            Positions::List(list) => list.last().copied(),
            Positions::Onward(_) => Some(self.last),
        }
    }

    /// The position of the shortest match.
    pub fn nearest(&self) -> Option<usize> {
        match &self.set {
            Positions::List(list) => list.first().copied(),
            Positions::Onward(from) => Some(*from),
        }
    }
}

struct Matcher<'a> {
    text: &'a [u8],
    utf8: bool,
    /// From the end of the text to its beginning.
    back: bool,
    /// The text begins with a period that has to be named. (Only forwards.)
    leading_period: bool,
}

impl Matcher<'_> {
    fn step(&self, item: &Item, at: usize) -> Option<usize> {
        if self.leading_period && at == 0 && !matches!(item, Item::Byte(_)) {
            return None;
        }
        if self.back { step_back(item, self.text, at, self.utf8) } else { step(item, self.text, at, self.utf8) }
    }

    /// The next character boundary, or `None` at the end.
    fn next(&self, at: usize) -> Option<usize> {
        self.step(&Item::One, at)
    }

    fn sequence(&self, items: &[Item], mut set: Positions) -> Positions {
        for index in 0..items.len() {
            if matches!(&set, Positions::List(list) if list.is_empty()) {
                break;
            }
            let index = if self.back { items.len() - 1 - index } else { index };
            if let Some(item) = items.get(index) {
                set = self.item(item, set);
            }
        }
        set
    }

    fn item(&self, item: &Item, set: Positions) -> Positions {
        match (item, set) {
            (Item::Star, Positions::List(mut list)) if self.leading_period && list.first() == Some(&0) => {
                // Nothing goes on from the beginning, so it is kept apart from the rest.
                if let Some(&next) = list.get(1) {
                    list.truncate(1);
                    list.extend(self.list(Positions::Onward(next)));
                }
                Positions::List(list)
            }
            (Item::Star, Positions::List(list)) => match list.first() {
                Some(&nearest) => Positions::Onward(nearest),
                None => Positions::List(list),
            },
            (Item::Star, onward) => onward,
            (Item::One, Positions::Onward(from)) => match self.next(from) {
                Some(next) => Positions::Onward(next),
                None => Positions::List(Vec::new()),
            },
            (Item::Byte(byte), Positions::Onward(from)) => Positions::List(if self.back {
                memchr::memrchr_iter(*byte, self.text.get(..from).unwrap_or_default()).collect()
            } else {
                let rest = self.text.get(from..).unwrap_or_default();
                memchr::memchr_iter(*byte, rest).map(|offset| from + offset + 1).collect()
            }),
            (Item::Group(group), set) => self.group(group, self.list(set)),
            (item, set) => {
                let mut list = self.list(set);
                // One character further from each: the order stays, and no two meet.
                let mut kept = 0;
                for index in 0..list.len() {
                    let Some(&at) = list.get(index) else { break };
                    if let Some(end) = self.step(item, at)
                        && let Some(slot) = list.get_mut(kept)
                    {
                        *slot = end;
                        kept += 1;
                    }
                }
                list.truncate(kept);
                Positions::List(list)
            }
        }
    }

    /// The set as a list.
    fn list(&self, set: Positions) -> Vec<usize> {
        match set {
            Positions::List(list) => list,
            Positions::Onward(from) => std::iter::successors(Some(from), |&at| self.next(at)).collect(),
        }
    }

    /// An empty set of positions that may follow those of `set`.
    fn seen(&self, set: &[usize]) -> Seen {
        Seen::new(set.first().copied().unwrap_or(0), self.back)
    }

    fn group(&self, group: &Group, set: Vec<usize>) -> Positions {
        let list = match group.kind {
            GroupKind::One => self.alternatives(group, set),
            GroupKind::Optional => {
                let mut seen = self.seen(&set);
                seen.add(&set);
                seen.add(&self.alternatives(group, set));
                seen.into_list()
            }
            GroupKind::Any => self.repeat(group, set, true),
            GroupKind::Some => self.repeat(group, set, false),
            GroupKind::Not => return self.complement(group, set),
        };
        Positions::List(list)
    }

    /// Where any of the alternatives leads from any position of the set.
    fn alternatives(&self, group: &Group, set: Vec<usize>) -> Vec<usize> {
        if let [only] = &*group.alternatives {
            return self.list(self.sequence(only, Positions::List(set)));
        }
        let mut seen = self.seen(&set);
        for alternative in &group.alternatives {
            seen.add(&self.list(self.sequence(alternative, Positions::List(set.clone()))));
        }
        seen.into_list()
    }

    /// Any number of alternatives one after the other; at least one unless `none`.
    fn repeat(&self, group: &Group, set: Vec<usize>, none: bool) -> Vec<usize> {
        let mut seen = self.seen(&set);
        if none {
            seen.add(&set);
        }
        if group.single {
            // Positions that were walked from, which are not all in the result.
            let mut walked = self.seen(&set);
            for start in set {
                let mut at = start;
                while walked.insert(at) {
                    let end = group.alternatives.iter().find_map(|items| self.step(items.first()?, at));
                    let Some(end) = end else { break };
                    seen.insert(end);
                    at = end;
                }
            }
            return seen.into_list();
        }
        let mut frontier = set;
        while !frontier.is_empty() {
            frontier = self.alternatives(group, frontier);
            frontier.retain(|&position| seen.insert(position));
        }
        seen.into_list()
    }

    /// Everything that no alternative matches: from each position, all but where the alternatives lead.
    fn complement(&self, group: &Group, set: Vec<usize>) -> Positions {
        let mut seen = self.seen(&set);
        for start in set {
            let excluded = self.alternatives(group, vec![start]);
            let mut excluded = excluded.into_iter().peekable();
            let mut at = Some(start);
            while let Some(position) = at {
                if excluded.peek() == Some(&position) {
                    excluded.next();
                } else {
                    seen.insert(position);
                }
                at = self.next(position);
            }
        }
        Positions::List(seen.into_list())
    }
}

/// A set of positions as bits, counted from the nearest in the direction of the match, so that its size is the distance that a
/// match covers and not the length of the text.
struct Seen {
    words: Vec<u64>,
    base: usize,
    back: bool,
}

impl Seen {
    /// Room for positions from `nearest` on.
    fn new(nearest: usize, back: bool) -> Seen {
        Seen { words: Vec::new(), base: nearest, back }
    }

    /// Add a position; was it new?
    fn insert(&mut self, position: usize) -> bool {
        let distance = if self.back { self.base.checked_sub(position) } else { position.checked_sub(self.base) };
        let Some(distance) = distance else { return false };
        if distance / 64 >= self.words.len() {
            self.words.resize(distance / 64 + 1, 0);
        }
        let Some(word) = self.words.get_mut(distance / 64) else { return false };
        let bit = 1 << (distance % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    fn add(&mut self, positions: &[usize]) {
        for &position in positions {
            self.insert(position);
        }
    }

    /// The positions, nearest first.
    fn into_list(self) -> Vec<usize> {
        let mut list = Vec::new();
        for (index, &word) in self.words.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                let distance = index * 64 + word.trailing_zeros() as usize;
                list.push(if self.back { self.base - distance } else { self.base + distance });
                word &= word - 1;
            }
        }
        list
    }
}

/// The first match that begins at or after `from`, as long as possible.
pub(crate) fn find(items: &[Item], text: &[u8], from: usize, utf8: bool) -> Option<(usize, usize)> {
    let start = from + all_starts(items, text.get(from..)?, utf8).first()?;
    let end = ends(items, text, start, utf8).farthest()?;
    Some((start, end))
}
