//! POSIX extended regular expressions, matched by the C library: leftmost-longest, as `[[ x =~ e ]]` is defined.
#![allow(unsafe_code)]

use std::ffi::CString;
use std::mem::MaybeUninit;

/// A compiled extended regular expression. See regcomp(3).
pub struct Regex {
    compiled: libc::regex_t,
    groups: usize,
    utf8: bool,
}

/// Runs `f` with characters being UTF-8 sequences in this thread, where `utf8` and the C library has such a locale.
fn with_locale<R>(utf8: bool, f: impl FnOnce() -> R) -> R {
    if !utf8 {
        return f();
    }
    // Made once and kept: a locale cannot be freed while any thread may use it.
    static LOCALE: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
    let locale = *LOCALE.get_or_init(|| {
        // SAFETY: the name is NUL-terminated, and a null base asks for a new locale.
        unsafe { libc::newlocale(libc::LC_CTYPE_MASK, c"C.UTF-8".as_ptr(), std::ptr::null_mut()) as usize }
    });
    if locale == 0 {
        return f();
    }
    // SAFETY: `locale` came from newlocale and is never freed.
    let before = unsafe { libc::uselocale(locale as libc::locale_t) };
    let result = f();
    // SAFETY: `before` is what this thread used.
    unsafe { libc::uselocale(before) };
    result
}

impl Regex {
    /// Compiles `text`. `Err` holds the C library's number of the syntax error (`REG_EBRACK`, ...), or `REG_BADPAT` for text with a NUL.
    pub fn new(text: &[u8], ignore_case: bool, utf8: bool) -> Result<Regex, i32> {
        let text = CString::new(text).map_err(|_| libc::REG_BADPAT)?;
        let mut compiled = MaybeUninit::<libc::regex_t>::zeroed();
        let flags = libc::REG_EXTENDED | if ignore_case { libc::REG_ICASE } else { 0 };
        let error = with_locale(utf8, || {
            // SAFETY: `compiled` has the size that the call fills and `text` is NUL-terminated.
            unsafe { libc::regcomp(compiled.as_mut_ptr(), text.as_ptr(), flags) }
        });
        if error != 0 {
            return Err(error);
        }
        // SAFETY: regcomp succeeded, so it filled `compiled`.
        let compiled = unsafe { compiled.assume_init() };
        Ok(Regex { compiled, groups: group_count(text.as_bytes()), utf8 })
    }

    /// Compiles a basic regular expression, or an extended one, with the GNU extensions of the C library. As [`Regex::new`].
    pub fn compile(text: &[u8], extended: bool, ignore_case: bool, utf8: bool) -> Result<Regex, i32> {
        if extended {
            return Regex::new(text, ignore_case, utf8);
        }
        let text = CString::new(text).map_err(|_| libc::REG_BADPAT)?;
        let mut compiled = MaybeUninit::<libc::regex_t>::zeroed();
        let flags = if ignore_case { libc::REG_ICASE } else { 0 };
        let error = with_locale(utf8, || {
            // SAFETY: `compiled` has the size that the call fills and `text` is NUL-terminated.
            unsafe { libc::regcomp(compiled.as_mut_ptr(), text.as_ptr(), flags) }
        });
        if error != 0 {
            return Err(error);
        }
        // SAFETY: regcomp succeeded, so it filled `compiled`.
        let compiled = unsafe { compiled.assume_init() };
        Ok(Regex { compiled, groups: basic_group_count(text.as_bytes()), utf8 })
    }

    /// The number of groups in the expression.
    pub fn group_count(&self) -> usize {
        self.groups
    }

    /// Finds the first and longest match in `text`, NULs and all, that begins at `from` or later; what is before `from`
    /// counts as context (`^` and word boundaries). `groups` gets the byte range of the match and of the groups, as many
    /// as fit; -1 for those that took no part. See regexec(3), `REG_STARTEND`.
    pub fn find(&self, text: &[u8], from: usize, groups: &mut [(i32, i32); 10]) -> bool {
        /// `REG_STARTEND`, which the binding does not have.
        const START_END: libc::c_int = 1 << 2;
        let (Ok(start), Ok(end)) = (i32::try_from(from), i32::try_from(text.len())) else { return false };
        if start > end {
            return false;
        }
        let mut found = [libc::regmatch_t { rm_so: -1, rm_eo: -1 }; 10];
        found[0] = libc::regmatch_t { rm_so: start, rm_eo: end };
        // An empty slice points to nothing that may be looked at.
        let pointer = if text.is_empty() { c"".as_ptr() } else { text.as_ptr().cast() };
        let result = with_locale(self.utf8, || {
            // SAFETY: `compiled` came from regcomp; with REG_STARTEND the text is the `end` bytes at `pointer`, which are
            // borrowed for the call, and need no NUL; `found` has ten elements.
            unsafe { libc::regexec(&self.compiled, pointer, found.len(), found.as_mut_ptr(), START_END) }
        });
        for (group, found) in groups.iter_mut().zip(&found) {
            *group = (found.rm_so, found.rm_eo);
        }
        result == 0
    }

