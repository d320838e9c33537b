//! `smalti mcp`: driven by hand over standard input and output, and by a client of others.

use crate::program::{run, smalti};

#[cfg(not(feature = "mcp"))]
#[test]
fn a_program_without_it_says_how_to_get_it() {
    let ran = run(&mut smalti(["mcp", "--json"]));
    assert_eq!((ran.exit, ran.json()["error"]["code"].as_str()), (Some(2), Some("POC_E_NOT_SUPPORTED")));
    assert!(ran.err.contains("--features mcp"), "{ran:?}");
}

#[test]
fn a_set_of_tools_that_is_none_is_refused() {
    let ran = run(&mut smalti(["mcp", "--tools", "some"]));
    assert!(ran.exit == Some(2) && ran.err.contains("SMALTI_E_USAGE"), "{ran:?}");
}

#[cfg(feature = "mcp")]
mod by_hand;
#[cfg(feature = "mcp")]
mod client;
#[cfg(feature = "mcp")]
mod session;
