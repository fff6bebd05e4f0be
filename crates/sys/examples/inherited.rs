//! Says what a program sees that starts without Rust's runtime: its arguments, which of the standard descriptors are
//! open, which signals are ignored or caught, how many variables std and C know.
#![no_main]

use skosh_sys::{entry, fs, signal};

skosh_sys::entry!(run);

fn run(arguments: Vec<Vec<u8>>) -> i32 {
    let open: String = (0..3).map(|fd| if fs::is_open(fd) { 'o' } else { '-' }).collect();
    let of = |disposition| -> Vec<String> {
        let those = signal::signals().filter(|(number, _)| signal::disposition(*number) == disposition);
        those.map(|(_, name)| name).collect()
    };
    let same = std::env::vars_os().count() == entry::environ().filter(|string| string.contains(&b'=')).count();
    let text = format!(
        "{} {open} ignored:{} caught:{} environment:{}\n",
        arguments.iter().skip(1).map(|argument| argument.escape_ascii().to_string()).collect::<Vec<_>>().join(","),
        of(signal::Disposition::Ignore).join(","),
        of(signal::Disposition::Caught).join(","),
        if same && std::env::args_os().len() == arguments.len() { "same" } else { "different" },
    );
    // To the descriptor that the test keeps open: 0 to 2 may be closed.
    match skosh_sys::io::write(9, text.as_bytes()) {
        Ok(_) => 42,
        Err(_) => 1,
    }
}
