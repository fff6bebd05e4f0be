//! `${x^}`, `${x,,}`, `${x~}`: upper and lower case.

use skosh_pattern::Pattern;
use skosh_state::environment::Locale;
use skosh_syntax::ast::CaseKind;

/// Appends `value` with the case of its first character, or of all, changed where the character matches `pattern`.
pub(super) fn convert(
    value: &[u8],
    kind: CaseKind,
    all: bool,
    pattern: Option<&Pattern>,
    locale: Locale,
    out: &mut Vec<u8>,
) {
    let mut rest = value;
    while !rest.is_empty() {
        let (character, after) = rest.split_at(locale.character_length(rest).min(rest.len()));
        if pattern.is_none_or(|pattern| pattern.matches(character)) {
            append_changed(character, kind, out);
        } else {
            out.extend_from_slice(character);
        }
        rest = after;
        if !all {
            break;
        }
    }
    out.extend_from_slice(rest);
}

/// Appends one character in the other case; characters without one, or whose other case is several characters, stay.
fn append_changed(character: &[u8], kind: CaseKind, out: &mut Vec<u8>) {
    if let [byte] = character {
        out.push(match kind {
            CaseKind::Upper => byte.to_ascii_uppercase(),
            CaseKind::Lower => byte.to_ascii_lowercase(),
            CaseKind::Toggle if byte.is_ascii_uppercase() => byte.to_ascii_lowercase(),
            CaseKind::Toggle => byte.to_ascii_uppercase(),
        });
        return;
    }
    let Some(letter) = std::str::from_utf8(character).ok().and_then(|text| text.chars().next()) else {
        out.extend_from_slice(character);
        return;
    };
    let to_upper = match kind {
        CaseKind::Upper => true,
        CaseKind::Lower => false,
        CaseKind::Toggle => !letter.is_uppercase(),
    };
    let mut buffer = [0; 4];
    let single = |mut letters: Box<dyn Iterator<Item = char>>| match (letters.next(), letters.next()) {
        (Some(only), None) => only,
        _ => letter,
    };
    let changed =
        if to_upper { single(Box::new(letter.to_uppercase())) } else { single(Box::new(letter.to_lowercase())) };
    out.extend_from_slice(changed.encode_utf8(&mut buffer).as_bytes());
}
