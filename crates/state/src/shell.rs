//! The one value that is a shell.

use std::collections::BTreeMap;
use std::os::fd::OwnedFd;
use std::rc::Rc;

use skosh_stream::OpenFile;
use skosh_syntax::names::is_name;
use skosh_syntax::{Interner, Sym};
use skosh_sys::Errno;
use skosh_sys::regex::Regex;

use crate::commands::{Builtin, Commands, Function, Hashed};
use crate::cwd::Cwd;
use crate::descriptors::Descriptors;
use crate::dynamic::{Counters, DYNAMIC};
use crate::environment::{Environment, Locale, Separators};
use crate::interaction::Interaction;
use crate::jobs::Jobs;
use crate::journal::{Journal, Undo};
use crate::scope::Subshell;
use crate::traps::Traps;
use crate::variable::Attributes;
use crate::variables::Variables;
use crate::{Fields, Options, Positional, Status, Value};

/// Alias definitions.
pub type Aliases = BTreeMap<Rc<[u8]>, Rc<[u8]>>;

/// How the shell was started.
#[derive(Debug, Default)]
pub struct Invocation {
    /// The script being run, as it was named.
    pub script: Option<Rc<[u8]>>,
    /// The argument of `-c` (BASH_EXECUTION_STRING).
    pub command_string: Option<Rc<[u8]>>,
    /// argv[0], by which scripts without an interpreter are run again.
    pub argv0: Vec<u8>,
    /// A login shell.
    pub login: bool,
    /// argv[0] was `sh`, or `--posix` was given.
    pub posix: bool,
    /// Environment entries whose names are no variable names: handed on to children as they are.
    pub foreign_environment: Vec<Vec<u8>>,
}

/// A call of a function, or of a dot script.
#[derive(Debug)]
pub struct Call {
    /// The function; `None` for a dot script.
    pub function: Option<Sym>,
    /// The line of the call.
    pub line: u32,
    /// The file in which the function was defined, or the dot script.
    pub source: Rc<[u8]>,
    /// Where the variables made local in it begin in the journal; set by [`Shell::push_call`].
    pub frame: usize,
    /// Where the assignments made before the call (`x=1 f`) end in the journal; set by [`Shell::push_call`].
    pub assigned: usize,
}

/// Where a trap's action began: `exit` and `return` in it have this status unless they are given one (POSIX XCU exit, return).
#[derive(Clone, Copy, Debug)]
pub struct TrapEntry {
    /// `$?` before the action.
    pub status: Status,
    /// Calls in progress.
    pub calls: usize,
    /// Subshells around it.
    pub subshells: usize,
}

/// A command substitution whose output is being collected.
#[derive(Debug)]
pub struct Capture {
    /// The memory that in-process commands write to.
    pub file: Rc<OpenFile>,
    /// Where processes started inside write to, once there was one: read end and, until the end of the substitution, write end.
    pub pipe: Option<(OwnedFd, Option<OwnedFd>)>,
}

/// Buffers kept for reuse.
#[derive(Debug, Default)]
pub struct Scratch {
    /// Compiled regular expressions, the one used last first.
    regexes: Vec<KnownRegex>,
    fields: Vec<Fields>,
    bytes: Vec<Vec<u8>>,
    captures: Vec<Rc<OpenFile>>,
}

/// A regular expression that has been compiled, and how.
#[derive(Debug)]
struct KnownRegex {
    text: Box<[u8]>,
    ignore_case: bool,
    utf8: bool,
    regex: Rc<Regex>,
}

/// How many compiled regular expressions are kept.
const KEPT_REGEXES: usize = 16;

/// The most memory a buffer may hold and still be kept for reuse.
const KEPT_CAPACITY: usize = 1 << 16;

/// The most buffers of a kind that are kept.
const KEPT_BUFFERS: usize = 32;

/// The controlling terminal, where job control needs one.
#[derive(Debug, Default)]
pub struct Terminal {
    /// The descriptor it is known by.
    pub fd: Option<i32>,
    /// The descriptor itself, close-on-exec.
    pub handle: Option<OwnedFd>,
    /// The shell's own process group.
    pub group: i32,
}

