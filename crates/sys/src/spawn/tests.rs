//! Tests of the three ways to make a child: what works in one must work in all.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::process::{WaitFlags, WaitFor, WaitStatus, wait};
use crate::{fs, io};

const WAYS: [Way; 3] = [Way::Clone3, Way::Clone, Way::Fork];

fn shell(script: &str) -> StringArray {
    [b"sh".as_slice(), b"-c", script.as_bytes()].into_iter().collect()
}

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

fn status_of(spawned: &Spawned) -> WaitStatus {
    loop {
        match wait(WaitFor::Pid(spawned.pid), WaitFlags::default()) {
            Err(Errno::EINTR) => {}
            result => return result.unwrap().unwrap().1,
        }
    }
}

fn run(script: &str, steps: &[Step], way: Way) -> WaitStatus {
    let (argv, envp) = (shell(script), StringArray::new());
    status_of(&spawn_by(&request(&argv, &envp, steps), way).unwrap())
}

#[test]
fn a_program_runs_and_its_status_is_seen() {
    for way in WAYS {
        assert_eq!(run("exit 7", &[], way), WaitStatus::Exited(7), "{way:?}");
    }
}

#[test]
fn failures_name_the_step() {
    for way in WAYS {
        let (argv, envp) = (shell(":"), StringArray::new());
        let steps = [Step::Umask(0o22), Step::Chdir(c"/nonexistent")];
        let error = spawn_by(&request(&argv, &envp, &steps), way).unwrap_err();
        assert_eq!(error, SpawnError { at: FailedAt::Step(1), errno: Errno::ENOENT }, "{way:?}");
        let error = spawn_by(&SpawnRequest { path: c"/nonexistent", ..request(&argv, &envp, &[]) }, way).unwrap_err();
        assert_eq!(error, SpawnError { at: FailedAt::Exec, errno: Errno::ENOENT }, "{way:?}");
        let error = spawn_by(&request(&argv, &envp, &[Step::Duplicate { from: 9999, to: 0 }]), way).unwrap_err();
        assert_eq!(error, SpawnError { at: FailedAt::Step(0), errno: Errno::EBADF }, "{way:?}");
    }
}

#[test]
fn descriptors_are_laid_out() {
    for way in WAYS {
        let (reader, writer) = io::pipe().unwrap();
        let writer = fs::dup_above(writer.as_raw_fd(), 50).unwrap();
        let fd = writer.as_raw_fd();
        let steps =
            [Step::Park { from: fd, above: 60 }, Step::Close(fd), Step::Unpark(1), Step::CloseRange(3, RawFd::MAX)];
        let script = "echo `ls -l /proc/self/fd | wc -l`";
        assert_eq!(run(script, &steps, way), WaitStatus::Exited(0), "{way:?}");
        drop(writer);
        let mut text = [0; 64];
        let length = io::read(reader.as_raw_fd(), &mut text).unwrap();
        // "total 0", 0, 1, 2 and the directory that ls reads.
        assert_eq!(&text[..length], b"5\n", "{way:?}");
    }
}

#[test]
fn descriptors_are_marked_without_close_range() {
    // The three ways of marking, in a forked child so that the marks do no harm.
    for by in 0..3 {
        let crate::process::Fork::Parent(pid) = crate::process::fork().unwrap() else {
            let null = fs::open(b"/dev/null", fs::O_RDONLY, 0).unwrap();
            for fd in [20, 21, 25, 26] {
                let _ = fs::dup2(null.as_raw_fd(), fd);
            }
            let done = match by {
                0 => child::close_range(21, 25),
                1 => {
                    let list = fs::open(b"/proc/self/fd", fs::O_RDONLY, 0).unwrap();
                    child::mark_listed(std::os::fd::IntoRawFd::into_raw_fd(list), 21, 25)
                }
                _ => child::mark_each(21, 25),
            };
            // SAFETY: takes numbers only.
            let marked = |fd| unsafe { libc::fcntl(fd, libc::F_GETFD) } == libc::FD_CLOEXEC;
            let good = done.is_ok() && !marked(20) && marked(21) && marked(25) && !marked(26);
            crate::process::exit(if good { 0 } else { 1 })
        };
        assert_eq!(status_of(&Spawned { pid, pidfd: None }), WaitStatus::Exited(0), "{by}");
    }
}

#[test]
fn groups_limits_and_masks_arrive() {
    for way in WAYS {
        let limit = Limit { soft: 0, hard: 0 };
        let steps = [Step::ProcessGroup(0), Step::Limit(Resource::Core, limit), Step::Umask(0o27), Step::Nice(5)];
        let script = "set -- $(cat /proc/$$/stat); test $5 = $$ && test $(ulimit -Hc) = 0 && test $(umask) = 0027 && test ${19} = 5";
        assert_eq!(run(script, &steps, way), WaitStatus::Exited(0), "{way:?}");

        let (argv, envp) = (shell("grep -E 'Sig(Blk|Ign)' /proc/self/status | tr -d '\\n'; :"), StringArray::new());
        let (reader, writer) = io::pipe().unwrap();
        let steps = [Step::Duplicate { from: writer.as_raw_fd(), to: 1 }];
        let mask: SignalSet = [libc::SIGUSR2].into_iter().collect();
        let ignore: SignalSet = [libc::SIGHUP].into_iter().collect();
        let default: SignalSet = (1..=64).filter(|&signal| signal != libc::SIGHUP).collect();
        let request = SpawnRequest { mask: Some(mask), ignore, default, ..request(&argv, &envp, &steps) };
        let before = crate::signal::mask();
        assert_eq!(status_of(&spawn_by(&request, way).unwrap()), WaitStatus::Exited(0));
        assert_eq!(crate::signal::mask(), before);
        let mut text = [0; 128];
        let length = io::read(reader.as_raw_fd(), &mut text).unwrap();
        assert_eq!(
            std::str::from_utf8(&text[..length]).unwrap(),
            "SigBlk:\t0000000000000800SigIgn:\t0000000000000001",
            "{way:?}"
        );
    }
}

#[test]
fn a_pidfd_comes_along() {
    for way in WAYS {
        let (argv, envp) = (shell("exit 3"), StringArray::new());
        let spawned = spawn_by(&SpawnRequest { pidfd: true, ..request(&argv, &envp, &[]) }, way).unwrap();
        assert!(spawned.pidfd.is_some(), "{way:?}");
        assert_eq!(status_of(&spawned), WaitStatus::Exited(3));
    }
}
