//! The syntax tree: what a script is after parsing.
//!
//! A script is a sequence of complete commands, each a [`CompoundList`]. A list holds [`AndOr`] lists, these hold
//! [`Pipeline`]s, these hold [`Command`]s. A [`Word`] is a sequence of [`Part`]s whose quoting is kept, so that the tree can be
//! printed (`declare -f`) and parsed again to the same tree.
//!
//! The tree is inert and immutable. What can be decided once is decided while parsing: names are interned, words are
//! classified ([`WordFlags`]), arithmetic without inner expansions is parsed, and pattern words get a cell in which the
//! interpreter keeps the compiled pattern.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::names::Sym;

/// Where a construct begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Line number, from 1, in the source being read.
    pub line: u32,
    /// Byte offset in that source, as far as it was counted (saturating).
    pub start: u32,
}

/// A *compound list* or *list*: and-or lists, each ended by `;`, `&` or a newline.
#[derive(Debug, Default, PartialEq)]
pub struct CompoundList {
    /// In the order of the source.
    pub items: Box<[ListItem]>,
}

/// One and-or list of a [`CompoundList`] with its terminator.
#[derive(Debug, PartialEq)]
pub struct ListItem {
    /// What is executed.
    pub and_or: AndOr,
    /// Ended by `&`: executed asynchronously.
    pub is_async: bool,
    /// Ended by a newline rather than by `;`, for printing.
    pub newline: bool,
}

/// Pipelines joined by `&&` and `||`.
#[derive(Debug, PartialEq)]
pub struct AndOr {
    /// The first pipeline, always executed.
    pub first: Pipeline,
    /// The others with the operator before each.
    pub rest: Box<[(AndOrOp, Pipeline)]>,
}

/// The operator between two pipelines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AndOrOp {
    /// `&&`
    And,
    /// `||`
    Or,
}

/// Commands joined by `|`. (`a |& b` is kept as `a 2>&1 | b`, the redirection last, as bash does.)
#[derive(Debug, PartialEq)]
pub struct Pipeline {
    /// At least one, except that `!` and `time` may stand alone in bash mode.
    pub commands: Box<[Command]>,
    /// Preceded by an odd number of `!`.
    pub negated: bool,
    /// Preceded by the reserved word `time`.
    pub timed: Option<TimeFormat>,
}

/// How `time` reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeFormat {
    /// By TIMEFORMAT or bash's default.
    Default,
    /// `time -p`: the POSIX format.
    Posix,
}

/// A command, with the redirections that apply to all of it.
#[derive(Debug, PartialEq)]
pub enum Command {
    /// POSIX XCU 2.9.1.
    Simple(SimpleCommand),
    /// POSIX XCU 2.9.4, and bash's further compound commands.
    Compound(Compound),
    /// POSIX XCU 2.9.5.
    Function(Rc<FunctionDefinition>),
}

/// Assignments, words and redirections. At least one of the three is not empty.
#[derive(Debug, PartialEq)]
pub struct SimpleCommand {
    /// Where it begins.
    pub span: Span,
    /// The assignments before the command name.
    pub assignments: Box<[Assignment]>,
    /// The command name and its arguments.
    pub words: Box<[Word]>,
    /// In the order of the source, wherever they stood.
    pub redirects: Box<[Redirect]>,
    /// The first word's symbol when it is a literal (quoted or not).
    pub name: Option<Sym>,
}

/// `name=value`, `name[i]=value`, `name+=value`, `name=(...)`.
#[derive(Debug, PartialEq)]
pub struct Assignment {
    /// Where it begins.
    pub span: Span,
    /// The variable.
    pub name: Sym,
    /// The text between `[` and `]`, quoting kept: an arithmetic expression or an associative key.
    pub subscript: Option<Box<Subscript>>,
    /// `+=` rather than `=`.
    pub append: bool,
    /// What is assigned.
    pub value: AssignedValue,
}

/// The right-hand side of an assignment.
#[derive(Debug, PartialEq)]
pub enum AssignedValue {
    /// A word, expanded without field splitting and pathname expansion; flagged [`WordFlags::ASSIGNMENT`].
    Scalar(Word),
    /// `( ... )`
    Array(Box<[ArrayElement]>),
}

/// An element of `name=( ... )`.
#[derive(Debug, PartialEq)]
pub struct ArrayElement {
    /// The subscript of `[subscript]=value`; without it the value is split and expanded as an argument is.
    pub subscript: Option<Box<Subscript>>,
    /// `[subscript]+=value`
    pub append: bool,
    /// The value.
    pub value: Word,
}

