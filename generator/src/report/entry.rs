//! Renders one change on the page: old and new side by side, and its effects.

use maud::{Markup, html};

use super::difference::{Segment, segments};
use super::plain::{MAX_NAME_LEN, Piece, line, lines, pieces, slug};
use super::summary::{is_silent, unnamed_subject};
use crate::changes::{Change, Excerpt, ItemChange, Verdict};

/// Maximum number of expanded Rust items of a change.
const MAX_EXPANDED_ITEMS: usize = 8;
/// Maximum number of expanded characters of a text, around the first difference.
const MAX_EXPANDED_LEN: usize = 600;
/// Maximum number of these characters before the first difference.
const MAX_LEAD_IN_LEN: usize = 160;

/// A column of the comparison.
#[derive(Clone, Copy)]
enum Column {
    Before,
    After,
}

impl Column {
    fn label(self) -> &'static str {
        match self {
            Self::Before => "Before",
            Self::After => "After",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::After => "after",
        }
    }
}

/// Renders a change. Changes of comments only are collapsed.
pub(super) fn entry(change: &Change, resource: usize, id: &str) -> Markup {
    let verdict = slug(change.verdict);
    html! {
        article.change #(id) data-verdict=(verdict) data-kind=(change.kind.as_str()) data-resource=(resource)
            data-silent[is_silent(change)] {
            details open[change.verdict != Verdict::DocsOnly] {
                summary {
                    span.verdict data-verdict=(verdict) {
                        (change.verdict) @if is_silent(change) { span.silent { " still compiles" } }
                    }
                    h3 {
                        @if let Some(subject) = unnamed_subject(change) { code.subject { (line(subject, MAX_NAME_LEN)) } " " }
                        (sentence(&change.message))
                    }
                    span.kind { (line(&change.resource, MAX_NAME_LEN)) " · " (change.kind.as_str().replace('-', " ")) }
                }
                div.body {
                    (excerpts(change))
                    (items(&change.items))
                    (advice("At run time", change.at_run_time.as_deref()))
                    (advice("What to do", change.migration.as_deref()))
                    a.self href={ "#" (id) } { "Link to this change" }
                }
            }
        }
    }
}

/// Renders the excerpts of both descriptions.
fn excerpts(change: &Change) -> Markup {
    if change.old.is_none() && change.new.is_none() {
        return html! {};
    }
    let text = |excerpt: &Option<Excerpt>| excerpt.as_ref().map(|excerpt| whole(&excerpt.text));
    let [old, new] = [text(&change.old), text(&change.new)];
    let [old, new] = both_segments(old.as_deref(), new.as_deref());
    html! {
        div.sides {
            (excerpt(Column::Before, change.old.as_ref(), &old, "Not in the description."))
            (excerpt(Column::After, change.new.as_ref(), &new, "Removed from the description."))
        }
    }
}

fn excerpt(column: Column, excerpt: Option<&Excerpt>, segments: &[Segment<'_>], absent: &str) -> Markup {
    html! {
        div.side data-side=(column.name()) {
            p.label { (column.label()) }
            @if let Some(excerpt) = excerpt {
                p.place {
                    code { (line(&excerpt.location, MAX_NAME_LEN)) }
                    @if !excerpt.pointer.is_empty() { " " code.pointer { "#" (line(&excerpt.pointer, MAX_NAME_LEN)) } }
                }
                (excerpt_markup(column, segments))
            } @else {
                p.absent { (absent) }
            }
        }
    }
}

/// Renders an excerpt of a description. A long text is cut around the first difference.
fn excerpt_markup(column: Column, segments: &[Segment<'_>]) -> Markup {
    let length: usize = segments.iter().map(|segment| segment.text().chars().count()).sum();
    if length == 0 {
        return html! {};
    }
    if length <= MAX_EXPANDED_LEN {
        return html! { pre.says { (marked(column, segments)) } };
    }
    html! {
        pre.says { (marked(column, &near_difference(segments))) }
        details.whole {
            summary { "Full text, " (length - 1) " characters" }
            pre.says { (marked(column, segments)) }
        }
    }
}

/// Returns a limited number of characters, starting a little before the first difference.
fn near_difference<'t>(segments: &[Segment<'t>]) -> Vec<Segment<'t>> {
    let first = segments.iter().position(|segment| matches!(segment, Segment::Own(_))).unwrap_or_default();
    let mut near = Vec::new();
    let mut left = MAX_EXPANDED_LEN;
    let lead_in = first.checked_sub(1).map(|index| segments[index]);
    if let Some(segment) = lead_in {
        let text = segment.text();
        let start = text.char_indices().rev().nth(MAX_LEAD_IN_LEN).map_or(0, |(at, _)| at);
        near.extend([Segment::Same("… "), segment.with(text[start..].trim_start())]);
        left -= text[start..].chars().count();
    }
    for segment in &segments[first..] {
        match segment.text().char_indices().nth(left) {
            Some((end, _)) => {
                near.extend([segment.with(&segment.text()[..end]), Segment::Same(" …")]);
                break;
            }
            None => near.push(*segment),
        }
        left -= segment.text().chars().count();
    }
    near
}

