//! The events of types.

use std::collections::HashMap;

use crate::api::model::{Api, Event, Type, TypeId};

/// Returns the index of the event of each type, or `None` for a type of several events.
pub(super) fn by_type(api: &Api) -> HashMap<TypeId, Option<usize>> {
    let mut events = HashMap::new();
    for (index, event) in api.events.iter().enumerate() {
        if let Some(id) = named_type(api, event) {
            events.entry(id).and_modify(|first| *first = None).or_insert(Some(index));
        }
    }
    events
}

/// Returns the type of the body of an event, if it has a name.
pub(in crate::rust::resolve) fn named_type(api: &Api, event: &Event) -> Option<TypeId> {
    match api.unaliased(&event.ty) {
        Type::Named(id) => Some(*id),
        _ => None,
    }
}
