//! Laying out the descriptors of a child: a parallel assignment in terms of dup2.

use crate::plan::Move;
use skosh_sys::spawn::Step;
use std::os::fd::RawFd;

/// Appends the steps that make every `to` a duplicate of what its `from` was *before* the first step, whatever the order
/// and whatever cycles there are. Where several moves have the same target, the last one counts.
pub(crate) fn assign<'a>(moves: &[Move], steps: &mut Vec<Step<'a>>) {
    let counts = |index: usize, to: RawFd| !moves.iter().skip(index + 1).any(|later| later.to == to);
    let mut open: Vec<Move> = Vec::with_capacity(moves.len());
    for (index, &assignment) in moves.iter().enumerate() {
        if !counts(index, assignment.to) {
            continue;
        }
        if assignment.from == assignment.to {
            steps.push(Step::KeepOpen(assignment.to));
        } else {
            open.push(assignment);
        }
    }
    loop {
        // A target that no open move still reads may be written.
        while let Some(ready) = open.iter().position(|this| !open.iter().any(|other| other.from == this.to)) {
            let Move { from, to } = open.swap_remove(ready);
            steps.push(Step::Duplicate { from, to });
        }
        // What is left are cycles: as many sources as targets, each read once.
        let Some(Move { from, to: first }) = open.pop() else { return };
        // Every number that a cycle needs is open, so a free number collides with none of them.
        steps.push(Step::Park { from: first, above: 3 });
        steps.push(Step::Duplicate { from, to: first });
        let mut free = from;
        while let Some(next) = open.iter().position(|this| this.to == free) {
            let Move { from, to } = open.swap_remove(next);
            if from == first {
                steps.push(Step::Unpark(to));
                break;
            }
            steps.push(Step::Duplicate { from, to });
            free = from;
        }
    }
}

/// Appends the steps after which only 0, 1, 2 and the targets of the moves survive the exec.
pub(crate) fn close_others<'a>(moves: &[Move], steps: &mut Vec<Step<'a>>) {
    let mut kept: Vec<RawFd> = moves.iter().map(|assignment| assignment.to).filter(|&to| to > 2).collect();
    kept.sort_unstable();
    kept.dedup();
    let mut first = 3;
    for fd in kept {
        if fd > first {
            steps.push(Step::CloseRange(first, fd - 1));
        }
        first = fd.saturating_add(1);
    }
    steps.push(Step::CloseRange(first, RawFd::MAX));
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Plays the steps on a table that maps each number to what it stands for.
    fn play(moves: &[Move], table: &mut HashMap<RawFd, RawFd>) {
        let mut steps = Vec::new();
        assign(moves, &mut steps);
        let mut parked = -1;
        for step in steps {
            match step {
                Step::KeepOpen(fd) => assert!(table.contains_key(&fd)),
                Step::Duplicate { from, to } => {
                    let what = table[&from];
                    table.insert(to, what);
                }
                Step::Park { from, above } => {
                    parked = (above..).find(|fd| !table.contains_key(fd)).unwrap();
                    let what = table[&from];
                    table.insert(parked, what);
                }
                Step::Unpark(to) => {
                    let what = table[&parked];
                    table.insert(to, what);
                }
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn every_assignment_of_four_descriptors_is_done() {
        // Each of 0 to 4 is assigned one of 0 to 4 or left alone: 6^5 plans, each in both orders.
        for plan in 0..6_usize.pow(5) {
            let mut moves = Vec::new();
            let mut rest = plan;
            for to in 0..5 {
                if rest % 6 < 5 {
                    moves.push(Move { from: (rest % 6) as RawFd, to });
                }
                rest /= 6;
            }
            for _ in 0..2 {
                let mut table: HashMap<RawFd, RawFd> = (0..5).map(|fd| (fd, 100 + fd)).collect();
                play(&moves, &mut table);
                for to in 0..5 {
                    let from = moves.iter().find(|this| this.to == to).map_or(to, |this| this.from);
                    assert_eq!(table[&to], 100 + from, "{moves:?}");
                }
                moves.reverse();
            }
        }
    }

    #[test]
    fn the_last_move_to_a_target_counts() {
        let mut table: HashMap<RawFd, RawFd> = [(1, 101), (2, 102), (5, 105)].into();
        play(&[Move { from: 5, to: 1 }, Move { from: 2, to: 1 }, Move { from: 1, to: 2 }], &mut table);
        assert_eq!((table[&1], table[&2]), (102, 101));
    }

    #[test]
    fn gaps_between_the_targets_are_closed() {
        let mut steps = Vec::new();
        close_others(
            &[Move { from: 9, to: 3 }, Move { from: 9, to: 0 }, Move { from: 8, to: 6 }, Move { from: 8, to: 7 }],
            &mut steps,
        );
        assert_eq!(steps, [Step::CloseRange(4, 5), Step::CloseRange(8, RawFd::MAX)]);
        steps.clear();
        close_others(&[], &mut steps);
        assert_eq!(steps, [Step::CloseRange(3, RawFd::MAX)]);
    }
}
