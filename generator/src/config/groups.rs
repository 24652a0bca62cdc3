//! `[groups]`: the source of operation groups, and whether every group is a feature of the crate.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::reader::{ConfigReader, Spanned};
use crate::diagnostic::{Location, Result};

#[derive(Default, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, expecting = "a table such as `{ features = true }`")]
pub(super) struct GroupsForm {
    /// The source of an operation's group: `tag`, the first one; `path`, the first meaningful segment; or an extension of
    /// operations such as `x-sdk-group`. By default, `x-fern-sdk-group-name` or `x-speakeasy-group`, otherwise the tag.
    by: Option<Spanned<String>>,
    /// The groups of single operations, by `operationId` or `METHOD /path`.
    #[serde(default)]
    operations: BTreeMap<Spanned<String>, Spanned<String>>,
    /// `true` to make every group a feature of the crate, with the types that it needs; by default for more than 150
    /// operations when a crate is first generated.
    features: Option<Spanned<bool>>,
}

/// The configuration of groups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GroupsConfig {
    /// The source of groups.
    pub(crate) by: GroupedBy,
    /// The groups of single operations, by `operationId` or `METHOD /path`, and the locations of the keys.
    pub(crate) operations: BTreeMap<String, (String, Location)>,
    /// `true` if every group is a feature, and the location of the option, if it is set.
    pub(crate) features: Option<(bool, Location)>,
}

impl GroupsConfig {
    /// Returns `true` if every group is a feature, if the configuration says so.
    pub(crate) fn are_features(&self) -> Option<bool> {
        self.features.as_ref().map(|(are_features, _)| *are_features)
    }
}

/// The source of groups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum GroupedBy {
    /// An extension of SDK generators, otherwise the first tag.
    #[default]
    Declared,
    /// The first tag.
    Tag,
    /// The path.
    Path,
    /// An extension, and its location in the configuration.
    Extension(String, Location),
}

pub(super) fn read(form: &GroupsForm, reader: &ConfigReader<'_>) -> Result<GroupsConfig> {
    let by = form.by.as_ref().map(|by| grouped_by(by, reader)).transpose()?.unwrap_or_default();
    let features = form.features.as_ref().map(|features| (*features.get_ref(), reader.location(features.span().start)));
    let operation = |(key, group): (&Spanned<String>, &Spanned<String>)| {
        let key_text = key.get_ref();
        if key_text.contains(char::is_whitespace) {
            reader.operation(key)?;
        }
        let group = not_empty(group, "write the name of a group", reader)?;
        Ok((key_text.clone(), (group, reader.location(key.span().start))))
    };
    let operations = form.operations.iter().map(operation).collect::<Result<_>>()?;
    Ok(GroupsConfig { by, operations, features })
}

fn grouped_by(by: &Spanned<String>, reader: &ConfigReader<'_>) -> Result<GroupedBy> {
    match by.get_ref().as_str() {
        "tag" => Ok(GroupedBy::Tag),
        "path" => Ok(GroupedBy::Path),
        name if name.len() > 2 && name.starts_with("x-") => {
            Ok(GroupedBy::Extension(name.to_owned(), reader.location(by.span().start)))
        }
        other => {
            let message = format!("operations cannot be grouped by `{other}`");
            Err(reader.problem(by.span().start, message, "write `tag`, `path` or an extension such as `x-sdk-group`"))
        }
    }
}

fn not_empty(text: &Spanned<String>, help: &str, reader: &ConfigReader<'_>) -> Result<String> {
    if text.get_ref().trim().is_empty() {
        Err(reader.problem(text.span().start, "the string is empty", help))
    } else {
        Ok(text.get_ref().clone())
    }
}

#[cfg(test)]
mod tests {
    use super::GroupedBy;
    use crate::config::Config;
    use crate::diagnostic::Sink;

    #[test]
    fn operations_are_grouped_by_a_tag_a_path_or_an_extension() {
        let read = |text: &str| Config::parse("bindery.toml", &format!("[groups]\n{text}"));
        let config = read("by = \"x-group\"\nfeatures = true").unwrap();
        let groups = config.groups;
        assert!(matches!(&groups.by, GroupedBy::Extension(name, _) if name == "x-group"));
        assert_eq!(groups.are_features(), Some(true));
        assert_eq!(read("by = \"path\"").unwrap().groups.by, GroupedBy::Path);
        assert_eq!(read("").unwrap().groups, super::GroupsConfig::default());
        let operations = read("operations.\"GET /a\" = \"b\"\noperations.c = \"d\"").unwrap().groups.operations;
        assert_eq!(operations.values().map(|(group, _)| group.as_str()).collect::<Vec<_>>(), ["b", "d"]);
        for wrong in ["operations.\"get /a\" = \"b\"", "operations.a = \"\""] {
            assert!(read(wrong).unwrap_err().help.is_some(), "{wrong}");
        }
        for wrong in ["by = \"tags\"", "by = \"x-\""] {
            assert!(read(wrong).unwrap_err().help.is_some(), "{wrong}");
        }
    }

    #[test]
    fn keys_without_effect_on_a_module_are_reported() {
        let warnings = |text: &str| {
            let mut sink = Sink::new();
            Config::parse("bindery.toml", text).unwrap().warn_of_module(&mut sink);
            sink.into_diagnostics().into_iter().map(|warning| warning.message).collect::<Vec<_>>()
        };
        assert_eq!(
            warnings("[groups]\nfeatures = true\n[events]\nschemas = [\"A\"]\ntype = [\"member:type\"]"),
            [
                "`[groups] features` has no effect on a module: groups are not features there",
                "`[events]` has no effect on a module: it has no events",
            ]
        );
        assert!(warnings("[groups]\nby = \"path\"").is_empty());
    }
}
