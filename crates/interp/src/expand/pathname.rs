//! Pathname expansion (POSIX XCU 2.6.6 and 2.14.3), with bash's `**`.
//!
//! A pattern is cut at its slashes. Components without special characters are not looked up: they are appended to the paths
//! found so far, and at the end one lstat says whether the path exists. Only components that are patterns read directories; the
//! file types that a directory lists save most of the other calls. What was found is sorted as a whole.

use skosh_pattern::{Options, Pattern, has_magic, unescape};
use skosh_state::{Opt, Shell};
use skosh_sys::directory::{Directory, EntryKind};
use skosh_sys::{Errno, fs};

/// How names are matched: shell options by their names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GlobOptions {
    /// Names that begin with a period are matched by any pattern.
    pub dotglob: bool,
    /// Letters match in either case.
    pub nocaseglob: bool,
    /// `**` matches any number of directories.
    pub globstar: bool,
    /// Extended patterns.
    pub extglob: bool,
    /// `.` and `..` are never matched.
    pub globskipdots: bool,
    /// The locale's characters are UTF-8.
    pub utf8: bool,
}

/// The options as they are set in the shell.
pub fn options(sh: &mut Shell) -> GlobOptions {
    GlobOptions {
        dotglob: sh.options.has(Opt::DotGlob),
        nocaseglob: sh.options.has(Opt::NoCaseGlob),
        globstar: sh.options.has(Opt::GlobStar),
        extglob: sh.options.has(Opt::ExtGlob),
        globskipdots: sh.options.has(Opt::GlobSkipDots),
        utf8: sh.locale.utf8,
    }
}

/// Gives the names that match `pattern` to `out`, sorted by their bytes; returns how many there are.
///
/// A backslash in the pattern quotes the next byte. Relative names are looked up from the current directory. Directories that
/// cannot be read match nothing. (The order is that of the locales C and C.UTF-8.)
pub fn glob(pattern: &[u8], options: &GlobOptions, out: &mut dyn FnMut(&[u8])) -> usize {
    let (leading, steps) = cut(pattern, options);
    let mut walk = Walk { options, buffer: Vec::new(), found: Paths::default() };
    let mut paths = Paths::default();
    paths.push(&[leading]);
    let last = steps.len().saturating_sub(1);
    let mut from_pattern = false;
    for (index, step) in steps.iter().enumerate() {
        let goal = match (index == last, step.separator) {
            (false, _) => Goal::Parent,
            (true, b"") => Goal::Any,
            (true, _) => Goal::Directory,
        };
        match &step.component {
            Component::Literal(text) => paths.each(|path| walk.found.push(&[path, text, step.separator])),
            Component::Pattern(pattern) => {
                paths.each(|path| walk.entries(path, pattern, goal, step.separator));
                from_pattern = true;
            }
            Component::Directories { repeated } => {
                let is_bare = from_pattern || *repeated;
                paths.each(|path| walk.descend(path, goal, is_bare));
                from_pattern = true;
            }
        }
        paths = std::mem::take(&mut walk.found);
        if paths.is_empty() {
            return 0;
        }
    }
    let is_checked = !matches!(steps.last(), Some(Step { component: Component::Literal(_), .. }) | None);
    let mut names: Vec<&[u8]> = paths.iter().filter(|path| is_checked || fs::lstat(path).is_ok()).collect();
    names.sort_unstable();
    for name in &names {
        out(name);
    }
    names.len()
}

/// A component of a pattern and the slashes after it.
struct Step<'p> {
    component: Component,
    separator: &'p [u8],
}

enum Component {
    /// Backslashes removed.
    Literal(Vec<u8>),
    Pattern(Pattern),
    /// `**`, or several in a row, which are one.
    Directories {
        repeated: bool,
    },
}

/// What the last component asks of what is found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// More components follow: only directories can lead on, but whether it is one is found out later.
    Parent,
    /// A slash follows at the end: directories only.
    Directory,
    /// Any file.
    Any,
}

/// Cuts a pattern at its slashes. From the first pattern on, several slashes are one, as in bash.
fn cut<'p>(pattern: &'p [u8], options: &GlobOptions) -> (&'p [u8], Vec<Step<'p>>) {
    let slashes = |text: &[u8]| text.iter().take_while(|&&byte| byte == b'/').count();
    let (leading, mut rest) = pattern.split_at(slashes(pattern));
    let mut steps: Vec<Step<'p>> = Vec::new();
    let mut from_pattern = false;
    while !rest.is_empty() {
        let end = rest.iter().position(|&byte| byte == b'/').unwrap_or(rest.len());
        let (text, tail) = rest.split_at(end);
        let (mut separator, tail) = tail.split_at(slashes(tail));
        rest = tail;
        // A quoted slash is a slash: its backslash stands at the end of the component.
        let backslashes = text.iter().rev().take_while(|&&byte| byte == b'\\').count();
        let is_quoted = backslashes % 2 == 1 && !separator.is_empty();
        let text = if is_quoted { text.get(..text.len() - 1).unwrap_or(text) } else { text };
        let component = if options.globstar && text == b"**" {
            Component::Directories { repeated: false }
        } else if has_magic(text, options.extglob) {
            let options = Options { extglob: options.extglob, nocase: options.nocaseglob, utf8: options.utf8 };
            Component::Pattern(Pattern::new(text, options))
        } else {
            Component::Literal(unescape(text))
        };
        from_pattern |= !matches!(component, Component::Literal(_));
        if from_pattern && separator.len() > 1 {
            separator = b"/";
        }
        if matches!(component, Component::Directories { .. })
            && let Some(Step { component: Component::Directories { repeated }, separator: before }) = steps.last_mut()
        {
            *repeated = true;
            *before = separator;
            continue;
        }
        steps.push(Step { component, separator });
    }
    (leading, steps)
}

