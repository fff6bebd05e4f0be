//! Printing: a tree back to text that parses to the same tree, in the layout of bash's `declare -f`.
//!
//! A function is printed over many lines, a list in a command substitution (or in the name of a job) on one. Here-documents
//! are held back until the line they stand on may end.

use std::rc::Rc;

use crate::ast::*;
use crate::names::{Interner, Sym};
use crate::token::{Reserved, reserved};

/// How many blanks a level is indented by.
pub(crate) const INDENT: usize = 4;

/// The text of a function, as `declare -f` prints it, without the newline at its end.
pub fn print_function(function: &FunctionDefinition, names: &Interner) -> Vec<u8> {
    let mut printer = Printer::new(names);
    let name = names.name(function.name);
    if reserved(name).is_some() || name.contains(&b'=') {
        printer.text(b"function ");
    }
    printer.function_name(function.name);
    printer.text(b" () \n");
    printer.function_body(function);
    printer.flush_here_docs();
    printer.out
}

/// The text of a list on one line, as far as its commands allow that.
pub fn print_list(list: &CompoundList, names: &Interner) -> Vec<u8> {
    let mut printer = Printer::new(names);
    printer.list(list, true);
    printer.flush_here_docs();
    printer.out
}

/// The text of one command, as in the list of jobs and in BASH_COMMAND.
pub fn print_command(command: &Command, names: &Interner) -> Vec<u8> {
    let mut printer = Printer::new(names);
    printer.command(command);
    printer.flush_here_docs();
    printer.out
}

/// The text of a pipeline, as in the list of jobs.
pub fn print_pipeline(pipeline: &Pipeline, names: &Interner) -> Vec<u8> {
    let mut printer = Printer::new(names);
    printer.pipeline(pipeline);
    printer.flush_here_docs();
    printer.out
}

/// The text of a simple command, as BASH_COMMAND shows it.
pub fn print_simple(simple: &SimpleCommand, names: &Interner) -> Vec<u8> {
    let mut printer = Printer::new(names);
    printer.simple(simple);
    printer.out
}

/// The first line of a compound command, as BASH_COMMAND and `set -x` show it: `for x in a b`, `case $x in`, `[[ ... ]]`.
pub fn print_heading(compound: &Compound, names: &Interner) -> Vec<u8> {
    let mut printer = Printer::new(names);
    match &compound.kind {
        CompoundKind::For { name, words, .. } => {
            printer.text(b"for ");
            printer.loop_head(*name, words.as_deref());
        }
        CompoundKind::Select { name, words, .. } => {
            printer.text(b"select ");
            printer.loop_head(*name, words.as_deref());
        }
        CompoundKind::Case(word, _) => {
            printer.text(b"case ");
            printer.word(word);
            printer.text(b" in ");
        }
        CompoundKind::Conditional(_) | CompoundKind::Arith(_) => printer.compound(&compound.kind),
        _ => {}
    }
    if printer.out.last() == Some(&b';') {
        printer.out.pop();
    }
    printer.out
}

/// The text of an and-or list, as in the list of jobs.
pub fn print_and_or(and_or: &AndOr, names: &Interner) -> Vec<u8> {
    let mut printer = Printer::new(names);
    printer.and_or(and_or);
    printer.flush_here_docs();
    printer.out
}

/// The text of an assignment.
pub fn print_assignment(assignment: &Assignment, names: &Interner) -> Vec<u8> {
    let mut printer = Printer::new(names);
    printer.assignment(assignment);
    printer.out
}

/// The text of a word.
pub fn print_word(word: &Word, names: &Interner) -> Vec<u8> {
    let mut printer = Printer::new(names);
    printer.word(word);
    printer.out
}

/// Text being made.
pub(crate) struct Printer<'a> {
    pub(crate) names: &'a Interner,
    pub(crate) out: Vec<u8>,
    pub(crate) indentation: usize,
    /// Within a function: one command a line.
    pub(crate) in_function: bool,
    /// Here-documents whose operator was printed and whose body was not.
    here_docs: Vec<(Rc<HereDoc>, Box<[u8]>)>,
    /// The delimiters of the here-documents whose bodies are being printed: a line that equals one would end it.
    delimiters: Vec<Box<[u8]>>,
    /// A body was printed since the last `;`: bash leaves the next one out.
    was_here_doc: bool,
    /// The last thing printed is the `&` that ends a command.
    pub(crate) after_async: bool,
    /// Within a command substitution, where the newlines between commands are kept.
    in_subst: bool,
    /// Directly after `coproc`, where a word before a compound command would be a name.
    pub(crate) after_coproc: bool,
    /// Within the body of a here-document, where a backslash before a newline is taken out even from quotes.
    pub(crate) in_here_doc: bool,
}

