//! Names interned to small integers.
//!
//! Every variable, function and literal command name of a script is turned into a [`Sym`] once, while it is parsed; from then
//! on variables and functions are found by index. Names the shell itself knows have fixed symbols, see [`well_known`].

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

/// An interned name. Valid only with the [`Interner`] that made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sym(pub u32);

impl Sym {
    /// The symbol as an index into a dense table.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Debug for Sym {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match well_known::NAMES.get(self.index()) {
            Some(name) => write!(f, "Sym({name})"),
            None => write!(f, "Sym(#{})", self.0),
        }
    }
}

/// FNV-1a: the names are short and come from the script's author, so speed on a few bytes is what counts.
#[derive(Clone, Copy)]
pub struct NameHasher(u64);

impl Default for NameHasher {
    fn default() -> Self {
        NameHasher(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for NameHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    // The length that `[u8]` hashes before its bytes adds nothing here.
    fn write_usize(&mut self, _: usize) {}
}

/// A hash map keyed by names, with [`NameHasher`].
pub type NameMap<V> = HashMap<Rc<[u8]>, V, BuildHasherDefault<NameHasher>>;

/// The table of names. Names are never removed: a symbol stays valid as long as its interner.
#[derive(Debug)]
pub struct Interner {
    table: NameMap<Sym>,
    names: Vec<Rc<[u8]>>,
    /// BASH_COMMAND was looked up since the start.
    mentions_command: bool,
}

impl Default for Interner {
    fn default() -> Self {
        Self::new()
    }
}

impl Interner {
    /// A table that holds the [`well_known`] names at their fixed symbols.
    pub fn new() -> Self {
        let mut interner =
            Interner { table: NameMap::default(), names: Vec::with_capacity(256), mentions_command: false };
        interner.table.reserve(256);
        for name in well_known::NAMES {
            interner.intern(name.as_bytes());
        }
        interner
    }

    /// The symbol of `name`, made if it is new.
    pub fn intern(&mut self, name: &[u8]) -> Sym {
        if let Some(&sym) = self.table.get(name) {
            self.mentions_command |= sym == well_known::BASH_COMMAND;
            return sym;
        }
        let sym = Sym(self.names.len() as u32);
        let name: Rc<[u8]> = name.into();
        self.names.push(name.clone());
        self.table.insert(name, sym);
        sym
    }

    /// The symbol of `name` if it has one.
    pub fn lookup(&self, name: &[u8]) -> Option<Sym> {
        self.table.get(name).copied()
    }

    /// The name of `sym`; empty for a symbol of another interner.
    #[inline]
    pub fn name(&self, sym: Sym) -> &[u8] {
        self.names.get(sym.index()).map_or(b"", |name| name)
    }

    /// Whether anything may ask for BASH_COMMAND: only then is it worth keeping.
    #[inline]
    pub fn mentions_command(&self) -> bool {
        self.mentions_command
    }

    /// The number of names; symbols are `0..len`.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are no names (never the case after [`Interner::new`]).
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

/// Is `name` a name in the sense of POSIX XBD 3.216: `[A-Za-z_][A-Za-z0-9_]*`?
pub fn is_name(name: &[u8]) -> bool {
    match name.split_first() {
        Some((&first, rest)) => is_name_start(first) && rest.iter().all(|&b| is_name_byte(b)),
        None => false,
    }
}

/// May `byte` begin a name?
#[inline]
pub fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

/// May `byte` stand in a name after its beginning?
#[inline]
pub fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Names that the shell gives a meaning, with fixed symbols.
pub mod well_known {
    use super::Sym;

    macro_rules! well_known {
        ($($name:ident)*) => {
            #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "named as the variables are")]
            enum Index { $($name),* }
            $(
                #[doc = concat!("The variable `", stringify!($name), "`.")]
                #[allow(non_upper_case_globals, reason = "named as the variable is")]
                pub const $name: Sym = Sym(Index::$name as u32);
            )*
            /// All well-known names, in the order of their symbols.
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];
        };
    }

    well_known! {
        PATH IFS HOME PWD OLDPWD CDPATH PS1 PS2 PS3 PS4 ENV MAIL MAILPATH MAILCHECK
        LANG LC_ALL LC_CTYPE LC_COLLATE LC_MESSAGES LC_NUMERIC LC_TIME
        LINENO PPID OPTIND OPTARG OPTERR RANDOM SRANDOM SECONDS REPLY SHLVL UID EUID GROUPS
        BASH BASHPID BASHOPTS SHELLOPTS BASH_VERSION BASH_VERSINFO BASH_SOURCE BASH_LINENO FUNCNAME BASH_ARGV BASH_ARGC
        BASH_ARGV0 BASH_COMMAND BASH_EXECUTION_STRING BASH_SUBSHELL BASH_REMATCH BASH_ENV BASH_ALIASES BASH_CMDS
        BASH_XTRACEFD BASH_COMPAT BASH_LOADABLES_PATH BASH_MONOSECONDS
        PIPESTATUS DIRSTACK HOSTNAME HOSTTYPE MACHTYPE OSTYPE EPOCHSECONDS EPOCHREALTIME GLOBIGNORE GLOBSORT
        TIMEFORMAT TMOUT TMPDIR COLUMNS LINES HISTFILE HISTSIZE HISTFILESIZE HISTCMD HISTCONTROL FCEDIT EDITOR VISUAL
        MAPFILE COPROC READLINE_LINE READLINE_POINT COMP_WORDS COMP_CWORD COMPREPLY COMP_LINE COMP_POINT COMP_TYPE COMP_KEY
        COMP_WORDBREAKS FUNCNEST POSIXLY_CORRECT PROMPT_COMMAND TERM SHELL USER LOGNAME IGNOREEOF INSIDE_EMACS
        SKOSHOPTS KSH_VERSION
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn well_known_names_have_their_symbols() {
        let mut interner = Interner::new();
        assert_eq!(interner.lookup(b"PATH"), Some(well_known::PATH));
        assert_eq!(interner.name(well_known::PIPESTATUS), b"PIPESTATUS");
        let own = interner.intern(b"some_name");
        assert_eq!(interner.intern(b"some_name"), own);
        assert_eq!(own.index(), well_known::NAMES.len());
    }

    #[test]
    fn names_are_ascii_identifiers() {
        assert!(is_name(b"_x1"));
        assert!(!is_name(b"1x"));
        assert!(!is_name(b""));
        assert!(!is_name(b"a-b"));
    }
}
