//! Finds the known name that a user probably meant.

/// Maximum length of a name that is compared with others. Longer names are not typing errors, and comparing them takes time.
const MAX_NAME_LEN: usize = 160;

/// Maximum number of entries of a table for which a suggestion is sought, because each is compared with all known names.
pub(crate) const MAX_SUGGESTED: usize = 50;

/// Returns the closest match if it is close enough. If other names are allowed, it has to be closer.
pub(crate) fn closest_match<'n>(name: &str, known: impl Iterator<Item = &'n str>, strict: bool) -> Option<&'n str> {
    if name.len() > MAX_NAME_LEN {
        return None;
    }
    let lower = name.to_ascii_lowercase();
    let near = known.filter_map(|known| {
        let limit = max_distance(name.len().min(known.len()), strict);
        // Each missing letter counts as an edit, so names of very different lengths need not be compared.
        (name.len().abs_diff(known.len()) <= limit * 4).then_some(())?;
        let distance = strsim::osa_distance(&lower, &known.to_ascii_lowercase());
        (distance <= limit).then_some((distance, known))
    });
    near.min().map(|(_, found)| found)
}

/// Describes an entry without effect, such as a selector.
pub(crate) fn unmatched_message(what: &str) -> String {
    format!("{what} matches nothing in the description")
}

/// Suggests the closest of some names, or else returns this help.
pub fn suggest_or<'n>(name: &str, known: impl Iterator<Item = &'n str>, help: &str) -> String {
    closest_match(name, known, false).map_or_else(|| help.to_owned(), |near| format!("did you mean `{near}`?"))
}

/// Returns the maximum edit distance for names of which the shorter one has this length.
fn max_distance(shorter: usize, strict: bool) -> usize {
    match (shorter, strict) {
        (0..4, _) => 0,
        (4..8, _) | (_, true) => 1,
        _ => shorter / 4,
    }
}

#[cfg(test)]
mod tests {
    use super::closest_match;

    #[test]
    fn typing_errors_are_recognized() {
        let fields = ["paths", "parameters", "operationId", "required", "$id", "not", "requestBody"];
        let near = |name, strict| closest_match(name, fields.into_iter(), strict);
        assert_eq!(near("path", false), Some("paths"));
        assert_eq!(near("paramaters", true), Some("parameters"));
        assert_eq!(near("operationID", true), Some("operationId"));
        assert_eq!(near("requierd", true), Some("required"), "a transposition is a single edit");
        assert_eq!(near("request-body", false), Some("requestBody"));
        assert_eq!(near("id", true), None);
        assert_eq!(near("note", true), None);
        assert_eq!(near("x".repeat(200).as_str(), false), None);
    }
}
