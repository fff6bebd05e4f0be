//! Shell options: those of `set -o`, of bash's `shopt`, and skosh's own.

/// A set of options, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options(u128);

/// Which builtin sets an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// `set -o name`
    Set,
    /// `shopt -s name`
    Shopt,
}

/// An option's name, letter, family and value in a new bash-mode shell.
#[derive(Debug)]
pub struct Entry {
    /// The option.
    pub opt: Opt,
    /// Its long name.
    pub name: &'static str,
    /// Its letter for `set -x` and `$-`.
    pub letter: Option<u8>,
    /// Who sets it.
    pub family: Family,
    /// Whether it is on at first.
    pub initial: bool,
}

macro_rules! options {
    ($($opt:ident $name:literal $letter:expr, $family:ident $initial:literal;)*) => {
        /// An option.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Opt {
            $(#[doc = concat!("`", $name, "`")] $opt),*
        }
        /// All options, `set -o` first, each family sorted by name.
        pub const TABLE: &[Entry] = &[
            $(Entry { opt: Opt::$opt, name: $name, letter: $letter, family: Family::$family, initial: $initial }),*
        ];
    };
}

options! {
    AllExport "allexport" Some(b'a'), Set false;
    BraceExpand "braceexpand" Some(b'B'), Set true;
    Coalesce "coalesce" None, Set true;
    Durable "durable" None, Set false;
    Emacs "emacs" None, Set false;
    ErrExit "errexit" Some(b'e'), Set false;
    ErrTrace "errtrace" Some(b'E'), Set false;
    FuncTrace "functrace" Some(b'T'), Set false;
    HashAll "hashall" Some(b'h'), Set true;
    HistExpand "histexpand" Some(b'H'), Set false;
    History "history" None, Set false;
    IgnoreEof "ignoreeof" None, Set false;
    InProc "inproc" None, Set true;
    InteractiveComments "interactive-comments" None, Set true;
    Keyword "keyword" Some(b'k'), Set false;
    Monitor "monitor" Some(b'm'), Set false;
    NoClobber "noclobber" Some(b'C'), Set false;
    NoExec "noexec" Some(b'n'), Set false;
    NoGlob "noglob" Some(b'f'), Set false;
    NoLog "nolog" None, Set false;
    Notify "notify" Some(b'b'), Set false;
    NoUnset "nounset" Some(b'u'), Set false;
    OneCmd "onecmd" Some(b't'), Set false;
    Physical "physical" Some(b'P'), Set false;
    PipeFail "pipefail" None, Set false;
    Posix "posix" None, Set false;
    Privileged "privileged" Some(b'p'), Set false;
    Verbose "verbose" Some(b'v'), Set false;
    Vi "vi" None, Set false;
    Virtual "virtual" None, Set true;
    XTrace "xtrace" Some(b'x'), Set false;
    AutoCd "autocd" None, Shopt false;
    AssocExpandOnce "assoc_expand_once" None, Shopt false;
    CdableVars "cdable_vars" None, Shopt false;
    CdSpell "cdspell" None, Shopt false;
    CheckHash "checkhash" None, Shopt false;
    CheckJobs "checkjobs" None, Shopt false;
    CheckWinSize "checkwinsize" None, Shopt true;
    CmdHist "cmdhist" None, Shopt true;
    Compat31 "compat31" None, Shopt false;
    Compat32 "compat32" None, Shopt false;
    Compat40 "compat40" None, Shopt false;
    Compat41 "compat41" None, Shopt false;
    Compat42 "compat42" None, Shopt false;
    Compat43 "compat43" None, Shopt false;
    Compat44 "compat44" None, Shopt false;
    CompleteFullQuote "complete_fullquote" None, Shopt true;
    DirExpand "direxpand" None, Shopt false;
    DirSpell "dirspell" None, Shopt false;
    DotGlob "dotglob" None, Shopt false;
    ExecFail "execfail" None, Shopt false;
    ExpandAliases "expand_aliases" None, Shopt false;
    ExtDebug "extdebug" None, Shopt false;
    ExtGlob "extglob" None, Shopt false;
    ExtQuote "extquote" None, Shopt true;
    FailGlob "failglob" None, Shopt false;
    ForceFignore "force_fignore" None, Shopt true;
    GlobAsciiRanges "globasciiranges" None, Shopt true;
    GlobSkipDots "globskipdots" None, Shopt true;
    GlobStar "globstar" None, Shopt false;
    GnuErrFmt "gnu_errfmt" None, Shopt false;
    HistAppend "histappend" None, Shopt false;
    HistReedit "histreedit" None, Shopt false;
    HistVerify "histverify" None, Shopt false;
    HostComplete "hostcomplete" None, Shopt true;
    HupOnExit "huponexit" None, Shopt false;
    InheritErrExit "inherit_errexit" None, Shopt false;
    InteractiveCommentsShopt "interactive_comments" None, Shopt true;
    LastPipe "lastpipe" None, Shopt false;
    LitHist "lithist" None, Shopt false;
    LocalVarInherit "localvar_inherit" None, Shopt false;
    LocalVarUnset "localvar_unset" None, Shopt false;
    LoginShell "login_shell" None, Shopt false;
    MailWarn "mailwarn" None, Shopt false;
    NoEmptyCmdCompletion "no_empty_cmd_completion" None, Shopt false;
    NoCaseGlob "nocaseglob" None, Shopt false;
    NoCaseMatch "nocasematch" None, Shopt false;
    NoExpandTranslation "noexpand_translation" None, Shopt false;
    NullGlob "nullglob" None, Shopt false;
    PatSubReplacement "patsub_replacement" None, Shopt true;
    ProgComp "progcomp" None, Shopt true;
    ProgCompAlias "progcomp_alias" None, Shopt false;
    PromptVars "promptvars" None, Shopt true;
    RestrictedShell "restricted_shell" None, Shopt false;
    ShiftVerbose "shift_verbose" None, Shopt false;
    SourcePath "sourcepath" None, Shopt true;
    VarRedirClose "varredir_close" None, Shopt false;
    XpgEcho "xpg_echo" None, Shopt false;
    Interactive "interactive" Some(b'i'), Shopt false;
    Stdin "stdin" Some(b's'), Shopt false;
    CommandString "command_string" Some(b'c'), Shopt false;
}

