//! The `skosh` command.
#![no_main]

skosh_sys::entry!(skosh_shell::main);
