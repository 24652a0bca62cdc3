//! The names of events: what the description calls them.
//!
//! | event | name |
//! |---|---|
//! | `issues-opened` | `IssuesOpened` |
//! | `recurring.token.created` | `RecurringTokenCreated` |

use super::history::NameAllocator;
use super::scope::{set, type_contender};
use super::values::{UNLISTED, yielding};
use crate::model::Api;

pub(super) fn events(api: &Api, allocator: &mut NameAllocator<'_>) -> Vec<String> {
    let requests = api.events.iter().map(|event| {
        let mut request = type_contender(api.place_at(&event.origin), &event.wire);
        request.alternatives.push(yielding(&request.natural));
        request
    });
    allocator.allocate(&requests.collect::<Vec<_>>(), &set(&[UNLISTED]))
}
