//! `[dependencies]`: additional dependencies of the crate, for the user's types (The Cargo Book, "Specifying
//! Dependencies").

use std::collections::{BTreeMap, BTreeSet};

use semver::VersionReq;
use toml::Value;

use super::file::ConfigReader;
use super::own_types::{OF_THE_LANGUAGE, as_in_code};
use super::spanned::Spanned;
use super::value_kind::ValueKind;
use super::{Config, check};
use crate::diagnostic::{Code, Diagnostic, Location};

type Outcome<T> = Result<T, Box<Diagnostic>>;

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
    text: String,
    location: Location,
}

pub(super) fn read(form: &DependenciesForm, reader: &ConfigReader<'_>) -> Outcome<BTreeMap<String, OwnDependency>> {
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

impl Config {
    /// Returns the user's dependencies as inline TOML.
    pub(crate) fn own_dependencies(&self) -> BTreeMap<String, String> {
        self.dependencies.iter().map(|(name, dependency)| (name.clone(), dependency.text.clone())).collect()
    }

    /// Returns `true` if the configuration names any crates of types.
    pub(crate) fn names_crates(&self) -> bool {
        self.has_own_types() || !self.additions.is_empty() || !self.dependencies.is_empty()
    }

    /// Checks that a separate crate depends on the crates of the user's types; `ours` are its regular dependencies.
    ///
    /// # Errors
    ///
    /// Returns `configuration-invalid` if a dependency is duplicate or missing.
    pub(crate) fn check_dependencies(&self, ours: &BTreeSet<String>) -> Outcome<()> {
        let problem = |location: &Location, message: String, help: String| {
            let problem = Diagnostic::error(Code::ConfigurationInvalid, message);
            Err(Box::new(problem.at(self.source(), location.clone()).help(help)))
        };
        for (name, dependency) in &self.dependencies {
            if ours.contains(&as_in_code(name)) {
                let message = format!("the crate already depends on `{name}`");
                return problem(
                    &dependency.location,
                    message,
                    "remove it; its types can be used without it".to_owned(),
                );
            }
        }
        for (name, location) in self.crates_of_own_types().chain(self.crates_of_additions()) {
            if name == "crate" {
                let message = "a separate crate cannot use a path that begins with `crate`".to_owned();
                let help = "write the name of another crate; `crate` is the generated crate itself".to_owned();
                return problem(location, message, help);
            }
            let is_there = |own: &String| as_in_code(own) == name;
            if !OF_THE_LANGUAGE.contains(&name) && !ours.contains(name) && !self.dependencies.keys().any(is_there) {
                let message = format!("the crate does not depend on `{name}`");
                let help = format!(
                    "add it to `[dependencies]`, such as `{name} = {{ version = \"1\", features = [\"serde\"] }}`"
                );
                return problem(location, message, help);
            }
        }
        Ok(())
    }
}
