//! Terminals: foreground process group, line settings, window size.
#![allow(unsafe_code)]

use crate::Errno;
use crate::path::check;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

/// The foreground process group of terminal `tty`. `ENOTTY` when it is not the controlling terminal. See tcgetpgrp(3).
pub fn tcgetpgrp(tty: RawFd) -> Result<i32, Errno> {
    // SAFETY: takes a number only.
    check(unsafe { libc::tcgetpgrp(tty) })
}

/// Makes `group` the foreground process group of terminal `tty`. A background caller gets SIGTTOU unless it blocks or
/// ignores that signal. See tcsetpgrp(3).
pub fn tcsetpgrp(tty: RawFd, group: i32) -> Result<(), Errno> {
    // SAFETY: takes numbers only.
    check(unsafe { libc::tcsetpgrp(tty, group) }).map(|_| ())
}

/// A new pseudo-terminal: the side that plays the user, and the terminal. Neither becomes a controlling terminal. See pty(7).
pub fn open_pair() -> Result<(OwnedFd, OwnedFd), Errno> {
    let flags = libc::O_RDWR | libc::O_NOCTTY | libc::O_CLOEXEC;
    // SAFETY: takes numbers only.
    let user = check(unsafe { libc::posix_openpt(flags) })?;
    // SAFETY: the kernel has just handed out `user`; nobody else owns it.
    let user = unsafe { OwnedFd::from_raw_fd(user) };
    // SAFETY: takes a number that is open.
    check(unsafe { libc::unlockpt(user.as_raw_fd()) })?;
    // SAFETY: this request takes the flags as a number.
    let terminal = check(unsafe { libc::ioctl(user.as_raw_fd(), libc::TIOCGPTPEER, flags) })?;
    // SAFETY: the kernel has just handed out `terminal`; nobody else owns it.
    Ok((user, unsafe { OwnedFd::from_raw_fd(terminal) }))
}

/// The session that terminal `tty` controls. See tcgetsid(3).
pub fn tcgetsid(tty: RawFd) -> Result<i32, Errno> {
    // SAFETY: takes a number only.
    check(unsafe { libc::tcgetsid(tty) })
}

/// The line settings of a terminal. See termios(3).
#[derive(Clone, Copy)]
pub struct Termios(libc::termios);

impl Termios {
    /// Whether input comes line by line (`ICANON`): then one read(2) gives at most one line.
    pub fn is_canonical(&self) -> bool {
        self.0.c_lflag & libc::ICANON != 0
    }

    /// The present settings of `tty`. `ENOTTY` when it is no terminal.
    pub fn get(tty: RawFd) -> Result<Termios, Errno> {
        let mut raw = MaybeUninit::<libc::termios>::zeroed();
        // SAFETY: `raw` has the size that the call fills.
        check(unsafe { libc::tcgetattr(tty, raw.as_mut_ptr()) })?;
        // SAFETY: zeroed at first, and all fields are numbers.
        Ok(Termios(unsafe { raw.assume_init() }))
    }

    /// Applies these settings to `tty` once what was written to it has gone out; retried on `EINTR`.
    pub fn set(&self, tty: RawFd) -> Result<(), Errno> {
        loop {
            // SAFETY: reads a complete struct.
            match check(unsafe { libc::tcsetattr(tty, libc::TCSADRAIN, &self.0) }) {
                Err(Errno::EINTR) => {}
                result => return result.map(|_| ()),
            }
        }
    }

    /// The same settings with echo on or off (`read -s`).
    #[must_use]
    pub fn echo(mut self, on: bool) -> Termios {
        let bits = libc::ECHO | libc::ECHOE | libc::ECHOK | libc::ECHONL;
        self.0.c_lflag = if on { self.0.c_lflag | bits & !libc::ECHONL } else { self.0.c_lflag & !bits };
        self
    }

    /// The same settings with input handed over as it comes, at least one byte at a time, instead of by lines (`read -n`).
    /// Signals and the mapping of CR stay.
    #[must_use]
    pub fn by_character(mut self) -> Termios {
        self.0.c_lflag &= !libc::ICANON;
        self.0.c_cc[libc::VMIN] = 1;
        self.0.c_cc[libc::VTIME] = 0;
        self
    }

    /// The control character at `index` (`libc`'s `VEOF`, `VINTR`, ...).
    pub fn control(&self, index: usize) -> Option<u8> {
        self.0.c_cc.get(index).copied()
    }
}

/// Rows and columns of the window behind `tty`; zeros when the terminal does not know. See ioctl_tty(2), `TIOCGWINSZ`.
pub fn window_size(tty: RawFd) -> Result<(u16, u16), Errno> {
    let mut size = libc::winsize { ws_row: 0, ws_col: 0, ws_xpixel: 0, ws_ypixel: 0 };
    // SAFETY: `size` is what this request fills.
    check(unsafe { libc::ioctl(tty, libc::TIOCGWINSZ, &mut size) })?;
    Ok((size.ws_row, size.ws_col))
}
