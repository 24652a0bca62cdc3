//! `[events]`: details of the server's events that the description lacks.

use std::str::FromStr;

use serde::Deserialize;

use super::place::{Entry, Placed, Refusal};
use crate::base::http_terms::is_token;

/// The configuration of events.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, expecting = "a table such as `{ type = [\"member:type\"] }`")]
pub(crate) struct Events {
    /// The name of an event: `header:X-Event`, `member:type` of the body, or one followed by the other.
    #[serde(default, rename = "type")]
    pub(crate) places: Vec<Entry<NamedBy>>,
    /// The schemas of event bodies, in addition to the webhooks of the description.
    #[serde(default)]
    pub(crate) schemas: Vec<Placed<String>>,
}

/// The part of a request that names an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NamedBy {
    /// A header, in lower case.
    Header(String),
    /// A member of the body.
    Member(String),
}

impl FromStr for NamedBy {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        match text.split_once(':') {
            Some(("header", name)) if is_token(name) => Ok(Self::Header(name.to_ascii_lowercase())),
            Some(("member", name)) if !name.is_empty() => Ok(Self::Member(name.to_owned())),
            _ => {
                let message = format!("`{text}` is not the location of an event name");
                Err(Refusal::new(message, "write `header:X-Event` or `member:type`"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::NamedBy;
    use crate::config::Config;

    #[test]
    fn what_names_an_event_is_a_header_or_a_member() {
        let text = "[events]\ntype = [\"header:X-GitHub-Event\", \"member:action\"]\nschemas = [\"event\"]";
        let config = Config::parse("bindery.toml", text).unwrap();
        let places = [NamedBy::Header("x-github-event".to_owned()), NamedBy::Member("action".to_owned())];
        let named: Vec<NamedBy> = config.events.places.iter().map(|place| place.value.clone()).collect();
        assert_eq!(named, places);
        assert_eq!(config.events.schemas[0].as_str(), "event");
        for wrong in ["header:", "member:", "header:a b", "query:x", "type"] {
            let problem = Config::parse("bindery.toml", &format!("[events]\ntype = [\"{wrong}\"]")).unwrap_err();
            assert!(problem.message.contains(wrong), "{}", problem.message);
            assert!(problem.help.unwrap().contains("member:type"));
        }
    }
}
