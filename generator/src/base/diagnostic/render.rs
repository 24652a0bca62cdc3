//! Renders diagnostics as text for terminals, as workflow commands of GitHub Actions, which shows them next to the lines of
//! code, and as JSON for editors and CI.

use std::path::Path;

use super::{Diagnostic, Location, Positions, Severity};
use crate::base::canonical_path::canonical_path;
use crate::base::text::{Position, Source};
use crate::base::unicode::{printable_json, printable_line, visible};

/// Maximum width of an excerpt. Longer lines are cut around the location: some servers publish everything in one line.
const EXCERPT_WIDTH: usize = 100;
/// Number of bytes on either side of the location that are considered; enough for an excerpt of any characters.
const CONTEXT_BYTES: usize = 4 * EXCERPT_WIDTH;

/// The colors of a rendered diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// Plain text.
    None,
    /// The sequences of ANSI terminals.
    Ansi,
}

impl Colors {
    /// Wraps a part of a diagnostic in the sequences for some attributes, such as bold and blue.
    fn paint(self, attributes: &str, text: &str) -> String {
        match self {
            Self::None => text.to_owned(),
            Self::Ansi => format!("\x1b[{attributes}m{text}\x1b[0m"),
        }
    }
}

/// Bold, and the colors of rustc.
const BOLD: &str = "1";
const FRAME: &str = "1;34";

impl Severity {
    fn attributes(self) -> &'static str {
        match self {
            Self::Warning => "1;33",
            Self::Error => "1;31",
        }
    }
}

/// Renders several lines: message, location, excerpt, details and help.
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
pub fn render_full(diagnostic: &Diagnostic, positions: &Positions<'_>, colors: Colors) -> String {
    let frame = |text: &str| colors.paint(FRAME, text);
    let bar = frame("|");
    let mut text = headline(diagnostic, colors);
    let mut gutter = 1;
    if let Some(place) = &diagnostic.place {
        let position = positions.position(place);
        let line_number = position.map_or(String::new(), |at| at.line.to_string());
        gutter = line_number.len().max(1);
        text.push_str(&format!("\n{:gutter$}{} {}", "", frame("-->"), location_text(&place.source, position)));
        if let Some(excerpt) = position.and_then(|at| excerpt(positions.source(place)?, at)) {
            let (line, caret) = excerpt;
            let (line_number, mark) = (frame(&line_number), colors.paint(diagnostic.severity.attributes(), "^"));
            text.push_str(&format!("\n{:gutter$} {bar}\n{line_number} {bar} {line}", ""));
            text.push_str(&format!("\n{:gutter$} {bar} {:caret$}{mark}", "", ""));
        }
        if let Location::Pointer(pointer) = &place.location {
            text.push_str(&format!("\n{:gutter$} {} at: #{}", "", frame("="), printable_line(pointer.as_str())));
        }
    }
    for line in &diagnostic.detail {
        text.push_str(format!("\n{:gutter$} {bar} {}", "", printable_line(line)).trim_end());
    }
    if let Some(help) = &diagnostic.help {
        let label = colors.paint(BOLD, "help");
        text.push_str(&format!("\n{:gutter$} {} {label}: {}", "", frame("="), printable_line(help)));
    }
    text.push('\n');
    text
}

/// Renders one line: location, severity, code and message.
#[must_use]
pub fn render_concise(diagnostic: &Diagnostic, positions: &Positions<'_>, colors: Colors) -> String {
    let place = diagnostic
        .place
        .as_ref()
        .map_or(String::new(), |place| format!("{}: ", location_text(&place.source, positions.position(place))));
    let pointer = diagnostic.place.as_ref().and_then(|place| match &place.location {
        Location::Pointer(pointer) => Some(format!(" (at #{})", printable_line(pointer.as_str()))),
        _ => None,
    });
    format!("{place}{}{}\n", headline(diagnostic, colors), pointer.unwrap_or_default())
}

fn headline(diagnostic: &Diagnostic, colors: Colors) -> String {
    let Diagnostic { severity, code, message, .. } = diagnostic;
    let kind = colors.paint(severity.attributes(), &format!("{}[{}]", severity.as_str(), code.as_str()));
    format!("{kind}{}", colors.paint(BOLD, &format!(": {}", printable_line(message))))
}

fn location_text(source: &str, position: Option<Position>) -> String {
    match position {
        Some(Position { line, column, .. }) => format!("{}:{line}:{column}", printable_line(source)),
        None => printable_line(source),
    }
}

