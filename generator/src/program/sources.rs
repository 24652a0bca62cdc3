//! The source files of a program while it is adapted: their texts, and the uses of changed items in them.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::calls::Outline;
use super::diagnostics::Span;
use super::edit::{Edit, Edits};
use super::overlay::Files;
use super::packages::Program;

/// A source file.
pub(super) struct SourceFile {
    /// The text on disk.
    pub(super) original: String,
    pub(super) text: String,
    /// The parts of the text; `None` if it cannot be parsed.
    pub(super) outline: Option<Outline>,
    /// The uses of changed items: the range and the number of the item. The ranges follow the edits.
    pub(super) uses: Vec<(Range<usize>, usize)>,
}

impl SourceFile {
    fn read(path: &Path) -> Option<Self> {
        let text = fs::read_to_string(path).ok()?;
        Some(Self { original: text.clone(), outline: Outline::new(&text), text, uses: Vec::new() })
    }

    /// Returns `true` if the file is generated: an edit would be lost.
    fn is_generated(&self) -> bool {
        self.original.lines().take(10).any(|line| line.trim_start().starts_with("//") && line.contains("@generated"))
    }

    /// Applies edits that belong together. Returns `true` if the text changed.
    pub(super) fn apply(&mut self, edits: Vec<Edit>) -> bool {
        let edits = Edits::new(&self.text, edits);
        let text = edits.apply();
        for (range, _) in &mut self.uses {
            *range = edits.position(range.start)..edits.position(range.end);
        }
        let is_changed = text != self.text;
        if is_changed {
            self.outline = Outline::new(&text);
            self.text = text;
        }
        is_changed
    }

    /// Returns the start of the line around a position.
    pub(super) fn line_start(&self, at: usize) -> usize {
        self.text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1)
    }

    /// Returns the statement around a position, or the line.
    pub(super) fn statement(&self, at: usize) -> Range<usize> {
        let statement = self.outline.as_ref().and_then(|outline| outline.statement(at).cloned());
        statement.unwrap_or_else(|| self.line(at))
    }

    /// Returns the line around a position, without its end.
    pub(super) fn line(&self, at: usize) -> Range<usize> {
        let start = self.line_start(at);
        let rest = self.text.get(start..).unwrap_or_default();
        start..start + rest.find('\n').unwrap_or(rest.len())
    }
}

/// The source files of a program that are edited.
#[derive(Default)]
pub(super) struct Sources {
    pub(super) files: BTreeMap<PathBuf, SourceFile>,
}

impl Sources {
    /// Reads the files with uses of changed items.
    pub(super) fn new(uses: &[(Span, usize)], program: &Program) -> Self {
        let mut sources = Self::default();
        for (span, number) in uses {
            // The code of a macro is elsewhere.
            if let Some(file) = sources.file(&span.file, program).filter(|_| !span.is_macro) {
                file.uses.push((span.range(), *number));
            }
        }
        sources
    }

    /// Returns a file of the program, which is read when it is needed. Generated files are not edited.
    pub(super) fn file(&mut self, path: &Path, program: &Program) -> Option<&mut SourceFile> {
        if !self.files.contains_key(path) {
            let file = SourceFile::read(path).filter(|file| program.has(path) && !file.is_generated())?;
            self.files.insert(path.to_owned(), file);
        }
        self.files.get_mut(path)
    }

    /// Returns the contents of the edited files.
    pub(super) fn edited(&self) -> Files {
        let edited = self.files.iter().filter(|(_, file)| file.text != file.original);
        edited.map(|(path, file)| (path.clone(), Some(file.text.clone().into_bytes()))).collect()
    }
}
