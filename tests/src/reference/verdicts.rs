//! The rules of changes, and the verdicts of all tested changes.

use bindery_cli::changes::{RULES, Verdict};

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

pub(super) fn render_rules() -> String {
    let mut table = Table::new(&["rule", "message", "in a request", "in a response", "what to do"]);
    for (name, rule) in RULES {
        let [message, sent, received, advice] = rule.texts();
        let received = if sent == received && sent.contains(':') { "the same".to_owned() } else { received };
        table.row(&[&name.to_lowercase().replace('_', " "), &message, &sent, &received, &advice]);
    }
    table.text
}
