//! A case: a script with a head of comments that says what it is, who can run it and what ratio is aimed at.

use std::path::Path;

/// A case of `bench/cases`.
pub struct Case {
    /// The file's name without `.sh`.
    pub name: String,
    /// What it does, from `# what: ...`.
    pub what: String,
    /// The ratio to the best peer that is aimed at, from `# target: ...`.
    pub target: Option<f64>,
    /// Shells that cannot run it, or take minutes, from `# not: ...`.
    pub not: Vec<String>,
    /// Runs of the shell as a whole, from `# starts: N`: the script is then given by `-c`.
    pub starts: Option<usize>,
    /// The script.
    pub script: String,
}

/// Reads the cases, all or those named, sorted by name.
pub fn load(folder: &Path, names: &[String]) -> Result<Vec<Case>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut cases = Vec::new();
    for entry in entries.flatten() {
        let path = entry.path();
        let Some(name) = path.file_stem().and_then(|name| name.to_str()) else { continue };
        if names.is_empty() || names.iter().any(|wanted| name.starts_with(wanted.as_str())) {
            let script = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            cases.push(parse(name, script));
        }
    }
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    if cases.is_empty() { Err("no such case".into()) } else { Ok(cases) }
}

fn parse(name: &str, script: String) -> Case {
    let head = |key: &str| {
        let prefix = format!("# {key}: ");
        script.lines().find_map(|line| line.strip_prefix(&prefix)).map(str::to_owned)
    };
    Case {
        name: name.to_owned(),
        what: head("what").unwrap_or_default(),
        target: head("target").and_then(|text| text.parse().ok()),
        not: head("not").map_or_else(Vec::new, |text| text.split_whitespace().map(str::to_owned).collect()),
        starts: head("starts").and_then(|text| text.parse().ok()),
        script,
    }
}
