//! `complete`, `compgen` and `compopt`: completion specifications, and what they generate.

use skosh_interp::report;
use skosh_state::arrays::bucket_hash;
use skosh_state::interaction::{Completed, Completion};
use skosh_state::{Fields, Outcome, Shell};

use crate::option_scan::{OptionScan, usage_error};
use crate::quoting;

mod generate;

pub use generate::{generate, run_compgen};

/// The actions in the order in which they are listed, with their letters.
const ACTIONS: &[(&str, Option<u8>)] = &[
    ("alias", Some(b'a')),
    ("builtin", Some(b'b')),
    ("command", Some(b'c')),
    ("directory", Some(b'd')),
    ("export", Some(b'e')),
    ("file", Some(b'f')),
    ("group", Some(b'g')),
    ("job", Some(b'j')),
    ("keyword", Some(b'k')),
    ("service", Some(b's')),
    ("user", Some(b'u')),
    ("variable", Some(b'v')),
    ("arrayvar", None),
    ("binding", None),
    ("disabled", None),
    ("enabled", None),
    ("function", None),
    ("helptopic", None),
    ("hostname", None),
    ("running", None),
    ("setopt", None),
    ("shopt", None),
    ("signal", None),
    ("stopped", None),
];

/// The names of `-o`, in the order in which they are listed.
const COMPLETION_OPTIONS: &[&str] =
    &["bashdefault", "default", "dirnames", "filenames", "noquote", "nosort", "nospace", "plusdirs"];

/// What the options of `complete` and `compgen` say.
#[derive(Default)]
struct Request {
    spec: Completion,
    print: bool,
    remove: bool,
    special: Vec<Completed>,
    first: usize,
}

