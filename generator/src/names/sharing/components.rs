//! Components that are written out again: generators of descriptions that have generic types write their arguments out.

use std::collections::HashMap;

use super::canonical::CanonicalShape;
use super::docs::are_compatible;
use crate::config::Config;
use crate::model::{Api, Definition, Shape, TypeId};
use crate::names::NameHistory;

/// Minimum number of members: less is equal by chance.
const MIN_MEMBERS: usize = 2;

/// The components by their canonical shapes.
pub(super) struct Components<'a> {
    config: &'a Config,
    memory: &'a NameHistory,
    by_shape: HashMap<CanonicalShape, Vec<TypeId>>,
}

impl<'a> Components<'a> {
    pub(super) fn new(config: &'a Config, memory: &'a NameHistory) -> Self {
        Self { config, memory, by_shape: HashMap::new() }
    }

    pub(super) fn add(&mut self, api: &Api, id: TypeId, shape: CanonicalShape) {
        if has_several_members(&api.definition(id).shape) {
            self.by_shape.entry(shape).or_default().push(id);
        }
    }

    /// Returns the only component that a type without a name of its own is equal to. A type that had a name before, or is
    /// given one, is equal to none.
    pub(super) fn equal(&self, api: &Api, id: TypeId, shape: &CanonicalShape) -> Option<TypeId> {
        let [component] = self.by_shape.get(shape)?.as_slice() else { return None };
        let (definition, original) = (api.definition(id), api.definition(*component));
        let is_equal = definition.constraints == original.constraints && are_compatible(definition, original);
        (is_equal && self.is_free(api, definition)).then_some(*component)
    }

    fn is_free(&self, api: &Api, definition: &Definition) -> bool {
        let place = api.source_map.trace(definition.origin.as_str());
        self.memory.recorded_name(&api.place_of(definition)).is_none()
            && self.config.type_at(place.pointer.as_str()).is_none()
    }
}

/// Enumerations stay apart, because they grow.
fn has_several_members(shape: &Shape) -> bool {
    matches!(shape, Shape::Object(object) if object.fields.len() >= MIN_MEMBERS)
}

#[cfg(test)]
mod tests {
    use crate::model::{Definition, Shape};
    use crate::names::NameHistory;
    use crate::pipeline::Emission;

    const THING: &str = r#""type": "object", "properties": { "id": { "type": "string", "description": "The key." },
        "kind": { "type": "string", "enum": ["bot", "person"] } }"#;

    /// Components, and the name of the type of the items of `PageThing`.
    fn item(thing: &str, item: &str, more: &str, memory: &NameHistory) -> (Emission, String) {
        let page = format!(
            r#""PageThing": {{ "type": "object", "properties": {{
                "items": {{ "type": "array", "items": {{ {item} }} }} }} }}"#
        );
        let emission = Emission::from_schemas(&format!(r#"{page}, "Thing": {{ {thing} }} {more}"#), memory);
        let name = emission.schema_name("PageThing/properties/items/items");
        (emission, name)
    }

    fn first_item(thing: &str, other: &str) -> String {
        item(thing, other, "", &NameHistory::default()).1
    }

    #[test]
    fn what_is_equal_to_a_component_is_that_component() {
        let described = format!(r#""description": "A thing.", {THING}"#);
        for (thing, item) in [(THING, THING), (THING, &described), (&described, THING)] {
            assert_eq!(first_item(thing, item), "", "{item}");
        }
        let (emission, _) = item(THING, &described, "", &NameHistory::default());
        assert_eq!(emission.schema_name("Thing"), "Thing");
        assert_eq!(emission.api.types.len(), 3);
    }

    #[test]
    fn what_holds_an_equal_type_is_equal_too() {
        let outer = |inner: &str| {
            format!(r#""type": "object", "properties": {{ "size": {{ "type": "integer" }}, "inner": {{ {inner} }} }}"#)
        };
        let inner = r##"$ref": "#/components/schemas/Inner"##;
        let more = format!(r#", "Inner": {{ {THING} }}"#);
        let (_, name) = item(&outer(&format!(r#""{inner}""#)), &outer(THING), &more, &NameHistory::default());
        assert_eq!(name, "");
    }

    #[test]
    fn other_types_stay_types_of_their_own() {
        let text_of = |thing: &str| thing.replace("The key.", "The name.");
        let one = r#""type": "object", "properties": { "id": { "type": "string" } }"#;
        let word = r#""type": "string", "enum": ["bot"]"#;
        for (thing, item) in [(THING, text_of(THING)), (one, one.to_owned()), (word, word.to_owned())] {
            assert_ne!(first_item(thing, &item), "", "{item}");
        }
        // It could be either.
        let twice = format!(r#", "Other": {{ {THING} }}"#);
        assert_ne!(item(THING, THING, &twice, &NameHistory::default()).1, "");
    }

    #[test]
    fn alternatives_of_one_union_stay_apart() {
        let union =
            format!(r##", "Either": {{ "anyOf": [{{ "$ref": "#/components/schemas/Thing" }}, {{ {THING} }}] }}"##);
        let (emission, name) = item(THING, THING, &union, &NameHistory::default());
        assert_eq!(name, "");
        let is_union = |definition: &&Definition| matches!(definition.shape, Shape::Union(_));
        let held =
            emission.api.types.iter().find(is_union).map(|union| union.shape.types(|_| true)).unwrap_or_default();
        assert!(held.len() == 2 && held[0] != held[1], "{held:?}");
    }

    #[test]
    fn a_recorded_type_stays_a_type() {
        let (unlike, name) = item(&THING.replace("bot", "robot"), THING, "", &NameHistory::default());
        assert_eq!(name, "PageThingItem");
        assert_eq!(item(THING, THING, "", &unlike.recorded_names).1, name);
        let (equal, _) = item(THING, THING, "", &NameHistory::default());
        assert_eq!(item(THING, THING, "", &equal.recorded_names).1, "");
        assert_eq!(item(&THING.replace("bot", "robot"), THING, "", &equal.recorded_names).1, name);
    }
}
