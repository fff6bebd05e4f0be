//! Random scripts, the same for the same seed: state changes, every kind of nesting, errors, traps, redirections.
//!
//! What a script prints must not depend on timing: concurrent parts write files of their own and read what nobody writes, readers of
//! pipes read to the end, background jobs are waited for at once, and process ids are only compared.

use crate::tree::Node;

/// A small random number generator (splitmix64).
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of a list.
    pub fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list.get(self.below(list.len())).copied().unwrap_or("")
    }
}

/// Which language a script is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// What POSIX has; witness: dash.
    Posix,
    /// bash; witness: bash.
    Bash,
}

/// Where a piece of script stands.
#[derive(Clone, Copy, Debug)]
struct Place {
    depth: usize,
    /// Inside a function.
    function: bool,
    loops: usize,
    /// Inside any subshell environment.
    subshell: bool,
    /// Which set of files may be written: 0 outside of concurrent parts.
    files: usize,
    /// Inside backquotes, where quoting is fragile.
    simple: bool,
    /// `${ ...; }` may be used: no shell but this one has it, so such scripts are compared between the modes only.
    shared: bool,
}

/// The generator.
pub struct Generator {
    random: Random,
    language: Language,
    serial: usize,
    /// The script uses what only this shell has.
    pub own: bool,
}

const NAMES: &[&str] = &["a", "b", "c"];
const VALUES: &[&str] =
    &["1", "x y", "''", "'*'", "a:b:c", "\"$a\"", "\"$b$c\"", "$a", "7", "\"${b:-dflt}\"", "~", "in"];

impl Generator {
    /// The script with this seed.
    pub fn script(seed: u64, language: Language, shared: bool) -> (Vec<Node>, bool) {
        let mut generator = Generator { random: Random(seed), language, serial: 0, own: false };
        let place = Place { depth: 0, function: false, loops: 0, subshell: false, files: 0, simple: false, shared };
        let mut nodes = Vec::new();
        if language == Language::Bash && generator.random.one_in(4) {
            nodes.push(Node::Line("shopt -s expand_aliases".into()));
        }
        let count = 3 + generator.random.below(7);
        for _ in 0..count {
            generator.node(place, &mut nodes);
        }
        nodes.push(Node::Line("echo \"end $? $# ${a-ua} ${b-ub} ${c-uc} ${PWD##*/}\"".into()));
        if generator.random.one_in(3) {
            nodes.push(Node::Line("umask; trap".into()));
        }
        (nodes, generator.own)
    }

    fn bash(&self) -> bool {
        self.language == Language::Bash
    }

    fn file(&mut self, place: Place) -> String {
        let n = self.random.below(3);
        if place.files == 0 { format!("f{n}") } else { format!("p{}_{n}", place.files) }
    }

    fn body(&mut self, place: Place) -> Vec<Node> {
        let mut nodes = Vec::new();
        let count = 1 + self.random.below(if place.depth > 2 { 2 } else { 4 });
        for _ in 0..count {
            self.node(place, &mut nodes);
        }
        nodes
    }

    fn node(&mut self, place: Place, nodes: &mut Vec<Node>) {
        let deep = Place { depth: place.depth + 1, ..place };
        if place.depth < 5 && self.random.below(10) < 5 - place.depth.min(4) {
            self.block(deep, nodes);
            return;
        }
        let line = match self.random.below(12) {
            0..=3 => self.probe(place),
            4..=6 => self.change(place),
            7 => self.divert(place),
            8 => self.error(place),
            9 => self.program(place),
            10 => self.descriptor(place),
            _ => self.late(place),
        };
        let line = self.decorate(line, place);
        nodes.push(Node::Line(line));
    }

    /// Sometimes makes a line a condition, or redirects it.
    fn decorate(&mut self, line: String, place: Place) -> String {
        if line.contains('\n') || line.contains('#') {
            return line;
        }
        match self.random.below(16) {
            0 => format!("{line} || echo or$?"),
            1 => format!("{line} && echo and$?"),
            2 => format!("! {line}"),
            3 => format!("if {line}; then echo yes$?; else echo no$?; fi"),
            4 => format!("{{ {line}; }} >&2"),
            5 => format!("{{ {line}; }} >>{}", self.file(place)),
            _ => line,
        }
    }