/// Paths one after the other in one buffer.
#[derive(Default)]
struct Paths {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Paths {
    fn push(&mut self, pieces: &[&[u8]]) {
        for piece in pieces {
            self.bytes.extend_from_slice(piece);
        }
        self.ends.push(self.bytes.len());
    }

    fn pop(&mut self, into: &mut Vec<u8>) -> bool {
        let Some(end) = self.ends.pop() else { return false };
        let start = self.ends.last().copied().unwrap_or(0);
        into.clear();
        into.extend_from_slice(self.bytes.get(start..end).unwrap_or_default());
        self.bytes.truncate(start);
        true
    }

    fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| self.bytes.get(start..end).unwrap_or_default())
    }

    fn each(&self, mut action: impl FnMut(&[u8])) {
        self.iter().for_each(&mut action);
    }
}

/// The size of the buffer for directory entries.
const BUFFER: usize = 32 * 1024;

struct Walk<'o> {
    options: &'o GlobOptions,
    buffer: Vec<u8>,
    found: Paths,
}

impl Walk<'_> {
    /// Calls `each` with the entries of the directory `path` (the current one if that is empty).
    fn read(&mut self, path: &[u8], mut each: impl FnMut(&mut Paths, &[u8], EntryKind)) -> Result<(), Errno> {
        let mut directory = Directory::open(if path.is_empty() { b"." } else { path })?;
        self.buffer.resize(BUFFER, 0);
        loop {
            let entries = directory.read(&mut self.buffer)?;
            if entries.is_end() {
                return Ok(());
            }
            for entry in entries {
                each(&mut self.found, entry.name, entry.kind);
            }
        }
    }

    /// Finds the entries of the directory `path` that match.
    fn entries(&mut self, path: &[u8], pattern: &Pattern, goal: Goal, separator: &[u8]) {
        let options = *self.options;
        // What an error leaves unread is not found.
        let _ = self.read(path, |found, name, kind| {
            let is_match = match name {
                b"." | b".." => !options.globskipdots && pattern.matches_file_name(name),
                _ if options.dotglob => pattern.matches(name),
                _ => pattern.matches_file_name(name),
            };
            if is_match && leads_on(path, name, kind, goal) {
                found.push(&[path, name, separator]);
            }
        });
    }

    /// Finds what is below the directory `path`, at any depth, for a `**`. Symbolic links are found but not followed.
    fn descend(&mut self, path: &[u8], goal: Goal, is_bare: bool) {
        let options = *self.options;
        let mut waiting = Paths::default();
        let mut directory = path.to_vec();
        let mut is_first = true;
        loop {
            let mark = self.found.ends.len();
            if is_first && (goal == Goal::Parent || !path.is_empty()) {
                // `d*/**` finds `d1` (which is what is called bare here), but `d1/**` finds `d1/`.
                let bare = path.strip_suffix(b"/").filter(|_| goal == Goal::Any && is_bare);
                self.found.push(&[bare.unwrap_or(path)]);
            }
            let result = self.read(&directory, |found, name, kind| {
                if matches!(name, b"." | b"..") || (name.first() == Some(&b'.') && !options.dotglob) {
                    return;
                }
                let kind = known(&directory, name, kind);
                if kind == EntryKind::Directory {
                    waiting.push(&[&directory, name, b"/"]);
                }
                // At the top, bash looks for what follows in directories only, elsewhere in links to directories as well.
                let is_wanted = match goal {
                    Goal::Parent if path.is_empty() => kind == EntryKind::Directory,
                    goal => leads_on(&directory, name, kind, goal),
                };
                if is_wanted {
                    found.push(&[&directory, name, if goal == Goal::Any { b"" } else { b"/" }]);
                }
            });
            if is_first && result.is_err() {
                // Not a directory, or not readable: nothing was found, not even itself.
                self.found.ends.truncate(mark);
                self.found.bytes.truncate(self.found.ends.last().copied().unwrap_or(0));
                return;
            }
            is_first = false;
            if !waiting.pop(&mut directory) {
                return;
            }
        }
    }
}

/// Can the entry be what the goal asks for?
fn leads_on(path: &[u8], name: &[u8], kind: EntryKind, goal: Goal) -> bool {
    match (goal, kind) {
        (Goal::Any, _) | (_, EntryKind::Directory) => true,
        (_, EntryKind::File | EntryKind::Other) => false,
        (Goal::Parent, EntryKind::Symlink | EntryKind::Unknown) => true,
        (Goal::Directory, EntryKind::Symlink | EntryKind::Unknown) => {
            fs::stat(&[path, name].concat()).is_ok_and(|stat| stat.is_dir())
        }
    }
}

/// The type of an entry, asked for where the directory does not say it.
fn known(path: &[u8], name: &[u8], kind: EntryKind) -> EntryKind {
    if kind != EntryKind::Unknown {
        return kind;
    }
    match fs::lstat(&[path, name].concat()) {
        Ok(stat) if stat.is_dir() => EntryKind::Directory,
        Ok(stat) if stat.is_symlink() => EntryKind::Symlink,
        Ok(_) => EntryKind::File,
        Err(_) => EntryKind::Unknown,
    }
}
