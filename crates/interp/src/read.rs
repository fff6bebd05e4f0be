//! Reading commands and executing them: scripts, standard input, `-c`, `eval`, dot scripts, traps.
//!
//! One complete command is parsed and executed before the next is looked at, so that aliases take effect and commands can
//! read the rest of a script on standard input.

use std::os::fd::{AsRawFd, OwnedFd};
use std::rc::Rc;

use skosh_state::descriptors::Descriptors;
use skosh_state::flow::{Divert, Outcome, Status};
use skosh_state::shell::Call;
use skosh_state::{Opt, Positional, Shell};
use skosh_stream::ReadEnd;
use skosh_syntax::names::well_known as name;
use skosh_syntax::{Aliases, Context, Input, ParseOptions, Parser, SyntaxError, SyntaxErrorKind, Text, Warning};
use skosh_sys::{Errno, fs, io};

use crate::{command, expand, jobs, redirect, report, signals, trap};

/// The aliases of a shell, as the parser asks for them.
struct AliasTable<'a>(&'a skosh_state::shell::Aliases);

impl Aliases for AliasTable<'_> {
    fn alias(&self, name: &[u8]) -> Option<Rc<[u8]>> {
        self.0.get(name).cloned()
    }
}

/// How the parser is to read now.
fn parse_options(sh: &Shell) -> ParseOptions {
    let posix = sh.options.has(Opt::Posix);
    ParseOptions {
        posix,
        extglob: sh.options.has(Opt::ExtGlob),
        aliases: posix || sh.options.has(Opt::ExpandAliases) || sh.options.has(Opt::Interactive),
        braces: sh.options.has(Opt::BraceExpand),
        interactive: sh.options.has(Opt::Interactive),
        comments: !sh.options.has(Opt::Interactive) || sh.options.has(Opt::InteractiveComments),
    }
}

/// Where commands come from.
pub enum Source<'a> {
    /// A text that is there as a whole.
    Text(Text<'a>),
    /// A file of the shell's own.
    File(OwnedFd),
    /// Logical descriptor 0, read no further than the command that is executed.
    Standard,
}

/// Text that was read in a block and is handed to the parser by the line, because `set -v` shows lines as they are read.
#[derive(Default)]
struct Pending {
    text: Vec<u8>,
    start: usize,
}

impl Pending {
    fn next_line(&mut self, buf: &mut Vec<u8>) -> bool {
        let rest = self.text.get(self.start..).unwrap_or(b"");
        if rest.is_empty() {
            return false;
        }
        let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
        buf.extend_from_slice(rest.get(..end).unwrap_or(b""));
        self.start += end;
        true
    }
}

/// [`Source`] while the parser uses it.
struct Feed<'s, 'a> {
    source: &'s mut Source<'a>,
    pending: &'s mut Pending,
    fds: &'s mut Descriptors,
    verbose: bool,
    prompts: Option<[Vec<u8>; 2]>,
    interrupted: bool,
    mentions_parent: &'s mut bool,
}

impl Input for Feed<'_, '_> {
    fn more(&mut self, buf: &mut Vec<u8>, continuation: bool) -> bool {
        let start = buf.len();
        if self.verbose && !matches!(self.source, Source::Standard) && self.pending.next_line(buf) {
            self.show(buf.get(start..).unwrap_or(b""));
            return true;
        }
        if !self.verbose && self.pending.start < self.pending.text.len() {
            buf.extend_from_slice(self.pending.text.get(self.pending.start..).unwrap_or(b""));
            *self.pending = Pending::default();
            return true;
        }
        let got = match self.source {
            Source::Text(text) => text.more(buf, continuation),
            Source::File(fd) => read_block(fd, buf),
            Source::Standard => self.read_line(buf, continuation),
        };
        if memchr::memmem::find(buf.get(start.saturating_sub(3)..).unwrap_or(b""), b"PPID").is_some() {
            *self.mentions_parent = true;
        }
        if self.verbose && got {
            if !matches!(self.source, Source::Standard) {
                *self.pending = Pending { text: buf.split_off(start), start: 0 };
                self.pending.next_line(buf);
            }
            self.show(buf.get(start..).unwrap_or(b""));
        }
        got
    }
}

impl Feed<'_, '_> {
    /// `set -v`
    fn show(&mut self, text: &[u8]) {
        if let Ok(file) = self.fds.get(2) {
            let file = file.clone();
            let _ = self.fds.pool.write(&file, text);
            let _ = self.fds.pool.flush();
        }
    }

