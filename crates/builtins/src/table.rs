//! All builtins, sorted by name.

use skosh_state::{Builtin, BuiltinKind, Fields, Outcome, Shell};

use crate::{
    alias, bind, break_continue, caller, cd, command, complete, declare, dirs, dot, echo, enable, eval, exec, exit, fc,
    fg_bg, getopts, hash, help, history, jobs, kill, let_, mapfile, print, printf, pwd, read, return_, set, shift,
    shopt, test, times, trap, true_false, type_, ulimit, umask, unset, wait,
};

type Run = fn(&mut Shell, &Fields) -> Outcome;

/// A regular builtin.
const fn regular(name: &'static str, usage: &'static str, run: Run) -> Builtin {
    Builtin { name, kind: BuiltinKind::Regular, declaration: false, usage, run }
}

/// A special builtin (POSIX XCU 2.14).
const fn special(name: &'static str, usage: &'static str, run: Run) -> Builtin {
    Builtin { name, kind: BuiltinKind::Special, declaration: false, usage, run }
}

/// A builtin whose arguments may be assignments.
const fn declaration(name: &'static str, kind: BuiltinKind, usage: &'static str, run: Run) -> Builtin {
    Builtin { name, kind, declaration: true, usage, run }
}

const DECLARE: &str = "[-aAfFgiIlnrtux] [name[=value] ...] or declare -p [-aAfFilnrtux] [name ...]";
const TYPESET: &str = "[-aAfFgiIlnrtux] name[=value] ... or typeset -p [-aAfFilnrtux] [name ...]";
const EXPORT: &str = "[-fn] [name[=value] ...] or export -p";
const MAPFILE: &str = "[-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]";
const COMPGEN: &str = "[-abcdefgjksuv] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] [-X filterpat] [-P prefix] [-S suffix] [word]";
const COMPLETE: &str = "[-abcdefgjksuv] [-pr] [-DEI] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] [-X filterpat] [-P prefix] [-S suffix] [name ...]";
const READONLY: &str = "[-aAf] [name[=value] ...] or readonly -p";

