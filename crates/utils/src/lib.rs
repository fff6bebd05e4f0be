//! Utilities that run inside the shell where nobody can tell the difference (`set -o inproc`).
//!
//! One file each, and one sorted table. A utility does what it is asked exactly as the GNU program does, or leaves it
//! to the program: [`UtilityEnd::Program`] before anything has happened, [`UtilityEnd::ProgramWith`] for the operands from
//! the first one that fails. So messages and failures are always the program's own, and no utility here has any but
//! that of a failed write. What is left to the program: options and operands that are rare, anything under
//! `POSIXLY_CORRECT`, closed standard descriptors, names that mean descriptors (`/dev/stdin`), programs that are not the
//! system's own file in `/bin` or `/usr/bin` but a link to something else (busybox), and, where characters matter,
//! locales other than C and C.UTF-8.
//!
//! Input and output go through the shell's descriptor table. An interrupt from the keyboard ends a utility as it would
//! end the program.
#![forbid(unsafe_code)]

mod basename;
mod call;
mod cat;
mod chmod;
mod cut;
mod dirname;
mod expr;
mod expression;
mod getopt;
mod grep;
mod head;
mod id;
mod lines;
mod ln;
mod mkdir;
mod mv;
mod rm;
mod rmdir;
mod sed;
mod sleep;
mod sort;
mod touch;
mod tr;
mod uname;
mod uniq;
mod wc;

use skosh_state::commands::{Utilities, UtilityEnd};
use skosh_state::{Fields, Shell, Status};

use call::{Call, End};

/// A utility: its name, whether characters matter to it, and what it does.
struct Utility {
    name: &'static str,
    characters: bool,
    /// The status after a failed write.
    write_error: Status,
    run: fn(&mut Call<'_>) -> End,
}

const fn utility(name: &'static str, characters: bool, run: fn(&mut Call<'_>) -> End) -> Utility {
    let write_error = match name.as_bytes() {
        b"grep" | b"sort" => 2,
        b"expr" => 3,
        b"sed" => 4,
        _ => 1,
    };
    Utility { name, characters, write_error, run }
}

/// Sorted by name.
static TABLE: &[Utility] = &[
    utility("basename", false, basename::run),
    utility("cat", false, cat::run),
    utility("chmod", false, chmod::run),
    utility("cut", true, cut::run),
    utility("dirname", false, dirname::run),
    utility("expr", true, expr::run),
    utility("grep", true, grep::run),
    utility("head", false, head::run),
    utility("id", false, id::run),
    utility("ln", false, ln::run),
    utility("mkdir", false, mkdir::run),
    utility("mv", false, mv::run),
    utility("rm", false, rm::run),
    utility("rmdir", false, rmdir::run),
    utility("sed", true, sed::run),
    utility("sleep", false, sleep::run),
    utility("sort", true, sort::run),
    utility("touch", false, touch::run),
    utility("tr", true, tr::run),
    utility("uname", false, uname::run),
    utility("uniq", true, uniq::run),
    utility("wc", true, wc::run),
];

/// What [`Shell::utilities`] is set to.
pub static UTILITIES: Utilities = Utilities { has, run };

fn find(name: &[u8]) -> Option<&'static Utility> {
    let index = TABLE.binary_search_by(|utility| utility.name.as_bytes().cmp(name)).ok()?;
    TABLE.get(index)
}

fn has(name: &[u8]) -> bool {
    find(name).is_some()
}

fn run(sh: &mut Shell, path: &[u8], fields: &Fields) -> UtilityEnd {
    let name = path.strip_prefix(b"/usr").unwrap_or(path).strip_prefix(b"/bin/");
    let Some(utility) = name.and_then(find) else { return UtilityEnd::Program };
    let Some(mut call) = Call::new(sh, path, fields, utility.characters) else { return UtilityEnd::Program };
    call.write_error_status = utility.write_error;
    let end = (utility.run)(&mut call);
    call.finish(end)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_table_is_sorted() {
        assert!(super::TABLE.is_sorted_by(|a, b| a.name < b.name));
    }
}
