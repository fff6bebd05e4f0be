//! The environment of a child: that of the process, with changes.

use skosh_sys::StringArray;
use std::collections::BTreeMap;
use std::os::unix::ffi::OsStringExt;

/// Changes to the environment of the process.
#[derive(Clone, Debug, Default)]
pub(crate) struct Environment {
    /// Nothing of the process's own environment is passed on.
    pub clear: bool,
    /// New value of each variable; `None` removes it.
    pub changes: BTreeMap<Vec<u8>, Option<Vec<u8>>>,
}

impl Environment {
    /// The environment block of the child.
    pub fn build(&self) -> StringArray {
        let mut block = StringArray::new();
        if !self.clear {
            for (name, value) in std::env::vars_os() {
                let name = name.into_vec();
                if !self.changes.contains_key(&name) {
                    block.push_parts(&[&name, b"=", &value.into_vec()]);
                }
            }
        }
        for (name, value) in &self.changes {
            if let Some(value) = value {
                block.push_parts(&[name, b"=", value]);
            }
        }
        block
    }

    /// Where programs are looked for: the child's `PATH`, if it is to have one.
    pub fn path(&self) -> Option<Vec<u8>> {
        match self.changes.get(b"PATH".as_slice()) {
            Some(value) => value.clone(),
            None if self.clear => None,
            None => std::env::var_os("PATH").map(OsStringExt::into_vec),
        }
    }

    /// A name or a value that C strings cannot hold.
    pub fn is_invalid(&self) -> bool {
        self.changes.iter().any(|(name, value)| {
            let has_nul = |string: &[u8]| string.contains(&0);
            name.is_empty()
                || has_nul(name)
                || name.get(1..).is_some_and(|rest| rest.contains(&b'='))
                || value.as_deref().is_some_and(has_nul)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Environment;

    #[test]
    fn changes_replace_add_and_remove() {
        let mut environment = Environment::default();
        environment.changes.insert(b"PATH".to_vec(), Some(b"/only".to_vec()));
        environment.changes.insert(b"HOME".to_vec(), None);
        environment.changes.insert(b"A_NEW_ONE".to_vec(), Some(b"a=b".to_vec()));
        let block: Vec<Vec<u8>> = environment.build().iter().map(<[u8]>::to_vec).collect();
        assert_eq!(block.iter().filter(|string| string.starts_with(b"PATH=")).collect::<Vec<_>>(), [b"PATH=/only"]);
        assert!(!block.iter().any(|string| string.starts_with(b"HOME=")));
        assert!(block.contains(&b"A_NEW_ONE=a=b".to_vec()));
        assert_eq!(environment.path().as_deref(), Some(b"/only".as_slice()));
        environment.clear = true;
        assert_eq!(environment.build().len(), 2);
        assert!(!environment.is_invalid());
        environment.changes.insert(b"A=B".to_vec(), Some(Vec::new()));
        assert!(environment.is_invalid());
    }
}