/// Adds a line break to the last line of a text, so that it equals the same line followed by others.
fn whole(text: &str) -> String {
    if text.trim().is_empty() { String::new() } else { lines(text).join("\n") + "\n" }
}

/// Returns the segments of both texts. A single text has no highlighted segments.
fn both_segments<'t>(old: Option<&'t str>, new: Option<&'t str>) -> [Vec<Segment<'t>>; 2] {
    match (old, new) {
        (Some(old), Some(new)) => segments(old, new),
        _ => [old, new].map(|text| text.map(Segment::Same).into_iter().collect()),
    }
}

/// Renders the segments of a text; those that are in this text only are marked as deleted or inserted.
fn marked(column: Column, segments: &[Segment<'_>]) -> Markup {
    html! {
        @for segment in segments {
            @match (segment, column) {
                (Segment::Same(text), _) => (text),
                (Segment::Own(text), Column::Before) => del { (text) },
                (Segment::Own(text), Column::After) => ins { (text) },
            }
        }
    }
}

/// Renders the items of the Rust interface; those after the first are collapsed.
fn items(items: &[ItemChange]) -> Markup {
    let (open, folded) = items.split_at(items.len().min(MAX_EXPANDED_ITEMS));
    html! {
        @if !items.is_empty() {
            div.items {
                p.label { "In Rust" }
                @for shown in open { (item(shown)) }
                @if !folded.is_empty() {
                    details.more { summary { "and " (folded.len()) " more" } @for shown in folded { (item(shown)) } }
                }
            }
        }
    }
}

fn item(item: &ItemChange) -> Markup {
    let [old, new] = [&item.before, &item.after].map(|code| code.as_deref().map(whole));
    let [old_segments, new_segments] = both_segments(old.as_deref(), new.as_deref());
    let name = |status: &str| {
        html! {
            p.name {
                code { (line(&item.item, MAX_NAME_LEN)) }
                @if !status.is_empty() { " " span.absent { (status) } }
                @if item.breaks { " " span.breaks { "may stop compiling" } }
            }
        }
    };
    let absent = |status: &str| html! { div.side { (name(status)) } };
    html! {
        div.item {
            @if old.is_some() && new.is_some() { (name("")) }
            div.sides {
                @if old.is_some() { (code(Column::Before, &old_segments, new.is_none())) } @else { (absent("added")) }
                @if new.is_some() { (code(Column::After, &new_segments, old.is_none())) } @else { (absent("removed")) }
            }
        }
    }
}

/// Renders the code of an item on one side, with the differences highlighted.
fn code(column: Column, segments: &[Segment<'_>], is_alone: bool) -> Markup {
    let differs = is_alone || segments.iter().any(|segment| matches!(segment, Segment::Own(_)));
    html! {
        div.side.differs[differs] data-side=(column.name()) {
            span.unseen { (column.label()) ": " }
            pre { code { (marked(column, segments)) } }
        }
    }
}

fn advice(name: &str, text: Option<&str>) -> Markup {
    html! {
        @if let Some(text) = text {
            div.advice {
                p.label { (name) }
                div { @for line in lines(text) { p { (sentence(&line)) } } }
            }
        }
    }
}

/// Renders a sentence; text between backticks is shown as code.
fn sentence(text: &str) -> Markup {
    let text = line(text, usize::MAX);
    html! {
        @for piece in pieces(&text) {
            @match piece {
                Piece::Words(words) => (words),
                Piece::Code(code) => code { (code) },
            }
        }
    }
}
