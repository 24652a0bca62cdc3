//! Calls of macros of the runtime crate whose rows fill the lines.

/// Maximum length of a line.
pub(super) const WIDTH: usize = 100;
const INDENT: &str = "    ";

/// Returns a table in one line, or with rows that fill the lines.
pub(super) fn table(called: &str, rows: &[String]) -> String {
    if rows.is_empty() {
        return format!("{called} {{}});\n");
    }
    let line = format!("{called} {{ {} }});\n", rows.join(", "));
    if line.len() <= WIDTH && !rows.iter().any(|row| row.contains('\n')) {
        return line;
    }
    // What remains of the members is not followed by a comma.
    let end = if rows.last().is_some_and(|row| row.starts_with("..")) { "\n});\n" } else { ",\n});\n" };
    format!("{called} {{\n{}{end}", lines(rows))
}

/// Joins rows to lines.
fn lines(rows: &[String]) -> String {
    let mut lines = String::new();
    let mut width = 0;
    for row in rows {
        let is_first = lines.is_empty();
        if is_first || width + ", ".len() + row.len() >= WIDTH {
            lines.push_str(if is_first { INDENT } else { ",\n    " });
            width = INDENT.len();
        } else {
            lines.push_str(", ");
            width += ", ".len();
        }
        lines.push_str(row);
        width += row.len();
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::table;

    #[test]
    fn rows_fill_the_lines() {
        let rows = |count: usize| vec!["a".repeat(14); count];
        assert_eq!(table("object!(A", &[]), "object!(A {});\n");
        assert_eq!(table("object!(A", &rows(1)), "object!(A { aaaaaaaaaaaaaa });\n");
        let long = table("object!(A", &rows(8));
        let lengths: Vec<usize> = long.lines().map(str::len).collect();
        assert_eq!(lengths, [11, 99, 35, 3]);
        assert!(long.ends_with(",\n});\n"));
        let open = table("object!(A", &[rows(8), vec![".. others".to_owned()]].concat());
        assert!(open.ends_with(", .. others\n});\n"), "{open}");
    }
}
