//! `compgen`: what a specification generates.

use skosh_interp::command::call_function;
use skosh_interp::expand::{self, pathname};
use skosh_interp::{read, report};
use skosh_pattern::{Options, Pattern};
use skosh_state::environment::Separator;
use skosh_state::interaction::Completion;
use skosh_state::options::{Family, TABLE as OPTIONS};
use skosh_state::{Attributes, Divert, Fields, Outcome, Shell, Value};
use skosh_syntax::names::well_known as name;
use skosh_sys::{fs, signal, user};

use super::parse;
use crate::table::{TABLE, is_listed};
use crate::{listing, quoting, type_};

/// The order in which actions generate.
pub(super) const GENERATED: &[&str] = &[
    "alias",
    "arrayvar",
    "builtin",
    "disabled",
    "enabled",
    "export",
    "function",
    "helptopic",
    "hostname",
    "job",
    "keyword",
    "running",
    "setopt",
    "shopt",
    "signal",
    "stopped",
    "variable",
    "command",
    "file",
    "user",
    "group",
    "service",
    "directory",
];

/// `compgen [option] [word]`: what the options generate for the word.
pub fn run_compgen(sh: &mut Shell, args: &Fields) -> Outcome {
    let request = match parse(sh, args, true) {
        Ok(request) => request,
        Err(status) => return Ok(status),
    };
    if request.spec == Completion::default() {
        return Ok(0);
    }
    if request.spec.function.is_some() {
        report::builtin_error(sh, b"warning: -F option may not work as you expect");
    }
    if request.spec.command.is_some() {
        report::builtin_error(sh, b"warning: -C option may not work as you expect");
    }
    let word = args.at(request.first);
    let found = generate(sh, &request.spec, b"compgen", word, b"")?;
    let mut out = Vec::new();
    for candidate in &found {
        out.extend_from_slice(candidate);
        out.push(b'\n');
    }
    let written = report::output(sh, &out)?;
    Ok(if found.is_empty() { 1 } else { written })
}

/// What a specification generates for `word`, the argument after `previous` of `command`.
///
/// # Errors
///
/// Diverts of the functions and commands that it calls.
pub fn generate(
    sh: &mut Shell,
    spec: &Completion,
    command: &[u8],
    word: &[u8],
    previous: &[u8],
) -> Result<Vec<Vec<u8>>, Divert> {
    let mut found = Vec::new();
    for action in GENERATED.iter().filter(|action| spec.actions.contains(action)) {
        act(sh, action, word, &mut found);
    }
    if let Some(pattern) = &spec.pattern {
        let options = pathname::options(sh);
        pathname::glob(pattern, &options, &mut |name| found.push(name.to_vec()));
    }
    if let Some(words) = &spec.words {
        found.extend(expand_words(sh, words)?.into_iter().filter(|candidate| candidate.starts_with(word)));
    }
    if let Some(function) = &spec.function {
        found.extend(call(sh, function, [command, word, previous])?);
    }
    if let Some(text) = &spec.command {
        found.extend(execute(sh, text, [command, word, previous])?);
    }
    if let Some(filter) = &spec.filter {
        filter_out(sh, filter, word, &mut found);
    }
    if found.is_empty() && spec.options.contains(&"dirnames") || spec.options.contains(&"plusdirs") {
        files(sh, word, true, &mut found);
    }
    if found.is_empty() && (spec.options.contains(&"default") || spec.options.contains(&"bashdefault")) {
        files(sh, word, false, &mut found);
    }
    if spec.prefix.is_some() || spec.suffix.is_some() {
        let (prefix, suffix) = (spec.prefix.as_deref().unwrap_or(b""), spec.suffix.as_deref().unwrap_or(b""));
        found = found.into_iter().map(|candidate| [prefix, &candidate, suffix].concat()).collect();
    }
    Ok(found)
}

/// `-X`: removes what matches the pattern, or with `!` what does not; `&` in it is the word.
pub(super) fn filter_out(sh: &Shell, filter: &[u8], word: &[u8], found: &mut Vec<Vec<u8>>) {
    let (keep_matching, text) = match filter.split_first() {
        Some((b'!', rest)) => (true, rest),
        _ => (false, filter),
    };
    let mut pattern = Vec::new();
    let mut bytes = text.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' if bytes.peek() == Some(&b'&') => {
                bytes.next();
                pattern.push(b'&');
            }
            b'&' => pattern.extend_from_slice(word),
            byte => pattern.push(byte),
        }
    }
    let options = Options {
        extglob: sh.options.has(skosh_state::Opt::ExtGlob),
        nocase: sh.options.has(skosh_state::Opt::NoCaseMatch),
        utf8: sh.locale.utf8,
    };
    let compiled = Pattern::new(&pattern, options);
    found.retain(|candidate| compiled.matches(candidate) == keep_matching);
}

