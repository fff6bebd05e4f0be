//! Finding a program in `PATH`, before any process is made.

use skosh_sys::{Errno, fs};

/// Where programs are looked for when there is no `PATH`: what confstr(3) gives for `_CS_PATH`.
const DEFAULT_PATH: &[u8] = b"/bin:/usr/bin";

/// The file that `program` names. With a slash it is the path itself; otherwise the first executable regular file of
/// that name in the directories of `path` (an empty one is the current directory).
///
/// `ENOENT` when there is none; but when one was found that may not be executed, or a directory that may not be
/// searched, the `EACCES` that tells so.
pub fn find_program(program: &[u8], path: Option<&[u8]>) -> Result<Vec<u8>, Errno> {
    if program.contains(&b'/') {
        return Ok(program.to_vec());
    }
    if program.is_empty() {
        return Err(Errno::ENOENT);
    }
    let mut result = Errno::ENOENT;
    for directory in path.unwrap_or(DEFAULT_PATH).split(|&byte| byte == b':') {
        let mut candidate = Vec::with_capacity(directory.len() + 1 + program.len());
        candidate.extend_from_slice(if directory.is_empty() { b"." } else { directory });
        candidate.push(b'/');
        candidate.extend_from_slice(program);
        match fs::access(&candidate, fs::X_OK) {
            Ok(()) => match fs::stat(&candidate) {
                Ok(stat) if stat.is_file() => return Ok(candidate),
                _ => {}
            },
            Err(Errno::EACCES) => result = Errno::EACCES,
            Err(_) => {}
        }
    }
    Err(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_executable_file_is_found() {
        assert_eq!(find_program(b"sh", Some(b"/nonexistent:/etc:/bin")), Ok(b"/bin/sh".to_vec()));
        assert_eq!(find_program(b"sh", None), Ok(b"/bin/sh".to_vec()));
        assert_eq!(find_program(b"./x", Some(b"")), Ok(b"./x".to_vec()));
        assert_eq!(find_program(b"passwd", Some(b"/etc")), Err(Errno::EACCES));
        assert_eq!(find_program(b"", None), Err(Errno::ENOENT));
        assert_eq!(find_program(b"no-such-program", Some(b"/bin::")), Err(Errno::ENOENT));
        // A directory is searchable, hence "executable", but no program.
        assert_eq!(find_program(b"bin", Some(b"/usr")), Err(Errno::ENOENT));
    }
}
