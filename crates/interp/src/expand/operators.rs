//! The operators that change a value: `${x#pattern}`, `${x%pattern}`, `${x/pattern/word}`, `${x:offset:length}`, `${x^pattern}`.
//! Each is prepared once (pattern, replacement, numbers) and then applied to the value or to each element of a list.

use skosh_pattern::Pattern;
use skosh_state::{Attributes, Divert, Opt, Shell};
use skosh_syntax::ast::ParamOp;

use super::builder::Builder;
use super::pattern::Purpose;
use super::subject::{Element, Name, Subject};
use super::{array, letters, pattern, replace, substring};

/// Expands `${name OPERATOR}` for one of these operators.
pub(super) fn expand(
    builder: &mut Builder<'_>,
    sh: &mut Shell,
    subject: &Subject,
    op: &ParamOp,
    is_quoted: bool,
) -> Result<(), Divert> {
    match op {
        ParamOp::RemovePrefix { longest, pattern } => {
            let longest = *longest;
            pattern::with_pattern_for(sh, pattern, Purpose::Remove, |sh, pattern| {
                trimmed(builder, sh, subject, is_quoted, |value| without_prefix(value, pattern, longest))
            })?
        }
        ParamOp::RemoveSuffix { longest, pattern } => {
            let longest = *longest;
            pattern::with_pattern_for(sh, pattern, Purpose::Remove, |sh, pattern| {
                trimmed(builder, sh, subject, is_quoted, |value| without_suffix(value, pattern, longest))
            })?
        }
        ParamOp::Replace { kind, pattern, with } => {
            let with = replace::Replacement::prepare(sh, with.as_ref())?;
            pattern::with_pattern(sh, pattern, |sh, pattern| {
                each(builder, sh, subject, is_quoted, is_quoted, |value, out| {
                    replace::replace(value, pattern, *kind, &with, out);
                })
            })?
        }
        ParamOp::Substring { offset, length } => {
            if let Some(star) = subject.list()
                && !array::is_scalar(sh, subject)
            {
                let slice = array::slice(sh, subject, offset, length.as_ref())?;
                builder.fields_list(sh, &slice, star, is_quoted, is_quoted);
                sh.recycle_fields(slice);
                return Ok(());
            }
            substring::expand(builder, sh, subject, offset, length.as_ref(), is_quoted)
        }
        ParamOp::Case { kind, all, pattern } => {
            let (kind, all, locale) = (*kind, *all, sh.locale);
            match pattern {
                None => each(builder, sh, subject, is_quoted, is_quoted, |value, out| {
                    letters::convert(value, kind, all, None, locale, out);
                }),
                Some(pattern) => pattern::with_pattern_for(sh, pattern, Purpose::Remove, |sh, pattern| {
                    each(builder, sh, subject, is_quoted, is_quoted, |value, out| {
                        letters::convert(value, kind, all, Some(pattern), locale, out);
                    })
                })?,
            }
        }
        // The others are expanded where the form is told apart.
        _ => Ok(()),
    }
}

fn without_prefix<'v>(value: &'v [u8], pattern: &Pattern, longest: bool) -> &'v [u8] {
    let end = if longest { pattern.longest_prefix(value) } else { pattern.shortest_prefix(value) };
    value.get(end.unwrap_or(0)..).unwrap_or(b"")
}

fn without_suffix<'v>(value: &'v [u8], pattern: &Pattern, longest: bool) -> &'v [u8] {
    let start = if longest { pattern.longest_suffix(value) } else { pattern.shortest_suffix(value) };
    value.get(..start.unwrap_or(value.len())).unwrap_or(b"")
}

/// Appends the value, or each element, as a part of itself.
fn trimmed(
    builder: &mut Builder<'_>,
    sh: &mut Shell,
    subject: &Subject,
    is_quoted: bool,
    trim: impl for<'v> Fn(&'v [u8]) -> &'v [u8],
) -> Result<(), Divert> {
    if let (Name::Variable(sym), Element::Whole) = (subject.name, &subject.element) {
        sh.separators();
        let shell = &*sh;
        if let Some(variable) = shell.vars.get(sym)
            && !variable.attrs.has(Attributes::DYNAMIC.with(Attributes::NAMEREF))
            && let Some(text) = variable.scalar()
        {
            let text = trim(text);
            if is_quoted {
                builder.quoted(text);
            } else {
                builder.expanded(&shell.ifs, text);
            }
            return Ok(());
        }
    }
    each(builder, sh, subject, is_quoted, true, |value, out| out.extend_from_slice(trim(value)))
}

/// Appends the value, or each element, as `change` makes it. For `joined` see [`Builder::fields_list`].
pub(super) fn each(
    builder: &mut Builder<'_>,
    sh: &mut Shell,
    subject: &Subject,
    is_quoted: bool,
    joined: bool,
    mut change: impl FnMut(&[u8], &mut Vec<u8>),
) -> Result<(), Divert> {
    if let Some(star) = subject.list() {
        let values = array::list(sh, subject);
        let mut changed = sh.take_fields();
        for value in values.iter() {
            change(value, changed.open());
            changed.finish();
        }
        builder.fields_list(sh, &changed, star, is_quoted, joined);
        sh.recycle_fields(values);
        sh.recycle_fields(changed);
        return Ok(());
    }
    let mut value = sh.take_bytes();
    if subject.load(sh, &mut value)? {
        let mut changed = sh.take_bytes();
        change(&value, &mut changed);
        builder.value(sh, &changed, is_quoted);
        sh.recycle_bytes(changed);
    } else if sh.options.has(Opt::NoUnset) {
        return Err(super::parameter::unbound(sh, &subject.text(sh)));
    }
    sh.recycle_bytes(value);
    Ok(())
}
