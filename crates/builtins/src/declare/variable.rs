//! What a declaration does to one variable: scope, kind, attributes, value, reference.

use super::{Failure, Operand, Request, assign_failed, not_identifier, refuse, store_failed};
use crate::failure;
use skosh_interp::{expand, report};
use skosh_state::variables::AssignError;
use skosh_state::{Attributes, Divert, Opt, Shell, Value};
use skosh_syntax::Sym;
use skosh_syntax::names::is_name;

/// Declares one variable.
pub(super) fn declare(sh: &mut Shell, operand: &Operand<'_>, request: &Request) -> Result<(), Failure> {
    let mut sym = sh.names.intern(operand.name);
    if request.remove.has(Attributes::NAMEREF) && sh.attributes(sym).has(Attributes::NAMEREF) {
        return unmake_reference(sh, sym, operand, request);
    }
    if request.local && !request.global {
        make_local(sh, sym, request)?;
    } else if !request.add.with(request.remove).has(Attributes::NAMEREF) {
        sym = sh.resolve(sym).map_err(|error| assign_failed(sh, error, request))?;
    }
    let swapped = request.global && sh.swap_with_global(sym);
    let result = change(sh, sym, operand, request);
    if swapped {
        sh.swap_with_global(sym);
    }
    result
}

pub(super) fn make_local(sh: &mut Shell, sym: Sym, request: &Request) -> Result<(), Failure> {
    let attrs = sh.attributes(sym);
    // A readonly variable cannot be hidden, unless a function around this one made it so.
    if attrs.has(Attributes::READONLY) && !sh.is_local_anywhere(sym) && !failure::is_sh(sh) {
        return Err(assign_failed(sh, AssignError::Readonly(sym), request));
    }
    if sh.make_local(sym) == Some(true) {
        // One that was assigned for the call (`x=1 f`) keeps that value.
        let inherit = request.inherit
            || sh.options.has(Opt::LocalVarInherit)
            || failure::is_sh(sh)
            || sh.is_assigned_for_call(sym);
        if inherit {
            sh.set_attributes(sym, Attributes::LOCAL, Attributes::NAMEREF);
        } else {
            sh.reset_local(sym, Attributes::EXPORT);
        }
    }
    Ok(())
}

/// Attributes and value of a variable that is in its place.
pub(super) fn change(sh: &mut Shell, sym: Sym, operand: &Operand<'_>, request: &Request) -> Result<(), Failure> {
    // `x=1 export x`: the assignment outlives the command.
    if request.add.has(Attributes::EXPORT.with(Attributes::READONLY)) {
        sh.keep_assignment(sym);
    }
    let before = sh.attributes(sym);
    let assigns = operand.value.is_some() || operand.array.is_some();
    if before.has(Attributes::READONLY) && (assigns || request.remove.has(Attributes::READONLY)) {
        // bash: the attribute is given all the same.
        if !request.named {
            sh.set_attributes(sym, Attributes(request.add.0 & Attributes::EXPORT.0), Attributes::NONE);
        }
        let kinds = Attributes::INDEXED.with(Attributes::ASSOCIATIVE);
        if operand.array.is_none() && request.add.has(kinds) && !request.named {
            let text = report::assign_error_text(sh, AssignError::Readonly(sym));
            return Err(Failure::Status(report::builtin_error(sh, &text)));
        }
        return Err(assign_failed(sh, AssignError::Readonly(sym), request));
    }
    check_kind(sh, sym, operand, request)?;
    if request.add.has(Attributes::NAMEREF) {
        return make_reference(sh, sym, operand, request);
    }
    // What an assignment has to know comes before it, what would forbid it after.
    let late = Attributes::READONLY.with(Attributes::EXPORT);
    let mut remove = request.remove;
    let cases = Attributes(Attributes::LOWER.0 | Attributes::UPPER.0 | Attributes::CAPITAL.0);
    if request.add.has(cases) {
        remove = remove.with(cases.without(request.add));
    }
    become_array(sh, sym, operand, request)?;
    let kinds = Attributes::INDEXED.with(Attributes::ASSOCIATIVE);
    sh.set_attributes(sym, request.add.without(late).without(kinds), remove.without(Attributes::READONLY));
    assign(sh, sym, operand, request)?;
    let mut add = Attributes(request.add.0 & late.0);
    if !assigns && !sh.vars.get(sym).is_some_and(|variable| variable.exists()) {
        add = add.with(Attributes::DECLARED);
    }
    sh.set_attributes(sym, add, Attributes::NONE);
    Ok(())
}

/// Arrays of one kind do not become the other, nor scalars again.
pub(super) fn check_kind(sh: &mut Shell, sym: Sym, operand: &Operand<'_>, request: &Request) -> Result<(), Failure> {
    let attrs = sh.attributes(sym);
    let is_indexed = attrs.has(Attributes::INDEXED);
    let is_associative = attrs.has(Attributes::ASSOCIATIVE);
    if request.add.has(Attributes::ASSOCIATIVE) && is_indexed {
        return Err(refuse(sh, operand.name, "cannot convert indexed to associative array"));
    }
    if request.add.has(Attributes::INDEXED) && is_associative {
        return Err(refuse(sh, operand.name, "cannot convert associative to indexed array"));
    }
    if request.remove.has(Attributes::INDEXED) && is_indexed
        || request.remove.has(Attributes::ASSOCIATIVE) && is_associative
    {
        return Err(refuse(sh, operand.name, "cannot destroy array variables in this way"));
    }
    Ok(())
}

