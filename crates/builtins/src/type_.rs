//! What a command name means: `type`, `whence`, and what `command -v` and `-V` say (POSIX XCU type, command).

use std::rc::Rc;

use skosh_interp::command::search;
use skosh_interp::report;
use skosh_state::{BuiltinKind, Fields, Opt, Outcome, Shell};
use skosh_syntax::names::well_known as variable;

use crate::option_scan::OptionScan;
use crate::{failure, listing, quoting};

/// The reserved words, as bash and as dash have them.
pub const RESERVED: &[&[u8]] = &[
    b"!",
    b"[[",
    b"]]",
    b"case",
    b"coproc",
    b"do",
    b"done",
    b"elif",
    b"else",
    b"esac",
    b"fi",
    b"for",
    b"function",
    b"if",
    b"in",
    b"select",
    b"then",
    b"time",
    b"until",
    b"while",
    b"{",
    b"}",
];

/// What is shown of a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// `type`, `command -V`: a sentence.
    Sentence,
    /// `command -v`: what invokes it.
    Short,
    /// `type -t`: one word.
    Kind,
    /// `type -p`: the path of a program.
    Path,
}

/// Which meanings are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// What is shown.
    pub detail: Detail,
    /// All meanings, not only the first.
    pub all: bool,
    /// Functions are passed over.
    pub no_functions: bool,
    /// Programs only (`type -P`).
    pub programs_only: bool,
    /// Programs are searched in the default path (`command -p`).
    pub default_path: bool,
    /// One that is found is enough for success (`command`).
    pub any: bool,
}

/// `type [-afptP] name...`
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    let mut search = Search {
        detail: Detail::Sentence,
        all: false,
        no_functions: false,
        programs_only: false,
        default_path: false,
        any: false,
    };
    let mut scan = OptionScan::new(args);
    loop {
        match scan.next(sh, b"afptP") {
            Ok(None) => break,
            Ok(Some((b'a', _))) => search.all = true,
            Ok(Some((b'f', _))) => search.no_functions = true,
            Ok(Some((b'p', _))) => search.detail = Detail::Path,
            Ok(Some((b't', _))) => search.detail = Detail::Kind,
            Ok(Some(_)) => {
                search.detail = Detail::Path;
                search.programs_only = true;
            }
            Err(status) => return Ok(status),
        }
    }
    describe_all(sh, args, scan.first(), search)
}

/// `whence [-afpv] name...`: ksh's form.
pub fn run_whence(sh: &mut Shell, args: &Fields) -> Outcome {
    let mut search = Search {
        detail: Detail::Short,
        all: false,
        no_functions: false,
        programs_only: false,
        default_path: false,
        any: false,
    };
    let mut scan = OptionScan::new(args);
    loop {
        match scan.next(sh, b"afpv") {
            Ok(None) => break,
            Ok(Some((b'a', _))) => {
                search.all = true;
                search.detail = Detail::Sentence;
            }
            Ok(Some((b'f', _))) => search.no_functions = true,
            Ok(Some((b'p', _))) => search.programs_only = true,
            Ok(Some(_)) => search.detail = Detail::Sentence,
            Err(status) => return Ok(status),
        }
    }
    describe_all(sh, args, scan.first(), search)
}

/// Describes each operand; the status tells whether all were found.
pub fn describe_all(sh: &mut Shell, args: &Fields, first: usize, search: Search) -> Outcome {
    let mut status = 0;
    let mut found = false;
    for name in args.iter().skip(first) {
        let mut out = Vec::new();
        if describe(sh, name, search, &mut out) {
            let written = report::output(sh, &out)?;
            status = status.max(written);
            found = true;
        } else {
            // dash complains on standard output.
            if failure::is_sh(sh) {
                if search.detail == Detail::Sentence {
                    let mut line = name.to_vec();
                    line.extend_from_slice(b": not found\n");
                    report::output(sh, &line)?;
                }
            } else if search.detail == Detail::Sentence {
                report::builtin_word_error(sh, name, "not found");
            }
            status = if failure::is_sh(sh) { 127 } else { 1 };
        }
    }
    if search.any && found {
        status = 0;
    }
    Ok(status)
}

/// Appends what `name` means; false when it means nothing.
pub fn describe(sh: &mut Shell, name: &[u8], search: Search, out: &mut Vec<u8>) -> bool {
    let dash = failure::is_sh(sh);
    let mut found = false;
    if !search.programs_only {
        found = describe_word(sh, name, search, dash, out);
        if found && !search.all {
            return true;
        }
    }
    let slot = sh.names.lookup(name).and_then(|sym| sh.commands.get(sym).cloned()).unwrap_or_default();
    if !search.programs_only {
        let builtin = slot.builtin.filter(|_| !slot.disabled);
        let special = builtin.is_some_and(|builtin| builtin.kind == BuiltinKind::Special);
        // In posix mode a special builtin is found before a function.
        let special_first = special && sh.options.has(Opt::Posix);
        for step in 0..2 {
            let function_now = (step == 0) != special_first;
            if function_now {
                if slot.function.is_some() && !search.no_functions {
                    describe_function(sh, name, search, dash, out);
                    found = true;
                }
            } else if builtin.is_some() {
                describe_builtin(sh, name, special, search, dash, out);
                found = true;
            }
            if found && !search.all {
                return true;
            }
        }
    }
    describe_program(sh, name, &slot, search, dash, out) || found
}

