//! Resource limits: getrlimit(2), setrlimit(2).
#![allow(unsafe_code)]

use crate::Errno;
use crate::path::check;

/// No limit.
pub const INFINITY: u64 = u64::MAX;

/// A resource that the kernel limits. Units are those of getrlimit(2): bytes, seconds or a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Resource {
    /// Size of the address space, bytes.
    AddressSpace,
    /// Size of a core file, bytes.
    Core,
    /// Processor time, seconds.
    Cpu,
    /// Size of the data segment, bytes.
    Data,
    /// Size of a file that is written, bytes.
    FileSize,
    /// Number of file locks.
    Locks,
    /// Locked memory, bytes.
    LockedMemory,
    /// Bytes in POSIX message queues.
    MessageQueue,
    /// Ceiling of the nice value, as 20 - nice.
    Nice,
    /// One more than the highest descriptor.
    OpenFiles,
    /// Processes of the user.
    Processes,
    /// Resident memory, bytes; Linux ignores it.
    Resident,
    /// Ceiling of the realtime priority.
    RealtimePriority,
    /// Time without a blocking call under realtime scheduling, microseconds.
    RealtimeTime,
    /// Signals queued by the user.
    PendingSignals,
    /// Size of the stack, bytes.
    Stack,
}

impl Resource {
    /// The kernel's number for the resource; the C libraries do not agree on its type.
    #[allow(clippy::unnecessary_cast)]
    pub(crate) fn number(self) -> u32 {
        (match self {
            Resource::AddressSpace => libc::RLIMIT_AS,
            Resource::Core => libc::RLIMIT_CORE,
            Resource::Cpu => libc::RLIMIT_CPU,
            Resource::Data => libc::RLIMIT_DATA,
            Resource::FileSize => libc::RLIMIT_FSIZE,
            Resource::Locks => libc::RLIMIT_LOCKS,
            Resource::LockedMemory => libc::RLIMIT_MEMLOCK,
            Resource::MessageQueue => libc::RLIMIT_MSGQUEUE,
            Resource::Nice => libc::RLIMIT_NICE,
            Resource::OpenFiles => libc::RLIMIT_NOFILE,
            Resource::Processes => libc::RLIMIT_NPROC,
            Resource::Resident => libc::RLIMIT_RSS,
            Resource::RealtimePriority => libc::RLIMIT_RTPRIO,
            Resource::RealtimeTime => libc::RLIMIT_RTTIME,
            Resource::PendingSignals => libc::RLIMIT_SIGPENDING,
            Resource::Stack => libc::RLIMIT_STACK,
        }) as u32
    }
}

/// The two limits of a resource; [`INFINITY`] stands for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// What the kernel enforces.
    pub soft: u64,
    /// How far the soft limit may be raised.
    pub hard: u64,
}

#[repr(C)]
struct KernelLimit {
    soft: u64,
    hard: u64,
}

// prlimit64 has the same 64-bit struct on every architecture.
fn prlimit(resource: Resource, new: *const KernelLimit, old: *mut KernelLimit) -> Result<(), Errno> {
    // SAFETY: the callers pass null or a pointer to a whole struct.
    let result = unsafe { libc::syscall(libc::SYS_prlimit64, 0, resource.number(), new, old) };
    check(result as libc::c_int).map(|_| ())
}

/// The limits of `resource` for this process.
pub fn getrlimit(resource: Resource) -> Result<Limit, Errno> {
    let mut old = KernelLimit { soft: INFINITY, hard: INFINITY };
    prlimit(resource, std::ptr::null(), &mut old)?;
    Ok(Limit { soft: old.soft, hard: old.hard })
}

/// Sets the limits of `resource` for this process and what it starts. `EPERM` to raise a hard limit, `EINVAL` for soft over hard.
pub fn setrlimit(resource: Resource, limit: Limit) -> Result<(), Errno> {
    prlimit(resource, &KernelLimit { soft: limit.soft, hard: limit.hard }, std::ptr::null_mut())?;
    if resource == Resource::Stack {
        crate::stack::refresh();
    }
    Ok(())
}

/// The system's page size in bytes.
pub fn page_size() -> usize {
    // SAFETY: takes a number only.
    usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096)
}

/// The most bytes that the arguments and the environment of a new program may take together. See sysconf(3), `ARG_MAX`.
pub fn argument_limit() -> usize {
    // SAFETY: takes a number only.
    usize::try_from(unsafe { libc::sysconf(libc::_SC_ARG_MAX) }).unwrap_or(131_072)
}

/// Bytes that a pipe takes in one piece. See pipe(7).
pub const PIPE_BUF: usize = libc::PIPE_BUF;

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_and_written() {
        let core = getrlimit(Resource::Core).unwrap();
        setrlimit(Resource::Core, Limit { soft: 0, hard: core.hard }).unwrap();
        assert_eq!(getrlimit(Resource::Core).unwrap().soft, 0);
        assert_eq!(setrlimit(Resource::Core, Limit { soft: 2, hard: 1 }), Err(Errno::EINVAL));
        setrlimit(Resource::Core, core).unwrap();
        assert!(getrlimit(Resource::OpenFiles).unwrap().soft > 3);
        assert!(argument_limit() >= 4096 && page_size() >= 4096);
    }
}
