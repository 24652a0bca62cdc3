//! The report of a run: Markdown for readers, JSON for comparisons. Its order depends only on the documents.

mod comparison;
mod markdown;
mod numbers;
mod totals;

use std::fs;
use std::path::Path;

pub(super) use comparison::compare;
pub(super) use markdown::headline;

use super::outcome::Run;
use super::{Fallible, at};

/// Writes `report.md` and `report.json`.
pub(super) fn write(run: &Run, out: &Path) -> Fallible<()> {
    fs::create_dir_all(out).map_err(at("made", out))?;
    let json =
        serde_json::to_string_pretty(run).map_err(|error| format!("the report cannot be serialized: {error}"))?;
    for (name, text) in [("report.md", markdown::markdown(run)), ("report.json", json + "\n")] {
        let path = out.join(name);
        fs::write(&path, text).map_err(at("written", &path))?;
    }
    Ok(())
}

/// Reads the `report.json` of a run.
pub(super) fn load(path: &Path) -> Fallible<Run> {
    let text = fs::read_to_string(path).map_err(at("read", path))?;
    serde_json::from_str(&text)
        .map_err(|error| format!("{} is not a report of this version ({error}); run the corpus again", path.display()))
}

#[cfg(test)]
mod tests;
