//! The stand-alone writer: flush, sync, errors that are never lost, vectored writes, memory.
#![allow(clippy::unwrap_used)]

mod scratch;

use std::fs::{self, File, OpenOptions};
use std::io::{IoSlice, Read, Write};
use std::os::fd::AsRawFd;
use std::time::Duration;

use scratch::{Directory, lines};
use skosh_stream::{Errno, SyncKind, Writer};
use skosh_sys::io;

fn full() -> Writer {
    Writer::new(OpenOptions::new().write(true).open("/dev/full").unwrap())
}

/// A writer whose every write gives `EPIPE`.
fn broken() -> Writer {
    let (read_end, write_end) = io::pipe().unwrap();
    drop(read_end);
    Writer::new(write_end)
}

#[test]
fn flush_and_sync_and_close() {
    let dir = Directory::new("verbs");
    let path = dir.path("f");
    let mut writer = Writer::new(File::create(&path).unwrap());
    write!(writer, "{}-{}", 1, 2).unwrap();
    assert_eq!(writer.waiting(), 3);
    assert_eq!(fs::read(&path).unwrap(), b"");
    writer.flush().unwrap();
    assert_eq!(writer.waiting(), 0);
    assert_eq!(fs::read(&path).unwrap(), b"1-2");
    writer.put(b"!").unwrap();
    writer.sync(SyncKind::Data).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"1-2!");
    writer.sync(SyncKind::Metadata).unwrap();
    writer.put(b"?").unwrap();
    writer.set_durable(true);
    writer.close().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"1-2!?");
}

#[test]
fn dropping_flushes_and_forgetting_does_not() {
    let dir = Directory::new("drop");
    let path = dir.path("f");
    let mut writer = Writer::new(File::create(&path).unwrap());
    writer.put(b"unwanted").unwrap();
    writer.forget();
    writer.put(b"wanted").unwrap();
    drop(writer);
    assert_eq!(fs::read(&path).unwrap(), b"wanted");
}

#[test]
fn an_inherited_descriptor_stays_open() {
    let dir = Directory::new("inherited");
    let path = dir.path("f");
    let mut file = File::create(&path).unwrap();
    let mut writer = Writer::inherited(file.as_raw_fd());
    writer.put(b"one ").unwrap();
    writer.close().unwrap();
    file.write_all(b"two").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"one two");
}

#[test]
fn an_error_is_reported_by_whoever_looks() {
    // By the call that met it, and again by the next flush for those who look only there.
    let mut writer = full();
    assert_eq!(writer.put(b"line\n"), Err(Errno::ENOSPC));
    assert_eq!(writer.waiting(), 0);
    assert_eq!(writer.flush(), Err(Errno::ENOSPC));
    assert_eq!(writer.flush(), Ok(()));
    assert_eq!(writer.close(), Ok(()));

    let mut writer = broken();
    assert_eq!(writer.put(b"x"), Ok(()));
    assert_eq!(writer.put(&[b'x'; 100_000]), Err(Errno::EPIPE));
    assert_eq!(writer.put(b"y"), Ok(()));
    assert_eq!(writer.close(), Err(Errno::EPIPE));

    // Met before by nobody.
    let mut writer = broken();
    writer.put(b"x").unwrap();
    assert_eq!(writer.flush(), Err(Errno::EPIPE));
    writer.put(b"x").unwrap();
    assert_eq!(writer.close(), Err(Errno::EPIPE));

    // An error that was kept does not swallow the next.
    let mut writer = broken();
    let _ = writer.put(&[b'x'; 100_000]);
    writer.put(b"x").unwrap();
    assert_eq!(writer.flush(), Err(Errno::EPIPE));
    assert_eq!(writer.close(), Err(Errno::EPIPE));
}

#[test]
fn a_descriptor_that_is_not_open() {
    let mut writer = Writer::inherited(987);
    assert_eq!(writer.put(b"x"), Err(Errno::EBADF));
    assert_eq!(writer.close(), Err(Errno::EBADF));
}

