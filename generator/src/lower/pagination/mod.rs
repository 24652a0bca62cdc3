//! Pagination: how to get from one page of a response to the next.
//!
//! It is configured, or recognized if the description leaves no doubt:
//!
//! | | parameter | response |
//! |---|---|---|
//! | `x-ms-pageable` | | the named member holds the address of the next page |
//! | `Link` | `page`, `per_page`, `cursor`, ... | declares the header `Link` |
//! | cursor | `cursor`, `pageToken`, `after`, ... | has `next_cursor`, `nextPageToken`, `next.after`, ... |
//! | cursor | any optional string `x` | has the string `next_x`; or `x` itself, for cursor names, or next to `has_more` or `done` |
//! | cursor | `after`, `starting_after` | has `last_id`, or `has_more` and `next` |
//! | last item | `after`, `starting_after` | has `has_more`, and items with an `id` |
//! | page | `page` with a known first number, and a size | has the total number of items |
//!
//! In each case the location of the items has to be certain. A page number or an offset with a plain list is not
//! enough: neither the first number nor the last page is known.

mod configured;
mod cursor;
mod recognized;
mod view;

use crate::config::{Config, UsedEntries};
use crate::diagnostic::Sink;
use crate::model::{Api, Pagination};
pub(crate) use recognized::{Hints, hints};
use view::OperationView;

/// Finds the pagination of each operation.
pub(super) fn paginate(api: &mut Api, hints: &[Hints], config: &Config, used: &mut UsedEntries, sink: &mut Sink) {
    for (index, hints) in hints.iter().enumerate() {
        let operation = &api.operations[index];
        let name = operation.route();
        let view = OperationView { api, operation };
        let found = match config.overrides.paging(&name, used) {
            Some(entry) => configured::configured(&view, entry, &name).unwrap_or_else(|problem| {
                sink.push(problem.diagnostic(config.source()));
                None
            }),
            None => recognized::recognized(&view, hints),
        };
        let opposite = found.as_ref().and_then(|found| view.opposite(found.step.cursor()?));
        api.operations[index].pagination = found.map(|found| Pagination { opposite, ..found });
    }
}
