//! What the test programs of this package share: the shell under test, a scratch directory, printing.

pub mod cases;
pub mod judge;
pub mod run;

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The shell to test: what `SKOSH` names, or else the binary built beside this program, brought up to date first.
pub fn shell_under_test() -> Result<PathBuf, String> {
    match std::env::var_os("SKOSH") {
        Some(path) => std::fs::canonicalize(path).map_err(|error| format!("SKOSH: {error}")),
        None => build(),
    }
}

/// Brings the shell's binary up to date, in the profile of this program, and says where it is.
fn build() -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let folder = own.ancestors().nth(2).ok_or("this program lies in no target folder")?;
    let profile = match folder.file_name().and_then(|name| name.to_str()) {
        Some("debug") | None => "dev",
        Some(name) => name,
    };
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo).args(["build", "--quiet", "-p", "skosh-cli", "--profile", profile]).status();
    match built {
        Ok(status) if status.success() => Ok(folder.join("skosh")),
        Ok(status) => Err(format!("cargo build -p skosh-cli: {status}")),
        Err(error) => Err(format!("cargo: {error}")),
    }
}

/// The program `name`, found through PATH unless it is a path.
pub fn find_program(name: &Path) -> Option<PathBuf> {
    if name.components().count() > 1 {
        return std::fs::canonicalize(name).ok();
    }
    std::env::split_paths(&std::env::var_os("PATH")?).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// A directory for this run, removed at its end.
pub struct Scratch(pub PathBuf);

impl Scratch {
    /// Makes the directory, which everybody may search.
    pub fn new() -> Result<Scratch, String> {
        let base = std::env::temp_dir().join(format!("skosh-tests.{}", std::process::id()));
        let complain = |error: std::io::Error| format!("{}: {error}", base.display());
        std::fs::create_dir(&base).map_err(complain)?;
        std::fs::set_permissions(&base, std::fs::Permissions::from_mode(0o755)).map_err(complain)?;
        Ok(Scratch(base))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Writes to standard output; a reader that went away is no reason to fail.
pub fn say(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}
