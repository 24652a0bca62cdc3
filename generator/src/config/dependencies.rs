//! `[dependencies]`: additional dependencies of the crate, for the user's types (The Cargo Book, "Specifying
//! Dependencies"), which cargo checks.

use std::collections::BTreeMap;

use toml::Value;

use super::check;
use super::reader::{ConfigReader, Spanned};
use crate::diagnostic::{Location, Result};

/// `[dependencies]` in the file.
pub(super) type DependenciesForm = BTreeMap<Spanned<String>, Spanned<Value>>;

/// A dependency as inline TOML, and its location.
#[derive(Clone, Debug)]
pub(super) struct OwnDependency {
    pub(super) text: String,
    pub(super) location: Location,
}

pub(super) fn read(form: &DependenciesForm, reader: &ConfigReader<'_>) -> Result<BTreeMap<String, OwnDependency>> {
    let one = |(key, value): (&Spanned<String>, &Spanned<Value>)| {
        let name = key.get_ref();
        if let Some(reason) = check::crate_name(name) {
            let message = format!("`{name}` is not a valid crate name: {reason}");
            return Err(reader.problem(key.span().start, message, "write a name such as `uuid`"));
        }
        if !value.get_ref().is_str() && !value.get_ref().is_table() {
            let help = "write a version such as `\"1.2\"`, or a table as in Cargo.toml";
            return Err(reader.problem(value.span().start, format!("invalid value for `{name}`"), help));
        }
        Ok((
            name.clone(),
            OwnDependency { text: value.get_ref().to_string(), location: reader.location(key.span().start) },
        ))
    };
    form.iter().map(one).collect()
}