/// What stands between `[` and `]` after a variable's name.
#[derive(Debug, PartialEq)]
pub enum Subscript {
    /// `[@]`
    At,
    /// `[*]`
    Star,
    /// Anything else. Whether it is arithmetic or a key depends on the variable.
    Index(ArithWord),
}

/// A compound command and the redirections after it.
#[derive(Debug, PartialEq)]
pub struct Compound {
    /// Where it begins.
    pub span: Span,
    /// The construct.
    pub kind: CompoundKind,
    /// The redirections after the closing word.
    pub redirects: Box<[Redirect]>,
}

/// The compound commands.
#[derive(Debug, PartialEq)]
pub enum CompoundKind {
    /// `{ list; }`
    BraceGroup(CompoundList),
    /// `( list )`
    Subshell(Rc<CompoundList>),
    /// `if ... fi`
    If(Box<[IfClause]>, Option<CompoundList>),
    /// `while` and `until`
    While {
        /// `until`: loop as long as the condition fails.
        until: bool,
        /// What is tested.
        condition: CompoundList,
        /// What is repeated.
        body: CompoundList,
    },
    /// `for name [in words]; do ... done`
    For {
        /// The loop variable.
        name: Sym,
        /// The words after `in`; `None` without `in` (then `"$@"`).
        words: Option<Box<[Word]>>,
        /// What is repeated.
        body: CompoundList,
    },
    /// `for ((init; test; step)); do ... done`
    ArithFor {
        /// The three expressions, each possibly empty.
        clauses: Box<[Option<ArithWord>; 3]>,
        /// What is repeated.
        body: CompoundList,
    },
    /// `select name [in words]; do ... done`
    Select {
        /// The variable.
        name: Sym,
        /// As in `For`.
        words: Option<Box<[Word]>>,
        /// What is repeated.
        body: CompoundList,
    },
    /// `case word in ... esac`
    Case(Word, Box<[CaseClause]>),
    /// `[[ ... ]]`
    Conditional(CondExpr),
    /// `(( ... ))`
    Arith(ArithWord),
    /// `coproc [NAME] command`
    Coproc {
        /// `COPROC` unless named.
        name: Sym,
        /// What runs.
        body: Box<Command>,
    },
}

/// A condition and what is done when it holds: `if`/`elif` and `then`.
#[derive(Debug, PartialEq)]
pub struct IfClause {
    /// Between `if` or `elif` and `then`.
    pub condition: CompoundList,
    /// After `then`.
    pub body: CompoundList,
}

/// One clause of a `case`.
#[derive(Debug, PartialEq)]
pub struct CaseClause {
    /// The patterns, any of which may match.
    pub patterns: Box<[Pattern]>,
    /// What is executed.
    pub body: CompoundList,
    /// What follows the body.
    pub end: CaseEnd,
}

/// How a clause of a `case` ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseEnd {
    /// `;;` or nothing before `esac`.
    Break,
    /// `;&`: go on with the next body.
    FallThrough,
    /// `;;&`: go on testing the next patterns.
    Continue,
}

/// An expression of `[[ ... ]]`.
#[derive(Debug, PartialEq)]
pub enum CondExpr {
    /// `word` alone: true when not empty.
    Word(Word),
    /// `-op word`; the operator is the letter.
    Unary(u8, Word),
    /// `left op right` for an operator that takes plain words.
    Binary(CondOp, Word, Word),
    /// `left == pattern`, `left = pattern`, or `!=` when negated.
    Match {
        /// The subject.
        left: Word,
        /// The pattern.
        pattern: Pattern,
        /// `!=`
        negated: bool,
        /// Written with one `=`, for printing.
        single: bool,
    },
    /// `left =~ regex`; quoted parts are literal.
    Regex(Word, Word),
    /// `! expr`
    Not(Box<CondExpr>),
    /// `expr && expr`
    And(Box<CondExpr>, Box<CondExpr>),
    /// `expr || expr`
    Or(Box<CondExpr>, Box<CondExpr>),
    /// `( expr )`
    Group(Box<CondExpr>),
}

