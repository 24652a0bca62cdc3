//! The verdicts of all tested changes.

use bindery::changes::Verdict;

use super::Table;
use crate::changed::cases;

pub(super) fn render() -> Result<String, String> {
    let mut table = Table::new(&["change", "verdict", "reason"]);
    for case in cases()? {
        let verdict = match (case.verdict, case.compiles) {
            (None, _) => "no change",
            (Some(Verdict::Breaking), true) => "breaking, and compiles",
            (Some(verdict), _) => verdict.as_str(),
        };
        table.row(&[&case.name.replace('-', " "), verdict, &case.why]);
    }
    Ok(table.text)
}
