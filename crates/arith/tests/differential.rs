//! Generated expressions against bash: values, messages, and what the variables are afterwards.
//!
//! All expressions go through one bash process. Without a bash the tests pass without looking.
#![allow(clippy::unwrap_used)]

mod common;

use std::io::Write;
use std::process::{Command, Stdio};

use common::Variables;

/// A small linear congruential generator: the same expressions every time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

const BINARY: &[&str] = &[
    "+", "-", "*", "/", "%", "**", "<<", ">>", "<", "<=", ">", ">=", "==", "!=", "&", "|", "^", "&&", "||", ",", " + ",
    " - ", " * ", " < ", " && ", " || ", " , ",
];
const OPERANDS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "7",
    "010",
    "0x1f",
    "2#101",
    "36#z",
    "64#_",
    "9223372036854775807",
    "x",
    "y",
    "z",
    "e",
    "u",
    "a",
    "a[1]",
    "a[x]",
    "a[y-1]",
    "a[0]",
    "b[3]",
    "x",
    "y",
    " x ",
    " 5",
];
const LVALUES: &[&str] = &["x", "y", "z", "w", "a[1]", "a[y]", "a[x=1]", "b[2]"];
const ASSIGN: &[&str] = &["=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^=", " = ", " += "];

fn expression(random: &mut Random, depth: usize) -> String {
    if depth == 0 || random.below(5) == 0 {
        return random.pick(OPERANDS).to_string();
    }
    match random.below(12) {
        0..5 => {
            let left = expression(random, depth - 1);
            let operator = random.pick(BINARY);
            // A right operand that keeps shifts and powers small.
            let right = match operator {
                "**" => random.pick(&["0", "1", "2", "5", "x", "-1"]).to_string(),
                _ => expression(random, depth - 1),
            };
            format!("{left}{operator}{right}")
        }
        5 => format!("({})", expression(random, depth - 1)),
        6 => {
            format!("{}{}", random.pick(&["-", "+", "!", "~", "- ", "! ", "--", "++"]), expression(random, depth - 1))
        }
        7 => {
            let test = expression(random, depth - 1);
            let yes = expression(random, depth - 1);
            format!(
                "{test}{}{yes}{}{}",
                random.pick(&["?", " ? "]),
                random.pick(&[":", " : "]),
                expression(random, depth - 1)
            )
        }
        8 => {
            let (target, operator) = (random.pick(LVALUES), random.pick(ASSIGN));
            let value = expression(random, depth - 1);
            if random.below(2) == 0 {
                format!("({target}{operator}{value})")
            } else {
                format!("{target}{operator}{value}")
            }
        }
        9 => format!("{}{}", random.pick(LVALUES), random.pick(&["++", "--", " ++", " --"])),
        10 => format!("{}{}", random.pick(&["++", "--", "++ ", "-- "]), random.pick(LVALUES)),
        _ => format!("{} {} {}", expression(random, depth - 1), random.pick(BINARY), expression(random, depth - 1)),
    }
}

/// Something that is probably no expression.
fn broken(random: &mut Random) -> String {
    const PIECES: &[&str] = &[
        "1", "x", "y", "a[1]", "08", "2#3", "1#1", "0x", "2#", "(", ")", "+", "-", "*", "**", "/", "?", ":", "=", "+=",
        "++", "--", "!", "~", ",", "<", "<<", "&&", "|", "@", ".", "#", " ", " ", "5", "==", "!=", "^", "%", "1_0",
    ];
    let mut text = String::new();
    for _ in 0..1 + random.below(6) {
        let piece = random.pick(PIECES);
        // No other names than those that are set for each expression.
        if text.ends_with(|c: char| c.is_alphanumeric()) && piece.starts_with(|c: char| c.is_alphanumeric()) {
            text.push(' ');
        }
        text.push_str(piece);
    }
    // bash reads `$(( ... ))` as something else when the parentheses do not match.
    let (open, close) = (text.matches('(').count(), text.matches(')').count());
    if open != close || text.find(')') < text.find('(') {
        text.retain(|c| c != '(' && c != ')');
    }
    // Nor does it find them after what looks like a comment.
    text = text.replace(" #", "");
    while text.starts_with('#') {
        text.remove(0);
    }
    text
}

fn bash(expressions: &[String]) -> Option<Vec<String>> {
    let mut script = String::from("s() { x=5 y=3 z=0 e='y+1' a=(1 2 3); unset u w b; r=failed; }\n");
    for text in expressions {
        // An error abandons the line, not the script.
        script.push_str(&format!("s\nr=$(( {text} ))\necho \"=$r|$x|$y|$z|$w|${{a[*]}}|${{b[*]}}\"\n"));
    }
    let mut child = Command::new("bash")
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    let mut stdin = child.stdin.take()?;
    // Standard output and error in one, so that each message stands before the line it belongs to.
    let script = format!("exec 2>&1\n{script}");
    let writer = std::thread::spawn(move || stdin.write_all(script.as_bytes()));
    let output = child.wait_with_output().ok()?;
    writer.join().ok()?.ok()?;
    let mut answers = Vec::new();
    let mut message = String::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        match line.strip_prefix('=') {
            Some(values) if message.is_empty() => answers.push(values.to_string()),
            Some(_) => answers.push(std::mem::take(&mut message)),
            None => message = line.splitn(3, ": ").nth(2).unwrap_or(line).to_string(),
        }
    }
    Some(answers)
}

fn here(text: &str) -> String {
    let mut env = Variables::default();
    for (name, value) in [("x", "5"), ("y", "3"), ("z", "0"), ("e", "y+1")] {
        env.set(name, value);
    }
    env.set_array("a", &["1", "2", "3"]);
    env.set_array("b", &[]);
    // As bash gets it: with a blank on both sides.
    match env.eval(&format!(" {text} ")) {
        Ok(value) => format!(
            "{value}|{}|{}|{}|{}|{}|{}",
            env.get("x"),
            env.get("y"),
            env.get("z"),
            env.get("w"),
            env.get_array("a").join(" "),
            env.get_array("b").join(" ")
        ),
        Err(message) => message,
    }
}

fn compare(expressions: &[String]) {
    let Some(expected) = bash(expressions) else { return };
    assert_eq!(expected.len(), expressions.len(), "bash did not answer every expression");
    let mut different = Vec::new();
    let mut values = 0;
    for (text, expected) in expressions.iter().zip(&expected) {
        let got = here(text);
        values += usize::from(!got.contains("error"));
        // bash evaluates while it parses, so that a division by zero may come before a syntax error; and it looks at exponents
        // even where nothing is evaluated.
        let is_early = |message: &str| message.contains("division by 0") || message.contains("exponent less");
        if got != *expected
            && !(is_early(expected) && got.contains("error token"))
            && !expected.contains("exponent less")
        {
            different.push(format!("{text:?}:\n  bash {expected}\n  here {got}"));
        }
    }
    let shown = &different[..different.len().min(40)];
    assert!(different.is_empty(), "{} of {} differ:\n{}", different.len(), expressions.len(), shown.join("\n"));
    assert!(values > 0, "some have a value");
}

#[test]
fn generated_expressions() {
    let mut random = Random(1);
    let expressions: Vec<String> = (0..8000).map(|_| expression(&mut random, 4)).collect();
    compare(&expressions);
}

#[test]
fn broken_expressions() {
    let mut random = Random(2);
    let expressions: Vec<String> = (0..8000).map(|_| broken(&mut random)).collect();
    compare(&expressions);
}
