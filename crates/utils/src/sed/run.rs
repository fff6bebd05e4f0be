//! Executing a script: a cycle for each line.

use super::script::{Action, Address, Addresses, Command, Piece, RangeEnd, Script, Substitution};
use crate::call::{Call, Charset, End};
use crate::expression::Groups;
use crate::lines::Lines;

/// Between the ends of a range.
#[derive(Clone, Copy, Default)]
struct Range {
    active: bool,
    /// The line that ends it, if that is known.
    end: Option<u64>,
}

/// How a cycle ends.
enum Cycle {
    /// Print, and go on.
    Done,
    /// Go on without printing.
    Deleted,
    /// Go on without reading a line.
    Again,
    Quit(i32),
    QuitSilently(i32),
}

/// A script being executed.
pub(crate) struct Run<'c, 'a, 's> {
    call: &'c mut Call<'a>,
    script: &'s Script,
    lines: Lines,
    quiet: bool,
    space: Vec<u8>,
    /// The line had a newline, so the output gets one.
    newline: bool,
    hold: Vec<u8>,
    /// Whether the line that is held had a newline.
    hold_newline: bool,
    number: u64,
    ranges: Vec<Range>,
    last_regex: Option<usize>,
    replaced: bool,
    appended: Vec<&'s [u8]>,
    /// The last line was written without its newline, which comes first if anything follows.
    owes_newline: bool,
    scratch: Vec<u8>,
    /// An empty expression was used before any other: an error of the program's.
    broken: bool,
}

impl<'c, 'a, 's> Run<'c, 'a, 's> {
    pub(crate) fn new(call: &'c mut Call<'a>, script: &'s Script, lines: Lines, quiet: bool) -> Self {
        let ranges = vec![Range::default(); script.commands.len()];
        Run {
            call,
            script,
            lines,
            quiet,
            space: Vec::new(),
            newline: true,
            hold: Vec::new(),
            hold_newline: true,
            number: 0,
            ranges,
            last_regex: None,
            replaced: false,
            appended: Vec::new(),
            owes_newline: false,
            scratch: Vec::new(),
            broken: false,
        }
    }

    pub(crate) fn run(mut self) -> End {
        let mut again = false;
        loop {
            if !again && !self.read(false) {
                break;
            }
            again = false;
            let cycle = self.cycle();
            if self.lines.interrupted || self.call.is_interrupted() {
                return End::Interrupted;
            }
            match cycle {
                Cycle::Done | Cycle::Quit(_) if !self.quiet => self.print_space(),
                _ => {}
            }
            if let Cycle::QuitSilently(code) = cycle {
                return End::Status(code);
            }
            self.put_appended();
            match cycle {
                Cycle::Quit(code) => return End::Status(code),
                Cycle::Again => again = true,
                _ => {}
            }
            if self.broken {
                return End::Status(1);
            }
        }
        if self.lines.interrupted { End::Interrupted } else { End::Status(if self.lines.failed { 4 } else { 0 }) }
    }

    /// Reads the next line into the pattern space, or appends it.
    fn read(&mut self, append: bool) -> bool {
        let Some(line) = self.lines.next(self.call, b'\n') else { return false };
        if append {
            self.space.push(b'\n');
        } else {
            self.space.clear();
        }
        self.space.extend_from_slice(self.lines.bytes(line));
        self.newline = line.newline;
        self.number += 1;
        true
    }

    fn put(&mut self, bytes: &[u8]) {
        if std::mem::take(&mut self.owes_newline) {
            self.call.put(b"\n");
        }
        self.call.put(bytes);
    }

    fn print_space(&mut self) {
        let space = std::mem::take(&mut self.space);
        self.put(&space);
        self.space = space;
        self.end_line();
    }

    fn end_line(&mut self) {
        if self.newline {
            self.call.put(b"\n");
        } else {
            self.owes_newline = true;
        }
    }

    fn put_appended(&mut self) {
        for text in std::mem::take(&mut self.appended) {
            self.put(text);
        }
    }

