//! A short notation for trees, so that tests can say what a text parses to.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use skosh_syntax::ast::*;
use skosh_syntax::{Interner, ParseOptions, parse_text};

/// What `text` parses to in bash mode, its complete commands joined by ` ; `. Errors as `error: message`.
pub fn tree(text: &str) -> String {
    tree_with(text, ParseOptions::BASH)
}

/// The same with other options.
pub fn tree_with(text: &str, options: ParseOptions) -> String {
    let mut names = Interner::new();
    match parse_text(text.as_bytes(), &mut names, options) {
        Ok(commands) => {
            let notation = Notation(&names);
            commands.iter().map(|list| notation.list(list)).collect::<Vec<_>>().join(" ; ")
        }
        Err(error) => format!("error: {error}"),
    }
}

/// Writes trees down.
pub struct Notation<'a>(pub &'a Interner);

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).replace('\n', "~")
}

impl Notation<'_> {
    fn name(&self, name: skosh_syntax::Sym) -> String {
        text(self.0.name(name))
    }

    pub fn list(&self, list: &CompoundList) -> String {
        let items: Vec<String> =
            list.items.iter().map(|item| self.and_or(&item.and_or) + if item.is_async { " &" } else { "" }).collect();
        items.join(" ; ")
    }

    fn and_or(&self, and_or: &AndOr) -> String {
        let mut out = self.pipeline(&and_or.first);
        for (op, pipeline) in &and_or.rest {
            out += if *op == AndOrOp::And { " && " } else { " || " };
            out += &self.pipeline(pipeline);
        }
        out
    }

    fn pipeline(&self, pipeline: &Pipeline) -> String {
        let commands: Vec<String> = pipeline.commands.iter().map(|command| self.command(command)).collect();
        let timed = match pipeline.timed {
            Some(TimeFormat::Default) => "time ",
            Some(TimeFormat::Posix) => "time-p ",
            None => "",
        };
        format!("{timed}{}{}", if pipeline.negated { "! " } else { "" }, commands.join(" | "))
    }

    pub fn command(&self, command: &Command) -> String {
        match command {
            Command::Simple(simple) => {
                let mut pieces: Vec<String> = simple.assignments.iter().map(|a| self.assignment(a)).collect();
                pieces.extend(simple.words.iter().map(|word| self.word(word)));
                pieces.extend(simple.redirects.iter().map(|redirect| self.redirect(redirect)));
                format!("[{}]", pieces.join(" "))
            }
            Command::Compound(compound) => {
                let redirects: Vec<String> =
                    compound.redirects.iter().map(|r| format!(" {}", self.redirect(r))).collect();
                format!("({}{})", self.compound(&compound.kind), redirects.concat())
            }
            Command::Function(function) => {
                let keyword = if function.keyword { "function" } else { "define" };
                format!("({keyword} {} {})", self.name(function.name), self.command(&function.body))
            }
        }
    }

    fn compound(&self, kind: &CompoundKind) -> String {
        match kind {
            CompoundKind::BraceGroup(list) => format!("group {}", self.list(list)),
            CompoundKind::Subshell(list) => format!("subshell {}", self.list(list)),
            CompoundKind::If(clauses, otherwise) => {
                let clauses: Vec<String> = clauses
                    .iter()
                    .map(|clause| format!("if {} then {}", self.list(&clause.condition), self.list(&clause.body)))
                    .collect();
                let otherwise = otherwise.as_ref().map_or(String::new(), |list| format!(" else {}", self.list(list)));
                clauses.join(" ") + &otherwise
            }
            CompoundKind::While { until, condition, body } => {
                let word = if *until { "until" } else { "while" };
                format!("{word} {} do {}", self.list(condition), self.list(body))
            }
            CompoundKind::For { name, words, body } => {
                format!("for {}{} do {}", self.name(*name), self.words(words), self.list(body))
            }
            CompoundKind::Select { name, words, body } => {
                format!("select {}{} do {}", self.name(*name), self.words(words), self.list(body))
            }
            CompoundKind::ArithFor { clauses, body } => {
                let clauses: Vec<String> =
                    clauses.iter().map(|clause| clause.as_ref().map_or("-".into(), |text| self.arith(text))).collect();
                format!("for(({})) do {}", clauses.join(";"), self.list(body))
            }
            CompoundKind::Case(word, clauses) => {
                let mut out = format!("case {}", self.word(word));
                for clause in clauses {
                    let patterns: Vec<String> = clause.patterns.iter().map(|p| self.word(&p.word)).collect();
                    let end = match clause.end {
                        CaseEnd::Break => ";;",
                        CaseEnd::FallThrough => ";&",
                        CaseEnd::Continue => ";;&",
                    };
                    out += &format!(" {}) {} {end}", patterns.join("|"), self.list(&clause.body));
                }
                out
            }
            CompoundKind::Conditional(expr) => format!("[[ {}", self.cond(expr)),
            CompoundKind::Arith(text) => format!("(( {}", self.arith(text)),
            CompoundKind::Coproc { name, body } => format!("coproc {} {}", self.name(*name), self.command(body)),
        }
    }

    fn cond(&self, expr: &CondExpr) -> String {
        match expr {
            CondExpr::Word(word) => self.word(word),
            CondExpr::Unary(op, word) => format!("-{} {}", char::from(*op), self.word(word)),
            CondExpr::Binary(op, left, right) => format!("{op:?} {} {}", self.word(left), self.word(right)),
            CondExpr::Match { left, pattern, negated, .. } => {
                format!("{} {} {}", if *negated { "!=" } else { "==" }, self.word(left), self.word(&pattern.word))
            }
            CondExpr::Regex(left, regex) => format!("=~ {} {}", self.word(left), self.word(regex)),
            CondExpr::Not(inner) => format!("!({})", self.cond(inner)),
            CondExpr::And(left, right) => format!("({} && {})", self.cond(left), self.cond(right)),
            CondExpr::Or(left, right) => format!("({} || {})", self.cond(left), self.cond(right)),
            CondExpr::Group(inner) => format!("<{}>", self.cond(inner)),
        }
    }

    fn words(&self, words: &Option<Box<[Word]>>) -> String {
        match words {
            Some(words) => {
                let words: Vec<String> = words.iter().map(|word| format!(" {}", self.word(word))).collect();
                format!(" in{}", words.concat())
            }
            None => String::new(),
        }
    }

    fn assignment(&self, assignment: &Assignment) -> String {
        let value = match &assignment.value {
            AssignedValue::Scalar(word) => self.word(word),
            AssignedValue::Array(elements) => self.array(elements),
        };
        let subscript = assignment.subscript.as_ref().map_or(String::new(), |s| self.subscript(s));
        format!("{}{subscript}{}={value}", self.name(assignment.name), if assignment.append { "+" } else { ":" })
    }

    fn array(&self, elements: &[ArrayElement]) -> String {
        let elements: Vec<String> = elements
            .iter()
            .map(|element| {
                let subscript = element.subscript.as_ref().map_or(String::new(), |s| {
                    format!("{}{}=", self.subscript(s), if element.append { "+" } else { "" })
                });
                subscript + &self.word(&element.value)
            })
            .collect();
        format!("({})", elements.join(","))
    }

    fn redirect(&self, redirect: &Redirect) -> String {
        let fd = match redirect.fd {
            RedirectFd::Default => String::new(),
            RedirectFd::Number(number) => number.to_string(),
            RedirectFd::Variable(name) => format!("{{{}}}", self.name(name)),
        };
        let (op, word) = match &redirect.kind {
            RedirectKind::File(mode, word) => (format!("{mode:?}"), self.word(word)),
            RedirectKind::DupInput(word) => ("DupInput".into(), self.word(word)),
            RedirectKind::DupOutput(word) => ("DupOutput".into(), self.word(word)),
            RedirectKind::HereString(word) => ("HereString".into(), self.word(word)),
            RedirectKind::HereDoc(doc) => {
                let quoted = if doc.quoted { "'" } else { "" };
                (format!("<<{}{quoted}", text(&doc.delimiter)), self.word(doc.body.get().unwrap()))
            }
        };
        format!("{fd}{op}:{word}")
    }

    pub fn word(&self, word: &Word) -> String {
        self.parts(&word.parts)
    }

    fn arith(&self, word: &ArithWord) -> String {
        self.parts(&word.word.parts) + if word.parsed.is_some() { "" } else { "?" }
    }

    fn subscript(&self, subscript: &Subscript) -> String {
        match subscript {
            Subscript::At => "[@]".into(),
            Subscript::Star => "[*]".into(),
            Subscript::Index(text) => format!("[{}]", self.parts(&text.word.parts)),
        }
    }

    fn parts(&self, parts: &[Part]) -> String {
        parts.iter().map(|part| self.part(part)).collect::<Vec<_>>().join("+")
    }

    fn part(&self, part: &Part) -> String {
        match part {
            Part::Literal(bytes) => text(bytes),
            Part::Escaped(byte) => format!("\\{}", char::from(*byte)),
            Part::SingleQuoted(bytes) => format!("'{}'", text(bytes)),
            Part::AnsiQuoted { value, .. } => format!("$'{}'", text(value)),
            Part::DoubleQuoted(parts) => format!("\"{}\"", self.parts(parts)),
            Part::Localized(parts) => format!("$\"{}\"", self.parts(parts)),
            Part::Variable { name, braced } => format!("${}{}", if *braced { "b:" } else { "" }, self.name(*name)),
            Part::Param(param) => self.param(param),
            Part::Command(subst) => {
                let form = match subst.form {
                    SubstForm::Dollar => "$",
                    SubstForm::Backquote => "`",
                    SubstForm::Shared => "${",
                    SubstForm::Value => "${|",
                };
                format!("{form}({})", self.list(&subst.body))
            }
            Part::Arith(text) => format!("$(({}))", self.arith(text)),
            Part::Process { output, body } => format!("{}({})", if *output { ">" } else { "<" }, self.list(body)),
            Part::Tilde(user) => format!("~<{}>", text(user)),
            Part::Brace(brace) => match &**brace {
                Brace::List(words) => {
                    format!("{{{}}}", words.iter().map(|word| self.word(word)).collect::<Vec<_>>().join(","))
                }
                Brace::Integers { first, last, step, width, .. } => format!("{{{first}..{last}..{step}w{width}}}"),
                Brace::Characters { first, last, step, .. } => {
                    format!("{{{}..{}..{step}}}", char::from(*first), char::from(*last))
                }
            },
            Part::Array(elements) => self.array(elements),
        }
    }

    fn param(&self, param: &Param) -> String {
        let name = match param.name {
            ParamName::Variable(name) => self.name(name),
            ParamName::Positional(number) => number.to_string(),
            ParamName::Special(byte) => char::from(byte).to_string(),
        };
        let subscript = param.subscript.as_ref().map_or(String::new(), |s| self.subscript(s));
        let indirect = if param.indirect { "!" } else { "" };
        let op = match &param.op {
            ParamOp::None => String::new(),
            ParamOp::Length => " length".into(),
            ParamOp::Default { kind, colon, word } => {
                format!(" {kind:?}{} {}", if *colon { ":" } else { "" }, self.word(word))
            }
            ParamOp::RemovePrefix { longest, pattern } => {
                format!(" {} {}", if *longest { "##" } else { "#" }, self.word(&pattern.word))
            }
            ParamOp::RemoveSuffix { longest, pattern } => {
                format!(" {} {}", if *longest { "%%" } else { "%" }, self.word(&pattern.word))
            }
            ParamOp::Replace { kind, pattern, with } => {
                let with = with.as_ref().map_or("-".into(), |word| self.word(word));
                format!(" {kind:?} {} with {with}", self.word(&pattern.word))
            }
            ParamOp::Substring { offset, length } => {
                let length = length.as_ref().map_or(String::new(), |length| format!(" for {}", self.arith(length)));
                format!(" from {}{length}", self.arith(offset))
            }
            ParamOp::Case { kind, all, pattern } => {
                let pattern = pattern.as_ref().map_or(String::new(), |p| format!(" {}", self.word(&p.word)));
                format!(" {kind:?}{}{pattern}", if *all { "*" } else { "" })
            }
            ParamOp::Transform(letter) => format!(" @{}", char::from(*letter)),
            ParamOp::NamesWithPrefix { at } => format!(" names{}", if *at { "@" } else { "*" }),
            ParamOp::Keys { at } => format!(" keys{}", if *at { "@" } else { "*" }),
            ParamOp::Bad(bytes) => return format!("${{bad {}}}", text(bytes)),
        };
        format!("${{{indirect}{name}{subscript}{op}}}")
    }
}
