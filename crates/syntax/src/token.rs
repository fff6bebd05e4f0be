//! What the lexer deals in: classes of bytes, operators, reserved words, tokens.

use crate::names::{is_name_byte, is_name_start};

/// Ends a word: blanks, newline, operator characters.
pub(crate) const END: u8 = 1;
/// Quotes or expands: the word is more than one literal.
pub(crate) const SPECIAL: u8 = 2;
/// `*` and `?`.
pub(crate) const STAR: u8 = 4;
/// `[`
pub(crate) const OPEN: u8 = 8;
/// `]`
pub(crate) const CLOSE: u8 = 16;
/// `{`
pub(crate) const BRACE: u8 = 32;
/// `~`
pub(crate) const TILDE: u8 = 64;
/// `=`
pub(crate) const EQUALS: u8 = 128;

/// What each byte can mean in an unquoted word.
pub(crate) static CLASS: [u8; 256] = {
    let mut table = [0; 256];
    table[b' ' as usize] = END;
    table[b'\t' as usize] = END;
    table[b'\n' as usize] = END;
    table[b';' as usize] = END;
    table[b'&' as usize] = END;
    table[b'|' as usize] = END;
    table[b'<' as usize] = END;
    table[b'>' as usize] = END;
    table[b'(' as usize] = END;
    table[b')' as usize] = END;
    table[b'\\' as usize] = SPECIAL;
    table[b'\'' as usize] = SPECIAL;
    table[b'"' as usize] = SPECIAL;
    table[b'$' as usize] = SPECIAL;
    table[b'`' as usize] = SPECIAL;
    table[b'*' as usize] = STAR;
    table[b'?' as usize] = STAR;
    table[b'[' as usize] = OPEN;
    table[b']' as usize] = CLOSE;
    table[b'{' as usize] = BRACE;
    table[b'~' as usize] = TILDE;
    table[b'=' as usize] = EQUALS;
    table
};

/// The class of `byte`.
#[inline]
pub(crate) fn class(byte: u8) -> u8 {
    CLASS[usize::from(byte)]
}

/// The longest beginning of a token that is moved over a line continuation.
pub(crate) const JOIN_LIMIT: usize = 256;

/// The operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    AndAnd,
    OrOr,
    Semi,
    SemiSemi,
    SemiAnd,
    SemiSemiAnd,
    And,
    Pipe,
    PipeAnd,
    Open,
    Close,
    Less,
    Great,
    HereDoc,
    HereDocStrip,
    HereString,
    Append,
    DupInput,
    DupOutput,
    ReadWrite,
    Clobber,
    WriteBoth,
    AppendBoth,
}

impl Op {
    pub fn text(self) -> &'static [u8] {
        match self {
            Op::AndAnd => b"&&",
            Op::OrOr => b"||",
            Op::Semi => b";",
            Op::SemiSemi => b";;",
            Op::SemiAnd => b";&",
            Op::SemiSemiAnd => b";;&",
            Op::And => b"&",
            Op::Pipe => b"|",
            Op::PipeAnd => b"|&",
            Op::Open => b"(",
            Op::Close => b")",
            Op::Less => b"<",
            Op::Great => b">",
            Op::HereDoc => b"<<",
            Op::HereDocStrip => b"<<-",
            Op::HereString => b"<<<",
            Op::Append => b">>",
            Op::DupInput => b"<&",
            Op::DupOutput => b">&",
            Op::ReadWrite => b"<>",
            Op::Clobber => b">|",
            Op::WriteBoth => b"&>",
            Op::AppendBoth => b"&>>",
        }
    }

    pub fn is_redirect(self) -> bool {
        use Op::*;
        matches!(
            self,
            Less | Great
                | HereDoc
                | HereDocStrip
                | HereString
                | Append
                | DupInput
                | DupOutput
                | ReadWrite
                | Clobber
                | WriteBoth
                | AppendBoth
        )
    }
}

/// A token that was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// All of the word is the literal text `start..end`; the mask of the classes of its bytes.
    Plain(u8),
    /// A word that has to be parsed.
    Word,
    /// The digits before a redirection operator.
    IoNumber,
    /// `{name}` before a redirection operator.
    IoVariable,
    Op(Op),
    Newline,
    End,
}

/// Reserved words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reserved {
    If,
    Then,
    Else,
    Elif,
    Fi,
    Do,
    Done,
    Case,
    Esac,
    While,
    Until,
    For,
    In,
    OpenBrace,
    CloseBrace,
    Bang,
    Function,
    Select,
    Time,
    Coproc,
    Conditional,
}

/// The reserved word that `text` is.
pub(crate) fn reserved(text: &[u8]) -> Option<Reserved> {
    use Reserved::*;
    Some(match text {
        b"{" => OpenBrace,
        b"}" => CloseBrace,
        b"!" => Bang,
        b"if" => If,
        b"fi" => Fi,
        b"do" => Do,
        b"in" => In,
        b"[[" => Conditional,
        b"for" => For,
        b"then" => Then,
        b"else" => Else,
        b"elif" => Elif,
        b"done" => Done,
        b"case" => Case,
        b"esac" => Esac,
        b"time" => Time,
        b"while" => While,
        b"until" => Until,
        b"select" => Select,
        b"coproc" => Coproc,
        b"function" => Function,
        _ => return None,
    })
}

impl Reserved {
    /// Whether the word ends a list rather than beginning a command.
    pub fn closes(self) -> bool {
        use Reserved::*;
        matches!(self, Then | Else | Elif | Fi | Do | Done | Esac | CloseBrace)
    }
}

/// The descriptor number that `text` is.
pub(crate) fn descriptor(text: &[u8]) -> Option<u32> {
    let number = text.iter().try_fold(0u32, |number, &digit| {
        let digit = char::from(digit).to_digit(10)?;
        number.checked_mul(10)?.checked_add(digit)
    });
    number.filter(|&number| !text.is_empty() && number <= i32::MAX as u32)
}

/// The name within `{name}`, or within `{name[subscript]}` that with its subscript.
pub(crate) fn io_variable(text: &[u8]) -> Option<&[u8]> {
    let name = text.strip_prefix(b"{")?.strip_suffix(b"}")?;
    let base = match name.strip_suffix(b"]") {
        Some(inner) => inner.get(..inner.iter().position(|&byte| byte == b'[')?)?,
        None => name,
    };
    let (&first, rest) = base.split_first()?;
    (is_name_start(first) && rest.iter().all(|&b| is_name_byte(b))).then_some(name)
}