    fn probe(&mut self, place: Place) -> String {
        let common: &[&str] = &[
            "echo \"s$? a=${a-unset} b=${b-unset} c=${c-unset}\"",
            "echo \"? $?\"",
            "echo \"$#:$*\"",
            "echo \"in ${PWD##*/}\"",
            "pwd",
            "umask",
            "trap",
            "echo \"$OPTIND\"",
            "printf '<%s>' $a; echo",
            "printf '<%s>' \"$@\"; echo",
            "printf '[%s]' \"$IFS\"; echo",
            "case $- in *e*) echo e-on;; *) echo e-off;; esac",
            "case $- in *u*) echo u-on;; *) echo u-off;; esac",
            "case $- in *f*) echo f-on;; *) echo *;; esac",
            "f",
            "g 1 2",
            "command -v f",
            "f a b >/dev/null",
            "env | grep '^[abc]=' | sort",
            "[ -t 1 ]; echo \"tty $?\"",
            "read -r l; echo \"l=$l\"",
            "read -r l m <in; echo \"l=$l m=$m\"",
            "echo plain",
            "printf '%s\\n' one two",
            "echo d*",
            "ls",
        ];
        let bash: &[&str] = &[
            "declare -p arr 2>/dev/null",
            "declare -p a b c 2>/dev/null",
            "echo \"${arr[*]} ${#arr[@]}\"",
            "echo \"${PIPESTATUS[*]}\"",
            "declare -p map 2>/dev/null",
            "set -o | grep -E 'pipefail|errexit|nounset'",
            "echo \"$BASH_SUBSHELL ${#FUNCNAME[@]}\"",
            "type -t f g h",
            "alias",
            "dirs",
            "shopt -p nullglob extglob lastpipe inherit_errexit dotglob",
            "echo \"${BASH_REMATCH[0]}\"",
            "[[ $BASHPID = $$ ]]; echo \"own $?\"",
        ];
        let _ = place;
        if self.bash() && self.random.one_in(3) {
            self.random.pick(bash).into()
        } else {
            self.random.pick(common).into()
        }
    }

