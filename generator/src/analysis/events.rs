//! What names the events that a server sends: a header, a member of their bodies, or both.

use std::collections::BTreeMap;

use super::event_texts::{KnownTexts, Texts};
use crate::model::{Api, Event, EventPlace, plain_event};

/// What the names of headers that name an event end with.
const HEADERS: [&str; 6] = ["-event", "-event-key", "-event-name", "-event-type", "-topic", "-webhook-type"];
/// What members are called that name an event, the likeliest first.
const MEMBERS: [&str; 9] =
    ["type", "event", "event_type", "eventType", "eventName", "event_name", "name", "kind", "topic"];

/// How events are told apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Events {
    /// What names them, of which the first has to be there; nothing where that is not known.
    pub places: Vec<EventPlace>,
    /// The name of each as it is compared, by index.
    pub names: Vec<String>,
}

impl Events {
    pub(super) fn of(api: &Api) -> Self {
        let events = &api.events;
        let keys: Vec<String> = events.iter().map(|event| plain_event(&event.wire)).collect();
        let mut known = KnownTexts::default();
        let texts: Vec<Texts<'_>> = events.iter().map(|event| known.of(api, &event.ty)).collect();
        if let [.., last] = api.event_places.as_slice() {
            let names = match last {
                EventPlace::Member(name) if api.event_places.len() == 1 => values(name, &keys, &texts),
                _ => keys,
            };
            return Self { places: api.event_places.clone(), names };
        }
        if let Some(header) = header(events) {
            let member = further_member(&keys, &texts).map(|name| EventPlace::Member(name.to_owned()));
            return Self { places: [EventPlace::Header(header)].into_iter().chain(member).collect(), names: keys };
        }
        match member(&keys, &texts) {
            Some(name) => {
                Self { places: vec![EventPlace::Member(name.to_owned())], names: values(name, &keys, &texts) }
            }
            None => Self { places: Vec::new(), names: keys },
        }
    }
}

/// What a member is in each event: its only value, else what the event is called.
fn values(name: &str, keys: &[String], texts: &[Texts<'_>]) -> Vec<String> {
    let value = |(key, texts): (&String, &Texts<'_>)| single(texts, name).unwrap_or_else(|| key.clone());
    keys.iter().zip(texts).map(value).collect()
}

fn single(texts: &Texts<'_>, name: &str) -> Option<String> {
    match texts.get(name)?.as_slice() {
        [only] => Some(plain_event(only)),
        _ => None,
    }
}

/// The header that comes with each event and is called after that.
fn header(events: &[Event]) -> Option<String> {
    let (first, others) = events.split_first()?;
    let is_common = |name: &&String| others.iter().all(|event| event.headers.contains(name));
    let ends = |name: &&String| HEADERS.iter().any(|ending| name.ends_with(ending));
    first.headers.iter().filter(ends).find(is_common).cloned()
}

/// The member with whose only value the names of events end, where it has one: `action` is `opened` of `issues-opened`.
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

/// The member that has one value in each event, another one in each; or that can be what each event is called.
fn member<'a>(keys: &[String], texts: &[Texts<'a>]) -> Option<&'a str> {
    let tells_apart = |name: &&&str| {
        let mut values: Vec<String> = texts.iter().filter_map(|texts| single(texts, name)).collect();
        let all = values.len();
        values.sort_unstable();
        values.dedup();
        all == keys.len() && values.len() == all
    };
    let is_key = |name: &&&str| {
        keys.iter().zip(texts).all(|(key, texts)| {
            let values = texts.get(**name).map_or(&[][..], Vec::as_slice);
            values.iter().any(|value| plain_event(value) == *key)
        })
    };
    let rank = |name: &&&str| MEMBERS.iter().position(|usual| usual == *name).unwrap_or(MEMBERS.len());
    let first = texts.first()?;
    let apart = first.keys().filter(tells_apart).min_by_key(rank);
    apart.or_else(|| first.keys().filter(is_key).min_by_key(rank)).copied()
}
