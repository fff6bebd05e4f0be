//! No text makes the parser panic or hang, and what it prints of a tree parses to that tree and is printed the same again.
//!
//! `ulimit -s unlimited; cargo +nightly fuzz run parse_print -- -dict=fuzz_targets/shell.dict`: the sanitizer's stack frames are
//! much larger than those the limit on nesting was made for.
#![no_main]

use std::rc::Rc;

use libfuzzer_sys::fuzz_target;
use skosh_syntax::ast::{Command, FunctionDefinition};
use skosh_syntax::{Interner, ParseOptions, SyntaxErrorKind, parse_text, print_function, print_list};

/// The tree without what printing changes: the numbers of lines, and where newlines separate commands.
fn shape(tree: &impl std::fmt::Debug) -> String {
    let text = format!("{tree:?}").replace("newline: true", "newline: false");
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(at) = [rest.find("line: "), rest.find("start: ")].into_iter().flatten().min() {
        let number = at + rest[at..].find(' ').unwrap() + 1;
        out.push_str(&rest[..number]);
        rest = rest[number..].trim_start_matches(|c: char| c.is_ascii_digit());
    }
    out + rest
}

/// What is printed as something else that means the same.
const CHANGED: &[&str] = &[
    "AnsiQuoted", "Localized", "Redirect {", "Coproc", "Conditional", "For", "Select", "Function(", "If(", "Arith", "Backquote",
];

fn function(text: &[u8], names: &mut Interner, options: ParseOptions) -> Option<Rc<FunctionDefinition>> {
    let commands = match parse_text(text, names, options) {
        Ok(commands) => commands,
        // `elif` is printed as `if` within `else`, which is deeper.
        Err(error) if error.kind == SyntaxErrorKind::TooDeep => return None,
        Err(error) => panic!("{error} at line {} of\n{}", error.line, String::from_utf8_lossy(text)),
    };
    match &commands[0].items[0].and_or.first.commands[0] {
        Command::Function(function) => Some(function.clone()),
        other => panic!("{other:?}"),
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((&flags, text)) = data.split_first() else { return };
    let options = ParseOptions {
        posix: flags & 1 != 0,
        extglob: flags & 2 != 0,
        braces: flags & 4 == 0,
        ..ParseOptions::BASH
    };
    let mut names = Interner::new();
    let Ok(commands) = parse_text(text, &mut names, options) else { return };
    for command in commands {
        let line = print_list(&command, &names);
        let wrapped = [b"f() {\n".as_slice(), &line, b"\n}\n"].concat();
        let Some(first) = function(&wrapped, &mut names, options) else { continue };
        let printed = print_function(&first, &names);
        let Some(second) = function(&printed, &mut names, options) else { continue };
        let again = print_function(&second, &names);
        assert!(
            printed == again,
            "from\n{}\nfirst\n{}\nsecond\n{}",
            String::from_utf8_lossy(text),
            String::from_utf8_lossy(&printed),
            String::from_utf8_lossy(&again)
        );
        let before = shape(&command);
        if !CHANGED.iter().any(|what| before.contains(what)) {
            let after = shape(&first.body);
            assert!(after.contains(&before), "{}\n{before}\n{after}", String::from_utf8_lossy(text));
        }
    }
});
