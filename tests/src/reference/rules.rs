//! The rules of changes.

use bindery_cli::changes::RULES;

use super::Table;

pub(super) fn render() -> String {
    let mut table = Table::new(&["rule", "message", "in a request", "in a response", "what to do"]);
    for (name, rule) in RULES {
        let [message, sent, received, advice] = rule.texts();
        let received = if sent == received && sent.contains(':') { "the same".to_owned() } else { received };
        table.row(&[&name.to_lowercase().replace('_', " "), &message, &sent, &received, &advice]);
    }
    table.text
}
