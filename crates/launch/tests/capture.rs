//! Commands, captures and popen-like streams: data in, data out, limits, and nothing left behind.
#![allow(clippy::unwrap_used)]

use skosh_launch::{
    Cancel, Capture, Command, Errno, Errors, Group, Popen, Process, Resource, Stage, Stdio, Stopped, WaitStatus, Way,
};
use std::io::{BufRead, Read, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

fn shell(script: &str) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(script);
    command
}

#[test]
fn a_command_is_built_like_the_standard_one() {
    let mut command = shell("echo \"$0 $A $PWD\"; echo oops >&2; exit 3");
    let done = command.arg("zero").env("A", "b c").current_dir("/usr").output().unwrap();
    assert_eq!(done.stdout, b"zero b c /usr\n");
    assert_eq!(done.stderr, b"oops\n");
    assert_eq!(done.ending.unwrap().status, WaitStatus::Exited(3));
    assert!(!done.is_success());

    let mut command = Command::new("/usr/bin/env");
    assert_eq!(command.env_clear().env("ONLY", "1").output().unwrap().stdout, b"ONLY=1\n");
    let mut command = Command::new("/bin/sh");
    assert_eq!(command.arg0("another name").args(["-c", "echo \"$0\""]).output().unwrap().stdout, b"another name\n");
    assert_eq!(shell("kill -9 $$").status().unwrap(), WaitStatus::Signaled { signal: 9, core: false });
    let done = shell("ulimit -n; umask; nice").limit(Resource::OpenFiles, 20).umask(0o22).nice(2).output().unwrap();
    assert_eq!(done.stdout, b"20\n0022\n2\n");
    let done = shell("echo to three >&3").descriptor(3, Stdio::same_as(1)).output().unwrap();
    assert_eq!(done.stdout, b"to three\n");
    let mut process: Process = shell("echo five >&5").descriptor(5, Stdio::piped()).spawn().unwrap();
    let mut text = String::new();
    process.take_output(5).unwrap().read_to_string(&mut text).unwrap();
    assert_eq!((text.as_str(), process.wait().unwrap().is_success()), ("five\n", true));
}

#[test]
fn errors_name_the_program_and_the_step() {
    let error = Command::new("no-such-program").spawn().unwrap_err();
    assert_eq!((error.step(), error.errno()), (Stage::Exec, Errno::ENOENT));
    assert_eq!(error.to_string(), "no-such-program: cannot execute: No such file or directory");
    let error = Command::new("true").current_dir("/nonexistent").spawn().unwrap_err();
    assert_eq!((error.step(), error.errno()), (Stage::Directory, Errno::ENOENT));
    let error = Command::new("true").arg("a\0b").spawn().unwrap_err();
    assert_eq!((error.step(), error.errno()), (Stage::Argument, Errno::EINVAL));
    let error = Command::new("true").env("A=B", "").spawn().unwrap_err();
    assert_eq!(error.step(), Stage::Argument);
    let error = Command::new("true").arg("x".repeat(1 << 18)).spawn().unwrap_err();
    assert_eq!((error.step(), error.errno()), (Stage::Exec, Errno::E2BIG));
    let error = Command::new("true").inherit(777).spawn().unwrap_err();
    assert_eq!((error.step(), error.errno()), (Stage::Descriptor(777), Errno::EBADF));
    let error: std::io::Error = Command::new("/etc/passwd").spawn().unwrap_err().into();
    assert_eq!(error.kind(), std::io::ErrorKind::PermissionDenied);
}