fn known(names: &[&'static str], word: &[u8]) -> Option<&'static str> {
    names.iter().find(|name| name.as_bytes() == word).copied()
}

fn parse(sh: &mut Shell, args: &Fields, generating: bool) -> Result<Request, i32> {
    let letters: &[u8] =
        if generating { b"abcdefgjksuvo:A:G:W:P:S:X:F:C:" } else { b"abcdefgjksuvo:A:G:W:P:S:X:F:C:prDEI" };
    let mut request = Request::default();
    let mut scan = OptionScan::new(args);
    while let Some((letter, value)) = scan.next(sh, letters)? {
        let text = || Some(value.to_vec());
        match letter {
            b'A' => match ACTIONS.iter().find(|(action, _)| action.as_bytes() == value) {
                Some((action, _)) => request.spec.actions.push(action),
                None => {
                    report::builtin_word_error(sh, value, "invalid action name");
                    return Err(2);
                }
            },
            b'o' => match known(COMPLETION_OPTIONS, value) {
                Some(option) => request.spec.options.push(option),
                None => {
                    report::builtin_word_error(sh, value, "invalid option name");
                    return Err(2);
                }
            },
            b'G' => request.spec.pattern = text(),
            b'W' => request.spec.words = text(),
            b'F' => request.spec.function = text(),
            b'C' => request.spec.command = text(),
            b'X' => request.spec.filter = text(),
            b'P' => request.spec.prefix = text(),
            b'S' => request.spec.suffix = text(),
            b'p' => request.print = true,
            b'r' => request.remove = true,
            b'D' => request.special.push(Completed::Default),
            b'E' => request.special.push(Completed::Empty),
            b'I' => request.special.push(Completed::Initial),
            _ => request.spec.actions.extend(ACTIONS.iter().find(|entry| entry.1 == Some(letter)).map(|entry| entry.0)),
        }
    }
    request.first = scan.first();
    Ok(request)
}

/// `complete [-abcdefgjksuv] [-pr] [-DEI] [-o option] [-A action] ... [name...]`
pub fn run_complete(sh: &mut Shell, args: &Fields) -> Outcome {
    let request = match parse(sh, args, false) {
        Ok(request) => request,
        Err(status) => return Ok(status),
    };
    let mut targets = request.special.clone();
    // The special ones take precedence over names.
    if targets.is_empty() {
        targets.extend(args.iter().skip(request.first).map(|name| Completed::Command(name.to_vec())));
    }
    if request.remove {
        if targets.is_empty() {
            sh.interaction_mut().completions.clear();
            return Ok(0);
        }
        let mut status = 0;
        for target in targets {
            if sh.interaction_mut().completions.remove(&target).is_none() {
                status = none(sh, &target);
            }
        }
        return Ok(status);
    }
    if request.print || args.len() == 1 {
        return print(sh, targets);
    }
    if targets.is_empty() {
        return Ok(usage_error(sh));
    }
    for target in targets {
        sh.interaction_mut().completions.insert(target, request.spec.clone());
    }
    Ok(0)
}

fn none(sh: &mut Shell, target: &Completed) -> i32 {
    let shown = match target {
        Completed::Command(name) => name.clone(),
        Completed::Default => b"-D".to_vec(),
        Completed::Empty => b"-E".to_vec(),
        Completed::Initial => b"-I".to_vec(),
    };
    report::builtin_word_error(sh, &shown, "no completion specification")
}

/// `complete -p`
fn print(sh: &mut Shell, targets: Vec<Completed>) -> Outcome {
    let mut out = Vec::new();
    let mut status = 0;
    let interaction = sh.interaction.clone();
    if targets.is_empty() {
        // The order of bash's table of 512 buckets.
        let mut all: Vec<_> = interaction.completions.iter().collect();
        all.sort_by_key(|(target, _)| match target {
            Completed::Command(name) => (0, bucket_hash(name) & 511),
            _ => (1, 0),
        });
        for (target, spec) in all {
            push_specification(target, spec, &mut out);
        }
    }
    for target in targets {
        match interaction.completions.get(&target) {
            Some(spec) => push_specification(&target, spec, &mut out),
            None => status = none(sh, &target),
        }
    }
    let written = report::output(sh, &out)?;
    Ok(status.max(written))
}

/// A `complete` command that makes the specification again.
fn push_specification(target: &Completed, spec: &Completion, out: &mut Vec<u8>) {
    out.extend_from_slice(b"complete ");
    for option in COMPLETION_OPTIONS.iter().filter(|option| spec.options.contains(option)) {
        out.extend_from_slice(format!("-o {option} ").as_bytes());
    }
    for (action, letter) in ACTIONS.iter().filter(|(action, _)| spec.actions.contains(action)) {
        match letter {
            Some(letter) => out.extend_from_slice(&[b'-', *letter, b' ']),
            None => out.extend_from_slice(format!("-A {action} ").as_bytes()),
        }
    }
    let quoted = [
        ("-G", &spec.pattern),
        ("-W", &spec.words),
        ("-P", &spec.prefix),
        ("-S", &spec.suffix),
        ("-X", &spec.filter),
        ("-C", &spec.command),
    ];
    for (option, value) in quoted {
        if let Some(value) = value {
            out.extend_from_slice(option.as_bytes());
            out.push(b' ');
            quoting::single_quoted(value, false, out);
            out.push(b' ');
        }
    }
    if let Some(function) = &spec.function {
        out.extend_from_slice(b"-F ");
        out.extend_from_slice(function);
        out.push(b' ');
    }
    match target {
        Completed::Command(name) if name.is_empty() => out.extend_from_slice(b"''"),
        Completed::Command(name) => out.extend_from_slice(name),
        Completed::Default => out.extend_from_slice(b"-D"),
        Completed::Empty => out.extend_from_slice(b"-E"),
        Completed::Initial => out.extend_from_slice(b"-I"),
    }
    out.push(b'\n');
}

/// `compopt [-o|+o option] [-DEI] [name...]`
pub fn run_compopt(sh: &mut Shell, args: &Fields) -> Outcome {
    let mut changes: Vec<(&'static str, bool)> = Vec::new();
    let mut targets = Vec::new();
    let mut index = 1;
    while let Some(field) = args.get(index) {
        let [sign @ (b'-' | b'+'), letters @ ..] = field else { break };
        if letters.is_empty() {
            break;
        }
        index += 1;
        if field == b"--" {
            break;
        }
        for letter in letters {
            match letter {
                b'o' => {
                    let option = args.at(index);
                    index += 1;
                    match known(COMPLETION_OPTIONS, option) {
                        Some(option) => changes.push((option, *sign == b'-')),
                        None => {
                            report::builtin_word_error(sh, option, "invalid option name");
                            return Ok(2);
                        }
                    }
                }
                b'D' => targets.push(Completed::Default),
                b'E' => targets.push(Completed::Empty),
                b'I' => targets.push(Completed::Initial),
                letter => return Ok(crate::option_scan::invalid(sh, &[*sign, *letter])),
            }
        }
    }
    targets.extend(args.iter().skip(index).map(|name| Completed::Command(name.to_vec())));
    if targets.is_empty() {
        return Ok(report::builtin_error(sh, b"not currently executing completion function"));
    }
    let mut status = 0;
    for target in targets {
        let Some(mut spec) = sh.interaction.completions.get(&target).cloned() else {
            status = none(sh, &target);
            continue;
        };
        if changes.is_empty() {
            let mut line = b"compopt".to_vec();
            for option in COMPLETION_OPTIONS {
                let sign = if spec.options.contains(option) { '-' } else { '+' };
                line.extend_from_slice(format!(" {sign}o {option}").as_bytes());
            }
            if let Completed::Command(name) = &target {
                line.push(b' ');
                line.extend_from_slice(name);
            }
            line.push(b'\n');
            status = status.max(report::output(sh, &line)?);
            continue;
        }
        for (option, on) in &changes {
            spec.options.retain(|other| other != option);
            if *on {
                spec.options.push(option);
            }
        }
        sh.interaction_mut().completions.insert(target, spec);
    }
    Ok(status)
}
