//! A new shell: its state from the environment and the process, and its start-up files.

use std::rc::Rc;

use skosh_interp::{read, report};
use skosh_state::variable::Attributes;
use skosh_state::{Divert, Fields, Function, Opt, Options, Positional, Shell, Value};
use skosh_syntax::ParseOptions;
use skosh_syntax::ast::Command;
use skosh_syntax::names::well_known as name;
use skosh_sys::{entry, fs, process};

use crate::arguments::{Arguments, Origin};

/// The bash whose language and messages this shell has.
pub const BASH_VERSION: &str = "5.2.15(1)-release";

/// Applies `SKOSHOPTS`: words `-o name` and `+o name`, or `+name` and `-name` for short.
pub fn options_of_environment(options: &mut Options, text: &[u8]) {
    let mut words = text.split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty());
    while let Some(word) = words.next() {
        let (on, given) = match word {
            [b'-', given @ ..] => (true, given),
            [b'+', given @ ..] => (false, given),
            _ => continue,
        };
        let given = if given == b"o" { words.next().unwrap_or(b"") } else { given };
        if let Some(opt) = Opt::by_name(given, skosh_state::options::Family::Set) {
            options.set(opt, on);
        }
    }
}

/// Makes the shell that `arguments` describe. `called` is argv[0].
pub fn shell(arguments: &Arguments, called: &[u8], posix: bool) -> Shell {
    let mut sh = Shell::new(skosh_builtins::TABLE, process::getpid());
    skosh_builtins::turn_off_others(&mut sh, called);
    sh.utilities = Some(&skosh_utils::UTILITIES);
    sh.options = arguments.options;
    sh.fds.pool.set_coalesce(sh.options.has(Opt::Coalesce));
    sh.invocation.argv0 = called.to_vec();
    sh.invocation.posix = posix;
    sh.invocation.login = arguments.login;
    sh.options.set(Opt::LoginShell, arguments.login);
    sh.arg0 = match (&arguments.name, &arguments.origin) {
        (Some(name), _) => name.as_slice().into(),
        _ => called.into(),
    };
    match &arguments.origin {
        Origin::Command(text) => {
            let text: Rc<[u8]> = text.as_slice().into();
            let _ = sh.assign(name::BASH_EXECUTION_STRING, &text);
            sh.invocation.command_string = Some(text);
        }
        Origin::File(file) => sh.invocation.script = Some(file.as_slice().into()),
        Origin::Standard => {}
    }
    let operands: Fields = arguments.operands.iter().map(Vec::as_slice).collect();
    sh.positional = Positional::new(operands, 0);
    import_environment(&mut sh);
    set_variables(&mut sh);
    sh
}

fn import_environment(sh: &mut Shell) {
    for entry in entry::environ() {
        // What the shell counts or decides itself is not taken over.
        let own: &[&[u8]] = &[
            b"IFS=",
            b"OPTIND=",
            b"PPID=",
            b"UID=",
            b"EUID=",
            b"SHELLOPTS=",
            b"BASHOPTS=",
            b"BASH_VERSINFO=",
            b"PIPESTATUS=",
            b"_=",
        ];
        if let Some((name, text)) = exported_function(entry) {
            import_function(sh, name, text);
        } else if !own.iter().any(|prefix| entry.starts_with(prefix)) {
            sh.import(entry);
        }
    }
    sh.update_locale();
}

/// `BASH_FUNC_name%%=() {...}`
fn exported_function(entry: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = entry.strip_prefix(b"BASH_FUNC_")?;
    let equals = rest.iter().position(|&byte| byte == b'=')?;
    let (name, value) = (rest.get(..equals)?.strip_suffix(b"%%")?, rest.get(equals + 1..)?);
    (value.starts_with(b"() {") && !name.contains(&b'/')).then_some((name, value))
}

/// Imports an exported function. The text must be one function definition and nothing else (CVE-2014-6271).
fn import_function(sh: &mut Shell, name: &[u8], text: &[u8]) {
    let source = [name, b" ", text].concat();
    let Ok(lists) = skosh_syntax::parse_text(&source, &mut sh.names, ParseOptions::BASH) else { return };
    let [list] = lists.as_slice() else { return };
    let [item] = &*list.items else { return };
    let ([Command::Function(definition)], []) = (&*item.and_or.first.commands, &*item.and_or.rest) else { return };
    let sym = sh.names.intern(name);
    if definition.name != sym || item.is_async || item.and_or.first.negated {
        return;
    }
    let function = Function {
        definition: definition.clone(),
        source: Rc::from(&b"environment"[..]),
        exported: true,
        readonly: false,
        traced: false,
    };
    sh.define_function(sym, Some(Rc::new(function)));
}

