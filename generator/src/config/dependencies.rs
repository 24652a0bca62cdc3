//! `[dependencies]`: additional dependencies of the crate, for the user's types (The Cargo Book, "Specifying
//! Dependencies"), which cargo checks.

use std::collections::BTreeMap;

use toml::Value;

use super::check;
use super::reader::{ConfigReader, Spanned};
use crate::diagnostic::Result;

/// `[dependencies]` in the file.
pub(super) type DependenciesForm = BTreeMap<Spanned<String>, Spanned<Value>>;

/// Returns the dependencies by name, as inline TOML.
pub(super) fn read(form: &DependenciesForm, reader: &ConfigReader<'_>) -> Result<BTreeMap<String, String>> {
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
        Ok((name.clone(), value.get_ref().to_string()))
    };
    form.iter().map(one).collect()
}
