//! Starting programs: one path for every child, by the `launch` crate, at the price of vfork and exec.

use std::io::Write;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::rc::Rc;

use skosh_launch::{Group, Move, Plan};
use skosh_state::descriptors::Layout;
use skosh_state::flow::Status;
use skosh_state::{Fields, Opt, Shell};
use skosh_stream::OpenFile;
use skosh_sys::io::Whence;
use skosh_sys::signal::SignalSet;
use skosh_sys::{Errno, StringArray, fs, io, process, signal};

use crate::report;

/// A pipe takes this much without anyone reading; more goes to a file in memory.
const PIPE_CAPACITY: usize = 1 << 16;

/// Signals that an interactive shell handles or ignores for itself: its children get the default.
const INTERACTIVE_SIGNALS: &[i32] =
    &[signal::SIGTSTP, signal::SIGTTIN, signal::SIGTTOU, signal::SIGTERM, signal::SIGINT, signal::SIGQUIT];

/// How a program is started.
#[derive(Clone, Copy, Debug, Default)]
pub struct How {
    /// The process group: `None` for the shell's, `Some(0)` for a new one, otherwise that to join.
    pub group: Option<i32>,
    /// The group becomes the terminal's foreground group.
    pub foreground: bool,
    /// An asynchronous command without job control: SIGINT and SIGQUIT are ignored (POSIX XCU 2.11).
    pub background: bool,
}

/// What is prepared before a program is started or replaces the process.
struct Prepared {
    argv: StringArray,
    envp: Rc<StringArray>,
    layout: Layout,
}

fn prepare(sh: &mut Shell, path: &[u8], fields: &Fields, first: Option<&[u8]>) -> Result<Prepared, Errno> {
    let mut argv = StringArray::new();
    for (index, field) in fields.iter().enumerate() {
        match first {
            Some(name) if index == 0 => argv.push(name),
            _ => argv.push(field),
        }
    }
    let mut envp = sh.environment();
    if !sh.options.has(Opt::Posix) {
        // bash tells a program by what path it was found.
        Rc::make_mut(&mut envp).push_parts(&[b"_=", path]);
    }
    materialize(sh)?;
    let mut layout = Layout::default();
    let captures = &sh.captures;
    sh.fds.layout(
        |file| {
            let capture = captures.iter().find(|capture| Rc::ptr_eq(&capture.file, file));
            match capture.and_then(|capture| capture.pipe.as_ref()) {
                Some((_, Some(write_end))) => Ok(write_end.as_raw_fd()),
                _ => Err(Errno::EBADF),
            }
        },
        &mut layout,
    )?;
    Ok(Prepared { argv, envp, layout })
}

/// Gives every file that exists in memory only a descriptor that a child can have: a pipe for output that is being
/// collected, a pipe or a file in memory for a here-document.
fn materialize(sh: &mut Shell) -> Result<(), Errno> {
    let memory: Vec<Rc<OpenFile>> =
        sh.fds.iter().filter(|(_, file)| file.raw_fd().is_none()).map(|(_, file)| file.clone()).collect();
    for file in memory {
        if share_text(sh, &file)? {
            continue;
        }
        if let Some(index) = sh.captures.iter().position(|capture| Rc::ptr_eq(&capture.file, &file)) {
            sh.capture_pipe(index)?;
        }
    }
    Ok(())
}

/// Gives a here-document in memory a descriptor, from which the shell goes on reading as well. False for anything else.
pub fn share_text(sh: &mut Shell, file: &OpenFile) -> Result<bool, Errno> {
    let Some(rest) = file.text_rest() else { return Ok(false) };
    let fd = text_descriptor(&rest)?;
    sh.fds.note_kernel(fd.as_raw_fd());
    // A second slot may have named the same text.
    let _ = file.become_descriptor(fd);
    Ok(true)
}

fn text_descriptor(text: &[u8]) -> Result<OwnedFd, Errno> {
    if text.len() <= PIPE_CAPACITY {
        let (read_end, write_end) = io::pipe()?;
        if !write_all(write_end.as_raw_fd(), text, false)? {
            return in_memory(text);
        }
        return Ok(read_end);
    }
    in_memory(text)
}

