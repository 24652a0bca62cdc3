//! The compiler's messages, as cargo prints them with `--message-format json`.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::overlay::Overlay;

/// A message of the compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) is_error: bool,
    /// The code, such as `E0308` or `deprecated`.
    pub(super) code: String,
    pub(super) text: String,
    /// The primary locations first.
    pub(super) spans: Vec<Span>,
    /// The message as the compiler shows it.
    pub(super) rendered: String,
}

/// A part of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Span {
    /// The original path.
    pub(super) file: PathBuf,
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Span {
    pub(super) fn at_line(&self) -> (&Path, usize) {
        (&self.file, self.line)
    }
}

#[derive(Deserialize)]
struct CargoLine {
    reason: String,
    message: Option<RustcMessage>,
}

#[derive(Deserialize)]
struct RustcMessage {
    message: String,
    level: String,
    code: Option<RustcCode>,
    spans: Vec<RustcSpan>,
    rendered: Option<String>,
}

#[derive(Deserialize)]
struct RustcCode {
    code: String,
}

#[derive(Deserialize)]
struct RustcSpan {
    file_name: String,
    line_start: usize,
    column_start: usize,
    is_primary: bool,
    expansion: Option<Box<RustcExpansion>>,
}

#[derive(Deserialize)]
struct RustcExpansion {
    span: RustcSpan,
}

/// The messages of a check, and whether the compiler ran at all.
pub(super) struct Messages {
    pub(super) all: Vec<Message>,
    /// `true` if cargo finished, with or without errors of the compiler.
    pub(super) is_finished: bool,
}

impl Messages {
    /// Parses the lines of cargo. Paths are relative to `root`, a directory in the overlay.
    pub(super) fn parse(output: &str, overlay: &Overlay, root: &Path) -> Self {
        let lines = output.lines().filter_map(|line| serde_json::from_str::<CargoLine>(line).ok());
        let mut all: Vec<Message> = Vec::new();
        let mut is_finished = false;
        for line in lines {
            is_finished |= line.reason == "build-finished";
            let message = line.message.and_then(|message| Message::new(message, overlay, root));
            // The library is checked for its tests, too.
            all.extend(message.filter(|message| !all.contains(message)));
        }
        Self { all, is_finished }
    }
}

impl Message {
    fn new(message: RustcMessage, overlay: &Overlay, root: &Path) -> Option<Self> {
        let is_error = message.level.starts_with("error");
        let code = message.code.map(|code| code.code).unwrap_or_default();
        if !is_error && code != "deprecated" {
            return None;
        }
        let mut spans = message.spans;
        spans.sort_by_key(|span| !span.is_primary);
        let spans: Vec<Span> = spans.iter().map(|span| span.resolve(overlay, root)).collect();
        // The summary of all errors has no location.
        let is_summary = spans.is_empty() && code.is_empty();
        let rendered = overlay.with_original_paths(&message.rendered.unwrap_or_default());
        (!is_summary).then_some(Self { is_error, code, text: message.message, spans, rendered })
    }

    /// Returns `true` if it is a lint, such as an unused import, which may be due to another error.
    pub(super) fn is_lint(&self) -> bool {
        !self.code.is_empty() && !self.code.starts_with('E')
    }

    /// Returns the main location.
    pub(super) fn span(&self) -> Option<&Span> {
        self.spans.first()
    }
}

impl RustcSpan {
    /// Returns the span in the original file; that of the outermost macro call for code in macros.
    fn resolve(&self, overlay: &Overlay, root: &Path) -> Span {
        if let Some(expansion) = &self.expansion {
            return expansion.span.resolve(overlay, root);
        }
        Span { file: overlay.original(&root.join(&self.file_name)), line: self.line_start, column: self.column_start }
    }
}
