//! `mapfile` and `readarray`: lines into an indexed array.

use skosh_interp::{read, report, signals};
use skosh_state::arrays::IndexedArray;
use skosh_state::{Fields, Outcome, Shell, Value};
use skosh_stream::ReadEnd;
use skosh_syntax::names::is_name;
use skosh_sys::Errno;

use crate::assign::{array_target, not_identifier};
use crate::option_scan::OptionScan;
use crate::{failure, number, quoting};

/// The options.
struct Request<'a> {
    delimiter: u8,
    /// Lines at most; 0 for all.
    count: u64,
    /// Where the first goes; `None` starts the array anew.
    origin: Option<u64>,
    skip: u64,
    trim: bool,
    descriptor: u32,
    callback: Option<&'a [u8]>,
    quantum: u64,
    name: &'a [u8],
}

/// `mapfile [-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]`
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    let request = match parse(sh, args) {
        Ok(request) => request,
        Err(status) => return Ok(status),
    };
    if !is_name(request.name) {
        return Ok(not_identifier(sh, request.name));
    }
    let sym = match array_target(sh, request.name, "not an indexed array") {
        Ok(sym) => sym,
        Err(status) => return Ok(status),
    };
    let file = match sh.fds.get(request.descriptor) {
        Ok(file) => file.clone(),
        Err(errno) => {
            let text = format!("{}: invalid file descriptor: {errno}", request.descriptor);
            return Ok(report::builtin_error(sh, text.as_bytes()));
        }
    };
    sh.flush();
    let existing = match (request.origin, sh.vars.get(sym).map(|variable| &variable.value)) {
        (Some(_), Some(Value::Indexed(array))) => (**array).clone(),
        (Some(_), Some(Value::Scalar(text))) => {
            let mut array = IndexedArray::new();
            array.push(text.clone());
            array
        }
        _ => IndexedArray::new(),
    };
    if let Err(error) = sh.assign_value(sym, Value::Indexed(Box::new(existing))) {
        return Ok(failure::assignment(sh, error));
    }
    let mut index = request.origin.unwrap_or(0);
    let (mut skipped, mut taken) = (0, 0);
    let mut line = Vec::new();
    while request.count == 0 || taken < request.count {
        line.clear();
        let end = loop {
            match sh.fds.pool.read_until(&file, request.delimiter, usize::MAX, &mut line) {
                Err(Errno::EINTR) => signals::check(sh)?,
                other => break other,
            }
        };
        let end = match end {
            Ok(end) => end,
            Err(errno) => {
                let text = format!("read error: {}: {errno}", request.descriptor);
                return Ok(report::builtin_error(sh, text.as_bytes()));
            }
        };
        if end == ReadEnd::EndOfFile && line.is_empty() {
            break;
        }
        if skipped < request.skip {
            skipped += 1;
            continue;
        }
        // A delimiter NUL is never part of a value.
        if end == ReadEnd::Delimiter && !request.trim && request.delimiter != 0 {
            line.push(request.delimiter);
        }
        line.retain(|&byte| byte != 0);
        taken += 1;
        if let Some(callback) = request.callback
            && taken % request.quantum == 0
        {
            call_back(sh, callback, index, &line)?;
        }
        let value = line.clone();
        if let Err(error) = sh.assign_index(sym, index, value) {
            return Ok(failure::assignment(sh, error));
        }
        index += 1;
        if end == ReadEnd::EndOfFile {
            break;
        }
    }
    Ok(0)
}

/// Evaluates the callback with the index and the line as further arguments, before the element is assigned.
fn call_back(sh: &mut Shell, callback: &[u8], index: u64, line: &[u8]) -> Outcome {
    let mut text = callback.to_vec();
    text.extend_from_slice(format!(" {index} ").as_bytes());
    quoting::single_quoted(line, false, &mut text);
    read::eval(sh, &text)
}

fn parse<'a>(sh: &mut Shell, args: &'a Fields) -> Result<Request<'a>, i32> {
    let mut request = Request {
        delimiter: b'\n',
        count: 0,
        origin: None,
        skip: 0,
        trim: false,
        descriptor: 0,
        callback: None,
        quantum: 5000,
        name: b"MAPFILE",
    };
    let natural = |value: &[u8]| number::integer(value).and_then(|value| u64::try_from(value).ok());
    let mut scan = OptionScan::new(args);
    while let Some((letter, value)) = scan.next(sh, b"d:u:n:O:tC:c:s:")? {
        let refused = match letter {
            b'd' => {
                request.delimiter = value.first().copied().unwrap_or(0);
                None
            }
            b't' => {
                request.trim = true;
                None
            }
            b'C' => {
                request.callback = Some(value);
                None
            }
            b'n' => natural(value).map(|count| request.count = count).is_none().then_some("invalid line count"),
            b's' => natural(value).map(|count| request.skip = count).is_none().then_some("invalid line count"),
            b'O' => natural(value).map(|at| request.origin = Some(at)).is_none().then_some("invalid array origin"),
            b'c' => match natural(value).filter(|&quantum| quantum > 0) {
                Some(quantum) => {
                    request.quantum = quantum;
                    None
                }
                None => Some("invalid callback quantum"),
            },
            _ => match natural(value).and_then(|fd| u32::try_from(fd).ok()) {
                Some(fd) => {
                    request.descriptor = fd;
                    None
                }
                None => Some("invalid file descriptor specification"),
            },
        };
        if let Some(text) = refused {
            return Err(report::builtin_word_error(sh, value, text));
        }
    }
    if let Some(name) = args.get(scan.first()) {
        request.name = name;
    }
    Ok(request)
}
