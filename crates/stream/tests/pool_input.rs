//! The rules of `Pool` for input: nothing is taken that was not used, whoever reads next.
#![allow(clippy::unwrap_used)]

mod scratch;

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, Write};
use std::net::Shutdown;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::net::{UnixDatagram, UnixStream};
use std::rc::Rc;
use std::time::{Duration, Instant};

use scratch::{Directory, Random, lines};
use skosh_stream::{Errno, OpenFile, Pool, ReadEnd};
use skosh_sys::io;

fn line(pool: &mut Pool, file: &Rc<OpenFile>) -> Option<String> {
    let mut bytes = Vec::new();
    let end = pool.read_until(file, b'\n', usize::MAX, &mut bytes).unwrap();
    if end == ReadEnd::EndOfFile && bytes.is_empty() { None } else { Some(String::from_utf8(bytes).unwrap()) }
}

/// What another process would find next.
fn next_bytes(fd: RawFd, count: usize) -> Vec<u8> {
    let mut bytes = vec![0; count];
    let count = io::read(fd, &mut bytes).unwrap();
    bytes.truncate(count);
    bytes
}

#[test]
fn lines_of_a_pipe_are_looked_at_and_given_back() {
    let (r, w) = io::pipe().unwrap();
    File::from(w.try_clone().unwrap()).write_all(b"one\ntwo\nthree\n").unwrap();
    let raw = r.as_raw_fd();
    let file = OpenFile::from_owned(r);
    let mut pool = Pool::new();
    assert_eq!(line(&mut pool, &file).as_deref(), Some("one"));
    assert!(pool.has_read_ahead());
    assert_eq!(line(&mut pool, &file).as_deref(), Some("two"));
    pool.give_back().unwrap();
    assert!(!pool.has_read_ahead());
    assert_eq!(next_bytes(raw, 100), b"three\n");
    drop(w);
    assert_eq!(line(&mut pool, &file), None);
    assert!(!pool.has_read_ahead());
}

#[test]
fn a_pipe_can_have_two_readers_in_turn() {
    let content = lines(20_000);
    let (r, w) = io::pipe().unwrap();
    let feeder = {
        let content = content.clone();
        std::thread::spawn(move || File::from(w).write_all(&content).unwrap())
    };
    let mut other = File::from(r.try_clone().unwrap());
    let file = OpenFile::from_owned(r);
    let mut pool = Pool::new();
    let mut seen = Vec::new();
    let mut turn = 0_usize;
    while let Some(line) = line(&mut pool, &file) {
        seen.extend_from_slice(line.as_bytes());
        seen.push(b'\n');
        turn += 1;
        if turn.is_multiple_of(7) {
            pool.give_back().unwrap();
            // The other reader takes a line byte by byte, as a shell of the old school.
            let mut byte = [0];
            while byte[0] != b'\n' && other.read(&mut byte).unwrap() == 1 {
                seen.push(byte[0]);
            }
        }
    }
    feeder.join().unwrap();
    assert!(seen == content);
}

#[test]
fn lines_of_a_file_are_read_ahead_and_given_back() {
    let dir = Directory::new("seek");
    let mut other = File::open(dir.file("f", lines(30_000))).unwrap();
    let file = OpenFile::from_owned(other.try_clone().unwrap().into());
    let mut pool = Pool::new();
    let mut used = 0;
    for i in 0..30_000 {
        let expected = format!("line {i}");
        used += expected.len() as u64 + 1;
        assert_eq!(line(&mut pool, &file), Some(expected));
        if i % 1000 < 3 {
            pool.give_back().unwrap();
            assert!(!pool.has_read_ahead());
            assert_eq!(other.stream_position().unwrap(), used);
        }
    }
    assert_eq!(line(&mut pool, &file), None);
    assert!(!pool.has_read_ahead());
}

#[test]
fn a_stream_socket_is_peeked_at() {
    let (mut writer, reader) = UnixStream::pair().unwrap();
    writer.write_all(b"one\ntwo\nthree\n").unwrap();
    let mut other = reader.try_clone().unwrap();
    let file = OpenFile::from_owned(reader.into());
    let mut pool = Pool::new();
    assert_eq!(line(&mut pool, &file).as_deref(), Some("one"));
    assert_eq!(line(&mut pool, &file).as_deref(), Some("two"));
    assert!(pool.has_read_ahead());
    pool.give_back().unwrap();
    let mut next = [0; 6];
    other.read_exact(&mut next).unwrap();
    assert_eq!(&next, b"three\n");
    writer.write_all(b"last").unwrap();
    writer.shutdown(Shutdown::Write).unwrap();
    assert_eq!(line(&mut pool, &file).as_deref(), Some("last"));
    assert_eq!(line(&mut pool, &file), None);
}

