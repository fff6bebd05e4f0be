//! Terminals: written after every command, read a line at a time, nothing taken that belongs to the next reader.
#![allow(clippy::unwrap_used)]

use std::os::fd::{AsRawFd, OwnedFd};
use std::rc::Rc;

use skosh_stream::{Class, OpenFile, Pool, ReadEnd, Reader, Writer};
use skosh_sys::{io, tty};

fn pair() -> (OwnedFd, OwnedFd) {
    let (user, terminal) = tty::open_pair().unwrap();
    tty::Termios::get(terminal.as_raw_fd()).unwrap().echo(false).set(terminal.as_raw_fd()).unwrap();
    (user, terminal)
}

fn types(user: &OwnedFd, text: &[u8]) {
    assert_eq!(io::write(user.as_raw_fd(), text), Ok(text.len()));
}

fn sees(user: &OwnedFd) -> Vec<u8> {
    let mut bytes = vec![0; 1000];
    let count = io::read(user.as_raw_fd(), &mut bytes).unwrap();
    bytes.truncate(count);
    bytes
}

#[test]
fn output_does_not_wait() {
    let (user, terminal) = pair();
    let file = OpenFile::from_owned(terminal.try_clone().unwrap());
    let mut pool = Pool::new();
    pool.write(&file, b"prompt").unwrap();
    pool.write(&file, b"> ").unwrap();
    pool.end_of_command(&file).unwrap();
    assert!(!pool.is_dirty());
    assert_eq!(sees(&user), b"prompt> ");
    assert_eq!(file.class(), Ok(Class::CharacterDevice));

    let mut writer = Writer::new(terminal);
    writer.put(b"begun").unwrap();
    assert_eq!(writer.waiting(), 5);
    writer.put(b" and ended\n").unwrap();
    assert_eq!(sees(&user), b"begun and ended\r\n");
}

fn line(pool: &mut Pool, file: &Rc<OpenFile>, delimiter: u8, limit: usize) -> (Vec<u8>, ReadEnd) {
    let mut out = Vec::new();
    let end = pool.read_until(file, delimiter, limit, &mut out).unwrap();
    assert!(!pool.has_read_ahead());
    (out, end)
}

#[test]
fn a_line_at_a_time() {
    let (user, terminal) = pair();
    let raw = terminal.as_raw_fd();
    let file = OpenFile::from_owned(terminal);
    let mut pool = Pool::new();
    types(&user, b"one\ntwo\nthree;four\nabcdefg\nlast\n\x04");
    assert_eq!(line(&mut pool, &file, b'\n', usize::MAX), (b"one".to_vec(), ReadEnd::Delimiter));
    let mut next = [0; 100];
    assert_eq!(io::read(raw, &mut next), Ok(4));
    assert_eq!(&next[..4], b"two\n");
    assert_eq!(line(&mut pool, &file, b';', usize::MAX), (b"three".to_vec(), ReadEnd::Delimiter));
    assert_eq!(line(&mut pool, &file, b'\n', usize::MAX), (b"four".to_vec(), ReadEnd::Delimiter));
    assert_eq!(line(&mut pool, &file, b'\n', 3), (b"abc".to_vec(), ReadEnd::Limit));
    assert_eq!(line(&mut pool, &file, b'\n', 100), (b"defg".to_vec(), ReadEnd::Delimiter));
    assert_eq!(line(&mut pool, &file, b'\n', usize::MAX), (b"last".to_vec(), ReadEnd::Delimiter));
    assert_eq!(line(&mut pool, &file, b'\n', usize::MAX), (Vec::new(), ReadEnd::EndOfFile));
    types(&user, b"goes on\n");
    assert_eq!(line(&mut pool, &file, b'\n', usize::MAX), (b"goes on".to_vec(), ReadEnd::Delimiter));
}

#[test]
fn a_terminal_without_lines_is_read_by_the_byte() {
    let (user, terminal) = pair();
    let raw = terminal.as_raw_fd();
    tty::Termios::get(raw).unwrap().by_character().set(raw).unwrap();
    types(&user, b"ab\ncd");
    let mut reader = Reader::inherited(raw);
    let mut out = Vec::new();
    assert_eq!(reader.read_line(&mut out), Ok(true));
    assert_eq!(out, b"ab");
    let mut next = [0; 10];
    assert_eq!(io::read(raw, &mut next), Ok(2));
}
