//! A call of a utility: its operands, its output, and how it ends.

use std::rc::Rc;

use skosh_interp::signals;
use skosh_state::commands::UtilityEnd;
use skosh_state::{Attributes, Fields, Shell, Status};
use skosh_stream::OpenFile;
use skosh_sys::io::Class;
use skosh_sys::{Errno, fs, signal};

/// Output is handed on in pieces of this size.
const PIECE: usize = 1 << 16;

/// How a utility ends.
pub(crate) enum End {
    /// Done.
    Status(Status),
    /// Nothing has been done, nor written: the program is to run.
    Program,
    /// The program is to run with the options and the operands from this one on.
    From(usize),
    /// Interrupted from the keyboard.
    Interrupted,
    /// Output could not be written; that has been reported.
    WriteError(Status),
}

/// What bytes of text mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Charset {
    /// Each is a character.
    Bytes,
    /// UTF-8.
    Utf8,
}

/// A call.
pub(crate) struct Call<'a> {
    pub(crate) sh: &'a mut Shell,
    pub(crate) args: &'a Fields,
    /// In which the utility's text is, if it said that characters matter.
    #[allow(dead_code, reason = "for utilities to which characters matter")]
    pub(crate) charset: Charset,
    out: Vec<u8>,
    output: Rc<OpenFile>,
    failed: Option<Status>,
    /// The status after a failed write.
    pub(crate) write_error_status: Status,
}

impl<'a> Call<'a> {
    /// `None` if the program at `path` has to be run anyway.
    pub(crate) fn new(sh: &'a mut Shell, path: &[u8], args: &'a Fields, characters: bool) -> Option<Call<'a>> {
        if exported(sh, b"POSIXLY_CORRECT").is_some() {
            return None;
        }
        let charset = charset(sh);
        if characters && charset.is_none() {
            return None;
        }
        if sh.fds.get(0).is_err() || sh.fds.get(2).is_err() {
            return None;
        }
        let output = sh.fds.get(1).ok()?.clone();
        // busybox and the like are links; the system's own program is a file.
        if fs::readlink(path).is_ok() {
            return None;
        }
        match output.class() {
            _ if output.is_capture() => {}
            Ok(Class::Pipe | Class::Socket) => signals::guard_pipes(),
            Ok(Class::Regular) => {}
            // A terminal or /dev/null. What other devices (/dev/full) do to a program is its own affair.
            _ => {
                let fd = output.raw_fd()?;
                let is_null = fs::fstat(fd).is_ok_and(|stat| stat.is_char_device() && stat.rdev == 0x103);
                if !is_null && !fs::is_terminal(fd) {
                    return None;
                }
            }
        }
        let out = sh.take_bytes();
        Some(Call {
            sh,
            args,
            charset: charset.unwrap_or(Charset::Bytes),
            out,
            output,
            failed: None,
            write_error_status: 1,
        })
    }

    /// Whether an interrupt from the keyboard has arrived, which would have ended the program.
    pub(crate) fn is_interrupted(&self) -> bool {
        is_interrupted()
    }

    /// Writes to standard output. `false` when that has failed and the utility should end with [`Call::write_error`].
    #[inline]
    pub(crate) fn put(&mut self, bytes: &[u8]) -> bool {
        if self.out.len() + bytes.len() > PIECE {
            self.hand_on();
            if bytes.len() >= PIECE {
                return self.write(bytes);
            }
        }
        self.out.extend_from_slice(bytes);
        self.failed.is_none()
    }

    /// Gives the output so far to the pool.
    pub(crate) fn hand_on(&mut self) {
        if !self.out.is_empty() {
            let out = std::mem::take(&mut self.out);
            self.write(&out);
            self.out = out;
            self.out.clear();
        }
    }

    fn write(&mut self, bytes: &[u8]) -> bool {
        if self.failed.is_none()
            && let Err(errno) = self.sh.fds.pool.write(&self.output, bytes)
        {
            self.write_failed(errno);
        }
        self.failed.is_none()
    }

    /// What GNU programs do: die of SIGPIPE, or say `write error`.
    fn write_failed(&mut self, errno: Errno) {
        if errno == Errno::EPIPE && signals::dies_of_broken_pipe(self.sh) {
            self.failed = Some(128 + signal::SIGPIPE);
            return;
        }
        let mut text = self.args.at(0).to_vec();
        text.extend_from_slice(b": write error: ");
        text.extend_from_slice(errno.message().as_bytes());
        text.push(b'\n');
        skosh_interp::report::write_error_output(self.sh, &text);
        self.failed = Some(self.write_error_status);
    }

    /// How to end after [`Call::put`] has said `false`.
    pub(crate) fn write_error(&self) -> End {
        End::WriteError(self.failed.unwrap_or(self.write_error_status))
    }

    /// Hands over what was written, and says what the shell has to do.
    pub(crate) fn finish(mut self, end: End) -> UtilityEnd {
        if !matches!(end, End::Program) {
            self.hand_on();
            if self.failed.is_none()
                && self.sh.fds.pool.is_dirty()
                && let Err(errno) = self.sh.fds.pool.end_of_command(&self.output)
            {
                self.write_failed(errno);
            }
        }
        let end = match end {
            End::Status(status) => UtilityEnd::Status(self.failed.unwrap_or(status)),
            End::WriteError(status) => UtilityEnd::Status(status),
            End::Interrupted => UtilityEnd::Status(128 + signal::SIGINT),
            End::Program => UtilityEnd::Program,
            End::From(operand) => UtilityEnd::ProgramWith(self.rest(operand)),
        };
        self.sh.recycle_bytes(std::mem::take(&mut self.out));
        end
    }

    /// The name, the options, and the operands from the field `first` on.
    fn rest(&self, first: usize) -> Fields {
        let mut rest = Fields::new();
        let mut options_end = false;
        for (index, field) in self.args.iter().enumerate() {
            let is_option = !options_end && field.len() > 1 && field.first() == Some(&b'-');
            options_end |= field == b"--";
            if index == 0 || index >= first || is_option {
                rest.push(field);
            }
        }
        rest
    }
}

/// SIGINT has arrived and waits to be acted upon.
pub(crate) fn is_interrupted() -> bool {
    signal::pending() && signal::pending_set().contains(signal::SIGINT)
}

/// The value of an exported variable.
fn exported<'s>(sh: &'s Shell, name: &[u8]) -> Option<&'s [u8]> {
    let variable = sh.vars.get(sh.names.lookup(name)?)?;
    if variable.attrs.has(Attributes::EXPORT) { variable.scalar() } else { None }
}

/// The locale that programs would run in, if it is one in which characters are known for certain.
fn charset(sh: &Shell) -> Option<Charset> {
    let of = |category: &[u8]| {
        let names: [&[u8]; 3] = [b"LC_ALL", category, b"LANG"];
        let value = names.into_iter().filter_map(|name| exported(sh, name)).find(|value| !value.is_empty());
        match value.unwrap_or(b"C") {
            b"C" | b"POSIX" => Some(Charset::Bytes),
            b"C.UTF-8" | b"C.utf8" => Some(Charset::Utf8),
            _ => None,
        }
    };
    // Both collate by code.
    of(b"LC_COLLATE")?;
    of(b"LC_CTYPE")
}

/// Whether a name means one of the shell's own descriptors, or may: only a program has those under their numbers.
pub(crate) fn is_descriptor_name(path: &[u8]) -> bool {
    path.starts_with(b"/dev/") && path != b"/dev/null" || path.starts_with(b"/proc/")
}
