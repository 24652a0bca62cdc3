//! `[events]`: details of the server's events that the description lacks.

use serde::Deserialize;

use super::reader::{ConfigReader, Spanned};
use crate::diagnostic::{Location, Result};
use crate::http_terms::is_token;

#[derive(Default, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, expecting = "a table such as `{ type = [\"member:type\"] }`")]
pub(super) struct EventsForm {
    /// The name of an event: `header:X-Event`, `member:type` of the body, or one followed by the other.
    #[serde(default, rename = "type")]
    places: Vec<Spanned<String>>,
    /// The schemas of event bodies, in addition to the webhooks of the description.
    #[serde(default)]
    schemas: Vec<Spanned<String>>,
}

/// The configuration of events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EventsConfig {
    /// The headers and members that name an event, and their locations in the configuration.
    pub(crate) places: Vec<(NamedBy, Location)>,
    /// The schemas of events, and their locations in the configuration.
    pub(crate) schemas: Vec<(String, Location)>,
}

/// The part of a request that names an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NamedBy {
    /// A header, in lower case.
    Header(String),
    /// A member of the body.
    Member(String),
}

pub(super) fn read(form: &EventsForm, reader: &ConfigReader<'_>) -> Result<EventsConfig> {
    let schemas = form.schemas.iter().map(|name| (name.get_ref().clone(), reader.location(name.span().start)));
    let place = |place: &Spanned<String>| Ok((named_by(place, reader)?, reader.location(place.span().start)));
    let places: Result<Vec<_>> = form.places.iter().map(place).collect();
    Ok(EventsConfig { places: places?, schemas: schemas.collect() })
}

fn named_by(place: &Spanned<String>, reader: &ConfigReader<'_>) -> Result<NamedBy> {
    match place.get_ref().split_once(':') {
        Some(("header", name)) if is_token(name) => Ok(NamedBy::Header(name.to_ascii_lowercase())),
        Some(("member", name)) if !name.is_empty() => Ok(NamedBy::Member(name.to_owned())),
        _ => {
            let message = format!("`{}` is not the location of an event name", place.get_ref());
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
        let named: Vec<NamedBy> = config.events.places.iter().map(|(place, _)| place.clone()).collect();
        assert_eq!(named, places);
        assert_eq!(config.events.schemas[0].0, "event");
        for wrong in ["header:", "member:", "header:a b", "query:x", "type"] {
            let problem = Config::parse("bindery.toml", &format!("[events]\ntype = [\"{wrong}\"]")).unwrap_err();
            assert!(problem.message.contains(wrong), "{}", problem.message);
            assert!(problem.help.unwrap().contains("member:type"));
        }
    }
}