/// A shell: all state that is the language's and not the kernel's.
#[derive(Debug)]
pub struct Shell {
    /// Names and their symbols.
    pub names: Interner,
    /// Variables. Write through the methods of `Shell`.
    pub vars: Variables,
    /// Functions, builtins, remembered programs. Write through the methods of `Shell`.
    pub commands: Commands,
    /// Utilities that run inside the shell; `None`: none do.
    pub utilities: Option<&'static crate::commands::Utilities>,
    /// The descriptor table.
    pub fds: Descriptors,
    /// The log of old values.
    pub journal: Journal,
    /// `$1` and on.
    pub positional: Positional,
    /// Options.
    pub options: Options,
    /// Traps.
    pub traps: Rc<Traps>,
    /// Aliases.
    pub aliases: Rc<Aliases>,
    /// Directory stack, history, completions.
    pub interaction: Rc<Interaction>,
    /// Jobs of this environment.
    pub jobs: Jobs,
    /// The working directory.
    pub cwd: Cwd,
    /// `$?` and the other small state.
    pub counters: Counters,
    /// Field separators, derived from IFS.
    pub ifs: Separators,
    /// The environment block, derived from exported variables.
    pub env: Environment,
    /// The locale, derived from LC_ALL, LC_CTYPE and LANG.
    pub locale: Locale,
    /// `$0`
    pub arg0: Rc<[u8]>,
    /// `$$`
    pub pid: i32,
    /// The process id of the process that runs this, `$$` or that of a forked subshell.
    pub process_pid: i32,
    /// `$PPID`, once something asked for it or the shell forked.
    pub parent_pid: Option<i32>,
    /// Foreground children that a signal killed: process id, signal, core dumped. Shown when the command has ended.
    pub deaths: Vec<(i32, i32, bool)>,
    /// How it was started.
    pub invocation: Invocation,
    /// For job control.
    pub terminal: Terminal,
    /// Signals that were ignored when the shell started: they cannot be trapped (POSIX XCU trap), bit by number.
    pub ignored_on_entry: u64,
    /// Signals whose disposition on entry has been looked at.
    pub entry_known: u64,
    /// Children of subshell scopes that have ended: reaped when they end, known to nobody.
    pub orphans: Vec<i32>,
    /// The last path generation given.
    pub last_path_generation: u64,
    /// The last directory serial given.
    pub last_directory: u64,
    /// Function calls and dot scripts in progress.
    pub calls: Vec<Call>,
    /// Names of the sources being read, innermost last, for messages.
    pub sources: Vec<Rc<[u8]>>,
    /// Command substitutions in progress, innermost last.
    pub captures: Vec<Capture>,
    /// Subshell scopes, innermost last.
    pub(crate) subshells: Vec<Subshell>,
    /// Loops being executed, for `break` and `continue`.
    pub loop_depth: u32,
    /// Contexts in which errexit does nothing (conditions, `!`, all but the last of an and-or list).
    pub errexit_ignored: u32,
    /// Traps being executed.
    pub trap_depth: u32,
    /// Those of the shell's own conditions among them: DEBUG, ERR and RETURN are not executed within themselves.
    pub active_traps: Vec<crate::traps::Condition>,
    /// The status that the last trap action ended with.
    pub last_trap_status: Status,
    /// BASH_COMMAND, kept only where something mentions it.
    pub command_text: Vec<u8>,
    /// Name references to array elements being followed, whose subscripts may hold further references.
    pub reference_depth: u32,
    /// What the innermost trap being executed began with.
    pub trap_entry: Option<TrapEntry>,
    /// Buffers to reuse.
    pub scratch: Scratch,
    /// PIPESTATUS
    pub pipestatus: Vec<i32>,
    /// `$_`
    pub last_argument: Vec<u8>,
    /// Array values of declaration arguments being passed to a builtin: index of the field, value.
    pub array_arguments: Vec<(usize, Value)>,
    /// The command being executed is the last thing this environment does: a program may replace the process, or need not be
    /// watched while its output is read.
    pub in_tail: bool,
    /// The builtin about to be executed has redirections that end with it.
    pub redirected: bool,
    /// Some text that was read mentions PPID: programs may ask for their parent, which a virtual subshell cannot be.
    pub mentions_parent: bool,
    /// Levels of `eval`, dot scripts and command substitution, for `set -x`.
    pub trace_level: u32,
    /// The status of the last command substitution of the simple command being expanded.
    pub substitution_status: Option<Status>,
    /// Asynchronous commands that failed before they became a process get ids that no process has.
    pub(crate) fake_pids: i32,
    /// The builtin being executed, for messages.
    pub builtin_name: Option<&'static str>,
    /// The builtin being executed was called through `command`: its errors do not end the shell (POSIX XCU command).
    pub through_command: bool,
}

