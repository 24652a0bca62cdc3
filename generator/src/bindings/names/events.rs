//! The names of events: what the description calls them.
//!
//! | event | name |
//! |---|---|
//! | `issues-opened` | `IssuesOpened` |
//! | `recurring.token.created` | `RecurringTokenCreated` |

use super::history::NameAllocator;
use super::scope::{set, type_contender};
use crate::model::Api;

pub(super) fn events(api: &Api, allocator: &mut NameAllocator<'_>) -> Vec<String> {
    let requests = api.events.iter().map(|event| type_contender(api.stored_at(&event.origin), &event.wire));
    allocator.allocate(&requests.collect::<Vec<_>>(), &set(&["Unlisted"]))
}