    /// Executes the commands on the pattern space.
    fn cycle(&mut self) -> Cycle {
        self.replaced = false;
        let script = self.script;
        let mut index = 0;
        let mut steps = 0_u32;
        while let Some(command) = script.commands.get(index) {
            // A script can loop without reading.
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(4096) && self.call.is_interrupted() {
                return Cycle::Deleted;
            }
            let is_selected = self.is_selected(index, &command.addresses);
            if self.broken {
                return Cycle::Deleted;
            }
            index += 1;
            match (&command.action, is_selected) {
                (Action::Block(end), false) => index = *end,
                (_, false) | (Action::Block(_), true) => {}
                (Action::Branch(to), true) => index = *to,
                (Action::BranchIfReplaced(to), true) => {
                    if std::mem::take(&mut self.replaced) {
                        index = *to;
                    }
                }
                (Action::BranchUnlessReplaced(to), true) => {
                    if !std::mem::take(&mut self.replaced) {
                        index = *to;
                    }
                }
                (_, true) => {
                    if let Some(cycle) = self.act(command) {
                        return cycle;
                    }
                }
            }
        }
        Cycle::Done
    }

    fn act(&mut self, command: &'s Command) -> Option<Cycle> {
        match &command.action {
            Action::Append(text) => self.appended.push(text),
            Action::Insert(text) => self.put(text),
            Action::Change(text) => {
                self.put(text);
                return Some(Cycle::Deleted);
            }
            Action::Delete => return Some(Cycle::Deleted),
            Action::DeleteFirst => match memchr::memchr(b'\n', &self.space) {
                Some(end) => {
                    self.space.drain(..=end);
                    return Some(Cycle::Again);
                }
                None => return Some(Cycle::Deleted),
            },
            Action::Print => self.print_space(),
            Action::PrintFirst => match memchr::memchr(b'\n', &self.space) {
                Some(end) => {
                    let first = self.space.get(..=end).unwrap_or_default().to_vec();
                    self.put(&first);
                }
                None => {
                    // Always with its newline.
                    let space = std::mem::take(&mut self.space);
                    self.put(&space);
                    self.space = space;
                    self.end_line();
                }
            },
            Action::Get => {
                self.space.clone_from(&self.hold);
                self.newline = self.hold_newline;
            }
            Action::GetAppend => {
                self.space.push(b'\n');
                self.space.extend_from_slice(&self.hold);
            }
            Action::Hold => {
                self.hold.clone_from(&self.space);
                self.hold_newline = self.newline;
            }
            Action::HoldAppend => {
                self.hold.push(b'\n');
                self.hold.extend_from_slice(&self.space);
            }
            Action::Exchange => {
                std::mem::swap(&mut self.space, &mut self.hold);
                std::mem::swap(&mut self.newline, &mut self.hold_newline);
            }
            Action::Next => return self.next_line(false),
            Action::NextAppend => return self.next_line(true),
            Action::Quit(code) => return Some(Cycle::Quit(*code)),
            Action::QuitSilently(code) => return Some(Cycle::QuitSilently(*code)),
            Action::LineNumber => {
                let text = format!("{}\n", self.number);
                self.put(text.as_bytes());
            }
            Action::Substitute(substitution) => self.substitute(substitution),
            Action::Translate(table) => {
                for byte in &mut self.space {
                    *byte = table.get(usize::from(*byte)).copied().unwrap_or(*byte);
                }
            }
            Action::Block(_) | Action::Branch(_) | Action::BranchIfReplaced(_) | Action::BranchUnlessReplaced(_) => {}
        }
        None
    }

    /// `n` and `N`. Without a next line both end the script, printing what there is.
    fn next_line(&mut self, append: bool) -> Option<Cycle> {
        if self.lines.is_at_end(self.call) {
            return Some(if self.lines.interrupted { Cycle::Deleted } else { Cycle::Done });
        }
        if !append && !self.quiet {
            self.print_space();
        }
        self.put_appended();
        if self.read(append) { None } else { Some(Cycle::Deleted) }
    }

    fn is_selected(&mut self, index: usize, addresses: &Addresses) -> bool {
        let Some(first) = &addresses.first else { return !addresses.negated };
        let is_in = match &addresses.last {
            None => self.matches(first),
            Some(last) => self.is_in_range(index, first, last),
        };
        is_in != addresses.negated
    }

