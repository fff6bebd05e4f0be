//! The body of a here-document (POSIX XCU 2.7.4): expanded as within double quotes, without double quotes being special.

use skosh_state::{Divert, Shell};
use skosh_syntax::ast::HereDoc;

use super::builder::{Builder, Context, Mode};

/// Appends the body of a here-document.
pub fn here_document(sh: &mut Shell, doc: &HereDoc, out: &mut Vec<u8>) -> Result<(), Divert> {
    let Some(body) = doc.body.get() else { return Ok(()) };
    match body.as_literal() {
        Some(text) => {
            out.extend_from_slice(text);
            Ok(())
        }
        None => Builder::text(sh, out, Mode::HereDocument).parts(sh, &body.parts, Context::Quoted),
    }
}