/// `-W`: splits by IFS outside of quotes and expands each part.
pub(super) fn expand_words(sh: &mut Shell, text: &[u8]) -> Result<Vec<Vec<u8>>, Divert> {
    let mut parts = Vec::new();
    let mut part = Vec::new();
    let mut quote = 0;
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        let splits = quote == 0 && sh.separators().kind(byte) != Separator::No;
        if splits {
            if !part.is_empty() {
                parts.push(std::mem::take(&mut part));
            }
            continue;
        }
        part.push(byte);
        match byte {
            b'\\' if quote != b'\'' => part.extend(bytes.next()),
            b'\'' | b'"' if quote == 0 => quote = byte,
            _ if byte == quote => quote = 0,
            _ => {}
        }
    }
    if !part.is_empty() {
        parts.push(part);
    }
    let mut words = Vec::new();
    for part in parts {
        let plain = part.iter().all(|byte| {
            byte.is_ascii_alphanumeric()
                || matches!(byte, b'-' | b'_' | b'.' | b'/' | b'=' | b':' | b'+' | b'%' | b',' | b'@')
        });
        if plain {
            words.push(part);
            continue;
        }
        let line = sh.counters.line;
        match skosh_syntax::parse_arguments(&part, &mut sh.names, skosh_syntax::ParseOptions::BASH, line) {
            Ok(parsed) => {
                let mut fields = sh.take_fields();
                let globs = sh.options.has(skosh_state::Opt::NoGlob);
                sh.options.set(skosh_state::Opt::NoGlob, true);
                let outcome = expand::fields(sh, &parsed, &mut fields);
                sh.options.set(skosh_state::Opt::NoGlob, globs);
                words.extend(fields.iter().map(<[u8]>::to_vec));
                sh.recycle_fields(fields);
                outcome?;
            }
            Err(_) => words.push(part),
        }
    }
    Ok(words)
}

/// `-F`: calls a function and takes what it leaves in COMPREPLY.
pub(super) fn call(sh: &mut Shell, function: &[u8], arguments: [&[u8]; 3]) -> Result<Vec<Vec<u8>>, Divert> {
    let Some(sym) = sh.names.lookup(function).filter(|&sym| sh.function(sym).is_some()) else {
        let mut text = function.to_vec();
        text.extend_from_slice(b": function not found");
        report::builtin_error(sh, &text);
        return Ok(Vec::new());
    };
    let _ = sh.unset_variable(name::COMPREPLY);
    let mut fields = Fields::new();
    fields.push(function);
    arguments.iter().for_each(|argument| fields.push(argument));
    call_function(sh, sym, &fields)?;
    Ok(match sh.vars.get(name::COMPREPLY).map(|variable| &variable.value) {
        Some(Value::Indexed(array)) => array.iter().map(|(_, value)| value.to_vec()).collect(),
        Some(Value::Scalar(text)) => vec![text.clone()],
        _ => Vec::new(),
    })
}

/// `-C`: executes a command in a subshell and takes the lines that it writes.
pub(super) fn execute(sh: &mut Shell, command: &[u8], arguments: [&[u8]; 3]) -> Result<Vec<Vec<u8>>, Divert> {
    let mut text = b"$(".to_vec();
    text.extend_from_slice(command);
    for argument in arguments {
        text.push(b' ');
        quoting::single_quoted(argument, false, &mut text);
    }
    text.extend_from_slice(b"\n)");
    let out = read::expand_text(sh, &text).unwrap_or_default();
    Ok(out.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).map(<[u8]>::to_vec).collect())
}

/// Files whose names begin with `word`.
pub(super) fn files(sh: &mut Shell, word: &[u8], directories: bool, found: &mut Vec<Vec<u8>>) {
    sh.settle();
    let mut pattern = Vec::new();
    for &byte in word {
        if matches!(byte, b'*' | b'?' | b'[' | b']' | b'\\') {
            pattern.push(b'\\');
        }
        pattern.push(byte);
    }
    pattern.push(b'*');
    let mut options = pathname::options(sh);
    // Hidden files are shown as ls -A shows them, also where nothing of the name is given.
    options.dotglob = true;
    options.globskipdots = true;
    pathname::glob(&pattern, &options, &mut |name| {
        if !directories || fs::stat(name).is_ok_and(|stat| stat.is_dir()) {
            found.push(name.to_vec());
        }
    });
}

