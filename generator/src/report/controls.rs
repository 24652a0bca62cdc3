//! The search and the filters of the page. Only the script shows them, since they need it.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::plain::{MAX_NAME_LEN, line, slug};
use super::summary::silent;
use crate::changes::{Change, Changes, Verdict};

/// Returns the search, the filters, and the number of matching changes.
pub(super) fn controls(changes: &Changes, resources: &[(&str, Vec<&Change>)]) -> Markup {
    html! {
        div.controls #controls role="search" aria-label="Changes" hidden {
            div.row {
                label.search {
                    span { "Search" }
                    input #search type="search" autocomplete="off" spellcheck="false" placeholder="field, item, text …";
                }
                label { span { "Kind" } (kinds(changes)) }
                label {
                    span { "Resource" }
                    select #resource {
                        option value="" { "all" }
                        @for (index, (resource, _)) in resources.iter().enumerate() {
                            option value=(index) { (line(resource, MAX_NAME_LEN)) }
                        }
                    }
                }
            }
            div.row {
                fieldset {
                    legend.unseen { "Verdict" }
                    @for verdict in Verdict::ALL.into_iter().filter(|verdict| changes.count(*verdict) > 0) {
                        label.choice data-verdict=(slug(verdict)) {
                            input type="checkbox" name="verdict" value=(slug(verdict)) checked;
                            (verdict)
                        }
                    }
                    @if silent(changes) > 0 {
                        label.choice { input #silent type="checkbox"; "only changes that still compile" }
                    }
                }
                p.hits #hits role="status" {}
                div.buttons {
                    button #open type="button" { "Expand all" }
                    button #fold type="button" { "Collapse all" }
                    button #reset type="button" { "Reset" }
                }
            }
        }
    }
}

/// Returns the kinds that occur, with their numbers.
fn kinds(changes: &Changes) -> Markup {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for change in &changes.changes {
        *kinds.entry(change.kind.as_str()).or_default() += 1;
    }
    html! {
        select #kind {
            option value="" { "all" }
            @for (kind, count) in kinds {
                option value=(kind) { (kind.replace('-', " ")) " (" (count) ")" }
            }
        }
    }
}
