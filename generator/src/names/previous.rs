//! The decisions for the previous version, from the records of the lock file.

use std::collections::BTreeSet;

use super::history::NameHistory;
use super::places::{NO_ERROR, error_place, only_received_place, usage_place};
use crate::analysis::{Previous, PreviousError, PreviousUse};
use crate::model::{Api, Definition, Operation, TypeId};

/// Returns the decisions for the previous version that the analysis keeps.
pub(crate) fn previous(api: &Api, history: &NameHistory) -> Previous {
    Previous {
        only_received: only_received(api, history),
        uses: api.types.iter().map(|definition| previous_use(api, definition, history)).collect(),
        errors: api.operations.iter().map(|operation| previous_error(api, operation, history)).collect(),
    }
}

/// Returns the types that were received, and not sent.
fn only_received(api: &Api, history: &NameHistory) -> BTreeSet<TypeId> {
    if history.is_empty() {
        return BTreeSet::new();
    }
    let was_only_received =
        |definition: &Definition| history.previous_name(&only_received_place(&api.place_of(definition))).is_some();
    api.definitions().filter(|(_, definition)| was_only_received(definition)).map(|(id, _)| id).collect()
}

/// Returns the previous directions of a type.
fn previous_use(api: &Api, definition: &Definition, history: &NameHistory) -> PreviousUse {
    if history.is_empty() {
        return PreviousUse::default();
    }
    let words = api.places_of(definition).find_map(|place| history.previous_name(&usage_place(&place)));
    let has = |word: &str| words.is_some_and(|words| words.split('_').any(|known| known == word));
    PreviousUse {
        is_used: has("used"),
        is_sent: has("sent"),
        is_received: has("received"),
        is_joint: has("joint"),
        is_patched: has("patched"),
    }
}

/// Returns the previous error type of an operation.
fn previous_error(api: &Api, operation: &Operation, history: &NameHistory) -> PreviousError {
    if history.is_empty() {
        return PreviousError::Unknown;
    }
    let place = api.stored_at(&operation.origin);
    match history.previous_name(&error_place(&place)) {
        Some(NO_ERROR) => PreviousError::Unknown,
        Some(_) => PreviousError::Own,
        None if history.previous_name(&place).is_some() => PreviousError::Main,
        None => PreviousError::Unknown,
    }
}
