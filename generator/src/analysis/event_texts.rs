//! The members of an event with a few possible string values, which may identify the event.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use serde_json::Value;

use crate::model::{Api, Field, Shape, Type, TypeId, plain_event};

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
    use crate::config::{Config, UsedEntries};
    use crate::diagnostic::Sink;
    use crate::document::read;
    use crate::lower::lower;
    use crate::model::{Api, Type};
    use crate::source::Source;

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
        let document = read(&Source::new("events", description.to_string()), &config, &mut sink).unwrap();
        lower(&document, &config, &(), &mut UsedEntries::default(), &mut sink).unwrap()
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
