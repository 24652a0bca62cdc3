//! Documentation pages: HTML, inline and external scripts, and configurations of Swagger UI.

use std::time::Duration;

use crate::budget::Budget;
use crate::page::{Findings, read, read_script};

/// Checks that each address found occurs in the page, and that the cost is linear in the length.
pub(crate) fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let budget = Budget::new(bytes.len(), Duration::from_millis(100), Duration::from_micros(20));
    check_findings(&read(text), text.len());
    check_findings(&read_script(text), text.len());
    budget.check();
}

fn check_findings(findings: &Findings, length: usize) {
    let candidates = &findings.candidates;
    assert!(candidates.len() <= length, "{} candidates of {length} bytes", candidates.len());
    for candidate in candidates {
        let url = &candidate.url;
        assert!(!url.is_empty() && !url.contains(['<', '{', ' ', '\n']), "`{url}` is not an address");
        assert!(url.len() <= length.saturating_mul(3), "an address of {} bytes in {length}", url.len());
    }
    assert!(!findings.is_empty() || candidates.is_empty(), "what was found is nothing");
}
