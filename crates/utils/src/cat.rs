//! `cat [-u] [FILE...]` (POSIX XCU cat).

use std::os::fd::AsRawFd;

use skosh_sys::{Errno, fs, io};

use crate::call::{Call, End, is_descriptor_name};
use crate::getopt::parse;

/// Read at a time.
const PIECE: usize = 1 << 17;

pub(crate) fn run(call: &mut Call<'_>) -> End {
    let Some(given) = parse(call.args, b"u", &[]) else { return End::Program };
    if given.words(call.args).any(is_descriptor_name) {
        return End::Program;
    }
    // A file that is also the output would grow for ever; the program notices.
    let output = match call.sh.fds.get(1) {
        Ok(file) => file.raw_fd().and_then(|fd| fs::fstat(fd).ok()).filter(|stat| !stat.is_char_device()),
        Err(_) => return End::Program,
    };
    let is_output = |fd: i32| output.is_some_and(|output| fs::fstat(fd).is_ok_and(|stat| stat.is_same_file(&output)));
    if given.operands.is_empty() {
        return standard_input(call, is_output, None);
    }
    call.sh.flush();
    for index in given.operands {
        let path = call.args.at(index);
        if path == b"-" {
            match standard_input(call, is_output, Some(index)) {
                End::Status(0) => continue,
                end => return end,
            }
        }
        let Ok(file) = fs::open(path, fs::O_RDONLY, 0) else { return End::From(index) };
        if is_output(file.as_raw_fd()) {
            return End::From(index);
        }
        let mut buffer = call.sh.take_bytes();
        buffer.resize(PIECE, 0);
        let mut is_first = true;
        loop {
            match io::read(file.as_raw_fd(), &mut buffer) {
                Ok(0) => break,
                Ok(count) => {
                    if !call.put(buffer.get(..count).unwrap_or_default()) {
                        return call.write_error();
                    }
                    // Nothing more in a small file: no need to ask.
                    if is_first
                        && count < PIECE
                        && fs::fstat(file.as_raw_fd()).is_ok_and(|stat| stat.is_file() && stat.size == count as u64)
                    {
                        break;
                    }
                    is_first = false;
                }
                Err(Errno::EINTR) => {}
                Err(_) if is_first => return End::From(index),
                Err(_) => return End::Status(1),
            }
            if call.is_interrupted() {
                return End::Interrupted;
            }
        }
        call.sh.recycle_bytes(buffer);
    }
    End::Status(0)
}

fn standard_input(call: &mut Call<'_>, is_output: impl Fn(i32) -> bool, operand: Option<usize>) -> End {
    let program = operand.map_or(End::Program, End::From);
    let Ok(file) = call.sh.fds.get(0).cloned() else { return program };
    if file.raw_fd().is_some_and(is_output) {
        return program;
    }
    let mut buffer = call.sh.take_bytes();
    let mut is_first = true;
    loop {
        buffer.clear();
        match call.sh.fds.pool.read(&file, PIECE, &mut buffer) {
            Ok(0) => break,
            Ok(_) => {
                if !call.put(&buffer) {
                    return call.write_error();
                }
            }
            Err(Errno::EINTR) => {}
            Err(_) if is_first => return program,
            Err(_) => return End::Status(1),
        }
        is_first = false;
        if call.is_interrupted() {
            return End::Interrupted;
        }
        // The next read may wait, and hands on what it finds written.
        call.hand_on();
    }
    call.sh.recycle_bytes(buffer);
    End::Status(0)
}
