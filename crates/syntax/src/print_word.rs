//! Printing words and their parts.

use crate::ast::*;
use crate::names::is_name_byte;
use crate::print::Printer;

impl Printer<'_> {
    pub(crate) fn word(&mut self, word: &Word) {
        self.parts(&word.parts);
    }

    pub(crate) fn parts(&mut self, parts: &[Part]) {
        for (index, part) in parts.iter().enumerate() {
            match part {
                // `$x` before a letter, which a line continuation once kept apart.
                Part::Variable { name, braced: false } => {
                    let joins = match parts.get(index + 1) {
                        Some(Part::Literal(text)) => text.first().is_some_and(|&byte| is_name_byte(byte)),
                        _ => false,
                    };
                    self.text(if joins { b"${" } else { b"$" });
                    self.name(*name);
                    self.text(if joins { b"}" } else { b"" });
                }
                part => self.part(part),
            }
        }
    }

    fn part(&mut self, part: &Part) {
        match part {
            Part::Literal(text) => self.text(text),
            Part::Escaped(byte) => self.text(&[b'\\', *byte]),
            Part::SingleQuoted(text) => {
                self.text(b"'");
                self.text(text);
                self.text(b"'");
            }
            Part::AnsiQuoted { raw, value } => {
                if self.in_here_doc {
                    self.text(b"$'");
                    self.text(raw);
                    self.text(b"'");
                } else {
                    self.single_quoted(value);
                }
            }
            Part::DoubleQuoted(parts) | Part::Localized(parts) => {
                self.text(b"\"");
                self.parts(parts);
                self.text(b"\"");
            }
            Part::Variable { name, braced } => {
                self.text(if *braced { b"${" } else { b"$" });
                self.name(*name);
                self.text(if *braced { b"}" } else { b"" });
            }
            Part::Param(param) => self.param(param),
            Part::Command(subst) => self.substitution(subst),
            Part::Arith(text) => {
                self.text(b"$((");
                self.parts(&text.word.parts);
                self.text(b"))");
            }
            Part::Process { output, body } => {
                self.text(if *output { b">(" } else { b"<(" });
                self.enclosed(body, false);
                self.text(b")");
            }
            Part::Tilde(user) => {
                self.text(b"~");
                self.text(user);
            }
            Part::Brace(brace) => self.brace(brace),
            Part::Array(elements) => self.array(elements),
        }
    }

    /// `text` within single quotes, the single quotes in it quoted one by one.
    pub(crate) fn single_quoted(&mut self, text: &[u8]) {
        self.text(b"'");
        for (index, piece) in text.split(|&byte| byte == b'\'').enumerate() {
            if index > 0 {
                self.text(b"'\\''");
            }
            self.text(piece);
        }
        self.text(b"'");
    }

    fn substitution(&mut self, subst: &CommandSubst) {
        match subst.form {
            SubstForm::Dollar => {
                self.text(b"$(");
                self.enclosed(&subst.body, false);
                self.text(b")");
            }
            SubstForm::Backquote => {
                self.text(b"`");
                self.text(&subst.source);
                self.text(b"`");
            }
            SubstForm::Shared => {
                self.text(b"${ ");
                self.enclosed(&subst.body, true);
                self.text(b" }");
            }
            SubstForm::Value => {
                self.text(b"${| ");
                self.enclosed(&subst.body, true);
                self.text(b" }");
            }
        }
    }

    fn brace(&mut self, brace: &Brace) {
        self.text(b"{");
        match brace {
            Brace::List(words) => {
                for (index, word) in words.iter().enumerate() {
                    if index > 0 {
                        self.text(b",");
                    }
                    self.word(word);
                }
            }
            Brace::Integers { raw, .. } | Brace::Characters { raw, .. } => self.text(raw),
        }
        self.text(b"}");
    }

    pub(crate) fn subscript(&mut self, subscript: &Subscript) {
        self.text(b"[");
        match subscript {
            Subscript::At => self.text(b"@"),
            Subscript::Star => self.text(b"*"),
            Subscript::Index(text) => self.parts(&text.word.parts),
        }
        self.text(b"]");
    }

    fn param(&mut self, param: &Param) {
        self.text(if param.braced { b"${" } else { b"$" });
        if let ParamOp::Bad(text) = &param.op {
            self.text(text);
            self.text(b"}");
            return;
        }
        if matches!(param.op, ParamOp::Length) {
            self.text(b"#");
        }
        if param.indirect {
            self.text(b"!");
        }
        match param.name {
            ParamName::Variable(name) => self.name(name),
            ParamName::Positional(number) => self.text(number.to_string().as_bytes()),
            ParamName::Special(byte) => self.text(&[byte]),
        }
        if let Some(subscript) = &param.subscript {
            self.subscript(subscript);
        }
        self.param_op(&param.op);
        if param.braced {
            self.text(b"}");
        }
    }

    fn param_op(&mut self, op: &ParamOp) {
        match op {
            ParamOp::None | ParamOp::Length | ParamOp::Keys { .. } | ParamOp::Bad(_) => {}
            ParamOp::Default { kind, colon, word } => {
                if *colon {
                    self.text(b":");
                }
                self.text(match kind {
                    DefaultKind::Use => b"-",
                    DefaultKind::Assign => b"=",
                    DefaultKind::Error => b"?",
                    DefaultKind::Alternative => b"+",
                });
                self.word(word);
            }
            ParamOp::RemovePrefix { longest, pattern } => {
                self.text(if *longest { b"##" } else { b"#" });
                self.word(&pattern.word);
            }
            ParamOp::RemoveSuffix { longest, pattern } => {
                self.text(if *longest { b"%%" } else { b"%" });
                self.word(&pattern.word);
            }
            ParamOp::Replace { kind, pattern, with } => {
                self.text(match kind {
                    ReplaceKind::First => b"/",
                    ReplaceKind::All => b"//",
                    ReplaceKind::Prefix => b"/#",
                    ReplaceKind::Suffix => b"/%",
                });
                self.word(&pattern.word);
                if let Some(with) = with {
                    self.text(b"/");
                    self.word(with);
                }
            }
            ParamOp::Substring { offset, length } => {
                self.text(b":");
                self.parts(&offset.word.parts);
                if let Some(length) = length {
                    self.text(b":");
                    self.parts(&length.word.parts);
                }
            }
            ParamOp::Case { kind, all, pattern } => {
                let text: &[u8] = match kind {
                    CaseKind::Upper => b"^",
                    CaseKind::Lower => b",",
                    CaseKind::Toggle => b"~",
                };
                self.text(text);
                if *all {
                    self.text(text);
                }
                if let Some(pattern) = pattern {
                    self.word(&pattern.word);
                }
            }
            ParamOp::Transform(letter) => self.text(&[b'@', *letter]),
            ParamOp::NamesWithPrefix { at } => self.text(if *at { b"@" } else { b"*" }),
        }
    }
}
