//! What a launcher meets in a large, threaded host: many threads, other people's descriptors, much memory, odd masks,
//! odd namespaces. One test at a time, because they look at the whole process: a mutex sees to that.
#![allow(clippy::unwrap_used)]

use skosh_launch::{Capture, Command, Errors, SignalSet, WaitStatus, Way};
use skosh_sys::{fs, signal};
use std::collections::BTreeSet;
use std::os::fd::AsRawFd;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn descriptors() -> BTreeSet<String> {
    let own = format!("/proc/{}/fd", std::process::id());
    let list = std::fs::read_dir(&own).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    // The directory that is being read shows itself.
    list.filter(|number| {
        std::fs::read_link(format!("{own}/{number}")).is_ok_and(|target| target.to_str() != Some(&own))
    })
    .collect()
}

fn children() -> Vec<String> {
    let mut found = Vec::new();
    for task in std::fs::read_dir("/proc/self/task").unwrap() {
        let path = task.unwrap().path().join("children");
        found.extend(std::fs::read_to_string(path).unwrap_or_default().split_whitespace().map(str::to_owned));
    }
    found
}

/// Runs `body` and checks that it has left neither descriptors nor children, dead or alive.
fn leaves_nothing(body: impl FnOnce()) {
    let before = descriptors();
    body();
    assert_eq!(descriptors(), before);
    assert_eq!(children(), Vec::<String>::new());
}

#[test]
fn many_threads_launch_while_others_open_and_close() {
    let _alone = alone();
    leaves_nothing(|| {
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                // Descriptors without close-on-exec, as careless libraries open them, anywhere.
                scope.spawn(|| {
                    while !stop.load(Ordering::Relaxed) {
                        let null = fs::open(b"/dev/null", fs::O_RDONLY, 0).unwrap();
                        fs::set_cloexec(null.as_raw_fd(), false).unwrap();
                        std::thread::yield_now();
                    }
                });
            }
            let launchers: Vec<_> = (0..64)
                .map(|thread| {
                    scope.spawn(move || {
                        for round in 0..8 {
                            let mut command = Command::new("sh");
                            // The shell's own listing of its descriptors: 3 is the directory that it reads.
                            command.args(["-c", "cd /proc/self/fd; echo *; echo $0"]).arg(format!("{thread}.{round}"));
                            let done = Capture::new(command).input(&b"x"[..]).errors(Errors::Collect).run().unwrap();
                            let expected = format!("0 1 2 3\n{thread}.{round}\n");
                            assert_eq!(String::from_utf8(done.stdout).unwrap(), expected);
                            assert_eq!(done.ending.unwrap().status, WaitStatus::Exited(0));
                            let failed = Command::new("/nonexistent").spawn().unwrap_err();
                            assert_eq!(failed.errno(), skosh_launch::Errno::ENOENT);
                        }
                    })
                })
                .collect();
            for launcher in launchers {
                launcher.join().unwrap();
            }
            stop.store(true, Ordering::Relaxed);
        });
    });
}

#[test]
fn a_gigabyte_of_touched_memory_costs_nothing() {
    let _alone = alone();
    let time = |rounds: u32| {
        let mut best = Duration::MAX;
        for _ in 0..rounds {
            let start = std::time::Instant::now();
            assert_eq!(Command::new("/bin/true").status().unwrap(), WaitStatus::Exited(0));
            best = best.min(start.elapsed());
        }
        best
    };
    let before = time(40);
    let mut memory = vec![0_u8; 1 << 30];
    for page in memory.chunks_mut(4096) {
        page[0] = 1;
    }
    let after = time(40);
    // A fork would copy page tables for 262,144 pages: milliseconds. The machine may be busy, so the bound is generous.
    assert!(after < before * 3 + Duration::from_millis(1), "{before:?} became {after:?}");
    assert_eq!(memory[4096 * 1000], 1);
}

