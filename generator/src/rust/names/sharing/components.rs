//! Inline types that are equal to a component. Tools with generic types write out the type arguments, such as `PageOfUser`.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::canonical::{CanonicalShape, has_own_name};
use super::docs::are_compatible;
use super::role::required_name;
use crate::api::model::{Api, Shape, Type, TypeId};
use crate::config::Config;
use crate::rust::names::NameHistory;

/// Minimum number of members: types with fewer may be equal by chance.
const MIN_MEMBERS: usize = 2;

/// The components by their canonical shapes.
pub(super) struct Components<'a> {
    config: &'a Config,
    history: &'a NameHistory,
    by_shape: HashMap<CanonicalShape, Vec<TypeId>>,
}

impl<'a> Components<'a> {
    pub(super) fn new(config: &'a Config, history: &'a NameHistory) -> Self {
        Self { config, history, by_shape: HashMap::new() }
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
        let is_free = required_name(api, self.config, self.history, definition).is_none();
        (is_equal && is_free).then_some(*component)
    }
}

/// Enumerations stay apart, because they grow.
fn has_several_members(shape: &Shape) -> bool {
    matches!(shape, Shape::Object(object) if object.fields.len() >= MIN_MEMBERS)
}

/// Replaces types by the components that they are equal to. A component moves to the first of these types, because owners
/// stand before what is in them.
pub(super) fn join(api: &mut Api, same: &mut [TypeId]) {
    let is_component = |id: TypeId| has_own_name(api.definition(id));
    let pairs = api.definitions().map(|(id, _)| id).zip(same.iter().copied());
    let mut equal: BTreeMap<TypeId, TypeId> = pairs.filter(|(id, first)| id != first && is_component(*first)).collect();
    equal.keys().for_each(|id| same[id.index()] = *id);
    part_alternatives(api, &mut equal);
    let mut groups: BTreeMap<TypeId, Vec<TypeId>> = BTreeMap::new();
    for (id, component) in equal {
        groups.entry(component).or_insert_with(|| vec![component]).push(id);
    }
    for (component, members) in groups {
        let first = members.iter().copied().min().unwrap_or(component);
        api.types.swap(first.index(), component.index());
        members.iter().for_each(|member| same[member.index()] = first);
    }
}

/// Excludes types that are alternatives of the same union.
fn part_alternatives(api: &Api, equal: &mut BTreeMap<TypeId, TypeId>) {
    if equal.is_empty() {
        return;
    }
    for definition in &api.types {
        let Shape::Union(union) = &definition.shape else { continue };
        let held: HashSet<TypeId> = union.payloads().flat_map(Type::named_types).collect();
        let mut met: HashSet<TypeId> = HashSet::new();
        for id in union.payloads().flat_map(Type::named_types) {
            let is_met = equal.get(&id).is_some_and(|original| held.contains(original) || !met.insert(*original));
            if is_met {
                equal.remove(&id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::api::model::{Definition, Shape};
    use crate::pipeline::Emission;
    use crate::rust::names::NameHistory;

    const THING: &str = r#""type": "object", "properties": { "id": { "type": "string", "description": "The key." },
        "kind": { "type": "string", "enum": ["bot", "person"] } }"#;

    /// Components, and the name of the type of the items of `PageThing`.
    fn item(thing: &str, item: &str, more: &str, history: &NameHistory) -> (Emission, String) {
        let page = format!(
            r#""PageThing": {{ "type": "object", "properties": {{
                "items": {{ "type": "array", "items": {{ {item} }} }} }} }}"#
        );
        let emission = Emission::from_schemas(&format!(r#"{page}, "Thing": {{ {thing} }} {more}"#), history);
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
