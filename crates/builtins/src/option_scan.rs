//! Reading the options of a builtin (POSIX XBD 12.2): letters in groups, option-arguments, `--`.

use skosh_interp::report;
use skosh_state::{Fields, Shell, Status};

/// Walks over the options of a builtin's fields.
#[derive(Debug)]
pub struct OptionScan<'a> {
    args: &'a Fields,
    /// The field being looked at.
    index: usize,
    /// Where in it, 0 before the hyphen.
    at: usize,
}

/// The synopsis of the running builtin.
pub fn usage(sh: &Shell) -> &'static str {
    let name = sh.builtin_name.unwrap_or("");
    sh.names.lookup(name.as_bytes()).and_then(|sym| sh.commands.get(sym)?.builtin).map_or("", |builtin| builtin.usage)
}

/// Reports the usage of the running builtin. Returns status 2.
pub fn usage_error(sh: &mut Shell) -> Status {
    let usage = usage(sh);
    report::usage_error(sh, usage)
}

/// Reports an invalid option of the running builtin with its usage. Returns status 2.
pub fn invalid(sh: &mut Shell, option: &[u8]) -> Status {
    let usage = usage(sh);
    report::invalid_option(sh, option, usage)
}

impl<'a> OptionScan<'a> {
    /// Starts at the field after the name.
    pub fn new(args: &'a Fields) -> Self {
        OptionScan { args, index: 1, at: 0 }
    }

    /// The next option and its argument (empty where it takes none); `None` at the first operand. `letters` is written as for
    /// getopts: a letter that takes an argument is followed by a colon.
    ///
    /// # Errors
    ///
    /// The status of an invalid option or a missing argument, which has been reported.
    pub fn next(&mut self, sh: &mut Shell, letters: &[u8]) -> Result<Option<(u8, &'a [u8])>, Status> {
        let Some(field) = self.args.get(self.index) else { return Ok(None) };
        if self.at == 0 {
            if field.len() < 2 || field.first() != Some(&b'-') {
                return Ok(None);
            }
            if field == b"--" {
                self.index += 1;
                return Ok(None);
            }
            if field == b"--help" && !crate::failure::is_sh(sh) {
                return Err(help(sh));
            }
            self.at = 1;
        }
        let letter = field.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        let last = self.at >= field.len();
        let known = letters.iter().position(|&other| other == letter && letter != b':');
        let Some(place) = known else {
            return Err(invalid(sh, &[b'-', letter]));
        };
        if letters.get(place + 1) != Some(&b':') {
            if last {
                self.step();
            }
            return Ok(Some((letter, b"")));
        }
        let value = if last {
            let Some(value) = self.args.get(self.index + 1) else {
                report::builtin_word_error(sh, &[b'-', letter], "option requires an argument");
                return Err(usage_error(sh));
            };
            self.index += 1;
            value
        } else {
            field.get(self.at..).unwrap_or(b"")
        };
        self.step();
        Ok(Some((letter, value)))
    }

    fn step(&mut self) {
        self.index += 1;
        self.at = 0;
    }

    /// The index of the first operand, once [`OptionScan::next`] has given `None`.
    pub fn first(&self) -> usize {
        self.index
    }
}

/// Ends the options of a builtin that has none.
///
/// # Errors
///
/// The status of an invalid option, which has been reported.
pub fn no_options(sh: &mut Shell, args: &Fields) -> Result<usize, Status> {
    let mut scan = OptionScan::new(args);
    scan.next(sh, b"")?;
    Ok(scan.first())
}

/// `--help`: the synopsis on standard output. Returns status 2, as bash does.
fn help(sh: &mut Shell) -> Status {
    let name = sh.builtin_name.unwrap_or("");
    let line = format!("{name}: {name} {}\n", usage(sh));
    let _ = report::output(sh, line.as_bytes());
    2
}
