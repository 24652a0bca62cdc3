//! Changes a configuration that a program makes, such as a build script.

use std::path::Path;

use super::Config;
use super::attribute::attribute;
use super::derives::Read;
use super::derives_form::{addition, derive};
use super::own_types::{OwnEntry, known_traits};
use super::rust_path::RustPath;
use super::selection::SelectionEntry;
use super::selector::OperationSelector;
use super::type_selector::TypeSelector;
use super::user_file::UserFile;
use crate::diagnostic::{Code, Diagnostic, Location, Result};

impl Config {
    /// Derives traits for types, also by their paths. A selector is the name of a schema, which may contain `*`; that
    /// of an emitted type; `Schema.field` for the type inside; or a JSON pointer.
    ///
    /// # Errors
    ///
    /// Returns `configuration-invalid` if the selector or one of the derives is invalid.
    pub fn derive(&mut self, selector: &str, derives: &[&str]) -> Result<()> {
        self.add(selector, derives, derive)
    }

    /// Adds attributes to types, fields and variants. Selectors are those of [`derive`](Self::derive), but
    /// `Schema.field` and `Schema.value` select the field and the variant.
    ///
    /// # Errors
    ///
    /// Returns `configuration-invalid` if the selector or one of the attributes is invalid.
    pub fn attribute(&mut self, selector: &str, attributes: &[&str]) -> Result<()> {
        self.add(selector, attributes, attribute)
    }

    fn add(&mut self, selector: &str, all: &[&str], read: fn(&str) -> Read) -> Result<()> {
        let all = all.iter().map(|text| (*text, Location::Whole));
        let problem = |_: &Location, message: String, help: &str| problem(message, help);
        self.additions.push(addition(selector, Location::Whole, all, read, problem)?);
        Ok(())
    }

    /// Adds a user's type with its traits.
    ///
    /// # Errors
    ///
    /// Returns `configuration-invalid` if the selector or the path is invalid, or one of the traits is unknown.
    pub fn replace_type(&mut self, selector: &str, path: &str, traits: &[&str]) -> Result<()> {
        let traits = known_traits(traits).map_err(|(message, help)| problem(message, &help))?;
        let selected = TypeSelector::parse(selector)
            .map_err(|help| problem(format!("`{selector}` is not a valid schema selector"), help))?;
        let mut entry = OwnEntry::new(selector, selected, Location::Whole);
        entry.path =
            RustPath::parse(path).map_err(|help| problem(format!("`{path}` is not the path of a type"), help))?;
        entry.traits = traits;
        entry.traits.extend(&self.own_types.traits);
        self.own_types.entries.push(entry);
        Ok(())
    }

    /// Includes only these operations, in addition to those already included.
    ///
    /// # Errors
    ///
    /// Returns `configuration-invalid` if the selector is invalid.
    pub fn take_only(&mut self, selector: &str) -> Result<()> {
        self.selection.only.push(parse_entry(selector)?);
        Ok(())
    }

    /// Excludes these operations.
    ///
    /// # Errors
    ///
    /// Returns `configuration-invalid` if the selector is invalid.
    pub fn leave_out(&mut self, selector: &str) -> Result<()> {
        self.selection.skip.push(parse_entry(selector)?);
        Ok(())
    }

    /// Adds a correction file after all others.
    ///
    /// # Errors
    ///
    /// Returns `source-unreadable`, `source-too-large` or `syntax-invalid` if it cannot be read.
    pub fn correct_by(&mut self, path: &Path) -> Result<()> {
        self.corrections.push(UserFile::read(path)?);
        Ok(())
    }
}

/// Parses a selector that does not come from a file.
pub(super) fn parse_entry(text: &str) -> Result<SelectionEntry<OperationSelector>> {
    let selector =
        OperationSelector::parse(text).map_err(|help| problem(format!("`{text}` is not an operation"), help))?;
    Ok(SelectionEntry { text: text.to_owned(), selector, location: Location::Whole })
}

fn problem(message: String, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(Code::ConfigurationInvalid, message).help(help))
}
