//! The stand-alone reader: lines, delimiters, everything, and what it leaves to the next reader.
#![allow(clippy::unwrap_used)]

mod scratch;

use std::fs::File;
use std::io::{BufRead, Read, Seek, Write};
use std::os::fd::AsRawFd;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use scratch::{Directory, lines};
use skosh_stream::{Errno, ReadEnd, Reader};
use skosh_sys::io;

#[test]
fn a_child_goes_on_where_the_reader_stopped() {
    let dir = Directory::new("child");
    let file = File::open(dir.file("f", lines(10))).unwrap();
    let mut reader = Reader::new(file.try_clone().unwrap());
    let mut line = Vec::new();
    assert_eq!(reader.read_line(&mut line), Ok(true));
    assert_eq!(line, b"line 0");
    reader.give_back().unwrap();
    let child = Command::new("head").arg("-n1").stdin(Stdio::from(file)).output().unwrap();
    assert_eq!(child.stdout, b"line 1\n");
}

#[test]
fn dropping_gives_back() {
    let (r, w) = io::pipe().unwrap();
    File::from(w).write_all(b"one\ntwo\nthree\n").unwrap();
    let mut other = File::from(r);
    let mut reader = Reader::inherited(other.as_raw_fd());
    let mut line = Vec::new();
    reader.read_line(&mut line).unwrap();
    drop(reader);
    let mut rest = String::new();
    other.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "two\nthree\n");
}

#[test]
fn all_lines_then_false() {
    let dir = Directory::new("lines");
    let mut content = lines(20_000);
    content.extend_from_slice(b"no newline");
    let mut reader = Reader::new(File::open(dir.file("f", &content)).unwrap());
    let mut seen = Vec::new();
    let mut line = Vec::new();
    while reader.read_line(&mut line).unwrap() {
        seen.extend_from_slice(&line);
        seen.push(b'\n');
        line.clear();
    }
    content.push(b'\n');
    assert!(seen == content);
    assert_eq!(reader.read_line(&mut line), Ok(false));
}

#[test]
fn it_is_a_standard_reader() {
    let content = lines(30_000);
    let (r, w) = io::pipe().unwrap();
    let feeder = {
        let content = content.clone();
        std::thread::spawn(move || File::from(w).write_all(&content).unwrap())
    };
    let mut reader = Reader::new(r);
    let mut first = String::new();
    BufRead::read_line(&mut reader, &mut first).unwrap();
    assert_eq!(first, "line 0\n");
    let mut some = [0; 10];
    reader.read_exact(&mut some).unwrap();
    assert_eq!(&some, b"line 1\nlin");
    let second = (&mut reader).split(b'\n').next().unwrap().unwrap();
    assert_eq!(second, b"e 2");
    let mut rest = Vec::new();
    Read::read_to_end(&mut reader, &mut rest).unwrap();
    assert!(rest == content[21..]);
    assert_eq!(Read::read(&mut reader, &mut some).unwrap(), 0);
    assert!(reader.fill_buf().unwrap().is_empty());
    feeder.join().unwrap();

    let dir = Directory::new("standard");
    let mut reader = Reader::new(File::open(dir.file("f", &content)).unwrap());
    assert_eq!((&mut reader).lines().map(|line| line.unwrap().len() + 1).sum::<usize>(), content.len());
}

#[test]
fn pieces_and_the_end() {
    let dir = Directory::new("pieces");
    let mut file = File::open(dir.file("f", "one:two:three")).unwrap();
    let mut reader = Reader::new(file.try_clone().unwrap());
    let mut out = Vec::new();
    assert_eq!(reader.read_until(b':', usize::MAX, &mut out), Ok(ReadEnd::Delimiter));
    assert_eq!(reader.read(2, &mut out), Ok(2));
    assert_eq!(out, b"onetw");
    reader.give_back().unwrap();
    assert_eq!(file.stream_position().unwrap(), 6);
    reader.read_to_end(&mut out).unwrap();
    assert_eq!(out, b"onetwo:three");
    assert_eq!(reader.read_until(b':', usize::MAX, &mut out), Ok(ReadEnd::EndOfFile));
}

#[test]
fn deadlines_and_errors() {
    let (r, w) = io::pipe().unwrap();
    let mut reader = Reader::new(r);
    reader.set_deadline(Some(Instant::now() + Duration::from_millis(20)));
    let mut out = Vec::new();
    assert_eq!(reader.read_line(&mut out), Err(Errno::ETIMEDOUT));
    assert_eq!(reader.read(5, &mut out), Err(Errno::ETIMEDOUT));
    File::from(w).write_all(b"x\n").unwrap();
    assert_eq!(reader.read_line(&mut out), Ok(true));
    assert_eq!(out, b"x");

    let mut closed = Reader::inherited(987);
    assert_eq!(closed.read_line(&mut out), Err(Errno::EBADF));
    assert_eq!(closed.give_back(), Ok(()));
    let mut directory = Reader::new(File::open("/").unwrap());
    assert_eq!(directory.read_to_end(&mut out), Err(Errno::EISDIR));
}

#[test]
fn a_reader_can_go_to_another_thread() {
    let dir = Directory::new("send");
    let mut reader = Reader::new(File::open(dir.file("f", "one\ntwo\n")).unwrap());
    let mut out = Vec::new();
    reader.read_line(&mut out).unwrap();
    let out = std::thread::spawn(move || {
        reader.read_line(&mut out).unwrap();
        out
    });
    assert_eq!(out.join().unwrap(), b"onetwo");
}
