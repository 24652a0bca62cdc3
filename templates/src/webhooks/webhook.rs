//! Events that a server sends as webhooks: their names and bodies.

use std::fmt;

use http::HeaderMap;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use serde_json::Value;

use crate::requests::escape::line;
use crate::responses::decode_failure::DecodeFailure;
use crate::webhooks::verifier::{SignatureError, Verifier};
use crate::wire::json::without_mark;
use crate::wire::lenient::from_json;

/// The place in a request that names the event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventType {
    /// A header. The name is case-insensitive.
    Header(&'static str),
    /// A string member of the body.
    Member(&'static str),
}

/// The events of an API.
#[doc(hidden)]
pub trait DeclaresEvents: Sized {
    /// The places that name an event. If there are several, the first is required.
    const TYPE: &'static [EventType];
    /// The names of the events, as normalized by [`plain`].
    const NAMES: &'static [&'static str];

    /// Decodes the body of the event with this index.
    fn decode(index: usize, body: &[u8]) -> serde_json::Result<Option<Self>>;

    /// Returns the variant for an unknown event.
    fn unlisted(event: UnlistedEvent) -> Self;
}

/// Implements an enum of events: for each its name and its variant.
#[doc(hidden)]
#[macro_export]
macro_rules! event_enumeration {
    ($event:ident by [$($kind:ident $place:literal),*] {
        $($name:literal => $variant:ident,)*
    }) => {
        impl $crate::generated::DeclaresEvents for $event {
            const TYPE: &'static [$crate::EventType] =
                &[$($crate::EventType::$kind($place)),*];
            const NAMES: &'static [&'static str] = &[$($name),*];

            fn decode(index: usize, body: &[u8]) -> $crate::serde_json::Result<Option<Self>> {
                const READ: &[fn(&[u8]) -> $crate::serde_json::Result<$event>] =
                    &[$(|body| $crate::generated::from_json(body)
                        .map($event::$variant)),*];
                READ.get(index).map(|read| read(body)).transpose()
            }

            fn unlisted(event: $crate::UnlistedEvent) -> Self {
                Self::Unlisted(event)
            }
        }

        impl $crate::serde::ser::Serialize for $event {
            fn serialize<S: $crate::serde::ser::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$variant(event) => event.serialize(serializer),)*
                    Self::Unlisted(event) => event.serialize(serializer),
                }
            }
        }
    };
}

/// An event that is not listed in the API description. Its body is preserved when it is serialized.
#[derive(Clone, Debug, PartialEq)]
pub struct UnlistedEvent {
    name: String,
    body: Value,
}

impl UnlistedEvent {
    /// Returns the name that the server uses, such as `star.created`. If several places name the event, their values
    /// are joined.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the body.
    pub fn body(&self) -> &Value {
        &self.body
    }
}

impl Serialize for UnlistedEvent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.body.serialize(serializer)
    }
}

/// The reason why an event cannot be read.
#[non_exhaustive]
pub enum EventError {
    /// The sender could not be verified.
    Signature(SignatureError),
    /// The request does not name the event.
    NoType(EventType),
    /// The body of the event does not match the API description.
    Body(EventBodyError),
}

/// The error for an event body that does not match the API description.
pub struct EventBodyError {
    event: String,
    failure: DecodeFailure,
}

impl EventBodyError {
    fn explained<T>(
        event: &str,
        error: &serde_json::Error,
        body: &[u8],
        again: impl FnOnce() -> T,
    ) -> EventError {
        EventError::Body(Self {
            event: event.to_owned(),
            failure: DecodeFailure::of_value(error, body, again),
        })
    }

    /// Returns the name of the event; empty if it is unknown.
    pub fn event(&self) -> &str {
        &self.event
    }

    /// Returns the path in the JSON, such as `$.issue.state`.
    pub fn path(&self) -> &str {
        &self.failure.path
    }
}

/// Verifies and reads an event.
pub fn read_verified<E: DeclaresEvents>(
    headers: &HeaderMap,
    body: &[u8],
    verifier: &dyn Verifier,
) -> Result<E, EventError> {
    verifier
        .verify(headers, body)
        .map_err(EventError::Signature)?;
    read_event(headers, body)
}