fn in_memory(text: &[u8]) -> Result<OwnedFd, Errno> {
    let file = fs::memfd(c"here-document")?;
    write_all(file.as_raw_fd(), text, true)?;
    io::lseek(file.as_raw_fd(), 0, Whence::Start)?;
    Ok(file)
}

/// False when a pipe has not taken everything at once (its capacity may have been lowered).
fn write_all(fd: RawFd, mut text: &[u8], is_file: bool) -> Result<bool, Errno> {
    if !is_file && text.len() > 4096 {
        fs::set_open_flags(fd, fs::O_NONBLOCK)?;
    }
    while !text.is_empty() {
        match io::write(fd, text) {
            Ok(count) => text = text.get(count..).unwrap_or(b""),
            Err(Errno::EINTR) => {}
            Err(Errno::EAGAIN) => return Ok(false),
            Err(errno) => return Err(errno),
        }
    }
    Ok(true)
}

/// Starts the program at `path` with the fields as its arguments. On failure reports, and gives the status: 126 or 127.
pub fn start(sh: &mut Shell, path: &[u8], fields: &Fields, how: How) -> Result<i32, Status> {
    let result = prepare(sh, path, fields, None).map_err(|errno| (errno, false)).and_then(|prepared| {
        sh.settle();
        launch(sh, path, &prepared, how)
    });
    match result {
        Ok(pid) => Ok(pid),
        Err((Errno::ENOEXEC, _)) => start_script(sh, path, fields, how),
        Err((errno, of_exec)) => Err(report_failure(sh, path, fields.at(0), errno, of_exec)),
    }
}

fn launch(sh: &Shell, path: &[u8], prepared: &Prepared, how: How) -> Result<i32, (Errno, bool)> {
    let moves: Vec<Move> = prepared.layout.moves.iter().map(|&(from, to)| Move { from, to }).collect();
    let set = |numbers: &[i32]| {
        let mut set = SignalSet::EMPTY;
        numbers.iter().for_each(|&number| set.add(number));
        set
    };
    let keyboard: &[i32] = if how.background { &[signal::SIGINT, signal::SIGQUIT] } else { &[] };
    let own: &[i32] = if sh.options.has(Opt::Interactive) { INTERACTIVE_SIGNALS } else { &[] };
    let plan = Plan {
        moves: &moves,
        closes: &prepared.layout.closes,
        pgroup: match how.group {
            None => Group::Inherit,
            Some(0) => Group::New,
            Some(group) => Group::Join(group),
        },
        foreground: if how.foreground { sh.terminal.fd } else { None },
        ignore: set(keyboard),
        default: set(own),
        quiet_signals: signal::caught().iter().all(|number| number == signal::SIGPIPE),
        ..Plan::new(path, &prepared.argv, &prepared.envp)
    };
    skosh_launch::launch(&plan).map(|child| child.pid).map_err(|error| (error.errno, error.is_exec()))
}

/// A file that is executable but no program is a script for this shell (POSIX XCU 2.9.1.1).
fn start_script(sh: &mut Shell, path: &[u8], fields: &Fields, how: How) -> Result<i32, Status> {
    if let Some(status) = not_a_script(sh, path) {
        return Err(status);
    }
    let script: Fields = script_fields(sh, path, fields);
    let shell = own_path();
    let name = sh.invocation.argv0.clone();
    let result = prepare(sh, path, &script, Some(&name)).map_err(|errno| (errno, false)).and_then(|prepared| {
        sh.settle();
        launch(sh, &shell, &prepared, how)
    });
    result.map_err(|(errno, of_exec)| report_failure(sh, path, fields.at(0), errno, of_exec))
}

fn script_fields(sh: &Shell, path: &[u8], fields: &Fields) -> Fields {
    let mut script = Fields::new();
    script.push(&sh.invocation.argv0);
    script.push(path);
    fields.iter().skip(1).for_each(|field| script.push(field));
    script
}

