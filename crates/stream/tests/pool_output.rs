//! The rules of `Pool` for output, each with a test.
#![allow(clippy::unwrap_used)]

mod scratch;

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use scratch::{Directory, lines};
use skosh_stream::{Class, Errno, OpenFile, Pool, ReadEnd, SyncKind};
use skosh_sys::io;

/// `O_DIRECT` of Linux on x86 and ARM alike would differ; on a pipe it makes every write a packet.
#[cfg(target_arch = "x86_64")]
const O_DIRECT: i32 = 0o40000;

fn created(path: &Path) -> Rc<OpenFile> {
    OpenFile::from_owned(File::create(path).unwrap().into())
}

fn appending(path: &Path) -> Rc<OpenFile> {
    OpenFile::from_owned(OpenOptions::new().create(true).append(true).open(path).unwrap().into())
}

/// A file whose every write gives `EPIPE`.
fn broken() -> Rc<OpenFile> {
    let (read_end, write_end) = io::pipe().unwrap();
    drop(read_end);
    OpenFile::from_owned(write_end)
}

fn set_nonblocking(fd: &OwnedFd) {
    let flags = skosh_sys::fs::open_flags(fd.as_raw_fd()).unwrap();
    skosh_sys::fs::set_open_flags(fd.as_raw_fd(), flags | skosh_sys::fs::O_NONBLOCK).unwrap();
}

#[test]
fn output_waits_until_it_is_flushed() {
    let dir = Directory::new("waits");
    let path = dir.path("f");
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
    let dir = Directory::new("write-through");
    let path = dir.path("f");
    let file = created(&path);
    let mut pool = Pool::new();
    pool.set_coalesce(false);
    pool.write(&file, b"one").unwrap();
    pool.write(&file, b" two").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"");
    pool.end_of_command(&file).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"one two");
    assert!(!pool.is_dirty());
}

#[test]
fn writing_elsewhere_keeps_the_order() {
    let dir = Directory::new("order");
    let path = dir.path("f");
    let (one, two) = (appending(&path), appending(&path));
    let mut pool = Pool::new();
    let mut expected = String::new();
    for i in 0..1000 {
        let text = format!("{i}\n");
        let file = if i % 3 == 0 { &two } else { &one };
        pool.write(file, text.as_bytes()).unwrap();
        pool.end_of_command(file).unwrap();
        expected.push_str(&text);
    }
    pool.flush().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), expected);
}

#[test]
fn every_size_of_write_arrives_in_order() {
    let dir = Directory::new("sizes");
    let path = dir.path("f");
    let file = created(&path);
    let mut pool = Pool::new();
    let mut expected = Vec::new();
    for (i, size) in [0, 1, 4095, 70_000, 16_383, 16_384, 16_385, 65_535, 65_536, 65_537, 3, 200_000, 65_530, 10, 0, 7]
        .into_iter()
        .cycle()
        .take(100)
        .enumerate()
    {
        let mut bytes = vec![b'a' + (i % 26) as u8; size];
        if i % 2 == 0
            && let Some(last) = bytes.last_mut()
        {
            *last = b'\n';
        }
        pool.write(&file, &bytes).unwrap();
        expected.extend_from_slice(&bytes);
    }
    pool.flush().unwrap();
    assert!(fs::read(&path).unwrap() == expected);
}

#[test]
fn a_full_buffer_is_written_in_whole_lines() {
    let dir = Directory::new("whole-lines");
    let path = dir.path("f");
    let file = created(&path);
    let mut pool = Pool::new();
    let mut seen = 0;
    for i in 0..50_000 {
        // A line in several pieces, as `echo` with several arguments may write it.
        pool.write(&file, b"line ").unwrap();
        pool.write(&file, i.to_string().as_bytes()).unwrap();
        pool.write(&file, b"\n").unwrap();
        pool.end_of_command(&file).unwrap();
        let size = fs::metadata(&path).unwrap().len();
        if size != seen {
            assert!(fs::read(&path).unwrap().ends_with(b"\n"));
            seen = size;
        }
    }
    assert!(seen > 500_000);
}

