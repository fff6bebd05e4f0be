//! `help`: what the builtins are for.

use skosh_interp::report;
use skosh_pattern::{Options, Pattern};
use skosh_state::{Fields, Outcome, Shell};

use crate::option_scan::OptionScan;
use crate::table::{TABLE, is_listed};

/// A sentence about each builtin, sorted by name.
const ABOUT: &[(&str, &str)] = &[
    (".", "Execute commands from a file in the current shell."),
    (":", "Null command."),
    ("[", "Evaluate conditional expression."),
    ("alias", "Define or display aliases."),
    ("bg", "Move jobs to the background."),
    ("bind", "Accept key bindings of the line editor."),
    ("break", "Exit for, while, or until loops."),
    ("builtin", "Execute shell builtins."),
    ("caller", "Return the context of the current subroutine call."),
    ("cd", "Change the shell working directory."),
    ("command", "Execute a simple command or display information about commands."),
    ("compgen", "Display possible completions depending on the options."),
    ("complete", "Specify how arguments are to be completed."),
    ("compopt", "Modify or display completion options."),
    ("continue", "Resume for, while, or until loops."),
    ("declare", "Set variable values and attributes."),
    ("dirs", "Display directory stack."),
    ("disown", "Remove jobs from current shell."),
    ("echo", "Write arguments to the standard output."),
    ("enable", "Enable and disable shell builtins."),
    ("eval", "Execute arguments as a shell command."),
    ("exec", "Replace the shell with the given command."),
    ("exit", "Exit the shell."),
    ("export", "Set export attribute for shell variables."),
    ("false", "Return an unsuccessful result."),
    ("fc", "Display or execute commands from the history list."),
    ("fg", "Move job to the foreground."),
    ("getopts", "Parse option arguments."),
    ("hash", "Remember or display program locations."),
    ("help", "Display information about builtin commands."),
    ("history", "Display or manipulate the history list."),
    ("jobs", "Display status of jobs."),
    ("kill", "Send a signal to a job."),
    ("let", "Evaluate arithmetic expressions."),
    ("local", "Define local variables."),
    ("logout", "Exit a login shell."),
    ("mapfile", "Read lines from the standard input into an indexed array variable."),
    ("popd", "Remove directories from stack."),
    ("print", "Write arguments as ksh does."),
    ("printf", "Formats and prints arguments under control of a format."),
    ("pushd", "Add directories to stack."),
    ("pwd", "Print the name of the current working directory."),
    ("read", "Read a line from the standard input and split it into fields."),
    ("readarray", "Read lines from a file into an array variable."),
    ("readonly", "Mark shell variables as unchangeable."),
    ("return", "Return from a shell function."),
    ("set", "Set or unset values of shell options and positional parameters."),
    ("shift", "Shift positional parameters."),
    ("shopt", "Set and unset shell options."),
    ("source", "Execute commands from a file in the current shell."),
    ("suspend", "Suspend shell execution."),
    ("test", "Evaluate conditional expression."),
    ("times", "Display process times."),
    ("trap", "Trap signals and other events."),
    ("true", "Return a successful result."),
    ("type", "Display information about command type."),
    ("typeset", "Set variable values and attributes."),
    ("ulimit", "Modify shell resource limits."),
    ("umask", "Display or set file mode mask."),
    ("unalias", "Remove each NAME from the list of defined aliases."),
    ("unset", "Unset values and attributes of shell variables and functions."),
    ("wait", "Wait for job completion and return exit status."),
    ("whence", "Display how names would be interpreted as commands."),
];

fn about(name: &str) -> &'static str {
    ABOUT.binary_search_by(|(other, _)| other.cmp(&name)).ok().and_then(|at| ABOUT.get(at)).map_or("", |entry| entry.1)
}

/// `help [-dms] [pattern...]`
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    let (mut brief, mut manual, mut synopsis) = (false, false, false);
    let mut scan = OptionScan::new(args);
    loop {
        match scan.next(sh, b"dms") {
            Ok(None) => break,
            Ok(Some((b'd', _))) => brief = true,
            Ok(Some((b'm', _))) => manual = true,
            Ok(Some(_)) => synopsis = true,
            Err(status) => return Ok(status),
        }
    }
    let mut out = String::new();
    if args.len() == scan.first() {
        out += &format!("skosh, version {}\n", env!("CARGO_PKG_VERSION"));
        out += "These shell commands are defined internally.  Type `help name' to find out more about `name'.\n\n";
        for builtin in TABLE.iter().filter(|builtin| is_listed(sh, builtin)) {
            out += &format!(" {} {}\n", builtin.name, builtin.usage);
        }
        return report::output(sh, out.as_bytes());
    }
    let mut status = 0;
    for word in args.iter().skip(scan.first()) {
        let pattern = Pattern::new(word, Options { extglob: false, nocase: false, utf8: sh.locale.utf8 });
        let exact = TABLE.iter().any(|builtin| builtin.name.as_bytes() == word);
        let mut found = false;
        for builtin in TABLE.iter().filter(|builtin| is_listed(sh, builtin)) {
            let name = builtin.name.as_bytes();
            // A word that names none exactly stands for all that begin with it.
            let matches = if exact { name == word } else { pattern.matches(name) || name.starts_with(word) };
            if !matches {
                continue;
            }
            found = true;
            let line = format!("{} {}", builtin.name, builtin.usage);
            let line = line.trim_end();
            out += &if brief {
                format!("{} - {}\n", builtin.name, about(builtin.name))
            } else if manual {
                format!(
                    "NAME\n    {0} - {1}\n\nSYNOPSIS\n    {line}\n\nDESCRIPTION\n    {1}\n",
                    builtin.name,
                    about(builtin.name)
                )
            } else if synopsis {
                format!("{}: {line}\n", builtin.name)
            } else {
                format!("{}: {line}\n    {}\n", builtin.name, about(builtin.name))
            };
        }
        if !found {
            let mut text = b"no help topics match `".to_vec();
            text.extend_from_slice(word);
            text.extend_from_slice(b"'.  Try `help help' or `man -k ");
            text.extend_from_slice(word);
            text.extend_from_slice(b"' or `info ");
            text.extend_from_slice(word);
            text.extend_from_slice(b"'.");
            status = report::builtin_error(sh, &text);
        }
    }
    let written = report::output(sh, out.as_bytes())?;
    Ok(status.max(written))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_builtin_has_a_sentence() {
        let described: Vec<&str> = ABOUT.iter().map(|(name, _)| *name).collect();
        let known: Vec<&str> = TABLE.iter().map(|builtin| builtin.name).collect();
        assert_eq!(described, known);
    }
}
