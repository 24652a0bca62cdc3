//! The report for programs.

use serde_json::{Value, json as object};

use super::summary::silent;
use crate::changes::{Changes, Verdict};
use bindery::internal::unicode::printable_json;

/// The version of the format; it is incremented if a member is removed or its meaning changes.
const FORMAT: u32 = 1;

/// Renders the report as JSON (RFC 8259).
///
/// - `format`: 1. New members may be added without a new version.
/// - `verdict`: the most severe one: `breaking`, `compatible`, `docs-only`; `null` without changes.
/// - `bump`: the required version bump: `major`, `minor`, `patch`, `none`.
/// - `counts`: the number of changes by verdict, and `breaking-that-compiles` for those without a compile error.
/// - `old`, `new`: `source`, `title` and `version` of the descriptions.
/// - `changes`: by resource, most severe first, then in the order of the description. Each has `kind`, `resource`,
///   `subject`, `message`, `verdict`, `compiles`; `old` and `new` with `location`, `pointer` and `text`, or `null`; `items` with
///   `item`, `before`, `after` and `breaks`; and `at_run_time` and `migration`, or `null`.
/// - `programs`: with `--used-by`, each with `program`; `uses` with `file`, `line`, `column`, `item` or `null`, `verdict`,
///   `compiles`, `message`, and `migration` or `null`; and the parts that were `unchecked`.
/// - `excluded`: the new operations that the configuration excludes, such as `GET /pets`.
#[must_use]
pub fn json(changes: &Changes) -> String {
    render_document(&json_value(changes))
}

/// Renders a document, whose text is untrusted.
pub(crate) fn render_document(document: &Value) -> String {
    printable_json(&format!("{document:#}\n"))
}

/// Returns the report as a value.
pub(crate) fn json_value(changes: &Changes) -> Value {
    object!({
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
        "excluded": changes.excluded,
    })
}
