//! What can be wrong with the text of a script, and the words bash says it with.

use std::fmt;

/// A syntax error: parsing stopped here and the rest of the input line is worthless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// What is wrong.
    pub kind: SyntaxErrorKind,
    /// The line on which it was noticed, from 1.
    pub line: u32,
    /// The token at fault, where there is one (`newline` for the end of a line).
    pub near: Option<Box<[u8]>>,
    /// The source line with the token, for the second line of bash's message; empty when it does not help (end of file).
    pub text: Box<[u8]>,
}

/// The kinds of [`SyntaxError`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SyntaxErrorKind {
    /// A token that the grammar does not allow here.
    UnexpectedToken,
    /// One within `name=( ... )`: bash abandons the line, not the script.
    UnexpectedInArray,
    /// The input ended within a command.
    UnexpectedEnd,
    /// The input ended before the character that closes a quotation, an expansion or a group.
    Unmatched(u8),
    /// A word of `[[ ... ]]` in the wrong place: the message, with `%` for the word.
    Conditional(&'static str),
    /// The name of a function is not a name (POSIX mode).
    BadFunctionName,
    /// The name after `for` or `select` is not a name.
    BadLoopVariable,
    /// The expressions of `for ((` are not three.
    BadArithFor,
    /// More constructs within one another than the shell can run.
    TooDeep,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let near = String::from_utf8_lossy(self.near.as_deref().unwrap_or(b""));
        match &self.kind {
            SyntaxErrorKind::UnexpectedToken | SyntaxErrorKind::UnexpectedInArray => {
                write!(f, "syntax error near unexpected token `{near}'")
            }
            SyntaxErrorKind::UnexpectedEnd => f.write_str("syntax error: unexpected end of file"),
            SyntaxErrorKind::Unmatched(close) => {
                write!(f, "unexpected EOF while looking for matching `{}'", char::from(*close))
            }
            SyntaxErrorKind::Conditional(what) => f.write_str(&what.replace('%', &near)),
            SyntaxErrorKind::BadFunctionName | SyntaxErrorKind::BadLoopVariable => {
                write!(f, "`{near}': not a valid identifier")
            }
            SyntaxErrorKind::BadArithFor if near == ";" => f.write_str("syntax error: `;' unexpected"),
            SyntaxErrorKind::BadArithFor => f.write_str("syntax error: arithmetic expression required"),
            SyntaxErrorKind::TooDeep => f.write_str("syntax error: commands nested too deeply"),
        }
    }
}

impl std::error::Error for SyntaxError {}

/// Something odd that does not stop the parser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// The input ended before the delimiter of a here-document.
    HereDocUnterminated {
        /// The line where the document was to begin.
        line: u32,
        /// The line where the input ended.
        end: u32,
        /// The delimiter that did not come.
        delimiter: Box<[u8]>,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::HereDocUnterminated { line, delimiter, .. } => write!(
                f,
                "here-document at line {line} delimited by end-of-file (wanted `{}')",
                String::from_utf8_lossy(delimiter)
            ),
        }
    }
}

/// Boxed within the crate, so that the recursive functions keep small frames.
pub(crate) type Result<T> = std::result::Result<T, Box<SyntaxError>>;
