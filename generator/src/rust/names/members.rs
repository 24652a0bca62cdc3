//! Names of members of types (fields, setters, variants and constants), and of security schemes and events.

use std::borrow::Cow;
use std::collections::HashSet;

use super::allocator::NameAllocator;
use super::items::ItemId;
use super::reserved::{CONSTANTS, OPERATORS, STRUCT_FUNCTIONS};
use super::scope::{NameRequest, set, type_request, value_request};
use super::values::{UNLISTED, integer_enum_requests, string_enum_requests, with_value_suffix};
use super::variants::{reserved, variant_requests};
use crate::api::model::{Api, Object, Shape, TypeId};
use crate::base::ident::{CLEARING_PREFIX, without_underscore};

/// Assigns the names of fields and of variants.
pub(super) fn fields_and_variants(api: &Api, allocator: &mut NameAllocator<'_>) {
    let unlisted = set(&[UNLISTED]);
    for (id, definition) in api.definitions() {
        let owner = allocator.name(ItemId::Type(id)).to_owned();
        match &definition.shape {
            Shape::Object(object) => name_fields(id, object, allocator),
            Shape::IntegerEnum(integers) => {
                allocator.allocate(&integer_enum_requests(id, integers, &owner), &unlisted);
            }
            Shape::StringEnum(strings) => {
                allocator.allocate(&string_enum_requests(id, strings, &owner), &unlisted);
            }
            Shape::Union(union) => {
                allocator.allocate(&variant_requests(id, union, &owner), &reserved());
            }
            Shape::Alias(_) | Shape::Wrapper(_) => {}
        }
    }
}

/// Assigns the names of the fields and constants of an object. They share a scope, because some letters have no case.
fn name_fields(id: TypeId, object: &Object, allocator: &mut NameAllocator<'_>) {
    let requests = field_requests(id, object);
    let setters = requests.iter().map(|request| setter(&request.natural));
    let setters = setters.filter(|name| matches!(name, Cow::Owned(_))).map(Cow::into_owned).collect();
    let mut taken: HashSet<String> = allocator.allocate(&requests, &setters).into_iter().collect();
    taken.extend(set(&CONSTANTS));
    let constants = object.fields.iter().enumerate().filter(|(_, field)| field.constant.is_some());
    let requests = constants.map(|(index, field)| {
        let plain = value_request(ItemId::Member(id, index), &field.wire);
        let upper = |name: &str| without_underscore(name).to_uppercase();
        let natural = upper(&plain.natural);
        let mut alternatives: Vec<String> = plain.alternatives.iter().map(|name| upper(name)).collect();
        alternatives.insert(0, format!("{natural}_VALUE"));
        NameRequest { natural, alternatives, exact: false, ..plain }
    });
    allocator.allocate(&requests.collect::<Vec<_>>(), &taken);
}

/// Returns the setter of a field: its name, after `with_` if the struct has another function with that name.
pub(super) fn setter(field: &str) -> Cow<'_, str> {
    let is_taken =
        STRUCT_FUNCTIONS.contains(&field) || OPERATORS.contains(&field) || field.starts_with(CLEARING_PREFIX);
    if is_taken { format!("with_{field}").into() } else { field.into() }
}

fn field_requests(id: TypeId, object: &Object) -> Vec<NameRequest> {
    let fields = object.fields.iter().enumerate().filter(|(_, field)| field.constant.is_none());
    let mut requests: Vec<NameRequest> =
        fields.map(|(index, field)| value_request(ItemId::Member(id, index), &field.wire)).collect();
    if object.others.is_some() {
        requests.push(NameRequest::new(ItemId::Undeclared(id), "others").or(["other_members".to_owned()]));
    }
    requests
}

/// Assigns the names of the security schemes.
pub(super) fn schemes(api: &Api, allocator: &mut NameAllocator<'_>) {
    let schemes = api.security.iter().enumerate();
    let requests = schemes.map(|(index, scheme)| type_request(ItemId::SecurityScheme(index), &scheme.wire));
    allocator.allocate(&requests.collect::<Vec<_>>(), &HashSet::new());
}

/// Assigns the names of the events: `recurring.token.created` is `RecurringTokenCreated`.
pub(super) fn events(api: &Api, allocator: &mut NameAllocator<'_>) {
    let requests = api.events.iter().enumerate().map(|(index, event)| {
        let mut request = type_request(ItemId::Event(index), &event.wire);
        request.alternatives.push(with_value_suffix(&request.natural));
        request
    });
    allocator.allocate(&requests.collect::<Vec<_>>(), &set(&[UNLISTED]));
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::pipeline::Emission;
    use crate::rust::names::NameHistory;

    #[test]
    fn names_of_lock_files_with_positions_are_kept() {
        let schemas = r#""Pet": { "oneOf": [
            { "title": "Cat", "type": "object", "properties": { "claws": { "type": "integer" } } },
            { "title": "Dog", "type": "object", "properties": { "name": { "type": "string" } } }] }"#;
        let recorded = [("/oneOf/0", "Tiger"), ("/oneOf/0#alternative", "Wild"), ("/oneOf/1#field name", "called")];
        let recorded = recorded.map(|(place, name)| (format!("/components/schemas/Pet{place}"), name.to_owned()));
        let history = NameHistory::of_lock_file(&BTreeMap::from(recorded));
        let emission = Emission::from_schemas(schemas, &history);
        let names = emission.names.by_pointer(&emission.api);
        let name = |place: &str| names.get(&format!("/components/schemas/Pet/oneOf/{place}")).map(String::as_str);
        assert_eq!(name("title=Cat"), Some("Tiger"));
        assert_eq!(name("title=Cat#alternative"), Some("Wild"));
        assert_eq!(name("title=Dog#field name"), Some("called"));
        assert!(names.keys().all(|place| !place.contains("oneOf/0") && !place.contains("oneOf/1")));
    }

    #[test]
    fn a_removed_item_that_comes_back_has_its_recorded_name() {
        let emission_of = |schemas: &[&str], history: &NameHistory| {
            let schema = |name: &&str| format!(r#""{name}": {{ "type": "object" }}"#);
            let schemas: Vec<String> = schemas.iter().map(schema).collect();
            Emission::from_schemas(&schemas.join(", "), history)
        };
        let first = emission_of(&["pet_cat", "Dog", "Owl"], &NameHistory::default());
        let mut recorded = first.names.by_pointer(&first.api);
        recorded.insert("/components/schemas/Dog".to_owned(), "Hound".to_owned());
        let history = NameHistory::of_lock_file(&recorded);
        let all = ["pet_cat", "PetCat", "Dog", "Owl"];
        let names = |history: &NameHistory| {
            let emission = emission_of(&all, history);
            all.map(|name| emission.schema_name(name))
        };
        let before = names(&history);
        assert_eq!((before[0].as_str(), before[2].as_str()), ("PetCat", "Hound"));
        let reduced = emission_of(&["Owl"], &emission_of(&all, &history).recorded_names);
        assert_eq!(names(&reduced.recorded_names), before);
        let lock_file = NameHistory::of_lock_file(&reduced.names.by_pointer(&reduced.api))
            .with_removed(reduced.recorded_names.removed());
        assert_eq!(names(&lock_file), before);
        assert_eq!(names(&emission_of(&["Owl"], &lock_file).recorded_names), before);
    }
}