impl Opt {
    /// The option called `name` in `family`.
    pub fn by_name(name: &[u8], family: Family) -> Option<Opt> {
        TABLE.iter().find(|e| e.family == family && !e.opt.is_invocation() && e.name.as_bytes() == name).map(|e| e.opt)
    }

    /// The option of `set` with this letter.
    pub fn by_letter(letter: u8) -> Option<Opt> {
        TABLE.iter().find(|e| e.family == Family::Set && e.letter == Some(letter)).map(|e| e.opt)
    }

    /// One of those that only the invocation sets and only `$-` shows.
    pub fn is_invocation(self) -> bool {
        matches!(self, Opt::Interactive | Opt::Stdin | Opt::CommandString)
    }

    /// One of skosh's own, which `set -o` of the other shells does not have.
    pub fn is_own(self) -> bool {
        matches!(self, Opt::Coalesce | Opt::Durable | Opt::InProc | Opt::Virtual)
    }
}

impl Default for Options {
    fn default() -> Self {
        let mut options = Options(0);
        for entry in TABLE {
            options.set(entry.opt, entry.initial);
        }
        options
    }
}

impl Options {
    /// Whether `opt` is on.
    #[inline]
    pub fn has(self, opt: Opt) -> bool {
        self.0 >> (opt as u8) & 1 != 0
    }

    /// Turns `opt` on or off.
    pub fn set(&mut self, opt: Opt, on: bool) {
        let bit = 1 << (opt as u8);
        self.0 = if on { self.0 | bit } else { self.0 & !bit };
    }

    /// `$-`, in bash's order.
    pub fn letters(self) -> Vec<u8> {
        let mut letters: Vec<u8> =
            TABLE.iter().filter(|entry| self.has(entry.opt)).filter_map(|entry| entry.letter).collect();
        // bash: the letters of `set` in alphabetical order, lower case first, then c and s of the invocation.
        letters.sort_by_key(|&letter| match letter {
            b'c' => (2, letter),
            b's' => (3, letter),
            _ => (u8::from(letter.is_ascii_uppercase()), letter),
        });
        letters
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_found_and_set() {
        let mut options = Options::default();
        assert!(options.has(Opt::Virtual));
        options.set(Opt::ErrExit, true);
        assert_eq!(options.letters(), b"ehB");
        assert_eq!(Opt::by_name(b"pipefail", Family::Set), Some(Opt::PipeFail));
        assert_eq!(Opt::by_name(b"interactive", Family::Shopt), None);
        assert_eq!(Opt::by_letter(b'x'), Some(Opt::XTrace));
    }
}
