//! Writes corrections: entries of `[fields]` in bindery.toml, and an overlay. What is there already is kept.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, Value as TomlValue};

use super::action::Action;
use super::propose::{Correction, Proposal, evidence};
use bindery::internal::config::Config;
use bindery::internal::diagnostic::{Code, Result, Sink, file_error};
use bindery::internal::document;
use bindery::internal::source::Input;
use bindery::internal::text::Source;
use bindery::internal::unicode::printable_line;

/// The name of the overlay.
pub(super) const OVERLAY: &str = "observed.overlay.yaml";
const OVERLAY_START: &str = "# Corrections that `bindery observe` learned from recorded traffic. Edit them as you like.\n\
    overlay: 1.1.0\ninfo: { title: Observed responses, version: 1.0.0 }\nactions:\n";

/// The files that corrections are written to.
#[derive(Debug)]
pub struct Written {
    /// The configuration.
    pub config: PathBuf,
    /// The overlay, if it is needed.
    pub overlay: Option<PathBuf>,
}

/// Applies corrections in memory.
pub(super) fn apply(proposals: &[Proposal], config: &mut Config) {
    for proposal in proposals {
        if let Correction::Member(key, how) = &proposal.correction {
            config.loosen(key, *how);
        }
    }
    let blocks = blocks(proposals);
    if !blocks.is_empty() {
        config.correct_with(Source::new(OVERLAY, merged_overlay(OVERLAY_START, blocks)));
    }
}

/// Writes corrections of a description next to a configuration; nothing is written if they cannot be added to a file.
pub(super) fn write_corrections(
    proposals: &[Proposal],
    written: &Value,
    path: &Path,
    label: Option<&str>,
    start: &str,
) -> Result<Written> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let before = if path.exists() { read(path)? } else { String::new() };
    let text = with_missing_keys(&before, start);
    let overlay = folder.join(OVERLAY);
    let blocks = blocks(proposals);
    let needs_overlay = !blocks.is_empty();
    let config = corrected_config(&text, label, proposals, needs_overlay)
        .map_err(|message| file_error(Code::ConfigurationInvalid, path, message, "fix the configuration"))?;
    if needs_overlay {
        let known = if overlay.exists() { read(&overlay)? } else { OVERLAY_START.to_owned() };
        let text = merged_overlay(&known, blocks);
        check_overlay(&overlay, &text, written)?;
        write(&overlay, &text)?;
    }
    if config != before || !path.exists() {
        write(path, &config)?;
    }
    Ok(Written { config: path.to_owned(), overlay: needs_overlay.then_some(overlay) })
}

/// Checks that an overlay, which is merged by lines, still corrects a description.
fn check_overlay(path: &Path, text: &str, written: &Value) -> Result<()> {
    let mut config = Config::default();
    config.correct_with(Source::new(path.display().to_string(), text));
    let description = Source::new("the description", written.to_string());
    document::corrected(&Input::from(description), &config, &mut Sink::new()).map(drop).map_err(|error| {
        let message = format!("cannot add corrections to the overlay: {}", error.message);
        file_error(Code::ConfigurationInvalid, path, message, "write its `actions` as a block of lines")
    })
}

/// Adds the keys of a new configuration that a configuration of one client lacks.
fn with_missing_keys(text: &str, start: &str) -> String {
    let known = text.parse::<DocumentMut>().unwrap_or_default();
    let is_missing = |line: &&str| line.split_once(" = ").is_some_and(|(key, _)| !known.contains_key(key));
    let is_of_one = !known.contains_key("client");
    let missing: String = start.lines().filter(is_missing).map(|line| format!("{line}\n")).collect();
    if is_of_one { missing + text } else { text.to_owned() }
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).map_err(|error| {
        file_error(Code::ConfigurationInvalid, path, format!("cannot read the file: {error}"), "fix the file")
    })
}

fn write(path: &Path, text: &str) -> Result<()> {
    bindery::internal::replace(path, text.as_bytes()).map(drop).map_err(|error| {
        file_error(Code::OutputUnwritable, path, format!("cannot write the file: {error}"), "make it writable")
    })
}

/// Returns the text of a correction for people, with the number of samples and some operations.
fn comment(proposal: &Proposal) -> String {
    printable_line(&format!("{}{}", proposal.text, evidence(proposal.samples, &proposal.operations)))
}

/// Returns the text of each correction of the overlay, with the target that sorts it.
fn blocks(proposals: &[Proposal]) -> Vec<(String, String)> {
    let blocks = proposals.iter().filter_map(|proposal| match &proposal.correction {
        Correction::Overlay(actions) => Some((actions.first()?.target.clone(), block(proposal, actions))),
        Correction::Member(..) | Correction::None(_) => None,
    });
    let mut blocks: Vec<(String, String)> = blocks.collect();
    blocks.sort();
    blocks
}

fn block(proposal: &Proposal, actions: &[Action]) -> String {
    let mut text = format!("  # {}\n", comment(proposal));
    for Action { target, update } in actions {
        // JSON is YAML.
        text.push_str(&format!("  - target: {}\n", serde_json::Value::from(target.as_str())));
        text.push_str(&update.as_ref().map_or("    remove: true\n".to_owned(), |it| format!("    update: {it}\n")));
    }
    text
}

