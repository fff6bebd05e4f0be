//! `chmod MODE FILE...` (POSIX XCU chmod) for octal modes of files and symbolic modes of one clause.

use skosh_sys::fs;

use crate::call::{Call, End};

/// What the mode says.
enum Mode {
    Absolute(u32),
    Add(u32),
    Remove(u32),
}

pub(crate) fn run(call: &mut Call<'_>) -> End {
    // A mode may look like an option (-w); so any option is the program's.
    if call.args.len() < 3 || call.args.iter().skip(1).any(|word| word.starts_with(b"-")) {
        return End::Program;
    }
    let Some(mode) = mode(call.args.at(1)) else { return End::Program };
    call.sh.flush();
    // What fails is done again by the program from the beginning: changing a mode twice is changing it once.
    for path in call.args.iter().skip(2) {
        let Ok(stat) = fs::stat(path) else { return End::Program };
        let new = match mode {
            // Directories keep bits that the number does not mention.
            Mode::Absolute(_) if stat.is_dir() => return End::Program,
            Mode::Absolute(mode) => mode,
            Mode::Add(bits) => stat.mode & 0o7777 | bits,
            Mode::Remove(bits) => stat.mode & 0o7777 & !bits,
        };
        if fs::chmod(path, new).is_err() {
            return End::Program;
        }
    }
    End::Status(0)
}

fn mode(text: &[u8]) -> Option<Mode> {
    if !text.is_empty() && text.len() <= 4 && text.iter().all(|byte| matches!(byte, b'0'..=b'7')) {
        return Some(Mode::Absolute(text.iter().fold(0, |mode, byte| mode * 8 + u32::from(byte - b'0'))));
    }
    let operator = text.iter().position(|byte| matches!(byte, b'+' | b'-'))?;
    let (who, rest) = (text.get(..operator)?, text.get(operator + 1..)?);
    if rest.is_empty() {
        return None;
    }
    let mut permissions = 0;
    for byte in rest {
        permissions |= match byte {
            b'r' => 0o444,
            b'w' => 0o222,
            b'x' => 0o111,
            _ => return None,
        };
    }
    let mut mask = 0;
    for byte in who {
        mask |= match byte {
            b'u' => 0o700,
            b'g' => 0o070,
            b'o' => 0o007,
            b'a' => 0o777,
            _ => return None,
        };
    }
    if who.is_empty() {
        let umask = fs::umask(0o077);
        fs::umask(umask);
        mask = 0o777 & !umask;
    }
    let bits = permissions & mask;
    Some(if text.get(operator) == Some(&b'+') { Mode::Add(bits) } else { Mode::Remove(bits) })
}
