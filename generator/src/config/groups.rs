//! `[groups]`: the source of operation groups, and whether every group is a feature of the crate.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::Deserialize;

use super::check::is_operation;
use super::place::{Entry, Placed, Refusal, Text, text_check};

/// The configuration of groups.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, expecting = "a table such as `{ features = true }`")]
pub(crate) struct Groups {
    /// The source of an operation's group: `tag`, the first one; `path`, the first meaningful segment; or an extension of
    /// operations such as `x-sdk-group`. By default, `x-fern-sdk-group-name` or `x-speakeasy-group`, otherwise the tag.
    pub(crate) by: Option<Entry<GroupedBy>>,
    /// The groups of single operations, by `operationId` or `METHOD /path`.
    #[serde(default)]
    pub(crate) operations: BTreeMap<Entry<GroupedOperation>, Text<GroupName>>,
    /// `true` to make every group a feature of the crate, with the types that it needs; by default for more than 150
    /// operations when a crate is first generated.
    pub(crate) features: Option<Placed<bool>>,
}

impl Groups {
    /// Returns whether every group is a feature, if configured.
    pub(crate) fn are_features(&self) -> Option<bool> {
        self.features.as_deref().copied()
    }
}

/// The source of groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GroupedBy {
    /// The first tag.
    Tag,
    /// The path.
    Path,
    /// An extension.
    Extension,
}

impl FromStr for GroupedBy {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        match text {
            "tag" => Ok(Self::Tag),
            "path" => Ok(Self::Path),
            name if name.len() > 2 && name.starts_with("x-") => Ok(Self::Extension),
            other => {
                let message = format!("operations cannot be grouped by `{other}`");
                Err(Refusal::new(message, "write `tag`, `path` or an extension such as `x-sdk-group`"))
            }
        }
    }
}

text_check! {
    /// An `operationId`, or a method and a path.
    pub(crate) GroupedOperation: |text: &str| !text.contains(char::is_whitespace) || is_operation(text),
    "`{}` is not an operation", "write its method and path, such as `GET /project/{id}`"
}

text_check! {
    /// The name of a group.
    pub(crate) GroupName: |text: &str| !text.trim().is_empty(), "`{}` is not the name of a group",
    "write the name of a group"
}

#[cfg(test)]
mod tests {
    use super::GroupedBy;
    use crate::base::diagnostic::Sink;
    use crate::config::Config;

    #[test]
    fn operations_are_grouped_by_a_tag_a_path_or_an_extension() {
        let read = |text: &str| Config::parse("bindery.toml", &format!("[groups]\n{text}"));
        let config = read("by = \"x-group\"\nfeatures = true").unwrap();
        let groups = config.groups;
        let by = groups.by.as_ref().unwrap();
        assert_eq!((&by.value, by.text.as_str()), (&GroupedBy::Extension, "x-group"));
        assert_eq!(groups.are_features(), Some(true));
        assert_eq!(read("by = \"path\"").unwrap().groups.by.unwrap().value, GroupedBy::Path);
        assert!(read("").unwrap().groups.by.is_none());
        let operations = read("operations.\"GET /a\" = \"b\"\noperations.c = \"d\"").unwrap().groups.operations;
        assert_eq!(operations.values().map(|group| group.text.as_str()).collect::<Vec<_>>(), ["b", "d"]);
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
