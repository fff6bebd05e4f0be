//! Parses the files it is given, as `bash -n` does: `parse [-p] [-r N] FILE...`. `-p`: POSIX mode; `-r N`: N times, with the time;
//! `-s` tells whether what is printed parses to what prints the same; `-P` prints what was parsed, as `bash --pretty-print` does.

use std::io::Write;
use std::time::Instant;

use skosh_syntax::{Context, Input, Interner, NoAliases, ParseOptions, Parser, parse_text, print_list};

/// A whole file, once.
struct File(Option<Vec<u8>>);

impl Input for File {
    fn more(&mut self, buf: &mut Vec<u8>, _: bool) -> bool {
        match self.0.take() {
            Some(text) if buf.is_empty() => {
                *buf = text;
                !buf.is_empty()
            }
            Some(text) => {
                buf.extend_from_slice(&text);
                !text.is_empty()
            }
            None => false,
        }
    }
}

fn main() {
    let mut options = ParseOptions::BASH;
    let mut rounds = 1u32;
    let mut files = Vec::new();
    let mut args = std::env::args().skip(1);
    let (mut quiet, mut print, mut stable) = (false, false, false);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-p" => options = ParseOptions::POSIX,
            "-q" => quiet = true,
            "-P" => print = true,
            "-s" => stable = true,
            "-r" => rounds = args.next().and_then(|n| n.parse().ok()).unwrap_or(1),
            _ => files.push(arg),
        }
    }
    let mut failed = false;
    for file in files {
        let text = match std::fs::read(&file) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{file}: {error}");
                failed = true;
                continue;
            }
        };
        for _ in 0..rounds {
            let mut names = Interner::new();
            let mut input = File(Some(text.clone()));
            let start = Instant::now();
            let mut cx = Context { names: &mut names, input: &mut input, aliases: &NoAliases, options };
            let mut parser = Parser::new(1);
            let mut commands = 0;
            let result = loop {
                match parser.next_command(&mut cx) {
                    Ok(Some(list)) => {
                        commands += 1;
                        if stable {
                            let first = print_list(&list, cx.names);
                            let second = match parse_text(&first, cx.names, options) {
                                Ok(lists) => lists.iter().map(|list| print_list(list, cx.names)).collect(),
                                Err(error) => vec![error.to_string().into_bytes()],
                            };
                            if second.len() > 1 || second.first().unwrap_or(&Vec::new()) != &first {
                                println!("{file}: line {}: not stable", parser.line());
                                for text in [vec![first], second].concat() {
                                    println!("{}", String::from_utf8_lossy(&text));
                                }
                                failed = true;
                            }
                        }
                        if print {
                            let mut text = print_list(&list, cx.names);
                            if text.last() != Some(&b'\n') {
                                text.push(b'\n');
                            }
                            let _ = std::io::stdout().write_all(&text);
                        }
                    }
                    Ok(None) => break Ok(()),
                    Err(error) => break Err(error),
                }
            };
            let time = start.elapsed();
            for warning in &parser.warnings {
                eprintln!("{file}: warning: {warning}");
            }
            match result {
                Ok(()) if !quiet => println!("{file}: {commands} commands, {} bytes, {time:?}", text.len()),
                Ok(()) => {}
                Err(error) => {
                    println!("{file}: line {}: {error}", error.line);
                    failed = true;
                }
            }
        }
    }
    std::process::exit(i32::from(failed));
}