impl Shell {
    /// A shell with the given builtins, no variables but the dynamic ones, and nothing executed.
    pub fn new(builtins: &'static [Builtin], pid: i32) -> Shell {
        let mut shell = Shell {
            names: Interner::new(),
            vars: Variables::new(),
            commands: Commands::default(),
            utilities: None,
            fds: Descriptors::new(),
            journal: Journal::default(),
            positional: Positional::default(),
            options: Options::default(),
            traps: Rc::default(),
            aliases: Rc::default(),
            interaction: Rc::default(),
            jobs: Jobs::default(),
            cwd: Cwd::default(),
            counters: Counters::default(),
            ifs: Separators::default(),
            env: Environment::default(),
            locale: Locale::default(),
            arg0: Rc::from(&b"skosh"[..]),
            pid,
            process_pid: pid,
            parent_pid: None,
            deaths: Vec::new(),
            invocation: Invocation::default(),
            terminal: Terminal::default(),
            ignored_on_entry: 0,
            entry_known: 0,
            orphans: Vec::new(),
            last_path_generation: 0,
            last_directory: 0,
            calls: Vec::new(),
            sources: Vec::new(),
            captures: Vec::new(),
            subshells: Vec::new(),
            loop_depth: 0,
            errexit_ignored: 0,
            trap_depth: 0,
            active_traps: Vec::new(),
            last_trap_status: 0,
            command_text: Vec::new(),
            reference_depth: 0,
            trap_entry: None,
            scratch: Scratch::default(),
            pipestatus: Vec::new(),
            last_argument: Vec::new(),
            array_arguments: Vec::new(),
            in_tail: false,
            redirected: false,
            mentions_parent: false,
            trace_level: 0,
            substitution_status: None,
            fake_pids: 0,
            builtin_name: None,
            through_command: false,
        };
        for builtin in builtins {
            let sym = shell.names.intern(builtin.name.as_bytes());
            shell.commands.slot(sym).builtin = Some(builtin);
        }
        for &sym in DYNAMIC {
            shell.set_attributes(sym, Attributes::DYNAMIC, Attributes::NONE);
        }
        shell.counters.seconds = (0, skosh_sys::time::realtime().0);
        shell
    }

    /// Takes an environment entry `name=value` over as an exported variable.
    pub fn import(&mut self, entry: &[u8]) {
        let Some(equals) = memchr::memchr(b'=', entry) else { return };
        let (name, value) = (entry.get(..equals).unwrap_or(b""), entry.get(equals + 1..).unwrap_or(b""));
        if !is_name(name) {
            // Exported functions are imported by the interpreter, which can parse them.
            if !name.starts_with(b"BASH_FUNC_") {
                self.invocation.foreign_environment.push(entry.to_vec());
            }
            return;
        }
        let sym = self.names.intern(name);
        if self.attributes(sym).has(Attributes::DYNAMIC) {
            return;
        }
        if self.assign(sym, value).is_ok() {
            self.set_attributes(sym, Attributes::EXPORT, Attributes::NONE);
        }
    }

    /// Everything that another process could notice is handed to the kernel: buffered output is written, read-ahead given back.
    /// To be called before anything that could observe or be observed. A failed write is kept for the next status.
    #[inline]
    pub fn settle(&mut self) {
        self.flush();
        if self.fds.pool.has_read_ahead() {
            let _ = self.fds.pool.give_back();
        }
    }