    fn read_line(&mut self, buf: &mut Vec<u8>, continuation: bool) -> bool {
        let _ = self.fds.pool.flush();
        if let Some([first, next]) = &self.prompts
            && let Ok(file) = self.fds.get(2)
        {
            let file = file.clone();
            let _ = self.fds.pool.write(&file, if continuation { next } else { first });
            let _ = self.fds.pool.flush();
        }
        let Ok(file) = self.fds.get(0) else { return false };
        let file = file.clone();
        let start = buf.len();
        loop {
            match self.fds.pool.read_until(&file, b'\n', usize::MAX, buf) {
                Ok(ReadEnd::Delimiter) => {
                    buf.push(b'\n');
                    return true;
                }
                Ok(_) => return buf.len() > start,
                Err(Errno::EINTR) if self.prompts.is_none() => {}
                Err(Errno::EINTR) => {
                    self.interrupted = true;
                    buf.truncate(start);
                    return false;
                }
                Err(_) => return buf.len() > start,
            }
        }
    }
}

/// Reads a block of a script. Small ones are read in one go.
fn read_block(fd: &OwnedFd, buf: &mut Vec<u8>) -> bool {
    const BLOCK: usize = 1 << 16;
    let start = buf.len();
    buf.resize(start + BLOCK, 0);
    let count = loop {
        match io::read(fd.as_raw_fd(), buf.get_mut(start..).unwrap_or(&mut [])) {
            Err(Errno::EINTR) => {}
            other => break other.unwrap_or(0),
        }
    };
    buf.truncate(start + count);
    count > 0
}

/// Stack that `eval` and dot scripts must find: enough to parse the deepest construct and to reach the next such check.
const STACK_PER_SOURCE: usize = 1 << 20;

/// What a loop over commands is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// The shell's own script, `-c` string or input.
    Main,
    /// `eval` and trap actions, where a syntax error is the builtin's.
    Eval,
    /// A dot script or start-up file.
    Dot,
}

/// Executes all commands of the shell's main source.
pub fn run(sh: &mut Shell, source: Source<'_>, first_line: u32) -> Outcome {
    repeat(sh, source, first_line, Purpose::Main)
}

fn repeat(sh: &mut Shell, mut source: Source<'_>, first_line: u32, purpose: Purpose) -> Outcome {
    if skosh_sys::stack::remaining() < STACK_PER_SOURCE {
        report::message(sh, b"recursion too deep: out of stack");
        return Err(report::expansion_failed(sh, 1));
    }
    let mut parser = Parser::new(first_line);
    let mut status = if purpose == Purpose::Main { sh.counters.status } else { 0 };
    let interactive = sh.options.has(Opt::Interactive) && purpose == Purpose::Main;
    let tail = std::mem::take(&mut sh.in_tail);
    let mut pending = Pending::default();
    loop {
        if sh.options.has(Opt::Verbose) && pending.text.is_empty() && !parser.unread().is_empty() {
            // `set -v` in the middle of a block: what follows is read again, by the line.
            let text = parser.unread().to_vec();
            let line = parser.line();
            parser = Parser::new(line);
            pending = Pending { text, start: 0 };
        }
        if interactive {
            jobs::notify(sh);
        }
        let prompts = interactive.then(|| [prompt(sh, name::PS1), prompt(sh, name::PS2)]);
        let options = parse_options(sh);
        let aliases = sh.aliases.clone();
        let mut feed = Feed {
            source: &mut source,
            pending: &mut pending,
            fds: &mut sh.fds,
            verbose: sh.options.has(Opt::Verbose),
            prompts,
            interrupted: false,
            mentions_parent: &mut sh.mentions_parent,
        };
        let parsed = parser.next_command(&mut Context {
            names: &mut sh.names,
            input: &mut feed,
            aliases: &AliasTable(&aliases),
            options,
        });
        let interrupted = feed.interrupted;
        for warning in std::mem::take(&mut parser.warnings) {
            let Warning::HereDocUnterminated { end, .. } = &warning;
            let line = std::mem::replace(&mut sh.counters.line, *end);
            report::message(sh, format!("warning: {warning}").as_bytes());
            sh.counters.line = line;
        }
        if interrupted {
            status = after_interrupt(sh, &mut parser)?;
            continue;
        }
        let list = match parsed {
            Ok(Some(list)) => list,
            Ok(None) => {
                if interactive && ignores_end(sh) {
                    continue;
                }
                return Ok(status);
            }
            Err(error) => {
                syntax_error(sh, &error, purpose);
                if error.kind == SyntaxErrorKind::UnexpectedInArray && !sh.options.has(Opt::Posix) && !interactive {
                    parser.discard_line();
                    sh.counters.status = 1;
                    status = 1;
                    continue;
                }
                if interactive {
                    parser.discard_line();
                    sh.counters.status = 2;
                    status = 2;
                    continue;
                }
                return syntax_failure(sh, purpose);
            }
        };
        if sh.options.has(Opt::NoExec) && !interactive {
            continue;
        }
        sh.in_tail = (tail || (purpose == Purpose::Main && sh.options.has(Opt::CommandString)))
            && matches!(source, Source::Text(_))
            && pending.text.len() == pending.start
            && parser.unread().iter().all(u8::is_ascii_whitespace);
        let outcome = command::list(sh, &list);
        sh.in_tail = false;
        status = match outcome {
            Ok(status) => status,
            // In a subshell nothing is left that could go on.
            Err(Divert::Discard(_)) if purpose == Purpose::Eval && sh.subshell().is_some() => return outcome,
            Err(Divert::Discard(status)) if purpose != Purpose::Dot || interactive => {
                sh.counters.status = status;
                status
            }
            Err(Divert::Break(_) | Divert::Continue(_)) if purpose == Purpose::Main => sh.counters.status,
            Err(Divert::Return(status)) if purpose == Purpose::Main => status,
            Err(divert) => return Err(divert),
        };
        sh.counters.status = status;
        signals::check(sh)?;
        if sh.options.has(Opt::OneCmd) && purpose == Purpose::Main {
            return Ok(status);
        }
    }
}

