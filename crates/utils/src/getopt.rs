//! Options as getopt_long(3) of the GNU C library takes them: anywhere among the operands, until `--`.

use skosh_state::Fields;

/// What was given: option letters with their arguments in order, and the places of the operands.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Given<'a> {
    pub(crate) options: Vec<(u8, &'a [u8])>,
    pub(crate) operands: Vec<usize>,
}

impl<'a> Given<'a> {
    /// Whether the option was given.
    pub(crate) fn has(&self, letter: u8) -> bool {
        self.options.iter().any(|(option, _)| *option == letter)
    }

    /// The operands themselves.
    pub(crate) fn words(&self, args: &'a Fields) -> impl Iterator<Item = &'a [u8]> {
        self.operands.iter().map(|&index| args.at(index))
    }
}

/// Takes the fields apart. `short`: the letters, each followed by `:` if it takes an argument. `long`: whole names, each with the
/// letter it stands for; `=` at the end of a name asks for an argument. `None` for anything else, also for abbreviated
/// long options and missing arguments: the program knows what to do with them.
pub(crate) fn parse<'a>(args: &'a Fields, short: &[u8], long: &[(&str, u8)]) -> Option<Given<'a>> {
    let mut given = Given::default();
    let mut index = 1;
    while let Some(field) = args.get(index) {
        match field {
            b"--" => {
                given.operands.extend(index + 1..args.len());
                break;
            }
            [b'-', b'-', name @ ..] => long_option(args, &mut index, name, long, &mut given)?,
            [b'-', letters @ ..] if !letters.is_empty() => short_options(args, &mut index, letters, short, &mut given)?,
            _ => given.operands.push(index),
        }
        index += 1;
    }
    Some(given)
}

fn long_option<'a>(
    args: &'a Fields,
    index: &mut usize,
    text: &'a [u8],
    long: &[(&str, u8)],
    given: &mut Given<'a>,
) -> Option<()> {
    let equals = memchr::memchr(b'=', text);
    let name = text.get(..equals.unwrap_or(text.len()))?;
    for (option, letter) in long {
        match option.strip_suffix('=') {
            Some(option) if option.as_bytes() == name => {
                let value = match equals {
                    Some(equals) => text.get(equals + 1..)?,
                    None => {
                        *index += 1;
                        args.get(*index)?
                    }
                };
                given.options.push((*letter, value));
                return Some(());
            }
            None if option.as_bytes() == name && equals.is_none() => {
                given.options.push((*letter, b""));
                return Some(());
            }
            _ => {}
        }
    }
    None
}

fn short_options<'a>(
    args: &'a Fields,
    index: &mut usize,
    letters: &'a [u8],
    short: &[u8],
    given: &mut Given<'a>,
) -> Option<()> {
    let mut rest = letters;
    while let Some((&letter, after)) = rest.split_first() {
        let place = short.iter().position(|&known| known == letter && letter != b':')?;
        if short.get(place + 1) != Some(&b':') {
            given.options.push((letter, b""));
            rest = after;
            continue;
        }
        let value = if after.is_empty() {
            *index += 1;
            args.get(*index)?
        } else {
            after
        };
        given.options.push((letter, value));
        break;
    }
    Some(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn options_are_found_anywhere() {
        let args: Fields =
            ["x", "a", "-rf", "-n3", "b", "-n", "4", "--name=5", "--", "-c"].iter().map(|f| f.as_bytes()).collect();
        let given = parse(&args, b"rfn:", &[("name=", b'n')]).unwrap();
        assert_eq!(given.operands, [1, 4, 9]);
        let expected: [(u8, &[u8]); 5] = [(b'r', b""), (b'f', b""), (b'n', b"3"), (b'n', b"4"), (b'n', b"5")];
        assert_eq!(given.options, expected);
        assert_eq!(parse(&args, b"rf", &[]), None);
        let args: Fields = ["x", "-n"].iter().map(|f| f.as_bytes()).collect();
        assert_eq!(parse(&args, b"n:", &[]), None);
    }
}
