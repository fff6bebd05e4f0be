//! A plan carried out: what the child finds, what a failure says, what is left behind.
#![allow(clippy::unwrap_used)]

use skosh_launch::{
    Directory, Errno, Error, Group, Limit, Move, Plan, Resource, SignalSet, Stage, StringArray, WaitStatus, Way, launch,
};
use skosh_sys::process::{WaitFlags, WaitFor, wait};
use skosh_sys::{fs, io};
use std::io::{PipeReader, Read};
use std::os::fd::AsRawFd;

const WAYS: [Way; 3] = [Way::Clone3, Way::Clone, Way::Fork];

fn strings(strings: &[&str]) -> StringArray {
    strings.iter().map(|string| string.as_bytes()).collect()
}

fn status(pid: i32) -> WaitStatus {
    loop {
        match wait(WaitFor::Pid(pid), WaitFlags::default()) {
            Err(Errno::EINTR) => {}
            result => return result.unwrap().unwrap().1,
        }
    }
}

/// Runs a script with its output in a pipe; `change` completes the plan.
fn output(script: &str, way: Way, change: impl FnOnce(&mut Plan, &mut Vec<Move>)) -> String {
    let (argv, envp) = (strings(&["sh", "-c", script]), strings(&["PATH=/bin:/usr/bin"]));
    let (reader, writer) = io::pipe().unwrap();
    let mut moves = vec![Move { from: writer.as_raw_fd(), to: 1 }];
    let mut plan = Plan { way: Some(way), ..Plan::new(b"/bin/sh", &argv, &envp) };
    change(&mut plan, &mut moves);
    let child = launch(&Plan { moves: &moves, ..plan }).unwrap();
    drop(writer);
    let mut text = String::new();
    PipeReader::from(reader).read_to_string(&mut text).unwrap();
    status(child.pid);
    text
}

#[test]
fn descriptors_rotate() {
    for way in WAYS {
        let files: Vec<_> = ["one", "two", "three"]
            .iter()
            .map(|text| {
                let file = fs::memfd(c"rotate").unwrap();
                io::write(file.as_raw_fd(), text.as_bytes()).unwrap();
                io::lseek(file.as_raw_fd(), 0, io::Whence::Start).unwrap();
                file
            })
            .collect();
        let [a, b, c] = [files[0].as_raw_fd(), files[1].as_raw_fd(), files[2].as_raw_fd()];
        let script = format!("cat <&{a}; cat <&{b}; cat <&{c}");
        if c > 9 {
            // A shell names only 0 to 9; the tests beside it have taken many. The unit test plays every assignment.
            continue;
        }
        let text = output(&script, way, |_, moves| {
            moves.extend([Move { from: a, to: b }, Move { from: b, to: c }, Move { from: c, to: a }]);
        });
        assert_eq!(text, "threeonetwo", "{way:?}");
    }
}

#[test]
fn only_what_is_named_is_inherited() {
    for way in WAYS {
        let null = fs::open(b"/dev/null", fs::O_RDONLY, 0).unwrap();
        let leak = fs::dup_above(null.as_raw_fd(), 30).unwrap();
        fs::set_cloexec(leak.as_raw_fd(), false).unwrap();
        let kept = fs::dup_above(leak.as_raw_fd(), 40).unwrap();
        let text = output("cd /proc/self/fd; echo *", way, |plan, moves| {
            plan.close_others = true;
            moves.push(Move { from: kept.as_raw_fd(), to: kept.as_raw_fd() });
        });
        // 3 is the directory that the shell reads.
        assert_eq!(text, format!("0 1 2 3 {}\n", kept.as_raw_fd()), "{way:?}");
        let number = leak.as_raw_fd();
        let closes: &'static [i32] = vec![number].leak();
        let script = format!("test -e /proc/$$/fd/{number} && echo there");
        assert_eq!(output(&script, way, |plan, _| plan.closes = closes), "", "{way:?}");
        assert_eq!(output(&script, way, |_, _| {}), "there\n", "{way:?}");
    }
}

#[test]
fn directory_group_session_limits_and_signals() {
    for way in WAYS {
        assert_eq!(output("pwd", way, |plan, _| plan.directory = Directory::Path(b"/usr")), "/usr\n");
        let usr = fs::open(b"/usr", fs::O_RDONLY | fs::O_DIRECTORY, 0).unwrap();
        assert_eq!(output("pwd", way, |plan, _| plan.directory = Directory::Open(usr.as_raw_fd())), "/usr\n");
        let ids = "read -r a <<E\n$(cut -d' ' -f5,6 /proc/$$/stat)\nE\necho $(( ${a% *} == $$ )) $(( ${a#* } == $$ ))";
        assert_eq!(output(ids, way, |plan, _| plan.pgroup = Group::New), "1 0\n", "{way:?}");
        assert_eq!(output(ids, way, |plan, _| plan.pgroup = Group::Session), "1 1\n", "{way:?}");
        let limits: &'static [_] = vec![(Resource::OpenFiles, Limit { soft: 16, hard: u64::MAX })].leak();
        let text = output("ulimit -n; umask; nice", way, |plan, _| {
            plan.limits = limits;
            plan.umask = Some(0o77);
            plan.nice = 3;
        });
        assert_eq!(text, "16\n0077\n3\n", "{way:?}");
        let script =
            "while read -r name value; do case $name in SigBlk: | SigIgn:) echo $value ;; esac; done </proc/$$/status";
        let text = output(script, way, |plan, _| {
            plan.default = SignalSet::ALL;
            plan.ignore = [2, 3].into_iter().collect();
            plan.mask = Some([10].into_iter().collect());
        });
        // USR1 is blocked; INT and QUIT are ignored, nothing else.
        assert_eq!(text, "0000000000000200\n0000000000000006\n", "{way:?}");
    }
}