    fn is_in_range(&mut self, index: usize, first: &Address, last: &RangeEnd) -> bool {
        let Range { active, end } = self.ranges.get(index).copied().unwrap_or_default();
        let mut range = Range { active, end };
        let is_in = if active {
            match (last, end) {
                (_, Some(end)) => {
                    range.active = self.number < end;
                    self.number <= end
                }
                (RangeEnd::Address(address), None) => {
                    range.active = !self.matches(address);
                    true
                }
                (RangeEnd::Count(_), None) => false,
            }
        } else if self.matches(first) {
            range = match last {
                RangeEnd::Count(count) => Range { active: *count > 0, end: Some(self.number.saturating_add(*count)) },
                RangeEnd::Address(Address::Line(end)) => Range { active: *end > self.number, end: Some(*end) },
                RangeEnd::Address(_) => Range { active: true, end: None },
            };
            true
        } else {
            false
        };
        // A numeric range that lies behind is looked at anew for this line.
        let retry = active && !is_in;
        if let Some(place) = self.ranges.get_mut(index) {
            *place = range;
        }
        if retry { self.is_in_range(index, first, last) } else { is_in }
    }

    fn matches(&mut self, address: &Address) -> bool {
        match address {
            Address::Line(number) => self.number == *number,
            Address::Last => self.lines.is_at_end(self.call),
            Address::Step(first, step) => {
                if *step == 0 {
                    self.number == *first
                } else {
                    self.number >= *first && (self.number - first).is_multiple_of(*step)
                }
            }
            Address::Regex(regex) => {
                let mut groups = Groups::default();
                self.find(*regex, 0, &mut groups)
            }
        }
    }

    fn find(&mut self, regex: Option<usize>, from: usize, groups: &mut Groups) -> bool {
        let Some(index) = regex.or(self.last_regex) else {
            self.broken = true;
            return false;
        };
        self.last_regex = Some(index);
        self.script.regexes.get(index).is_some_and(|regex| regex.find(&self.space, from, groups))
    }

    fn substitute(&mut self, substitution: &Substitution) {
        let mut groups = Groups::default();
        let mut out = std::mem::take(&mut self.scratch);
        out.clear();
        let mut from = 0;
        let mut count = 0;
        let mut copied = 0;
        let mut last_end = None;
        let mut replaced = false;
        while from <= self.space.len() && self.find(substitution.regex, from, &mut groups) {
            let Some((start, end)) = range(groups.first()) else { break };
            let is_empty = start == end;
            // Nothing is matched right behind a match.
            if !(is_empty && last_end == Some(start)) {
                count += 1;
                if count >= substitution.number {
                    out.extend_from_slice(self.space.get(copied..start).unwrap_or_default());
                    for piece in &substitution.replacement {
                        match piece {
                            Piece::Text(text) => out.extend_from_slice(text),
                            Piece::Group(group) => {
                                let (start, end) = range(groups.get(*group)).unwrap_or((0, 0));
                                out.extend_from_slice(self.space.get(start..end).unwrap_or_default());
                            }
                        }
                    }
                    copied = end;
                    replaced = true;
                    if !substitution.global {
                        break;
                    }
                }
            }
            last_end = Some(end);
            from = if is_empty { end + self.character_length(end) } else { end };
        }
        if replaced {
            out.extend_from_slice(self.space.get(copied..).unwrap_or_default());
            self.scratch = std::mem::replace(&mut self.space, out);
            self.replaced = true;
            if substitution.print {
                self.print_space();
            }
        } else {
            self.scratch = out;
        }
    }

    /// The length of the character at `at`; 1 at the end.
    fn character_length(&self, at: usize) -> usize {
        if self.call.charset == Charset::Bytes {
            return 1;
        }
        let rest = self.space.get(at..).unwrap_or_default();
        skosh_state::environment::Locale { utf8: true }.character_length(rest).max(1)
    }
}

fn range(group: Option<&(i32, i32)>) -> Option<(usize, usize)> {
    let (start, end) = group?;
    Some((usize::try_from(*start).ok()?, usize::try_from(*end).ok()?))
}