#[test]
fn a_device_is_written_after_every_command_and_its_error_is_that_commands() {
    let file = OpenFile::from_owned(OpenOptions::new().write(true).open("/dev/full").unwrap().into());
    let mut pool = Pool::new();
    for _ in 0..2 {
        pool.write(&file, b"x\n").unwrap();
        assert_eq!(pool.end_of_command(&file), Err(Errno::ENOSPC));
        assert!(!pool.is_dirty());
    }
    assert_eq!(file.class(), Ok(Class::CharacterDevice));
    // Reported once.
    assert_eq!(pool.flush(), Ok(()));
}

#[test]
fn a_closed_descriptor_shows_at_the_command() {
    let file = OpenFile::inherited(987);
    let mut pool = Pool::new();
    for _ in 0..2 {
        pool.write(&file, b"x\n").unwrap();
        assert_eq!(pool.end_of_command(&file), Err(Errno::EBADF));
        assert!(!pool.is_dirty());
    }
    assert_eq!(file.class(), Err(Errno::EBADF));
    assert_eq!(pool.flush(), Ok(()));
}

#[test]
fn a_descriptor_that_is_not_open_for_writing_shows_at_the_command() {
    let dir = Directory::new("read-only");
    let file = OpenFile::from_owned(File::open(dir.file("f", "old")).unwrap().into());
    let mut pool = Pool::new();
    pool.write(&file, b"x\n").unwrap();
    assert_eq!(pool.end_of_command(&file), Err(Errno::EBADF));
}

#[test]
fn an_error_met_by_somebody_else_is_kept_for_its_file() {
    let dir = Directory::new("kept-error");
    let (bad, good) = (broken(), created(&dir.path("f")));
    let mut pool = Pool::new();

    pool.write(&bad, b"x\n").unwrap();
    pool.write(&good, b"y\n").unwrap();
    assert_eq!(pool.end_of_command(&good), Ok(()));
    assert_eq!(pool.end_of_command(&bad), Err(Errno::EPIPE));
    assert_eq!(pool.end_of_command(&bad), Ok(()));
    pool.flush().unwrap();
    assert!(!pool.is_dirty());

    // Nothing waits any more, but somebody has to be told.
    pool.set_coalesce(false);
    pool.write(&bad, b"x\n").unwrap();
    pool.write(&good, b"y\n").unwrap();
    pool.end_of_command(&good).unwrap();
    assert!(pool.is_dirty());
    assert_eq!(pool.flush(), Err(Errno::EPIPE));
    assert!(!pool.is_dirty());
    pool.set_coalesce(true);

    pool.write(&bad, b"x\n").unwrap();
    pool.write(&good, b"y\n").unwrap();
    assert_eq!(pool.flush(), Err(Errno::EPIPE));
    assert_eq!(pool.flush(), Ok(()));

    pool.write(&bad, b"x\n").unwrap();
    pool.write(&good, b"y\n").unwrap();
    assert_eq!(pool.release(&bad), Err(Errno::EPIPE));
    assert_eq!(Rc::strong_count(&bad), 1);
    assert_eq!(pool.flush(), Ok(()));
    assert_eq!(fs::read(dir.path("f")).unwrap(), b"y\ny\ny\ny\n");
}

#[test]
fn an_error_of_an_overflow_is_the_writers() {
    let bad = broken();
    let mut pool = Pool::new();
    pool.write(&bad, b"begun").unwrap();
    assert_eq!(pool.write(&bad, &[b'x'; 100_000]), Err(Errno::EPIPE));
    assert!(!pool.is_dirty());
    assert_eq!(pool.flush(), Ok(()));
}

#[test]
fn release_flushes_the_last_reference_only() {
    let dir = Directory::new("release");
    let path = dir.path("f");
    let file = created(&path);
    let raw = file.raw_fd().unwrap();
    let another = Rc::clone(&file);
    let mut pool = Pool::new();
    pool.write(&file, b"x").unwrap();
    assert_eq!(pool.release(&another), Ok(()));
    assert!(pool.is_dirty());
    drop(another);
    assert_eq!(pool.release(&file), Ok(()));
    assert!(!pool.is_dirty());
    assert_eq!(fs::read(&path).unwrap(), b"x");
    let before = skosh_sys::fs::fstat(raw).unwrap();
    drop(file);
    // Closed, or the number is another test's by now.
    assert!(skosh_sys::fs::fstat(raw).map_or(true, |now| !now.is_same_file(&before)));
}