impl<'a> Printer<'a> {
    fn new(names: &'a Interner) -> Self {
        Printer {
            names,
            out: Vec::new(),
            indentation: 0,
            in_function: false,
            here_docs: Vec::new(),
            delimiters: Vec::new(),
            was_here_doc: false,
            after_async: false,
            in_subst: false,
            after_coproc: false,
            in_here_doc: false,
        }
    }

    pub(crate) fn text(&mut self, text: &[u8]) {
        self.after_async = false;
        self.out.extend_from_slice(text);
    }

    pub(crate) fn name(&mut self, name: Sym) {
        let names = self.names;
        self.text(names.name(name));
    }

    pub(crate) fn indent(&mut self) {
        self.out.resize(self.out.len() + self.indentation, b' ');
    }

    /// A new line that begins with `text`.
    pub(crate) fn newline(&mut self, text: &[u8]) {
        self.flush_here_docs();
        self.out.push(b'\n');
        self.indent();
        self.text(text);
    }

    /// The `;` that ends a list, unless something else has.
    pub(crate) fn semicolon(&mut self) {
        if !self.after_async && self.out.last() != Some(&b'\n') {
            self.out.push(b';');
        }
    }

    /// Prints the bodies that were held back.
    pub(crate) fn flush_here_docs(&mut self) {
        if self.here_docs.is_empty() {
            return;
        }
        self.text(b"\n");
        for (doc, delimiter) in std::mem::take(&mut self.here_docs) {
            if let Some(body) = doc.body.get() {
                let outer = self.in_here_doc;
                self.in_here_doc |= !doc.quoted;
                self.delimiters.push(delimiter.clone());
                match &*body.parts {
                    // A body that could not be parsed, see `Grammar::here_doc_body`.
                    [Part::Param(param)] if matches!(&param.op, ParamOp::Bad(text) if text.ends_with(b"\n")) => {
                        if let ParamOp::Bad(text) = &param.op {
                            self.text(text);
                        }
                    }
                    parts => self.parts(parts),
                }
                self.in_here_doc = outer;
                self.delimiters.pop();
                if !body.parts.is_empty() && self.out.last() != Some(&b'\n') {
                    self.text(b"\n");
                }
            }
            self.text(&delimiter);
            self.text(b"\n");
        }
        self.was_here_doc = true;
    }

    /// A list whose first command stands where the output ends (`inline`) or begins a line.
    pub(crate) fn list(&mut self, list: &CompoundList, inline: bool) {
        let mut inline = inline;
        for (index, item) in list.items.iter().enumerate() {
            if !inline {
                self.indent();
            }
            self.and_or(&item.and_or);
            let last = index + 1 == list.items.len();
            if item.is_async {
                self.text(b" &");
                let held = !self.here_docs.is_empty();
                self.flush_here_docs();
                if held || !last {
                    self.text(b" ");
                }
                self.after_async = true;
                inline = true;
                continue;
            }
            if last {
                break;
            }
            if item.newline && self.in_subst && !self.in_function {
                let held = !self.here_docs.is_empty();
                self.flush_here_docs();
                self.was_here_doc = false;
                if !held {
                    self.text(b"\n");
                }
                inline = true;
                continue;
            }
            if self.here_docs.is_empty() {
                if !self.was_here_doc || !self.in_function && self.out.last() != Some(&b'\n') {
                    self.text(b";");
                }
            } else {
                self.flush_here_docs();
            }
            self.was_here_doc = false;
            inline = !self.in_function;
            self.text(if self.in_function { b"\n" } else { b" " });
        }
    }

    pub(crate) fn and_or(&mut self, and_or: &AndOr) {
        self.pipeline(&and_or.first);
        for (op, pipeline) in &and_or.rest {
            let op: &[u8] = match op {
                AndOrOp::And => b" && ",
                AndOrOp::Or => b" || ",
            };
            self.text(op);
            self.after_connector();
            self.pipeline(pipeline);
        }
    }

    /// The bodies held back, after an operator that is followed by more.
    pub(crate) fn after_connector(&mut self) {
        if !self.here_docs.is_empty() {
            self.flush_here_docs();
            self.text(b" ");
        }
    }