    /// Buffered output is written. A failure is kept for the next status.
    #[inline]
    pub fn flush(&mut self) {
        if self.fds.pool.is_dirty()
            && let Err(errno) = self.fds.pool.flush()
        {
            self.counters.write_error.get_or_insert(errno.0);
        }
    }

    /// The error of a write that failed after its command had ended, once.
    pub fn take_write_error(&mut self) -> Option<Errno> {
        self.counters.write_error.take().map(Errno)
    }

    /// Writes to logical descriptor `n`.
    #[inline]
    pub fn write(&mut self, n: u32, bytes: &[u8]) -> Result<(), Errno> {
        let file = self.fds.get(n)?.clone();
        self.fds.pool.write(&file, bytes)
    }

    /// Notes that a trap's action begins with `status`; returns what to put back into [`Shell::trap_entry`] afterwards.
    pub fn enter_trap(&mut self, status: Status) -> Option<TrapEntry> {
        let entry = TrapEntry { status, calls: self.calls.len(), subshells: self.subshells.len() };
        self.trap_entry.replace(entry)
    }

    /// The status of an `exit` or, with `returns`, a `return` without operand.
    pub fn status_to_leave_with(&self, returns: bool) -> Status {
        match &self.trap_entry {
            Some(entry) if entry.subshells == self.subshells.len() && (!returns || entry.calls == self.calls.len()) => {
                entry.status
            }
            _ => self.counters.status,
        }
    }

    /// Defines a function.
    pub fn define_function(&mut self, name: Sym, function: Option<Rc<Function>>) {
        let slot = self.command_mut(name);
        let exported = slot.function.as_ref().is_some_and(|function| function.exported);
        let export = function.as_ref().is_some_and(|function| function.exported);
        slot.function = function;
        if exported || export {
            self.env.invalidate();
        }
    }

    /// The command slot of `name` for writing, logged for the innermost subshell scope.
    pub fn command_mut(&mut self, name: Sym) -> &mut crate::commands::CommandSlot {
        let serial = self.journal.serial;
        let slot = self.commands.slot(name);
        if slot.stamp != serial {
            let old = slot.clone();
            slot.stamp = serial;
            self.journal.undo.push(Undo::Command(name, old));
        }
        slot
    }

    /// The remembered place of a program, if PATH has not changed since.
    pub fn remembered_program(&self, name: Sym) -> Option<&Hashed> {
        let hashed = self.commands.get(name)?.program.as_ref()?;
        (hashed.generation == self.counters.path_generation).then_some(hashed)
    }

    /// Remembers where a program is.
    pub fn remember_program(&mut self, name: Sym, path: Rc<[u8]>, given: bool) {
        let generation = self.counters.path_generation;
        self.command_mut(name).program = Some(Hashed { path, hits: 0, given, generation });
    }

    /// Forgets all remembered programs.
    pub fn forget_programs(&mut self) {
        self.last_path_generation += 1;
        self.counters.path_generation = self.last_path_generation;
    }

    /// The function called `name`.
    #[inline]
    pub fn function(&self, name: Sym) -> Option<&Rc<Function>> {
        self.commands.get(name)?.function.as_ref()
    }

    /// The children that a subshell scope leaves behind.
    pub(crate) fn adopt_orphans(&mut self, jobs: Jobs) {
        for job in jobs.iter() {
            self.orphans.extend(job.processes.iter().filter(|process| !process.is_done()).map(|process| process.pid));
        }
    }

    /// An empty list of fields, reused.
    #[inline]
    pub fn take_fields(&mut self) -> Fields {
        self.scratch.fields.pop().unwrap_or_default()
    }

    /// Hands a list of fields back for reuse.
    #[inline]
    pub fn recycle_fields(&mut self, mut fields: Fields) {
        if fields.capacity() > 0 && fields.capacity() <= KEPT_CAPACITY && self.scratch.fields.len() < KEPT_BUFFERS {
            fields.clear();
            self.scratch.fields.push(fields);
        }
    }

