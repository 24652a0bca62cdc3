//! What the values of an enumeration say that nothing else tells from others.
//!
//! | values | they say |
//! |---|---|
//! | `active`, `inactive`, `pending` | that it is a `Status` |
//! | `none`, `off_session` of one of several `SetupFutureUsage` | `SetupFutureUsageNoneOrOffSession` |

use crate::ident::type_name;
use crate::model::{Shape, StringEnum};

/// So many values can be named.
const FEW: usize = 2;
/// So many values that are words for states make a status.
const FEWEST_STATES: usize = 2;
/// What something can be for a while.
const STATES: [&str; 24] = [
    "active",
    "available",
    "canceled",
    "cancelled",
    "closed",
    "completed",
    "disabled",
    "enabled",
    "error",
    "expired",
    "failed",
    "inactive",
    "in_progress",
    "open",
    "paused",
    "pending",
    "processing",
    "queued",
    "running",
    "succeeded",
    "suspended",
    "unavailable",
    "unrequested",
    "unverified",
];

/// The word for what its values are.
pub(super) fn noun(shape: &Shape) -> Option<&'static str> {
    let Shape::StringEnum(StringEnum { words, .. }) = shape else { return None };
    let states = words.iter().filter(|word| STATES.contains(&word.wire.to_ascii_lowercase().as_str())).count();
    (states >= FEWEST_STATES && 2 * states > words.len()).then_some("Status")
}

/// All its values, where these are few.
pub(super) fn all_of(shape: &Shape) -> Option<String> {
    let Shape::StringEnum(StringEnum { words, .. }) = shape else { return None };
    let mut names: Vec<String> = words.iter().map(|word| type_name(word.name.as_ref().unwrap_or(&word.wire))).collect();
    names.sort_unstable();
    let are_words = words.iter().all(|word| word.wire.starts_with(|first: char| first.is_ascii_alphabetic()));
    (are_words && (1..=FEW).contains(&names.len())).then(|| names.join("Or"))
}
