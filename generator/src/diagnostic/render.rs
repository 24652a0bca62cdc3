//! Diagnostics as text for people.

use super::{Diagnostic, Spot};
use crate::source::{Position, Source};

/// Lines longer than this are shown around the place only: real servers publish everything in one line.
const EXCERPT_WIDTH: usize = 100;

/// Several lines: what, where, the excerpt and the help.
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
pub fn render_full(diagnostic: &Diagnostic, sources: &[Source]) -> String {
    let mut text = headline(diagnostic);
    let mut gutter = 1;
    if let Some(place) = &diagnostic.place {
        let position = position(diagnostic, sources);
        let line_number = position.map_or(String::new(), |at| at.line.to_string());
        gutter = line_number.len().max(1);
        text.push_str(&format!("\n{:gutter$}--> {}", "", shown_place(&place.source, position)));
        if let Some(excerpt) = position.and_then(|at| excerpt(source_of(diagnostic, sources)?, at)) {
            let (line, caret) = excerpt;
            text.push_str(&format!("\n{:gutter$} |\n{line_number} | {line}\n{:gutter$} | {:caret$}^", "", "", ""));
        }
        if let Spot::Pointer(pointer) = &place.spot {
            text.push_str(&format!("\n{:gutter$} = at: #{}", "", shown(pointer)));
        }
    }
    if let Some(help) = &diagnostic.help {
        text.push_str(&format!("\n{:gutter$} = help: {}", "", shown(help)));
    }
    text.push('\n');
    text
}

/// One line: place, severity, code and phrase.
#[must_use]
pub fn render_concise(diagnostic: &Diagnostic, sources: &[Source]) -> String {
    let place = diagnostic
        .place
        .as_ref()
        .map_or(String::new(), |place| format!("{}: ", shown_place(&place.source, position(diagnostic, sources))));
    format!("{place}{}\n", headline(diagnostic))
}

fn headline(diagnostic: &Diagnostic) -> String {
    format!("{}[{}]: {}", diagnostic.severity.as_str(), diagnostic.code.as_str(), shown(&diagnostic.message))
}

fn shown_place(source: &str, position: Option<Position>) -> String {
    match position {
        Some(Position { line, column }) => format!("{}:{line}:{column}", shown(source)),
        None => shown(source),
    }
}

pub(super) fn source_of<'s>(diagnostic: &Diagnostic, sources: &'s [Source]) -> Option<&'s Source> {
    let place = diagnostic.place.as_ref()?;
    sources.iter().find(|source| source.name() == place.source)
}

pub(super) fn position(diagnostic: &Diagnostic, sources: &[Source]) -> Option<Position> {
    match &diagnostic.place.as_ref()?.spot {
        Spot::Whole => None,
        Spot::Pointer(pointer) => source_of(diagnostic, sources)?.position_of(pointer),
        Spot::Position { line, column } => Some(Position { line: *line, column: *column }),
    }
}

/// The line of the place, bounded, and how many columns stand before the place in it.
fn excerpt(source: &Source, at: Position) -> Option<(String, usize)> {
    let line: Vec<char> = source.text().lines().nth(at.line.checked_sub(1)?)?.chars().collect();
    let column = at.column.saturating_sub(1).min(line.len());
    let start = if line.len() <= EXCERPT_WIDTH { 0 } else { column.saturating_sub(EXCERPT_WIDTH / 4) };
    let end = line.len().min(start + EXCERPT_WIDTH);
    let text: String = line[start..end].iter().collect();
    Some((shown(&text), column - start))
}

/// Text of a description as a terminal may get it: control characters could move its cursor or change its title.
fn shown(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
