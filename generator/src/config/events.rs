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
    /// The JSON pointer to an enumeration of event names that all have the body of the only schema in `schemas`.
    #[serde(default)]
    names: Option<Spanned<String>>,
}

/// The configuration of events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EventsConfig {
    /// The headers and members that name an event, and their locations in the configuration.
    pub(crate) places: Vec<(NamedBy, Location)>,
    /// The schemas of events, and their locations in the configuration.
    pub(crate) schemas: Vec<(String, Location)>,
    /// The enumeration with the event names of a single schema, and its location in the configuration.
    pub(crate) names: Option<(String, Location)>,
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
    let names = form.names.as_ref().map(|names| list_of_names(names, form, reader)).transpose()?;
    Ok(EventsConfig { places: places?, schemas: schemas.collect(), names })
}

/// Returns the enumeration itself, if the pointer leads to its list.
fn list_of_names(names: &Spanned<String>, form: &EventsForm, reader: &ConfigReader<'_>) -> Result<(String, Location)> {
    let (pointer, at) = (names.get_ref(), names.span().start);
    if !pointer.starts_with('/') {
        let help = "write a JSON pointer such as `/components/schemas/EventName`";
        return Err(reader.problem(at, format!("`{pointer}` is not a JSON pointer"), help));
    }
    if form.schemas.len() != 1 || form.places.is_empty() {
        let message = "the payload of these events, or the location of their name, is missing";
        return Err(reader.problem(at, message, "set `schemas` to one schema, and `type`"));
    }
    Ok((pointer.strip_suffix("/enum").unwrap_or(pointer).to_owned(), reader.location(at)))
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

    #[test]
    fn a_list_of_names_requires_one_schema() {
        let text =
            "[events]\ntype = [\"member:type\"]\nschemas = [\"event\"]\nnames = \"/components/schemas/Kind/enum\"";
        let config = Config::parse("bindery.toml", text).unwrap();
        assert_eq!(config.events.names.as_ref().unwrap().0, "/components/schemas/Kind");
        for (wrong, message) in [
            (text.replace("\"/comp", "\"comp"), "is not a JSON pointer"),
            (text.replace("\"event\"", "\"event\", \"other\""), "is missing"),
            (text.replace("type = [\"member:type\"]\n", ""), "is missing"),
        ] {
            let problem = Config::parse("bindery.toml", &wrong).unwrap_err();
            assert!(problem.message.contains(message), "{}", problem.message);
        }
    }
}
