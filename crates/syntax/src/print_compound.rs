//! Printing compound commands and function definitions.

use crate::ast::*;
use crate::names::{Sym, well_known};
use crate::print::{INDENT, Printer};

impl Printer<'_> {
    /// The body of a function, on lines of its own.
    pub(crate) fn function_body(&mut self, function: &FunctionDefinition) {
        self.indent();
        self.text(b"{ \n");
        let in_function = std::mem::replace(&mut self.in_function, true);
        self.indentation += INDENT;
        let mut redirects: &[Redirect] = &[];
        match &function.body {
            Command::Compound(Compound { kind: CompoundKind::BraceGroup(list), redirects: outer, .. }) => {
                redirects = outer;
                self.list(list, false);
            }
            body => {
                self.indent();
                self.command(body);
            }
        }
        self.flush_here_docs();
        self.indentation -= INDENT;
        self.in_function = in_function;
        self.newline(b"}");
        if !redirects.is_empty() {
            self.text(b" ");
            self.redirects(redirects);
        }
    }

    pub(crate) fn function_name(&mut self, name: Sym) {
        let names = self.names;
        let name = names.name(name);
        let plain = |&byte: &u8| crate::token::class(byte) & (crate::token::END | crate::token::SPECIAL) == 0;
        if !name.is_empty() && name.iter().all(plain) && name.first() != Some(&b'#') && !name.contains(&b'{') {
            self.text(name);
        } else {
            self.single_quoted(name);
        }
    }

    /// A list on lines of its own, one level deeper.
    fn body(&mut self, list: &CompoundList) {
        self.indentation += INDENT;
        self.list(list, false);
        self.flush_here_docs();
        self.indentation -= INDENT;
    }

    /// `do`, the body, and `done`.
    fn do_group(&mut self, list: &CompoundList) {
        self.newline(b"do\n");
        self.body(list);
        self.semicolon();
        self.newline(b"done");
    }

    pub(crate) fn compound(&mut self, kind: &CompoundKind) {
        match kind {
            CompoundKind::BraceGroup(list) => self.brace_group(list),
            CompoundKind::Subshell(list) => {
                self.text(b"( ");
                self.list(list, true);
                self.flush_here_docs();
                self.text(if self.after_async && self.out.last() == Some(&b' ') { b")" } else { b" )" });
            }
            CompoundKind::If(clauses, otherwise) => self.if_clauses(clauses, otherwise.as_ref()),
            CompoundKind::While { until, condition, body } => {
                self.text(if *until { b"until " } else { b"while " });
                self.condition(condition);
                self.text(b" do\n");
                self.body(body);
                self.semicolon();
                self.newline(b"done");
            }
            CompoundKind::For { name, words, body } => {
                self.text(b"for ");
                self.loop_head(*name, words.as_deref());
                self.do_group(body);
            }
            CompoundKind::Select { name, words, body } => {
                self.text(b"select ");
                self.loop_head(*name, words.as_deref());
                self.do_group(body);
            }
            CompoundKind::ArithFor { clauses, body } => {
                self.text(b"for ((");
                for (index, clause) in clauses.iter().enumerate() {
                    if index > 0 {
                        self.text(b"; ");
                    }
                    match clause {
                        Some(text) => self.trimmed(text),
                        None => self.text(b"1"),
                    }
                }
                self.text(b"))");
                self.do_group(body);
            }
            CompoundKind::Case(word, clauses) => self.case(word, clauses),
            CompoundKind::Conditional(expr) => {
                self.text(b"[[ ");
                self.conditional(expr);
                self.text(b" ]]");
            }
            CompoundKind::Arith(text) => {
                self.text(b"((");
                self.parts(&text.word.parts);
                self.text(b"))");
            }
            CompoundKind::Coproc { name, body } => {
                self.text(b"coproc ");
                if *name != well_known::COPROC || matches!(**body, Command::Compound(_)) {
                    self.name(*name);
                    self.text(b" ");
                }
                self.after_coproc = true;
                self.command(body);
                self.after_coproc = false;
            }
        }
    }

    fn brace_group(&mut self, list: &CompoundList) {
        self.text(b"{ ");
        if self.in_function {
            self.text(b"\n");
            self.body(list);
            self.newline(b"}");
        } else {
            self.list(list, true);
            self.flush_here_docs();
            self.semicolon();
            self.text(b" }");
        }
    }

    /// A list between two reserved words.
    fn condition(&mut self, list: &CompoundList) {
        self.list(list, true);
        self.flush_here_docs();
        self.semicolon();
    }

    /// `elif` is printed as an `if` within the `else`, as bash does.
    fn if_clauses(&mut self, clauses: &[IfClause], otherwise: Option<&CompoundList>) {
        for (index, clause) in clauses.iter().enumerate() {
            if index > 0 {
                self.semicolon();
                self.newline(b"else\n");
                self.indentation += INDENT;
                self.indent();
            }
            self.text(b"if ");
            self.condition(&clause.condition);
            self.text(b" then\n");
            self.body(&clause.body);
        }
        if let Some(otherwise) = otherwise {
            self.semicolon();
            self.newline(b"else\n");
            self.body(otherwise);
        }
        for index in 0..clauses.len() {
            if index > 0 {
                self.indentation -= INDENT;
            }
            self.semicolon();
            self.newline(b"fi");
        }
    }

    /// `name in words;`
    pub(crate) fn loop_head(&mut self, name: Sym, words: Option<&[Word]>) {
        self.name(name);
        self.text(b" in ");
        match words {
            Some(words) => {
                for (index, word) in words.iter().enumerate() {
                    if index > 0 {
                        self.text(b" ");
                    }
                    self.word(word);
                }
            }
            None => self.text(b"\"$@\""),
        }
        self.text(b";");
    }

    fn case(&mut self, word: &Word, clauses: &[CaseClause]) {
        self.text(b"case ");
        self.word(word);
        self.text(b" in ");
        self.indentation += INDENT;
        for clause in clauses {
            self.newline(b"");
            let first = clause.patterns.first().map(|pattern| &*pattern.word.parts);
            if matches!(first, Some([Part::Literal(text)]) if **text == *b"esac") {
                self.text(b"(");
            }
            for (index, pattern) in clause.patterns.iter().enumerate() {
                if index > 0 {
                    self.text(b" | ");
                }
                self.word(&pattern.word);
            }
            self.text(b")\n");
            self.body(&clause.body);
            self.newline(match clause.end {
                CaseEnd::Break => b";;",
                CaseEnd::FallThrough => b";&",
                CaseEnd::Continue => b";;&",
            });
        }
        self.indentation -= INDENT;
        self.newline(b"esac");
    }

    fn conditional(&mut self, expr: &CondExpr) {
        match expr {
            CondExpr::Word(word) => {
                self.text(b"-n ");
                self.word(word);
            }
            CondExpr::Unary(letter, word) => {
                self.text(&[b'-', *letter, b' ']);
                self.word(word);
            }
            CondExpr::Binary(op, left, right) => {
                self.word(left);
                self.text(match op {
                    CondOp::Eq => b" -eq ",
                    CondOp::Ne => b" -ne ",
                    CondOp::Lt => b" -lt ",
                    CondOp::Le => b" -le ",
                    CondOp::Gt => b" -gt ",
                    CondOp::Ge => b" -ge ",
                    CondOp::NewerThan => b" -nt ",
                    CondOp::OlderThan => b" -ot ",
                    CondOp::SameFile => b" -ef ",
                    CondOp::Before => b" < ",
                    CondOp::After => b" > ",
                });
                self.word(right);
            }
            CondExpr::Match { left, pattern, negated, single } => {
                self.word(left);
                self.text(match (negated, single) {
                    (true, _) => b" != ",
                    (false, true) => b" = ",
                    (false, false) => b" == ",
                });
                self.word(&pattern.word);
            }
            CondExpr::Regex(left, regex) => {
                self.word(left);
                self.text(b" =~ ");
                self.word(regex);
            }
            CondExpr::Not(inner) => {
                self.text(b"! ");
                self.conditional(inner);
            }
            CondExpr::And(left, right) => {
                self.conditional(left);
                self.text(b" && ");
                self.conditional(right);
            }
            CondExpr::Or(left, right) => {
                self.conditional(left);
                self.text(b" || ");
                self.conditional(right);
            }
            CondExpr::Group(inner) => {
                self.text(b"( ");
                self.conditional(inner);
                self.text(b" )");
            }
        }
    }

    /// The text of an expression without the blanks before it.
    fn trimmed(&mut self, text: &ArithWord) {
        let start = self.out.len();
        self.parts(&text.word.parts);
        let printed = self.out.get(start..).unwrap_or_default();
        let blanks = printed.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.out.drain(start..start + blanks);
    }
}