fn after_interrupt(sh: &mut Shell, parser: &mut Parser) -> Outcome {
    parser.discard_line();
    report::write_error_output(sh, b"\n");
    match signals::check(sh) {
        Err(Divert::Discard(status)) => {
            sh.counters.status = status;
            Ok(status)
        }
        Err(divert) => Err(divert),
        Ok(()) => Ok(sh.counters.status),
    }
}

/// `set -o ignoreeof`: the end of input does not end an interactive shell.
fn ignores_end(sh: &mut Shell) -> bool {
    let ignores = sh.options.has(Opt::IgnoreEof);
    if ignores {
        report::write_error_output(sh, b"Use \"exit\" to leave the shell.\n");
    }
    ignores
}

/// The prompt of an interactive shell, expanded.
fn prompt(sh: &mut Shell, variable: skosh_syntax::Sym) -> Vec<u8> {
    let default: &[u8] = if variable == name::PS2 { b"> " } else { b"$ " };
    let text = sh.scalar(variable).map_or_else(|| default.to_vec(), |value| value.into_owned());
    expand_text(sh, &text).unwrap_or(text)
}

/// Reports a syntax error: where, what, and the line it is on.
fn syntax_error(sh: &mut Shell, error: &SyntaxError, purpose: Purpose) {
    let line = sh.counters.line;
    sh.counters.line = error.line;
    let label = match purpose {
        Purpose::Eval => "eval: ",
        Purpose::Main if sh.options.has(Opt::CommandString) => "-c: ",
        _ => "",
    };
    // bash: `eval: line 3:`, but `bash: -c: line 1:`.
    let mut text = format!("{label}line {}: {error}", error.line);
    if purpose == Purpose::Eval {
        text = format!("eval: line {}: {error}", error.line);
    }
    report::located(sh, text.as_bytes());
    if !error.text.is_empty() {
        let mut shown = format!("{label}line {}: `", error.line).into_bytes();
        shown.extend_from_slice(&error.text);
        shown.push(b'\'');
        report::located(sh, &shown);
    }
    sh.counters.line = line;
}

fn syntax_failure(sh: &mut Shell, purpose: Purpose) -> Outcome {
    sh.counters.status = 2;
    match purpose {
        Purpose::Main => Ok(2),
        // A syntax error in a special builtin's text ends a posix shell (POSIX XCU 2.8.1).
        _ if sh.options.has(Opt::Posix) => Err(report::fatal(sh, 2)),
        _ => Ok(2),
    }
}

