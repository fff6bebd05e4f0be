//! Spawning with a terminal and with a tie to the parent's life. Each case runs in a forked process of its own.
#![allow(unsafe_code, clippy::unwrap_used)]

use skosh_sys::process::{self, Fork, WaitFlags, WaitFor, WaitStatus, wait};
use skosh_sys::signal::SignalSet;
use skosh_sys::spawn::{SpawnRequest, Step, Way, spawn_by};
use skosh_sys::{StringArray, fs, io, tty};
use std::os::fd::AsRawFd;
use std::time::{Duration, Instant};

const WAYS: [Way; 3] = [Way::Clone3, Way::Clone, Way::Fork];

fn request<'a>(argv: &'a StringArray, envp: &'a StringArray, steps: &'a [Step<'a>]) -> SpawnRequest<'a> {
    SpawnRequest {
        path: c"/bin/sh",
        argv,
        envp,
        steps,
        ignore: SignalSet::EMPTY,
        default: SignalSet::EMPTY,
        mask: None,
        no_handlers: false,
        pidfd: false,
    }
}

fn status(pid: i32) -> WaitStatus {
    wait(WaitFor::Pid(pid), WaitFlags { untraced: true, ..WaitFlags::default() }).unwrap().unwrap().1
}

/// Takes a terminal and starts programs in the foreground, from the background, where tcsetpgrp brings SIGTTOU.
fn with_terminal(way: Way) -> i32 {
    let Ok(master) = fs::open(b"/dev/ptmx", fs::O_RDWR | fs::O_NOCTTY, 0) else { return 77 };
    let mut name = [0_u8; 64];
    // SAFETY: the name has the length that is announced.
    let named = unsafe {
        libc::grantpt(master.as_raw_fd()) == 0
            && libc::unlockpt(master.as_raw_fd()) == 0
            && libc::ptsname_r(master.as_raw_fd(), name.as_mut_ptr().cast(), name.len()) == 0
    };
    let end = name.iter().position(|&byte| byte == 0).unwrap_or(0);
    if !named || process::setsid().is_err() {
        return 77;
    }
    // A session leader that opens a terminal gets it as its controlling one.
    let Ok(slave) = fs::open(&name[..end], fs::O_RDWR, 0) else { return 77 };
    let terminal = slave.as_raw_fd();
    let steps = [Step::ProcessGroup(0), Step::Foreground(terminal)];
    // Fields 5 and 8 of stat: the group, and the foreground group of the terminal.
    let script = b"set -- $(cat /proc/$$/stat); test $5 = $$ && test $8 = $$ && exit 7";
    let argv: StringArray = [b"sh".as_slice(), b"-c", script].into_iter().collect();
    let envp: StringArray = [b"PATH=/bin:/usr/bin".as_slice()].into_iter().collect();
    for round in 1..4 {
        let Ok(child) = spawn_by(&request(&argv, &envp, &steps), way) else { return round };
        if status(child.pid) != WaitStatus::Exited(7) {
            return 10 + round;
        }
        // Now this process is in the background.
        if tty::tcgetpgrp(terminal) == Ok(process::getpgrp()) {
            return 20 + round;
        }
    }
    // Closing the terminal's other side hangs up on its session: leave that to the exit.
    std::mem::forget(master);
    0
}

#[test]
fn the_terminal_is_handed_over_also_from_the_background() {
    for way in WAYS {
        let Fork::Parent(pid) = process::fork().unwrap() else { process::exit(with_terminal(way)) };
        match status(pid) {
            WaitStatus::Exited(77) => eprintln!("skipped: no pseudo-terminals here"),
            status => assert_eq!(status, WaitStatus::Exited(0), "{way:?}"),
        }
    }
}

#[test]
fn a_child_dies_with_its_parent_if_asked() {
    for way in WAYS {
        let (reader, writer) = io::pipe().unwrap();
        let Fork::Parent(pid) = process::fork().unwrap() else {
            let steps = [
                Step::ParentDeathSignal { signal: libc::SIGKILL, parent: process::getpid() },
                Step::Duplicate { from: writer.as_raw_fd(), to: 1 },
            ];
            let argv: StringArray = [b"sh".as_slice(), b"-c", b"echo; exec sleep 100"].into_iter().collect();
            let spawned = spawn_by(&request(&argv, &StringArray::new(), &steps), way);
            // Ends once the child is known to run.
            let mut byte = [0];
            let _ = io::read(reader.as_raw_fd(), &mut byte);
            process::exit(if spawned.is_ok() && byte == *b"\n" { 0 } else { 1 })
        };
        drop(writer);
        assert_eq!(status(pid), WaitStatus::Exited(0), "{way:?}");
        // The pipe ends when nobody holds it any more: when the child is dead.
        let start = Instant::now();
        assert_eq!(io::read(reader.as_raw_fd(), &mut [0]), Ok(0));
        assert!(start.elapsed() < Duration::from_secs(20));

        let steps = [Step::ParentDeathSignal { signal: libc::SIGKILL, parent: 1 }];
        let argv: StringArray = [b"sh".as_slice()].into_iter().collect();
        let error = spawn_by(&request(&argv, &StringArray::new(), &steps), way).unwrap_err();
        assert_eq!(error.errno, skosh_sys::Errno::ESRCH);
    }
}
