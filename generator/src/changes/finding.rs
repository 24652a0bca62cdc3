//! A change in the description, before its effect on the code is known.

use std::collections::BTreeSet;

use super::ChangeKind;
use super::version::Versions;
use crate::ir::Node;
use crate::pointer::Pointer;

/// The effect of a change on the wire, for an unmodified program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WireEffect {
    /// None: only docs differ.
    Docs,
    /// Requests and responses still work.
    Works,
    /// Requests may be rejected, or have another meaning.
    Breaks,
}

/// A location in a description, and its content as shown in the report.
#[derive(Clone, Debug)]
pub(super) struct LocatedText {
    pub(super) pointer: Pointer,
    pub(super) text: String,
}

/// A change in the description.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    pub(super) kind: ChangeKind,
    /// The template of the message, which rules for the same difference share.
    pub(super) template: &'static str,
    /// The part of the subject that the change is about, such as a header.
    pub(super) detail: Option<String>,
    pub(super) resource: String,
    pub(super) subject: String,
    pub(super) message: String,
    pub(super) excerpts: Versions<Option<LocatedText>>,
    pub(super) wire: WireEffect,
    pub(super) at_run_time: Option<String>,
    /// The migration if code stops compiling or working.
    pub(super) migration: Option<String>,
    /// The changed elements of the API.
    pub(super) at: Versions<BTreeSet<Node>>,
    /// `true` if it may change the code; otherwise, only the wire or the docs change.
    pub(super) may_change_code: bool,
    /// `true` if it also concerns programs that only create the value around the element, and do not name the element.
    pub(super) affects_creation: bool,
    /// `true` if programs cannot read the value around the element until they use the new bindings.
    pub(super) affects_reading: bool,
    /// The other affected items of the description, which include the changed location.
    pub(super) uses: Vec<String>,
}

impl Finding {
    /// Adds another use of the same location. The use named after the location comes first.
    pub(super) fn merge(&mut self, mut other: Self) {
        if other.is_named_after_location() && !self.is_named_after_location() {
            std::mem::swap(self, &mut other);
        }
        if other.subject != self.subject && !self.uses.contains(&other.subject) {
            self.uses.push(other.subject);
        }
        self.uses.extend(other.uses);
        if other.wire > self.wire {
            (self.wire, self.at_run_time) = (other.wire, other.at_run_time);
        }
        self.migration = self.migration.take().or(other.migration);
        self.may_change_code |= other.may_change_code;
        self.affects_creation |= other.affects_creation;
        self.affects_reading |= other.affects_reading;
        self.at.old.extend(other.at.old);
        self.at.new.extend(other.at.new);
    }

    /// Returns the location in each version that has the subject.
    pub(super) fn locations(&self) -> Versions<Option<&Pointer>> {
        self.excerpts.as_ref().map(|excerpt| excerpt.as_ref().map(|excerpt| &excerpt.pointer))
    }

    /// Returns `true` if the subject is the schema at its location, or one of its members.
    fn is_named_after_location(&self) -> bool {
        let excerpt = self.excerpts.new.as_ref().or(self.excerpts.old.as_ref());
        let name = excerpt.and_then(|excerpt| excerpt.pointer.as_str().split('/').nth(3));
        name.and_then(|name| self.subject.strip_prefix(name))
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }

    /// Adds the other uses to the message.
    pub(super) fn with_uses(mut self) -> Self {
        /// Maximum number of uses in the message; the items of the code list all.
        const MAX_NAMED_USES: usize = 3;
        let (named, more) = self.uses.split_at(self.uses.len().min(MAX_NAMED_USES));
        if self.wire == WireEffect::Docs || named.is_empty() {
            return self;
        }
        let named = named.iter().map(|subject| format!("`{subject}`")).collect::<Vec<_>>().join(", ");
        let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
        self.message = format!("{} (also {named}{more})", self.message);
        self
    }

    /// Returns `true` if an element is a changed one of either version.
    pub(super) fn is_at(&self, node: Node) -> bool {
        self.at.old.contains(&node) || self.at.new.contains(&node)
    }

    /// Adds changed elements of the old version.
    pub(super) fn at_old(mut self, nodes: impl IntoIterator<Item = Node>) -> Self {
        self.at.old.extend(nodes);
        self
    }

    /// Adds changed elements of the new version.
    pub(super) fn at_new(mut self, nodes: impl IntoIterator<Item = Node>) -> Self {
        self.at.new.extend(nodes);
        self
    }
}