#[test]
fn a_packet_socket_and_a_device_are_read_byte_by_byte() {
    let (writer, reader) = UnixDatagram::pair().unwrap();
    writer.send(b"a").unwrap();
    writer.send(b"b").unwrap();
    writer.send(b"\n").unwrap();
    let file = OpenFile::from_owned(reader.into());
    let mut pool = Pool::new();
    assert_eq!(line(&mut pool, &file).as_deref(), Some("ab"));
    assert!(!pool.has_read_ahead());

    let zero = OpenFile::from_owned(File::open("/dev/zero").unwrap().into());
    let mut bytes = Vec::new();
    assert_eq!(pool.read_until(&zero, b'\n', 5, &mut bytes), Ok(ReadEnd::Limit));
    assert_eq!(bytes, [0; 5]);
    let null = OpenFile::from_owned(File::open("/dev/null").unwrap().into());
    assert_eq!(line(&mut pool, &null), None);
}

#[test]
fn what_cannot_be_positioned_is_read_exactly_all_the_same() {
    // A value in /proc is made anew for every read that begins at 0, and gives nothing elsewhere.
    let expected = std::fs::read_to_string("/proc/sys/kernel/ostype").unwrap();
    let file = OpenFile::from_owned(File::open("/proc/sys/kernel/ostype").unwrap().into());
    let mut pool = Pool::new();
    assert_eq!(line(&mut pool, &file).as_deref(), Some(expected.trim_end()));
}

#[test]
fn delimiters_and_limits() {
    let (r, w) = io::pipe().unwrap();
    File::from(w).write_all(b"a:b\0cdefgh\nxyz").unwrap();
    let raw = r.as_raw_fd();
    let file = OpenFile::from_owned(r);
    let mut pool = Pool::new();
    let mut out = b"kept ".to_vec();
    assert_eq!(pool.read_until(&file, b':', usize::MAX, &mut out), Ok(ReadEnd::Delimiter));
    assert_eq!(out, b"kept a");
    assert_eq!(pool.read_until(&file, 0, 10, &mut out), Ok(ReadEnd::Delimiter));
    assert_eq!(out, b"kept ab");
    assert_eq!(pool.read_until(&file, b'\n', 3, &mut out), Ok(ReadEnd::Limit));
    assert_eq!(out, b"kept abcde");
    assert_eq!(pool.read_until(&file, b'\n', 0, &mut out), Ok(ReadEnd::Limit));
    // The limit is reached before the delimiter is looked at.
    assert_eq!(pool.read_until(&file, b'\n', 3, &mut out), Ok(ReadEnd::Limit));
    assert_eq!(out, b"kept abcdefgh");
    assert_eq!(pool.read_until(&file, b'\n', 3, &mut out), Ok(ReadEnd::Delimiter));
    assert_eq!(pool.read(&file, 2, &mut out), Ok(2));
    pool.give_back().unwrap();
    assert_eq!(next_bytes(raw, 10), b"z");
    assert_eq!(pool.read_until(&file, b'\n', usize::MAX, &mut out), Ok(ReadEnd::EndOfFile));
    assert_eq!(out, b"kept abcdefghxy");
}

#[test]
fn a_text_is_read_like_a_file_whatever_its_size() {
    let content = lines(40_000);
    let file = OpenFile::text(content.clone().into());
    let mut pool = Pool::new();
    assert_eq!(line(&mut pool, &file).as_deref(), Some("line 0"));
    let mut out = Vec::new();
    assert_eq!(pool.read(&file, 3, &mut out), Ok(3));
    assert_eq!(out, b"lin");
    assert_eq!(pool.read_until(&file, b'\n', 2, &mut out), Ok(ReadEnd::Limit));
    assert_eq!(out, b"line ");
    assert!(!pool.has_read_ahead());
    let rest = file.text_rest().unwrap();
    assert!(rest == content[12..]);
    pool.read_to_end(&file, &mut out).unwrap();
    assert!(out == content[7..]);
    assert_eq!(line(&mut pool, &file), None);
    assert_eq!(file.text_rest(), Some(Vec::new()));
}

