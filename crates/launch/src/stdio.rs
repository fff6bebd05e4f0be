//! [`Stdio`]: what a descriptor of a child is; and making the pipes.

use crate::command::keep;
use crate::error::{Error, Stage};
use crate::pipe::PipeWriter;
use crate::plan::Move;
use skosh_sys::{Errno, fs, io};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::PipeReader;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

/// What a descriptor of a child is.
#[derive(Debug)]
pub struct Stdio(Kind);

#[derive(Debug)]
enum Kind {
    Inherit,
    Null,
    Pipe,
    Owned(OwnedFd),
    SameAs(RawFd),
}

impl Stdio {
    /// The same number of this process.
    pub fn inherit() -> Stdio {
        Stdio(Kind::Inherit)
    }

    /// `/dev/null`.
    pub fn null() -> Stdio {
        Stdio(Kind::Null)
    }

    /// A new pipe, whose other end this process gets.
    pub fn piped() -> Stdio {
        Stdio(Kind::Pipe)
    }

    /// The same as what the child's descriptor `number` is: `stderr(Stdio::same_as(1))` merges errors into the output.
    pub fn same_as(number: RawFd) -> Stdio {
        Stdio(Kind::SameAs(number))
    }
}

impl From<OwnedFd> for Stdio {
    fn from(fd: OwnedFd) -> Stdio {
        Stdio(Kind::Owned(fd))
    }
}

impl From<File> for Stdio {
    fn from(file: File) -> Stdio {
        Stdio(Kind::Owned(file.into()))
    }
}

impl From<PipeReader> for Stdio {
    fn from(reader: PipeReader) -> Stdio {
        Stdio(Kind::Owned(reader.into()))
    }
}

impl From<PipeWriter> for Stdio {
    fn from(writer: PipeWriter) -> Stdio {
        Stdio(Kind::Owned(writer.into()))
    }
}

/// The descriptors of one child: the moves, what must live until the launch, and this process's ends of the pipes.
#[derive(Debug, Default)]
pub(crate) struct Prepared {
    pub moves: Vec<Move>,
    /// The child's ends; closed here once the child is there.
    child_ends: Vec<OwnedFd>,
    pub input: Option<PipeWriter>,
    pub outputs: Vec<(RawFd, PipeReader)>,
}

impl Prepared {
    /// Opens what is to be opened. `defaults` fill in for numbers that are not set.
    pub fn new(set: &BTreeMap<RawFd, Stdio>, defaults: &[(RawFd, Stdio)]) -> Result<Prepared, Error> {
        let mut prepared = Prepared::default();
        let defaults = defaults.iter().filter(|(number, _)| !set.contains_key(number));
        let all: Vec<(RawFd, &Stdio)> = set
            .iter()
            .map(|(number, what)| (*number, what))
            .chain(defaults.map(|(number, what)| (*number, what)))
            .collect();
        for &(number, what) in &all {
            if number < 0 {
                return Err(Error { step: Stage::Descriptor(number), errno: Errno::EBADF });
            }
            if !matches!(what.0, Kind::SameAs(_)) {
                prepared.open(number, what).map_err(|errno| Error { step: Stage::Descriptor(number), errno })?;
            }
        }
        for &(number, what) in &all {
            if let Kind::SameAs(other) = what.0 {
                let source = prepared.moves.iter().find(|assignment| assignment.to == other);
                let from = source.map_or(other, |assignment| assignment.from);
                prepared.moves.push(Move { from, to: number });
            }
        }
        Ok(prepared)
    }

    fn open(&mut self, number: RawFd, what: &Stdio) -> Result<(), Errno> {
        let child_end = match &what.0 {
            // 0 to 2 are there anyway; nothing is lost if one of them is closed here.
            Kind::Inherit if number <= 2 => return Ok(()),
            Kind::Inherit => {
                self.moves.push(keep(number));
                return Ok(());
            }
            Kind::Owned(fd) => {
                self.moves.push(Move { from: fd.as_raw_fd(), to: number });
                return Ok(());
            }
            Kind::SameAs(_) => return Ok(()),
            Kind::Null => fs::open(b"/dev/null", fs::O_RDWR, 0)?,
            Kind::Pipe => {
                let (reader, writer) = io::pipe()?;
                if number == 0 {
                    self.input = Some(PipeWriter::new(writer));
                    reader
                } else {
                    self.outputs.push((number, PipeReader::from(reader)));
                    writer
                }
            }
        };
        self.moves.push(Move { from: child_end.as_raw_fd(), to: number });
        self.child_ends.push(child_end);
        Ok(())
    }
}
