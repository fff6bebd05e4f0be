//! Variables whose value is computed when they are read, and the small counters they are made of.

use std::io::Write;

use skosh_syntax::Sym;
use skosh_syntax::names::well_known as name;
use skosh_sys::{fs, process, random, time};

use crate::arrays::IndexedArray;
use crate::options::{Family, TABLE};
use crate::variable::{Attributes, Value};
use crate::{Shell, Status};

/// The small state that a subshell scope saves whole.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    /// `$?`
    pub status: Status,
    /// `$!`
    pub last_background: Option<i32>,
    /// Where `getopts` is inside a group of options: 0 at its beginning.
    pub getopts: usize,
    /// The state of RANDOM's generator; 0 until it is seeded.
    pub random: u32,
    /// The last value that RANDOM gave.
    pub last_random: u32,
    /// What SECONDS was assigned, and the time in seconds when that was done.
    pub seconds: (i64, i64),
    /// LINENO: the line of the command being executed.
    pub line: u32,
    /// BASH_SUBSHELL
    pub subshell_level: u32,
    /// Which assignment of PATH (or `hash -r`) remembered programs belong to.
    pub path_generation: u64,
    /// A write that failed after the command that wrote had ended; an errno.
    pub write_error: Option<i32>,
}

/// The dynamic variables, marked in a new shell.
pub(crate) const DYNAMIC: &[Sym] = &[
    name::LINENO,
    name::RANDOM,
    name::SRANDOM,
    name::SECONDS,
    name::EPOCHSECONDS,
    name::EPOCHREALTIME,
    name::BASHPID,
    name::BASH_SUBSHELL,
    name::BASH_COMMAND,
    name::BASH_ARGV0,
    name::BASH_MONOSECONDS,
    name::SHELLOPTS,
    name::BASHOPTS,
    name::PIPESTATUS,
    name::FUNCNAME,
    name::BASH_SOURCE,
    name::BASH_LINENO,
    name::GROUPS,
    name::PPID,
    name::UID,
    name::EUID,
    name::HOSTNAME,
    name::BASH,
    name::DIRSTACK,
];

/// Names of options that are on, sorted and joined as SHELLOPTS and BASHOPTS show them.
fn option_list(shell: &Shell, family: Family) -> Vec<u8> {
    let names: Vec<&str> = TABLE
        .iter()
        .filter(|e| e.family == family && !e.opt.is_invocation() && !e.opt.is_own() && shell.options.has(e.opt))
        .map(|e| e.name)
        .collect();
    names.join(":").into_bytes()
}

fn push_integer(out: &mut Vec<u8>, value: i64) {
    let _ = write!(out, "{value}");
}

impl Shell {
    /// Appends the value of a dynamic variable; false when it has none now (FUNCNAME outside of functions).
    pub fn append_dynamic(&mut self, sym: Sym, out: &mut Vec<u8>) -> bool {
        match sym {
            name::LINENO => push_integer(out, i64::from(self.counters.line)),
            name::RANDOM => {
                let value = self.next_random();
                push_integer(out, i64::from(value));
            }
            name::SRANDOM => {
                let value = random::entropy();
                push_integer(out, (value & 0xffff_ffff) as i64);
            }
            name::SECONDS => {
                let (assigned, since) = self.counters.seconds;
                push_integer(out, assigned.wrapping_add(time::realtime().0.wrapping_sub(since)));
            }
            name::EPOCHSECONDS => push_integer(out, time::realtime().0),
            name::EPOCHREALTIME => {
                let (seconds, nanoseconds) = time::realtime();
                let _ = write!(out, "{seconds}.{:06}", nanoseconds / 1000);
            }
            name::BASH_MONOSECONDS => push_integer(out, (time::monotonic_coarse() / 1_000_000_000) as i64),
            name::BASHPID => push_integer(out, i64::from(self.process_pid)),
            name::BASH_SUBSHELL => push_integer(out, i64::from(self.counters.subshell_level)),
            name::BASH_COMMAND => out.extend_from_slice(&self.command_text),
            name::PPID => push_integer(out, i64::from(*self.parent_pid.get_or_insert_with(process::getppid))),
            name::UID => push_integer(out, i64::from(process::getuid())),
            name::EUID => push_integer(out, i64::from(process::geteuid())),
            name::HOSTNAME => out.extend_from_slice(&skosh_sys::user::host_name()),
            name::BASH => {
                let called = self.invocation.argv0.clone();
                let own =
                    if called.contains(&b'/') { called } else { fs::readlink(b"/proc/self/exe").unwrap_or(called) };
                out.extend_from_slice(&own);
            }
            name::BASH_ARGV0 => out.extend_from_slice(&self.arg0),
            name::SHELLOPTS => out.extend_from_slice(&option_list(self, Family::Set)),
            name::BASHOPTS => out.extend_from_slice(&option_list(self, Family::Shopt)),
            _ => match self.dynamic_array(sym).as_ref().and_then(|array| array.get(0)) {
                Some(first) => out.extend_from_slice(first),
                None => return false,
            },
        }
        true
    }