#[test]
fn a_text_goes_on_as_a_descriptor_for_everybody() {
    let dir = Directory::new("become");
    let file = OpenFile::text((*b"one\ntwo\nthree\n").into());
    let mut pool = Pool::new();
    assert_eq!(line(&mut pool, &file).as_deref(), Some("one"));
    assert_eq!(file.raw_fd(), None);

    let copy = File::open(dir.file("f", file.text_rest().unwrap())).unwrap();
    file.become_descriptor(copy.into()).unwrap();
    assert_eq!(file.text_rest(), None);
    let mut byte = [0];
    while byte[0] != b'\n' {
        assert_eq!(io::read(file.raw_fd().unwrap(), &mut byte), Ok(1));
    }
    assert_eq!(line(&mut pool, &file).as_deref(), Some("three"));
    assert_eq!(line(&mut pool, &file), None);
    assert!(file.become_descriptor(File::open("/dev/null").unwrap().into()).is_err());
}

#[test]
fn one_file_read_through_two_descriptors() {
    let dir = Directory::new("two-descriptors");
    // A duplicate shares the position; a second open of a pipe would share the content.
    let first = File::open(dir.file("f", "one\ntwo\nthree\n")).unwrap();
    let second = OpenFile::from_owned(first.try_clone().unwrap().into());
    let first = OpenFile::from_owned(first.into());
    let mut pool = Pool::new();
    assert_eq!(line(&mut pool, &first).as_deref(), Some("one"));
    assert_eq!(line(&mut pool, &second).as_deref(), Some("two"));
    assert_eq!(line(&mut pool, &first).as_deref(), Some("three"));

    let (r, w) = io::pipe().unwrap();
    File::from(w).write_all(b"one\ntwo\nthree\n").unwrap();
    let again = File::open(format!("/proc/self/fd/{}", r.as_raw_fd())).unwrap();
    let (first, second) = (OpenFile::from_owned(r), OpenFile::from_owned(again.into()));
    assert_eq!(line(&mut pool, &first).as_deref(), Some("one"));
    assert_eq!(line(&mut pool, &second).as_deref(), Some("two"));
    assert_eq!(line(&mut pool, &first).as_deref(), Some("three"));
}

#[test]
fn two_files_are_read_ahead_side_by_side() {
    let dir = Directory::new("side-by-side");
    let (one, two) = (dir.file("one", lines(5000)), dir.file("two", lines(5000)));
    let one = OpenFile::from_owned(File::open(one).unwrap().into());
    let two = OpenFile::from_owned(File::open(two).unwrap().into());
    let mut pool = Pool::new();
    for i in 0..5000 {
        let expected = Some(format!("line {i}"));
        assert_eq!(line(&mut pool, &one), expected);
        assert_eq!(line(&mut pool, &two), expected);
    }
    assert_eq!(line(&mut pool, &one), None);
    assert_eq!(line(&mut pool, &two), None);
}

#[test]
fn a_file_that_grows_goes_on() {
    let dir = Directory::new("grows");
    let path = dir.file("f", "one\n");
    let file = OpenFile::from_owned(File::open(&path).unwrap().into());
    let mut pool = Pool::new();
    assert_eq!(line(&mut pool, &file).as_deref(), Some("one"));
    assert_eq!(line(&mut pool, &file), None);
    OpenOptions::new().append(true).open(&path).unwrap().write_all(b"two\n").unwrap();
    assert_eq!(line(&mut pool, &file).as_deref(), Some("two"));
}

#[test]
fn everything_to_the_end() {
    let dir = Directory::new("to-end");
    for size in [0, 1, 4095, 4096, 4097, 65_536, 300_000, 3_000_000] {
        let content: Vec<u8> = (0..size).map(|i| (i % 251) as u8).collect();
        let mut pool = Pool::new();

        let file = OpenFile::from_owned(File::open(dir.file("f", &content)).unwrap().into());
        let mut out = Vec::new();
        pool.read_until(&file, 7, usize::MAX, &mut out).unwrap();
        let used = content.len().min(8);
        out.clear();
        pool.read_to_end(&file, &mut out).unwrap();
        assert!(out == content[used..], "file of {size}");

        let (r, w) = io::pipe().unwrap();
        let feeder = {
            let content = content.clone();
            std::thread::spawn(move || File::from(w).write_all(&content).unwrap())
        };
        let file = OpenFile::from_owned(r);
        out.clear();
        pool.read_until(&file, 7, usize::MAX, &mut out).unwrap();
        out.clear();
        pool.read_to_end(&file, &mut out).unwrap();
        feeder.join().unwrap();
        assert!(out == content[used..], "pipe of {size}");
        assert!(!pool.has_read_ahead());
    }
}

