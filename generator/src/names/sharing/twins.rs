//! Components that are another one but for null: generators of descriptions that cannot say null beside a reference make such
//! twins. References to them allow null already, so that one type is enough.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::canonical::{CanonicalShape, canonical, has_own_name};
use crate::config::Config;
use crate::ident::folded;
use crate::model::{Api, Definition, Shape, Type, TypeId};
use crate::names::NameHistory;

/// Has each nullable component be the one that it is otherwise equal to, whose name stands in its own. What had a name of
/// its own before, or is given one, stays a type. Has what is written out become the component that it is, too.
pub(super) fn join(api: &mut Api, same: &mut [TypeId], config: &Config, memory: &NameHistory) {
    let mut twins = twins(api, same, config, memory);
    let written_out = api.definitions().zip(same.iter()).filter(|((id, _), first)| id != *first);
    let written_out = written_out.filter(|(_, first)| has_own_name(api.definition(**first)));
    twins.extend(
        written_out.map(|((id, _), first)| (id, twins.get(first).copied().unwrap_or(*first))).collect::<Vec<_>>(),
    );
    let all: Vec<TypeId> = twins.keys().copied().collect();
    part_alternatives(api, &mut twins);
    for id in all.into_iter().filter(|id| !twins.contains_key(id)) {
        same[id.index()] = id;
    }
    let mut groups: BTreeMap<TypeId, Vec<TypeId>> = BTreeMap::new();
    for (twin, original) in twins {
        groups.entry(original).or_insert_with(|| vec![original]).push(twin);
    }
    for (original, members) in groups {
        // The first of them in the arena stands for all.
        let first = members.iter().copied().min().unwrap_or(original);
        api.types.swap(first.index(), original.index());
        for member in members {
            if let Some(of_member) = same.get_mut(member.index()) {
                *of_member = first;
            }
        }
    }
}

/// The component that each nullable one is.
fn twins(api: &Api, same: &[TypeId], config: &Config, memory: &NameHistory) -> BTreeMap<TypeId, TypeId> {
    let (nullable, plain): (Vec<_>, Vec<_>) =
        api.definitions().filter(|(_, definition)| can_be_twin(definition)).partition(|(_, it)| it.is_nullable);
    if nullable.is_empty() {
        return BTreeMap::new();
    }
    let mut originals: HashMap<CanonicalShape, Vec<TypeId>> = HashMap::new();
    plain.iter().for_each(|(id, it)| originals.entry(canonical(it, |id| same[id.index()])).or_default().push(*id));
    let named: HashSet<&str> = config.names().map(|(key, ..)| key).collect();
    let found = nullable.iter().filter_map(|(id, definition)| {
        let name = folded(definition.naming.schema()?);
        let named_in = |id: &&TypeId| {
            let original = api.definition(**id).naming.schema().map(folded).unwrap_or_default();
            (!original.is_empty() && name.contains(&original)).then_some(original.len())
        };
        let alike = originals.get(&canonical(definition, |id| same[id.index()]))?;
        let original = alike.iter().filter(|id| named_in(id).is_some()).max_by_key(|id| (named_in(id), **id))?;
        is_free(api, definition, config, &named, memory).then_some((*id, *original))
    });
    found.collect()
}

/// Returns `true` if a type is a component with a shape that says something: simple types are equal by chance.
fn can_be_twin(definition: &Definition) -> bool {
    let says_something = match &definition.shape {
        Shape::Object(object) => !object.fields.is_empty(),
        Shape::IntegerEnum(_) | Shape::StringEnum(_) | Shape::Union(_) => true,
        Shape::Alias(_) | Shape::Wrapper(_) => false,
    };
    says_something && definition.naming.schema().is_some()
}

