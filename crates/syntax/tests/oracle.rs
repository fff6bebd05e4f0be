//! Compared with the shells of the system: which scripts parse, and how functions are printed. Skipped where they are missing.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use skosh_syntax::{Interner, ParseOptions, parse_text, print_function, print_list};

/// Does `shell -n` accept the file? `None` if there is no such shell.
fn accepts(shell: &str, file: &Path) -> Option<bool> {
    let mut command = Command::new(shell);
    command.arg("-n").arg(file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    Some(command.status().ok()?.success())
}

/// The scripts directly in some directories, with whether they are bash's.
fn scripts() -> Vec<(PathBuf, Vec<u8>, bool)> {
    let mut scripts = Vec::new();
    for directory in ["/usr/bin", "/usr/sbin", "/etc/init.d", "/usr/lib/init", "/usr/share/autoconf/build-aux"] {
        let Ok(entries) = std::fs::read_dir(directory) else { continue };
        for entry in entries.flatten() {
            let Ok(text) = std::fs::read(entry.path()) else { continue };
            let first = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
            let words: Vec<&[u8]> = first.split(|&byte| matches!(byte, b' ' | b'/')).collect();
            if first.starts_with(b"#!") && words.iter().any(|word| matches!(*word, b"sh" | b"bash")) {
                let bash = words.contains(&b"bash".as_slice());
                scripts.push((entry.path(), text, bash));
            }
        }
    }
    scripts
}

#[test]
fn the_scripts_of_the_system_parse_and_print() {
    let scripts = scripts();
    if scripts.is_empty() {
        eprintln!("skipped: there are no scripts here");
    }
    for (path, text, bash) in scripts {
        let (options, shell) = if bash { (ParseOptions::BASH, "bash") } else { (ParseOptions::POSIX, "dash") };
        let mut names = Interner::new();
        let commands = match parse_text(&text, &mut names, options) {
            Ok(commands) => commands,
            // A script may change the language as it goes (extglob).
            Err(error) => {
                assert_ne!(accepts(shell, &path), Some(true), "{}: line {}: {error}", path.display(), error.line);
                continue;
            }
        };
        for command in commands {
            let first = [b"{\n".as_slice(), &print_list(&command, &names), b"\n}"].concat();
            let again = parse_text(&first, &mut names, options)
                .unwrap_or_else(|error| panic!("{}: {error}\n{}", path.display(), String::from_utf8_lossy(&first)));
            let second = print_list(&again[0], &names);
            let third = parse_text(&second, &mut names, options).unwrap();
            assert_eq!(
                String::from_utf8_lossy(&print_list(&third[0], &names)),
                String::from_utf8_lossy(&second),
                "{}",
                path.display()
            );
        }
    }
}

/// Functions whose bodies hold each construct, and here-documents where they are hard.
const FUNCTIONS: &str = r#"
f() { echo a; echo b & echo c; }
f() { if a; then b; elif c; then d; else e; fi; while x; do y; done; until x; do y; done >f; }
f() { for i in a b; do echo $i; done; for i; do :; done; for ((i=0;i<3;i++)); do :; done; for ((;;)) ; do :; done; }
f() { select x in a b; do :; done; select y; do :; done; for x in; do :; done; }
f() { case $x in a|b) echo; foo ;; (c) ;; d) x;& e) y;;& *) z; esac; case x in esac; }
f() { ( a; b ) >x; { c; d; } 2>&1; (( x + 1 )); [[ -f x && ( a == b* || ! c =~ d ) ]]; [[ $a = b ]]; [[ $a ]]; }
f() { a | b |& c && ! d || e; time f; time -p g | h; ! time i; coproc foo { a; }; coproc { b; }; }
f() { x=1 y+=2 z[3]=4 a=(1 2 [3]=4) cmd <a >b >>c >|d <>e 2>&1 <&3 3<&- {fd}>x &>y &>>z <<<"here" 2>&1-; }
f() { g() { h; }; function k { l; } >x; function m() ( n ); }
f() ( a; b )
f() if a; then b; fi
f() { a; } >out 2>&1
f() { echo "a b" 'c' $'d\n' $"e" \f `g \`h\`` $( i;   j ) ${k} $l ${m:-n  o} $((1 +  2)) <(p) >(q) {a,b} ~/x; }
f() { { a; b; } & c; ( a ) & }
f() { if a; b; then c & fi; while a & do b & done; }
f() { ! ; time; }
f() { echo $(a;b | c & d) ; echo $(if a; then b; fi); echo "$(g() { a; }; b)" $( (a) ) $( (a);b ) $({ a; }); }
f() { a <&$x >&$y <&- >&- >&file 3>&$z 0<a 1>b 5<>d {v}<&- {v}>&3 <&3-; }
f() { a=(1    2   3 [x y]=4); declare -a b=(1   2   [3]=5); }
f() { until a; do { b; c; } | d; (e; f) | g; done & }
f() { <a; >b >c; x=1; x=; y= z; a > b < c arg; <d e x=1; }
f() { cat <<E | foo; while x; do cat <<F; done; bar; }
b
E
c
F
f() { cat <<E && echo x; cat <<-'A' <<"B"; foo; }
body $x
E
	tab
	A
b
B
f() { x=$(cat <<E
foo
E
); case x in a) cat <<E ;; esac; }
qq
E
f() { x=$(a
b; c
if g
h; then i
fi
k); }
"#;

#[test]
fn functions_are_printed_as_bash_does() {
    let version = Command::new("bash").args(["-c", "echo ${BASH_VERSINFO[0]}.${BASH_VERSINFO[1]}"]).output();
    if !version.is_ok_and(|output| output.stdout == b"5.2\n") {
        eprintln!("skipped: there is no bash 5.2 here");
        return;
    }
    let mut names = Interner::new();
    let commands = parse_text(FUNCTIONS.as_bytes(), &mut names, ParseOptions::BASH).unwrap();
    for (index, command) in commands.iter().enumerate() {
        let skosh_syntax::ast::Command::Function(function) = &command.items[0].and_or.first.commands[0] else {
            panic!("number {index} is no function");
        };
        let ours = print_function(function, &names);
        // The text of the function itself is not kept: bash gets all of them and prints the one that is asked for.
        let script = format!(
            "n=0; while IFS= read -r line; do case $line in 'f()'*) n=$((n + 1)); esac; \
             [ $n = {} ] && text=$text$line$'\\n'; done; eval \"$text\"; declare -f f",
            index + 1
        );
        let mut child = Command::new("bash")
            .args(["-c", &script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), FUNCTIONS.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&ours) + "\n", String::from_utf8_lossy(&output.stdout));
    }
}
