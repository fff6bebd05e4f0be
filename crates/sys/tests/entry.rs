//! A program that starts by [`skosh_sys::entry`] sees the process as it was inherited.
#![allow(clippy::unwrap_used)]

use std::process::Command;

#[test]
fn what_was_inherited_is_seen_as_it_is() {
    let exe = std::env::current_exe().unwrap();
    let program = exe.parent().unwrap().parent().unwrap().join("examples").join("inherited");
    if !program.exists() {
        // `cargo test` builds the examples, `cargo test --test entry` does not.
        assert!(Command::new(env!("CARGO")).args(["build", "--example", "inherited"]).status().unwrap().success());
    }
    let program = program.display();
    for (set_up, redirections, expected) in [
        ("trap - PIPE", "", "a,\\xff b ooo ignored: caught: environment:same\n"),
        ("trap '' PIPE USR1", "<&-", "a,\\xff b -oo ignored:USR1,PIPE caught: environment:same\n"),
        ("trap '' HUP", "<&- >&- 2>&-", "a,\\xff b --- ignored:HUP caught: environment:same\n"),
    ] {
        // env's option undoes what the test harness has made ignored.
        let script = format!("{set_up}; exec {program} a \"$(printf '\\377 b')\" {redirections}");
        let out = std::env::temp_dir().join(format!("skosh-entry-{}", std::process::id()));
        let mut command = Command::new("env");
        command.args(["--default-signal", "bash", "-c", &format!("exec 9>{}; {script}", out.display())]);
        assert_eq!(command.status().unwrap().code(), Some(42), "{set_up} {redirections}");
        assert_eq!(std::fs::read_to_string(&out).unwrap(), expected);
        std::fs::remove_file(&out).unwrap();
    }
}
