//! `[dependencies]`: additional dependencies of the crate, for the user's types (The Cargo Book, "Specifying
//! Dependencies").

use std::collections::BTreeMap;

use semver::VersionReq;
use toml::Value;

use super::check;
use super::reader::{ConfigReader, Spanned};
use super::value_kind::ValueKind;
use crate::diagnostic::{Location, Result};

/// The keys of a dependency, and the kinds of their values.
pub(super) const KEYS: &[(&str, ValueKind)] = &[
    ("branch", ValueKind::Text),
    ("default-features", ValueKind::Flag),
    ("features", ValueKind::Texts),
    ("git", ValueKind::Text),
    ("package", ValueKind::Text),
    ("path", ValueKind::Text),
    ("registry", ValueKind::Text),
    ("rev", ValueKind::Text),
    ("tag", ValueKind::Text),
    ("version", ValueKind::Requirement),
    ("workspace", ValueKind::True),
];

/// The keys that declare the source of a dependency.
const FROM: [&str; 4] = ["version", "path", "git", "workspace"];

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
        check_value(name, value.get_ref())
            .map_err(|(message, help)| reader.problem(value.span().start, message, help))?;
        Ok((
            name.clone(),
            OwnDependency { text: value.get_ref().to_string(), location: reader.location(key.span().start) },
        ))
    };
    form.iter().map(one).collect()
}

/// Checks the value of a dependency as in Cargo.toml.
pub(super) fn check_value(name: &str, value: &Value) -> Result<(), (String, &'static str)> {
    match value {
        Value::String(version) if VersionReq::parse(version).is_ok() => Ok(()),
        Value::String(version) => {
            Err((format!("`{version}` is not a valid version requirement"), "write one such as `1.2`"))
        }
        Value::Table(table) => {
            let is_known =
                |(key, value): &(&String, &Value)| KEYS.iter().any(|(known, kind)| known == key && kind.takes(value));
            match table.iter().find(|entry| !is_known(entry)) {
                Some((key, _)) => Err((
                    format!("unsupported key or value: `{key}`"),
                    "write the keys of a dependency in Cargo.toml, except for `optional`",
                )),
                None if FROM.iter().any(|from| table.contains_key(*from)) => Ok(()),
                None => Err((format!("the dependency `{name}` has no source"), "write `version`, `path` or `git`")),
            }
        }
        _ => Err((
            format!("invalid value for `{name}`"),
            "write a version such as `\"1.2\"`, or a table as in Cargo.toml",
        )),
    }
}
