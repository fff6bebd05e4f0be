//! `:`, `true` and `false` (POSIX XCU colon, true, false).

use skosh_state::{Fields, Outcome, Shell};

/// `:` and `true`: nothing, successfully.
pub fn success(_: &mut Shell, _: &Fields) -> Outcome {
    Ok(0)
}

/// `false`: nothing, unsuccessfully.
pub fn failure(_: &mut Shell, _: &Fields) -> Outcome {
    Ok(1)
}
