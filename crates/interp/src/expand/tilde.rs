//! Tilde expansion (POSIX XCU 2.6.1).

use skosh_state::{Divert, Opt, Shell};
use skosh_syntax::names::well_known as name;

use super::builder::{Builder, Mode};

/// Expands the tilde-prefix `~prefix`; one that means nothing stays as it is.
pub(super) fn expand(sh: &mut Shell, prefix: &[u8], builder: &mut Builder<'_>) -> Result<(), Divert> {
    match directory(sh, prefix) {
        // Also when it is empty: a field of its own (POSIX.1-2024).
        Some(directory) => builder.quoted(&directory),
        None if builder.mode == Mode::Fields => {
            builder.quoted(b"~");
            builder.quoted(prefix);
        }
        None => {
            builder.buffer().push(b'~');
            builder.quoted(prefix);
        }
    }
    Ok(())
}

/// The directory that a tilde-prefix means.
pub(crate) fn directory(sh: &mut Shell, prefix: &[u8]) -> Option<Vec<u8>> {
    let posix = sh.options.has(Opt::Posix);
    match prefix {
        [] => match sh.scalar(name::HOME) {
            Some(home) => Some(home.into_owned()),
            // bash looks the user up; POSIX leaves it open and dash keeps the tilde.
            None if !posix => skosh_sys::user::by_uid(skosh_sys::process::getuid()).map(|user| user.home),
            None => None,
        },
        b"+" if !posix => sh.scalar(name::PWD).map(|path| path.into_owned()),
        b"-" if !posix => sh.scalar(name::OLDPWD).map(|path| path.into_owned()),
        [b'+' | b'-', number @ ..] if !posix && is_number(number) => stack_entry(sh, prefix, number),
        number if !posix && is_number(number) => stack_entry(sh, prefix, number),
        user => skosh_sys::user::home_directory(user),
    }
}

fn is_number(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}

/// `~N`, `~+N`, `~-N`: an entry of the directory stack, counted from its top or its bottom.
fn stack_entry(sh: &mut Shell, prefix: &[u8], number: &[u8]) -> Option<Vec<u8>> {
    let number: usize = std::str::from_utf8(number).ok()?.parse().ok()?;
    let stack = match sh.array_value(name::DIRSTACK) {
        Some(skosh_state::Value::Indexed(array)) => array.iter().map(|(_, value)| value.to_vec()).collect::<Vec<_>>(),
        _ => vec![sh.scalar(name::PWD)?.into_owned()],
    };
    let index = if prefix.first() == Some(&b'-') { stack.len().checked_sub(number + 1)? } else { number };
    if index == 0 {
        return sh.scalar(name::PWD).map(|path| path.into_owned());
    }
    stack.get(index).cloned()
}
