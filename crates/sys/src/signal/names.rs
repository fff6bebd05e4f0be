//! The names of the signals, as `kill -l` prints them, without `SIG`.
#![allow(unsafe_code)]

/// The highest signal number.
pub const LAST: i32 = 64;

/// Names and numbers of the signals that are not realtime signals. The numbers differ between architectures.
const NAMES: &[(&str, i32)] = &[
    ("HUP", libc::SIGHUP),
    ("INT", libc::SIGINT),
    ("QUIT", libc::SIGQUIT),
    ("ILL", libc::SIGILL),
    ("TRAP", libc::SIGTRAP),
    ("ABRT", libc::SIGABRT),
    ("BUS", libc::SIGBUS),
    ("FPE", libc::SIGFPE),
    ("KILL", libc::SIGKILL),
    ("USR1", libc::SIGUSR1),
    ("SEGV", libc::SIGSEGV),
    ("USR2", libc::SIGUSR2),
    ("PIPE", libc::SIGPIPE),
    ("ALRM", libc::SIGALRM),
    ("TERM", libc::SIGTERM),
    #[cfg(not(any(target_arch = "mips", target_arch = "mips64", target_arch = "sparc", target_arch = "sparc64")))]
    ("STKFLT", libc::SIGSTKFLT),
    ("CHLD", libc::SIGCHLD),
    ("CONT", libc::SIGCONT),
    ("STOP", libc::SIGSTOP),
    ("TSTP", libc::SIGTSTP),
    ("TTIN", libc::SIGTTIN),
    ("TTOU", libc::SIGTTOU),
    ("URG", libc::SIGURG),
    ("XCPU", libc::SIGXCPU),
    ("XFSZ", libc::SIGXFSZ),
    ("VTALRM", libc::SIGVTALRM),
    ("PROF", libc::SIGPROF),
    ("WINCH", libc::SIGWINCH),
    ("IO", libc::SIGIO),
    ("PWR", libc::SIGPWR),
    ("SYS", libc::SIGSYS),
];

/// First and last realtime signal that programs may use (the C library keeps some for itself).
pub fn realtime_range() -> (i32, i32) {
    (libc::SIGRTMIN(), libc::SIGRTMAX())
}

/// The name of signal `number` without `SIG`: `HUP`, `RTMIN+3`, `RTMAX-14`. `None` for a number that is no signal.
pub fn name(number: i32) -> Option<String> {
    if let Some((name, _)) = NAMES.iter().find(|(_, of)| *of == number) {
        return Some((*name).to_owned());
    }
    let (first, last) = realtime_range();
    if !(first..=last).contains(&number) {
        return None;
    }
    let (above, below) = (number - first, last - number);
    Some(match (above, below) {
        (0, _) => "RTMIN".to_owned(),
        (_, 0) => "RTMAX".to_owned(),
        // The first half counts from the lowest, the second half from the highest.
        _ if above <= (last - first) / 2 => format!("RTMIN+{above}"),
        _ => format!("RTMAX-{below}"),
    })
}

/// The number of the signal with this name, in capitals or not, without `SIG`; realtime signals in each of their forms.
pub fn number(name: &[u8]) -> Option<i32> {
    if let Some((_, number)) = NAMES.iter().find(|(of, _)| of.as_bytes().eq_ignore_ascii_case(name)) {
        return Some(*number);
    }
    let (first, last) = realtime_range();
    let (prefix, rest) = name.split_at_checked(5)?;
    let offset = |sign: u8| -> Option<i32> {
        match rest.split_first() {
            None => Some(0),
            Some((&found, digits)) if found == sign && digits.first().is_some_and(u8::is_ascii_digit) => {
                std::str::from_utf8(digits).ok()?.parse().ok()
            }
            Some(_) => None,
        }
    };
    let number = if prefix.eq_ignore_ascii_case(b"RTMIN") {
        first.checked_add(offset(b'+')?)?
    } else if prefix.eq_ignore_ascii_case(b"RTMAX") {
        last.checked_sub(offset(b'-')?)?
    } else {
        return None;
    };
    (first..=last).contains(&number).then_some(number)
}

/// All signals in ascending order, with their names: what `kill -l` lists.
pub fn signals() -> impl Iterator<Item = (i32, String)> {
    (1..=LAST).filter_map(|number| Some((number, name(number)?)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_are_inverse() {
        for (number_of, name_of) in signals() {
            assert_eq!(number(name_of.as_bytes()), Some(number_of), "{name_of}");
        }
        assert_eq!(name(libc::SIGINT).unwrap(), "INT");
        assert_eq!(number(b"term"), Some(libc::SIGTERM));
        for no_signal in
            [b"".as_slice(), b"INTX", b"SIGINT", b"RTMIN+", b"RTMIN-1", b"RTMAX+1", b"RTMIN+99", b"RTMIN++1", b"32"]
        {
            assert_eq!(number(no_signal), None, "{}", no_signal.escape_ascii());
        }
        assert_eq!(name(0), None);
        assert_eq!(name(65), None);
        assert_eq!(name(-1), None);
    }

    #[test]
    fn the_list_is_that_of_bash() {
        let Ok(output) =
            std::process::Command::new("bash").args(["-c", "for i in {1..64}; do kill -l $i; done"]).output()
        else {
            return;
        };
        let ours: Vec<String> = signals().map(|(_, name)| name).collect();
        let theirs = String::from_utf8(output.stdout).unwrap();
        assert_eq!(ours, theirs.lines().collect::<Vec<_>>());
    }
}
