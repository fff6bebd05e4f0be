//! The script: commands with their addresses, blocks turned into jumps.

use skosh_sys::regex::Regex;

use crate::call::Charset;
use crate::expression::compile;

/// An address.
pub(crate) enum Address {
    Line(u64),
    Last,
    /// The place of the expression in [`Script::regexes`]; `None`: the last one used.
    Regex(Option<usize>),
    /// `first~step`
    Step(u64, u64),
}

/// Where a range ends.
pub(crate) enum RangeEnd {
    Address(Address),
    /// `+N`
    Count(u64),
}

/// Which lines a command is for.
#[derive(Default)]
pub(crate) struct Addresses {
    pub(crate) first: Option<Address>,
    pub(crate) last: Option<RangeEnd>,
    pub(crate) negated: bool,
}

/// A piece of a replacement.
pub(crate) enum Piece {
    Text(Vec<u8>),
    /// `\1`; 0 is `&`.
    Group(usize),
}

/// `s`
pub(crate) struct Substitution {
    pub(crate) regex: Option<usize>,
    pub(crate) replacement: Vec<Piece>,
    pub(crate) global: bool,
    pub(crate) print: bool,
    pub(crate) number: u64,
}

/// What a command does.
pub(crate) enum Action {
    /// `{`: goes on there if the addresses do not match.
    Block(usize),
    Append(Vec<u8>),
    Insert(Vec<u8>),
    Change(Vec<u8>),
    /// Where to; behind the last command is the end of the cycle.
    Branch(usize),
    BranchIfReplaced(usize),
    BranchUnlessReplaced(usize),
    Delete,
    DeleteFirst,
    Print,
    PrintFirst,
    Get,
    GetAppend,
    Hold,
    HoldAppend,
    Exchange,
    Next,
    NextAppend,
    Quit(i32),
    QuitSilently(i32),
    LineNumber,
    Substitute(Box<Substitution>),
    Translate(Box<[u8; 256]>),
}

/// A command.
pub(crate) struct Command {
    pub(crate) addresses: Addresses,
    pub(crate) action: Action,
}

