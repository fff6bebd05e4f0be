//! The unary and file tests that `test` and `[[ ]]` share.

use skosh_state::options::Family;
use skosh_state::{Attributes, Opt, Shell};
use skosh_sys::fs::{self, Stat};
use skosh_sys::process;

/// The test `-op operand`; `None` when there is no such operator.
///
/// `-v` takes a variable's name; `-t` a descriptor, looked up in the shell's own table: a capture is no terminal.
pub fn unary(sh: &mut Shell, op: u8, operand: &[u8]) -> Option<bool> {
    Some(match op {
        b'n' => !operand.is_empty(),
        b'z' => operand.is_empty(),
        b'a' | b'e' => stat(sh, operand).is_some(),
        b'b' => has(sh, operand, Stat::is_block_device),
        b'c' => has(sh, operand, Stat::is_char_device),
        b'd' => has(sh, operand, Stat::is_dir),
        b'f' => has(sh, operand, Stat::is_file),
        b'p' => has(sh, operand, Stat::is_fifo),
        b'S' => has(sh, operand, Stat::is_socket),
        b'h' | b'L' => {
            sh.settle();
            fs::lstat(operand).is_ok_and(|stat| stat.is_symlink())
        }
        b'g' => has(sh, operand, |stat| stat.mode & 0o2000 != 0),
        b'u' => has(sh, operand, |stat| stat.mode & 0o4000 != 0),
        b'k' => has(sh, operand, |stat| stat.mode & 0o1000 != 0),
        b's' => has(sh, operand, |stat| stat.size > 0),
        b'O' => has(sh, operand, |stat| stat.uid == process::geteuid()),
        b'G' => has(sh, operand, |stat| stat.gid == process::getegid()),
        b'N' => has(sh, operand, |stat| stat.mtime > stat.atime),
        b'r' => may(sh, operand, fs::R_OK),
        b'w' => may(sh, operand, fs::W_OK),
        b'x' => may(sh, operand, fs::X_OK),
        b't' => is_terminal(sh, operand),
        b'o' => Opt::by_name(operand, Family::Set).is_some_and(|opt| sh.options.has(opt)),
        b'v' => crate::expand::is_set_text(sh, operand).unwrap_or(false),
        b'R' => match sh.names.lookup(operand) {
            Some(sym) => sh.attributes(sym).has(Attributes::NAMEREF),
            None => false,
        },
        _ => return None,
    })
}

/// `first -nt second`: newer by modification time, or the second does not exist. (`-ot` is this with the operands swapped.)
pub fn newer(sh: &mut Shell, first: &[u8], second: &[u8]) -> bool {
    match (stat(sh, first), stat(sh, second)) {
        (Some(first), Some(second)) => first.mtime > second.mtime,
        (Some(_), None) => true,
        (None, _) => false,
    }
}

/// `first -ef second`: the same file.
pub fn same(sh: &mut Shell, first: &[u8], second: &[u8]) -> bool {
    match (stat(sh, first), stat(sh, second)) {
        (Some(first), Some(second)) => first.is_same_file(&second),
        _ => false,
    }
}

fn has(sh: &mut Shell, path: &[u8], is: impl Fn(&Stat) -> bool) -> bool {
    stat(sh, path).is_some_and(|stat| is(&stat))
}

/// The logical descriptor that a path names: `/dev/fd/N`, `/dev/stdin` and so on.
fn descriptor(path: &[u8]) -> Option<u32> {
    match path {
        b"/dev/stdin" => Some(0),
        b"/dev/stdout" => Some(1),
        b"/dev/stderr" => Some(2),
        _ => {
            let number = path.strip_prefix(b"/dev/fd/").or_else(|| path.strip_prefix(b"/proc/self/fd/"))?;
            std::str::from_utf8(number).ok()?.parse().ok()
        }
    }
}

fn stat(sh: &mut Shell, path: &[u8]) -> Option<Stat> {
    sh.settle();
    if let Some(number) = descriptor(path)
        && let Ok(file) = sh.fds.get(number)
    {
        // Memory that stands for a pipe has no descriptor of its own.
        return file.raw_fd().and_then(|fd| fs::fstat(fd).ok());
    }
    fs::stat(path).ok()
}

fn may(sh: &mut Shell, path: &[u8], mode: i32) -> bool {
    sh.settle();
    if let Some(number) = descriptor(path) {
        return match sh.fds.get(number) {
            Ok(file) => match file.raw_fd() {
                Some(fd) => fs::access(format!("/proc/self/fd/{fd}").as_bytes(), mode).is_ok(),
                None => mode != fs::X_OK,
            },
            Err(_) => false,
        };
    }
    fs::access(path, mode).is_ok()
}

fn is_terminal(sh: &mut Shell, operand: &[u8]) -> bool {
    let Some(number) = std::str::from_utf8(operand).ok().and_then(|text| text.trim().parse().ok()) else {
        return false;
    };
    match sh.fds.get(number) {
        Ok(file) => file.raw_fd().is_some_and(fs::is_terminal),
        Err(_) => false,
    }
}
