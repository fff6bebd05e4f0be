//! Starting a program without Rust's own start-up.
//!
//! Before `main`, Rust's runtime opens `/dev/null` on descriptors 0 to 2 that are closed, ignores SIGPIPE and installs
//! handlers on an alternate stack. A shell has to see descriptors and dispositions as they were inherited, and to pass
//! them on. With [`entry!`](macro@crate::entry) the binary is `#![no_main]` and its C `main` calls the given function directly.
//! `std::env::args_os` and `vars_os` work all the same with glibc, static or not: its start-up hands the arguments to
//! std's initialiser, and the environment is C's `environ`.
#![allow(unsafe_code)]

use std::ffi::CStr;

/// Makes `$run`, a `fn(Vec<Vec<u8>>) -> i32`, the body of the program: it gets the arguments, `argv[0]` first, and its
/// result is the exit status. The crate needs `#![no_main]` and must not forbid `unsafe_code` (denying it is fine).
#[macro_export]
macro_rules! entry {
    ($run:path) => {
        /// The function that C's start-up code calls.
        // SAFETY: `main` is the name that C's start-up code looks for, and no other `main` exists in a `no_main` crate.
        #[allow(unsafe_code)]
        #[unsafe(no_mangle)]
        extern "C" fn main(
            count: ::core::ffi::c_int,
            arguments: *const *const ::core::ffi::c_char,
        ) -> ::core::ffi::c_int {
            let run: fn(::std::vec::Vec<::std::vec::Vec<u8>>) -> i32 = $run;
            $crate::entry::start(count, arguments, run)
        }
    };
}

/// What [`entry!`](macro@crate::entry) expands to: collects the arguments and runs.
#[doc(hidden)]
pub fn start(count: libc::c_int, arguments: *const *const libc::c_char, run: fn(Vec<Vec<u8>>) -> i32) -> i32 {
    let mut list = Vec::with_capacity(usize::try_from(count).unwrap_or(0));
    let mut next = arguments;
    // SAFETY: called with what C's `main` was given: an array of NUL-terminated strings that ends with NULL.
    while !next.is_null() && !unsafe { *next }.is_null() {
        // SAFETY: as above.
        list.push(unsafe { CStr::from_ptr(*next) }.to_bytes().to_vec());
        // SAFETY: the element was not the NULL at the end.
        next = unsafe { next.add(1) };
    }
    run(list)
}

/// The environment of the process as it was handed over: each string as it is, with or without `=`.
///
/// Reads C's `environ`. Meant for the start of the program: the strings live as long as the process as long as nothing
/// (`setenv`, `std::env::set_var`) changes them.
pub fn environ() -> impl Iterator<Item = &'static [u8]> {
    unsafe extern "C" {
        static environ: *const *const libc::c_char;
    }
    // SAFETY: reads a pointer that the C library has set before `main`.
    let mut next = unsafe { environ };
    std::iter::from_fn(move || {
        // SAFETY: the array ends with NULL and is not passed.
        if next.is_null() || unsafe { *next }.is_null() {
            return None;
        }
        // SAFETY: the element is a NUL-terminated string.
        let string = unsafe { CStr::from_ptr(*next) }.to_bytes();
        // SAFETY: the element was not the NULL at the end.
        next = unsafe { next.add(1) };
        Some(string)
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_environment_is_seen_whole() {
        use std::os::unix::ffi::OsStringExt;
        let ours: Vec<Vec<u8>> = super::environ().filter(|string| string.contains(&b'=')).map(<[u8]>::to_vec).collect();
        let theirs: Vec<Vec<u8>> = std::env::vars_os()
            .map(|(name, value)| [name.into_vec(), b"=".to_vec(), value.into_vec()].concat())
            .collect();
        assert_eq!(ours, theirs);
        assert!(!ours.is_empty());
    }
}
