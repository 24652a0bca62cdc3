//! The codes of diagnostics, with what `bindery explain` prints.

use bindery::internal::diagnostic::Code;

use super::Table;

pub(super) fn render() -> String {
    let mut table = Table::new(&["code", "meaning", "what to do"]);
    for code in Code::ALL {
        table.row(&[&format!("`{code}`", code = code.as_str()), code.explanation(), code.remedy()]);
    }
    table.text
}
