//! `caller`: where the running function was called.

use skosh_interp::report;
use skosh_state::arrays::IndexedArray;
use skosh_state::{Fields, Outcome, Shell};
use skosh_syntax::names::well_known as name;

use crate::number;
use crate::option_scan::{no_options, usage_error};

/// `caller [expr]`: line and file of the call; with a number also the function, of that many calls further out.
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    let first = match no_options(sh, args) {
        Ok(first) => first,
        Err(status) => return Ok(status),
    };
    let mut array = |sym| sh.dynamic_array(sym).unwrap_or_default();
    let (lines, functions, sources) = (array(name::BASH_LINENO), array(name::FUNCNAME), array(name::BASH_SOURCE));
    if lines.is_empty() {
        return Ok(1);
    }
    let at = |array: &IndexedArray, index: u64| array.get(index).map(<[u8]>::to_vec);
    let mut line = Vec::new();
    match args.get(first) {
        None => {
            line.extend(at(&lines, 0).unwrap_or_default());
            line.push(b' ');
            line.extend(at(&sources, 1).unwrap_or_else(|| b"NULL".to_vec()));
        }
        Some(text) => {
            let Some(level) = number::integer(text).and_then(|level| u64::try_from(level).ok()) else {
                report::builtin_word_error(sh, text, "invalid number");
                return Ok(usage_error(sh));
            };
            let (Some(number), Some(function), Some(source)) =
                (at(&lines, level), at(&functions, level + 1), at(&sources, level + 1))
            else {
                return Ok(1);
            };
            line.extend(number);
            line.push(b' ');
            line.extend(function);
            line.push(b' ');
            line.extend(source);
        }
    }
    line.push(b'\n');
    report::output(sh, &line)
}