/// The table.
pub static TABLE: &[Builtin] = &[
    special(".", "filename [arguments]", dot::run),
    special(":", "", true_false::success),
    regular("[", "arg... ]", test::run),
    regular("alias", "[-p] [name[=value] ... ]", alias::run_alias),
    regular("bg", "[job_spec ...]", fg_bg::run_bg),
    regular(
        "bind",
        "[-lpsvPSVX] [-m keymap] [-f filename] [-q name] [-u name] [-r keyseq] [-x keyseq:shell-command] [keyseq:readline-function or readline-command]",
        bind::run,
    ),
    special("break", "[n]", break_continue::run_break),
    regular("builtin", "[shell-builtin [arg ...]]", command::run_builtin),
    regular("caller", "[expr]", caller::run),
    regular("cd", "[-L|[-P [-e]] [-@]] [dir]", cd::run),
    regular("command", "[-pVv] command [arg ...]", command::run_command),
    regular("compgen", COMPGEN, complete::run_compgen),
    regular("complete", COMPLETE, complete::run_complete),
    regular("compopt", "[-o|+o option] [-DEI] [name ...]", complete::run_compopt),
    special("continue", "[n]", break_continue::run_continue),
    declaration("declare", BuiltinKind::Regular, DECLARE, declare::run_declare),
    regular("dirs", "[-clpv] [+N] [-N]", dirs::run_dirs),
    regular("disown", "[-h] [-ar] [jobspec ... | pid ...]", jobs::run_disown),
    regular("echo", "[-neE] [arg ...]", echo::run),
    regular("enable", "[-a] [-dnps] [-f filename] [name ...]", enable::run),
    special("eval", "[arg ...]", eval::run),
    special("exec", "[-cl] [-a name] [command [argument ...]] [redirection ...]", exec::run),
    special("exit", "[n]", exit::run),
    declaration("export", BuiltinKind::Special, EXPORT, declare::run_export),
    regular("false", "", true_false::failure),
    regular("fc", "[-e ename] [-lnr] [first] [last] or fc -s [pat=rep] [command]", fc::run),
    regular("fg", "[job_spec]", fg_bg::run_fg),
    regular("getopts", "optstring name [arg ...]", getopts::run),
    regular("hash", "[-lr] [-p pathname] [-dt] [name ...]", hash::run),
    regular("help", "[-dms] [pattern ...]", help::run),
    regular(
        "history",
        "[-c] [-d offset] [n] or history -anrw [filename] or history -ps arg [arg...]",
        history::run_history,
    ),
    regular("jobs", "[-lnprs] [jobspec ...] or jobs -x command [args]", jobs::run_jobs),
    regular("kill", "[-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]", kill::run),
    regular("let", "arg [arg ...]", let_::run),
    declaration("local", BuiltinKind::Regular, "[option] name[=value] ...", declare::run_local),
    regular("logout", "[n]", exit::run_logout),
    regular("mapfile", MAPFILE, mapfile::run),
    regular("popd", "[-n] [+N | -N]", dirs::run_popd),
    regular("print", "[-enrs] [-f format] [-u fd] [arg ...]", print::run),
    regular("printf", "[-v var] format [arguments]", printf::run),
    regular("pushd", "[-n] [+N | -N | dir]", dirs::run_pushd),
    regular("pwd", "[-LP]", pwd::run),
    regular(
        "read",
        "[-ers] [-a array] [-d delim] [-i text] [-n nchars] [-N nchars] [-p prompt] [-t timeout] [-u fd] [name ...]",
        read::run,
    ),
    regular("readarray", MAPFILE, mapfile::run),
    declaration("readonly", BuiltinKind::Special, READONLY, declare::run_readonly),
    special("return", "[n]", return_::run),
    special("set", "[-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg ...]", set::run),
    special("shift", "[n]", shift::run),
    regular("shopt", "[-pqsu] [-o] [optname ...]", shopt::run),
    special("source", "filename [arguments]", dot::run),
    regular("suspend", "[-f]", fg_bg::run_suspend),
    regular("test", "[expr]", test::run),
    special("times", "", times::run),
    special("trap", "[-lp] [[arg] signal_spec ...]", trap::run),
    regular("true", "", true_false::success),
    regular("type", "[-afptP] name [name ...]", type_::run),
    declaration("typeset", BuiltinKind::Regular, TYPESET, declare::run_declare),
    regular("ulimit", "[-SHabcdefiklmnpqrstuvxPRT] [limit]", ulimit::run),
    regular("umask", "[-p] [-S] [mode]", umask::run),
    regular("unalias", "[-a] name [name ...]", alias::run_unalias),
    special("unset", "[-f] [-v] [-n] [name ...]", unset::run),
    regular("wait", "[-fn] [-p var] [id ...]", wait::run),
    regular("whence", "[-afpv] name ...", type_::run_whence),
];

/// Builtins that ksh has and neither bash nor dash: their names belong to programs there (`print` of mailcap).
pub const KSH_ONLY: &[&str] = &["print", "whence"];

/// Turns the builtins of other shells off, which `enable` can turn on again. `called` is argv\[0\].
pub fn turn_off_others(sh: &mut Shell, called: &[u8]) {
    let base = called.rsplit(|&byte| byte == b'/').next().unwrap_or(called);
    if base.strip_prefix(b"-").unwrap_or(base).starts_with(b"ksh") {
        return;
    }
    for name in KSH_ONLY {
        let sym = sh.names.intern(name.as_bytes());
        sh.command_mut(sym).disabled = true;
    }
}

/// Whether a builtin is to be listed: one of another shell only while it is on.
pub fn is_listed(sh: &Shell, builtin: &Builtin) -> bool {
    let slot = sh.names.lookup(builtin.name.as_bytes()).and_then(|sym| sh.commands.get(sym));
    !KSH_ONLY.contains(&builtin.name) || slot.is_some_and(|slot| !slot.disabled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(TABLE.is_sorted_by(|a, b| a.name < b.name));
    }

    #[test]
    fn the_special_builtins_are_those_of_posix_and_source() {
        let special: Vec<&str> =
            TABLE.iter().filter(|builtin| builtin.kind == BuiltinKind::Special).map(|builtin| builtin.name).collect();
        let posix = [
            ".", ":", "break", "continue", "eval", "exec", "exit", "export", "readonly", "return", "set", "shift",
            "source", "times", "trap", "unset",
        ];
        assert_eq!(special, posix);
    }
}
