//! `[events]`: what the description does not say of the events that its server sends.

use schemars::JsonSchema;
use serde::Deserialize;

use super::file::ConfigReader;
use super::spanned::Spanned;
use crate::diagnostic::{Diagnostic, Location};

#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table such as `{ type = [\"member:type\"] }`")]
pub(super) struct EventsForm {
    /// What names an event: `header:X-Event`, `member:type` of the body, or one and then the other.
    #[serde(default, rename = "type")]
    places: Vec<Spanned<String>>,
    /// The schemas of bodies that are events, beside those that the description lists as webhooks.
    #[serde(default)]
    schemas: Vec<Spanned<String>>,
}

/// What the configuration says of events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EventsConfig {
    /// What names an event.
    pub(crate) places: Vec<NamedBy>,
    /// The schemas of events, and where they are named.
    pub(crate) schemas: Vec<(String, Location)>,
}

/// What names an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NamedBy {
    /// A header, in lower case.
    Header(String),
    /// A member of the body.
    Member(String),
}

pub(super) fn read(form: &EventsForm, reader: &ConfigReader<'_>) -> Result<EventsConfig, Box<Diagnostic>> {
    let schemas = form.schemas.iter().map(|name| (name.get_ref().clone(), reader.spot(name.span().start)));
    let places: Result<Vec<NamedBy>, _> = form.places.iter().map(|place| named_by(place, reader)).collect();
    Ok(EventsConfig { places: places?, schemas: schemas.collect() })
}

fn named_by(place: &Spanned<String>, reader: &ConfigReader<'_>) -> Result<NamedBy, Box<Diagnostic>> {
    let is_token = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
    match place.get_ref().split_once(':') {
        Some(("header", name)) if !name.is_empty() && is_token(name) => Ok(NamedBy::Header(name.to_ascii_lowercase())),
        Some(("member", name)) if !name.is_empty() => Ok(NamedBy::Member(name.to_owned())),
        _ => {
            let message = format!("`{}` is nothing that names an event", place.get_ref());
            Err(reader.problem(place.span().start, message, "write `header:X-Event` or `member:type`"))
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
        assert_eq!(config.events().places, places);
        assert_eq!(config.events().schemas[0].0, "event");
        for wrong in ["header:", "member:", "header:a b", "query:x", "type"] {
            let problem = Config::parse("bindery.toml", &format!("[events]\ntype = [\"{wrong}\"]")).unwrap_err();
            assert!(problem.message.contains(wrong), "{}", problem.message);
            assert!(problem.help.unwrap().contains("member:type"));
        }
    }
}
