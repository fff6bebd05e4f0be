//! `declare`, `typeset`, `local`, `export` and `readonly` (POSIX XCU export, readonly): attributes, values and scopes of variables.

use skosh_interp::{expand, report};
use skosh_state::variables::AssignError;
use skosh_state::{Attributes, Divert, Fields, Opt, Outcome, Shell, Status, Value};
use skosh_syntax::Sym;
use skosh_syntax::names::is_name;

use crate::option_scan::{OptionScan, invalid};
use crate::{failure, listing};

/// What a declaration does to each of its operands.
#[derive(Debug)]
struct Request {
    add: Attributes,
    remove: Attributes,
    /// New variables are local to the function.
    local: bool,
    /// `-g`: outside of all functions.
    global: bool,
    /// `-I`: a local variable starts with what it had outside.
    inherit: bool,
    /// Failed assignments name the builtin (`declare`, `local`) or not (`export`, `readonly`).
    named: bool,
}

/// An operand, taken apart: `name`, `name=value`, `name+=value`, `name[subscript]=value`.
struct Operand<'a> {
    text: &'a [u8],
    /// Without subscript.
    name: &'a [u8],
    /// What stands before the `=`, a subscript included.
    target: &'a [u8],
    /// The text after the `=`.
    value: Option<&'a [u8]>,
    append: bool,
    /// `name=(...)`, already expanded.
    array: Option<Value>,
}

