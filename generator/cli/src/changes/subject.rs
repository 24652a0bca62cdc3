//! The subject of a change.

use super::version::Versions;
use bindery::internal::ir::Node;
use bindery::internal::pointer::Pointer;

/// The subject of a change: the resource, and the changed item by its path, such as `story.value`.
#[derive(Clone)]
pub(super) struct ChangeSubject {
    pub(super) resource: String,
    pub(super) path: String,
    /// The changed element in each version that has it.
    pub(super) nodes: Versions<Option<Node>>,
    /// Its location in each version.
    pub(super) locations: Versions<Option<Pointer>>,
    /// `true` if programs send it.
    pub(super) sent: bool,
    /// `true` if programs receive it.
    pub(super) received: bool,
    /// `true` if programs use only the types with its members.
    pub(super) is_of_base: bool,
    /// The other values in the texts of rules, by name.
    values: Vec<(&'static str, String)>,
    /// The part of the subject that the change is about, such as a header.
    pub(super) detail: Option<String>,
}

impl ChangeSubject {
    pub(super) fn new(resource: impl Into<String>, path: impl Into<String>, nodes: Versions<Option<Node>>) -> Self {
        Self {
            resource: resource.into(),
            path: path.into(),
            nodes,
            locations: Versions::new(None, None),
            sent: true,
            received: true,
            is_of_base: false,
            values: Vec::new(),
            detail: None,
        }
    }

    /// Sets the location in each version.
    pub(super) fn at<'p>(mut self, locations: Versions<impl Into<Option<&'p Pointer>>>) -> Self {
        self.locations = locations.map(|location| location.into().cloned());
        self
    }

    /// Sets the directions in which programs use it.
    pub(super) fn in_directions(mut self, sent: bool, received: bool) -> Self {
        (self.sent, self.received) = (sent, received);
        self
    }

    /// Removes the directions: programs send and receive the same as before.
    pub(super) fn without_directions(self) -> Self {
        self.in_directions(false, false)
    }

    /// Sets whether programs use only the types with its members.
    pub(super) fn of_base(mut self, is_of_base: bool) -> Self {
        self.is_of_base = is_of_base;
        self
    }

    /// Adds a value of templates, or replaces it.
    pub(super) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.values.push((name, value.into()));
        self
    }

    /// Adds the value of templates that identifies a part without a path of its own.
    pub(super) fn detailed(mut self, name: &'static str, value: impl Into<String>) -> Self {
        let value = value.into();
        self.detail = Some(value.clone());
        self.with(name, value)
    }

    /// Returns the subject for a part of it.
    pub(super) fn part(&self, nodes: Versions<Option<Node>>) -> Self {
        Self { nodes, ..self.clone() }
    }

    /// Sets the path.
    pub(super) fn with_path(mut self, path: String) -> Self {
        self.path = path;
        self
    }

    /// Replaces the names in a template, such as `{item}`, by their values. The path stands for a missing value.
    pub(super) fn fill(&self, template: &str, texts: Versions<&Option<String>>) -> String {
        let value = |name: &str| match name {
            "item" => Some(self.path.as_str()),
            "old" => texts.old.as_deref(),
            "new" => texts.new.as_deref(),
            name => self.values.iter().rfind(|(known, _)| *known == name).map(|(_, value)| value.as_str()),
        };
        let mut filled = String::new();
        let mut rest = template;
        while let Some((before, (name, after))) =
            rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
        {
            filled.push_str(before);
            match value(name) {
                Some(value) => filled.push_str(value),
                None => {
                    debug_assert!(false, "no value for `{{{name}}}` in `{template}`");
                    filled.push_str(&self.path);
                }
            }
            rest = after;
        }
        filled + rest
    }
}
