//! The messages of persistent filters: named pieces of data, each with its length before it.
//!
//! A message is any number of elements followed by an empty line. An element is a line `Name: LENGTH` and then LENGTH
//! bytes of data, with nothing after them. This is the protocol that the manual of the indexer Recoll gives for its
//! `execm` filters: one process, many documents. Names are compared without regard to case; unknown ones are passed over.

/// What is wrong with what a filter sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// A line that is not `Name: LENGTH`.
    Header,
    /// A message longer than the limit.
    TooLong,
    /// More than one message for one request.
    Unasked,
}

impl std::fmt::Display for Malformed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Malformed::Header => "not a line of the form 'Name: LENGTH'",
            Malformed::TooLong => "longer than the limit",
            Malformed::Unasked => "more than one message",
        })
    }
}

/// The longest line before the data of an element.
const LONGEST_HEADER: usize = 1024;

/// Elements in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    elements: Vec<(Vec<u8>, Vec<u8>)>,
}

impl Message {
    /// A message without elements.
    pub fn new() -> Message {
        Message::default()
    }

    /// The same message with one more element. Colons and newlines in a name become `_`: they would not be understood.
    #[must_use]
    pub fn with(mut self, name: impl AsRef<[u8]>, data: impl Into<Vec<u8>>) -> Message {
        self.push(name, data);
        self
    }

    /// Adds an element.
    pub fn push(&mut self, name: impl AsRef<[u8]>, data: impl Into<Vec<u8>>) {
        let clean = |&byte: &u8| if byte == b':' || byte == b'\n' { b'_' } else { byte };
        let mut name: Vec<u8> = name.as_ref().iter().map(clean).collect();
        name.truncate(LONGEST_HEADER / 2);
        self.elements.push((name, data.into()));
    }

    /// The data of the first element with this name, in capitals or not.
    pub fn get(&self, name: impl AsRef<[u8]>) -> Option<&[u8]> {
        let wanted = name.as_ref();
        let found = self.elements.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
        found.map(|(_, data)| data.as_slice())
    }

    /// Names and data in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&[u8], &[u8])> {
        self.elements.iter().map(|(name, data)| (name.as_slice(), data.as_slice()))
    }

    /// The message as it is sent.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(
            self.elements.iter().map(|(name, data)| name.len() + data.len() + 24).sum::<usize>() + 1,
        );
        for (name, data) in &self.elements {
            out.extend_from_slice(name);
            out.extend_from_slice(format!(": {}\n", data.len()).as_bytes());
            out.extend_from_slice(data);
        }
        out.push(b'\n');
        out
    }
}

/// Puts messages together from pieces as they are read.
#[derive(Debug)]
pub struct Decoder {
    bytes: Vec<u8>,
    /// How much of `bytes` is decoded.
    at: usize,
    message: Message,
    /// Bytes of the elements of `message`.
    size: usize,
    limit: usize,
}

impl Decoder {
    /// A decoder that refuses messages of more than `limit` bytes of names and data.
    pub fn new(limit: usize) -> Decoder {
        Decoder { bytes: Vec::new(), at: 0, message: Message::new(), size: 0, limit }
    }

    /// Adds what was read.
    pub fn feed(&mut self, piece: &[u8]) {
        if self.at > 0 {
            self.bytes.drain(..self.at);
            self.at = 0;
        }
        self.bytes.extend_from_slice(piece);
    }

    /// Whether something came that belongs to no complete message.
    pub fn is_midway(&self) -> bool {
        self.at < self.bytes.len() || !self.message.elements.is_empty()
    }

    /// The next complete message, if there is one.
    pub fn next_message(&mut self) -> Result<Option<Message>, Malformed> {
        loop {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            let Some(end) = rest.iter().take(LONGEST_HEADER).position(|&byte| byte == b'\n') else {
                return if rest.len() < LONGEST_HEADER { Ok(None) } else { Err(Malformed::Header) };
            };
            let (line, after) = rest.split_at(end);
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if line.is_empty() {
                self.at += end + 1;
                self.size = 0;
                return Ok(Some(std::mem::take(&mut self.message)));
            }
            let (name, length) = header(line).ok_or(Malformed::Header)?;
            let size = self.size.saturating_add(name.len()).saturating_add(length);
            if size > self.limit {
                return Err(Malformed::TooLong);
            }
            let Some(data) = after.get(1..).and_then(|after| after.get(..length)) else { return Ok(None) };
            let element = (name.to_vec(), data.to_vec());
            self.at += end + 1 + length;
            self.size = size;
            self.message.elements.push(element);
        }
    }
}

/// Takes `Name: LENGTH` apart.
fn header(line: &[u8]) -> Option<(&[u8], usize)> {
    let colon = line.iter().position(|&byte| byte == b':')?;
    let (name, rest) = line.split_at(colon);
    let digits = rest.get(1..)?.trim_ascii();
    if name.is_empty() || digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some((name, std::str::from_utf8(digits).ok()?.parse().ok()?))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn messages_survive_any_cut() {
        let first =
            Message::new().with("Filename", "/tmp/a\nb").with("Ipath", "").with("Document", vec![0, 10, 13, 255]);
        let second = Message::new();
        let bytes = [first.encode(), second.encode(), first.encode()].concat();
        for cut in 1..bytes.len() {
            let mut decoder = Decoder::new(1000);
            let mut seen = Vec::new();
            for piece in bytes.chunks(cut) {
                decoder.feed(piece);
                while let Some(message) = decoder.next_message().unwrap() {
                    seen.push(message);
                }
            }
            assert_eq!(seen, [first.clone(), second.clone(), first.clone()], "{cut}");
            assert!(!decoder.is_midway());
        }
        assert_eq!(first.get("DOCUMENT").unwrap(), [0, 10, 13, 255]);
        assert_eq!(first.get("none"), None);
    }

    #[test]
    fn nonsense_is_refused() {
        for (bytes, expected) in [
            (b"no colon\n".as_slice(), Malformed::Header),
            (b"Name: -1\n", Malformed::Header),
            (b"Name:\n", Malformed::Header),
            (b": 3\n", Malformed::Header),
            (b"Name: 99999999999999999999999\n", Malformed::Header),
            (b"Name: 18446744073709551615\n", Malformed::TooLong),
            (b"Name: 101\n", Malformed::TooLong),
            (&[b'x'; 2000], Malformed::Header),
        ] {
            let mut decoder = Decoder::new(100);
            decoder.feed(bytes);
            assert_eq!(decoder.next_message(), Err(expected), "{}", bytes.escape_ascii());
        }
        // Many elements count together.
        let mut decoder = Decoder::new(100);
        decoder.feed(&b"A: 20\n01234567890123456789".repeat(5));
        assert_eq!(decoder.next_message(), Err(Malformed::TooLong));
    }
}