#[test]
fn the_error_of_a_redirection_is_the_result_of_its_release() {
    let bad = broken();
    let mut pool = Pool::new();
    pool.write(&bad, b"x").unwrap();
    assert_eq!(pool.release(&bad), Err(Errno::EPIPE));
    assert!(!pool.is_dirty());
}

#[test]
fn what_is_old_is_flushed_by_ticks() {
    let dir = Directory::new("ticks");
    let path = dir.path("f");
    let file = created(&path);
    let mut pool = Pool::new();
    pool.write(&file, b"x").unwrap();
    pool.end_of_command(&file).unwrap();
    let start = Instant::now();
    while pool.is_dirty() {
        pool.tick().unwrap();
        assert!(start.elapsed() < Duration::from_secs(5));
    }
    assert!(start.elapsed() >= Duration::from_millis(40), "{:?}", start.elapsed());
    assert_eq!(fs::read(&path).unwrap(), b"x");
}

#[test]
fn a_nonblocking_pipe_is_waited_for() {
    let (read_end, write_end) = io::pipe().unwrap();
    set_nonblocking(&write_end);
    let reader = std::thread::spawn(move || {
        let mut file = File::from(read_end);
        let mut all = Vec::new();
        let mut piece = [0; 1000];
        loop {
            let count = file.read(&mut piece).unwrap();
            if count == 0 {
                return all;
            }
            all.extend_from_slice(&piece[..count]);
            if all.len() % 50_000 < 1000 {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    });
    let file = OpenFile::from_owned(write_end);
    let mut pool = Pool::new();
    let expected = lines(50_000);
    let (small, large) = expected.split_at(300_000);
    for line in small.split_inclusive(|byte| *byte == b'\n') {
        pool.write(&file, line).unwrap();
    }
    pool.write(&file, large).unwrap();
    pool.release(&file).unwrap();
    drop(file);
    assert!(reader.join().unwrap() == expected);
}

#[test]
#[cfg(target_arch = "x86_64")]
fn lines_in_a_pipe_stay_whole() {
    let (read_end, write_end) = io::pipe().unwrap();
    let flags = skosh_sys::fs::open_flags(write_end.as_raw_fd()).unwrap();
    skosh_sys::fs::set_open_flags(write_end.as_raw_fd(), flags | O_DIRECT).unwrap();
    let file = OpenFile::from_owned(write_end);
    let mut pool = Pool::new();
    let expected = lines(3000);
    for line in expected.split_inclusive(|byte| *byte == b'\n') {
        pool.write(&file, line).unwrap();
    }
    pool.release(&file).unwrap();
    drop(file);
    let mut all = Vec::new();
    let mut packets = 0;
    let mut packet = [0; 8192];
    loop {
        let count = io::read(read_end.as_raw_fd(), &mut packet).unwrap();
        if count == 0 {
            break;
        }
        assert!(count <= 4096 && packet[..count].ends_with(b"\n"));
        all.extend_from_slice(&packet[..count]);
        packets += 1;
    }
    assert!(all == expected);
    assert!(packets <= expected.len() / 4000 + 2, "{packets}");
}

#[test]
fn a_capture_collects_and_nothing_else_does() {
    let mut pool = Pool::new();
    let capture = OpenFile::capture();
    assert!(capture.is_capture() && capture.raw_fd().is_none());
    pool.write(&capture, b"one ").unwrap();
    pool.write(&capture, &[b'x'; 200_000]).unwrap();
    pool.end_of_command(&capture).unwrap();
    assert!(!pool.is_dirty());
    let captured = capture.with_captured(std::mem::take).unwrap();
    assert_eq!(captured.len(), 200_004);
    assert!(captured.starts_with(b"one x"));
    assert_eq!(capture.with_captured(|bytes| bytes.len()), Some(0));
    assert_eq!(pool.read(&capture, 10, &mut Vec::new()), Err(Errno::EBADF));

    let text = OpenFile::text((*b"abc").into());
    assert_eq!(pool.write(&text, b"x"), Err(Errno::EBADF));
    assert_eq!(text.with_captured(|_| ()), None);
}

#[test]
fn what_is_forgotten_is_never_written() {
    let dir = Directory::new("forget");
    let path = dir.path("f");
    let file = created(&path);
    let mut pool = Pool::new();
    pool.write(&file, b"twice").unwrap();
    pool.forget();
    assert!(!pool.is_dirty());
    pool.write(&file, b"once").unwrap();
    pool.release(&file).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"once");
}

#[test]
fn reading_lets_the_other_side_see_what_was_written() {
    let (question_read, question_write) = io::pipe().unwrap();
    let (answer_read, answer_write) = io::pipe().unwrap();
    let peer = std::thread::spawn(move || {
        let mut word = [0; 5];
        File::from(question_read).read_exact(&mut word).unwrap();
        File::from(answer_write).write_all(b"fine\n").unwrap();
        word
    });
    let (question, answer) = (OpenFile::from_owned(question_write), OpenFile::from_owned(answer_read));
    let mut pool = Pool::new();
    pool.write(&question, b"well?").unwrap();
    pool.end_of_command(&question).unwrap();
    let mut line = Vec::new();
    assert_eq!(pool.read_until(&answer, b'\n', usize::MAX, &mut line), Ok(ReadEnd::Delimiter));
    assert_eq!(line, b"fine");
    assert_eq!(&peer.join().unwrap(), b"well?");
}

#[test]
fn writing_where_was_read_ahead_goes_to_the_right_place() {
    let dir = Directory::new("read-write");
    let path = dir.file("f", "one\ntwo\nthree\n");
    let both = OpenFile::from_owned(OpenOptions::new().read(true).write(true).open(&path).unwrap().into());
    let mut pool = Pool::new();
    let mut line = Vec::new();
    pool.read_until(&both, b'\n', usize::MAX, &mut line).unwrap();
    pool.write(&both, b"TWO").unwrap();
    pool.end_of_command(&both).unwrap();
    line.clear();
    pool.read_until(&both, b'\n', usize::MAX, &mut line).unwrap();
    assert_eq!(line, b"");
    line.clear();
    pool.read_until(&both, b'\n', usize::MAX, &mut line).unwrap();
    assert_eq!(line, b"three");
    assert_eq!(fs::read(&path).unwrap(), b"one\nTWO\nthree\n");
}

#[test]
fn what_another_descriptor_writes_is_read() {
    let dir = Directory::new("overwritten");
    let path = dir.file("f", "one\ntwo\nthree\n");
    let reading = OpenFile::from_owned(File::open(&path).unwrap().into());
    let mut writer = OpenOptions::new().write(true).open(&path).unwrap();
    writer.seek(std::io::SeekFrom::Start(4)).unwrap();
    let writing = OpenFile::from_owned(writer.into());
    let mut pool = Pool::new();
    let mut line = Vec::new();
    pool.read_until(&reading, b'\n', usize::MAX, &mut line).unwrap();
    pool.write(&writing, b"TWO").unwrap();
    line.clear();
    pool.read_until(&reading, b'\n', usize::MAX, &mut line).unwrap();
    assert_eq!(line, b"TWO");

    // Truncated by whoever opened it: the rest is not there any more.
    let truncated = created(&path);
    pool.opened(&truncated).unwrap();
    line.clear();
    assert_eq!(pool.read_until(&reading, b'\n', usize::MAX, &mut line), Ok(ReadEnd::EndOfFile));
    assert_eq!(line, b"");
}

#[test]
fn sync_flushes_first_and_says_what_has_no_disk() {
    let dir = Directory::new("sync");
    let path = dir.path("f");
    let file = created(&path);
    let mut pool = Pool::new();
    pool.write(&file, b"x").unwrap();
    pool.sync(&file, SyncKind::Data).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"x");
    pool.write(&file, b"y").unwrap();
    let another = Rc::clone(&file);
    pool.release_durably(&another).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"xy");

    let (_read_end, write_end) = io::pipe().unwrap();
    let pipe = OpenFile::from_owned(write_end);
    pool.write(&pipe, b"x").unwrap();
    assert_eq!(pool.sync(&pipe, SyncKind::Metadata), Err(Errno::EINVAL));
    assert_eq!(pool.release_durably(&pipe), Ok(()));
    assert_eq!(pool.release_durably(&OpenFile::capture()), Ok(()));
}