/// The binary operators of `[[ ... ]]` other than matching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CondOp {
    /// `-eq`
    Eq,
    /// `-ne`
    Ne,
    /// `-lt`
    Lt,
    /// `-le`
    Le,
    /// `-gt`
    Gt,
    /// `-ge`
    Ge,
    /// `-nt`: newer than
    NewerThan,
    /// `-ot`: older than
    OlderThan,
    /// `-ef`: same file
    SameFile,
    /// `<`: sorts before
    Before,
    /// `>`: sorts after
    After,
}

/// A function definition.
#[derive(Debug, PartialEq)]
pub struct FunctionDefinition {
    /// Where it begins.
    pub span: Span,
    /// The name: any bytes that are a literal word.
    pub name: Sym,
    /// Written with the word `function` (which has ksh semantics in ksh mode).
    pub keyword: bool,
    /// The body: a compound command with its redirections.
    pub body: Command,
}

/// A redirection.
#[derive(Debug, PartialEq)]
pub struct Redirect {
    /// Where it begins.
    pub span: Span,
    /// The descriptor before the operator.
    pub fd: RedirectFd,
    /// What is done.
    pub kind: RedirectKind,
}

/// The descriptor that a redirection is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RedirectFd {
    /// Not written: 0 or 1 by the operator.
    Default,
    /// `2>`
    Number(u32),
    /// `{name}>`: a new descriptor, its number put into the variable. The symbol may be that of `name[subscript]`.
    Variable(Sym),
}

/// The operator of a redirection and what it works on.
#[derive(Debug, PartialEq)]
pub enum RedirectKind {
    /// `< > >> >| <> &> &>>`
    File(FileMode, Word),
    /// `<&word`: the word is a number, `-`, or `number-`.
    DupInput(Word),
    /// `>&word`: as `<&`, or a file name for standard output and error in bash mode.
    DupOutput(Word),
    /// `<<` and `<<-`
    HereDoc(Rc<HereDoc>),
    /// `<<<`
    HereString(Word),
}

/// How a file is opened by a redirection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileMode {
    /// `<`
    Read,
    /// `>`: obeys `noclobber`
    Write,
    /// `>|`
    Clobber,
    /// `>>`
    Append,
    /// `<>`
    ReadWrite,
    /// `&>` (and `>&` with a literal file name stays `DupOutput`)
    WriteBoth,
    /// `&>>`
    AppendBoth,
}

/// A here-document. Its body is read after the line it stands on, hence the cell.
#[derive(Debug, PartialEq)]
pub struct HereDoc {
    /// The delimiter after quote removal.
    pub delimiter: Box<[u8]>,
    /// Some part of the delimiter was quoted: the body is literal.
    pub quoted: bool,
    /// `<<-`: leading tabs are removed (already done in the body).
    pub strip_tabs: bool,
    /// The body: one literal part, or parts as within double quotes. Always set in a tree that a parser returned.
    pub body: OnceCell<Word>,
}

/// A word: the unit of expansion.
#[derive(Debug, PartialEq, Default)]
pub struct Word {
    /// In the order of the source; empty only for the empty value of `x=`.
    pub parts: Box<[Part]>,
    /// What its expansion has to look for.
    pub flags: WordFlags,
    /// Its line.
    pub line: u32,
}

impl Word {
    /// The text when the word is one run of literal bytes, quoted or not, that no expansion changes.
    #[inline]
    pub fn as_literal(&self) -> Option<&[u8]> {
        if self.flags.0 & !WordFlags::QUOTED.0 & !WordFlags::ASSIGNMENT.0 != 0 {
            return None;
        }
        match &*self.parts {
            [Part::Literal(text) | Part::SingleQuoted(text)] => Some(text),
            [Part::AnsiQuoted { value, .. }] => Some(value),
            [Part::DoubleQuoted(inner)] => match &**inner {
                [] => Some(b""),
                [Part::Literal(text)] => Some(text),
                _ => None,
            },
            [] => Some(b""),
            _ => None,
        }
    }
}

/// What is in a word, found while parsing, so that its expansion can skip what is not there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WordFlags(pub u16);

