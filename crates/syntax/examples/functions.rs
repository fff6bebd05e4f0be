//! Prints every function that the files it is given define at their top level, as `declare -f` would.

use std::io::Write;

use skosh_syntax::ast::Command;
use skosh_syntax::{Interner, ParseOptions, parse_text, print_function};

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    for file in std::env::args().skip(1) {
        let mut names = Interner::new();
        let commands = match parse_text(&std::fs::read(&file)?, &mut names, ParseOptions::BASH) {
            Ok(commands) => commands,
            Err(error) => {
                eprintln!("{file}: line {}: {error}", error.line);
                continue;
            }
        };
        for command in commands.iter().flat_map(|list| &list.items).flat_map(|item| &item.and_or.first.commands) {
            if let Command::Function(function) = command {
                out.write_all(&print_function(function, &names))?;
                out.write_all(b"\n")?;
            }
        }
    }
    Ok(())
}
