//! `tr [-cds] SET1 [SET2]` (POSIX XCU tr) for bytes: characters, ranges, the usual escapes and classes.

use skosh_sys::Errno;

use crate::call::{Call, End};
use crate::getopt::parse;

pub(crate) fn run(call: &mut Call<'_>) -> End {
    // An option after an operand is an operand here.
    let Some(given) = parse(call.args, b"cCds", &[("complement", b'c'), ("delete", b'd'), ("squeeze-repeats", b's')])
    else {
        return End::Program;
    };
    let first_operand = given.operands.first().copied().unwrap_or(0);
    if given.operands.iter().enumerate().any(|(index, &place)| place != first_operand + index)
        || given.operands.last() != Some(&(call.args.len() - 1))
    {
        return End::Program;
    }
    let (delete, squeeze) = (given.has(b'd'), given.has(b's'));
    let complement = given.has(b'c') || given.has(b'C');
    let sets: Option<Vec<Set>> = given.words(call.args).map(set).collect();
    let Some(sets) = sets else { return End::Program };
    let Some(work) = Work::new(&sets, delete, squeeze, complement) else { return End::Program };
    let Ok(file) = call.sh.fds.get(0).cloned() else { return End::Program };
    if file.raw_fd().is_some_and(|fd| skosh_sys::fs::fstat(fd).is_ok_and(|stat| stat.is_dir())) {
        return End::Program;
    }
    let (mut buffer, mut out) = (Vec::new(), Vec::new());
    let mut last = None;
    let mut is_first = true;
    loop {
        buffer.clear();
        call.hand_on();
        match call.sh.fds.pool.read(&file, 1 << 16, &mut buffer) {
            Ok(0) => return End::Status(0),
            Ok(_) => {
                out.clear();
                work.apply(&buffer, &mut last, &mut out);
                if !call.put(&out) {
                    return call.write_error();
                }
            }
            Err(Errno::EINTR) => {}
            Err(_) if is_first => return End::Program,
            Err(_) => return End::Status(1),
        }
        is_first = false;
        if call.is_interrupted() {
            return End::Interrupted;
        }
    }
}

/// The members of a set in order, and whether a class was among them.
struct Set {
    bytes: Vec<u8>,
    class: Option<Class>,
    has_class: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Upper,
    Lower,
}

/// What happens to each byte.
struct Work {
    map: [u8; 256],
    delete: [bool; 256],
    squeeze: [bool; 256],
}

impl Work {
    fn new(sets: &[Set], delete: bool, squeeze: bool, complement: bool) -> Option<Work> {
        let mut work = Work { map: [0; 256], delete: [false; 256], squeeze: [false; 256] };
        for (byte, place) in (0..=u8::MAX).zip(&mut work.map) {
            *place = byte;
        }
        let members = |set: &Set, complement: bool| {
            let mut table = [complement; 256];
            for &byte in &set.bytes {
                if let Some(place) = table.get_mut(usize::from(byte)) {
                    *place = !complement;
                }
            }
            table
        };
        match (sets, delete, squeeze) {
            ([first], true, false) => work.delete = members(first, complement),
            ([first], false, true) => work.squeeze = members(first, complement),
            ([first, second], true, true) => {
                work.delete = members(first, complement);
                work.squeeze = members(second, false);
            }
            ([first, second], false, _) => {
                if second.bytes.is_empty() {
                    return None;
                }
                if complement {
                    // Every byte that is not in the first set becomes the same.
                    let (&target, rest) = second.bytes.split_first()?;
                    if !rest.is_empty() || second.has_class {
                        return None;
                    }
                    for (place, is_member) in work.map.iter_mut().zip(members(first, true)) {
                        if is_member {
                            *place = target;
                        }
                    }
                } else {
                    work.translate(first, second)?;
                }
                if squeeze {
                    work.squeeze = members(second, false);
                }
            }
            _ => return None,
        }
        Some(work)
    }

    fn translate(&mut self, first: &Set, second: &Set) -> Option<()> {
        // [:lower:] and [:upper:] translate case only if each is alone; other classes are no target.
        if second.has_class {
            let is_case = matches!((first.class, second.class), (Some(a), Some(b)) if a != b);
            if !is_case {
                return None;
            }
        } else if first.class.is_some() && second.bytes.len() < first.bytes.len() {
            return None;
        }
        let last = second.bytes.last()?;
        for (index, &from) in first.bytes.iter().enumerate() {
            if let Some(place) = self.map.get_mut(usize::from(from)) {
                *place = *second.bytes.get(index).unwrap_or(last);
            }
        }
        Some(())
    }