    fn change(&mut self, place: Place) -> String {
        let name = self.random.pick(NAMES);
        let value = self.random.pick(VALUES);
        if place.function && self.random.one_in(3) {
            return if self.random.one_in(2) {
                format!("local {name}={}", self.random.pick(&["1", "loc", "\"$b\""]))
            } else {
                format!("local {name}")
            };
        }
        match self.random.below(if self.bash() { 34 } else { 21 }) {
            0..=3 => format!("{name}={value}"),
            4 => format!("{name}={value} f"),
            5 => format!("unset {name}"),
            6 => format!("export {name}"),
            7 => format!("export {name}={}", self.random.pick(&["e1", "\"$a\""])),
            8 => self.random.pick(&["readonly r=1", "readonly a", "unset -f f"]).into(),
            9 => self
                .random
                .pick(&[
                    "set -e",
                    "set +e",
                    "set -u",
                    "set +u",
                    "set -f",
                    "set +f",
                    "set -C",
                    "set -a",
                    "set -o noglob",
                ])
                .into(),
            10 => self.random.pick(&["set -- p1 'p 2' p3", "set --", "shift", "set -- $a", "set -e -- q"]).into(),
            11 => self
                .random
                .pick(&[
                    "cd d1",
                    "cd ..",
                    "cd d1/s",
                    "cd d2",
                    "cd nosuch 2>/dev/null",
                    "cd - >/dev/null",
                    "cd \"$a\" 2>/dev/null",
                    "cd ../..",
                ])
                .into(),
            12 => self.random.pick(&["umask 077", "umask 002", "umask u=rwx,g=,o="]).into(),
            13 => self.random.pick(&["IFS=:", "IFS=", "unset IFS", "IFS=x", "IFS=' '"]).into(),
            14 => self
                .random
                .pick(&[
                    "trap 'echo T1 $?' EXIT",
                    "trap 'echo T2; exit 5' EXIT",
                    "trap - EXIT",
                    "trap '' TERM",
                    "trap 'echo usr' USR1",
                    "trap - USR1",
                    "trap 'cd ..; echo T3 $a' 0",
                ])
                .into(),
            15 => self
                .random
                .pick(&[
                    "getopts ab: o -a -b 1; echo \"$o $OPTIND\"",
                    "while getopts xy: o -x -y v w; do echo \"$o\"; done",
                    "OPTIND=1",
                ])
                .into(),
            16 => self.random.pick(&["alias e1='echo A'", "unalias -a", "alias e1='echo B' e2=f"]).into(),
            17 => self
                .random
                .pick(&[
                    "f() { echo \"f:$1\"; }",
                    "f() { echo f2; return 3; }",
                    "g() { a=g; b=$1; echo g$#; }",
                    "h() (exit 4)",
                    "g() { local a=lg; f; echo $a; }",
                    "f() { shift; echo \"$#\"; } >&2",
                ])
                .into(),
            18 => self
                .random
                .pick(&["a=$((a+1))", ": $((b=5, c=b*2))", ": ${a:=def}", "b=${b#?}", ": $((c += 3))"])
                .replace("b=5, ", if self.bash() { "b=5, " } else { "" }),
            19 => format!("{name}={value} env | grep '^[abc]=' | sort"),
            20 => self
                .random
                .pick(&["e1 x", "eval e1 y", "hash -r", "set +C", "command cd d1", "command . ./nosuch.sh 2>/dev/null"])
                .into(),
            21 => self
                .random
                .pick(&["arr=(1 'b c' 3)", "arr[5]=z", "arr+=(n1 n2)", "unset 'arr[0]'", "unset arr", "arr=()"])
                .into(),
            22 => self
                .random
                .pick(&["declare -A map; map[k]=v", "map[j]=w", "unset map", "declare -A map=([k]=1)"])
                .into(),
            23 => self
                .random
                .pick(&[
                    "declare -i n; n=3+4",
                    "declare -u up=abc; echo $up",
                    "declare -r r2=1",
                    "typeset a",
                    "declare -n ref=a; ref=viaref",
                    "declare -x c",
                ])
                .into(),
            24 => self
                .random
                .pick(&["shopt -s nullglob", "shopt -s extglob", "shopt -s dotglob", "shopt -u nullglob"])
                .into(),
            25 => self.random.pick(&["set -o pipefail", "set +o pipefail", "shopt -s inherit_errexit"]).into(),
            26 => self.random.pick(&["shopt -s lastpipe", "shopt -u lastpipe"]).into(),
            27 => self.random.pick(&["trap 'echo E $?' ERR", "trap - ERR", "set -E"]).into(),
            28 => format!("{name}+=x"),
            29 => self.random.pick(&["pushd d1 >/dev/null", "popd >/dev/null 2>&1", "dirs -c"]).into(),
            30 => self
                .random
                .pick(&[
                    "[[ abc =~ b(.) ]]",
                    "printf -v b '%03d' 7",
                    "read -r b <<<'here string'",
                    "read -ra arr <<<\"$a\"",
                    "mapfile -t arr <in",
                ])
                .into(),
            31 => self.random.pick(&["((a++))", "((a=5))", "let b=2", "((c-=1))"]).into(),
            32 => self
                .random
                .pick(&["trap 'echo D >/dev/null' DEBUG", "trap - DEBUG", "trap 'echo R' RETURN", "trap - RETURN"])
                .into(),
            _ => self
                .random
                .pick(&[
                    "export -f f",
                    "readonly -f h",
                    "declare -g a=glob",
                    "unset -v b",
                    "set -o noglob",
                    "shopt -s nocasematch",
                ])
                .into(),
        }
    }

    fn divert(&mut self, place: Place) -> String {
        let n = self.random.below(4);
        if place.loops > 0 && self.random.one_in(2) {
            let word = self.random.pick(&["break", "continue"]);
            return if self.random.one_in(3) { format!("{word} {}", 1 + self.random.below(3)) } else { word.into() };
        }
        if place.function && self.random.one_in(2) {
            return if self.random.one_in(2) { format!("return {n}") } else { "return".into() };
        }
        if place.depth > 0 && self.random.one_in(2) {
            return if self.random.one_in(3) { "exit".into() } else { format!("exit {n}") };
        }
        self.random
            .pick(&[
                "true",
                "false",
                "(exit 3)",
                "sh -c 'exit 4'",
                "f && exit 2",
                "[ -n \"$a\" ] || return 1",
                "! true",
            ])
            .into()
    }