/// Takes an operand apart; `None` when what should be a name is none.
fn parse<'a>(text: &'a [u8], array: Option<Value>) -> Option<Operand<'a>> {
    let name_end = text.iter().position(|&byte| matches!(byte, b'=' | b'+' | b'[')).unwrap_or(text.len());
    let name = text.get(..name_end)?;
    if !is_name(name) {
        return None;
    }
    let mut at = name_end;
    if text.get(at) == Some(&b'[') {
        let mut depth = 0usize;
        for &byte in text.get(at..)? {
            at += 1;
            match byte {
                b'[' => depth += 1,
                b']' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        if depth != 0 {
            return None;
        }
    }
    let target = text.get(..at)?;
    let (value, append) = match text.get(at..)? {
        [] => (None, false),
        [b'=', value @ ..] => (Some(value), false),
        [b'+', b'=', value @ ..] => (Some(value), true),
        _ => return None,
    };
    Some(Operand { text, name, target, value, append, array })
}

/// `export [-fn] [name[=value]...]`, `export -p`
pub fn run_export(sh: &mut Shell, args: &Fields) -> Outcome {
    run_marking(sh, args, "export", Attributes::EXPORT)
}

/// `readonly [-aAf] [name[=value]...]`, `readonly -p`
pub fn run_readonly(sh: &mut Shell, args: &Fields) -> Outcome {
    run_marking(sh, args, "readonly", Attributes::READONLY)
}

fn run_marking(sh: &mut Shell, args: &Fields, command: &'static str, mark: Attributes) -> Outcome {
    let mut arrays = std::mem::take(&mut sh.array_arguments);
    let (mut functions, mut unmark) = (false, false);
    let mut kind = Attributes::NONE;
    let letters: &[u8] = match (failure::is_sh(sh), command) {
        (true, _) => b"p",
        (false, "export") => b"aAfnp",
        (false, _) => b"aAfp",
    };
    let mut scan = OptionScan::new(args);
    loop {
        match scan.next(sh, letters) {
            Ok(None) => break,
            Ok(Some((b'f', _))) => functions = true,
            Ok(Some((b'n', _))) => unmark = true,
            Ok(Some((b'a', _))) => kind = Attributes::INDEXED,
            Ok(Some((b'A', _))) => kind = Attributes::ASSOCIATIVE,
            Ok(Some(_)) => {}
            Err(status) => return failure::special(sh, status),
        }
    }
    let first = scan.first();
    if args.len() <= first {
        return list_marked(sh, command, mark, kind, functions);
    }
    let (add, remove) = if unmark { (Attributes::NONE, mark) } else { (mark.with(kind), Attributes::NONE) };
    let request = Request { add, remove, local: false, global: false, inherit: false, named: false };
    let mut status = 0;
    let mut assignment_failed = false;
    for (index, text) in args.iter().enumerate().skip(first) {
        if functions {
            status = status.max(mark_function(sh, text, &request));
            continue;
        }
        let array = take_array(&mut arrays, index);
        match parse(text, array) {
            Some(operand) if operand.target.len() == operand.name.len() => match declare(sh, &operand, &request) {
                Ok(()) => {}
                Err(Failure::Status(code)) => {
                    status = code;
                    assignment_failed = true;
                }
                Err(Failure::Divert(divert)) => return Err(divert),
            },
            _ => {
                not_identifier(sh, text);
                status = 1;
                assignment_failed |= failure::is_sh(sh);
            }
        }
        if assignment_failed && sh.options.has(Opt::Posix) {
            return failure::special(sh, status);
        }
    }
    Ok(status)
}

fn not_identifier(sh: &mut Shell, text: &[u8]) -> Status {
    let mut message = b"`".to_vec();
    message.extend_from_slice(text);
    message.extend_from_slice(b"': not a valid identifier");
    report::builtin_error(sh, &message)
}

fn take_array(arrays: &mut Vec<(usize, Value)>, index: usize) -> Option<Value> {
    let place = arrays.iter().position(|(other, _)| *other == index)?;
    Some(arrays.swap_remove(place).1)
}

/// `export -p` and `readonly -p`, with `-f`, `-a` and `-A` restricting what is listed.
fn list_marked(sh: &mut Shell, command: &str, mark: Attributes, kind: Attributes, functions: bool) -> Outcome {
    let mut out = sh.take_bytes();
    if functions {
        for sym in listing::sorted_functions(sh) {
            let marked = sh
                .function(sym)
                .is_some_and(|function| if mark == Attributes::EXPORT { function.exported } else { function.readonly });
            if marked {
                listing::function_text(sh, sym, &mut out);
                push_function_line(sh, sym, &mut out);
            }
        }
    } else {
        for sym in listing::sorted_variables(sh) {
            let attrs = sh.attributes(sym);
            if attrs.has(mark) && (kind == Attributes::NONE || attrs.has(kind)) {
                listing::command_line(sh, command, sym, &mut out);
            }
        }
    }
    let outcome = report::output(sh, &out);
    sh.recycle_bytes(out);
    outcome
}

/// `declare -fx name`
fn push_function_line(sh: &Shell, sym: Sym, out: &mut Vec<u8>) {
    let Some(function) = sh.function(sym) else { return };
    out.extend_from_slice(b"declare -f");
    for (on, letter) in [(function.readonly, b'r'), (function.traced, b't'), (function.exported, b'x')] {
        if on {
            out.push(letter);
        }
    }
    out.push(b' ');
    out.extend_from_slice(sh.names.name(sym));
    out.push(b'\n');
}

/// Marks a function: `export -f`, `readonly -f`, `declare -ft`.
fn mark_function(sh: &mut Shell, name: &[u8], request: &Request) -> Status {
    let found = sh.names.lookup(name).and_then(|sym| sh.function(sym).cloned().map(|function| (sym, function)));
    let Some((sym, function)) = found else {
        return report::builtin_word_error(sh, name, "not a function");
    };
    if function.readonly && request.remove.has(Attributes::READONLY) {
        return report::builtin_word_error(sh, name, "readonly function");
    }
    let flag = |now: bool, bit: Attributes| (now || request.add.has(bit)) && !request.remove.has(bit);
    let function = skosh_state::Function {
        definition: function.definition.clone(),
        source: function.source.clone(),
        exported: flag(function.exported, Attributes::EXPORT),
        readonly: flag(function.readonly, Attributes::READONLY),
        traced: flag(function.traced, Attributes::TRACE),
    };
    sh.define_function(sym, Some(std::rc::Rc::new(function)));
    0
}

/// Why an operand failed.
enum Failure {
    /// Reported; go on with the next operand.
    Status(Status),
    /// Not to go on.
    Divert(Divert),
}

impl From<Divert> for Failure {
    fn from(divert: Divert) -> Self {
        Failure::Divert(divert)
    }
}

fn refuse(sh: &mut Shell, word: &[u8], text: &str) -> Failure {
    Failure::Status(report::builtin_word_error(sh, word, text))
}

/// A failed assignment, reported with or without the name of the builtin.
fn assign_failed(sh: &mut Shell, error: AssignError, request: &Request) -> Failure {
    if request.named {
        let text = report::assign_error_text(sh, error);
        Failure::Status(report::builtin_error(sh, &text))
    } else {
        Failure::Status(failure::assignment(sh, error))
    }
}

fn store_failed(sh: &mut Shell, failure: expand::AssignFailure, operand: &Operand<'_>, request: &Request) -> Failure {
    match failure {
        expand::AssignFailure::Error(error) => assign_failed(sh, error, request),
        expand::AssignFailure::Divert(divert) => Failure::Divert(divert),
        expand::AssignFailure::NotAName => {
            // A reference that refers to nothing yet was given what is no name.
            let sym = sh.names.intern(operand.name);
            let is_reference = sh.attributes(sym).has(Attributes::NAMEREF);
            let shown = if is_reference { operand.value.unwrap_or(b"") } else { operand.text };
            Failure::Status(not_identifier(sh, shown))
        }
    }
}

/// Declares one variable.
fn declare(sh: &mut Shell, operand: &Operand<'_>, request: &Request) -> Result<(), Failure> {
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

fn make_local(sh: &mut Shell, sym: Sym, request: &Request) -> Result<(), Failure> {
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
fn change(sh: &mut Shell, sym: Sym, operand: &Operand<'_>, request: &Request) -> Result<(), Failure> {
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
        if operand.array.is_some() && !request.named {
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
fn check_kind(sh: &mut Shell, sym: Sym, operand: &Operand<'_>, request: &Request) -> Result<(), Failure> {
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
fn become_array(sh: &mut Shell, sym: Sym, operand: &Operand<'_>, request: &Request) -> Result<(), Failure> {
    let wanted = Attributes(request.add.0 & (Attributes::INDEXED.0 | Attributes::ASSOCIATIVE.0));
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

fn assign(sh: &mut Shell, sym: Sym, operand: &Operand<'_>, request: &Request) -> Result<(), Failure> {
    if let Some(array) = &operand.array {
        // With `+=` what the variable held is in it already.
        return sh.assign_value(sym, array.clone()).map_err(|error| assign_failed(sh, error, request));
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
fn assign_array_text(sh: &mut Shell, operand: &Operand<'_>) -> Result<(), Divert> {
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
fn unmake_reference(sh: &mut Shell, sym: Sym, operand: &Operand<'_>, request: &Request) -> Result<(), Failure> {
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
fn make_reference(sh: &mut Shell, sym: Sym, operand: &Operand<'_>, request: &Request) -> Result<(), Failure> {
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

/// `declare [-aAfFgiIlnrtux] [-p] [name[=value]...]` and its other name `typeset`
pub fn run_declare(sh: &mut Shell, args: &Fields) -> Outcome {
    run(sh, args, false)
}

/// `local [option] [name[=value]...]`
pub fn run_local(sh: &mut Shell, args: &Fields) -> Outcome {
    if !sh.calls.iter().any(|call| call.function.is_some()) {
        sh.array_arguments.clear();
        report::builtin_error(sh, b"can only be used in a function");
        return failure::special_in_sh(sh, 1);
    }
    run(sh, args, true)
}

/// The options of `declare`, as far as they are no attributes.
#[derive(Default)]
struct Flags {
    print: bool,
    functions: bool,
    function_names: bool,
    global: bool,
    inherit: bool,
    add: Attributes,
    remove: Attributes,
    first: usize,
}

fn attribute(letter: u8) -> Option<Attributes> {
    Some(match letter {
        b'a' => Attributes::INDEXED,
        b'A' => Attributes::ASSOCIATIVE,
        b'c' => Attributes::CAPITAL,
        b'i' => Attributes::INTEGER,
        b'l' => Attributes::LOWER,
        b'n' => Attributes::NAMEREF,
        b'r' => Attributes::READONLY,
        b't' => Attributes::TRACE,
        b'u' => Attributes::UPPER,
        b'x' => Attributes::EXPORT,
        _ => return None,
    })
}

fn parse_flags(sh: &mut Shell, args: &Fields) -> Result<Flags, Status> {
    let mut flags = Flags { first: 1, ..Flags::default() };
    let mut case_letters = 0;
    while let Some(field) = args.get(flags.first) {
        let [sign @ (b'-' | b'+'), letters @ ..] = field else { break };
        if letters.is_empty() {
            break;
        }
        if field == b"--" {
            flags.first += 1;
            break;
        }
        if field == b"--help" {
            let usage = crate::option_scan::usage(sh);
            let name = sh.builtin_name.unwrap_or("");
            let _ = report::output(sh, format!("{name}: {name} {usage}\n").as_bytes());
            return Err(2);
        }
        for &letter in letters {
            match (letter, attribute(letter)) {
                (_, Some(bits)) if *sign == b'-' => {
                    case_letters += u32::from(matches!(letter, b'l' | b'u' | b'c'));
                    flags.add = flags.add.with(bits);
                }
                (_, Some(bits)) => flags.remove = flags.remove.with(bits),
                (b'p', _) => flags.print = true,
                (b'f', _) => flags.functions = *sign == b'-',
                (b'F', _) => {
                    flags.functions = *sign == b'-';
                    flags.function_names = *sign == b'-';
                }
                (b'g', _) => flags.global = *sign == b'-',
                (b'I', _) => flags.inherit = *sign == b'-',
                _ => return Err(invalid(sh, &[*sign, letter])),
            }
        }
        flags.first += 1;
    }
    if case_letters > 1 {
        // Contradictory ones cancel each other.
        let cases = Attributes(Attributes::LOWER.0 | Attributes::UPPER.0 | Attributes::CAPITAL.0);
        let given = flags.add.0 & cases.0;
        if given.count_ones() > 1 {
            flags.add = flags.add.without(cases);
        }
    }
    Ok(flags)
}

fn run(sh: &mut Shell, args: &Fields, is_local: bool) -> Outcome {
    let mut arrays = std::mem::take(&mut sh.array_arguments);
    let flags = match parse_flags(sh, args) {
        Ok(flags) => flags,
        Err(status) => return Ok(status),
    };
    let first = flags.first;
    if args.len() <= first {
        return list(sh, &flags, is_local);
    }
    if flags.print {
        return print_named(sh, args, &flags);
    }
    if flags.functions {
        return declare_functions(sh, args, &flags);
    }
    let in_function = sh.calls.iter().any(|call| call.function.is_some());
    let request = Request {
        add: flags.add,
        remove: flags.remove,
        local: in_function && !flags.global,
        global: flags.global && in_function,
        inherit: flags.inherit,
        named: true,
    };
    let mut status = 0;
    for (index, text) in args.iter().enumerate().skip(first) {
        if is_local && text == b"-" {
            sh.make_options_local();
            continue;
        }
        let array = take_array(&mut arrays, index);
        match parse(text, array) {
            Some(operand) => match declare(sh, &operand, &request) {
                Ok(()) => {}
                Err(Failure::Status(code)) if failure::is_sh(sh) => return failure::special(sh, code),
                Err(Failure::Status(code)) => status = code,
                Err(Failure::Divert(divert)) => return Err(divert),
            },
            None => {
                not_identifier(sh, text);
                status = 1;
                if failure::is_sh(sh) {
                    return failure::special(sh, 2);
                }
            }
        }
    }
    Ok(status)
}

/// `declare` without operands.
fn list(sh: &mut Shell, flags: &Flags, is_local: bool) -> Outcome {
    let mut out = sh.take_bytes();
    if flags.functions {
        for sym in listing::sorted_functions(sh) {
            if flags.function_names {
                push_function_line(sh, sym, &mut out);
            } else {
                listing::function_text(sh, sym, &mut out);
                if sh.function(sym).is_some_and(|function| function.exported || function.readonly || function.traced) {
                    push_function_line(sh, sym, &mut out);
                }
            }
        }
    } else {
        let plain = !flags.print && flags.add == Attributes::NONE && flags.remove == Attributes::NONE && !is_local;
        for sym in listing::sorted_variables(sh) {
            let attrs = sh.attributes(sym);
            if is_local && !sh.is_local(sym) || flags.add != Attributes::NONE && attrs.0 & flags.add.0 != flags.add.0 {
                continue;
            }
            if plain {
                listing::set_line(sh, sym, &mut out);
            } else {
                listing::declare_line(sh, sym, &mut out);
            }
        }
        if plain && !sh.options.has(Opt::Posix) {
            for sym in listing::sorted_functions(sh) {
                listing::function_text(sh, sym, &mut out);
            }
        }
    }
    let outcome = report::output(sh, &out);
    sh.recycle_bytes(out);
    outcome
}

/// `declare -p name...`
fn print_named(sh: &mut Shell, args: &Fields, flags: &Flags) -> Outcome {
    let mut out = sh.take_bytes();
    let mut status = 0;
    for name in args.iter().skip(flags.first) {
        let sym = sh.names.lookup(name);
        let found = match sym {
            Some(sym) if flags.functions => sh.function(sym).is_some(),
            Some(sym) => sh.vars.get(sym).is_some_and(|variable| {
                variable.exists() || variable.attrs.has(Attributes(Attributes::DYNAMIC.0 | Attributes::LOCAL.0))
            }),
            None => false,
        };
        match sym {
            Some(sym) if found && flags.functions => {
                if flags.function_names {
                    push_function_line(sh, sym, &mut out);
                } else {
                    listing::function_text(sh, sym, &mut out);
                    if sh.function(sym).is_some_and(|function| function.exported || function.readonly) {
                        push_function_line(sh, sym, &mut out);
                    }
                }
            }
            Some(sym) if found => listing::declare_line(sh, sym, &mut out),
            _ => {
                // What was found so far comes first.
                if !out.is_empty() {
                    let _ = report::output(sh, &out)?;
                    out.clear();
                }
                report::builtin_word_error(sh, name, "not found");
                status = 1;
            }
        }
    }
    if !out.is_empty() {
        status = status.max(report::output(sh, &out)?);
    }
    sh.recycle_bytes(out);
    Ok(status)
}

/// `declare -f name...`: shows functions, or gives them attributes.
fn declare_functions(sh: &mut Shell, args: &Fields, flags: &Flags) -> Outcome {
    let marks = Attributes(Attributes::READONLY.0 | Attributes::EXPORT.0 | Attributes::TRACE.0);
    let request =
        Request { add: flags.add, remove: flags.remove, local: false, global: false, inherit: false, named: true };
    let mut out = sh.take_bytes();
    let mut status = 0;
    for name in args.iter().skip(flags.first) {
        if name.contains(&b'=') {
            report::builtin_error(sh, b"cannot use `-f' to make functions");
            return Ok(1);
        }
        let found = sh.names.lookup(name).filter(|&sym| sh.function(sym).is_some());
        let Some(sym) = found else {
            status = 1;
            continue;
        };
        if flags.add.with(flags.remove).has(marks) {
            status = status.max(mark_function(sh, name, &request));
        } else if flags.function_names {
            out.extend_from_slice(name);
            if sh.options.has(Opt::ExtDebug)
                && let Some(function) = sh.function(sym)
            {
                out.extend_from_slice(format!(" {} ", function.definition.span.line).as_bytes());
                out.extend_from_slice(&function.source);
            }
            out.push(b'\n');
        } else {
            listing::function_text(sh, sym, &mut out);
        }
    }
    if !out.is_empty() {
        status = status.max(report::output(sh, &out)?);
    }
    sh.recycle_bytes(out);
    Ok(status)
}
