//! Users and the host: `/etc/passwd` read directly, because a statically linked C library cannot load the modules that
//! its own look-up functions want. Users that other services provide are the caller's business (`getent passwd NAME`).
#![allow(unsafe_code)]

use std::mem::MaybeUninit;

/// A line of `/etc/passwd`. See passwd(5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// Login name.
    pub name: Vec<u8>,
    /// User id.
    pub uid: u32,
    /// Id of the first group.
    pub gid: u32,
    /// Home directory.
    pub home: Vec<u8>,
    /// Login shell.
    pub shell: Vec<u8>,
}

/// Reads one line; `None` for a comment or a line with too few fields.
fn parse(line: &[u8]) -> Option<User> {
    let mut fields = line.split(|&byte| byte == b':');
    let name = fields.next()?.to_vec();
    let number = |field: &[u8]| std::str::from_utf8(field).ok()?.parse().ok();
    let (uid, gid) = (number(fields.nth(1)?)?, number(fields.next()?)?);
    let home = fields.nth(1)?.to_vec();
    let shell = fields.next().unwrap_or_default().to_vec();
    Some(User { name, uid, gid, home, shell })
}

fn find(is_wanted: impl Fn(&User) -> bool) -> Option<User> {
    let file = std::fs::read("/etc/passwd").ok()?;
    file.split(|&byte| byte == b'\n').filter_map(parse).find(is_wanted)
}

/// The user with this login name.
pub fn by_name(name: &[u8]) -> Option<User> {
    find(|user| user.name == name)
}

/// The user with this id.
pub fn by_uid(uid: u32) -> Option<User> {
    find(|user| user.uid == uid)
}

/// All login names, in the order of the file (for `compgen -u` and `~` completion).
pub fn names() -> Vec<Vec<u8>> {
    let file = std::fs::read("/etc/passwd").unwrap_or_default();
    file.split(|&byte| byte == b'\n').filter_map(parse).map(|user| user.name).collect()
}

/// The home directory of the user with this login name.
pub fn home_directory(name: &[u8]) -> Option<Vec<u8>> {
    by_name(name).map(|user| user.home)
}

/// The system's names for itself. See uname(2).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Host {
    /// Operating system (`Linux`).
    pub system: Vec<u8>,
    /// Name of this machine.
    pub node: Vec<u8>,
    /// Kernel release.
    pub release: Vec<u8>,
    /// Kernel build.
    pub version: Vec<u8>,
    /// Hardware (`x86_64`).
    pub machine: Vec<u8>,
}

/// What uname(2) says.
pub fn host() -> Host {
    let mut raw = MaybeUninit::<libc::utsname>::zeroed();
    // SAFETY: `raw` is what the call fills; should it fail, zeros make empty strings.
    let raw = unsafe {
        libc::uname(raw.as_mut_ptr());
        raw.assume_init_ref()
    };
    let text = |field: &[libc::c_char]| field.iter().map(|&c| c as u8).take_while(|&byte| byte != 0).collect();
    Host {
        system: text(&raw.sysname),
        node: text(&raw.nodename),
        release: text(&raw.release),
        version: text(&raw.version),
        machine: text(&raw.machine),
    }
}

/// The name of this machine.
pub fn host_name() -> Vec<u8> {
    host().node
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_apart() {
        let root = parse(b"root:x:0:0:root,,,:/root:/bin/bash").unwrap();
        assert_eq!(
            (root.uid, root.home.as_slice(), root.shell.as_slice()),
            (0, b"/root".as_slice(), b"/bin/bash".as_slice())
        );
        assert_eq!(parse(b"a:x:1:2:gecos:/h").unwrap().shell, b"");
        for bad in [b"".as_slice(), b"a:b:c", b"a:x:nine:1:g:/h:/s", b"a:x:-1:1:g:/h:/s", b"+::::::"] {
            assert_eq!(parse(bad), None, "{}", bad.escape_ascii());
        }
        assert_eq!(home_directory(b"no such user"), None);
        assert!(!host_name().is_empty() && host().system == b"Linux");
    }
}
