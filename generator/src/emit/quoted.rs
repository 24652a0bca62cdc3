//! JSON as a literal of Rust.

use super::literal;

/// A literal that shows JSON as it is where it has letters alone that everybody can see.
pub(super) fn quoted(json: &str) -> String {
    if json.chars().any(|c| !(c == ' ' || c.is_ascii_graphic() || (!c.is_ascii() && c.is_alphanumeric()))) {
        return literal(json);
    }
    let runs = json.split('"').skip(1).map(|rest| rest.len() - rest.trim_start_matches('#').len());
    let marks = "#".repeat(runs.max().unwrap_or_default() + 1);
    format!("r{marks}\"{json}\"{marks}")
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn literals_hold_any_json() {
        for json in ["{}", r#""a""#, r####"["#","\"###"]"####, "\"grün\"", "\"\u{202e}\"", "\"\\\"#\"", "\"`${}`\""] {
            let read: syn::LitStr = syn::parse_str(&quoted(json)).unwrap();
            assert_eq!(read.value(), json);
        }
        assert_eq!(quoted(r##"["#"]"##), r###"r##"["#"]"##"###);
        assert!(quoted("\"\u{202e}\"").starts_with("\"\\\""));
    }
}
