//! Replaces the network in builds without the feature `fetch`.

use super::Request;
use crate::base::diagnostic::{Code, Diagnostic, Result};
use crate::base::text::Source;

fn no_network() -> Box<Diagnostic> {
    let problem = Diagnostic::error(Code::SourceUnreachable, "this build of Bindery has no network access");
    Box::new(problem.help("pass a file, or enable the feature `fetch` of `bindery`"))
}

/// Never created.
#[derive(Debug)]
pub(super) enum Fetcher {}

pub(super) fn discover(_: &str, _: &Request) -> Result<(Source, Fetcher)> {
    Err(no_network())
}

/// Returns no part of an address, since secrets are not recognized.
pub(super) fn shown_address(_: &str) -> String {
    "..".to_owned()
}
