//! `[dependencies]`: what the crate depends on besides, for types of the user's (The Cargo Book, "Specifying Dependencies").

use std::collections::{BTreeMap, BTreeSet};

use semver::VersionReq;
use toml::{Spanned, Value};

use super::file::ConfigReader;
use super::own_types::{OF_THE_LANGUAGE, as_in_code};
use super::{Config, check};
use crate::diagnostic::{Code, Diagnostic, Location};

type Outcome<T> = Result<T, Box<Diagnostic>>;

/// A key of a dependency, and what its value may be.
type Key = (&'static str, fn(&Value) -> bool);

/// The keys that a dependency may have.
const KEYS: &[Key] = &[
    ("branch", Value::is_str),
    ("default-features", Value::is_bool),
    ("features", |value| value.as_array().is_some_and(|all| all.iter().all(Value::is_str))),
    ("git", Value::is_str),
    ("package", Value::is_str),
    ("path", Value::is_str),
    ("registry", Value::is_str),
    ("rev", Value::is_str),
    ("tag", Value::is_str),
    ("version", |value| value.as_str().is_some_and(|version| VersionReq::parse(version).is_ok())),
    ("workspace", |value| value.as_bool() == Some(true)),
];

/// `[dependencies]` as it is written.
pub(super) type DependenciesForm = BTreeMap<Spanned<String>, Spanned<Value>>;

/// What a dependency is, as TOML has it on one line, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct OwnDependency {
    text: String,
    spot: Location,
}

pub(super) fn read(form: &DependenciesForm, reader: &ConfigReader<'_>) -> Outcome<BTreeMap<String, OwnDependency>> {
    let one = |(key, value): (&Spanned<String>, &Spanned<Value>)| {
        let name = key.get_ref();
        if let Some(reason) = check::crate_name(name) {
            let message = format!("`{name}` cannot be the name of a crate: {reason}");
            return Err(reader.problem(key.span().start, message, "write a name such as `uuid`"));
        }
        check_value(name, value.get_ref())
            .map_err(|(message, help)| reader.problem(value.span().start, message, help))?;
        Ok((name.clone(), OwnDependency { text: value.get_ref().to_string(), spot: reader.spot(key.span().start) }))
    };
    form.iter().map(one).collect()
}

fn check_value(name: &str, value: &Value) -> Result<(), (String, &'static str)> {
    match value {
        Value::String(version) if VersionReq::parse(version).is_ok() => Ok(()),
        Value::String(version) => {
            Err((format!("`{version}` is no version that a dependency asks for"), "write one such as `1.2`"))
        }
        Value::Table(table) => {
            let is_known =
                |(key, value): &(&String, &Value)| KEYS.iter().any(|(known, takes)| known == key && takes(value));
            match table.iter().find(|entry| !is_known(entry)) {
                Some((key, _)) => Err((
                    format!("`{key}` cannot be this in a dependency"),
                    "write what cargo's manifest has there; the crate always needs it, so that it is not optional",
                )),
                None if ["version", "path", "git", "workspace"].iter().any(|from| table.contains_key(*from)) => Ok(()),
                None => Err((format!("`{name}` comes from nowhere"), "write `version`, `path` or `git`")),
            }
        }
        _ => Err((
            format!("`{name}` cannot be this"),
            "write a version such as `\"1.2\"`, or a table as cargo's manifest has it",
        )),
    }
}

impl Config {
    /// The dependencies of the user's, as TOML has them on one line.
    pub(crate) fn own_dependencies(&self) -> BTreeMap<String, String> {
        self.dependencies.iter().map(|(name, dependency)| (name.clone(), dependency.text.clone())).collect()
    }

    /// Checks that a crate of its own has what the types of the user's come from; `ours` is what it depends on anyway.
    ///
    /// # Errors
    ///
    /// `configuration-invalid` where a dependency is said twice, or missing.
    pub(crate) fn check_dependencies(&self, ours: &BTreeSet<String>) -> Outcome<()> {
        let problem = |spot: &Location, message: String, help: String| {
            let problem = Diagnostic::error(Code::ConfigurationInvalid, message);
            Err(Box::new(problem.at(self.source(), spot.clone()).help(help)))
        };
        for (name, dependency) in &self.dependencies {
            if ours.contains(&as_in_code(name)) {
                let message = format!("the crate depends on `{name}` anyway");
                return problem(&dependency.spot, message, "remove it: its types can be named without it".to_owned());
            }
        }
        for (name, spot) in self.crates_of_own_types() {
            if name == "crate" {
                let message = "a type of `crate` is in no crate that this one could depend on".to_owned();
                let help = "write the name of a crate: `crate` would be the one that is emitted".to_owned();
                return problem(spot, message, help);
            }
            let is_there = |own: &String| as_in_code(own) == name;
            if !OF_THE_LANGUAGE.contains(&name) && !ours.contains(name) && !self.dependencies.keys().any(is_there) {
                let message = format!("the crate does not depend on `{name}`");
                let help = format!(
                    "add it to `[dependencies]`, such as `{name} = {{ version = \"1\", features = [\"serde\"] }}`"
                );
                return problem(spot, message, help);
            }
        }
        Ok(())
    }
}