/// `-a`, `-A`: a scalar becomes element 0.
pub(super) fn become_array(sh: &mut Shell, sym: Sym, operand: &Operand<'_>, request: &Request) -> Result<(), Failure> {
    let mut wanted = Attributes(request.add.0 & (Attributes::INDEXED.0 | Attributes::ASSOCIATIVE.0));
    // `declare x[100]` declares an array.
    if wanted == Attributes::NONE
        && operand.target != operand.name
        && operand.value.is_none()
        && !sh.attributes(sym).has(Attributes::INDEXED.with(Attributes::ASSOCIATIVE))
    {
        wanted = Attributes::INDEXED;
    }
    let attrs = sh.attributes(sym);
    if wanted == Attributes::NONE || attrs.has(wanted) {
        return Ok(());
    }
    let scalar = match sh.vars.get(sym).map(|variable| &variable.value) {
        Some(Value::Scalar(text)) => Some(text.clone()),
        _ => None,
    };
    let result = match scalar {
        Some(text) if wanted.has(Attributes::ASSOCIATIVE) => {
            let mut array = skosh_state::arrays::AssociativeArray::new();
            array.set(b"0", text);
            sh.assign_value(sym, Value::Associative(Box::new(array)))
        }
        Some(text) => {
            let mut array = skosh_state::arrays::IndexedArray::new();
            array.set(0, text);
            sh.assign_value(sym, Value::Indexed(Box::new(array)))
        }
        None => {
            sh.set_attributes(sym, wanted, Attributes::NONE);
            Ok(())
        }
    };
    result.map_err(|error| {
        let _ = operand;
        assign_failed(sh, error, request)
    })
}

pub(super) fn assign(sh: &mut Shell, sym: Sym, operand: &Operand<'_>, request: &Request) -> Result<(), Failure> {
    if let Some(array) = &operand.array {
        // With `+=` what the variable held is in it already.
        return sh.assign_value(sym, array.clone()).map_err(|error| {
            let text = report::assign_error_text(sh, error);
            Failure::Status(report::builtin_error(sh, &text))
        });
    }
    let Some(value) = operand.value else { return Ok(()) };
    // `export` and `readonly` want to be told that the text is an array.
    let kinds = Attributes::INDEXED.with(Attributes::ASSOCIATIVE);
    let is_array = if request.named { sh.attributes(sym).has(kinds) } else { request.add.has(kinds) };
    if is_array && value.first() == Some(&b'(') && value.last() == Some(&b')') && operand.target == operand.name {
        return Ok(assign_array_text(sh, operand)?);
    }
    let mut target = sh.names.name(sym).to_vec();
    target.extend_from_slice(operand.target.get(operand.name.len()..).unwrap_or(b""));
    let outcome = if operand.append {
        expand::element::append_text(sh, &target, value)
    } else {
        expand::assign_text(sh, &target, value)
    };
    outcome.map_err(|failure| store_failed(sh, failure, operand, request))
}

/// `declare -a 'x=(1 2)'`: where the variable is an array, the text of one is read as such.
pub(super) fn assign_array_text(sh: &mut Shell, operand: &Operand<'_>) -> Result<(), Divert> {
    let Ok(lists) = skosh_syntax::parse_text(operand.text, &mut sh.names, skosh_syntax::ParseOptions::BASH) else {
        not_identifier(sh, operand.text);
        return Ok(());
    };
    let commands = lists.iter().flat_map(|list| list.items.iter()).flat_map(|item| item.and_or.first.commands.iter());
    for command in commands {
        if let skosh_syntax::ast::Command::Simple(simple) = command {
            for assignment in &simple.assignments {
                expand::assignment::assign(sh, assignment)?;
            }
        }
    }
    Ok(())
}

/// `declare +n name[=value]`: the value goes to what the reference refers to, before it is a reference no more.
pub(super) fn unmake_reference(
    sh: &mut Shell,
    sym: Sym,
    operand: &Operand<'_>,
    request: &Request,
) -> Result<(), Failure> {
    if operand.value.is_some() || operand.array.is_some() {
        let target = sh.resolve(sym).map_err(|error| assign_failed(sh, error, request))?;
        if target != sym {
            assign(sh, target, operand, request)?;
        }
    }
    sh.set_attributes(sym, request.add, request.remove);
    Ok(())
}

/// `declare -n name[=target]`
pub(super) fn make_reference(
    sh: &mut Shell,
    sym: Sym,
    operand: &Operand<'_>,
    request: &Request,
) -> Result<(), Failure> {
    let attrs = sh.attributes(sym);
    if attrs.has(Attributes::INDEXED.with(Attributes::ASSOCIATIVE)) || operand.target != operand.name {
        return Err(refuse(sh, operand.target, "reference variable cannot be an array"));
    }
    let current = sh.vars.get(sym).and_then(|variable| variable.scalar()).map(<[u8]>::to_vec);
    let target = operand.value.map(<[u8]>::to_vec).or(current);
    if let Some(target) = &target {
        let base = target.split(|&byte| byte == b'[').next().unwrap_or(b"");
        if base == operand.name && !request.local {
            return Err(refuse(sh, operand.name, "nameref variable self references not allowed"));
        }
        let subscripted = base.len() < target.len();
        if !is_name(base) || subscripted && target.last() != Some(&b']') {
            let mut text = b"`".to_vec();
            text.extend_from_slice(target);
            text.extend_from_slice(b"': invalid variable name for name reference");
            return Err(Failure::Status(report::builtin_error(sh, &text)));
        }
        // The value belongs to the reference itself, not to what it refers to so far.
        sh.set_attributes(sym, Attributes::NONE, Attributes::NAMEREF);
        sh.assign(sym, target).map_err(|error| assign_failed(sh, error, request))?;
        if base == operand.name {
            report::builtin_error(sh, &[b"warning: ", operand.name, b": circular name reference"].concat());
        }
    }
    sh.set_attributes(sym, request.add, request.remove);
    Ok(())
}
