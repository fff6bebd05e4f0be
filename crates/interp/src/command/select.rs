//! The `select` construct (bash, ksh).

use std::io::Write;

use skosh_state::flow::{Divert, Outcome};
use skosh_state::{Fields, Shell};
use skosh_syntax::Sym;
use skosh_syntax::ast::{Compound, CompoundList, Word};
use skosh_syntax::names::well_known as name;

use super::list::list;
use crate::{expand, report, trap};

/// Shows a menu of the words on standard error, reads a choice, and executes the body, until the end of input or `break`.
pub fn run(sh: &mut Shell, compound: &Compound, variable: Sym, words: Option<&[Word]>, body: &CompoundList) -> Outcome {
    sh.in_tail = false;
    let heading = |names: &skosh_syntax::Interner| skosh_syntax::print_heading(compound, names);
    if !trap::before_command(sh, compound.span.line, heading)? {
        return Ok(sh.counters.status);
    }
    if let Some(status) = super::loops::bad_variable(sh, variable)? {
        return Ok(status);
    }
    if sh.options.has(skosh_state::Opt::XTrace) && !sh.options.has(skosh_state::Opt::Posix) {
        sh.counters.line = compound.span.line;
        let heading = skosh_syntax::print_heading(compound, &sh.names);
        crate::xtrace::line(sh, &heading)?;
    }
    let mut items = Fields::new();
    match words {
        Some(words) => expand::fields(sh, words, &mut items)?,
        None => sh.positional.iter().for_each(|field| items.push(field)),
    }
    if items.is_empty() {
        return Ok(0);
    }
    sh.loop_depth += 1;
    let outcome = repeat(sh, variable, &items, body);
    sh.loop_depth -= 1;
    outcome
}

fn repeat(sh: &mut Shell, variable: Sym, items: &Fields, body: &CompoundList) -> Outcome {
    let mut status = 0;
    let mut show = true;
    loop {
        if show {
            let text = menu(items, columns(sh));
            report::write_error_output(sh, &text);
        }
        let prompt = sh.scalar(name::PS3).map_or_else(|| b"#? ".to_vec(), |value| value.into_owned());
        report::write_error_output(sh, &prompt);
        let Some(reply) = read_line(sh) else {
            report::write_error_output(sh, b"\n");
            return Ok(1);
        };
        if let Err(error) = sh.assign(name::REPLY, &reply) {
            return Err(report::assign_failed(sh, error));
        }
        show = reply.is_empty();
        if show {
            continue;
        }
        let choice = skosh_arith::parse_integer(reply.trim_ascii()).and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
        let item = choice.checked_sub(1).and_then(|index| items.get(index)).unwrap_or(b"");
        if let Err(error) = sh.assign(variable, item) {
            return Err(report::assign_failed(sh, error));
        }
        match list(sh, body) {
            Ok(result) => status = result,
            Err(Divert::Break(1)) => return Ok(status),
            Err(Divert::Break(levels)) => return Err(Divert::Break(levels - 1)),
            Err(Divert::Continue(1)) => {}
            Err(Divert::Continue(levels)) => return Err(Divert::Continue(levels - 1)),
            Err(divert) => return Err(divert),
        }
        // bash shows the menu again when REPLY was emptied.
        show = sh.scalar(name::REPLY).is_none_or(|value| value.is_empty());
    }
}

fn read_line(sh: &mut Shell) -> Option<Vec<u8>> {
    sh.flush();
    let file = sh.fds.get(0).ok()?.clone();
    let mut line = Vec::new();
    match sh.fds.pool.read_until(&file, b'\n', usize::MAX, &mut line) {
        Ok(skosh_stream::ReadEnd::EndOfFile) | Err(_) if line.is_empty() => None,
        _ => Some(line),
    }
}

fn columns(sh: &mut Shell) -> usize {
    let value = sh.scalar(name::COLUMNS).and_then(|value| skosh_arith::parse_integer(&value));
    value.and_then(|n| usize::try_from(n).ok()).filter(|&n| n > 0).unwrap_or(80)
}

/// The numbered items in as many columns as fit, filled downward.
fn menu(items: &Fields, columns: usize) -> Vec<u8> {
    let digits = items.len().to_string().len();
    let longest = items.iter().map(<[u8]>::len).max().unwrap_or(0);
    let width = longest + digits + 4;
    let per_line =
        if items.len() <= columns / width.max(1) && items.len() < 2 { 1 } else { (columns / width.max(1)).max(1) };
    let rows = items.len().div_ceil(per_line);
    let rows = if rows == 1 { items.len() } else { rows };
    let mut out = Vec::new();
    for row in 0..rows {
        let mut index = row;
        while index < items.len() {
            let _ = write!(out, "{:>digits$}) ", index + 1);
            out.extend_from_slice(items.at(index));
            if index + rows < items.len() {
                out.resize(out.len() + width - digits - 2 - items.at(index).len(), b' ');
            }
            index += rows;
        }
        out.push(b'\n');
    }
    out
}
