//! Which titles are names, and which ones tools have made.
//!
//! | title | is |
//! |---|---|
//! | `Simple User` | a name |
//! | `custom_field_label_param`, `range_query_specs` | a weak one without its last word: `CustomFieldLabel`, `RangeQuery` |
//! | `payment_method_options`, of many that are no more alike than that | a weak one |

use std::collections::HashMap;

use crate::ident::{made_title, type_name};
use crate::model::Api;

/// Longer titles are sentences.
const LONGEST: usize = 40;
/// So many things that have one title are not called by it.
const MANY: usize = 3;

/// How many types have each title.
pub(in crate::names) struct Titles<'a>(HashMap<&'a str, usize>);

/// What a title makes of a thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Title {
    Name(String),
    Weak(String),
}

impl<'a> Titles<'a> {
    pub(in crate::names) fn of(api: &'a Api) -> Self {
        let mut counts = HashMap::new();
        for title in api.types.iter().filter_map(|definition| definition.docs.title.as_deref()) {
            *counts.entry(title).or_default() += 1;
        }
        Self(counts)
    }

    pub(super) fn read(&self, title: &str) -> Option<Title> {
        if title.len() > LONGEST {
            return None;
        }
        let are_many = self.0.get(title).is_some_and(|count| *count >= MANY);
        // What people write as a title has spaces or capitals.
        let is_written = title.contains(|c: char| c.is_uppercase() || c.is_whitespace());
        Some(match made_title(title) {
            Some(without) => Title::Weak(type_name(without)),
            None if are_many && !is_written => Title::Weak(type_name(title)),
            None => Title::Name(type_name(title)),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{Title, Titles};

    #[test]
    fn what_tools_write_is_no_name() {
        let titles = Titles(HashMap::from([("options", 4), ("Options", 4), ("page", 1)]));
        let rows = [
            ("custom_field_label_param", Title::Weak("CustomFieldLabel".to_owned())),
            ("range_query_specs", Title::Weak("RangeQuery".to_owned())),
            ("Query Params", Title::Name("QueryParams".to_owned())),
            ("options", Title::Weak("Options".to_owned())),
            ("Options", Title::Name("Options".to_owned())),
            ("page", Title::Name("Page".to_owned())),
        ];
        for (title, wanted) in rows {
            assert_eq!(titles.read(title), Some(wanted), "{title}");
        }
        assert_eq!(titles.read(&"word ".repeat(20)), None);
    }
}
