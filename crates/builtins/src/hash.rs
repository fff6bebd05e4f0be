//! `hash` (POSIX XCU hash).

use std::rc::Rc;

use skosh_interp::command::search;
use skosh_interp::report;
use skosh_state::arrays::bucket_hash;
use skosh_state::{Fields, Opt, Outcome, Shell};
use skosh_syntax::Sym;

use crate::failure;
use crate::option_scan::OptionScan;

/// `hash [-lr] [-p pathname] [-dt] [name...]`
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    let sh_mode = failure::is_sh(sh);
    if !sh.options.has(Opt::HashAll) && !sh_mode {
        return Ok(report::builtin_error(sh, b"hashing disabled"));
    }
    let (mut reusable, mut reset, mut forget, mut locate) = (false, false, false, false);
    let mut path: Option<&[u8]> = None;
    let letters: &[u8] = if sh_mode { b"rv" } else { b"dlp:rt" };
    let mut scan = OptionScan::new(args);
    loop {
        match scan.next(sh, letters) {
            Ok(None) => break,
            Ok(Some((b'd', _))) => forget = true,
            Ok(Some((b'l', _))) => reusable = true,
            Ok(Some((b'p', value))) => path = Some(value),
            Ok(Some((b'r', _))) => reset = true,
            Ok(Some((b't', _))) => locate = true,
            Ok(Some(_)) => {}
            Err(status) => return Ok(status),
        }
    }
    let first = scan.first();
    if reset {
        sh.forget_programs();
    }
    if args.len() == first {
        if locate || forget || path.is_some() && !reset {
            if let Some(path) = path
                && !locate
                && !forget
            {
                let _ = path;
                return list(sh, reusable);
            }
            let option: &[u8] = if locate { b"-t" } else { b"-d" };
            report::builtin_word_error(sh, option, "option requires an argument");
            return Ok(1);
        }
        return if reset { Ok(0) } else { list(sh, reusable) };
    }
    if locate {
        return locate_names(sh, args, first, reusable);
    }
    let mut status = 0;
    for name in args.iter().skip(first) {
        let sym = sh.names.intern(name);
        if forget {
            // bash says nothing when nothing at all is remembered.
            if sh.remembered_program(sym).is_none() && remembered(sh).is_empty() {
                continue;
            }
            if sh.remembered_program(sym).is_none() {
                report::builtin_word_error(sh, name, "not found");
                status = 1;
            } else {
                sh.command_mut(sym).program = None;
            }
        } else if let Some(path) = path {
            sh.remember_program(sym, path.into(), true);
        } else if !name.contains(&b'/') {
            status = status.max(remember(sh, sym, name));
        }
    }
    Ok(status)
}

/// Searches a name and remembers where it is. Builtins and functions need no place.
fn remember(sh: &mut Shell, sym: Sym, name: &[u8]) -> i32 {
    if sh.commands.get(sym).is_some_and(|slot| slot.function.is_some() || slot.builtin.is_some() && !slot.disabled) {
        return 0;
    }
    sh.command_mut(sym).program = None;
    match search::find_all(sh, name).into_iter().next() {
        Some(path) => {
            sh.remember_program(sym, path, false);
            0
        }
        None => {
            report::builtin_word_error(sh, name, "not found");
            1
        }
    }
}

/// Everything remembered now.
fn remembered(sh: &Shell) -> Vec<(Sym, Rc<[u8]>, u32)> {
    let mut known: Vec<(Sym, Rc<[u8]>, u32)> = sh
        .commands
        .iter()
        .filter_map(|(sym, slot)| {
            let hashed = slot.program.as_ref()?;
            (hashed.generation == sh.counters.path_generation).then(|| (sym, hashed.path.clone(), hashed.hits))
        })
        .collect();
    // The order of bash's table of 256 buckets.
    known.sort_by_key(|(sym, ..)| bucket_hash(sh.names.name(*sym)) & 255);
    known
}

fn list(sh: &mut Shell, reusable: bool) -> Outcome {
    let known = remembered(sh);
    let mut out = Vec::new();
    if failure::is_sh(sh) {
        for (_, path, _) in known {
            out.extend_from_slice(&path);
            out.push(b'\n');
        }
    } else if known.is_empty() {
        if !reusable {
            out.extend_from_slice(b"hash: hash table empty\n");
        }
    } else {
        if !reusable {
            out.extend_from_slice(b"hits\tcommand\n");
        }
        for (sym, path, hits) in known {
            if reusable {
                push_command(sh, sym, &path, &mut out);
            } else {
                out.extend_from_slice(format!("{hits:4}\t").as_bytes());
                out.extend_from_slice(&path);
                out.push(b'\n');
            }
        }
    }
    report::output(sh, &out)
}

/// A command that remembers a program again.
fn push_command(sh: &Shell, sym: Sym, path: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(b"builtin hash -p ");
    out.extend_from_slice(path);
    out.push(b' ');
    out.extend_from_slice(sh.names.name(sym));
    out.push(b'\n');
}

/// `hash -t`: where programs are remembered to be.
fn locate_names(sh: &mut Shell, args: &Fields, first: usize, reusable: bool) -> Outcome {
    let several = args.len() > first + 1;
    let mut out = Vec::new();
    let mut status = 0;
    for name in args.iter().skip(first) {
        let found =
            sh.names.lookup(name).and_then(|sym| sh.remembered_program(sym).map(|hashed| (sym, hashed.path.clone())));
        match found {
            Some((sym, path)) if reusable => push_command(sh, sym, &path, &mut out),
            Some((_, path)) => {
                if several {
                    out.extend_from_slice(name);
                    out.push(b'\t');
                }
                out.extend_from_slice(&path);
                out.push(b'\n');
            }
            None => {
                report::builtin_word_error(sh, name, "not found");
                status = 1;
            }
        }
    }
    let written = report::output(sh, &out)?;
    Ok(status.max(written))
}
