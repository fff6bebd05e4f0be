//! `ulimit` (POSIX XCU ulimit), with bash's letters.

use skosh_interp::report;
use skosh_interp::subshell::{NeedsProcess, become_process};
use skosh_state::{Fields, Opt, Outcome, Shell};
use skosh_sys::limits::{self, INFINITY, Limit, Resource};

use crate::option_scan::invalid;
use crate::{failure, number};

/// A limit as `ulimit -a` lists it.
struct Entry {
    letter: u8,
    name: &'static str,
    unit: &'static str,
    /// Bytes (or whatever the kernel counts) in one unit; 0 for the size of a pipe.
    factor: u64,
    /// `None`: the kernel has no such limit that can be set.
    resource: Option<Resource>,
}

const TABLE: &[Entry] = &[
    Entry {
        letter: b'R',
        name: "real-time non-blocking time",
        unit: "microseconds",
        factor: 1,
        resource: Some(Resource::RealtimeTime),
    },
    Entry { letter: b'c', name: "core file size", unit: "blocks", factor: 1024, resource: Some(Resource::Core) },
    Entry { letter: b'd', name: "data seg size", unit: "kbytes", factor: 1024, resource: Some(Resource::Data) },
    Entry { letter: b'e', name: "scheduling priority", unit: "", factor: 1, resource: Some(Resource::Nice) },
    Entry { letter: b'f', name: "file size", unit: "blocks", factor: 1024, resource: Some(Resource::FileSize) },
    Entry { letter: b'i', name: "pending signals", unit: "", factor: 1, resource: Some(Resource::PendingSignals) },
    Entry {
        letter: b'l',
        name: "max locked memory",
        unit: "kbytes",
        factor: 1024,
        resource: Some(Resource::LockedMemory),
    },
    Entry { letter: b'm', name: "max memory size", unit: "kbytes", factor: 1024, resource: Some(Resource::Resident) },
    Entry { letter: b'n', name: "open files", unit: "", factor: 1, resource: Some(Resource::OpenFiles) },
    Entry { letter: b'p', name: "pipe size", unit: "512 bytes", factor: 0, resource: None },
    Entry {
        letter: b'q',
        name: "POSIX message queues",
        unit: "bytes",
        factor: 1,
        resource: Some(Resource::MessageQueue),
    },
    Entry { letter: b'r', name: "real-time priority", unit: "", factor: 1, resource: Some(Resource::RealtimePriority) },
    Entry { letter: b's', name: "stack size", unit: "kbytes", factor: 1024, resource: Some(Resource::Stack) },
    Entry { letter: b't', name: "cpu time", unit: "seconds", factor: 1, resource: Some(Resource::Cpu) },
    Entry { letter: b'u', name: "max user processes", unit: "", factor: 1, resource: Some(Resource::Processes) },
    Entry {
        letter: b'v',
        name: "virtual memory",
        unit: "kbytes",
        factor: 1024,
        resource: Some(Resource::AddressSpace),
    },
    Entry { letter: b'x', name: "file locks", unit: "", factor: 1, resource: Some(Resource::Locks) },
];

impl Entry {
    /// Blocks are of 512 bytes in posix mode.
    fn factor(&self, posix: bool) -> u64 {
        if posix && matches!(self.letter, b'c' | b'f') { 512 } else { self.factor }
    }

    /// dash writes `-w` for file locks and `-p` for processes.
    fn find(letter: u8, dash: bool) -> Option<&'static Entry> {
        let letter = match (letter, dash) {
            (b'p', true) => b'u',
            (b'w', true) => b'x',
            _ => letter,
        };
        TABLE.iter().find(|entry| entry.letter == letter)
    }
}

/// Which of the two limits.
#[derive(Clone, Copy)]
struct Which {
    soft: bool,
    hard: bool,
}

/// `ulimit [-SHabcdefiklmnpqrstuvxPRT] [limit]`
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    let dash = failure::is_sh(sh);
    let mut which = Which { soft: false, hard: false };
    let mut all = false;
    let mut wanted: Vec<(&'static Entry, Option<&[u8]>)> = Vec::new();
    let mut index = 1;
    while let Some(field) = args.get(index) {
        let [b'-', letters @ ..] = field else { break };
        if letters.is_empty() {
            break;
        }
        index += 1;
        if field == b"--" {
            break;
        }
        for &letter in letters {
            match letter {
                b'S' => which.soft = true,
                b'H' => which.hard = true,
                b'a' => all = true,
                _ => match Entry::find(letter, dash) {
                    Some(entry) => wanted.push((entry, None)),
                    None => return Ok(invalid(sh, &[b'-', letter])),
                },
            }
        }
        // bash takes a limit after each letter, dash one at the end.
        if !dash
            && let Some(value) = args.get(index)
            && value.first() != Some(&b'-')
            && let Some((_, limit)) = wanted.last_mut()
        {
            *limit = Some(value);
            index += 1;
        }
    }
    if all {
        return list(sh, which);
    }
    if wanted.is_empty() {
        wanted.extend(Entry::find(b'f', false).map(|entry| (entry, None)));
    }
    if dash && wanted.len() > 1 {
        wanted.drain(..wanted.len() - 1);
    }
    if let Some(value) = args.get(index)
        && let Some((_, limit)) = wanted.last_mut()
    {
        if limit.is_some() || args.len() > index + 1 {
            report::builtin_error(sh, b"too many arguments");
            return Ok(failure::status(sh, 1));
        }
        *limit = Some(value);
    }
    let several = wanted.len() > 1;
    for (entry, value) in wanted {
        let status = match value {
            Some(value) => set(sh, entry, value, which)?,
            None => show(sh, entry, which, several)?,
        };
        if status != 0 {
            return Ok(status);
        }
    }
    Ok(0)
}

