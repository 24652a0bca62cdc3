//! `[only]` and `[skip]`: the operations and events of the client.

use serde::Deserialize;

use super::reader::{ConfigReader, Spanned};
use super::selector::{Glob, OperationSelector, SelectableOperation};
use crate::diagnostic::{Diagnostic, Location, Result};

/// The selected part of a description; the whole by default.
#[derive(Clone, Debug, Default)]
pub(crate) struct SelectionRules {
    /// The operations to include; all if empty.
    pub(crate) only: Vec<SelectionEntry<OperationSelector>>,
    /// The operations to exclude.
    pub(crate) skip: Vec<SelectionEntry<OperationSelector>>,
    /// The exceptions from exclusion.
    pub(crate) except: Vec<SelectionEntry<OperationSelector>>,
    /// The events to include; none if only operations are listed.
    pub(crate) only_events: Vec<SelectionEntry<Glob>>,
    /// The events to exclude.
    pub(crate) skip_events: Vec<SelectionEntry<Glob>>,
}

/// An entry as written, and its location.
#[derive(Clone, Debug)]
pub(crate) struct SelectionEntry<T> {
    pub(crate) text: String,
    pub(crate) selector: T,
    pub(crate) location: Location,
}

impl SelectionRules {
    /// Returns `true` if nothing is excluded.
    pub(crate) fn is_whole(&self) -> bool {
        self.only.is_empty() && self.skip.is_empty() && self.only_events.is_empty() && self.skip_events.is_empty()
    }

    /// Returns `true` if an operation is included. If only events are listed, none is.
    pub(crate) fn takes(&self, operation: &SelectableOperation<'_>) -> bool {
        let means =
            |entries: &[SelectionEntry<OperationSelector>]| entries.iter().any(|entry| entry.selector.means(operation));
        let is_asked_for = if self.only.is_empty() { self.only_events.is_empty() } else { means(&self.only) };
        is_asked_for && (!means(&self.skip) || means(&self.except))
    }

    /// Returns `true` if an event is included. If only operations are listed, none is.
    pub(crate) fn takes_event(&self, name: &str) -> bool {
        (!self.only_events.is_empty() || self.only.is_empty()) && self.takes_declared_event(name)
    }

    /// Returns `true` if an event of the configuration is included, even if only operations are listed.
    pub(crate) fn takes_declared_event(&self, name: &str) -> bool {
        let means = |entries: &[SelectionEntry<Glob>]| entries.iter().any(|entry| entry.selector.matches(name));
        (self.only_events.is_empty() || means(&self.only_events)) && !means(&self.skip_events)
    }
}

#[derive(Default, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a table such as `{ tags = [\"pets\"] }`")]
pub(super) struct OnlyForm {
    /// Operations by `GET /path`, `operationId`, `tag:x`, `path:/x/**` or JSON pointer.
    #[serde(default)]
    operations: Vec<Spanned<String>>,
    /// All operations with these tags.
    #[serde(default)]
    tags: Vec<Spanned<String>>,
    /// All operations of these paths, such as `/project/**`.
    #[serde(default)]
    paths: Vec<Spanned<String>>,
    /// Events by their names in `webhooks`, or those that `[events]` assigns, such as `issues-*`.
    #[serde(default)]
    events: Vec<Spanned<String>>,
}

#[derive(Default, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a table such as `{ operations = [\"GET /a\"] }`")]
pub(super) struct SkipForm {
    /// Operations by `GET /path`, `operationId`, `tag:x`, `path:/x/**` or JSON pointer.
    #[serde(default)]
    operations: Vec<Spanned<String>>,
    /// All operations with these tags.
    #[serde(default)]
    tags: Vec<Spanned<String>>,
    /// All operations of these paths, such as `/project/**`.
    #[serde(default)]
    paths: Vec<Spanned<String>>,
    /// Events by their names in `webhooks`, or those that `[events]` assigns, such as `issues-*`.
    #[serde(default)]
    events: Vec<Spanned<String>>,
    /// Operations to include nevertheless.
    #[serde(default)]
    except: Vec<Spanned<String>>,
}

pub(super) fn read(only: &OnlyForm, skip: &SkipForm, reader: &ConfigReader<'_>) -> Result<SelectionRules> {
    let of = |operations: &[Spanned<String>], tags: &[Spanned<String>], paths: &[Spanned<String>]| {
        let mut entries = entries(operations, "operation", OperationSelector::parse, reader)?;
        entries.extend(self::entries(tags, "tag", OperationSelector::tag, reader)?);
        entries.extend(self::entries(paths, "path", OperationSelector::path, reader)?);
        Ok::<_, Box<Diagnostic>>(entries)
    };
    if let (Some(except), true) = (skip.except.first(), skip.operations.len() + skip.tags.len() + skip.paths.len() == 0)
    {
        let message = "`except` requires something to be skipped";
        return Err(reader.problem(except.span().start, message, "add `operations`, `tags` or `paths`, or remove it"));
    }
    let event = |text: &str| Ok(Glob::new(text));
    Ok(SelectionRules {
        only: of(&only.operations, &only.tags, &only.paths)?,
        skip: of(&skip.operations, &skip.tags, &skip.paths)?,
        except: entries(&skip.except, "operation", OperationSelector::parse, reader)?,
        only_events: entries(&only.events, "event", event, reader)?,
        skip_events: entries(&skip.events, "event", event, reader)?,
    })
}

fn entries<T>(
    texts: &[Spanned<String>],
    what: &str,
    parse: impl Fn(&str) -> Result<T, &'static str>,
    reader: &ConfigReader<'_>,
) -> Result<Vec<SelectionEntry<T>>> {
    let entry = |text: &Spanned<String>| {
        let at = text.span().start;
        let selector = parse(text.get_ref())
            .map_err(|help| reader.problem(at, format!("invalid {what} `{}`", text.get_ref()), help))?;
        Ok(SelectionEntry { text: text.get_ref().clone(), selector, location: reader.location(at) })
    };
    texts.iter().map(entry).collect()
}
