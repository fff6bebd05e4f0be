//! The rules of [`Pool`], each with a test.
#![allow(clippy::unwrap_used)]

use std::fs::{self, File};
use std::io::{Seek, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::PathBuf;
use std::rc::Rc;

use skosh_sys::io;

use super::*;

/// A directory of its own for each test, removed with it.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("skosh-stream-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn created(path: &PathBuf) -> Rc<OpenFile> {
    OpenFile::from_owned(File::create(path).unwrap().into())
}

fn holding(path: &PathBuf, content: &[u8]) -> File {
    fs::write(path, content).unwrap();
    File::open(path).unwrap()
}

fn pipe() -> (OwnedFd, OwnedFd) {
    io::pipe().unwrap()
}

fn line(pool: &mut Pool, file: &Rc<OpenFile>) -> Option<String> {
    let mut bytes = Vec::new();
    let end = pool.read_until(file, b'\n', usize::MAX, &mut bytes).unwrap();
    if end == ReadEnd::EndOfFile && bytes.is_empty() { None } else { Some(String::from_utf8(bytes).unwrap()) }
}

fn lines(count: usize) -> Vec<u8> {
    (0..count).flat_map(|i| format!("line {i}\n").into_bytes()).collect()
}

#[test]
fn output_waits_until_it_is_flushed() {
    let dir = Scratch::new("waits");
    let path = dir.file("f");
    let file = created(&path);
    let mut pool = Pool::new();
    pool.write(&file, b"one\n").unwrap();
    pool.end_of_command(&file).unwrap();
    assert!(pool.is_dirty());
    assert_eq!(fs::read(&path).unwrap(), b"");
    pool.flush().unwrap();
    assert!(!pool.is_dirty());
    assert_eq!(fs::read(&path).unwrap(), b"one\n");
}

#[test]
fn without_coalescing_every_command_is_written() {
    let dir = Scratch::new("write-through");
    let path = dir.file("f");
    let file = created(&path);
    let mut pool = Pool::new();
    pool.set_coalesce(false);
    pool.write(&file, b"one").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"");
    pool.end_of_command(&file).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"one");
}

#[test]
fn writing_elsewhere_keeps_the_order() {
    let dir = Scratch::new("order");
    let path = dir.file("f");
    let one = OpenFile::from_owned(fs::OpenOptions::new().create(true).append(true).open(&path).unwrap().into());
    let two = OpenFile::from_owned(fs::OpenOptions::new().append(true).open(&path).unwrap().into());
    let mut pool = Pool::new();
    let mut expected = String::new();
    for i in 0..1000 {
        let text = format!("{i}\n");
        pool.write(if i % 3 == 0 { &two } else { &one }, text.as_bytes()).unwrap();
        expected.push_str(&text);
    }
    pool.flush().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), expected);
}

#[test]
fn lines_of_a_pipe_are_read_ahead_and_given_back() {
    let (r, w) = pipe();
    File::from(w.try_clone().unwrap()).write_all(b"one\ntwo\nthree\n").unwrap();
    let raw = r.as_raw_fd();
    let file = OpenFile::from_owned(r);
    let mut pool = Pool::new();
    assert_eq!(line(&mut pool, &file).as_deref(), Some("one"));
    assert!(pool.has_read_ahead());
    assert_eq!(line(&mut pool, &file).as_deref(), Some("two"));
    pool.give_back().unwrap();
    assert!(!pool.has_read_ahead());
    let mut rest = [0; 100];
    let count = io::read(raw, &mut rest).unwrap();
    assert_eq!(&rest[..count], b"three\n");
    drop(w);
    assert_eq!(line(&mut pool, &file), None);
}

#[test]
fn lines_of_a_file_are_read_ahead_and_given_back() {
    let dir = Scratch::new("seek");
    let mut other = holding(&dir.file("f"), &lines(30_000));
    let file = OpenFile::from_owned(other.try_clone().unwrap().into());
    let mut pool = Pool::new();
    for i in 0..30_000 {
        assert_eq!(line(&mut pool, &file), Some(format!("line {i}")));
        if i % 1000 == 7 {
            pool.give_back().unwrap();
            let position = other.stream_position().unwrap();
            let expected: usize = (0..=i).map(|i| format!("line {i}\n").len()).sum();
            assert_eq!(position, expected as u64);
        }
    }
    assert_eq!(line(&mut pool, &file), None);
    assert!(!pool.has_read_ahead());
}