    /// The value of a dynamic array variable; `None` for a scalar one.
    pub fn dynamic_array(&mut self, sym: Sym) -> Option<IndexedArray> {
        let mut array = IndexedArray::new();
        match sym {
            name::PIPESTATUS => {
                self.pipestatus.iter().for_each(|status| array.push(status.to_string().into_bytes()));
            }
            name::FUNCNAME => {
                if !self.calls.iter().any(|call| call.function.is_some()) {
                    return Some(array);
                }
                for call in self.calls.iter().rev() {
                    match call.function {
                        Some(function) => array.push(self.names.name(function).to_vec()),
                        None => array.push(b"source".to_vec()),
                    }
                }
                if !self.options.has(crate::Opt::CommandString) {
                    array.push(b"main".to_vec());
                }
            }
            name::BASH_SOURCE => {
                self.calls.iter().rev().for_each(|call| array.push(call.source.to_vec()));
                if !self.options.has(crate::Opt::CommandString) {
                    let script = self.invocation.script.clone();
                    script.iter().for_each(|script| array.push(script.to_vec()));
                }
            }
            name::BASH_LINENO => {
                self.calls.iter().rev().for_each(|call| array.push(call.line.to_string().into_bytes()));
                if !self.options.has(crate::Opt::CommandString) {
                    array.push(b"0".to_vec());
                }
            }
            name::GROUPS => {
                process::getgroups().iter().for_each(|group| array.push(group.to_string().into_bytes()));
            }
            name::DIRSTACK => {
                let here = match &self.cwd.name {
                    Some(name) => name.to_vec(),
                    None => self.vars.get(name::PWD).and_then(|variable| variable.scalar()).unwrap_or(b"").to_vec(),
                };
                array.push(here);
                self.interaction.directories.iter().for_each(|directory| array.push(directory.to_vec()));
            }
            _ => return None,
        }
        Some(array)
    }

    /// The value as an array where the variable is an array of either kind, dynamic ones included.
    pub fn array_value(&mut self, sym: Sym) -> Option<Value> {
        if self.attributes(sym).has(Attributes::DYNAMIC) {
            return self.dynamic_array(sym).map(|array| Value::Indexed(Box::new(array)));
        }
        self.vars.get(sym).filter(|variable| variable.is_array()).map(|variable| variable.value.clone())
    }

    /// What assigning a dynamic variable does. False when the assignment makes it an ordinary variable.
    pub(crate) fn assign_dynamic(&mut self, sym: Sym, value: &[u8]) -> bool {
        let number = skosh_arith::parse_integer(value).unwrap_or(0);
        match sym {
            name::LINENO => self.counters.line = number as u32,
            name::RANDOM => {
                self.counters.random = number as u32;
                self.counters.last_random = 0;
                if self.counters.random == 0 {
                    // 0 marks an unseeded generator; Park and Miller's generator replaces it by this number.
                    self.counters.random = 123_459_876;
                }
            }
            name::SECONDS => self.counters.seconds = (number, time::realtime().0),
            name::BASH_ARGV0 => self.arg0 = value.into(),
            name::HOSTNAME | name::BASH => return false,
            _ => {}
        }
        true
    }

    /// The next value of RANDOM: the generator that bash uses, so that seeded sequences agree.
    fn next_random(&mut self) -> u32 {
        if self.counters.random == 0 {
            self.counters.random = (random::entropy() as u32) | 1;
        }
        loop {
            let value = next_park_miller(self.counters.random);
            self.counters.random = value;
            let value = ((value >> 16) ^ (value & 0xffff)) & 0x7fff;
            if value != self.counters.last_random {
                self.counters.last_random = value;
                return value;
            }
        }
    }
}

/// Park and Miller's minimal standard generator (CACM 31, 1988), by Schrage's method.
fn next_park_miller(seed: u32) -> u32 {
    let seed = if seed == 0 { 123_459_876 } else { i64::from(seed as i32) };
    let (high, low) = (seed / 127_773, seed % 127_773);
    let value = 16_807 * low - 2_836 * high;
    (if value < 0 { value + 0x7fff_ffff } else { value }) as u32
}
