//! The identification of events that a server sends: by a header, a member of the body, or both.

use std::collections::BTreeMap;

use super::event_texts::{KnownTexts, Texts};
use crate::diagnostic::{Code, Diagnostic, Location, Sink};
use crate::model::{Api, Event, EventPlace, plain_event};

/// Suffixes of headers that name an event.
const HEADERS: [&str; 6] = ["-event", "-event-key", "-event-name", "-event-type", "-topic", "-webhook-type"];
/// Members that name an event, the most likely first.
const MEMBERS: [&str; 9] =
    ["type", "event", "event_type", "eventType", "eventName", "event_name", "name", "kind", "topic"];

/// The identification of events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventIdentification {
    /// The header or members that identify an event; the first is required. Empty if unknown.
    pub places: Vec<EventPlace>,
    /// The normalized name of each event, by index.
    pub names: Vec<String>,
    /// The events that are known by their declared name, since their payload claims the name of another one.
    pub indistinguishable: Vec<usize>,
}

impl EventIdentification {
    pub(super) fn new(api: &Api) -> Self {
        let events = &api.events;
        let keys: Vec<String> = events.iter().map(|event| plain_event(&event.wire)).collect();
        let mut known = KnownTexts::default();
        let texts: Vec<Texts<'_>> = events.iter().map(|event| known.texts(api, &event.ty)).collect();
        if let [.., last] = api.event_places.as_slice() {
            let names = match last {
                EventPlace::Member(name) if api.event_places.len() == 1 => Self::by_member(name, keys, &texts),
                _ => Self::from_names(keys),
            };
            return Self { places: api.event_places.clone(), ..names };
        }
        if let Some(header) = header(events) {
            let member = further_member(&keys, &texts).map(|name| EventPlace::Member(name.to_owned()));
            let places = [EventPlace::Header(header)].into_iter().chain(member).collect();
            return Self { places, ..Self::from_names(keys) };
        }
        match member(&keys, &texts) {
            Some(name) => {
                let places = vec![EventPlace::Member(name.to_owned())];
                Self { places, ..Self::by_member(name, keys, &texts) }
            }
            None => Self::from_names(keys),
        }
    }

    fn from_names(names: Vec<String>) -> Self {
        Self { names, ..Self::default() }
    }

    /// Names events after the value of a member: its only value, otherwise the declared name. If several events have
    /// the same value, the one that is declared with that name keeps it, otherwise the first. The others keep their
    /// declared name, and an event with that value gives way in turn, so that all names are unique.
    fn by_member(name: &str, keys: Vec<String>, texts: &[Texts<'_>]) -> Self {
        let mut holders: BTreeMap<String, usize> = BTreeMap::new();
        let mut indistinguishable = Vec::new();
        for (index, (key, texts)) in keys.iter().zip(texts).enumerate() {
            let mut said = single(texts, name).unwrap_or_else(|| key.clone());
            if said != *key && holders.contains_key(&said) {
                indistinguishable.push(index);
                said.clone_from(key);
            }
            let mut holder = index;
            while let Some(other) = holders.insert(said, holder) {
                indistinguishable.push(other);
                (said, holder) = (keys[other].clone(), other);
            }
        }
        indistinguishable.sort_unstable();
        let mut names = keys;
        holders.into_iter().for_each(|(said, index)| names[index] = said);
        Self { places: Vec::new(), names, indistinguishable }
    }

    /// Warns about events whose payload claims to be another event.
    pub(crate) fn warn_indistinguishable_events(&self, api: &Api, source: &str, sink: &mut Sink) {
        for event in self.indistinguishable.iter().filter_map(|index| api.events.get(*index)) {
            let message = format!("payloads of the event `{}` are recognized as another event", event.wire);
            let warning = Diagnostic::warning(Code::AlternativesAlike, message);
            let warning = warning.at(source, Location::Pointer(event.origin.to_string()));
            sink.push(warning.help("give the member that names the event a different value in each event"));
        }
    }
}

fn single(texts: &Texts<'_>, name: &str) -> Option<String> {
    let texts = texts.get(name)?;
    texts.first().filter(|_| texts.len() == 1).cloned()
}

/// Returns the header that is sent with each event and named after it.
fn header(events: &[Event]) -> Option<String> {
    let (first, others) = events.split_first()?;
    let is_common = |name: &&String| others.iter().all(|event| event.headers.contains(name));
    let ends = |name: &&String| HEADERS.iter().any(|ending| name.ends_with(ending));
    first.headers.iter().filter(ends).find(is_common).cloned()
}

/// Returns the member whose only value is the suffix of the event names, if there is one: `action` is `opened` in
/// `issues-opened`.
fn further_member<'a>(keys: &[String], texts: &[Texts<'a>]) -> Option<&'a str> {
    let mut found: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (key, texts) in keys.iter().zip(texts) {
        for (name, value) in texts.keys().filter_map(|name| Some((*name, single(texts, name)?))) {
            let (fitting, all) = found.entry(name).or_default();
            *fitting += usize::from(key.ends_with(&format!("_{value}")));
            *all += 1;
        }
    }
    let usual = found.into_iter().filter(|(_, (fitting, all))| fitting * 2 > *all);
    usual.max_by_key(|(_, (fitting, _))| *fitting).map(|(name, _)| name)
}

/// Returns the member with a unique constant in each event, or whose values include the declared name of each event.
fn member<'a>(keys: &[String], texts: &[Texts<'a>]) -> Option<&'a str> {
    let tells_apart = |name: &&&str| {
        let mut values: Vec<String> = texts.iter().filter_map(|texts| single(texts, name)).collect();
        let all = values.len();
        values.sort_unstable();
        values.dedup();
        all == keys.len() && values.len() == all
    };
    let is_key = |name: &&&str| {
        keys.iter().zip(texts).all(|(key, texts)| texts.get(**name).is_some_and(|texts| texts.contains(key)))
    };
    let rank = |name: &&&str| MEMBERS.iter().position(|usual| usual == *name).unwrap_or(MEMBERS.len());
    let first = texts.first()?;
    let apart = first.keys().filter(tells_apart).min_by_key(rank);
    apart.or_else(|| first.keys().filter(is_key).min_by_key(rank)).copied()
}