#[test]
fn a_nonblocking_pipe_is_read_as_if_it_blocked() {
    let (r, w) = io::pipe().unwrap();
    let flags = skosh_sys::fs::open_flags(r.as_raw_fd()).unwrap();
    skosh_sys::fs::set_open_flags(r.as_raw_fd(), flags | skosh_sys::fs::O_NONBLOCK).unwrap();
    let feeder = std::thread::spawn(move || {
        let mut w = File::from(w);
        for word in ["o", "ne\ntw", "o\n"] {
            std::thread::sleep(Duration::from_millis(20));
            w.write_all(word.as_bytes()).unwrap();
        }
    });
    let file = OpenFile::from_owned(r);
    let mut pool = Pool::new();
    assert_eq!(line(&mut pool, &file).as_deref(), Some("one"));
    assert_eq!(line(&mut pool, &file).as_deref(), Some("two"));
    assert_eq!(line(&mut pool, &file), None);
    feeder.join().unwrap();
}

#[test]
fn a_deadline_keeps_what_was_read() {
    let (r, w) = io::pipe().unwrap();
    let mut w = File::from(w);
    w.write_all(b"begun").unwrap();
    let file = OpenFile::from_owned(r);
    let mut pool = Pool::new();
    let mut out = Vec::new();
    let start = Instant::now();
    let deadline = Some(start + Duration::from_millis(30));
    assert_eq!(pool.read_until_by(&file, b'\n', usize::MAX, deadline, &mut out), Err(Errno::ETIMEDOUT));
    assert!(start.elapsed() >= Duration::from_millis(30));
    assert_eq!(out, b"begun");
    assert_eq!(pool.is_ready(&file), Ok(false));
    w.write_all(b" and ended\nmore\n").unwrap();
    assert_eq!(pool.is_ready(&file), Ok(true));
    assert_eq!(pool.read_until_by(&file, b'\n', usize::MAX, deadline, &mut out), Ok(ReadEnd::Delimiter));
    assert_eq!(out, b"begun and ended");
    assert_eq!(pool.is_ready(&file), Ok(true));
    assert_eq!(line(&mut pool, &file).as_deref(), Some("more"));
    assert_eq!(pool.is_ready(&file), Ok(false));
    drop(w);
    assert_eq!(pool.is_ready(&file), Ok(true));
    assert_eq!(pool.is_ready(&OpenFile::inherited(987)), Err(Errno::EBADF));
}

#[test]
fn reading_a_closed_descriptor_or_a_directory() {
    let dir = Directory::new("errors");
    let mut pool = Pool::new();
    let mut out = Vec::new();
    let closed = OpenFile::inherited(987);
    assert_eq!(pool.read_until(&closed, b'\n', 9, &mut out), Err(Errno::EBADF));
    assert_eq!(pool.read(&closed, 9, &mut out), Err(Errno::EBADF));
    assert_eq!(pool.read_to_end(&closed, &mut out), Err(Errno::EBADF));
    let directory = OpenFile::from_owned(File::open(&dir).unwrap().into());
    assert_eq!(pool.read_until(&directory, b'\n', 9, &mut out), Err(Errno::EISDIR));
    let written = OpenFile::from_owned(File::create(dir.path("f")).unwrap().into());
    assert_eq!(pool.read_until(&written, b'\n', 9, &mut out), Err(Errno::EBADF));
    assert!(out.is_empty());
    assert!(!pool.has_read_ahead());
}

#[test]
fn releasing_a_reader_gives_back_and_lets_go() {
    let dir = Directory::new("release");
    let mut other = File::open(dir.file("f", "one\ntwo\n")).unwrap();
    let file = OpenFile::from_owned(other.try_clone().unwrap().into());
    let mut pool = Pool::new();
    assert_eq!(line(&mut pool, &file).as_deref(), Some("one"));
    let another = Rc::clone(&file);
    pool.release(&another).unwrap();
    assert!(pool.has_read_ahead());
    drop(another);
    pool.release(&file).unwrap();
    assert!(!pool.has_read_ahead());
    assert_eq!(Rc::strong_count(&file), 1);
    assert_eq!(other.stream_position().unwrap(), 4);
}

#[test]
fn a_child_makes_a_scratch_pipe_of_its_own() {
    let (r, w) = io::pipe().unwrap();
    File::from(w).write_all(b"one\ntwo\n").unwrap();
    let file = OpenFile::from_owned(r);
    let mut pool = Pool::new();
    assert_eq!(line(&mut pool, &file).as_deref(), Some("one"));
    pool.give_back().unwrap();
    pool.after_fork();
    assert_eq!(line(&mut pool, &file).as_deref(), Some("two"));
}

