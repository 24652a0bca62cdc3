//! Merges equal inline types into one type.
//!
//! | places | become |
//! |---|---|
//! | `listOrders` and `listUsers` respond with the same object `page` | `Page` |
//! | `Order` and `User` have the same enumeration `status` | `Status` |
//! | the same object under properties with other names | a type each: that they are equal may be chance |
//! | unions of the same components, and of texts or numbers beside them | `AccountOrId`, `CatOrDog` |
//! | equal error bodies; equal bodies or responses of one group, or with one or two members | one type |
//! | types that had different names before, or have different ones in `[names]` | a type each: no existing type is renamed |
//! | an object of several members, written out, equal to the one component `User` and described alike | `User` |
//!
//! Two shapes are equal if they have the same members in the same order, with the same types, constraints and defaults;
//! enumerations, if they have the same values in any order. Docs make no difference. Each shape is compared once, from the
//! inside out, so that the cost does not depend on the nesting.

mod canonical;
mod components;
mod docs;
mod replace;
mod role;

use std::collections::HashMap;

use crate::api::model::{Api, Type, TypeId};
use crate::config::Config;
use crate::rust::names::NameHistory;
use canonical::{CanonicalShape, canonical, has_own_name};
use components::Components;
use role::{SharedRole, by_name, role};

/// Returns the API with one type for each group of equal ones.
pub(crate) fn share(mut api: Api, config: &Config, history: &NameHistory) -> Api {
    let mut same: Vec<TypeId> = api.definitions().map(|(id, _)| id).collect();
    let mut components = Components::new(config, history);
    for level in levels(&api) {
        let mut alike: HashMap<(SharedRole, CanonicalShape), Vec<TypeId>> = HashMap::with_capacity(level.len());
        let (named, unnamed): (Vec<_>, Vec<_>) = level.into_iter().partition(|id| has_own_name(api.definition(*id)));
        for id in named {
            components.add(&api, id, canonical(api.definition(id), |id| same[id.index()]));
        }
        for id in unnamed {
            let shape = canonical(api.definition(id), |id| same[id.index()]);
            match components.equal(&api, id, &shape) {
                Some(component) => same[id.index()] = component,
                None => alike.entry((role(&api, api.definition(id)), shape)).or_default().push(id),
            }
        }
        for members in alike.into_values().filter(|members| members.len() > 1) {
            for group in by_name(&api, config, history, &members) {
                let Some(first) = group.first().copied() else { continue };
                group.iter().for_each(|member| same[member.index()] = first);
            }
        }
    }
    docs::merge_docs(&mut api, &same);
    components::join(&mut api, &mut same);
    if same.iter().enumerate().any(|(index, first)| first.index() != index) {
        replace::replace(&mut api, &same);
    }
    api
}

/// Returns the types by the number of inline types that are nested in them, from the inside out. Recursive types and the
/// types that contain them are left out.
fn levels(api: &Api) -> Vec<Vec<TypeId>> {
    let count = api.types.len();
    let mut waiting = vec![0_usize; count];
    let mut holders: Vec<Vec<TypeId>> = vec![Vec::new(); count];
    for (id, definition) in api.definitions() {
        let held = definition.shape.types(|_| true).into_iter().flat_map(Type::named_types);
        for inner in held.filter(|inner| !has_own_name(api.definition(*inner))) {
            waiting[id.index()] += 1;
            holders[inner.index()].push(id);
        }
    }
    let mut level: Vec<TypeId> = api.definitions().map(|(id, _)| id).filter(|id| waiting[id.index()] == 0).collect();
    let mut levels = Vec::new();
    while !level.is_empty() {
        let mut next = Vec::new();
        for holder in level.iter().flat_map(|id| &holders[id.index()]) {
            waiting[holder.index()] -= 1;
            if waiting[holder.index()] == 0 {
                next.push(*holder);
            }
        }
        next.sort_unstable();
        levels.push(std::mem::replace(&mut level, next));
    }
    levels
}

#[cfg(test)]
mod tests {
    use crate::pipeline::Emission;
    use crate::rust::names::NameHistory;
    use crate::testing::Case;

