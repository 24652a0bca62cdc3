//! Replaces the network in builds without the feature `fetch`.

use super::Request;
use super::referenced_files::{Unread, refusal};
use super::text::Source;
use crate::diagnostic::{Code, Diagnostic, Result};

const REASON: &str = "this build of Bindery has no network access";

fn no_network() -> Box<Diagnostic> {
    let problem = Diagnostic::error(Code::SourceUnreachable, REASON);
    Box::new(problem.help("pass a file, or enable the feature `fetch` of `bindery`"))
}

pub(super) fn discover(_: &str, _: &Request) -> Result<Source> {
    Err(no_network())
}

pub(super) fn load_address(_: &Source, _: &str, _: &str, _: &str) -> Result<Source, Unread> {
    Err(refusal(REASON))
}

/// Returns no part of an address, since secrets are not recognized.
pub(super) fn shown_address(_: &str) -> String {
    "..".to_owned()
}