#[test]
fn a_shared_queue_is_read_by_the_byte() {
    let dir = Directory::new("shared");
    let content = lines(500);
    let (r, w) = io::pipe().unwrap();
    File::from(w).write_all(&content).unwrap();
    let mut regular = File::open(dir.file("f", &content)).unwrap();
    let pipe = OpenFile::from_owned(r);
    let file = OpenFile::from_owned(regular.try_clone().unwrap().into());
    let mut pool = Pool::new();
    for queue in [&pipe, &file] {
        assert_eq!(line(&mut pool, queue).as_deref(), Some("line 0"));
        pool.share(queue).unwrap();
        assert!(!pool.has_read_ahead());
        assert_eq!(line(&mut pool, queue).as_deref(), Some("line 1"));
        assert!(!pool.has_read_ahead());
    }
    assert_eq!(regular.stream_position().unwrap(), 14);
    assert_eq!(next_bytes(pipe.raw_fd().unwrap(), 7), b"line 2\n");
    pool.share(&OpenFile::text((*b"x").into())).unwrap();
    assert_eq!(pool.share(&OpenFile::inherited(987)), Err(Errno::EBADF));
}

/// Random reads of every kind with a second reader in between, compared with a cursor over the same bytes.
fn compare(content: &[u8], file: &Rc<OpenFile>, random: &mut Random, what: &str) {
    let raw = file.raw_fd().unwrap();
    let mut pool = Pool::new();
    let mut position = 0;
    while position < content.len() {
        let rest = &content[position..];
        let mut out = Vec::new();
        match random.below(10) {
            0..6 => {
                let delimiter = b"\n\0x"[random.below(3)];
                let limit = if random.below(2) == 0 { usize::MAX } else { random.below(3000) };
                let end = pool.read_until(file, delimiter, limit, &mut out).unwrap();
                let window = &rest[..limit.min(rest.len())];
                match window.iter().position(|byte| *byte == delimiter) {
                    Some(found) => {
                        assert!(end == ReadEnd::Delimiter && out == window[..found], "{what} at {position}");
                        position += found + 1;
                    }
                    None => {
                        let expected = if window.len() == limit { ReadEnd::Limit } else { ReadEnd::EndOfFile };
                        assert!(end == expected && out == window, "{what} at {position}");
                        position += window.len();
                    }
                }
            }
            6 => {
                let count = pool.read(file, 1 + random.below(5000), &mut out).unwrap();
                assert!(count > 0 && out == rest[..count], "{what} at {position}");
                position += count;
            }
            7..9 => {
                pool.give_back().unwrap();
                let next = next_bytes(raw, 1 + random.below(200));
                assert!(!next.is_empty() && rest.starts_with(&next), "{what} at {position}");
                position += next.len();
            }
            _ => pool.give_back().unwrap(),
        }
    }
    assert_eq!(pool.read(file, 1, &mut Vec::new()), Ok(0));
}

#[test]
fn random_reads_agree_with_a_cursor() {
    let dir = Directory::new("random");
    for seed in 1..40 {
        let mut random = Random(u64::wrapping_mul(seed, 0x9e37_79b9_7f4a_7c15));
        let size = random.below(400_000);
        let content: Vec<u8> = (0..size)
            .map(|_| match random.below(40) {
                0 => b'\n',
                1 => 0,
                n => b'a' + (n % 26) as u8,
            })
            .collect();

        let file = OpenFile::from_owned(File::open(dir.file("f", &content)).unwrap().into());
        compare(&content, &file, &mut random, "file");

        let (r, w) = io::pipe().unwrap();
        let feeder = {
            let content = content.clone();
            std::thread::spawn(move || {
                let mut w = File::from(w);
                for piece in content.chunks(if seed % 2 == 0 { 777 } else { 100_000 }) {
                    w.write_all(piece).unwrap();
                }
            })
        };
        compare(&content, &OpenFile::from_owned(r), &mut random, "pipe");
        feeder.join().unwrap();

        let (mut writer, reader) = UnixStream::pair().unwrap();
        let feeder = {
            let content = content.clone();
            std::thread::spawn(move || writer.write_all(&content).unwrap())
        };
        compare(&content, &OpenFile::from_owned(reader.into()), &mut random, "socket");
        feeder.join().unwrap();
    }
}