    pub(crate) fn pipeline(&mut self, pipeline: &Pipeline) {
        match pipeline.timed {
            Some(TimeFormat::Default) => self.text(b"time "),
            Some(TimeFormat::Posix) => self.text(b"time -p "),
            None => {}
        }
        if pipeline.timed.is_some()
            && !pipeline.negated
            && let Some(Command::Simple(simple)) = pipeline.commands.first()
            && let Some(Part::Literal(text)) = simple.words.first().and_then(|word| word.parts.first())
            && text.starts_with(b"-")
            && simple.assignments.is_empty()
        {
            self.text(b"-- ");
        }
        if pipeline.negated {
            self.text(b"! ");
        } else if pipeline.commands.is_empty() && pipeline.timed.is_none() {
            self.text(b"! ! ");
        }
        for (index, command) in pipeline.commands.iter().enumerate() {
            if index > 0 {
                self.text(b" |");
                self.after_connector();
                self.text(b" ");
            } else if is_command_time(command) && pipeline.timed.is_none() && !pipeline.negated {
                // Not the reserved word: it was the body of a function.
                self.text(b"\\");
            }
            self.command(command);
        }
    }

    pub(crate) fn command(&mut self, command: &Command) {
        match command {
            Command::Simple(simple) => self.simple(simple),
            Command::Compound(compound) => {
                self.compound(&compound.kind);
                if !compound.redirects.is_empty() {
                    self.text(b" ");
                    self.redirects(&compound.redirects);
                }
            }
            Command::Function(function) => {
                self.text(b"function ");
                self.function_name(function.name);
                self.text(b" () \n");
                self.function_body(function);
            }
        }
    }

    pub(crate) fn simple(&mut self, simple: &SimpleCommand) {
        let start = self.out.len();
        for assignment in &simple.assignments {
            self.separate(start);
            self.assignment(assignment);
        }
        // After redirections a reserved word is a command name.
        let first = match simple.words.first().map(|word| &*word.parts) {
            Some([Part::Literal(text)]) if simple.assignments.is_empty() => reserved(text),
            _ => None,
        };
        let second = match simple.words.get(1).map(|word| &*word.parts) {
            Some([Part::Literal(text)]) if self.after_coproc => reserved(text),
            _ => None,
        };
        self.after_coproc = false;
        let redirects_first =
            !simple.redirects.is_empty() && (first.is_some_and(|word| word != Reserved::In) || second.is_some());
        if redirects_first {
            self.separate(start);
            self.redirects(&simple.redirects);
        }
        for word in &simple.words {
            self.separate(start);
            self.word(word);
        }
        if !redirects_first && !simple.redirects.is_empty() {
            self.separate(start);
            self.redirects(&simple.redirects);
        }
    }

    /// A blank, unless nothing was printed since `start`.
    pub(crate) fn separate(&mut self, start: usize) {
        if self.out.len() > start {
            self.text(b" ");
        }
    }

    pub(crate) fn assignment(&mut self, assignment: &Assignment) {
        self.name(assignment.name);
        if let Some(subscript) = &assignment.subscript {
            self.subscript(subscript);
        }
        self.text(if assignment.append { b"+=" } else { b"=" });
        match &assignment.value {
            AssignedValue::Scalar(word) => self.word(word),
            AssignedValue::Array(elements) => self.array(elements),
        }
    }

    pub(crate) fn array(&mut self, elements: &[ArrayElement]) {
        self.text(b"(");
        for (index, element) in elements.iter().enumerate() {
            if index > 0 {
                self.text(b" ");
            }
            if let Some(subscript) = &element.subscript {
                self.subscript(subscript);
                self.text(if element.append { b"+=" } else { b"=" });
            }
            self.word(&element.value);
        }
        self.text(b")");
    }

    pub(crate) fn redirects(&mut self, redirects: &[Redirect]) {
        for (index, redirect) in redirects.iter().enumerate() {
            if index > 0 {
                self.text(b" ");
            }
            self.redirect(redirect);
        }
    }

