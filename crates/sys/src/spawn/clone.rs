//! The calls that make a child on a stack of its own.
//!
//! # Safety
//! Parent and child share their memory while the parent's thread sleeps in the call. The child is handed a pointer to a
//! [`Context`] in the sleeping caller's frame, which therefore outlives its use, and it never returns into that frame.
#![allow(unsafe_code)]

use super::child::{self, Context};
use super::memory::Stack;
use crate::Errno;
use crate::path::check;
use std::os::fd::OwnedFd;

/// Whether [`clone3`] is written for this architecture.
pub const HAS_CLONE3: bool = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));

const SHARED: libc::c_int = libc::CLONE_VM | libc::CLONE_VFORK;

/// The arguments of clone3(2), first version.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[repr(C, align(8))]
struct CloneArguments {
    flags: u64,
    pidfd: u64,
    child_tid: u64,
    parent_tid: u64,
    exit_signal: u64,
    stack: u64,
    stack_size: u64,
    tls: u64,
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
unsafe extern "C" fn enter(context: *const Context) -> ! {
    // SAFETY: the parent passed a pointer to its own context and sleeps while this process uses it.
    child::run(unsafe { &*context })
}

/// A child whose handlers are reset before it runs. See clone3(2), `CLONE_CLEAR_SIGHAND`.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub fn clone3(stack: &Stack, context: &Context, pidfd: bool) -> Result<(i32, Option<OwnedFd>), Errno> {
    use std::os::fd::FromRawFd;
    const CLONE_CLEAR_SIGHAND: u64 = 0x1_0000_0000;
    let mut descriptor: libc::c_int = -1;
    let arguments = CloneArguments {
        flags: SHARED as u64 | CLONE_CLEAR_SIGHAND | if pidfd { libc::CLONE_PIDFD as u64 } else { 0 },
        pidfd: if pidfd { (&raw mut descriptor).expose_provenance() as u64 } else { 0 },
        child_tid: 0,
        parent_tid: 0,
        exit_signal: libc::SIGCHLD as u64,
        stack: stack.lowest().expose_provenance() as u64,
        stack_size: super::memory::SIZE as u64,
        tls: 0,
    };
    let result: isize;
    // SAFETY: the arguments are complete. The child starts with the caller's registers but on the given stack, whose top
    // is 16-byte aligned; it calls `enter` there and does not come back. In the parent, the call is like any other.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::asm!(
            "syscall",
            "test rax, rax",
            "jnz 2f",
            "xor ebp, ebp",
            "mov rdi, r12",
            "call r13",
            "ud2",
            "2:",
            inlateout("rax") libc::SYS_clone3 as isize => result,
            in("rdi") &raw const arguments,
            in("rsi") size_of::<CloneArguments>(),
            in("r12") std::ptr::from_ref(context),
            in("r13") enter as unsafe extern "C" fn(*const Context) -> !,
            lateout("rcx") _,
            lateout("r11") _,
        );
    }
    // SAFETY: as above.
    #[cfg(target_arch = "aarch64")]
    unsafe {
        std::arch::asm!(
            "svc 0",
            "cbnz x0, 2f",
            "mov x29, xzr",
            "mov x30, xzr",
            "mov x0, x20",
            "blr x21",
            "brk 1",
            "2:",
            inlateout("x0") &raw const arguments => result,
            in("x1") size_of::<CloneArguments>(),
            in("x8") libc::SYS_clone3,
            in("x20") std::ptr::from_ref(context),
            in("x21") enter as unsafe extern "C" fn(*const Context) -> !,
            // Written in the child only, which does not come back.
            lateout("x30") _,
        );
    }
    if result < 0 {
        return Err(Errno(result.wrapping_neg() as libc::c_int));
    }
    // SAFETY: the kernel has just stored a new descriptor there; nobody else owns it.
    let pidfd = (descriptor >= 0).then(|| unsafe { OwnedFd::from_raw_fd(descriptor) });
    Ok((result as i32, pidfd))
}

/// Not written for this architecture; [`HAS_CLONE3`] says so.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub fn clone3(_: &Stack, _: &Context, _: bool) -> Result<(i32, Option<OwnedFd>), Errno> {
    Err(Errno::ENOSYS)
}

extern "C" fn enter_from_libc(context: *mut libc::c_void) -> libc::c_int {
    // SAFETY: the parent passed a pointer to its own context and sleeps while this process uses it.
    child::run(unsafe { &*context.cast_const().cast::<Context>() })
}

/// A child made by the C library's clone(2). The caller has blocked all signals or knows that there are no handlers.
pub fn clone(stack: &Stack, context: &Context) -> Result<i32, Errno> {
    let argument = std::ptr::from_ref(context).cast_mut().cast();
    // SAFETY: the function never returns; stack and context are the child's while this thread sleeps.
    check(unsafe { libc::clone(enter_from_libc, stack.top().cast(), SHARED | libc::SIGCHLD, argument) })
}
