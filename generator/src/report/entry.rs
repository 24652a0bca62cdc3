//! Renders one change on the page: old and new side by side, and its effects.

use maud::{Markup, html};

use super::difference::{Part, parts};
use super::page::{NAME, slug};
use super::plain::{Piece, line, lines, pieces};
use super::summary::{is_silent, unnamed_subject};
use crate::changes::{Change, Excerpt, ItemChange, Verdict};

/// Number of Rust items of a change that are expanded.
const ITEMS: usize = 8;
/// Number of characters of a text that are expanded, near the first difference.
const OPEN: usize = 600;
const AROUND: usize = 160;

/// Which of both descriptions.
#[derive(Clone, Copy)]
enum Side {
    Before,
    After,
}

impl Side {
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
pub(super) fn entry(change: &Change, resource: usize, number: usize) -> Markup {
    let id = format!("c{resource}-{number}");
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
                        @if let Some(subject) = unnamed_subject(change) { code.subject { (line(subject, NAME)) } " " }
                        (sentence(&change.message))
                    }
                    span.kind { (change.kind.as_str().replace('-', " ")) }
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
    let says = |excerpt: &Option<Excerpt>| excerpt.as_ref().map(|excerpt| whole(&excerpt.text));
    let [old, new] = [says(&change.old), says(&change.new)];
    let [old, new] = both_parts(old.as_deref(), new.as_deref());
    html! {
        div.sides {
            (excerpt(Side::Before, change.old.as_ref(), &old, "Not in the description."))
            (excerpt(Side::After, change.new.as_ref(), &new, "Not in the description any more."))
        }
    }
}

fn excerpt(side: Side, excerpt: Option<&Excerpt>, says: &[Part<'_>], absent: &str) -> Markup {
    html! {
        div.side data-side=(side.name()) {
            p.label { (side.label()) }
            @if let Some(excerpt) = excerpt {
                p.place {
                    code { (line(&excerpt.location, NAME)) }
                    @if !excerpt.pointer.is_empty() { " " code.pointer { "#" (line(&excerpt.pointer, NAME)) } }
                }
                (excerpt_markup(side, says))
            } @else {
                p.absent { (absent) }
            }
        }
    }
}

/// Renders an excerpt of a description. A long text is cut around the first difference.
fn excerpt_markup(side: Side, parts: &[Part<'_>]) -> Markup {
    let length: usize = parts.iter().map(|part| part.text().chars().count()).sum();
    if length == 0 {
        return html! {};
    }
    if length <= OPEN {
        return html! { pre.says { (marked(side, parts)) } };
    }
    html! {
        pre.says { (marked(side, &near(parts))) }
        details.whole {
            summary { "The whole text, " (length - 1) " characters" }
            pre.says { (marked(side, parts)) }
        }
    }
}

/// Returns a limited number of characters, starting a little before the first difference.
fn near<'t>(parts: &[Part<'t>]) -> Vec<Part<'t>> {
    let first = parts.iter().position(|part| matches!(part, Part::Own(_))).unwrap_or_default();
    let mut near = Vec::new();
    let mut left = OPEN;
    let lead_in = first.checked_sub(1).map(|index| parts[index]);
    if let Some(part) = lead_in {
        let text = part.text();
        let start = text.char_indices().rev().nth(AROUND).map_or(0, |(at, _)| at);
        near.extend([Part::Same("… "), part.with(text[start..].trim_start())]);
        left -= text[start..].chars().count();
    }
    for part in &parts[first..] {
        match part.text().char_indices().nth(left) {
            Some((end, _)) => {
                near.extend([part.with(&part.text()[..end]), Part::Same(" …")]);
                break;
            }
            None => near.push(*part),
        }
        left -= part.text().chars().count();
    }
    near
}

/// Ends the last line of a text with a line break, so that it equals the same line followed by others.
fn whole(text: &str) -> String {
    if text.trim().is_empty() { String::new() } else { lines(text).join("\n") + "\n" }
}

/// Returns the segments of both texts. A single text has no highlighted segments.
fn both_parts<'t>(old: Option<&'t str>, new: Option<&'t str>) -> [Vec<Part<'t>>; 2] {
    match (old, new) {
        (Some(old), Some(new)) => parts(old, new),
        _ => [old, new].map(|text| text.map(Part::Same).into_iter().collect()),
    }
}

/// Renders the segments of a text; those that are in this text only are marked as deleted or inserted.
fn marked(side: Side, parts: &[Part<'_>]) -> Markup {
    html! {
        @for part in parts {
            @match (part, side) {
                (Part::Same(text), _) => (text),
                (Part::Own(text), Side::Before) => del { (text) },
                (Part::Own(text), Side::After) => ins { (text) },
            }
        }
    }
}

/// Renders the items of the Rust interface; those after the first are collapsed.
fn items(items: &[ItemChange]) -> Markup {
    let (open, folded) = items.split_at(items.len().min(ITEMS));
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
    let [old_parts, new_parts] = both_parts(old.as_deref(), new.as_deref());
    let name = |word: &str| {
        html! {
            p.name {
                code { (line(&item.item, NAME)) }
                @if !word.is_empty() { " " span.absent { (word) } }
                @if item.breaks { " " span.breaks { "may stop compiling" } }
            }
        }
    };
    let absent = |word: &str| html! { div.side { (name(word)) } };
    html! {
        div.item {
            @if old.is_some() && new.is_some() { (name("")) }
            div.sides {
                @if old.is_some() { (code(Side::Before, &old_parts, new.is_none())) } @else { (absent("new")) }
                @if new.is_some() { (code(Side::After, &new_parts, old.is_none())) } @else { (absent("gone")) }
            }
        }
    }
}

/// Renders the code of an item on one side, with the differences highlighted.
fn code(side: Side, parts: &[Part<'_>], is_alone: bool) -> Markup {
    let differs = is_alone || parts.iter().any(|part| matches!(part, Part::Own(_)));
    html! {
        div.side.differs[differs] data-side=(side.name()) {
            span.unseen { (side.label()) ": " }
            pre { code { (marked(side, parts)) } }
        }
    }
}

fn advice(name: &str, said: Option<&str>) -> Markup {
    html! {
        @if let Some(said) = said {
            div.advice {
                p.label { (name) }
                div { @for line in lines(said) { p { (sentence(&line)) } } }
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