/// Parses and executes a text in the current environment: `eval`, trap actions.
pub fn eval(sh: &mut Shell, text: &[u8]) -> Outcome {
    let line = sh.counters.line;
    sh.trace_level += 1;
    let outcome = repeat(sh, Source::Text(Text::new(text)), line.max(1), Purpose::Eval);
    sh.trace_level -= 1;
    outcome
}

/// Executes the commands of a file in the current environment. A `return` ends it.
pub fn source(sh: &mut Shell, path: &[u8], arguments: Option<Positional>) -> Outcome {
    let opened = match redirect::own_descriptor(path) {
        Some(n) => read_descriptor(sh, n).map(Script::Memory),
        None => open_script(sh, path).map(Script::File),
    };
    let script = match opened {
        Ok(script) => script,
        Err(errno) => {
            let mut text = path.to_vec();
            text.extend_from_slice(format!(": {}", errno.message()).as_bytes());
            return Ok(report::builtin_error(sh, &text));
        }
    };
    let (line, loops) = (sh.counters.line, sh.loop_depth);
    let name: Rc<[u8]> = path.into();
    sh.push_call(Call { function: None, line, source: name.clone(), frame: 0, assigned: 0 });
    sh.sources.push(name);
    sh.trace_level += 1;
    let given = arguments.clone();
    let outer = arguments.map(|arguments| std::mem::replace(&mut sh.positional, arguments));
    let outcome = match script {
        Script::File(fd) => repeat(sh, Source::File(fd), 1, Purpose::Dot),
        Script::Memory(text) => repeat(sh, Source::Text(Text::new(&text)), 1, Purpose::Dot),
    };
    // Parameters that the script itself has `set` stay (bash).
    if let (Some(outer), Some(given)) = (outer, given)
        && sh.positional.is_same_list(&given)
    {
        sh.positional = outer;
    }
    sh.trace_level -= 1;
    sh.sources.pop();
    sh.calls.pop();
    sh.loop_depth = loops;
    sh.counters.line = line;
    let outcome = match outcome {
        Err(Divert::Return(status)) => Ok(status),
        other => other,
    };
    if sh.traps.get(skosh_state::traps::Condition::Return).is_some() {
        let status = outcome?;
        trap::run_condition(sh, skosh_state::traps::Condition::Return)?;
        return Ok(status);
    }
    outcome
}

/// Where the commands of a dot script are.
enum Script {
    File(OwnedFd),
    Memory(Vec<u8>),
}

/// All that a logical descriptor has to read: it may exist in memory only.
fn read_descriptor(sh: &mut Shell, n: u32) -> Result<Vec<u8>, Errno> {
    sh.flush();
    let file = sh.fds.get(n)?.clone();
    let mut text = Vec::new();
    sh.fds.pool.read_to_end(&file, &mut text)?;
    Ok(text)
}

/// Opens a script for reading. `EISDIR` for a directory.
pub fn open_script(sh: &mut Shell, path: &[u8]) -> Result<OwnedFd, Errno> {
    sh.settle();
    if let Some(n) = redirect::own_descriptor(path) {
        let file = sh.fds.get(n)?;
        if let Some(fd) = file.raw_fd() {
            return fs::dup_above(fd, 10);
        }
    }
    let fd = fs::open(path, fs::O_RDONLY, 0)?;
    if fs::fstat(fd.as_raw_fd())?.is_dir() {
        return Err(Errno::EISDIR);
    }
    sh.fds.note_kernel(fd.as_raw_fd());
    Ok(fd)
}

/// Expands a text as within double quotes: PS1, PS4, ENV.
pub fn expand_text(sh: &mut Shell, text: &[u8]) -> Option<Vec<u8>> {
    if !text.iter().any(|byte| matches!(byte, b'$' | b'`' | b'\\')) {
        return None;
    }
    let options = parse_options(sh);
    let line = sh.counters.line;
    let word = skosh_syntax::parse_word(text, &mut sh.names, options, line).ok()?;
    let mut out = Vec::new();
    expand::single(sh, &word, &mut out).ok()?;
    Some(out)
}

/// The status with which a main loop that diverted ends the shell.
pub fn final_status(outcome: Outcome, last: Status) -> Result<Status, i32> {
    match outcome {
        Ok(status)
        | Err(Divert::Exit(status) | Divert::Return(status) | Divert::Discard(status) | Divert::Elsewhere(status)) => {
            Ok(status)
        }
        Err(Divert::Break(_) | Divert::Continue(_)) => Ok(last),
        Err(Divert::Killed(number)) => Err(number),
    }
}