/// Returns `true` if nothing gives a type a name of its own: `named` are the keys of the configuration.
fn is_free(api: &Api, twin: &Definition, config: &Config, named: &HashSet<&str>, memory: &NameHistory) -> bool {
    let place = api.source_map.trace(twin.origin.as_str());
    let is_named = twin.naming.schema().is_some_and(|own| named.contains(own));
    memory.recorded_name(&api.place_of(twin)).is_none() && !is_named && config.type_at(place.pointer.as_str()).is_none()
}

/// Excludes types that are alternatives of the same union.
fn part_alternatives(api: &Api, twins: &mut BTreeMap<TypeId, TypeId>) {
    if twins.is_empty() {
        return;
    }
    for definition in &api.types {
        let Shape::Union(union) = &definition.shape else { continue };
        let held: HashSet<TypeId> = union.payloads().flat_map(Type::named_types).collect();
        let mut met: HashSet<TypeId> = HashSet::new();
        for id in union.payloads().flat_map(Type::named_types) {
            let is_met = twins.get(&id).is_some_and(|original| held.contains(original) || !met.insert(*original));
            if is_met {
                twins.remove(&id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::names::NameHistory;
    use crate::pipeline::Emission;

    const MEMBERS: &str = r#""type": "object", "properties": { "login": { "type": "string" },
        "kind": { "type": "string", "enum": ["bot", "person"] } }"#;

    /// Components with these members, and one that holds each of them.
    fn emission(schemas: &[(&str, String)], memory: &NameHistory) -> Emission {
        let held =
            schemas.iter().map(|(name, _)| format!(r##""{0}": {{ "$ref": "#/components/schemas/{0}" }}"##, name));
        let held = held.collect::<Vec<_>>().join(", ");
        let all = schemas.iter().map(|(name, schema)| format!(r#""{name}": {{ {schema} }}"#)).collect::<Vec<_>>();
        let holder = format!(r#""Holder": {{ "type": "object", "properties": {{ {held} }} }}"#);
        Emission::from_schemas(&format!("{}, {holder}", all.join(", ")), memory)
    }

    fn names(emission: &Emission, schemas: &[&str]) -> Vec<String> {
        schemas.iter().map(|name| emission.schema_name(name)).collect()
    }

    fn nullable() -> String {
        format!(r#""nullable": true, "title": "User", {MEMBERS}"#)
    }

    #[test]
    fn a_component_that_is_another_but_for_null_is_that_one() {
        let plain = || ("User", MEMBERS.to_owned());
        for schemas in [[("NullableUser", nullable()), plain()], [plain(), ("NullableUser", nullable())]] {
            let emission = emission(&schemas, &NameHistory::default());
            assert_eq!(names(&emission, &["User", "NullableUser"]), ["User", ""]);
            assert_eq!(names(&emission, &["User/properties/kind"]), ["UserKind"]);
        }
    }

    #[test]
    fn others_stay_types_of_their_own() {
        let other = MEMBERS.replace("bot", "robot");
        let rows = [("User", other), ("NullableUser", nullable()), ("Person", MEMBERS.to_owned())];
        let emission = emission(&rows, &NameHistory::default());
        assert_eq!(names(&emission, &["User", "NullableUser", "Person"]), ["User", "NullableUser", "Person"]);
    }

    #[test]
    fn what_was_two_types_stays_two_and_what_was_one_is_named_so() {
        let alike = [("NullableUser", nullable()), ("User", MEMBERS.to_owned())];
        let unlike = [("NullableUser", nullable()), ("User", MEMBERS.replace("bot", "robot"))];
        let both = ["User", "NullableUser"];
        let parted = emission(&unlike, &NameHistory::default());
        for memory in [parted.lock_file(), parted.recorded_names] {
            assert_eq!(names(&emission(&alike, &memory), &both), both);
        }
        let joined = emission(&alike, &NameHistory::default());
        for memory in [joined.lock_file(), joined.recorded_names] {
            assert_eq!(names(&emission(&alike, &memory), &both), ["User", ""]);
            assert_eq!(names(&emission(&unlike, &memory), &both), both);
        }
    }
}