    /// Where the expression matches `text` (up to its first NUL) first and longest: the byte range of the match and of each group.
    pub fn captures(&self, text: &[u8]) -> Option<Vec<Option<(usize, usize)>>> {
        let end = text.iter().position(|&byte| byte == 0).unwrap_or(text.len());
        let text = CString::new(text.get(..end)?).ok()?;
        let none = libc::regmatch_t { rm_so: -1, rm_eo: -1 };
        let mut groups = vec![none; self.groups + 1];
        let result = with_locale(self.utf8, || {
            // SAFETY: `compiled` came from regcomp, `text` is NUL-terminated, and `groups` has the length that is passed.
            unsafe { libc::regexec(&self.compiled, text.as_ptr(), groups.len(), groups.as_mut_ptr(), 0) }
        });
        if result != 0 {
            return None;
        }
        let range =
            |group: &libc::regmatch_t| Some((usize::try_from(group.rm_so).ok()?, usize::try_from(group.rm_eo).ok()?));
        Some(groups.iter().map(range).collect())
    }
}

/// The number of groups in an expression: its opening parentheses that are neither escaped nor in a bracket expression.
/// (`re_nsub` of the C library's structure is private in the binding.)
fn group_count(text: &[u8]) -> usize {
    let mut count = 0;
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            b'\\' => rest = rest.get(1..).unwrap_or(b""),
            b'(' => count += 1,
            b'[' => rest = after_bracket(rest),
            _ => {}
        }
    }
    count
}

/// The number of groups in a basic expression.
fn basic_group_count(text: &[u8]) -> usize {
    let mut count = 0;
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            b'\\' => {
                count += usize::from(rest.first() == Some(&b'('));
                rest = rest.get(1..).unwrap_or(b"");
            }
            b'[' => rest = after_bracket(rest),
            _ => {}
        }
    }
    count
}

/// What follows the bracket expression whose `[` stands before `text`.
fn after_bracket(text: &[u8]) -> &[u8] {
    let mut at = usize::from(text.first() == Some(&b'^'));
    // A `]` right at the beginning is a member.
    at += usize::from(text.get(at) == Some(&b']'));
    while let Some(&byte) = text.get(at) {
        match (byte, text.get(at + 1)) {
            (b']', _) => return text.get(at + 1..).unwrap_or(b""),
            (b'[', Some(&kind @ (b':' | b'.' | b'='))) => {
                let inner = text.get(at + 2..).unwrap_or(b"");
                let end = inner.windows(2).position(|pair| pair == [kind, b']']);
                at += end.map_or(1, |end| end + 4);
            }
            _ => at += 1,
        }
    }
    b""
}

impl std::fmt::Debug for Regex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Regex").field("groups", &self.groups).field("utf8", &self.utf8).finish_non_exhaustive()
    }
}

impl Drop for Regex {
    fn drop(&mut self) {
        // SAFETY: `compiled` came from regcomp and is freed once.
        unsafe { libc::regfree(&mut self.compiled) };
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn the_longest_alternative_wins() {
        let regex = Regex::new(b"(a|ab)(c|bcd)?", false, false).unwrap();
        assert_eq!(regex.captures(b"xabcd").unwrap().first(), Some(&Some((1, 5))));
        assert!(regex.captures(b"xyz").is_none());
        assert!(Regex::new(b"(", false, false).is_err());
        assert_eq!(group_count(b"(a)[(]\\\\([]()x]([[:alpha:]]()"), 4);
        assert!(Regex::new(b"A", true, false).unwrap().captures(b"a").is_some());
        let basic = Regex::compile(br"\(a\)*b\{2\}", false, false, false).unwrap();
        let mut groups = [(0, 0); 10];
        assert!(basic.find(b"\0ab abb", 2, &mut groups) && groups[..2] == [(4, 7), (4, 5)]);
        assert!(!basic.find(b"abb", 4, &mut groups) && basic.group_count() == 1);
        assert!(!Regex::compile(b"^a", false, false, false).unwrap().find(b"aa", 1, &mut groups));
    }
}