/// The variables that a new shell has.
fn set_variables(sh: &mut Shell) {
    let _ = sh.assign(name::IFS, b" \t\n");
    let _ = sh.assign(name::OPTIND, b"1");
    let readonly = Attributes::READONLY.with(Attributes::INTEGER);
    if sh.invocation.posix {
        // `UID=$(id -u)` is common in scripts for sh, which has no such variables.
        for sym in [name::UID, name::EUID] {
            let _ = sh.unset_variable(sym);
        }
    } else {
        for sym in [name::PPID, name::UID, name::EUID] {
            sh.set_attributes(sym, readonly, Attributes::NONE);
        }
        for sym in [name::SHELLOPTS, name::BASHOPTS] {
            sh.set_attributes(sym, Attributes::READONLY, Attributes::NONE);
        }
    }
    if sh.scalar(name::PATH).is_none() {
        let _ = sh.assign(name::PATH, skosh_interp::command::search::DEFAULT_PATH);
    }
    let _ = sh.assign(name::PS4, b"+ ");
    let level = sh.scalar(name::SHLVL).and_then(|value| skosh_arith::parse_integer(&value)).unwrap_or(0);
    if !sh.options.has(Opt::Posix) || sh.scalar(name::SHLVL).is_some() {
        let _ = sh.assign(name::SHLVL, level.saturating_add(1).max(0).to_string().as_bytes());
        sh.set_attributes(name::SHLVL, Attributes::EXPORT, Attributes::NONE);
    }
    set_directory(sh);
    let _ = sh.assign(name::OPTERR, b"1");
    sh.set_attributes(name::OLDPWD, Attributes::EXPORT, Attributes::NONE);
    bash_variables(sh);
}

fn bash_variables(sh: &mut Shell) {
    let _ = sh.assign(name::BASH_VERSION, BASH_VERSION.as_bytes());
    let machine = [std::env::consts::ARCH, "-pc-linux-gnu"].concat().into_bytes();
    let parts: [&[u8]; 6] = [b"5", b"2", b"15", b"1", b"release", &machine];
    let mut version = skosh_state::arrays::IndexedArray::new();
    parts.iter().for_each(|part| version.push(part.to_vec()));
    let _ = sh.assign_value(name::BASH_VERSINFO, Value::Indexed(Box::new(version)));
    sh.set_attributes(name::BASH_VERSINFO, Attributes::READONLY, Attributes::NONE);
    let _ = sh.assign(name::HOSTTYPE, std::env::consts::ARCH.as_bytes());
    let _ = sh.assign(name::OSTYPE, b"linux-gnu");
    let _ = sh.assign(name::MACHTYPE, &machine);
}

/// PWD: what the environment says, if that is the working directory; otherwise its real name.
fn set_directory(sh: &mut Shell) {
    let inherited = sh.scalar(name::PWD).map(|value| value.into_owned());
    let is_right = |path: &[u8]| {
        path.first() == Some(&b'/')
            && !path.split(|&byte| byte == b'/').any(|part| part == b"." || part == b"..")
            && matches!((fs::stat(path), fs::stat(b".")), (Ok(a), Ok(b)) if a.is_same_file(&b))
    };
    let directory = match inherited {
        Some(path) if is_right(&path) => Some(path),
        _ => fs::getcwd().ok(),
    };
    if let Some(directory) = directory {
        sh.cwd.name = Some(directory.as_slice().into());
        let _ = sh.assign(name::PWD, &directory);
        sh.set_attributes(name::PWD, Attributes::EXPORT, Attributes::NONE);
    }
}

/// Runs the start-up files that the kind of shell asks for (bash(1), INVOCATION; POSIX XCU sh, ENV).
pub fn run_files(sh: &mut Shell, arguments: &Arguments, interactive: bool) -> Result<(), Divert> {
    let posix = sh.options.has(Opt::Posix);
    if arguments.login && !arguments.no_profile {
        run_file(sh, b"/etc/profile")?;
        let names: &[&[u8]] = if posix { &[b".profile"] } else { &[b".bash_profile", b".bash_login", b".profile"] };
        let home = sh.scalar(name::HOME).map(|value| value.into_owned()).unwrap_or_default();
        for file in names {
            let path = [home.as_slice(), b"/", file].concat();
            if fs::access(&path, fs::R_OK).is_ok() {
                run_file(sh, &path)?;
                break;
            }
        }
    }
    if interactive && posix {
        run_named(sh, name::ENV)?;
    } else if interactive && !arguments.no_rc && !arguments.login {
        let path = match &arguments.rc_file {
            Some(path) => path.clone(),
            None => {
                let home = sh.scalar(name::HOME).map(|value| value.into_owned()).unwrap_or_default();
                [home.as_slice(), b"/.bashrc"].concat()
            }
        };
        run_file(sh, &path)?;
    } else if !interactive && !posix {
        run_named(sh, name::BASH_ENV)?;
    }
    Ok(())
}

fn run_named(sh: &mut Shell, variable: skosh_syntax::Sym) -> Result<(), Divert> {
    let Some(value) = sh.scalar(variable).map(|value| value.into_owned()) else { return Ok(()) };
    let path = read::expand_text(sh, &value).unwrap_or(value);
    if path.is_empty() { Ok(()) } else { run_file(sh, &path) }
}

fn run_file(sh: &mut Shell, path: &[u8]) -> Result<(), Divert> {
    if fs::access(path, fs::R_OK).is_err() {
        return Ok(());
    }
    match read::source(sh, path, None) {
        Ok(_) => Ok(()),
        Err(Divert::Discard(status)) => {
            sh.counters.status = status;
            Ok(())
        }
        Err(divert) => Err(divert),
    }
}

/// A message of the shell about its own start.
pub fn complain(sh: &mut Shell, what: &[u8], text: &str) {
    let mut out = what.to_vec();
    out.extend_from_slice(b": ");
    out.extend_from_slice(text.as_bytes());
    report::located(sh, &out);
}
