//! Answers that come in pages: what leads from one page to the next.
//!
//! The configuration says so, or the description does where it leaves no doubt:
//!
//! | | parameter | answer |
//! |---|---|---|
//! | `x-ms-pageable` | | the member that it names holds the address of the next page |
//! | `Link` | `page`, `per_page`, `cursor`, ... | declares the header `Link` |
//! | cursor | `cursor`, `pageToken`, `after`, ... | has `next_cursor`, `nextPageToken`, `next.after`, ... |
//! | cursor | any text `x` that may be left out | has the text `next_x`; or `x` itself, for words that mean a cursor, or beside `has_more` or `done` |
//! | cursor | `after`, `starting_after` | has `last_id`, or `has_more` and `next` |
//! | last item | `after`, `starting_after` | has `has_more`, and items with an `id` |
//! | page | `page` whose first number is known, and a size | has the number of all items |
//!
//! In each of them it has to be certain where the items stand. A page number or an offset with a plain list is not certain:
//! nothing says where the numbers begin, or whether a short page is the last one.

mod configured;
mod cursor;
mod recognised;
mod view;

use openapiv3::Operation as Declared;
use serde_json::Value;

use crate::config::Config;
use crate::diagnostic::Sink;
use crate::model::{Api, Pagination};
use view::View;

/// What the description says of the pages of an operation, besides its parameters and its answer.
#[derive(Clone, Debug, Default)]
pub(super) struct Hints {
    /// `true` if a success comes with the header `Link`.
    links: bool,
    /// `x-ms-pageable`: the member with the address of the next page, and the one with the items.
    pageable: Option<Pageable>,
}

#[derive(Clone, Debug)]
struct Pageable {
    /// Nothing where there is a single page.
    next: Option<String>,
    items: String,
}

pub(super) fn hints(declared: &Declared, links: bool) -> Hints {
    let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
    let pageable = declared.extensions.get("x-ms-pageable").filter(|value| value.is_object()).map(|told| Pageable {
        next: text(told.get("nextLinkName")),
        items: text(told.get("itemName")).unwrap_or_else(|| "value".to_owned()),
    });
    Hints { links, pageable }
}

/// Finds how the pages of each operation follow each other.
pub(super) fn paginate(api: &mut Api, hints: &[Hints], config: &Config, sink: &mut Sink) {
    for (index, hints) in hints.iter().enumerate() {
        let operation = &api.operations[index];
        let name = operation.route();
        let view = View { api, operation };
        let found = match config.paging(&name) {
            Some(told) => configured::configured(&view, told, &name).unwrap_or_else(|problem| {
                sink.push(problem.diagnostic(config.source()));
                None
            }),
            None => recognised::recognised(&view, hints),
        };
        let opposite = found.as_ref().and_then(|found| view.opposite(found.step.cursor()?));
        api.operations[index].pagination = found.map(|found| Pagination { opposite, ..found });
    }
}