    pub(crate) fn redirect(&mut self, redirect: &Redirect) {
        let fd = redirect.fd;
        match &redirect.kind {
            RedirectKind::File(mode, word) => {
                let (op, usual): (&[u8], _) = match mode {
                    FileMode::Read => (b"< ", Some(0)),
                    FileMode::Write => (b"> ", Some(1)),
                    FileMode::Clobber => (b">| ", Some(1)),
                    FileMode::Append => (b">> ", Some(1)),
                    FileMode::ReadWrite => (b"<> ", None),
                    FileMode::WriteBoth => (b"&> ", None),
                    FileMode::AppendBoth => (b"&>> ", None),
                };
                match (fd, mode) {
                    (RedirectFd::Default, FileMode::ReadWrite) => self.text(b"0"),
                    (RedirectFd::Number(number), _) if Some(number) == usual => {}
                    _ => self.redirect_fd(fd),
                }
                self.text(op);
                self.word(word);
            }
            RedirectKind::DupInput(word) => self.duplicate(fd, 0, b"<&", word),
            RedirectKind::DupOutput(word) => self.duplicate(fd, 1, b">&", word),
            RedirectKind::HereString(word) => {
                self.redirect_fd(fd);
                self.text(b"<<< ");
                self.word(word);
            }
            RedirectKind::HereDoc(doc) => {
                self.redirect_fd(fd);
                // A body with a tab at the beginning of a line had it after a line continuation.
                let tab = |part: &Part| match part {
                    Part::Literal(text) => text.first() == Some(&b'\t') || text.windows(2).any(|two| two == b"\n\t"),
                    _ => false,
                };
                let tabs = doc.body.get().is_some_and(|body| body.parts.iter().any(tab));
                let strip = doc.strip_tabs && !tabs;
                let dash = matches!(doc.delimiter.first(), Some(b'-' | b'<')) && !doc.quoted;
                self.text(match (strip, dash) {
                    (true, _) => b"<<-",
                    (false, true) => b"<< ",
                    (false, false) => b"<<",
                });
                let mut delimiter = doc.delimiter.clone();
                while self.delimiters.contains(&delimiter) || self.in_subst && ends_early(doc, &delimiter) {
                    delimiter = [&*delimiter, b"_"].concat().into();
                }
                if doc.quoted || doc.delimiter.is_empty() {
                    self.single_quoted(&delimiter);
                } else {
                    self.text(&delimiter);
                }
                self.here_docs.push((doc.clone(), delimiter));
            }
        }
    }

    /// `n<&word` and `n>&word`. The descriptor is printed whenever the word is one.
    pub(crate) fn duplicate(&mut self, fd: RedirectFd, usual: u32, op: &[u8], word: &Word) {
        let literal = match &*word.parts {
            [Part::Literal(text)] => &**text,
            _ => b"",
        };
        let closes = literal == b"-";
        let number = literal.strip_suffix(b"-").unwrap_or(literal);
        let is_number = !number.is_empty() && number.iter().all(u8::is_ascii_digit);
        match fd {
            RedirectFd::Default if closes || is_number => self.text(usual.to_string().as_bytes()),
            _ => self.redirect_fd(fd),
        }
        self.text(if closes { b">&" } else { op });
        self.word(word);
    }

    pub(crate) fn redirect_fd(&mut self, fd: RedirectFd) {
        match fd {
            RedirectFd::Default => {}
            RedirectFd::Number(number) => self.text(number.to_string().as_bytes()),
            RedirectFd::Variable(name) => {
                self.text(b"{");
                self.name(name);
                self.text(b"}");
            }
        }
    }

    /// Prints a list by itself, as in a command substitution: on one line, not indented.
    pub(crate) fn enclosed(&mut self, list: &CompoundList, terminated: bool) {
        let indentation = std::mem::take(&mut self.indentation);
        let in_function = std::mem::take(&mut self.in_function);
        let in_subst = std::mem::replace(&mut self.in_subst, true);
        let here_docs = std::mem::take(&mut self.here_docs);
        let was_here_doc = std::mem::take(&mut self.was_here_doc);
        let start = self.out.len();
        self.list(list, true);
        self.flush_here_docs();
        if terminated && !list.items.is_empty() {
            self.semicolon();
        }
        if self.out.get(start) == Some(&b'(') {
            // Not to be taken for arithmetic.
            self.out.insert(start, b' ');
        }
        self.indentation = indentation;
        self.in_function = in_function;
        self.in_subst = in_subst;
        self.here_docs = here_docs;
        self.was_here_doc = was_here_doc;
        self.after_async = false;
    }
}

/// Is it a simple command that begins with the utility `time` where the reserved word would be?
fn is_command_time(command: &Command) -> bool {
    match command {
        Command::Simple(simple) if simple.assignments.is_empty() && simple.redirects.is_empty() => {
            let option = match simple.words.get(1).and_then(|word| word.parts.first()) {
                Some(Part::Literal(text)) => text.starts_with(b"-"),
                _ => false,
            };
            matches!(simple.words.first().map(|word| &*word.parts), Some([Part::Literal(text)]) if **text == *b"time")
                && !option
        }
        _ => false,
    }
}

/// Would a line of the body pass for the delimiter with the parenthesis that ends a command substitution?
fn ends_early(doc: &HereDoc, delimiter: &[u8]) -> bool {
    let line_does =
        |line: &[u8]| line.strip_prefix(delimiter).is_some_and(|rest| rest.trim_ascii_start().first() == Some(&b')'));
    let text_does = |text: &[u8]| text.split(|&byte| byte == b'\n').any(line_does);
    let part_does = |part: &Part| match part {
        Part::Literal(text) => text_does(text),
        Part::Param(param) => matches!(&param.op, ParamOp::Bad(text) if text_does(text)),
        _ => false,
    };
    doc.body.get().is_some_and(|body| body.parts.iter().any(part_does))
}
