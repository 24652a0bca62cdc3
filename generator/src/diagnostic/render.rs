//! Diagnostics as text for people.

use super::{Diagnostic, Places, Spot};
use crate::signs::printable_line;
use crate::source::{Position, Source};

/// Lines longer than this are shown around the place only: real servers publish everything in one line.
const EXCERPT_WIDTH: usize = 100;

/// Several lines: what, where, the excerpt, what shows it and the help.
///
/// ```text
/// warning[type-unknown]: `decimal` is not a type of OpenAPI
///   --> openapi.json:12:21
///    |
/// 12 |             "type": "decimal",
///    |                     ^
///    = help: write `type: number`
/// ```
#[must_use]
pub fn render_full(diagnostic: &Diagnostic, places: &Places<'_>) -> String {
    let mut text = headline(diagnostic);
    let mut gutter = 1;
    if let Some(place) = &diagnostic.place {
        let position = places.position(place);
        let line_number = position.map_or(String::new(), |at| at.line.to_string());
        gutter = line_number.len().max(1);
        text.push_str(&format!("\n{:gutter$}--> {}", "", shown_place(&place.source, position)));
        if let Some(excerpt) = position.and_then(|at| excerpt(places.source(place)?, at)) {
            let (line, caret) = excerpt;
            text.push_str(&format!("\n{:gutter$} |\n{line_number} | {line}\n{:gutter$} | {:caret$}^", "", "", ""));
        }
        if let Spot::Pointer(pointer) = &place.spot {
            text.push_str(&format!("\n{:gutter$} = at: #{}", "", printable_line(pointer)));
        }
    }
    for line in &diagnostic.detail {
        text.push_str(format!("\n{:gutter$} | {}", "", printable_line(line)).trim_end());
    }
    if let Some(help) = &diagnostic.help {
        text.push_str(&format!("\n{:gutter$} = help: {}", "", printable_line(help)));
    }
    text.push('\n');
    text
}

/// One line: place, severity, code and phrase.
#[must_use]
pub fn render_concise(diagnostic: &Diagnostic, places: &Places<'_>) -> String {
    let place = diagnostic
        .place
        .as_ref()
        .map_or(String::new(), |place| format!("{}: ", shown_place(&place.source, places.position(place))));
    format!("{place}{}\n", headline(diagnostic))
}

fn headline(diagnostic: &Diagnostic) -> String {
    format!("{}[{}]: {}", diagnostic.severity.as_str(), diagnostic.code.as_str(), printable_line(&diagnostic.message))
}

fn shown_place(source: &str, position: Option<Position>) -> String {
    match position {
        Some(Position { line, column, .. }) => format!("{}:{line}:{column}", printable_line(source)),
        None => printable_line(source),
    }
}

/// The line of the place, bounded, and how many columns stand before the place in it.
fn excerpt(source: &Source, at: Position) -> Option<(String, usize)> {
    let text = source.text();
    let before = &text[..at.byte];
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[start..].lines().next()?;
    // A line may be the whole description, so that only what is near the place is looked at.
    let shown_before = if line.len() <= EXCERPT_WIDTH { EXCERPT_WIDTH } else { EXCERPT_WIDTH / 4 };
    let left: Vec<char> = before[start..].chars().rev().take(shown_before).collect();
    let right = line[at.byte - start..].chars().take(EXCERPT_WIDTH - left.len());
    let excerpt: String = left.iter().rev().copied().chain(right).collect();
    Some((printable_line(&excerpt), left.len()))
}