    fn error(&mut self, place: Place) -> String {
        let list: &[&str] = &[
            "nosuchcommand 2>/dev/null",
            "readonly r=1; r=2",
            "echo ${undefined?gone}",
            "echo $((1/0))",
            "cat <nosuchfile",
            ": <nosuchfile",
            "{ echo unseen; } <nosuchfile",
            "set -u; echo $undefined",
            "shift 20",
            ". ./nosuch",
            "cd /nosuch",
            "exec <nosuchfile",
            "eval 'if'",
            "kill -0 999999",
            "unset r",
            "false",
            "read nothing </dev/null",
            "[ 1 -eq x ]",
            "return 7",
            "break",
            "/nosuch/program",
            "./d1",
            "export r=5",
            "echo x >d1",
            "echo x >/dev/full",
        ];
        let bash: &[&str] = &[
            "declare -r r3=1; r3=2",
            "arr[-9]=x",
            "echo ${arr[1/0]}",
            "((1/0))",
            "let 'x=1+'",
            "[[ a =~ '(' ]]",
            "declare -A arr",
            "unset 'arr[-9]'",
            "echo ${a:0:-9}",
            "typeset -Z a",
        ];
        let _ = place;
        if self.bash() && self.random.one_in(4) { self.random.pick(bash).into() } else { self.random.pick(list).into() }
    }

    fn program(&mut self, place: Place) -> String {
        let file = self.file(place);
        let common: &[&str] = &[
            "cat in",
            "/bin/true",
            "sh -c 'exit 3'",
            "sh -c 'echo out; echo err >&2; exit 2'",
            "head -n 1 in",
            "wc -l <in",
            "sed -n 2p <in",
            "{ read -r l; cat; } <in",
            "{ read -r l; echo $l; head -n 1; } <in | cat",
            "cat <<EOF\n$a-$b\nEOF\n:",
            "cat <<'EOF'\n$a-$b\nEOF",
            "sh -c 'kill -TERM $$'",
            "env echo prog",
            "sort <in | head -n 2",
            "ls d1",
            "cat - in <<E\nhere $(echo sub)\nE",
            "sh -c 'cat; echo \"$0\"' name",
            "expr 1 + 2",
            "tr a-z A-Z <in",
        ];
        match self.random.below(4) {
            0 => format!("cat in >{file}"),
            1 => format!("sh -c 'echo prog $1' sh x >>{file}; cat {file}"),
            _ => self.random.pick(common).into(),
        }
    }

    fn descriptor(&mut self, place: Place) -> String {
        let file = self.file(place);
        match self.random.below(18) {
            0 => format!("exec 3>{file}"),
            1 => "exec 3>&-".into(),
            2 => "echo three >&3".into(),
            3 => "sh -c 'echo three >&3'".into(),
            4 => "exec 4<in".into(),
            5 => "read -r l <&4; echo \"4:$l\"".into(),
            6 => "cat <&4".into(),
            7 => format!("exec >{file}"),
            8 => "exec 6<&0".into(),
            9 => "echo e >&2".into(),
            10 => "exec 5>&1".into(),
            11 => "echo five >&5".into(),
            12 => "exec 3>&1 >&2".into(),
            13 => format!("echo a >{file}; cat {file}"),
            14 => "ls -l /proc/self/fd | sed -n 's/.* \\([0-9]*\\) -> .*/\\1/p' | tr '\\n' ' '; echo".into(),
            15 => "echo no >&-".into(),
            16 if place.loops == 0 && !place.function => "exec <in".into(),
            _ => format!("{{ echo one; echo two >&2; }} >{file} 2>&1; cat {file}"),
        }
    }

    fn late(&mut self, place: Place) -> String {
        let list: &[&str] = &[
            "ulimit -n 100; ulimit -n",
            "ulimit -n",
            "trap 'echo sig' USR2",
            "trap '' INT",
            "exec echo replaced",
            "exec sh -c 'echo replaced; exit 3'",
            "exec nosuchprogram",
            "exec true",
            "wait",
        ];
        let bash: &[&str] = &[
            "[ $BASHPID = $$ ]; echo \"own $?\"",
            ": $BASHPID",
            "x=$BASHPID; [ $x = $BASHPID ]; echo \"same $?\"",
            "kill -TERM $BASHPID",
            "trap 'echo got' USR1; kill -USR1 $BASHPID; echo sent",
            "exec -a name sh -c 'echo $0'",
        ];
        if place.depth == 0 && self.random.one_in(4) {
            return "trap 'echo U1' USR1\n(kill -USR1 $$; echo in)\necho out\ntrap - USR1".into();
        }
        if place.depth == 0 || (!place.subshell && !place.function) {
            return "trap 'echo U2 $?' USR1\nkill -USR1 $$\necho after".into();
        }
        if self.bash() && self.random.one_in(2) { self.random.pick(bash).into() } else { self.random.pick(list).into() }
    }