/// A script.
pub(crate) struct Script {
    pub(crate) commands: Vec<Command>,
    pub(crate) regexes: Vec<Regex>,
    /// It may end before the input does.
    pub(crate) quits: bool,
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    extended: bool,
    charset: Charset,
    script: Script,
    blocks: Vec<usize>,
    labels: Vec<(&'a [u8], usize)>,
    /// Commands that branch to a label.
    branches: Vec<(usize, &'a [u8])>,
}

/// Reads a script. `None` for everything that is not understood, wrong, or open to interpretation.
pub(crate) fn parse(text: &[u8], extended: bool, charset: Charset) -> Option<Script> {
    if text.starts_with(b"#n") || text.contains(&0) {
        return None;
    }
    let script = Script { commands: Vec::new(), regexes: Vec::new(), quits: false };
    let mut parser =
        Parser { text, at: 0, extended, charset, script, blocks: Vec::new(), labels: Vec::new(), branches: Vec::new() };
    parser.commands()?;
    parser.finish()
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    fn skip(&mut self, skipped: &[u8]) {
        while self.peek().is_some_and(|byte| skipped.contains(&byte)) {
            self.at += 1;
        }
    }

    fn commands(&mut self) -> Option<()> {
        loop {
            self.skip(b" \t\n;");
            if self.peek().is_none() {
                return Some(());
            }
            if self.peek() == Some(b'#') {
                while self.peek().is_some_and(|byte| byte != b'\n') {
                    self.at += 1;
                }
                continue;
            }
            let addresses = self.addresses()?;
            self.skip(b" \t");
            self.command(addresses)?;
        }
    }

    fn addresses(&mut self) -> Option<Addresses> {
        let mut addresses = Addresses { first: self.address()?, ..Addresses::default() };
        if addresses.first.is_some() {
            self.skip(b" \t");
            if self.peek() == Some(b',') {
                self.at += 1;
                self.skip(b" \t");
                addresses.last = Some(if self.peek() == Some(b'+') {
                    self.at += 1;
                    RangeEnd::Count(self.number()?)
                } else {
                    match self.address()?? {
                        Address::Step(..) => return None,
                        address => RangeEnd::Address(address),
                    }
                });
                if matches!(addresses.first, Some(Address::Step(..))) {
                    return None;
                }
            }
        }
        self.skip(b" \t");
        if self.peek() == Some(b'!') {
            self.at += 1;
            addresses.negated = true;
            self.skip(b" \t");
        }
        Some(addresses)
    }

    fn number(&mut self) -> Option<u64> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        std::str::from_utf8(self.text.get(start..self.at)?).ok()?.parse().ok()
    }

    fn address(&mut self) -> Option<Option<Address>> {
        let delimiter = match self.peek() {
            Some(b'0'..=b'9') => {
                let number = self.number()?;
                if self.peek() == Some(b'~') {
                    self.at += 1;
                    return Some(Some(Address::Step(number, self.number()?)));
                }
                // 0,/re/ is GNU's; nothing else may begin with 0.
                return (number > 0).then_some(Some(Address::Line(number)));
            }
            Some(b'$') => {
                self.at += 1;
                return Some(Some(Address::Last));
            }
            Some(b'/') => {
                self.at += 1;
                b'/'
            }
            Some(b'\\') => {
                self.at += 1;
                self.next()?
            }
            _ => return Some(None),
        };
        let text = self.delimited(delimiter, true)?;
        if text.is_empty() {
            return None;
        }
        let ignore_case = self.peek() == Some(b'I');
        if ignore_case {
            self.at += 1;
        }
        if self.peek() == Some(b'M') {
            return None;
        }
        Some(Some(Address::Regex(self.regex(&text, ignore_case)?)))
    }

    /// What stands before the next `delimiter`; `\` before it is taken away. In an expression `\n` becomes a newline.
    fn delimited(&mut self, delimiter: u8, is_regex: bool) -> Option<Vec<u8>> {
        // A delimiter that means something in expressions can be escaped to mean either.
        let is_special = !(delimiter.is_ascii_alphanumeric() || b"/,;!@#%_~\"'<> ".contains(&delimiter))
            || matches!(delimiter, b'n' | b't' | b'\n' | b'\\');
        let mut out = Vec::new();
        loop {
            match self.next()? {
                byte if byte == delimiter => return Some(out),
                b'\n' if is_regex => return None,
                b'\\' => match self.next()? {
                    byte if byte == delimiter => {
                        if is_special || delimiter.is_ascii_alphanumeric() {
                            return None;
                        }
                        // In a replacement `\&` must keep its backslash; `&` is special and does not come here.
                        out.push(byte);
                    }
                    b'n' if is_regex => out.push(b'\n'),
                    b'\n' if is_regex => return None,
                    byte => out.extend_from_slice(&[b'\\', byte]),
                },
                byte => out.push(byte),
            }
        }
    }

    /// Whether an expression has been used for certain before a command with these addresses is executed.
    fn is_after_regex(&self, addresses: &Addresses) -> bool {
        let is_regex = |addresses: &Addresses| {
            matches!(addresses, Addresses { first: Some(Address::Regex(Some(_))), last: None, negated: false })
        };
        let blocks = self.blocks.iter().filter_map(|&index| self.script.commands.get(index));
        is_regex(addresses) || blocks.map(|command| &command.addresses).any(is_regex)
    }

    /// GNU lets a range that begins at a line number begin later if that line was passed over. Here it is only taken where
    /// every line is looked at.
    fn sees_every_line(&self) -> bool {
        let goes_on = |action: &Action| {
            !matches!(
                action,
                Action::Block(_)
                    | Action::Branch(_)
                    | Action::BranchIfReplaced(_)
                    | Action::BranchUnlessReplaced(_)
                    | Action::Delete
                    | Action::DeleteFirst
                    | Action::Change(_)
                    | Action::Quit(_)
                    | Action::QuitSilently(_)
            )
        };
        let is_numeric = |command: &&Command| {
            matches!((&command.addresses.first, &command.addresses.last), (Some(Address::Line(_)), Some(_)))
        };
        let mut before = self.script.commands.iter().rev().skip_while(|command| !is_numeric(command));
        let skips = |command: &Command| matches!(command.action, Action::Next | Action::NextAppend);
        match before.next() {
            None => true,
            Some(_) => before.all(|command| goes_on(&command.action)) && !self.script.commands.iter().any(skips),
        }
    }

    /// Compiles an expression. An empty one is the last one used.
    fn regex(&mut self, text: &[u8], ignore_case: bool) -> Option<Option<usize>> {
        if text.is_empty() {
            return (!ignore_case).then_some(None);
        }
        let text = tabs(text)?;
        let regex = compile(&text, self.extended, ignore_case, self.charset)?;
        self.script.regexes.push(regex);
        Some(Some(self.script.regexes.len() - 1))
    }

    fn command(&mut self, addresses: Addresses) -> Option<()> {
        let has_range = addresses.last.is_some();
        let letter = self.next()?;
        let index = self.script.commands.len();
        let action = match letter {
            b'{' => {
                self.blocks.push(index);
                self.script.commands.push(Command { addresses, action: Action::Block(0) });
                return Some(());
            }
            b'}' => {
                if addresses.first.is_some() || addresses.negated {
                    return None;
                }
                let open = self.blocks.pop()?;
                if let Some(Command { action: Action::Block(end), .. }) = self.script.commands.get_mut(open) {
                    *end = index;
                }
                self.end_of_command()?;
                return Some(());
            }
            b':' => {
                if addresses.first.is_some() || addresses.negated {
                    return None;
                }
                let label = self.label()?;
                if label.is_empty() || self.labels.iter().any(|(known, _)| *known == label) {
                    return None;
                }
                self.labels.push((label, index));
                return Some(());
            }
            b'b' | b't' | b'T' => {
                let label = self.label()?;
                self.branches.push((index, label));
                match letter {
                    b'b' => Action::Branch(0),
                    b't' => Action::BranchIfReplaced(0),
                    _ => Action::BranchUnlessReplaced(0),
                }
            }
            b'a' | b'i' | b'c' => {
                let text = self.text_argument()?;
                match letter {
                    b'a' => Action::Append(text),
                    b'i' => Action::Insert(text),
                    _ if has_range || addresses.negated => return None,
                    _ => Action::Change(text),
                }
            }
            b's' => self.substitution(&addresses)?,
            b'y' => self.translation()?,
            b'q' | b'Q' => {
                if has_range {
                    return None;
                }
                self.script.quits = true;
                self.skip(b" \t");
                let code = if self.peek().is_some_and(|byte| byte.is_ascii_digit()) { self.number()? } else { 0 };
                let code = i32::try_from(code).ok().filter(|code| *code < 256)?;
                self.end_of_command()?;
                if letter == b'q' { Action::Quit(code) } else { Action::QuitSilently(code) }
            }
            _ => {
                let action = plain_action(letter)?;
                self.end_of_command()?;
                action
            }
        };
        self.script.commands.push(Command { addresses, action });
        Some(())
    }

    /// A command is followed by the end of the line, `;`, `}` or a comment.
    fn end_of_command(&mut self) -> Option<()> {
        self.skip(b" \t");
        match self.peek() {
            None | Some(b'}' | b'#') => Some(()),
            Some(b'\n' | b';') => {
                self.at += 1;
                Some(())
            }
            _ => None,
        }
    }

    fn label(&mut self) -> Option<&'a [u8]> {
        self.skip(b" \t");
        let start = self.at;
        while self.peek().is_some_and(|byte| byte != b'\n' && byte != b';') {
            self.at += 1;
        }
        let label = self.text.get(start..self.at)?;
        // Blanks and braces in labels: versions differ.
        label.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')).then_some(label)
    }