#[test]
fn more_than_a_pipe_holds_goes_both_ways() {
    let text: Vec<u8> = (0..500_000_u32).flat_map(|i| i.to_le_bytes()).collect();
    for way in [Way::Clone3, Way::Clone, Way::Fork] {
        let mut command = Command::new("cat");
        command.way(way);
        let done = Capture::new(command).input(text.as_slice()).run().unwrap();
        assert!(done.stdout == text && done.is_success(), "{way:?}");
    }
    let mut left = 3;
    let done = Capture::new(shell("cat; echo to errors >&2"))
        .input_from(move |buffer| {
            buffer.resize(100_000, b'x');
            left -= 1;
            left > 0
        })
        .errors(Errors::Collect)
        .run()
        .unwrap();
    assert_eq!((done.stdout.len(), done.stderr.as_slice()), (300_000, b"to errors\n".as_slice()));
    let done = Capture::new(shell("echo out; echo err >&2; echo out")).errors(Errors::Merge).run().unwrap();
    assert_eq!(done.stdout, b"out\nerr\nout\n");
    // Input that nobody reads is no error and kills nobody.
    let done = Capture::new(Command::new("true")).input(text.as_slice()).run().unwrap();
    assert!(done.is_success());
}

#[test]
fn output_is_handed_over_by_lines_until_enough() {
    let mut lines = Vec::new();
    let done = Capture::new(shell("seq 5; printf last"))
        .lines_to(|line| {
            lines.push(String::from_utf8_lossy(line).into_owned());
            ControlFlow::Continue(())
        })
        .run()
        .unwrap();
    assert!(done.is_success() && done.stdout.is_empty());
    assert_eq!(lines, ["1", "2", "3", "4", "5", "last"]);
    let mut count = 0;
    let start = Instant::now();
    let done = Capture::new(Command::new("yes"))
        .lines_to(|line| {
            assert_eq!(line, b"y");
            count += 1;
            if count == 1000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .run()
        .unwrap();
    assert_eq!((done.stopped, count), (Some(Stopped::Callback), 1000));
    assert_eq!(done.ending.unwrap().status, WaitStatus::Signaled { signal: 15, core: false });
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[test]
fn limits_stop_the_whole_group() {
    let done = Capture::new(Command::new("yes")).output_limit(1001).run().unwrap();
    assert_eq!((done.stopped, done.stdout.len()), (Some(Stopped::OutputLimit), 1001));
    let start = Instant::now();
    // The grandchild holds the output open and ignores the polite signal.
    let script = "echo here; (trap '' TERM; sleep 100; sleep 100) & echo $!; wait";
    let done = Capture::new(shell(script))
        .time_limit(Duration::from_millis(100))
        .kill_after(Duration::from_millis(100))
        .run()
        .unwrap();
    assert!(start.elapsed() < Duration::from_secs(5));
    assert_eq!(done.stopped, Some(Stopped::TimeLimit));
    let text = String::from_utf8(done.stdout).unwrap();
    let grandchild: i32 = text.strip_prefix("here\n").unwrap().trim().parse().unwrap();
    gone_soon(grandchild);

    // One that is polite has its say.
    let script = "trap 'echo bye; exit 4' TERM; echo start; while :; do sleep 0.01; done";
    let done = Capture::new(shell(script)).time_limit(Duration::from_millis(200)).run().unwrap();
    assert_eq!(done.stdout, b"start\nbye\n");
    assert_eq!(done.ending.unwrap().status, WaitStatus::Exited(4));

    let done = Capture::new(shell("while :; do :; done")).cpu_limit(1).run().unwrap();
    assert!(matches!(done.ending.unwrap().status, WaitStatus::Signaled { signal: 24 | 9, .. }));
    assert_eq!(done.stopped, None);
    let memory = "x=0123456789abcdef; while :; do x=$x$x; done";
    let done = Capture::new(shell(memory)).memory_limit(50 << 20).errors(Errors::Null).run().unwrap();
    assert!(!done.is_success());
}

/// A process of a killed group is cleared away by whoever inherited it.
fn gone_soon(pid: i32) {
    let stat = format!("/proc/{pid}/stat");
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(5) {
        match std::fs::read_to_string(&stat) {
            Ok(text) if !text.contains(") Z ") => std::thread::sleep(Duration::from_millis(5)),
            _ => return,
        }
    }
    assert!(!std::path::Path::new(&stat).exists(), "process {pid} is still there");
}

#[test]
fn another_thread_cancels() {
    let cancel = Cancel::new().unwrap();
    let other = cancel.clone();
    let start = Instant::now();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        other.cancel();
    });
    let done = Capture::new(shell("echo a; sleep 100")).cancel(&cancel).run().unwrap();
    assert_eq!((done.stopped, done.stdout.as_slice()), (Some(Stopped::Cancelled), b"a\n".as_slice()));
    assert!(start.elapsed() < Duration::from_secs(5));
    thread.join().unwrap();
    let done = Capture::new(shell("echo never")).cancel(&cancel).run().unwrap();
    assert_eq!((done.stopped, done.stdout.as_slice()), (Some(Stopped::Cancelled), b"".as_slice()));
}

#[test]
fn those_who_hold_the_output_are_waited_for_or_not() {
    let done = Capture::new(shell("(sleep 0.3; echo late) & echo early")).run().unwrap();
    assert_eq!(done.stdout, b"early\nlate\n");
    let start = Instant::now();
    let done = Capture::new(shell("sleep 3 & echo early")).linger(Duration::from_millis(50)).run().unwrap();
    assert_eq!((done.stdout.as_slice(), done.is_success()), (b"early\n".as_slice(), true));
    assert!(start.elapsed() < Duration::from_secs(2));
    // A program that closes its output goes on within its limits.
    let start = Instant::now();
    let done = Capture::new(shell("exec >&-; sleep 100")).time_limit(Duration::from_millis(100)).run().unwrap();
    assert_eq!(done.stopped, Some(Stopped::TimeLimit));
    assert!(start.elapsed() < Duration::from_secs(3));
}

#[test]
fn streams_are_read_and_written() {
    let mut sort = Popen::both(Command::new("sort").arg("-r")).unwrap();
    for i in 0..10 {
        writeln!(sort, "{i}").unwrap();
    }
    sort.close_input().unwrap();
    let lines: Vec<String> = (&mut sort).lines().map(Result::unwrap).collect();
    assert_eq!(lines.concat(), "9876543210");
    assert!(sort.close().unwrap().is_success());

    // A reader that goes away: an error, not a death.
    let mut gone = Popen::write(&mut Command::new("true")).unwrap();
    let mut result = Ok(());
    for _ in 0..100 {
        result = gone.write_all(&[b'x'; 10_000]);
        if result.is_err() {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(result.unwrap_err().kind(), std::io::ErrorKind::BrokenPipe);
    assert!(gone.close().unwrap().is_success());

    let popen = Popen::with_errors(&mut shell("echo one >&2; echo two >&2; exit 2"), false, true).unwrap();
    let (ending, errors) = popen.close_with_errors().unwrap();
    assert_eq!((ending.status, errors.as_slice()), (WaitStatus::Exited(2), b"one\ntwo\n".as_slice()));
    assert_eq!(Popen::read(&mut Command::new("true")).unwrap().write(b"x").unwrap_err().raw_os_error(), Some(9));
}

#[test]
fn waiting_with_a_limit_and_ending_politely() {
    let mut process = shell("sleep 0.2; exit 5").spawn().unwrap();
    assert_eq!(process.try_wait().unwrap(), None);
    assert_eq!(process.wait_timeout(Duration::from_millis(20)).unwrap(), None);
    assert_eq!(process.wait_timeout(Duration::from_secs(20)).unwrap().unwrap().status, WaitStatus::Exited(5));
    assert_eq!(process.wait().unwrap().status, WaitStatus::Exited(5));
    assert_eq!(process.kill(), Err(Errno::ESRCH));
    let mut process = shell("trap '' TERM; sleep 100; sleep 100").group(Group::New).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(50));
    let ending = process.terminate(Duration::from_millis(50)).unwrap();
    assert_eq!(ending.status, WaitStatus::Signaled { signal: 9, core: false });
}

#[test]
fn a_dropped_process_leaves_no_zombie() {
    let pid = Command::new("true").spawn().unwrap().id();
    std::thread::sleep(Duration::from_millis(200));
    // The next launch clears it away.
    Command::new("true").status().unwrap();
    assert!(!std::path::Path::new(&format!("/proc/{pid}")).exists());
}
