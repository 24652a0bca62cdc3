//! Renders diagnostics as workflow commands of GitHub Actions, which shows them next to the lines of code.

use std::path::Path;

use super::{Diagnostic, Positions, Severity};
use crate::canonical_path::canonical_path;
use crate::unicode::visible;

/// Renders one line: `::warning file=openapi.yaml,line=12,col=21,title=type-unknown::message and help`. Paths are
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
        properties.push(format!("file={}", property(within.as_ref().unwrap_or(&place.source))));
        if let Some(position) = positions.position(place) {
            properties.push(format!("line={},col={}", position.line, position.column));
        }
    }
    properties.push(format!("title={}", diagnostic.code.as_str()));
    let help = diagnostic.help.iter().map(|help| format!("\nhelp: {help}"));
    let message: String = std::iter::once(diagnostic.message.clone()).chain(help).collect();
    let command = match diagnostic.severity {
        Severity::Info => "notice",
        severity => severity.as_str(),
    };
    format!("::{command} {}::{}\n", properties.join(","), data(&message))
}

/// Escapes the message of a command.
fn data(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| visible(&line.replace('%', "%25"))).collect();
    lines.join("%0A")
}

/// Escapes a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::render_github;
    use crate::diagnostic::{Code, Diagnostic, Location, Positions};

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
        let info = Diagnostic::info(Code::RuleViolated, "no");
        assert_eq!(render_github(&info, &Positions::new(&[], &[]), None), "::notice title=rule-violated::no\n");
    }

    #[test]
    fn files_are_relative_to_the_repository() {
        let here = std::env::current_dir().unwrap();
        let problem = Diagnostic::warning(Code::TypeUnknown, "no").at("../x.yaml", Location::Whole);
        let shown = render_github(&problem, &Positions::new(&[], &[]), here.parent());
        assert_eq!(shown, "::warning file=x.yaml,title=type-unknown::no\n");
    }
}
