//! `unset` (POSIX XCU unset).

use skosh_interp::{expand, report};
use skosh_state::variables::AssignError;
use skosh_state::{Attributes, Fields, Outcome, Shell, Value};
use skosh_syntax::Sym;
use skosh_syntax::names::is_name;

use crate::failure;
use crate::option_scan::OptionScan;

/// `unset [-f] [-v] [-n] name...`
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    let (mut functions, mut variables, mut references) = (false, false, false);
    let letters: &[u8] = if failure::is_sh(sh) { b"fv" } else { b"fvn" };
    let mut scan = OptionScan::new(args);
    loop {
        match scan.next(sh, letters) {
            Ok(None) => break,
            Ok(Some((b'f', _))) => functions = true,
            Ok(Some((b'v', _))) => variables = true,
            Ok(Some(_)) => references = true,
            Err(status) => return failure::special(sh, status),
        }
    }
    if failure::is_sh(sh) {
        // The last one counts.
        if functions && variables {
            functions =
                args.iter().skip(1).take(scan.first() - 1).next_back().is_some_and(|field| field.ends_with(b"f"));
            variables = !functions;
        }
    } else if functions && variables {
        return Ok(report::builtin_error(sh, b"cannot simultaneously unset a function and a variable"));
    }
    let mut status = 0;
    for operand in args.iter().skip(scan.first()) {
        if functions {
            status = status.max(unset_function(sh, operand));
            continue;
        }
        match unset_variable(sh, operand, variables, references) {
            Ok(()) => {}
            Err(Refusal::Name) => {
                report::builtin_error(sh, &quoted(operand, "not a valid identifier"));
                status = 1;
            }
            Err(Refusal::NotArray) => {
                let name = operand.split(|&byte| byte == b'[').next().unwrap_or(operand);
                report::builtin_word_error(sh, name, "not an array variable");
                status = 1;
            }
            Err(Refusal::Assign(AssignError::BadSubscript(_))) => {
                let inside = operand.iter().position(|&byte| byte == b'[').and_then(|place| operand.get(place..));
                report::builtin_word_error(sh, inside.unwrap_or(operand), "bad array subscript");
                status = 1;
            }
            Err(Refusal::Assign(error)) => {
                let sym = match error {
                    AssignError::Readonly(sym) | AssignError::CircularReference(sym) => sym,
                    AssignError::KindMismatch(sym) | AssignError::BadSubscript(sym) => sym,
                };
                let name = sh.names.name(sym).to_vec();
                report::builtin_word_error(sh, &name, "cannot unset: readonly variable");
                status = 1;
            }
            Err(Refusal::Divert(divert)) => return Err(divert),
        }
        if status != 0 && failure::is_sh(sh) {
            return failure::special(sh, 2);
        }
    }
    Ok(status)
}

/// `` `WORD': TEXT ``
fn quoted(word: &[u8], text: &str) -> Vec<u8> {
    let mut out = b"`".to_vec();
    out.extend_from_slice(word);
    out.extend_from_slice(b"': ");
    out.extend_from_slice(text.as_bytes());
    out
}

fn unset_function(sh: &mut Shell, name: &[u8]) -> i32 {
    let Some(sym) = sh.names.lookup(name) else { return 0 };
    match sh.function(sym) {
        Some(function) if function.readonly => report::builtin_word_error(sh, name, "cannot unset: readonly function"),
        Some(_) => {
            sh.define_function(sym, None);
            0
        }
        None => 0,
    }
}

/// Why a variable was not unset.
enum Refusal {
    Name,
    NotArray,
    Assign(AssignError),
    Divert(skosh_state::Divert),
}

fn unset_variable(sh: &mut Shell, operand: &[u8], only_variables: bool, reference: bool) -> Result<(), Refusal> {
    if let Some(open) = operand.iter().position(|&byte| byte == b'[')
        && operand.last() == Some(&b']')
        && !failure::is_sh(sh)
    {
        let name = operand.get(..open).unwrap_or(b"");
        let subscript = operand.get(open + 1..operand.len() - 1).unwrap_or(b"");
        if !is_name(name) {
            return Err(Refusal::Name);
        }
        return unset_element(sh, name, subscript);
    }
    if !is_name(operand) {
        // bash takes it for the name of a function.
        if !only_variables && !failure::is_sh(sh) {
            unset_function(sh, operand);
            return Ok(());
        }
        return Err(Refusal::Name);
    }
    let Some(sym) = sh.names.lookup(operand) else { return Ok(()) };
    let target = if reference { sym } else { sh.resolve(sym).map_err(Refusal::Assign)? };
    if !reference
        && sh.attributes(target).has(Attributes::NAMEREF)
        && let Some(Value::Scalar(element)) = sh.vars.get(target).map(|variable| variable.value.clone())
        && element.contains(&b'[')
    {
        return unset_variable(sh, &element, true, false);
    }
    let exists =
        sh.vars.get(target).is_some_and(|variable| variable.exists() || variable.attrs.has(Attributes::DYNAMIC));
    if !exists && !only_variables && !failure::is_sh(sh) {
        if unset_function(sh, operand) != 0 {
            return Ok(());
        }
        return Ok(());
    }
    if !failure::is_sh(sh) && sh.unset_outer_local(target) {
        return Ok(());
    }
    unset(sh, target)
}

fn unset(sh: &mut Shell, sym: Sym) -> Result<(), Refusal> {
    sh.unset_variable(sym).map_err(Refusal::Assign)
}

/// `unset 'name[subscript]'`
fn unset_element(sh: &mut Shell, name: &[u8], subscript: &[u8]) -> Result<(), Refusal> {
    let Some(sym) = sh.names.lookup(name) else { return Ok(()) };
    let sym = sh.resolve(sym).map_err(Refusal::Assign)?;
    expand::element::unset_element(sh, sym, subscript).map_err(|failure| match failure {
        expand::AssignFailure::Error(error) => Refusal::Assign(error),
        expand::AssignFailure::Divert(divert) => Refusal::Divert(divert),
        expand::AssignFailure::NotAName => Refusal::NotArray,
    })
}