    /// An empty buffer, reused.
    #[inline]
    pub fn take_bytes(&mut self) -> Vec<u8> {
        self.scratch.bytes.pop().unwrap_or_default()
    }

    /// Hands a buffer back for reuse.
    #[inline]
    pub fn recycle_bytes(&mut self, mut bytes: Vec<u8>) {
        if bytes.capacity() <= KEPT_CAPACITY && self.scratch.bytes.len() < KEPT_BUFFERS {
            bytes.clear();
            self.scratch.bytes.push(bytes);
        }
    }

    /// The compiled form of an extended regular expression in the present locale, kept for its next use. The error is that of
    /// [`Regex::new`].
    pub fn regex(&mut self, text: &[u8], ignore_case: bool) -> Result<Rc<Regex>, i32> {
        let utf8 = self.locale.utf8;
        let known = &mut self.scratch.regexes;
        let is_it = |k: &KnownRegex| k.ignore_case == ignore_case && k.utf8 == utf8 && *k.text == *text;
        if let Some(at) = known.iter().position(is_it)
            && let Some(front) = known.get_mut(..=at)
        {
            front.rotate_right(1);
        } else {
            let regex = Rc::new(Regex::new(text, ignore_case, utf8)?);
            known.truncate(KEPT_REGEXES - 1);
            known.insert(0, KnownRegex { text: text.into(), ignore_case, utf8, regex });
        }
        known.first().map(|known| known.regex.clone()).ok_or(0)
    }

    /// A memory sink for a command substitution, reused.
    pub fn take_capture(&mut self) -> Rc<OpenFile> {
        self.scratch.captures.pop().unwrap_or_else(OpenFile::capture)
    }

    /// Hands a memory sink back for reuse, unless something still refers to it.
    pub fn recycle_capture(&mut self, file: Rc<OpenFile>) {
        if Rc::strong_count(&file) == 1 {
            let small = file.with_captured(|bytes| {
                bytes.clear();
                bytes.capacity() <= KEPT_CAPACITY
            });
            if small == Some(true) && self.scratch.captures.len() < KEPT_BUFFERS {
                self.scratch.captures.push(file);
            }
        }
    }

    /// How many of the captures in progress belong to environments around the innermost subshell: what is written to
    /// them inside goes to another process once the subshell is one.
    pub fn capture_base(&self) -> usize {
        self.subshells.last().map_or(0, |subshell| subshell.captures)
    }

    /// The write end of the pipe that processes write to for capture `index`, made on first use.
    pub fn capture_pipe(&mut self, index: usize) -> Result<std::os::fd::RawFd, Errno> {
        use std::os::fd::AsRawFd;
        let Some(capture) = self.captures.get_mut(index) else { return Err(Errno::EBADF) };
        match &capture.pipe {
            Some((_, Some(write_end))) => Ok(write_end.as_raw_fd()),
            _ => {
                let (read_end, write_end) = skosh_sys::io::pipe()?;
                let fd = write_end.as_raw_fd();
                self.fds.note_kernel(read_end.as_raw_fd());
                self.fds.note_kernel(fd);
                capture.pipe = Some((read_end, Some(write_end)));
                Ok(fd)
            }
        }
    }

    /// Removes the EXIT trap, so that it runs once.
    pub fn clear_exit_trap(&mut self) {
        if self.traps.get(crate::traps::Condition::Exit).is_some() {
            Rc::make_mut(&mut self.traps).actions.remove(&crate::traps::Condition::Exit);
        }
    }

    /// What messages and BASH_SOURCE call the main source.
    pub fn main_source(&self) -> Rc<[u8]> {
        match &self.invocation.script {
            Some(script) => script.clone(),
            None if self.options.has(crate::Opt::CommandString) => Rc::from(&b"environment"[..]),
            None => Rc::from(&b"main"[..]),
        }
    }

    /// An id for an asynchronous command that was over before it became a process.
    pub fn next_fake_pid(&mut self) -> i32 {
        // Beyond PID_MAX_LIMIT (2^22).
        self.fake_pids += 1;
        (1 << 23) + self.fake_pids
    }
}
