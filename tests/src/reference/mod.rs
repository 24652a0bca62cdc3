//! The parts of the guide that are generated from the code: `generator/guide/generated`.

mod commands;
mod configuration;
mod diagnostics;
mod report;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A generated part of the guide, which a page includes.
pub struct Part {
    /// The file name in `generator/guide/generated`.
    pub name: &'static str,
    /// The text that the code gives.
    pub text: String,
}

impl Part {
    /// Returns `true` if the file has this text.
    #[must_use]
    pub fn is_current(&self) -> bool {
        fs::read_to_string(self.path()).is_ok_and(|text| text.replace("\r\n", "\n") == self.text)
    }

    /// Writes the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn write(&self) -> io::Result<()> {
        fs::write(self.path(), &self.text)
    }

    fn path(&self) -> PathBuf {
        root().join("generator/guide/generated").join(self.name)
    }
}

/// Generates all parts.
///
/// # Errors
///
/// Returns an error if a description of the service cannot be read or compared.
pub fn parts() -> Result<Vec<Part>, String> {
    Ok(vec![
        Part { name: "commands.md", text: commands::render() },
        Part { name: "bindery-toml.md", text: configuration::render()? },
        Part { name: "diagnostics.md", text: diagnostics::render() },
        Part { name: "change-report.txt", text: report::render()? },
    ])
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A Markdown table of two or more columns.
struct Table {
    text: String,
}

impl Table {
    fn new(columns: &[&str]) -> Self {
        let mut table = Self { text: String::new() };
        table.row(columns);
        table.text.push_str(&format!("|{}\n", "---|".repeat(columns.len())));
        table
    }

    fn row(&mut self, cells: &[&str]) {
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|").replace('\n', " ")).collect();
        self.text.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
}

/// Adds the full stop that a short help text does not have.
fn sentence(text: &str) -> String {
    if text.is_empty() || text.ends_with('.') { text.to_owned() } else { format!("{text}.") }
}