#[test]
fn what_has_no_disk_cannot_be_synced_but_closed_durably() {
    let (read_end, write_end) = io::pipe().unwrap();
    let mut writer = Writer::new(write_end);
    writer.put(b"x").unwrap();
    assert_eq!(writer.sync(SyncKind::Data), Err(Errno::EINVAL));
    writer.set_durable(true);
    assert_eq!(writer.close(), Ok(()));
    let mut all = Vec::new();
    File::from(read_end).read_to_end(&mut all).unwrap();
    assert_eq!(all, b"x");
}

#[test]
fn many_pieces_are_written_in_order_and_completely() {
    let dir = Directory::new("pieces");
    let path = dir.path("f");
    let mut writer = Writer::new(File::create(&path).unwrap());
    let mut expected = Vec::new();
    // More pieces than one writev(2) takes, with empty ones among them.
    for count in [0, 1, 3, 1500, 5000] {
        let words: Vec<String> = (0..count).map(|i| if i % 5 == 0 { String::new() } else { format!("{i} ") }).collect();
        let pieces: Vec<IoSlice<'_>> = words.iter().map(|word| IoSlice::new(word.as_bytes())).collect();
        writer.put_pieces(&pieces).unwrap();
        expected.extend(words.concat().into_bytes());
    }
    let large = lines(10_000);
    writer.put_pieces(&[IoSlice::new(b"<"), IoSlice::new(&large), IoSlice::new(b">")]).unwrap();
    assert_eq!(writer.waiting(), 0);
    expected.extend_from_slice(b"<");
    expected.extend_from_slice(&large);
    expected.extend_from_slice(b">");
    assert_eq!(writer.write_vectored(&[IoSlice::new(b"a"), IoSlice::new(b"bc")]).unwrap(), 3);
    expected.extend_from_slice(b"abc");
    writer.close().unwrap();
    assert!(fs::read(&path).unwrap() == expected);
}

#[test]
fn short_writes_are_completed() {
    let (read_end, write_end) = io::pipe().unwrap();
    let flags = skosh_sys::fs::open_flags(write_end.as_raw_fd()).unwrap();
    skosh_sys::fs::set_open_flags(write_end.as_raw_fd(), flags | skosh_sys::fs::O_NONBLOCK).unwrap();
    let reader = std::thread::spawn(move || {
        let mut all = Vec::new();
        let mut piece = [0; 3001];
        let mut file = File::from(read_end);
        loop {
            let count = file.read(&mut piece).unwrap();
            if count == 0 {
                return all;
            }
            all.extend_from_slice(&piece[..count]);
            if all.len() % 97_000 < 3001 {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    });
    let content = lines(100_000);
    let mut writer = Writer::new(write_end);
    let (first, rest) = content.split_at(30_000);
    let (second, third) = rest.split_at(500_000);
    for line in first.split_inclusive(|byte| *byte == b'\n') {
        writer.put(line).unwrap();
    }
    writer.put_pieces(&[IoSlice::new(second), IoSlice::new(third)]).unwrap();
    writer.close().unwrap();
    assert!(reader.join().unwrap() == content);
}

#[test]
fn memory_is_a_descriptor_that_never_fails() {
    let mut writer = Writer::memory();
    assert_eq!(writer.raw_fd(), None);
    write!(writer, "{}", 42).unwrap();
    writer.put_pieces(&[IoSlice::new(b" is"), IoSlice::new(b" it")]).unwrap();
    writer.flush().unwrap();
    assert_eq!(writer.into_memory().as_deref(), Some(&b"42 is it"[..]));
    let dir = Directory::new("memory");
    assert_eq!(Writer::new(File::create(dir.path("f")).unwrap()).into_memory(), None);
}

#[test]
fn a_writer_can_go_to_another_thread() {
    let dir = Directory::new("send");
    let path = dir.path("f");
    let mut writer = Writer::new(File::create(&path).unwrap());
    writer.put(b"one ").unwrap();
    std::thread::spawn(move || writer.put(b"two").and(writer.close())).join().unwrap().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"one two");
}