/// Reads an event.
pub fn read_event<E: DeclaresEvents>(headers: &HeaderMap, body: &[u8]) -> Result<E, EventError> {
    let mut segments: Vec<String> = Vec::new();
    for (index, place) in E::TYPE.iter().enumerate() {
        let found = match place {
            EventType::Header(name) => headers
                .get(*name)
                .and_then(|value| value.to_str().ok())
                .map(str::to_owned),
            EventType::Member(name) => match text_member(body, name) {
                Ok(found) => found,
                // The body need not be an object if the header names the event.
                Err(error) if index > 0 && error.is_data() => None,
                Err(error) => {
                    let again = || text_member(body, name);
                    return Err(EventBodyError::explained("", &error, body, again));
                }
            },
        };
        match found {
            Some(text) => segments.push(text),
            // `push` has no action.
            None if index > 0 => {}
            None => return Err(EventError::NoType(*place)),
        }
    }
    // A single event needs no name.
    if let ([], [only]) = (E::TYPE, E::NAMES) {
        return read_as(Some(0), only, body);
    }
    // An event may have an action that is not part of its name.
    let names = (1..=segments.len())
        .rev()
        .map(|length| plain(&segments[..length].join("_")));
    let index = names
        .into_iter()
        .find_map(|name| E::NAMES.iter().position(|known| *known == name));
    read_as(index, &segments.join("."), body)
}

/// Reads an event with this name.
pub fn read_named<E: DeclaresEvents>(name: &str, body: &[u8]) -> Result<E, EventError> {
    let wanted = plain(name);
    let index = E::NAMES.iter().position(|known| *known == wanted);
    read_as(index, name, body)
}

fn read_as<E: DeclaresEvents>(
    index: Option<usize>,
    name: &str,
    body: &[u8],
) -> Result<E, EventError> {
    let read = || index.map(|index| E::decode(index, body));
    let event = match read().transpose().map(Option::flatten) {
        Ok(Some(event)) => Ok(event),
        Ok(None) => from_json(body).map(|body| {
            E::unlisted(UnlistedEvent {
                name: name.to_owned(),
                body,
            })
        }),
        Err(error) => Err(error),
    };
    event.map_err(|error| EventBodyError::explained(name, &error, body, read))
}

/// Normalizes the name of an event for comparison: API descriptions write `issues-opened`, `issues/opened` or
/// `/ISSUES_OPENED` for the wire names `issues` and `opened`. The generator has the same rule.
pub(crate) fn plain(name: &str) -> String {
    let sign = |c: char| if c.is_alphanumeric() { c } else { '_' };
    let plain: String = name
        .chars()
        .flat_map(char::to_lowercase)
        .map(sign)
        .collect();
    plain.trim_matches('_').to_owned()
}

/// Returns a string member of an object and skips all other members.
fn text_member(body: &[u8], name: &str) -> serde_json::Result<Option<String>> {
    let mut reader = serde_json::Deserializer::from_slice(without_mark(body));
    reader.deserialize_map(TextMember(name))
}

struct TextMember<'n>(&'n str);

impl<'de> Visitor<'de> for TextMember<'_> {
    type Value = Option<String>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "an object with the member {}", self.0)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let mut found = None;
        while let Some(key) = members.next_key::<String>()? {
            if key == self.0 {
                found = match members.next_value::<Value>()? {
                    Value::String(text) => Some(text),
                    _ => None,
                };
            } else {
                members.next_value::<IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}

impl fmt::Display for EventError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Signature(error) => write!(formatter, "the event cannot be trusted: {error}"),
            Self::NoType(EventType::Header(name)) => {
                write!(
                    formatter,
                    "the header `{name}` that names the event is missing"
                )
            }
            Self::NoType(EventType::Member(name)) => {
                write!(
                    formatter,
                    "the member `{name}` that names the event is missing"
                )
            }
            Self::Body(error) => error.fmt(formatter),
        }
    }
}

impl fmt::Debug for EventError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl std::error::Error for EventError {}

impl fmt::Display for EventBodyError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let event = line(&self.event);
        if self.event.is_empty() {
            formatter.write_str("the event cannot be read ")?;
        } else {
            write!(formatter, "the event `{event}` cannot be read ")?;
        }
        self.failure.write("", formatter)
    }
}

impl fmt::Debug for EventBodyError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl std::error::Error for EventBodyError {}
