//! `merge`: descriptions that are merged into one API.

use std::path::PathBuf;

use serde::Deserialize;
use toml::Value;

use super::Config;
use super::reader::{ConfigReader, Spanned};
use super::removed::removed;
use super::user_file::{MergedDescription, UserFile, is_address};
use crate::diagnostic::{Code, Diagnostic, Result};
use crate::source::{Input, MergedInput};

/// `"api.yaml"` or `{ description = "api.yaml", prefix = "shop" }`.
pub(super) type MergeForm = Vec<Spanned<Value>>;

#[derive(Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct DescriptionForm {
    /// A file, relative to this one, or an address.
    description: String,
    /// The prefix for colliding names.
    prefix: Option<String>,
    /// Correction files, in order.
    #[serde(default)]
    corrections: Vec<PathBuf>,
}

pub(super) fn read(form: &MergeForm, reader: &ConfigReader<'_>) -> Result<Vec<MergedDescription>> {
    let mut all: Vec<MergedDescription> = Vec::new();
    for entry in form {
        let start = entry.span().start;
        let own = one(entry.get_ref()).map_err(|wrong| {
            let help = "write a file or a URL, or `{ description = \"..\", prefix = \"..\" }`";
            let help = wrong.strip_prefix("unknown ").and_then(removed).unwrap_or(help);
            reader.problem(start, wrong, help)
        })?;
        if let Some(prefix) = own.prefix.as_deref().filter(|prefix| !is_prefix(prefix)) {
            let message = format!("`{}` is not a valid prefix", prefix.escape_debug());
            return Err(reader.problem(start, message, "write letters, digits, `-` and `_`, such as `billing`"));
        }
        if own.prefix.is_some() && all.iter().any(|known| known.prefix == own.prefix) {
            let message = format!("two descriptions have the same prefix `{}`", own.prefix.unwrap_or_default());
            return Err(reader.problem(start, message, "give each description its own prefix"));
        }
        if all.iter().any(|known| known.label == own.description) {
            let message = format!("duplicate description `{}`", own.description);
            return Err(reader.problem(start, message, "remove one of them"));
        }
        let unread = |path: &PathBuf| UserFile::new(path, reader.location(start));
        all.push(MergedDescription {
            label: own.description.clone(),
            description: own.description,
            prefix: own.prefix,
            corrections: own.corrections.iter().map(unread).collect(),
            location: reader.location(start),
        });
    }
    match (form.first(), all.len()) {
        (Some(only), 1) => {
            let message = "`merge` requires at least two descriptions";
            Err(reader.problem(only.span().start, message, "use `description = \"..\"`, or add another description"))
        }
        _ => Ok(all),
    }
}

fn one(value: &Value) -> Result<DescriptionForm, String> {
    match value {
        Value::String(text) => Ok(DescriptionForm { description: text.clone(), prefix: None, corrections: Vec::new() }),
        value => DescriptionForm::deserialize(value.clone())
            .map_err(|error| error.message().lines().next().unwrap_or("invalid description").to_owned()),
    }
}

fn is_prefix(text: &str) -> bool {
    text.len() <= 64
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

impl Config {
    /// Returns `true` if several descriptions are merged into one API.
    #[must_use]
    pub fn is_merged(&self) -> bool {
        !self.merged.is_empty()
    }

    /// Loads the description at a location, or those to merge, each from its file or address.
    ///
    /// # Errors
    ///
    /// Returns the errors of `load`.
    pub fn load_description(&self, location: &str, mut load: impl FnMut(&str) -> Result<Input>) -> Result<Input> {
        let one = |one: &MergedDescription| {
            Ok(MergedInput {
                input: load(&one.description)?,
                label: one.label.clone(),
                prefix: one.prefix.clone(),
                corrections: one.corrections.iter().filter_map(|file| file.source.clone()).collect(),
            })
        };
        let all = self.merged.iter().map(one).collect::<Result<Vec<_>>>()?;
        if let Some((one, other)) = same_name(&all) {
            let message = format!("`{}` and `{}` are the same file", all[one].label, all[other].label);
            let problem = Diagnostic::error(Code::ConfigurationInvalid, message);
            let location = self.merged[other].location.clone();
            return Err(Box::new(problem.at(self.source.as_str(), location).help("remove one of them")));
        }
        match all.first() {
            Some(first) => Ok(Input { merged: all.clone().into(), ..first.input.clone() }),
            None => load(location),
        }
    }

    /// Returns the correction files of the merged descriptions.
    pub(super) fn merged_corrections(&self) -> impl Iterator<Item = &UserFile> {
        self.merged.iter().flat_map(|one| &one.corrections)
    }

    /// Resolves the files relative to a directory.
    pub(super) fn place_merged(&mut self, folder: &std::path::Path) -> Result<()> {
        let own = self.source.clone();
        for one in &mut self.merged {
            if !is_address(&one.description) {
                one.description = folder.join(&one.description).display().to_string();
            }
            one.corrections.iter_mut().try_for_each(|file| file.read_from(folder, "a correction", &own))?;
        }
        Ok(())
    }
}

/// Returns the indexes of two sources with the same name, since locations are given by source name.
fn same_name(all: &[MergedInput]) -> Option<(usize, usize)> {
    let mut pairs = (0..all.len()).flat_map(|other| (0..other).map(move |one| (one, other)));
    pairs.find(|(one, other)| all[*one].input.source.name() == all[*other].input.source.name())
}