/// An alias or a reserved word.
fn describe_word(sh: &Shell, name: &[u8], search: Search, dash: bool, out: &mut Vec<u8>) -> bool {
    let mut found = false;
    let expands = sh.options.has(Opt::ExpandAliases) || sh.options.has(Opt::Posix) || sh.options.has(Opt::Interactive);
    let reserved = RESERVED.contains(&name)
        && !(dash && matches!(name, b"[[" | b"]]" | b"coproc" | b"function" | b"select" | b"time"));
    // dash says of a reserved word that it is one before it looks at aliases.
    if let Some(value) = sh.aliases.get(name).filter(|_| expands && !(dash && reserved)) {
        found = true;
        match search.detail {
            Detail::Sentence => {
                out.extend_from_slice(name);
                out.extend_from_slice(if dash { b" is an alias for " } else { b" is aliased to `" });
                out.extend_from_slice(value);
                out.extend_from_slice(if dash { b"\n" } else { b"'\n" });
            }
            Detail::Short => {
                out.extend_from_slice(b"alias ");
                out.extend_from_slice(name);
                out.push(b'=');
                quoting::single_quoted(value, dash, out);
                out.push(b'\n');
            }
            Detail::Kind => out.extend_from_slice(b"alias\n"),
            Detail::Path => {}
        }
        if !search.all {
            return true;
        }
    }
    if reserved {
        found = true;
        match search.detail {
            Detail::Sentence => {
                out.extend_from_slice(name);
                out.extend_from_slice(b" is a shell keyword\n");
            }
            Detail::Short => push_line(name, out),
            Detail::Kind => out.extend_from_slice(b"keyword\n"),
            Detail::Path => {}
        }
    }
    found
}

fn push_line(text: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(text);
    out.push(b'\n');
}

fn describe_function(sh: &Shell, name: &[u8], search: Search, dash: bool, out: &mut Vec<u8>) {
    match search.detail {
        Detail::Sentence => {
            out.extend_from_slice(name);
            out.extend_from_slice(if dash { b" is a shell function\n" } else { b" is a function\n" });
            if !dash && let Some(sym) = sh.names.lookup(name) {
                listing::function_text(sh, sym, out);
            }
        }
        Detail::Short => push_line(name, out),
        Detail::Kind => out.extend_from_slice(b"function\n"),
        Detail::Path => {}
    }
}

fn describe_builtin(sh: &Shell, name: &[u8], special: bool, search: Search, dash: bool, out: &mut Vec<u8>) {
    match search.detail {
        Detail::Sentence => {
            out.extend_from_slice(name);
            let says_special = special && sh.options.has(Opt::Posix);
            out.extend_from_slice(if says_special {
                b" is a special shell builtin\n"
            } else {
                b" is a shell builtin\n"
            });
            let _ = dash;
        }
        Detail::Short => push_line(name, out),
        Detail::Kind => out.extend_from_slice(b"builtin\n"),
        Detail::Path => {}
    }
}

fn describe_program(
    sh: &mut Shell,
    name: &[u8],
    slot: &skosh_state::commands::CommandSlot,
    search: Search,
    dash: bool,
    out: &mut Vec<u8>,
) -> bool {
    let generation = sh.counters.path_generation;
    let hashed = slot.program.as_ref().filter(|hashed| hashed.generation == generation);
    if let Some(hashed) = hashed
        && !search.all
        && !search.default_path
        && !name.contains(&b'/')
        && (hashed.given || search::is_executable(&hashed.path))
    {
        if let Some(sym) = sh.names.lookup(name)
            && let Some(hashed) = &mut sh.command_mut(sym).program
        {
            hashed.hits += 1;
        }
        match search.detail {
            Detail::Sentence if dash => {
                out.extend_from_slice(name);
                out.extend_from_slice(b" is a tracked alias for ");
                push_line(&hashed.path, out);
            }
            Detail::Sentence => {
                out.extend_from_slice(name);
                out.extend_from_slice(b" is hashed (");
                out.extend_from_slice(&hashed.path);
                out.extend_from_slice(b")\n");
            }
            Detail::Kind => out.extend_from_slice(b"file\n"),
            _ => push_line(&hashed.path, out),
        }
        return true;
    }
    let found: Vec<Rc<[u8]>> = if search.default_path && !name.contains(&b'/') {
        search::find_in(search::DEFAULT_PATH, name).collect()
    } else if search.all || name.contains(&b'/') {
        search::find_all(sh, name)
    } else {
        let path = sh.scalar(variable::PATH).map_or_else(Vec::new, |value| value.into_owned());
        sh.settle();
        search::find_in(&path, name).take(1).collect()
    };
    let count = if search.all { found.len() } else { found.len().min(1) };
    for path in found.iter().take(count) {
        match search.detail {
            Detail::Sentence => {
                out.extend_from_slice(name);
                out.extend_from_slice(b" is ");
                push_line(path, out);
            }
            Detail::Kind => out.extend_from_slice(b"file\n"),
            _ => push_line(path, out),
        }
    }
    count > 0
}
