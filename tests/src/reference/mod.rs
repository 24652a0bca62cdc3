//! The guide and the README: their pages contain code of programs, and text that is generated from the code.

mod commands;
mod configuration;
mod diagnostics;
mod excerpt;
mod report;
mod rules;

pub use excerpt::own_lines;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::repository;

/// The page of the keywords, whose tables are declared in the code.
const KEYWORDS: &str = "generator/src/read/keywords.md";

/// A page whose excerpts differ from their sources.
#[derive(Debug)]
pub struct StalePage {
    /// The path of the page, relative to the root of the repository.
    pub path: PathBuf,
    /// The page with the current text of the sources.
    pub current: String,
}

/// Returns the pages whose excerpts differ from their sources.
///
/// # Errors
///
/// Returns an error if a page or a source cannot be read, or if a mark of an excerpt is wrong.
pub fn stale_pages() -> Result<Vec<StalePage>, String> {
    let generated = generated_texts()?;
    let keywords = read(Path::new(KEYWORDS))?;
    let current_keywords = bindery::internal::keywords::with_tables(&keywords);
    let read = |source: &str| match source.strip_prefix("generated/") {
        Some(name) => generated.get(name).cloned().ok_or_else(|| format!("`{source}` is not generated")),
        None if source == KEYWORDS => Ok(current_keywords.clone()),
        None => read(Path::new(source)),
    };
    let mut stale = Vec::new();
    if current_keywords != keywords {
        stale.push(StalePage { path: PathBuf::from(KEYWORDS), current: current_keywords.clone() });
    }
    for path in pages()? {
        let page = self::read(&path)?;
        let current = excerpt::fill(&page, read).map_err(|problem| format!("{}: {problem}", path.display()))?;
        if current != page {
            stale.push(StalePage { path, current });
        }
    }
    Ok(stale)
}

/// Writes a page.
///
/// # Errors
///
/// Returns an error if the file cannot be written.
pub fn write(page: &StalePage) -> Result<(), String> {
    fs::write(root().join(&page.path), &page.current).map_err(|error| format!("{}: {error}", page.path.display()))
}

/// Returns the texts that are generated from the code.
fn generated_texts() -> Result<BTreeMap<&'static str, String>, String> {
    Ok(BTreeMap::from([
        ("commands", commands::render()),
        ("bindery.toml", configuration::render()?),
        ("diagnostics", diagnostics::render()),
        ("change-report", report::render()?),
        ("rules", rules::render()),
    ]))
}

/// Returns the paths of the README and of the pages of the guide.
fn pages() -> Result<Vec<PathBuf>, String> {
    let mut pages = vec![PathBuf::from("README.md")];
    for entry in walkdir::WalkDir::new(root().join("generator/guide/src")).sort_by_file_name() {
        let path = entry.map_err(|error| error.to_string())?.into_path();
        if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path.strip_prefix(root()).map(Path::to_owned).map_err(|error| error.to_string())?);
        }
    }
    Ok(pages)
}

/// Returns the program of the tutorial that an excerpt is from, if it is from one.
pub(crate) fn tutorial_program(source: &str) -> Option<Result<String, String>> {
    let (path, _) = source.split_once(':')?;
    let is_of_tutorial = path.starts_with("generator/guide/programs/tutorial/");
    is_of_tutorial.then(|| excerpt::text_of(&format!("{path}:program"), |path| read(Path::new(path))))
}

/// Reads a file of the repository.
pub(crate) fn read(path: &Path) -> Result<String, String> {
    let text = fs::read_to_string(root().join(path)).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(text.replace("\r\n", "\n"))
}

fn root() -> PathBuf {
    repository::path("")
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
