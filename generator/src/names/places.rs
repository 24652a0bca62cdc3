//! JSON pointers to the places that names are remembered by.

use std::collections::HashSet;

use super::forms::{received_place, sent_place};
use super::members::{alternative_place, constant_place, field_place, parameter_place, value_place};
use crate::model::{Api, Occurrence, Shape};

/// The places of what stands at a pointer into the description: a field and its type stand at the same, and a parameter of the
/// components belongs to several operations. A place itself leads to itself.
#[must_use]
pub fn places(api: &Api, pointer: &str) -> Vec<String> {
    let mut places = Vec::new();
    let mut elsewhere: Vec<String> = Vec::new();
    let pointer = pointer.strip_prefix('#').filter(|rest| rest.starts_with('/')).unwrap_or(pointer);
    let (owner, member) = pointer.rsplit_once("/enum/").map_or((pointer, None), |(owner, at)| (owner, Some(at)));
    let mut add = |at: &str, place: String| {
        if at == pointer || place == pointer {
            places.push(place);
        }
    };
    for definition in &api.types {
        let own = api.place_of(definition);
        let at = api.stored_at(&definition.origin);
        add(&at, own.clone());
        // What stands at several places has one name at all of them.
        let is_there =
            |other: &Occurrence| api.stored_at(&other.origin) == pointer || api.place_of_occurrence(other) == pointer;
        if !definition.occurrences.is_empty()
            && (at == pointer || own == pointer || definition.occurrences.iter().any(is_there))
        {
            elsewhere.extend(api.places_of(definition));
        }
        add(&at, format!("{own}#configured"));
        add("", format!("{own}#others"));
        add("", sent_place(&own));
        add("", received_place(&own));
        let value = |index: usize| if at == owner && member == Some(index.to_string().as_str()) { pointer } else { "" };
        match &definition.shape {
            Shape::Object(object) => object.fields.iter().for_each(|field| {
                let place = if field.constant.is_some() { constant_place } else { field_place };
                add(&api.stored_at(&field.origin), place(&own, &field.wire));
            }),
            Shape::Union(union) => union.variants.iter().for_each(|variant| {
                let place = alternative_place(&api.place_of_alternative(definition, variant));
                add(&api.stored_at(&variant.origin), place);
            }),
            Shape::Codes(codes) => codes.codes.iter().enumerate().for_each(|(index, code)| {
                add(value(index), value_place(&own, &code.code.to_string()));
            }),
            Shape::Words(words) => words.words.iter().enumerate().for_each(|(index, word)| {
                add(value(index), value_place(&own, &word.wire));
            }),
            Shape::Alias(_) | Shape::Newtype(_) => {}
        }
    }
    for operation in &api.operations {
        let own = api.stored_at(&operation.origin);
        add(&own, own.clone());
        add("", format!("{own}#type"));
        for parameter in &operation.parameters {
            add(&api.stored_at(&parameter.origin), parameter_place(&own, parameter));
        }
        if let Some(body) = &operation.body {
            add(&api.stored_at(&body.origin), format!("{own}#body"));
        }
        operation.headers.iter().for_each(|header| add("", format!("{own}#answer {}", header.wire)));
    }
    api.servers.iter().for_each(|server| {
        let place = format!("/servers#{}", server.template());
        add(&place, place.clone());
    });
    api.security.iter().for_each(|scheme| {
        let place = format!("/components/securitySchemes/{}", scheme.wire);
        add(&place, place.clone());
    });
    api.groups.iter().for_each(|group| add("", format!("#group {}", group.wire)));
    places.dedup();
    let known: HashSet<String> = places.iter().cloned().collect();
    places.extend(elsewhere.into_iter().filter(|place| !known.contains(place)));
    places
}