/// The names of an action that begin with `word`.
pub(super) fn act(sh: &mut Shell, action: &str, word: &[u8], found: &mut Vec<Vec<u8>>) {
    let mut add = |name: &[u8]| {
        if name.starts_with(word) {
            found.push(name.to_vec());
        }
    };
    match action {
        "alias" => sh.aliases.keys().for_each(|name| add(name)),
        "builtin" | "helptopic" => {
            TABLE.iter().filter(|builtin| is_listed(sh, builtin)).for_each(|builtin| add(builtin.name.as_bytes()))
        }
        "enabled" | "disabled" => {
            for (sym, slot) in sh.commands.iter() {
                if slot.builtin.is_some() && slot.disabled == (action == "disabled") {
                    add(sh.names.name(sym));
                }
            }
        }
        "function" => listing::sorted_functions(sh).into_iter().for_each(|sym| add(sh.names.name(sym))),
        "variable" | "arrayvar" | "export" => {
            for sym in listing::sorted_variables(sh) {
                let attrs = sh.attributes(sym);
                let wanted = match action {
                    "export" => attrs.has(Attributes::EXPORT),
                    "arrayvar" => sh.vars.get(sym).is_some_and(|variable| variable.is_array()),
                    _ => true,
                };
                if wanted {
                    add(sh.names.name(sym));
                }
            }
        }
        "keyword" => type_::RESERVED.iter().for_each(|name| add(name)),
        "setopt" | "shopt" => {
            let family = if action == "setopt" { Family::Set } else { Family::Shopt };
            OPTIONS
                .iter()
                .filter(|entry| entry.family == family && !entry.opt.is_invocation() && !entry.opt.is_own())
                .for_each(|entry| add(entry.name.as_bytes()));
        }
        "signal" => signal::signals().for_each(|(_, name)| add(format!("SIG{name}").as_bytes())),
        "user" => user::names().iter().for_each(|name| add(name)),
        "group" => names_in(b"/etc/group").iter().for_each(|name| add(name)),
        "service" => services().iter().for_each(|name| add(name)),
        "hostname" => hosts().iter().for_each(|name| add(name)),
        "job" | "running" | "stopped" => {
            use skosh_state::jobs::JobState;
            for job in sh.jobs.iter() {
                let wanted = match action {
                    "running" => job.state() == JobState::Running,
                    "stopped" => job.state() == JobState::Stopped,
                    _ => true,
                };
                if wanted {
                    add(job.text.split(|&byte| byte == b' ').next().unwrap_or(b""));
                }
            }
        }
        "command" => commands(sh, word, found),
        "file" => files(sh, word, false, found),
        "directory" => files(sh, word, true, found),
        _ => {}
    }
}

/// Everything that can stand as a command name.
pub(super) fn commands(sh: &mut Shell, word: &[u8], found: &mut Vec<Vec<u8>>) {
    for action in ["alias", "keyword", "function", "builtin"] {
        act(sh, action, word, found);
    }
    if word.contains(&b'/') {
        return files(sh, word, false, found);
    }
    let path = sh.scalar(name::PATH).map_or_else(Vec::new, |value| value.into_owned());
    for directory in path.split(|&byte| byte == b':') {
        let mut start = directory.to_vec();
        start.push(b'/');
        let length = start.len();
        start.extend_from_slice(word);
        let mut names = Vec::new();
        files(sh, &start, false, &mut names);
        found.extend(
            names
                .into_iter()
                .filter(|path| skosh_interp::command::search::is_executable(path))
                .filter_map(|path| path.get(length..).map(<[u8]>::to_vec)),
        );
    }
}

/// The first fields of a file of colon-separated records.
pub(super) fn names_in(path: &[u8]) -> Vec<Vec<u8>> {
    let text = read_file(path);
    text.split(|&byte| byte == b'\n')
        .filter_map(|line| line.split(|&byte| byte == b':').next())
        .filter(|name| !name.is_empty())
        .map(<[u8]>::to_vec)
        .collect()
}

pub(super) fn services() -> Vec<Vec<u8>> {
    let text = read_file(b"/etc/services");
    text.split(|&byte| byte == b'\n')
        .filter_map(|line| line.split(|byte| byte.is_ascii_whitespace()).next())
        .filter(|name| !name.is_empty() && name.first() != Some(&b'#'))
        .map(<[u8]>::to_vec)
        .collect()
}

pub(super) fn hosts() -> Vec<Vec<u8>> {
    let text = read_file(b"/etc/hosts");
    text.split(|&byte| byte == b'\n')
        .map(|line| line.split(|&byte| byte == b'#').next().unwrap_or(b""))
        .flat_map(|line| line.split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty()).skip(1))
        .map(<[u8]>::to_vec)
        .collect()
}

pub(super) fn read_file(path: &[u8]) -> Vec<u8> {
    use std::os::fd::AsRawFd;
    let Ok(fd) = fs::open(path, fs::O_RDONLY, 0) else { return Vec::new() };
    let mut text = Vec::new();
    let mut block = [0; 8192];
    while let Ok(count @ 1..) = skosh_sys::io::read(fd.as_raw_fd(), &mut block) {
        text.extend_from_slice(block.get(..count).unwrap_or(b""));
    }
    text
}
