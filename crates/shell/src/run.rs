//! The `skosh` command: from its arguments to its exit status.

use skosh_interp::{jobs, read, report, subshell};
use skosh_state::{Divert, Opt, Options, Outcome, Shell};
use skosh_syntax::Text;
use skosh_sys::{Errno, entry, fs, process, signal, tty};

use crate::arguments::{self, Arguments, Origin, Other};
use crate::start;

const USAGE: &str = "\
Usage: skosh [options] [script [argument...]]
       skosh [options] -c command [name [argument...]]
       skosh [options] -s [argument...]

Runs sh and bash scripts in one process: subshells, command substitutions and
pipeline ends cost no fork. Called as `sh`, or with --posix, it is a POSIX shell.

Options:
  -c              take the commands from the first operand
  -s              read the commands from standard input
  -i              interactive
  -l, --login     a login shell
  -abefhkmnptuvxBCEHPT, -o NAME   as for `set`; +x, +o NAME turn off
  -O NAME, +O NAME                as for `shopt`
  --posix --norc --noprofile --rcfile FILE --init-file FILE
  --version --help

Options of its own: -o virtual (subshells without a process), -o inproc
(utilities without a process), -o coalesce (output collected), all on;
SKOSHOPTS='+virtual +inproc +coalesce' in the environment turns them off.
";

/// Runs the shell with these arguments, argv[0] first. Returns the exit status.
pub fn main(arguments: Vec<Vec<u8>>) -> i32 {
    let called = arguments.first().cloned().unwrap_or_else(|| b"skosh".to_vec());
    let base = called.rsplit(|&byte| byte == b'/').next().unwrap_or(b"");
    let base = base.strip_prefix(b"-").unwrap_or(base);
    // Not `ash`: where /bin/ash exists it is busybox's, whose scripts use `[[`, `source` and ${x/y/z}.
    let sh_name = matches!(base, b"sh" | b"dash");
    let mut options = Options::default();
    let mut posix = sh_name;
    for entry in entry::environ() {
        if let Some(text) = entry.strip_prefix(b"SKOSHOPTS=") {
            start::options_of_environment(&mut options, text);
        } else if entry.starts_with(b"POSIXLY_CORRECT=") {
            posix = true;
        } else if let Some(list) = entry.strip_prefix(b"SHELLOPTS=") {
            for name in list.split(|&byte| byte == b':') {
                if let Some(opt) = Opt::by_name(name, skosh_state::options::Family::Set) {
                    options.set(opt, true);
                }
            }
        }
    }
    options.set(Opt::Posix, posix);
    if posix {
        options.set(Opt::ExpandAliases, true);
    }
    if sh_name {
        options.set(Opt::BraceExpand, false);
    }
    let parsed = match arguments::parse(&arguments, options) {
        Ok(parsed) => parsed,
        Err(other) => return other_than_running(&other, &called, options),
    };
    let mut sh = start::shell(&parsed, &called, posix);
    let interactive = is_interactive(&parsed);
    if interactive {
        make_interactive(&mut sh);
    }
    let outcome = start::run_files(&mut sh, &parsed, interactive).and_then(|()| execute(&mut sh, &parsed));
    finish(&mut sh, outcome)
}

fn other_than_running(other: &Other, called: &[u8], options: Options) -> i32 {
    let mut sh = Shell::new(skosh_builtins::TABLE, process::getpid());
    sh.options = options;
    sh.arg0 = called.into();
    let status = match other {
        Other::Version => {
            let text = format!("skosh {} (bash {} compatible)\n", env!("CARGO_PKG_VERSION"), start::BASH_VERSION);
            report::output(&mut sh, text.as_bytes()).unwrap_or(1)
        }
        Other::Help => report::output(&mut sh, USAGE.as_bytes()).unwrap_or(1),
        Other::ShowOptions(again) => {
            let text: &[u8] = if *again { b"set +o" } else { b"set -o" };
            read::eval(&mut sh, text).unwrap_or(1)
        }
        Other::Invalid(text) => {
            report::located(&mut sh, text);
            report::write_error_output(
                &mut sh,
                USAGE.lines().take(3).map(|l| format!("{l}\n")).collect::<String>().as_bytes(),
            );
            2
        }
    };
    sh.settle();
    status
}

fn is_interactive(parsed: &Arguments) -> bool {
    parsed.interactive
        || (parsed.origin == Origin::Standard && parsed.operands.is_empty() && fs::is_terminal(0) && fs::is_terminal(2))
}

/// An interactive shell survives the keyboard's signals, and has job control if there is a terminal.
fn make_interactive(sh: &mut Shell) {
    sh.options.set(Opt::Interactive, true);
    sh.options.set(Opt::ExpandAliases, true);
    let _ = signal::catch(signal::SIGINT);
    for number in [signal::SIGTERM, signal::SIGQUIT] {
        let _ = signal::ignore(number);
    }
    jobs::start_job_control(sh);
}

/// Runs the commands of the shell's main source.
fn execute(sh: &mut Shell, parsed: &Arguments) -> Outcome {
    match &parsed.origin {
        Origin::Command(text) => read::run(sh, read::Source::Text(Text::new(text)), 1),
        Origin::File(path) => match open_script(sh, path) {
            Ok(fd) => {
                sh.sources.push(path.as_slice().into());
                read::run(sh, read::Source::File(fd), 1)
            }
            Err(status) => Ok(status),
        },
        Origin::Standard => read::run(sh, read::Source::Standard, 1),
    }
}

/// The script is taken as a path; a name without a slash that is not in the working directory is looked for in PATH (bash).
fn open_script(sh: &mut Shell, path: &[u8]) -> Result<std::os::fd::OwnedFd, i32> {
    let mut result = read::open_script(sh, path);
    if result.as_ref().err() == Some(&Errno::ENOENT)
        && !path.contains(&b'/')
        && let Some(found) = skosh_interp::command::search::find_script(sh, path)
    {
        result = read::open_script(sh, &found);
    }
    result.map_err(|errno| {
        let text = if errno == Errno::EISDIR { "Is a directory".to_owned() } else { errno.message() };
        start::complain(sh, path, &text);
        if matches!(errno, Errno::ENOENT | Errno::ENOTDIR) { 127 } else { 126 }
    })
}

/// The EXIT trap, what is left in buffers, and the status.
fn finish(sh: &mut Shell, outcome: Outcome) -> i32 {
    let outcome = match outcome {
        Err(Divert::Break(_) | Divert::Continue(_)) => Ok(sh.counters.status),
        other => other,
    };
    let ending = subshell::end_environment(sh, outcome);
    if let Some(fd) = sh.terminal.fd
        && sh.options.has(Opt::Monitor)
    {
        let _ = tty::tcsetpgrp(fd, sh.terminal.group);
    }
    let outcome = match ending {
        subshell::Ending::Status(status) => Ok(status),
        subshell::Ending::Killed(number) => Err(Divert::Killed(number)),
    };
    sh.clear_exit_trap();
    subshell::exit_child(sh, outcome)
}