/// This program.
fn own_path() -> Vec<u8> {
    fs::readlink(b"/proc/self/exe").unwrap_or_else(|_| b"/bin/sh".to_vec())
}

/// bash refuses to run a file that looks binary: a NUL before the first newline.
fn not_a_script(sh: &mut Shell, path: &[u8]) -> Option<Status> {
    let fd = fs::open(path, fs::O_RDONLY, 0).ok()?;
    let mut head = [0; 80];
    let count = io::read(fd.as_raw_fd(), &mut head).ok()?;
    let head = head.get(..count).unwrap_or(b"");
    let line = head.split(|&byte| byte == b'\n').next().unwrap_or(b"");
    if line.contains(&0) {
        let mut text = path.to_vec();
        text.extend_from_slice(b": cannot execute binary file: Exec format error");
        report::message(sh, &text);
        return Some(126);
    }
    None
}

fn report_failure(sh: &mut Shell, path: &[u8], name: &[u8], errno: Errno, of_exec: bool) -> Status {
    let mut text = if of_exec { path.to_vec() } else { name.to_vec() };
    let is_directory = errno == Errno::EACCES && fs::stat(path).is_ok_and(|stat| stat.is_dir());
    let bad_interpreter =
        (errno == Errno::ENOENT && of_exec && fs::access(path, fs::F_OK).is_ok()).then(|| interpreter(path)).flatten();
    if is_directory {
        text.extend_from_slice(b": Is a directory");
    } else if let Some(interpreter) = bad_interpreter {
        text.extend_from_slice(b": ");
        text.extend_from_slice(&interpreter);
        text.extend_from_slice(b": bad interpreter: No such file or directory");
        report::message(sh, &text);
        return 127;
    } else {
        let _ = write!(text, ": {}", errno.message());
    }
    report::message(sh, &text);
    // dash also says 127 for a path that leads through a file.
    let not_found = errno == Errno::ENOENT || (errno == Errno::ENOTDIR && sh.options.has(Opt::Posix));
    if not_found && of_exec { 127 } else { 126 }
}

/// The interpreter that a script's first line names.
fn interpreter(path: &[u8]) -> Option<Vec<u8>> {
    let fd = fs::open(path, fs::O_RDONLY, 0).ok()?;
    let mut head = [0; 256];
    let count = io::read(fd.as_raw_fd(), &mut head).ok()?;
    let line = head.get(..count)?.split(|&byte| byte == b'\n').next()?;
    let rest = line.strip_prefix(b"#!")?.trim_ascii();
    rest.split(|byte| byte.is_ascii_whitespace()).next().map(<[u8]>::to_vec)
}

/// Replaces the process by a program. Returns only when that fails: the failure has been reported, and the result is the status.
pub fn replace(sh: &mut Shell, path: &[u8], fields: &Fields, argv0: Option<&[u8]>) -> Status {
    let prepared = prepare(sh, path, fields, argv0);
    sh.settle();
    let errno = match prepared {
        Ok(prepared) => {
            let moves: Vec<(RawFd, RawFd)> = prepared.layout.moves.clone();
            match skosh_sys::exec_layout::lay_out(&moves, &prepared.layout.closes) {
                Ok(()) => {
                    sh.fds.laid_out();
                    forget_handlers(sh);
                    let errno = process::exec(path, &prepared.argv, &prepared.envp);
                    if errno == Errno::ENOEXEC {
                        if let Some(status) = not_a_script(sh, path) {
                            return status;
                        }
                        let mut argv = StringArray::new();
                        script_fields(sh, path, fields).iter().for_each(|field| argv.push(field));
                        process::exec(&own_path(), &argv, &prepared.envp)
                    } else {
                        errno
                    }
                }
                Err(errno) => errno,
            }
        }
        Err(errno) => errno,
    };
    report_failure(sh, path, fields.at(0), errno, true)
}

/// Signals that an interactive shell ignores for itself are not ignored by what replaces it.
fn forget_handlers(sh: &Shell) {
    if sh.options.has(Opt::Interactive) {
        for &number in INTERACTIVE_SIGNALS {
            let _ = signal::default(number);
        }
    }
}
