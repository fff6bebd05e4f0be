//! Spawning in a sandbox that refuses system calls, as container runtimes do: with EPERM, ENOSYS or EINVAL.
//!
//! Each case runs in a forked process of its own, which takes on a seccomp filter and then spawns.
#![allow(unsafe_code, clippy::unwrap_used)]
#![cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]

use skosh_sys::process::{self, Fork, WaitFlags, WaitFor, WaitStatus, wait};
use skosh_sys::signal::SignalSet;
use skosh_sys::spawn::{FailedAt, SpawnError, SpawnRequest, Step, spawn};
use skosh_sys::{Errno, StringArray};

/// What a filter refuses, and with which error.
struct Refused {
    call: i64,
    /// Refuse only if the first argument has one of these bits.
    bits: u32,
    errno: i32,
}

/// Installs the filter in this process, for good.
fn refuse(refused: &[Refused]) -> bool {
    let statement = |code: u32, k: u32| libc::sock_filter { code: code as u16, jt: 0, jf: 0, k };
    let jump = |code: u32, k: u32, jt: u8, jf: u8| libc::sock_filter { code: code as u16, jt, jf, k };
    let load = |offset: u32| statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, offset);
    let answer = |value: u32| statement(libc::BPF_RET | libc::BPF_K, value);
    let mut program = Vec::new();
    for this in refused {
        program.push(load(0));
        program.push(jump(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, this.call as u32, 0, 3));
        // The low half of the first argument.
        program.push(load(16));
        let any = libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K;
        let always = libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K;
        program.push(if this.bits == 0 { jump(always, 0, 0, 1) } else { jump(any, this.bits, 0, 1) });
        program.push(answer(libc::SECCOMP_RET_ERRNO | this.errno as u32));
    }
    program.push(answer(libc::SECCOMP_RET_ALLOW));
    let filter = libc::sock_fprog { len: program.len() as u16, filter: program.as_mut_ptr() };
    // SAFETY: the program and its description live for the calls, which change only what this process may do.
    unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
            && libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, 0, &filter) == 0
    }
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
        pidfd: true,
    }
}

/// 0: all is well; another number says what was not.
fn spawn_under(refused: &[Refused]) -> i32 {
    if !refuse(refused) {
        return 77;
    }
    // A stray descriptor that close_range, or what stands in for it, has to take care of.
    // SAFETY: takes numbers only.
    unsafe { libc::dup2(0, 33) };
    let argv: StringArray = [b"sh".as_slice(), b"-c", b"test ! -e /proc/self/fd/33 && exit 7"].into_iter().collect();
    let envp = StringArray::new();
    let steps = [Step::CloseRange(3, i32::MAX)];
    for _ in 0..3 {
        let Ok(child) = spawn(&request(&argv, &envp, &steps)) else { return 1 };
        match wait(WaitFor::Pid(child.pid), WaitFlags::default()) {
            Ok(Some((_, WaitStatus::Exited(7)))) => {}
            _ => return 2,
        }
        let missing = SpawnRequest { path: c"/nonexistent", ..request(&argv, &envp, &steps) };
        if spawn(&missing).err() != Some(SpawnError { at: FailedAt::Exec, errno: Errno::ENOENT }) {
            return 3;
        }
        if wait(WaitFor::Any, WaitFlags { nohang: true, ..WaitFlags::default() }) != Err(Errno::ECHILD) {
            return 4;
        }
    }
    0
}

#[test]
fn refused_calls_are_done_without() {
    for errno in [libc::EPERM, libc::ENOSYS, libc::EINVAL] {
        let clone3 = || Refused { call: libc::SYS_clone3, bits: 0, errno };
        let close_range = || Refused { call: libc::SYS_close_range, bits: 0, errno };
        let shared = || Refused { call: libc::SYS_clone, bits: libc::CLONE_VM as u32, errno };
        let pidfd = || Refused { call: libc::SYS_pidfd_open, bits: 0, errno };
        let cases = [
            vec![],
            vec![close_range()],
            vec![clone3()],
            vec![clone3(), close_range()],
            vec![clone3(), shared()],
            vec![clone3(), shared(), close_range(), pidfd()],
        ];
        for (number, case) in cases.iter().enumerate() {
            let Fork::Parent(pid) = process::fork().unwrap() else { process::exit(spawn_under(case)) };
            let (_, status) = wait(WaitFor::Pid(pid), WaitFlags::default()).unwrap().unwrap();
            if status == WaitStatus::Exited(77) {
                eprintln!("skipped: no seccomp here");
                return;
            }
            assert_eq!(status, WaitStatus::Exited(0), "case {number} with error {errno}");
        }
    }
}