    fn apply(&self, bytes: &[u8], last: &mut Option<u8>, out: &mut Vec<u8>) {
        for &byte in bytes {
            if self.delete.get(usize::from(byte)) == Some(&true) {
                continue;
            }
            let mapped = self.map.get(usize::from(byte)).copied().unwrap_or(byte);
            if *last == Some(mapped) && self.squeeze.get(usize::from(mapped)) == Some(&true) {
                continue;
            }
            *last = Some(mapped);
            out.push(mapped);
        }
    }
}

/// One element of a set at a time: a character, perhaps escaped.
fn character(text: &[u8], at: &mut usize) -> Option<u8> {
    let byte = *text.get(*at)?;
    *at += 1;
    if byte != b'\\' {
        return byte.is_ascii().then_some(byte);
    }
    let next = *text.get(*at)?;
    *at += 1;
    match next {
        b'n' => Some(b'\n'),
        b't' => Some(b'\t'),
        b'r' => Some(b'\r'),
        b'f' => Some(0x0c),
        b'v' => Some(0x0b),
        b'a' => Some(7),
        b'b' => Some(8),
        b'\\' => Some(b'\\'),
        b'0'..=b'7' => {
            let mut value = u32::from(next - b'0');
            let mut digits = 1;
            while digits < 3
                && let Some(digit @ b'0'..=b'7') = text.get(*at)
            {
                value = value * 8 + u32::from(digit - b'0');
                *at += 1;
                digits += 1;
            }
            u8::try_from(value).ok()
        }
        _ => None,
    }
}

/// Reads a set. `None` for repeats, equivalence classes, and whatever is odd.
fn set(text: &[u8]) -> Option<Set> {
    let mut set = Set { bytes: Vec::new(), class: None, has_class: false };
    let whole = match text {
        b"[:upper:]" => Some(Class::Upper),
        b"[:lower:]" => Some(Class::Lower),
        _ => None,
    };
    set.class = whole;
    let mut at = 0;
    while at < text.len() {
        let rest = text.get(at..)?;
        if rest.starts_with(b"[:") {
            let length = rest.windows(2).position(|pair| pair == b":]")?;
            set.has_class = true;
            let class = rest.get(2..length)?;
            set.bytes.extend((0..=127_u8).filter(|byte| is_member(class, *byte) == Some(true)));
            is_member(class, 0)?;
            at += length + 2;
            continue;
        }
        // `[=a=]` and `[a*3]`
        if rest.starts_with(b"[=")
            || (rest.first() == Some(&b'[') && rest.get(2) == Some(&b'*'))
            || rest.starts_with(b"[\\")
        {
            return None;
        }
        let first = character(text, &mut at)?;
        if text.get(at) == Some(&b'-') && at + 1 < text.len() {
            at += 1;
            if text.get(at..)?.starts_with(b"[:") {
                return None;
            }
            let last = character(text, &mut at)?;
            if last < first {
                return None;
            }
            set.bytes.extend(first..=last);
        } else {
            set.bytes.push(first);
        }
    }
    Some(set)
}

/// Whether a byte belongs to a class; `None` for an unknown class.
fn is_member(class: &[u8], byte: u8) -> Option<bool> {
    Some(match class {
        b"alnum" => byte.is_ascii_alphanumeric(),
        b"alpha" => byte.is_ascii_alphabetic(),
        b"digit" => byte.is_ascii_digit(),
        b"lower" => byte.is_ascii_lowercase(),
        b"upper" => byte.is_ascii_uppercase(),
        b"space" => matches!(byte, b' ' | 9..=13),
        b"blank" => matches!(byte, b' ' | b'\t'),
        b"punct" => byte.is_ascii_punctuation(),
        b"cntrl" => byte.is_ascii_control(),
        b"graph" => byte.is_ascii_graphic(),
        b"print" => byte.is_ascii_graphic() || byte == b' ',
        b"xdigit" => byte.is_ascii_hexdigit(),
        _ => return None,
    })
}
