//! The identification of events that a server sends: by a header, a member of the body with a few possible values, or both.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use serde_json::Value;

use crate::api::model::{Api, Event, EventPlace, Field, Shape, Type, TypeId, plain_event};
use crate::base::diagnostic::{Code, Diagnostic, Location, Sink};

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
            let warning = warning.at(source, Location::Pointer(event.origin.clone()));
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

/// Maximum depth of unions in hand-written events.
const MAX_DEPTH: usize = 8;
/// Maximum number of members, and of values of each, that may identify events.
const MAX_MEMBERS: usize = 64;
const MAX_VALUES: usize = 500;

/// The members with a few possible strings.
pub(super) type Texts<'a> = BTreeMap<&'a str, MemberTexts>;

/// The possible strings of a member, normalized for comparison with event names; types of one enumeration share them.
pub(super) type MemberTexts = Rc<BTreeSet<String>>;

/// The members of the types visited so far.
#[derive(Default)]
pub(super) struct KnownTexts<'a> {
    /// The members of a type, by the remaining depth.
    members: HashMap<(TypeId, usize), Texts<'a>>,
    enumerations: HashMap<TypeId, MemberTexts>,
}

impl<'a> KnownTexts<'a> {
    /// Returns the members of an object, or of all objects of a union.
    pub(super) fn texts(&mut self, api: &'a Api, ty: &'a Type) -> Texts<'a> {
        self.within(api, ty, MAX_DEPTH)
    }

    fn within(&mut self, api: &'a Api, ty: &'a Type, depth: usize) -> Texts<'a> {
        let Type::Named(id) = api.unaliased(ty) else { return Texts::new() };
        if let Some(known) = self.members.get(&(*id, depth)) {
            return known.clone();
        }
        let texts = match &api.definition(*id).shape {
            Shape::Object(object) => {
                let fields = object.fields.iter();
                let texts = fields.filter_map(|field| Some((field.wire.as_str(), self.texts_of(api, field)?)));
                texts.take(MAX_MEMBERS).collect()
            }
            Shape::Union(union) if depth > 0 => self.common(api, union.payloads(), depth - 1),
            Shape::Wrapper(inner) if depth > 0 => self.within(api, inner, depth - 1),
            _ => Texts::new(),
        };
        self.members.insert((*id, depth), texts.clone());
        texts
    }

    /// Returns the members that all of these types have.
    fn common(&mut self, api: &'a Api, mut all: impl Iterator<Item = &'a Type>, depth: usize) -> Texts<'a> {
        let mut common = all.next().map(|first| self.within(api, first, depth)).unwrap_or_default();
        for other in all {
            if common.is_empty() {
                break;
            }
            let own = self.within(api, other, depth);
            common.retain(|name, values| own.get(name) == Some(values));
        }
        common
    }

    fn texts_of(&mut self, api: &Api, field: &Field) -> Option<MemberTexts> {
        if let Some(Value::String(constant)) = &field.constant {
            return Some(Rc::new(BTreeSet::from([plain_event(constant)])));
        }
        let Type::Named(id) = api.unaliased(&field.ty) else { return None };
        match &api.definition(*id).shape {
            Shape::StringEnum(listed) if !listed.is_open && listed.words.len() <= MAX_VALUES => {
                let plain = || Rc::new(listed.words.iter().map(|word| plain_event(&word.wire)).collect());
                Some(Rc::clone(self.enumerations.entry(*id).or_insert_with(plain)))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::KnownTexts;
    use crate::api::lower::lower;
    use crate::api::model::{Api, Type};
    use crate::base::diagnostic::Sink;
    use crate::base::text::Source;
    use crate::config::{Config, UsedEntries};
    use crate::read::document::read;

    /// The number of alternatives of each union: following every path would not terminate.
    const WIDE: usize = 16;
    const LEVELS: usize = 8;

    fn api() -> Api {
        let reference = |level: usize, n: usize| json!({ "$ref": format!("#/components/schemas/L{level}x{n}") });
        let mut schemas: Map<String, Value> = Map::new();
        for n in 0..WIDE {
            let kind = json!({ "type": "string", "enum": ["a", "b"] });
            let other = json!({ "type": "string", "enum": [format!("{n}")] });
            let properties = json!({ "kind": kind, "other": other });
            schemas
                .insert(format!("L{LEVELS}x{n}"), json!({ "properties": properties, "required": ["kind", "other"] }));
            for level in 0..LEVELS {
                let below: Vec<Value> = (0..WIDE).map(|n| reference(level + 1, n)).collect();
                schemas.insert(format!("L{level}x{n}"), json!({ "anyOf": below }));
            }
        }
        let description = json!({
            "openapi": "3.1.0", "info": { "title": "", "version": "" }, "paths": {}, "components": { "schemas": schemas },
        });
        let (config, mut sink) = (Config::default(), Sink::new());
        let document = read(&Source::new("events", description.to_string()).into(), &config, &mut sink).unwrap();
        lower(&document, &config, &mut UsedEntries::default(), &mut sink).unwrap()
    }

    #[test]
    fn each_type_is_looked_at_once() {
        let api = api();
        let top = api.definitions().find(|(_, definition)| definition.naming.schema() == Some("L0x0")).unwrap().0;
        let texts = Type::Named(top);
        let mut known = KnownTexts::default();
        let texts = known.texts(&api, &texts);
        assert_eq!(texts.keys().collect::<Vec<_>>(), [&"kind"]);
    }
}