#[test]
fn each_failure_names_its_step() {
    let envp = StringArray::new();
    for way in WAYS {
        let argv = strings(&["x"]);
        let base = Plan { way: Some(way), ..Plan::new(b"/bin/true", &argv, &envp) };
        let fails = |plan: Plan, step, errno| assert_eq!(launch(&plan).unwrap_err(), Error { step, errno }, "{way:?}");
        fails(Plan { path: b"/nonexistent", ..base }, Stage::Exec, Errno::ENOENT);
        fails(Plan { path: b"/bin", ..base }, Stage::Exec, Errno::EACCES);
        fails(Plan { path: b"/etc/passwd", ..base }, Stage::Exec, Errno::EACCES);
        fails(Plan { path: b"a\0b", ..base }, Stage::Exec, Errno::ENOENT);
        fails(Plan { directory: Directory::Path(b"/nonexistent"), ..base }, Stage::Directory, Errno::ENOENT);
        fails(Plan { directory: Directory::Open(999), ..base }, Stage::Directory, Errno::EBADF);
        fails(Plan { moves: &[Move { from: 998, to: 5 }], ..base }, Stage::Descriptor(5), Errno::EBADF);
        fails(Plan { moves: &[Move { from: 997, to: 997 }], ..base }, Stage::Descriptor(997), Errno::EBADF);
        fails(Plan { pgroup: Group::Join(1), ..base }, Stage::Group, Errno::EPERM);
        fails(Plan { foreground: Some(996), ..base }, Stage::Terminal, Errno::EBADF);
        let long = strings(&["x", &"y".repeat(200_000)]);
        fails(Plan { argv: &long, ..base }, Stage::Exec, Errno::E2BIG);
        let many: Vec<String> = (0..40_000).map(|i| format!("{i:0100}")).collect();
        let many: StringArray = many.iter().map(|string| string.as_bytes()).collect();
        fails(Plan { argv: &many, ..base }, Stage::Exec, Errno::E2BIG);
    }
}

#[test]
fn what_the_kernel_cannot_execute_is_told_apart() {
    let directory = std::env::temp_dir().join(format!("skosh-launch-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let script = directory.join("script");
    std::fs::write(&script, "echo no magic line\n").unwrap();
    let permissions = <std::fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o755);
    std::fs::set_permissions(&script, permissions).unwrap();
    let busy = directory.join("busy");
    std::fs::copy("/bin/true", &busy).unwrap();
    let path = |path: &std::path::Path| path.as_os_str().as_encoded_bytes().to_vec();
    let (argv, envp) = (strings(&["x"]), StringArray::new());
    for way in WAYS {
        let script = path(&script);
        let plan = Plan { way: Some(way), ..Plan::new(&script, &argv, &envp) };
        assert_eq!(launch(&plan).unwrap_err(), Error { step: Stage::Exec, errno: Errno::ENOEXEC });

        let writer = std::fs::OpenOptions::new().append(true).open(&busy).unwrap();
        let busy = path(&busy);
        let plan = Plan { way: Some(way), ..Plan::new(&busy, &argv, &envp) };
        assert_eq!(launch(&plan).unwrap_err(), Error { step: Stage::Exec, errno: Errno::ETXTBSY });
        // The writer goes away while the launch tries again.
        let closer = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(20));
            drop(writer);
        });
        let child = launch(&Plan { retry_busy: true, ..plan }).unwrap();
        assert_eq!(status(child.pid), WaitStatus::Exited(0));
        closer.join().unwrap();
    }
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn a_program_that_does_not_fit_its_limits() {
    let (argv, envp) = (strings(&["true"]), StringArray::new());
    let limits = [(Resource::AddressSpace, Limit { soft: 4096, hard: 4096 })];
    for way in WAYS {
        let result = launch(&Plan { way: Some(way), limits: &limits, ..Plan::new(b"/bin/true", &argv, &envp) });
        match result {
            // Before the point of no return the kernel reports the error, after it the child is killed.
            Ok(child) => assert!(matches!(status(child.pid), WaitStatus::Signaled { .. } | WaitStatus::Exited(127))),
            Err(error) => assert_eq!(error, Error { step: Stage::Exec, errno: Errno::ENOMEM }),
        }
    }
}