    /// The text of `a`, `i`, `c`: on the lines that follow `\`, or on the same line.
    fn text_argument(&mut self) -> Option<Vec<u8>> {
        self.skip(b" \t");
        if self.peek() == Some(b'\\') {
            self.at += 1;
            self.skip(b" \t");
            if self.next()? != b'\n' {
                return None;
            }
        }
        let mut out = Vec::new();
        loop {
            match self.next() {
                None | Some(b'\n') => break,
                Some(b'\\') => match self.next()? {
                    b'\n' => out.push(b'\n'),
                    // `\t` and the like, and backslashes that keep blanks.
                    _ => return None,
                },
                Some(byte) => out.push(byte),
            }
        }
        if out.is_empty() {
            return None;
        }
        out.push(b'\n');
        Some(out)
    }

    fn substitution(&mut self, addresses: &Addresses) -> Option<Action> {
        let delimiter = self.next()?;
        if delimiter == b'\n' || delimiter == b'\\' {
            return None;
        }
        let text = self.delimited(delimiter, true)?;
        let replacement = self.delimited(delimiter, false)?;
        let (replacement, highest) = pieces(&replacement)?;
        let (mut global, mut print, mut number, mut ignore_case) = (false, false, 0, false);
        loop {
            match self.peek() {
                Some(b'g') if !global => global = true,
                Some(b'p') if !print => print = true,
                Some(b'I' | b'i') if !ignore_case => ignore_case = true,
                Some(b'1'..=b'9') if number == 0 => {
                    number = self.number()?;
                    continue;
                }
                _ => break,
            }
            self.at += 1;
        }
        self.end_of_command()?;
        let regex = self.regex(&text, ignore_case)?;
        if regex.is_none() && !self.is_after_regex(addresses) {
            return None;
        }
        let groups = regex.and_then(|index| self.script.regexes.get(index)).map_or(9, Regex::group_count);
        if highest > groups {
            return None;
        }
        let number = number.max(1);
        Some(Action::Substitute(Box::new(Substitution { regex, replacement, global, print, number })))
    }

