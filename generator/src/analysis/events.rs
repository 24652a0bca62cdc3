//! What names the events that a server sends: a header, a member of their bodies, or both.

use std::collections::BTreeMap;

use super::event_texts::{KnownTexts, Texts};
use crate::diagnostic::{Code, Diagnostic, Location, Sink};
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
    /// Those that are known by what the description calls them, since what they bring says what others say.
    pub alike: Vec<usize>,
}

impl Events {
    pub(super) fn of(api: &Api) -> Self {
        let events = &api.events;
        let keys: Vec<String> = events.iter().map(|event| plain_event(&event.wire)).collect();
        let mut known = KnownTexts::default();
        let texts: Vec<Texts<'_>> = events.iter().map(|event| known.of(api, &event.ty)).collect();
        if let [.., last] = api.event_places.as_slice() {
            let names = match last {
                EventPlace::Member(name) if api.event_places.len() == 1 => Self::by_member(name, keys, &texts),
                _ => Self::named(keys),
            };
            return Self { places: api.event_places.clone(), ..names };
        }
        if let Some(header) = header(events) {
            let member = further_member(&keys, &texts).map(|name| EventPlace::Member(name.to_owned()));
            let places = [EventPlace::Header(header)].into_iter().chain(member).collect();
            return Self { places, ..Self::named(keys) };
        }
        match member(&keys, &texts) {
            Some(name) => {
                let places = vec![EventPlace::Member(name.to_owned())];
                Self { places, ..Self::by_member(name, keys, &texts) }
            }
            None => Self::named(keys),
        }
    }

    fn named(names: Vec<String>) -> Self {
        Self { names, ..Self::default() }
    }

    /// Events that are named by what a member is in each: its only value, else what the event is called. Of several that say the
    /// same, the one that is called so keeps it, else the first. The others are known by what they are called, and who says
    /// that of itself gives way in turn: no two have one name.
    fn by_member(name: &str, keys: Vec<String>, texts: &[Texts<'_>]) -> Self {
        let mut holders: BTreeMap<String, usize> = BTreeMap::new();
        let mut alike = Vec::new();
        for (index, (key, texts)) in keys.iter().zip(texts).enumerate() {
            let mut said = single(texts, name).unwrap_or_else(|| key.clone());
            if said != *key && holders.contains_key(&said) {
                alike.push(index);
                said.clone_from(key);
            }
            let mut holder = index;
            while let Some(other) = holders.insert(said, holder) {
                alike.push(other);
                (said, holder) = (keys[other].clone(), other);
            }
        }
        alike.sort_unstable();
        let mut names = keys;
        holders.into_iter().for_each(|(said, index)| names[index] = said);
        Self { places: Vec::new(), names, alike }
    }

    /// Tells of events that say they are another one.
    pub(crate) fn warn_of_alike(&self, api: &Api, source: &str, sink: &mut Sink) {
        for event in self.alike.iter().filter_map(|index| api.events.get(*index)) {
            let message =
                format!("what the event `{}` brings says that it is another one, as which it is received", event.wire);
            let told = Diagnostic::warning(Code::AlternativesAlike, message);
            let told = told.at(source, Location::Pointer(event.origin.to_string()));
            sink.push(told.help("give the member that names events a value of its own in each"));
        }
    }
}

fn single(texts: &Texts<'_>, name: &str) -> Option<String> {
    let texts = texts.get(name)?;
    texts.first().filter(|_| texts.len() == 1).cloned()
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
        keys.iter().zip(texts).all(|(key, texts)| texts.get(**name).is_some_and(|texts| texts.contains(key)))
    };
    let rank = |name: &&&str| MEMBERS.iter().position(|usual| usual == *name).unwrap_or(MEMBERS.len());
    let first = texts.first()?;
    let apart = first.keys().filter(tells_apart).min_by_key(rank);
    apart.or_else(|| first.keys().filter(is_key).min_by_key(rank)).copied()
}
