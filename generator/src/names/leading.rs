//! Names of components that begin with a number, which no name in Rust does.
//!
//! | component | name |
//! |---|---|
//! | `500Error`, `500ErrorBody` | `Error500`, `Error500Body` |
//! | `404NotFound` | `NotFound404` |
//! | `3DSecure`, `2fa` | `N3dSecure`, `N2fa`: the number is a part of the word |

use super::compound::words_of;
use crate::ident::type_name;

/// Shorter words after a number are one with it.
const SHORTEST: usize = 3;

/// The name of a component.
pub(super) fn component_name(text: &str) -> String {
    behind(text).unwrap_or_else(|| type_name(text))
}

/// The number behind what is an error, else at the end.
fn behind(text: &str) -> Option<String> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = text.strip_suffix(rest).filter(|number| !number.is_empty())?;
    rest.contains(char::is_alphabetic).then_some(())?;
    let words = words_of(&type_name(rest));
    let ends_in_number = |word: &String| word.ends_with(|c: char| c.is_ascii_digit());
    let is_word = words.first().is_some_and(|first| first.len() >= SHORTEST && first.starts_with(char::is_alphabetic));
    if !is_word || words.iter().any(ends_in_number) {
        return None;
    }
    let at = words.iter().position(|word| word == "Error").map_or(words.len(), |at| at + 1);
    let (before, after) = words.split_at_checked(at)?;
    Some(format!("{}{number}{}", before.concat(), after.concat()))
}

#[cfg(test)]
mod tests {
    use super::component_name;

    #[test]
    fn a_number_stands_behind_a_word() {
        let rows = [
            ("500Error", "Error500"),
            ("500_error_body", "Error500Body"),
            ("404NotFound", "NotFound404"),
            ("3DSecure", "N3dSecure"),
            ("425", "N425"),
            ("500Error2", "N500error2"),
            ("Story2", "Story2"),
            ("N500", "N500"),
        ];
        for (text, wanted) in rows {
            assert_eq!(component_name(text), wanted, "{text}");
        }
    }
}
