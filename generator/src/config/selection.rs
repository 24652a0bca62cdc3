//! `[only]` and `[skip]`: the operations and events of the client.

use serde::Deserialize;

use super::place::{Checked, Entry, Refusal, entries};
use super::selector::{Glob, OperationSelector, PathPattern, Tag};

/// Selects the operations and events of the client; all if nothing is listed.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, expecting = "a table such as `{ tags = [\"pets\"] }`")]
pub(crate) struct Only {
    /// Operations by `GET /path`, `operationId` or JSON pointer.
    #[serde(default)]
    operations: Vec<Entry<OperationSelector>>,
    /// All operations with these tags.
    #[serde(default, deserialize_with = "entries::<Tag, _, _>")]
    tags: Vec<Entry<OperationSelector>>,
    /// All operations of these paths, such as `/project/**`.
    #[serde(default, deserialize_with = "entries::<PathPattern, _, _>")]
    paths: Vec<Entry<OperationSelector>>,
    /// Events by their names in `webhooks`, or those that `[events]` assigns, such as `issues-*`.
    #[serde(default)]
    pub(crate) events: Vec<Entry<Glob>>,
}

/// Selects what the client does not have.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, expecting = "a table such as `{ operations = [\"GET /a\"] }`")]
pub(crate) struct Skip {
    /// Operations by `GET /path`, `operationId` or JSON pointer.
    #[serde(default)]
    operations: Vec<Entry<OperationSelector>>,
    /// All operations with these tags.
    #[serde(default, deserialize_with = "entries::<Tag, _, _>")]
    tags: Vec<Entry<OperationSelector>>,
    /// All operations of these paths, such as `/project/**`.
    #[serde(default, deserialize_with = "entries::<PathPattern, _, _>")]
    paths: Vec<Entry<OperationSelector>>,
    /// Events by their names in `webhooks`, or those that `[events]` assigns, such as `issues-*`.
    #[serde(default)]
    pub(crate) events: Vec<Entry<Glob>>,
    /// Operations to include nevertheless.
    #[serde(default)]
    pub(crate) except: Vec<Entry<OperationSelector>>,
}

impl Only {
    /// Returns the selectors of operations.
    pub(crate) fn operations(&self) -> impl Iterator<Item = &Entry<OperationSelector>> {
        self.operations.iter().chain(&self.tags).chain(&self.paths)
    }
}

impl Skip {
    /// Returns the selectors of operations.
    pub(crate) fn operations(&self) -> impl Iterator<Item = &Entry<OperationSelector>> {
        self.operations.iter().chain(&self.tags).chain(&self.paths)
    }

    /// Checks that exceptions are exceptions from anything.
    pub(super) fn check(&self) -> Checked {
        match self.except.first() {
            Some(except) if self.operations().next().is_none() => {
                let help = "add `operations`, `tags` or `paths`, or remove it";
                Err((except.at, Refusal::new("`except` requires something to be skipped", help)))
            }
            _ => Ok(()),
        }
    }
}