/// Inserts corrections into an overlay by their targets; those that are there already keep their order.
fn merged_overlay(before: &str, new: Vec<(String, String)>) -> String {
    let mut lines = before.split_inclusive('\n');
    let mut text = String::new();
    for line in lines.by_ref() {
        text.push_str(line);
        if line.starts_with("actions:") {
            break;
        }
    }
    let mut known: Vec<(String, String)> = Vec::new();
    let mut is_comment = false;
    for line in lines {
        let starts_comment = line.trim_start().starts_with('#');
        let starts_action = line.trim_start().starts_with("- target:");
        let is_first = known.last().is_none_or(|(target, _)| !target.is_empty());
        if known.is_empty() || (starts_comment && !is_comment && is_first) {
            known.push((String::new(), String::new()));
        }
        is_comment = starts_comment;
        if let Some((target, block)) = known.last_mut() {
            block.push_str(line);
            if starts_action && target.is_empty() {
                let written = line.trim_start().trim_start_matches("- target:").trim();
                *target = serde_json::from_str(written).unwrap_or_else(|_| written.trim_matches('\'').to_owned());
            }
        }
    }
    if let Some((_, last)) = known.last_mut().filter(|(_, last)| !last.ends_with('\n')) {
        last.push('\n');
    }
    for (target, block) in new.into_iter().filter(|(_, block)| !before.contains(block.as_str())) {
        let at = known.iter().position(|(other, _)| *other > target).unwrap_or(known.len());
        known.insert(at, (target, block));
    }
    text + &known.into_iter().map(|(_, block)| block).collect::<String>()
}

/// Adds the entries of `[fields]`, and the overlay to `corrections`.
fn corrected_config(
    text: &str,
    label: Option<&str>,
    proposals: &[Proposal],
    needs_overlay: bool,
) -> Result<String, String> {
    let mut document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| error.message().to_owned())?;
    let client: &mut dyn TableLike = match label {
        None => document.as_table_mut(),
        Some(label) => client_table(&mut document, label).ok_or("the client is not in the configuration")?,
    };
    if needs_overlay {
        let corrections = client.entry("corrections").or_insert(Item::Value(TomlValue::Array(Array::new())));
        let list = corrections.as_array_mut().ok_or("`corrections` is not a list")?;
        if !list.iter().any(|file| file.as_str().is_some_and(|file| file.trim_start_matches("./") == OVERLAY)) {
            list.push(OVERLAY);
        }
    }
    let members = proposals.iter().filter_map(|proposal| match &proposal.correction {
        Correction::Member(key, how) => Some((key.as_str(), *how, proposal)),
        Correction::Overlay(_) | Correction::None(_) => None,
    });
    let mut members: Vec<_> = members.collect();
    members.sort_by_key(|(key, how, _)| (*key, *how));
    if members.is_empty() {
        return Ok(document.to_string());
    }
    let fields = client.entry("fields").or_insert(Item::Table(Table::new()));
    let fields = fields.as_table_like_mut().ok_or("`fields` is not a table")?;
    let mut commented: BTreeSet<&str> = BTreeSet::new();
    for (key, how, proposal) in members {
        let is_new = !fields.contains_key(key);
        let entry = fields.entry(key).or_insert(Item::Value(TomlValue::InlineTable(InlineTable::new())));
        let entry = entry.as_table_like_mut().ok_or("an entry of `fields` is not a table")?;
        let (setting, value) = how.setting();
        let value: TomlValue = value.parse().map_err(|_| "invalid value")?;
        entry.insert(setting, Item::Value(value));
        if is_new || commented.contains(key) {
            commented.insert(key);
            if let Some(mut key) = fields.key_mut(key) {
                let before =
                    key.leaf_decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or_default().to_owned();
                key.leaf_decor_mut().set_prefix(format!("{before}# {}\n", comment(proposal)));
            }
        }
    }
    Ok(document.to_string())
}

/// Returns the table of a client, by its name or directory.
fn client_table<'d>(document: &'d mut DocumentMut, label: &str) -> Option<&'d mut dyn TableLike> {
    let clients = document.get_mut("client")?.as_array_of_tables_mut()?;
    let is_it = |table: &Table| {
        ["name", "out"].iter().any(|key| {
            let value = table.get(key).and_then(Item::as_str);
            value.is_some_and(|value| value == label || Path::new(label).ends_with(value))
        })
    };
    clients.iter_mut().find(|table| is_it(table)).map(|table| table as &mut dyn TableLike)
}

#[cfg(test)]
mod tests {
    use super::with_missing_keys;

    #[test]
    fn a_configuration_gets_the_keys_that_it_lacks() {
        let start = "description = \"api.json\"\nout = \"client\"\n";
        assert_eq!(with_missing_keys("", start), start);
        assert_eq!(with_missing_keys("out = \"a\"\n", start), "description = \"api.json\"\nout = \"a\"\n");
        assert_eq!(with_missing_keys("[fields]\n", start), format!("{start}[fields]\n"));
        assert_eq!(with_missing_keys("[[client]]\n", start), "[[client]]\n");
    }
}
