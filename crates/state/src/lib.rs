//! The state of a shell and the journal that undoes changes to it.
//!
//! Everything that is *ours* and not the kernel's lives in one value, [`Shell`]: variables, functions, aliases, options, traps,
//! positional parameters, the virtual descriptor table, jobs. A subshell is a scope of the [`journal`]: entering it costs nothing,
//! every slot logs its old value the first time it is written inside, leaving puts the old values back. No state is cloned.
//!
//! This crate knows no command and runs nothing; `skosh-interp` does.
#![forbid(unsafe_code)]

pub mod arrays;
pub mod commands;
pub mod cwd;
pub mod descriptors;
pub mod dynamic;
pub mod environment;
pub mod fields;
pub mod flow;
pub mod interaction;
pub mod jobs;
pub mod journal;
pub mod options;
pub mod positional;
pub mod scope;
pub mod shell;
pub mod traps;
pub mod variable;
pub mod variables;

pub use commands::{Builtin, BuiltinKind, Function};
pub use fields::Fields;
pub use flow::{Divert, Outcome, Status};
pub use options::{Opt, Options};
pub use positional::Positional;
pub use shell::Shell;
pub use variable::{Attributes, Value, Variable};
