//! Error numbers of system calls.

use std::ffi::c_int;

/// An error number, as errno(3) lists them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Errno(pub c_int);

impl Errno {
    /// The calling thread's current error number.
    #[inline]
    pub fn last() -> Errno {
        Errno(std::io::Error::last_os_error().raw_os_error().unwrap_or(0))
    }

    /// The text of strerror(3), without the number.
    pub fn message(self) -> String {
        let text = std::io::Error::from_raw_os_error(self.0).to_string();
        match text.find(" (os error") {
            Some(end) => text[..end].to_owned(),
            None => text,
        }
    }
}

impl std::fmt::Display for Errno {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message())
    }
}

impl std::fmt::Debug for Errno {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Errno({}: {})", self.0, self.message())
    }
}

impl std::error::Error for Errno {}

impl From<Errno> for std::io::Error {
    fn from(errno: Errno) -> Self {
        std::io::Error::from_raw_os_error(errno.0)
    }
}

impl From<std::io::Error> for Errno {
    fn from(error: std::io::Error) -> Self {
        Errno(error.raw_os_error().unwrap_or(libc::EIO))
    }
}

macro_rules! errno_constants {
    ($($name:ident)*) => {
        impl Errno {
            $(
                #[doc = concat!("`", stringify!($name), "`, see errno(3).")]
                pub const $name: Errno = Errno(libc::$name);
            )*
        }
    };
}

errno_constants! {
    E2BIG EACCES EAGAIN EBADF EBUSY ECHILD EEXIST EFAULT EFBIG EINTR EINVAL EIO EISDIR ELOOP EMFILE ENAMETOOLONG ENFILE
    ENODEV ENOENT ENOEXEC ENOMEM ENOSPC ENOSYS ENOTDIR ENOTEMPTY ENOTSUP ENOTTY ENXIO EPERM EPIPE ERANGE EROFS ESPIPE ESRCH
    ETIMEDOUT ETXTBSY EXDEV
}