#[test]
fn masks_and_handlers_of_the_host_stay_its_own() {
    let _alone = alone();
    let status = "while read -r name value; do case $name in SigBlk: | SigIgn: | SigCgt:) echo $value ;; esac; done </proc/$$/status";
    signal::catch(signal::SIGUSR1).unwrap();
    let blocked: SignalSet = [signal::SIGCHLD, signal::SIGTERM, signal::SIGUSR2].into_iter().collect();
    let former = signal::set_mask(blocked);
    for way in [Way::Clone3, Way::Clone, Way::Fork] {
        let mut command = Command::new("dash");
        command.args(["-c", status]).way(way);
        let text = String::from_utf8(command.output().unwrap().stdout).unwrap();
        let sets: Vec<u64> = text.lines().map(|line| u64::from_str_radix(line, 16).unwrap()).collect();
        // Nothing blocked; dash itself catches CHLD at times; SIGPIPE is not ignored although Rust's runtime does here.
        assert_eq!(sets[0], 0, "{way:?}");
        assert_eq!(sets[1] & (1 << (signal::SIGPIPE - 1)), 0, "{way:?}");
        assert_eq!(sets[2] & (1 << (signal::SIGUSR1 - 1)), 0, "{way:?}");
        command.inherit_signals();
        let text = String::from_utf8(command.output().unwrap().stdout).unwrap();
        let sets: Vec<u64> = text.lines().map(|line| u64::from_str_radix(line, 16).unwrap()).collect();
        assert_eq!(SignalSet::from_bits(sets[0]), blocked, "{way:?}");
        assert_ne!(sets[1] & (1 << (signal::SIGPIPE - 1)), 0, "{way:?}");
        assert_eq!(signal::mask(), blocked);
        assert_eq!(signal::disposition(signal::SIGUSR1), signal::Disposition::Caught);
    }
    signal::set_mask(former);
    signal::default(signal::SIGUSR1).unwrap();
}

/// Signals rain on the process while it launches: none is lost in a child, no handler runs there.
#[test]
fn signals_during_launches_reach_only_the_host() {
    let _alone = alone();
    signal::catch(signal::SIGUSR1).unwrap();
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                skosh_sys::process::kill(skosh_sys::process::getpid(), signal::SIGUSR1).unwrap();
                std::thread::sleep(Duration::from_micros(50));
            }
        });
        for way in [Way::Clone3, Way::Clone, Way::Fork] {
            for _ in 0..100 {
                let mut command = Command::new("/bin/true");
                assert_eq!(command.way(way).status().unwrap(), WaitStatus::Exited(0));
            }
        }
        stop.store(true, Ordering::Relaxed);
    });
    assert!(signal::take(signal::SIGUSR1));
    signal::ignore(signal::SIGUSR1).unwrap();
    signal::default(signal::SIGUSR1).unwrap();
}

#[test]
fn the_standard_descriptors_may_be_closed() {
    let _alone = alone();
    let run = example("run");
    for closed in ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"] {
        let script = format!("{} sh -c 'echo x >/dev/null; exit 7' {closed}", run.display());
        assert_eq!(Command::new("sh").args(["-c", &script]).status().unwrap(), WaitStatus::Exited(7), "{closed}");
    }
}

#[test]
fn the_first_process_of_a_namespace_launches() {
    let _alone = alone();
    let run = example("run");
    for way in ["clone3", "clone", "fork"] {
        // With -f the program is process 1 of the namespace; without, only its children will be in it.
        for fork in [true, false] {
            let mut command = Command::new("unshare");
            command.env("SKOSH_WAY", way).arg("-Urp").stderr(skosh_launch::Stdio::null());
            if fork {
                command.arg("-f");
            }
            match command.arg(&run).args(["sh", "-c", "exit 7"]).status() {
                Ok(WaitStatus::Exited(7)) => {}
                // No user namespaces here: nothing to test.
                Ok(WaitStatus::Exited(1)) | Err(_) => eprintln!("skipped: unshare is not permitted"),
                other => assert_eq!(other.unwrap(), WaitStatus::Exited(7), "{way} {fork}"),
            }
        }
    }
}

fn example(name: &str) -> PathBuf {
    let exe = std::env::current_exe().unwrap();
    let path = exe.parent().unwrap().parent().unwrap().join("examples").join(name);
    if !path.exists() {
        // `cargo test` builds the examples, `cargo test --test stress` does not.
        let mut build = std::process::Command::new(env!("CARGO"));
        assert!(build.args(["build", "--example", name]).status().unwrap().success());
    }
    path
}

#[test]
fn failures_and_successes_leave_nothing() {
    let _alone = alone();
    leaves_nothing(|| {
        for way in [Way::Clone3, Way::Clone, Way::Fork] {
            for round in 0..300 {
                let mut command = Command::new(if round % 3 == 0 { "/nonexistent" } else { "/bin/true" });
                let result = command.way(way).output();
                assert_eq!(result.is_err(), round % 3 == 0);
            }
        }
    });
}
