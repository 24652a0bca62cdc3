//! A change in the description, before its effect on the code is known.

use super::ChangeKind;
use super::side::Claim;
use crate::pointer::Pointer;

/// The effect of a change on the wire, for an unmodified program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wire {
    /// None: only docs differ.
    Docs,
    /// Requests and responses still work.
    Works,
    /// Requests may be rejected, or have another meaning.
    Breaks,
}

/// A change in the description.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    pub(super) kind: ChangeKind,
    pub(super) resource: String,
    pub(super) subject: String,
    pub(super) message: String,
    pub(super) old: Option<(Pointer, String)>,
    pub(super) new: Option<(Pointer, String)>,
    pub(super) wire: Wire,
    pub(super) at_run_time: Option<String>,
    /// The migration if code stops compiling or working.
    pub(super) migration: Option<String>,
    pub(super) claims: Vec<Claim>,
    /// The other affected parts of the description, which include the changed location.
    uses: Vec<String>,
}

impl Finding {
    /// Creates a change that still works on the wire.
    pub(super) fn new(kind: ChangeKind, resource: &str, subject: &str, message: impl Into<String>) -> Self {
        Self {
            kind,
            resource: resource.to_owned(),
            subject: subject.to_owned(),
            message: message.into(),
            old: None,
            new: None,
            wire: Wire::Works,
            at_run_time: None,
            migration: None,
            claims: Vec::new(),
            uses: Vec::new(),
        }
    }

    pub(super) fn before(mut self, place: &Pointer, says: impl Into<String>) -> Self {
        self.old = Some((place.clone(), says.into()));
        self
    }

    pub(super) fn after(mut self, place: &Pointer, says: impl Into<String>) -> Self {
        self.new = Some((place.clone(), says.into()));
        self
    }

    /// Marks the change as documentation only.
    pub(super) fn docs(mut self) -> Self {
        self.wire = Wire::Docs;
        self
    }

    /// Marks the change as breaking on the wire, with the reason.
    pub(super) fn breaks(mut self, how: impl Into<String>) -> Self {
        self.wire = Wire::Breaks;
        self.at_run_time = Some(how.into());
        self
    }

    /// Adds a difference at run time that does not break the program.
    pub(super) fn at_run_time(mut self, what: impl Into<String>) -> Self {
        self.at_run_time = Some(what.into());
        self
    }

    pub(super) fn migrate(mut self, what: impl Into<String>) -> Self {
        self.migration = Some(what.into());
        self
    }

    /// Adds another use of the same location. The use named after the location comes first.
    pub(super) fn merge(&mut self, mut other: Self) {
        if other.is_of_its_place() && !self.is_of_its_place() {
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
        self.claims.extend(other.claims);
    }

    /// Returns `true` if the subject is the schema at its location, or one of its members.
    fn is_of_its_place(&self) -> bool {
        let place = self.new.as_ref().or(self.old.as_ref());
        let name = place.and_then(|(pointer, _)| pointer.as_str().split('/').nth(3));
        name.and_then(|name| self.subject.strip_prefix(name))
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }

    /// Adds the other uses to the sentence.
    pub(super) fn with_uses(mut self) -> Self {
        /// Maximum number of uses in the sentence; the items of the code list all.
        const MAX_NAMED_USES: usize = 3;
        let (named, more) = self.uses.split_at(self.uses.len().min(MAX_NAMED_USES));
        if self.wire == Wire::Docs || named.is_empty() {
            return self;
        }
        let named = named.iter().map(|subject| format!("`{subject}`")).collect::<Vec<_>>().join(", ");
        let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
        self.message = format!("{} (also {named}{more})", self.message);
        self
    }

    pub(super) fn claims(mut self, claims: impl IntoIterator<Item = Claim>) -> Self {
        self.claims.extend(claims);
        self
    }
}