/// Returns the line at a position, cut to the maximum width, and the number of columns before the position.
///
/// The line may be the whole description, so only the text near the position is considered.
fn excerpt(source: &Source, at: Position) -> Option<(String, usize)> {
    let text = source.text();
    let from = (at.byte.saturating_sub(CONTEXT_BYTES)..=at.byte).find(|byte| text.is_char_boundary(*byte))?;
    let until =
        (at.byte..=(at.byte + CONTEXT_BYTES).min(text.len())).rev().find(|byte| text.is_char_boundary(*byte))?;
    let (before, after) = (&text[from..at.byte], &text[at.byte..until]);
    let start = before.rfind('\n').map(|newline| newline + 1).or((from == 0).then_some(0));
    let end = after.find('\n').or((until == text.len()).then_some(after.len()));
    let left = &before[start.unwrap_or(0)..];
    let right = &after[..end.unwrap_or(after.len())];
    let right = right.strip_suffix('\r').unwrap_or(right);
    if left.is_empty() && after.is_empty() {
        return None;
    }
    let is_short = start.is_some() && end.is_some() && left.len() + right.len() <= EXCERPT_WIDTH;
    let shown_before = if is_short { EXCERPT_WIDTH } else { EXCERPT_WIDTH / 4 };
    let left: Vec<char> = left.chars().rev().take(shown_before).collect();
    let right = right.chars().take(EXCERPT_WIDTH - left.len());
    let excerpt: String = left.iter().rev().copied().chain(right).collect();
    Some((printable_line(&excerpt), left.len()))
}

/// Renders a line of JSON: `severity`, `code`, `message`, and if known `source`, `line`, `column`, `pointer`,
/// `detail`, `help`.
#[must_use]
pub fn render_json(diagnostic: &Diagnostic, positions: &Positions<'_>) -> String {
    let mut object = serde_json::Map::new();
    object.insert("severity".into(), diagnostic.severity.as_str().into());
    object.insert("code".into(), diagnostic.code.as_str().into());
    object.insert("message".into(), diagnostic.message.as_str().into());
    if let Some(place) = &diagnostic.place {
        object.insert("source".into(), place.source.as_str().into());
        if let Some(position) = positions.position(place) {
            object.insert("line".into(), position.line.into());
            object.insert("column".into(), position.column.into());
        }
        if let Location::Pointer(pointer) = &place.location {
            object.insert("pointer".into(), pointer.as_str().into());
        }
    }
    if !diagnostic.detail.is_empty() {
        object.insert("detail".into(), diagnostic.detail.join("\n").into());
    }
    if let Some(help) = &diagnostic.help {
        object.insert("help".into(), help.as_str().into());
    }
    printable_json(&format!("{}\n", serde_json::Value::Object(object)))
}

/// Renders a command: `::warning file=openapi.yaml,line=12,col=21,title=type-unknown::message and help`. Paths are
/// relative to the `workspace`, the directory of the repository, if it is known.
#[must_use]
pub fn render_github(diagnostic: &Diagnostic, positions: &Positions<'_>, workspace: Option<&Path>) -> String {
    let mut properties = Vec::new();
    // Only files of the repository have lines on GitHub.
    if let Some(place) = diagnostic.place.as_ref().filter(|place| !place.source.contains("://")) {
        let within = workspace.and_then(|workspace| {
            let path = canonical_path(Path::new(&place.source));
            Some(path.strip_prefix(canonical_path(workspace)).ok()?.display().to_string())
        });
        properties.push(format!("file={}", escaped_property(within.as_ref().unwrap_or(&place.source))));
        if let Some(position) = positions.position(place) {
            properties.push(format!("line={},col={}", position.line, position.column));
        }
    }
    properties.push(format!("title={}", diagnostic.code.as_str()));
    let help = diagnostic.help.iter().map(|help| format!("\nhelp: {help}"));
    let message: String = std::iter::once(diagnostic.message.clone()).chain(help).collect();
    let command = diagnostic.severity.as_str();
    format!("::{command} {}::{}\n", properties.join(","), escaped_message(&message))
}

/// Escapes the message of a command.
fn escaped_message(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| visible(&line.replace('%', "%25"))).collect();
    lines.join("%0A")
}

/// Escapes a property of a command.
fn escaped_property(text: &str) -> String {
    escaped_message(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::render_github;
    use crate::base::diagnostic::{Code, Diagnostic, Location, Positions};

    #[test]
    fn messages_cannot_end_the_command() {
        let problem = Diagnostic::warning(Code::TypeUnknown, "100% `a::b`\n::error::x\r\u{1b}y")
            .at("a,b:c.yaml\n::set-env", Location::Position { line: 2, column: 3 })
            .help("write `x`");
        let shown = render_github(&problem, &Positions::new(&[], &[]), None);
        assert_eq!(
            shown,
            "::warning file=a%2Cb%3Ac.yaml%0A%3A%3Aset-env,line=2,col=3,title=type-unknown::100%25 `a::b`%0A::error::x\u{fffd}\u{fffd}y%0Ahelp: write `x`\n"
        );
        let elsewhere = Diagnostic::error(Code::NotOpenApi, "no").at("https://h/api", Location::Whole);
        assert_eq!(render_github(&elsewhere, &Positions::new(&[], &[]), None), "::error title=not-openapi::no\n");
    }

    #[test]
    fn files_are_relative_to_the_repository() {
        let here = std::env::current_dir().unwrap();
        let problem = Diagnostic::warning(Code::TypeUnknown, "no").at("../x.yaml", Location::Whole);
        let shown = render_github(&problem, &Positions::new(&[], &[]), here.parent());
        assert_eq!(shown, "::warning file=x.yaml,title=type-unknown::no\n");
    }
}