    /// A description in which each of these components has a member of this name and shape.
    fn emission_of(members: &[(&str, &str, &str)], history: &NameHistory) -> Emission {
        let schema = |(owner, name, shape): &(&str, &str, &str)| {
            format!(r#""{owner}": {{ "type": "object", "properties": {{ "{name}": {shape} }} }}"#)
        };
        let schemas: Vec<String> = members.iter().map(schema).collect();
        Emission::from_schemas(&schemas.join(", "), history)
    }

    /// The names at the places of members.
    fn type_names(emission: &Emission, places: &[(&str, &str)]) -> Vec<String> {
        places.iter().map(|(owner, name)| emission.schema_name(&format!("{owner}/properties/{name}"))).collect()
    }

    const PAGE: &str =
        r#"{ "type": "object", "properties": { "next": { "type": "string", "description": "More." } } }"#;
    const OTHER: &str = r#"{ "type": "object", "properties": { "next": { "type": "integer" } } }"#;
    const ON: &str = r#"{ "type": "string", "enum": ["on", "off"] }"#;
    const OFF: &str = r#"{ "type": "string", "enum": ["off", "on"] }"#;

    #[test]
    fn what_is_the_same_is_one_type_whatever_the_order() {
        let rows = [("Order", "page", PAGE), ("User", "page", PAGE), ("Lamp", "state", ON), ("Door", "state", OFF)];
        let at: Vec<(&str, &str)> = rows.iter().map(|(owner, name, _)| (*owner, *name)).collect();
        let reversed: Vec<_> = rows.iter().rev().copied().collect();
        for rows in [rows.to_vec(), reversed] {
            let emission = emission_of(&rows, &NameHistory::default());
            assert_eq!(type_names(&emission, &at), ["Page", "Page", "State", "State"]);
        }
    }

    #[test]
    fn what_is_alike_by_chance_is_not() {
        let rows = [("Order", "page", PAGE), ("User", "place", PAGE), ("Lamp", "page", OTHER)];
        let emission = emission_of(&rows, &NameHistory::default());
        let at = [("Order", "page"), ("User", "place"), ("Lamp", "page")];
        assert_eq!(type_names(&emission, &at), ["OrderPage", "UserPlace", "LampPage"]);
    }

    #[test]
    fn a_title_is_a_role_and_a_name() {
        let titled = r#"{ "title": "Traffic light", "type": "string", "enum": ["red", "green"] }"#;
        let rows = [("Order", "state", titled), ("User", "mood", titled), ("Lamp", "state", ON), ("Door", "state", ON)];
        let emission = emission_of(&rows, &NameHistory::default());
        let at = [("Order", "state"), ("User", "mood"), ("Lamp", "state"), ("Door", "state")];
        assert_eq!(type_names(&emission, &at), ["TrafficLight", "TrafficLight", "State", "State"]);
    }

    #[test]
    fn a_new_place_does_not_rename_a_type() {
        let two = [("OrderCreated", "page", PAGE), ("OrderChanged", "page", PAGE)];
        let three = [two[0], two[1], ("User", "page", PAGE)];
        for rows in [&two[..], &three] {
            let emission = emission_of(rows, &NameHistory::default());
            assert_eq!(type_names(&emission, &[("OrderCreated", "page")]), ["Page"]);
        }
    }

    #[test]
    fn the_enumeration_at_the_most_places_has_the_plain_name() {
        let of = |owners: &[&'static str], shape: &'static str| -> Vec<(&'static str, &'static str, &'static str)> {
            owners.iter().map(|owner| (*owner, "state", shape)).collect()
        };
        let many = of(&["Order", "OrderLine", "Lamp", "Door", "Window"], ON);
        let few = of(&["Wall", "WallPart", "Sky"], r#"{ "type": "string", "enum": ["open", "closed"] }"#);
        let general = of(&["Response", "CreateResponse"], r#"{ "type": "string", "enum": ["new", "old", "gone"] }"#);
        let all = [many, few, general].concat();
        let names = type_names(
            &emission_of(&all, &NameHistory::default()),
            &[("Lamp", "state"), ("Sky", "state"), ("Response", "state")],
        );
        assert_eq!(names, ["State", "WallState", "ResponseState"]);
    }

    #[test]
    fn small_bodies_of_many_operations_are_one_type() {
        let body = |members: &str| {
            format!(
                r#"{{ "content": {{ "application/json": {{ "schema": {{ "type": "object",
                "properties": {{ {members} }} }} }} }} }}"#
            )
        };
        let post = |(group, members): (&str, &str)| {
            format!(
                r#""/{group}/close": {{ "post": {{ "tags": ["{group}"], "requestBody": {}, "responses": {{}} }} }}"#,
                body(members)
            )
        };
        let expand = r#""expand": { "type": "boolean" }"#;
        let paths =
            [("orders", expand), ("users", expand), ("lamps", expand), ("doors", r#""on": { "type": "boolean" }"#)];
        let emission = Case::new().paths(paths.map(post).join(", ")).emission();
        let names: Vec<String> =
            emission.names.by_pointer(&emission.api).into_values().filter(|name| name.ends_with("Body")).collect();
        assert_eq!(names, ["CloseDoorBody", "ExpandBody", "ExpandBody", "ExpandBody"]);
    }

    #[test]
    fn what_was_one_type_stays_one_and_what_was_several_too() {
        let at = [("Order", "page"), ("User", "page"), ("Lamp", "page")];
        let page = |shapes: [&'static str; 3]| {
            at.iter().zip(shapes).map(|((owner, name), shape)| (*owner, *name, shape)).collect::<Vec<_>>()
        };
        let shared = emission_of(&page([PAGE, PAGE, PAGE]), &NameHistory::default());
        let parted = emission_of(&page([OTHER, PAGE, PAGE]), &shared.recorded_names);
        assert_eq!(type_names(&parted, &at)[1..], ["Page", "Page"]);
        assert_ne!(type_names(&parted, &at)[0], "Page");
        // What has become the same keeps the names that it has.
        let alike = emission_of(&page([PAGE, PAGE, PAGE]), &parted.recorded_names);
        assert_eq!(type_names(&alike, &at), type_names(&parted, &at));
        for emission in [shared, parted, alike] {
            let again = Emission::with_history(emission.whole_text().to_owned(), &emission.lock_file());
            assert_eq!(type_names(&again, &at), type_names(&emission, &at));
        }
    }

    #[test]
    fn the_name_of_a_split_type_stays_where_the_rules_give_it() {
        let at = [("Order", "page"), ("User", "page"), ("Lamp", "page"), ("Door", "page")];
        let page = |shapes: [&'static str; 4]| {
            at.iter().zip(shapes).map(|((owner, name), shape)| (*owner, *name, shape)).collect::<Vec<_>>()
        };
        let shared = emission_of(&page([PAGE; 4]), &NameHistory::default());
        assert_eq!(type_names(&shared, &at), ["Page"; 4]);
        for (shapes, named) in [([OTHER, OTHER, OTHER, PAGE], OTHER), ([PAGE, OTHER, OTHER, OTHER], OTHER)] {
            let parted = type_names(&emission_of(&page(shapes), &shared.recorded_names), &at);
            for (name, shape) in parted.iter().zip(shapes) {
                assert_eq!(name == "Page", shape == named, "{shapes:?}: {parted:?}");
            }
        }
    }

    /// A shared type has the name of its first place, which keeps it if the others get a type of their own.
    #[test]
    fn a_split_type_has_the_names_of_a_new_client() {
        let description = |cats: &str, dogs: &str| {
            let post = |name: &str, member: &str| {
                let content = format!(
                    r#"{{ "content": {{ "application/json": {{ "schema": {{ "type": "object", "required": ["a"], "properties": {{
                    "a": {{ "type": "string" }}, "b": {{ "type": "string" }}, "c": {{ "type": "string" }}, {member} }} }} }} }}, "description": "" }}"#
                );
                format!(
                    r#""/{name}": {{ "post": {{ "tags": ["pets"], "operationId": "{name}", "requestBody": {content},
                    "responses": {{ "200": {content} }} }} }}"#
                )
            };
            let (cats, dogs) = (post("cats", cats), post("dogs", dogs));
            format!(
                r#"{{ "openapi": "3.0.3", "info": {{ "title": "", "version": "" }}, "paths": {{ {cats}, {dogs} }} }}"#
            )
        };
        let (one, other) = (r#""d": { "type": "string" }"#, r#""d": { "type": "integer" }"#);
        let names = |emission: &Emission| emission.names.by_pointer(&emission.api);
        let shared = Emission::from_text(description(one, one));
        for text in [description(one, other), description(other, one)] {
            let expected = names(&Emission::from_text(text.clone()));
            for history in [&shared.recorded_names, &shared.lock_file()] {
                assert_eq!(names(&Emission::with_history(text.clone(), history)), expected);
            }
        }
    }

    #[test]
    fn one_that_is_left_keeps_the_name() {
        let shared = emission_of(&[("Order", "page", PAGE), ("User", "page", PAGE)], &NameHistory::default());
        let left = emission_of(&[("User", "page", PAGE)], &shared.recorded_names);
        assert_eq!(type_names(&left, &[("User", "page")]), ["Page"]);
        let alone = emission_of(&[("User", "page", PAGE)], &NameHistory::default());
        assert_eq!(type_names(&alone, &[("User", "page")]), ["UserPage"]);
        let more = emission_of(&[("Order", "page", PAGE), ("User", "page", PAGE)], &alone.recorded_names);
        assert_eq!(type_names(&more, &[("Order", "page"), ("User", "page")]), ["UserPage", "UserPage"]);
    }

    #[test]
    fn depth_costs_no_more() {
        let deep = (0..20).fold(PAGE.to_owned(), |inner, _| {
            format!(r#"{{ "type": "object", "properties": {{ "a": {inner}, "b": {{ "type": "string" }} }} }}"#)
        });
        let rows = [("Order", "page", deep.as_str()), ("User", "page", deep.as_str())];
        assert_eq!(emission_of(&rows, &NameHistory::default()).api.types.len(), 2 + 21);
    }
}