    fn redirection(&mut self, place: Place) -> String {
        let file = self.file(place);
        match self.random.below(14) {
            0 => format!(" >{file}"),
            1 => format!(" >>{file}"),
            2 => " >&2".into(),
            3 => " 2>&1".into(),
            4 => " <in".into(),
            5 => " 2>/dev/null".into(),
            6 => format!(" 3>{file}"),
            7 => " <&-".into(),
            8 => " >&-".into(),
            9 => " 3>&1".into(),
            10 => format!(" >{file} 2>&1"),
            11 => " 5>&1 >&2".into(),
            12 => " <<EOF\nline1 $a\nline2\nEOF".into(),
            _ => " >/dev/null".into(),
        }
    }

    fn maybe_redirection(&mut self, place: Place) -> String {
        if self.random.one_in(4) { self.redirection(place) } else { String::new() }
    }

    fn block(&mut self, place: Place, nodes: &mut Vec<Node>) {
        let inside = Place { subshell: true, ..place };
        let one = |open: &str, body: Vec<Node>, close: String| Node::Block(vec![(open.to_owned(), body)], close);
        let node = match self.random.below(24) {
            0..=2 => {
                let body = self.body(inside);
                one("(", body, format!("){}", self.maybe_redirection(place)))
            }
            3..=5 => {
                let body = self.body(inside);
                let quote = if self.random.one_in(3) { "local x; " } else { "" };
                let quote = if place.function { quote } else { "" };
                nodes.push(one(&format!("{quote}x=$("), body, ")".into()));
                Node::Line("echo \"sub $? $x\"".into())
            }
            6 => {
                let body = self.body(inside);
                one("echo \"arg $(", body, ")\"".into())
            }
            7 if place.shared => {
                self.own = true;
                let body = self.body(place);
                nodes.push(one("x=${", body, "}".into()));
                Node::Line("echo \"shared $? $x\"".into())
            }
            7 | 8 if !place.simple => {
                let body = self.body(Place { simple: true, depth: place.depth + 1, ..inside });
                Node::Backquoted(body)
            }
            7..=9 => {
                let body = self.body(place);
                one("{", body, format!("}}{}", self.maybe_redirection(place)))
            }
            10 | 11 => {
                let name = self.random.pick(&["f", "g", "h"]);
                let body = self.body(Place { function: true, loops: 0, ..place });
                nodes.push(one(
                    &format!("{name}() {{"),
                    body,
                    format!("}}{}", if self.random.one_in(4) { self.redirection(place) } else { String::new() }),
                ));
                let call = self.random.pick(&["", " x", " 'y z' w"]);
                Node::Line(format!("{name}{call}"))
            }
            12 => {
                let body = self.body(place);
                Node::Eval(body)
            }
            13 if !place.simple => {
                self.serial += 1;
                let file = format!("dot{}", self.serial);
                let body = self.body(Place { simple: true, loops: 0, ..place });
                nodes.push(one(
                    &format!("cat >\"$TMP/{file}\" <<'DOT{}'", self.serial),
                    body,
                    format!("DOT{}", self.serial),
                ));
                Node::Line(format!(". \"$TMP/{file}\""))
            }
            13 | 14 => {
                let body = self.body(Place { loops: place.loops + 1, ..place });
                let name = self.random.pick(&["i", "j", "a"]);
                one(&format!("for {name} in 1 2 3; do"), body, format!("done{}", self.maybe_redirection(place)))
            }
            15 => {
                self.serial += 1;
                let n = format!("n{}", self.serial);
                let body = self.body(Place { loops: place.loops + 1, ..place });
                nodes.push(Node::Line(format!("{n}=0")));
                let word = self.random.pick(&["while [ $N -lt 2 ]; do", "until [ $N -ge 2 ]; do"]).replace('N', &n);
                one(&format!("{word}\n{n}=$(({n}+1))"), body, format!("done{}", self.maybe_redirection(place)))
            }
            16 => {
                let parts = vec![
                    ("if".to_owned(), self.body(place)),
                    ("then".to_owned(), self.body(place)),
                    ("else".to_owned(), self.body(place)),
                ];
                Node::Block(parts, format!("fi{}", self.maybe_redirection(place)))
            }
            17 => {
                let parts = vec![
                    (
                        self.random.pick(&["case $a in\n1)", "case x$b in\nx*)", "case $# in\n0)"]).to_owned(),
                        self.body(place),
                    ),
                    (";;\n*)".to_owned(), self.body(place)),
                ];
                Node::Block(parts, ";;\nesac".into())
            }
            18 => {
                let open = self.random.pick(&["{", "(", "! {"]).to_owned();
                let apart = open == "(";
                let close = if apart { ")" } else { "}" };
                let first = self.body(if apart { inside } else { place });
                let parts =
                    vec![(open, first), (format!("{close} {} {{", self.random.pick(&["&&", "||"])), self.body(place))];
                Node::Block(parts, "}".into())
            }
            19..=21 => self.pipeline(inside),
            22 => {
                self.serial += 1;
                let body = self.body(Place { files: self.serial, loops: 0, ..inside });
                let wait =
                    self.random.pick(&["wait $!; echo \"w$?\"", "wait; echo \"w$?\"", "p=$!; wait $p; echo \"w$?\""]);
                let open = self.random.pick(&["{", "("]);
                one(open, body, format!("{} &\n{wait}", if open == "{" { "}" } else { ")" }))
            }
            _ if self.bash() => {
                self.serial += 1;
                let body = self.body(Place { files: self.serial, loops: 0, ..inside });
                one("cat <(", body, ")".into())
            }
            _ => {
                let parts =
                    vec![("while read -r l; do".to_owned(), self.body(Place { loops: place.loops + 1, ..place }))];
                Node::Block(parts, "done <in".into())
            }
        };
        nodes.push(node);
    }

