//! Functions under `declare -f`, `export -f` and `readonly -f`.

use super::Request;
use super::command::Flags;
use crate::listing;
use skosh_interp::report;
use skosh_state::{Attributes, Fields, Opt, Outcome, Shell, Status};
use skosh_syntax::Sym;

/// `declare -fx name`
pub(super) fn push_function_line(sh: &Shell, sym: Sym, out: &mut Vec<u8>) {
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
pub(super) fn mark_function(sh: &mut Shell, name: &[u8], request: &Request) -> Status {
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

/// `declare -f name...`: shows functions, or gives them attributes.
pub(super) fn declare_functions(sh: &mut Shell, args: &Fields, flags: &Flags) -> Outcome {
    let marks = Attributes(Attributes::READONLY.0 | Attributes::EXPORT.0 | Attributes::TRACE.0);
    let request =
        Request { add: flags.add, remove: flags.remove, local: false, global: false, inherit: false, named: true };
    let variables = Attributes(Attributes::INDEXED.0 | Attributes::ASSOCIATIVE.0 | Attributes::INTEGER.0);
    if flags.add.has(variables) {
        let kinds = [('a', Attributes::INDEXED), ('A', Attributes::ASSOCIATIVE), ('i', Attributes::INTEGER)];
        let letter = kinds.iter().find(|(_, bit)| flags.add.has(*bit)).map_or('a', |(letter, _)| *letter);
        return Ok(report::builtin_error(sh, format!("-{letter}: invalid option").as_bytes()));
    }
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