fn read(entry: &Entry) -> Result<Limit, skosh_sys::Errno> {
    match entry.resource {
        Some(resource) => limits::getrlimit(resource),
        None => {
            let size = limits::PIPE_BUF as u64 / 512;
            Ok(Limit { soft: size, hard: size })
        }
    }
}

/// A limit in the entry's unit.
fn shown(entry: &Entry, limit: Limit, which: Which, posix: bool) -> String {
    let value = if which.hard && !which.soft { limit.hard } else { limit.soft };
    if value == INFINITY {
        return "unlimited".into();
    }
    (value / entry.factor(posix).max(1)).to_string()
}

fn show(sh: &mut Shell, entry: &Entry, which: Which, described: bool) -> Outcome {
    let posix = sh.options.has(Opt::Posix);
    match read(entry) {
        Ok(limit) => {
            let value = shown(entry, limit, which, posix);
            let line = if described { described_line(entry, &value, posix) } else { format!("{value}\n") };
            report::output(sh, line.as_bytes())
        }
        Err(errno) => {
            let text = format!("{}: cannot get limit: {errno}", entry.name);
            report::builtin_error(sh, text.as_bytes());
            Ok(failure::status(sh, 1))
        }
    }
}

/// A line of `ulimit -a`.
fn described_line(entry: &Entry, value: &str, posix: bool) -> String {
    let unit = match entry.letter {
        b'c' | b'f' if posix => "512 byte blocks, ".into(),
        _ if entry.unit.is_empty() => String::new(),
        _ => format!("{}, ", entry.unit),
    };
    let unit = unit.replace("512 byte blocks", "blocks");
    let label = format!("({unit}-{})", char::from(entry.letter));
    format!("{:<20}{label:>20} {value}\n", entry.name)
}

fn list(sh: &mut Shell, which: Which) -> Outcome {
    let posix = sh.options.has(Opt::Posix);
    let mut out = String::new();
    for entry in TABLE {
        if let Ok(limit) = read(entry) {
            out += &described_line(entry, &shown(entry, limit, which, posix), posix);
        }
    }
    report::output(sh, out.as_bytes())
}

fn set(sh: &mut Shell, entry: &Entry, text: &[u8], which: Which) -> Outcome {
    let Some(resource) = entry.resource else {
        let text = format!("{}: cannot modify limit: Invalid argument", entry.name);
        report::builtin_error(sh, text.as_bytes());
        return Ok(failure::status(sh, 1));
    };
    become_process(sh, NeedsProcess::Limit)?;
    let dash = failure::is_sh(sh);
    let old = match limits::getrlimit(resource) {
        Ok(limit) => limit,
        Err(errno) => {
            let text = format!("{}: cannot get limit: {errno}", entry.name);
            report::builtin_error(sh, text.as_bytes());
            return Ok(failure::status(sh, 1));
        }
    };
    let value = match text {
        b"unlimited" => INFINITY,
        b"hard" if !dash => old.hard,
        b"soft" if !dash => old.soft,
        _ if !text.is_empty() && text.iter().all(u8::is_ascii_digit) => {
            let factor = entry.factor(sh.options.has(Opt::Posix));
            // A number too large for the kernel is refused by it.
            match number::digits(text).and_then(|value| u64::try_from(value).ok()).and_then(|v| v.checked_mul(factor)) {
                Some(value) => value,
                None => INFINITY - 1,
            }
        }
        _ => {
            report::builtin_word_error(sh, text, "invalid number");
            return Ok(failure::status(sh, 1));
        }
    };
    let both = which.soft == which.hard;
    let new = Limit {
        soft: if both || which.soft { value } else { old.soft },
        hard: if both || which.hard { value } else { old.hard },
    };
    sh.settle();
    match limits::setrlimit(resource, new) {
        Ok(()) => Ok(0),
        Err(errno) => {
            let text = format!("{}: cannot modify limit: {errno}", entry.name);
            report::builtin_error(sh, text.as_bytes());
            Ok(failure::status(sh, 1))
        }
    }
}
