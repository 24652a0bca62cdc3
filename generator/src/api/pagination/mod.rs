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
//! | page | `page` with a known first number, and a size | may have the total number of items |
//! | page | `currentPage`, and a size | has the total number of items |
//! | offset | an optional `offset` or `skip` that starts at 0, and a size | may have the total number of items |
//!
//! In each case the location of the items has to be certain. Without a total, an empty page is the last one.

mod configured;
mod cursor;
mod recognized;
mod unrecognized;
mod view;

use std::collections::BTreeMap;

use crate::api::model::{Api, Pagination};
use crate::base::diagnostic::{Diagnostic, Sink};
use crate::config::{At, Config, UsedEntries};
pub use unrecognized::UnrecognizedPaging;
use view::OperationView;

/// Finds the pagination of each operation. Equal types are already one, since responses of one type can be pages where
/// those of several cannot.
/// Returns the API and the operations that look paginated and are not.
pub(crate) fn paginate(
    mut api: Api,
    config: &Config,
    used: &mut UsedEntries,
    sink: &mut Sink,
) -> (Api, Vec<UnrecognizedPaging>) {
    let mut unrecognized = Vec::new();
    // The first misfit of each pattern, unless any operation fits.
    let mut misfits: BTreeMap<At, Option<Diagnostic>> = BTreeMap::new();
    for index in 0..api.operations.len() {
        let operation = &api.operations[index];
        let name = operation.route();
        let view = OperationView { api: &api, operation };
        let found = match config.paging(&name, used) {
            Some((entry, is_pattern)) => match configured::configured(&view, entry, &name) {
                Ok(found) => {
                    misfits.insert(entry.style.at, None);
                    found
                }
                Err(problem) if is_pattern => {
                    let misfit = || Some(problem.diagnostic(config));
                    misfits.entry(entry.style.at).or_insert_with(misfit);
                    recognized::recognize(&view)
                }
                Err(problem) => {
                    sink.push(problem.diagnostic(config));
                    None
                }
            },
            None => {
                let found = recognized::recognize(&view);
                unrecognized.extend(if found.is_none() { unrecognized::suggest(&view) } else { None });
                found
            }
        };
        let opposite = found.as_ref().and_then(|found| view.opposite(found.step.cursor()?));
        api.operations[index].pagination = found.map(|found| Pagination { opposite, ..found });
    }
    misfits.into_values().flatten().for_each(|misfit| sink.push(misfit));
    (api, unrecognized)
}
