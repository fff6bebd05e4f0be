//! Where the output of a program goes.

use std::ops::ControlFlow;

type Take<'a> = Box<dyn FnMut(&[u8]) -> ControlFlow<()> + Send + 'a>;

/// Collects output, or hands it on in pieces or lines. Counts what came.
pub(crate) struct Sink<'a> {
    kind: Kind<'a>,
    /// Collected output; of a sink for lines, the unfinished line.
    pub bytes: Vec<u8>,
    /// Bytes taken in all.
    count: usize,
}

enum Kind<'a> {
    Collect,
    Pieces(Take<'a>),
    Lines(Take<'a>),
}

/// What a sink says after it was given something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Go on.
    More,
    /// That was more than the limit.
    TooMuch,
    /// The callback had enough.
    Enough,
}

impl std::fmt::Debug for Sink<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sink").field("count", &self.count).finish_non_exhaustive()
    }
}

impl<'a> Sink<'a> {
    pub fn collect() -> Sink<'a> {
        Sink { kind: Kind::Collect, bytes: Vec::new(), count: 0 }
    }

    pub fn pieces(take: Take<'a>) -> Sink<'a> {
        Sink { kind: Kind::Pieces(take), ..Sink::collect() }
    }

    pub fn lines(take: Take<'a>) -> Sink<'a> {
        Sink { kind: Kind::Lines(take), ..Sink::collect() }
    }

    /// Takes a piece, at most up to `limit` bytes in all.
    pub fn take(&mut self, piece: &[u8], limit: usize) -> Verdict {
        let room = limit.saturating_sub(self.count);
        let kept = piece.get(..room).unwrap_or(piece);
        self.count += kept.len();
        let flow = match &mut self.kind {
            Kind::Collect => {
                self.bytes.extend_from_slice(kept);
                ControlFlow::Continue(())
            }
            Kind::Pieces(take) if kept.is_empty() => {
                let _ = take;
                ControlFlow::Continue(())
            }
            Kind::Pieces(take) => take(kept),
            Kind::Lines(take) => take_lines(take, &mut self.bytes, kept),
        };
        match flow {
            ControlFlow::Break(()) => Verdict::Enough,
            ControlFlow::Continue(()) if kept.len() < piece.len() => Verdict::TooMuch,
            ControlFlow::Continue(()) => Verdict::More,
        }
    }

    /// The output has ended: an unfinished line is a line.
    pub fn end(&mut self) -> Verdict {
        if let Kind::Lines(take) = &mut self.kind
            && !self.bytes.is_empty()
            && take(&std::mem::take(&mut self.bytes)).is_break()
        {
            return Verdict::Enough;
        }
        Verdict::More
    }
}

/// `rest` is the unfinished line so far.
fn take_lines(take: &mut Take, rest: &mut Vec<u8>, mut piece: &[u8]) -> ControlFlow<()> {
    while let Some(end) = piece.iter().position(|&byte| byte == b'\n') {
        let (line, after) = piece.split_at(end);
        piece = after.get(1..).unwrap_or_default();
        if rest.is_empty() {
            take(line)?;
        } else {
            rest.extend_from_slice(line);
            take(rest)?;
            rest.clear();
        }
    }
    rest.extend_from_slice(piece);
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_put_together() {
        let mut seen = Vec::new();
        let mut sink = Sink::lines(Box::new(|line| {
            seen.push(line.to_vec());
            ControlFlow::Continue(())
        }));
        for piece in ["a", "b\ncd\n\ne", "", "f\n", "last"] {
            assert_eq!(sink.take(piece.as_bytes(), usize::MAX), Verdict::More);
        }
        assert_eq!(sink.end(), Verdict::More);
        assert_eq!(sink.end(), Verdict::More);
        drop(sink);
        assert_eq!(seen, [b"ab".as_slice(), b"cd", b"", b"ef", b"last"]);
    }

    #[test]
    fn the_limit_is_exact() {
        let mut sink = Sink::collect();
        assert_eq!(sink.take(b"12345", 5), Verdict::More);
        assert_eq!(sink.take(b"6", 5), Verdict::TooMuch);
        assert_eq!(sink.bytes, b"12345");
        let mut sink = Sink::lines(Box::new(|_| ControlFlow::Break(())));
        assert_eq!(sink.take(b"no newline yet", 100), Verdict::More);
        assert_eq!(sink.take(b"\nmore", 100), Verdict::Enough);
    }
}