impl WordFlags {
    /// An unquoted literal part holds `*`, `?` or `[` (or an extended pattern): pathname expansion must look.
    pub const GLOB: WordFlags = WordFlags(1);
    /// A parameter expansion, command substitution, arithmetic expansion or process substitution.
    pub const EXPANSION: WordFlags = WordFlags(2);
    /// A [`Part::Tilde`].
    pub const TILDE: WordFlags = WordFlags(4);
    /// A [`Part::Brace`].
    pub const BRACE: WordFlags = WordFlags(8);
    /// Any quoting: an empty result is still a field.
    pub const QUOTED: WordFlags = WordFlags(16);
    /// An argument of a declaration utility, or the value of an assignment: no field splitting, no pathname expansion,
    /// tildes also after `=` and `:`.
    pub const ASSIGNMENT: WordFlags = WordFlags(32);
    /// More than one part, or a part (backslash) that makes [`Word::as_literal`] impossible.
    pub const COMPLEX: WordFlags = WordFlags(64);

    /// Whether any flag of `other` is set.
    #[inline]
    pub fn has(self, other: WordFlags) -> bool {
        self.0 & other.0 != 0
    }

    /// With the flags of `other` too.
    #[inline]
    pub fn with(self, other: WordFlags) -> WordFlags {
        WordFlags(self.0 | other.0)
    }
}

/// A piece of a word.
#[derive(Debug, PartialEq)]
pub enum Part {
    /// Text without quoting characters. At the top of a word it is unquoted (subject to pathname expansion and, where it is
    /// the replacement of `${x-word}`, to field splitting); within `DoubleQuoted` it is quoted.
    Literal(Box<[u8]>),
    /// `\c`: the character after the backslash. Within double quotes only where the backslash quotes.
    Escaped(u8),
    /// `'text'`
    SingleQuoted(Box<[u8]>),
    /// `$'text'`
    AnsiQuoted {
        /// As written, for printing.
        raw: Box<[u8]>,
        /// Escapes decoded.
        value: Box<[u8]>,
    },
    /// `"parts"`: only `Literal`, `Escaped` and expansions inside.
    DoubleQuoted(Box<[Part]>),
    /// `$"parts"`: translated where there is a catalogue, which is to say double-quoted.
    Localized(Box<[Part]>),
    /// `$name` or `${name}`: the plain case of `Param`.
    Variable {
        /// The variable.
        name: Sym,
        /// Written with braces.
        braced: bool,
    },
    /// Any other parameter expansion.
    Param(Box<Param>),
    /// `$(...)`, `` `...` ``, `${ ...; }`, `${| ...; }`
    Command(Rc<CommandSubst>),
    /// `$((...))` (and `$[...]`)
    Arith(Box<ArithWord>),
    /// `<(...)` and `>(...)`
    Process {
        /// `>(...)`: the command reads.
        output: bool,
        /// The command.
        body: Rc<CompoundList>,
    },
    /// A tilde-prefix without its `~`: empty, a user name, `+`, `-`, or a number of the directory stack. It stands only where tilde
    /// expansion applies: at the beginning of a word, and in assignments after the `=` and after each unquoted `:`.
    Tilde(Box<[u8]>),
    /// Brace expansion (bash mode).
    Brace(Box<Brace>),
    /// `( ... )` after `name=` as an argument of a declaration utility; always the last part.
    Array(Box<[ArrayElement]>),
}

/// A brace expansion.
#[derive(Debug, PartialEq)]
pub enum Brace {
    /// `{a,b}`: at least two alternatives.
    List(Box<[Word]>),
    /// `{first..last[..step]}` of integers.
    Integers {
        /// First number.
        first: i64,
        /// Last number.
        last: i64,
        /// Step as written; 0 when none was.
        step: i64,
        /// Zero-padded to this width; 0 for none.
        width: usize,
        /// As written, for printing and for `set +B`.
        raw: Box<[u8]>,
    },
    /// `{a..z[..step]}` of single characters.
    Characters {
        /// First.
        first: u8,
        /// Last.
        last: u8,
        /// Step as written; 0 when none was.
        step: i64,
        /// As written.
        raw: Box<[u8]>,
    },
}

/// A parameter expansion other than the plain `$name`.
#[derive(Debug, PartialEq)]
pub struct Param {
    /// The parameter.
    pub name: ParamName,
    /// `${name[subscript]...}`
    pub subscript: Option<Subscript>,
    /// `${!name...}`
    pub indirect: bool,
    /// What is done with it.
    pub op: ParamOp,
    /// Written with braces (`$1` and `$@` are not).
    pub braced: bool,
    /// Line.
    pub line: u32,
}

/// Which parameter is expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamName {
    /// A variable.
    Variable(Sym),
    /// `$1`, `${10}`; `$0` is `Special(b'0')`.
    Positional(u32),
    /// One of `@ * # ? - $ ! 0 `.
    Special(u8),
}

