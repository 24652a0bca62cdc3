//! The report for programs.

use serde_json::{Value, json as object};

use super::summary::silent;
use crate::changes::{Changes, Verdict};
use crate::signs::printable_json;

/// The number of the form; it grows when something is taken away from it or means something else.
const FORMAT: u32 = 1;

/// The report as JSON (RFC 8259).
///
/// - `format`: 1. Members may be added without another number.
/// - `verdict`: the gravest: `breaking`, `compatible`, `docs-only`; `null` where nothing changed.
/// - `bump`: what the version asks for: `major`, `minor`, `patch`, `none`.
/// - `counts`: the number of changes by verdict, and `breaking-that-compiles` of those that no compiler finds.
/// - `old`, `new`: `source`, `title` and `version` of the descriptions.
/// - `changes`: by resource, the gravest first, else in the order of the description. Each has `kind`, `resource`,
///   `subject`, `told`, `verdict`, `compiles`; `old` and `new` with `place`, `pointer` and `says`, or `null`; `items` with
///   `item`, `before`, `after` and `breaks`; and `at_run_time` and `migration`, or `null`.
/// - `outside`: the new operations that the configuration does not take, such as `GET /pets`.
#[must_use]
pub fn json(changes: &Changes) -> String {
    let report: Value = object!({
        "format": FORMAT,
        "verdict": changes.verdict(),
        "bump": changes.bump(),
        "counts": {
            "breaking": changes.count(Verdict::Breaking),
            "breaking-that-compiles": silent(changes),
            "compatible": changes.count(Verdict::Compatible),
            "docs-only": changes.count(Verdict::DocsOnly),
        },
        "old": changes.old,
        "new": changes.new,
        "changes": changes.changes,
        "outside": changes.outside,
    });
    printable_json(&format!("{report:#}\n"))
}
