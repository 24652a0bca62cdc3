//! Pages of documentation: HTML, the scripts in it, scripts of their own, configurations of Swagger UI.

use std::time::Duration;

use crate::budget::Budget;
use crate::page::{Findings, read, read_script};

/// What a page names stands in the page, and reading it costs what its length costs.
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
        assert!(!url.is_empty() && !url.contains(['<', '{', ' ', '\n']), "`{url}` is no address");
        assert!(url.len() <= length.saturating_mul(3), "an address of {} bytes in {length}", url.len());
    }
    assert!(!findings.is_empty() || candidates.is_empty(), "what was found is nothing");
}
