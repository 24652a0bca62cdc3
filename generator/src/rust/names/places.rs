//! The lock file keys of types and of alternatives: their locations in the stored description, with the keys of array
//! elements instead of positions, and the owner that includes them from elsewhere.

use crate::api::model::{Api, Definition, Variant};
use crate::base::pointer::Pointer;

/// Returns the lock file key of a location.
pub(super) fn place_at(api: &Api, pointer: &Pointer) -> String {
    place_in(api, pointer, None)
}

/// Returns the lock file key of a definition.
pub(super) fn place_of(api: &Api, definition: &Definition) -> String {
    place_in(api, &definition.origin, definition.included_by.as_deref())
}

/// Returns the lock file keys of all locations of a definition, its own first.
pub(super) fn places_of(api: &Api, definition: &Definition) -> impl Iterator<Item = String> {
    let others = definition.occurrences.iter();
    let others = others.map(|occurrence| place_in(api, &occurrence.origin, occurrence.included_by.as_deref()));
    std::iter::once(place_of(api, definition)).chain(others)
}

/// Returns the lock file key of an alternative of a definition.
pub(super) fn place_of_alternative(api: &Api, definition: &Definition, alternative: &Variant) -> String {
    if !alternative.origin.is_within(&definition.origin) {
        return format!("{}#in {}", place_at(api, &alternative.origin), place_of(api, definition));
    }
    place_in(api, &alternative.origin, definition.included_by.as_deref())
}

fn place_in(api: &Api, origin: &Pointer, included_by: Option<&str>) -> String {
    let stored = api.stored_at(origin);
    let place = included_by.map_or_else(|| stored.clone(), |outer| format!("{stored}#in {outer}"));
    api.element_keys.place(&place).into_owned()
}