/// What a parameter expansion does with the value.
#[derive(Debug, PartialEq)]
pub enum ParamOp {
    /// `${name}`
    None,
    /// `${#name}`
    Length,
    /// `${name-word}`, `${name:-word}` and so on.
    Default {
        /// Which of the four.
        kind: DefaultKind,
        /// With a colon: null counts as unset.
        colon: bool,
        /// The word. Parsed as the surroundings ask: within double quotes its parts are as within double quotes.
        word: Word,
    },
    /// `${name#pattern}` and `##`
    RemovePrefix {
        /// `##`
        longest: bool,
        /// The pattern.
        pattern: Pattern,
    },
    /// `${name%pattern}` and `%%`
    RemoveSuffix {
        /// `%%`
        longest: bool,
        /// The pattern.
        pattern: Pattern,
    },
    /// `${name/pattern/word}`
    Replace {
        /// Which matches.
        kind: ReplaceKind,
        /// The pattern.
        pattern: Pattern,
        /// The replacement; `None` when there is no second `/`.
        with: Option<Word>,
    },
    /// `${name:offset:length}`
    Substring {
        /// The offset.
        offset: ArithWord,
        /// The length.
        length: Option<ArithWord>,
    },
    /// `${name^pattern}`, `^^`, `,`, `,,`, `~`, `~~`
    Case {
        /// Which way.
        kind: CaseKind,
        /// Doubled: every character.
        all: bool,
        /// The characters changed; `None` for any.
        pattern: Option<Pattern>,
    },
    /// `${name@U}`: the letter.
    Transform(u8),
    /// `${!prefix@}` (`at`) and `${!prefix*}`: the names that begin with the parameter's name.
    NamesWithPrefix {
        /// `@` rather than `*`.
        at: bool,
    },
    /// `${!name[@]}` (`at`) and `${!name[*]}`: the subscripts. The `subscript` is repeated in the parameter.
    Keys {
        /// `@` rather than `*`.
        at: bool,
    },
    /// Not a valid expansion: an error when it is reached. The text between the braces.
    Bad(Box<[u8]>),
}

/// Which of the four forms of `${name-word}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefaultKind {
    /// `-`: use the word.
    Use,
    /// `=`: assign the word.
    Assign,
    /// `?`: fail with the word.
    Error,
    /// `+`: use the word if set.
    Alternative,
}

/// Which matches `${name/pattern/word}` replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplaceKind {
    /// `/`: the first.
    First,
    /// `//`: all.
    All,
    /// `/#`: at the beginning.
    Prefix,
    /// `/%`: at the end.
    Suffix,
}

/// Which way `${name^}` and its kin change case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseKind {
    /// `^`
    Upper,
    /// `,`
    Lower,
    /// `~`
    Toggle,
}

/// A word that is matched against, with room for its compiled form.
#[derive(Debug, Default)]
pub struct Pattern {
    /// The word.
    pub word: Word,
    /// Filled by the interpreter when the word is constant.
    pub compiled: OnceCell<skosh_pattern::Pattern>,
}

impl PartialEq for Pattern {
    // The compiled form follows from the word.
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word
    }
}

/// Arithmetic text: `$((...))`, `((...))`, a subscript, an offset.
#[derive(Debug, Default)]
pub struct ArithWord {
    /// The text, expanded as within double quotes when it must be.
    pub word: Word,
    /// The parsed expression, when the text is constant or has only plain `$name` parameters. `None` when it must be expanded
    /// before it can be parsed, or does not parse (the error is reported when it is evaluated).
    pub parsed: Option<Box<skosh_arith::Expr>>,
}

impl PartialEq for ArithWord {
    // The parsed form follows from the word.
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word
    }
}

/// A command substitution.
#[derive(Debug, PartialEq)]
pub struct CommandSubst {
    /// Line.
    pub line: u32,
    /// How it is written.
    pub form: SubstForm,
    /// What is executed.
    pub body: CompoundList,
    /// The text between backquotes as written, for printing; empty for the other forms.
    pub source: Box<[u8]>,
}

/// The forms of command substitution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubstForm {
    /// `$( list )`
    Dollar,
    /// `` `list` ``
    Backquote,
    /// `${ list; }`: output captured, run in the current environment.
    Shared,
    /// `${| list; }`: the value of REPLY, run in the current environment.
    Value,
}