    /// Two to four elements; each but the first reads its input to the end before anything else.
    fn pipeline(&mut self, place: Place) -> Node {
        let count = 2 + self.random.below(3);
        let mut parts: Vec<(String, Vec<Node>)> = Vec::new();
        let mut close = String::new();
        for index in 0..count {
            self.serial += 1;
            let element = Place { files: self.serial, loops: 0, function: place.function, ..place };
            let mut open = if index == 0 { String::new() } else { format!("{close} | ") };
            let reader = index > 0;
            let (text, body, end): (String, Vec<Node>, &str) = match self.random.below(8) {
                0 | 1 => {
                    open.push('{');
                    (if reader { "\nx=$(cat); echo \"got $x\"".into() } else { String::new() }, self.body(element), "}")
                }
                2 => {
                    open.push('(');
                    (if reader { "\nx=$(cat); echo \"got $x\"".into() } else { String::new() }, self.body(element), ")")
                }
                3 if reader => {
                    open.push_str("while read -r l; do");
                    ("\necho \"r $l\"".into(), Vec::new(), "done")
                }
                4 if !reader => {
                    open.push_str(self.random.pick(&[
                        "echo hi there",
                        "printf '%s\\n' 1 2 3",
                        "for i in 1 2 3; do echo $i; done",
                        "f",
                    ]));
                    (String::new(), Vec::new(), "")
                }
                _ => {
                    open.push_str(if reader {
                        self.random.pick(&[
                            "cat",
                            "sort",
                            "tr a-z A-Z",
                            "sed p",
                            "cat -",
                            "sed 1d",
                            "sh -c 'cat; exit 3'",
                        ])
                    } else {
                        self.random.pick(&["cat in", "sed -n 1,2p in", "sh -c 'echo q; exit 2'", "env echo e"])
                    });
                    (String::new(), Vec::new(), "")
                }
            };
            if end.is_empty() {
                // A simple command: part of the line that the next element continues.
                close = open;
            } else {
                parts.push((format!("{open}{text}"), body));
                close = end.to_owned();
            }
        }
        let status = if self.bash() { "echo \"ps $? ${PIPESTATUS[*]}\"" } else { "echo \"ps $?\"" };
        let close = if self.bash() && self.random.one_in(2) {
            format!("{close}\necho \"ps ${{PIPESTATUS[*]}}\"")
        } else {
            format!("{close}\n{status}")
        };
        if parts.is_empty() { Node::Line(close) } else { Node::Block(parts, close) }
    }
}