    fn translation(&mut self) -> Option<Action> {
        let delimiter = self.next()?;
        if delimiter == b'\n' || delimiter == b'\\' {
            return None;
        }
        let (from, to) = (self.delimited(delimiter, false)?, self.delimited(delimiter, false)?);
        self.end_of_command()?;
        let (from, to) = (plain_characters(&from)?, plain_characters(&to)?);
        if from.len() != to.len() {
            return None;
        }
        let mut table = [0; 256];
        for (byte, place) in (0..=u8::MAX).zip(&mut table) {
            *place = byte;
        }
        // The first of several counts.
        for (from, to) in from.iter().zip(&to).rev() {
            if let Some(place) = table.get_mut(usize::from(*from)) {
                *place = *to;
            }
        }
        Some(Action::Translate(Box::new(table)))
    }

    fn finish(mut self) -> Option<Script> {
        if !self.blocks.is_empty() || !self.sees_every_line() {
            return None;
        }
        for (index, label) in self.branches {
            let target = if label.is_empty() {
                self.script.commands.len()
            } else {
                self.labels.iter().find(|(known, _)| *known == label)?.1
            };
            if let Some(command) = self.script.commands.get_mut(index)
                && let Action::Branch(to) | Action::BranchIfReplaced(to) | Action::BranchUnlessReplaced(to) =
                    &mut command.action
            {
                *to = target;
            }
        }
        Some(self.script)
    }
}

/// Commands of a letter alone.
fn plain_action(letter: u8) -> Option<Action> {
    Some(match letter {
        b'd' => Action::Delete,
        b'D' => Action::DeleteFirst,
        b'p' => Action::Print,
        b'P' => Action::PrintFirst,
        b'g' => Action::Get,
        b'G' => Action::GetAppend,
        b'h' => Action::Hold,
        b'H' => Action::HoldAppend,
        b'x' => Action::Exchange,
        b'n' => Action::Next,
        b'N' => Action::NextAppend,
        b'=' => Action::LineNumber,
        _ => return None,
    })
}

/// `\t` in an expression is a tab, in a bracket expression as well. Other letters after a backslash are not looked at here.
fn tabs(text: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte == b'\\' {
            let (&next, after) = rest.split_first()?;
            rest = after;
            match next {
                b't' => out.push(b'\t'),
                _ => out.extend_from_slice(&[byte, next]),
            }
        } else if byte == b'[' {
            // Escapes of letters inside, and a backslash at the end of the brackets: GNU's own rules.
            let start = text.len() - rest.len() - 1;
            let length = crate::expression::bracket_length(text.get(start..)?)?;
            let inner = text.get(start..start + length)?;
            let is_odd = |pair: &[u8]| matches!(pair, [b'\\', next] if next.is_ascii_alphanumeric() || *next == b']' || *next == b'\n');
            if inner.windows(2).any(is_odd) {
                return None;
            }
            out.extend_from_slice(inner);
            rest = text.get(start + length..)?;
        } else {
            out.push(byte);
        }
    }
    Some(out)
}

/// The pieces of a replacement, and the highest group among them.
fn pieces(text: &[u8]) -> Option<(Vec<Piece>, usize)> {
    let mut pieces = Vec::new();
    let mut literal = Vec::new();
    let mut highest = 0;
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        let group = match byte {
            b'&' => 0,
            b'\\' => match bytes.next()? {
                digit @ b'0'..=b'9' => usize::from(digit - b'0'),
                b'n' | b'\n' => {
                    literal.push(b'\n');
                    continue;
                }
                b't' => {
                    literal.push(b'\t');
                    continue;
                }
                letter if letter.is_ascii_alphabetic() => return None,
                other => {
                    literal.push(other);
                    continue;
                }
            },
            byte => {
                literal.push(byte);
                continue;
            }
        };
        if !literal.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut literal)));
        }
        highest = highest.max(group);
        pieces.push(Piece::Group(group));
    }
    if !literal.is_empty() {
        pieces.push(Piece::Text(literal));
    }
    Some((pieces, highest))
}

/// The characters of one side of `y`.
fn plain_characters(text: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => match bytes.next()? {
                b'n' => out.push(b'\n'),
                b'\\' => out.push(b'\\'),
                _ => return None,
            },
            byte if byte.is_ascii() => out.push(byte),
            _ => return None,
        }
    }
    Some(out)
}
