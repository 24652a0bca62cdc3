//! A change in the description, before it is known what it does to the code.

use super::ChangeKind;
use super::side::Claim;
use crate::pointer::Pointer;

/// What a change does on the wire, to a program that is not touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wire {
    /// Nothing, since it is a text for people.
    Docs,
    /// What worked still works.
    Works,
    /// What worked may be refused, or means something else.
    Breaks,
}

/// A change in the description.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    pub(super) kind: ChangeKind,
    pub(super) resource: String,
    pub(super) subject: String,
    pub(super) told: String,
    pub(super) old: Option<(Pointer, String)>,
    pub(super) new: Option<(Pointer, String)>,
    pub(super) wire: Wire,
    pub(super) at_run_time: Option<String>,
    /// What to do where code stops compiling, or stops working.
    pub(super) migration: Option<String>,
    pub(super) claims: Vec<Claim>,
    /// The other parts of the description that it changes as well, since they take in what is written at its place.
    uses: Vec<String>,
}

impl Finding {
    /// A change that still works on the wire.
    pub(super) fn new(kind: ChangeKind, resource: &str, subject: &str, told: impl Into<String>) -> Self {
        Self {
            kind,
            resource: resource.to_owned(),
            subject: subject.to_owned(),
            told: told.into(),
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

    /// It is a text for people.
    pub(super) fn docs(mut self) -> Self {
        self.wire = Wire::Docs;
        self
    }

    /// It stops working on the wire, in this way.
    pub(super) fn breaks(mut self, how: impl Into<String>) -> Self {
        self.wire = Wire::Breaks;
        self.at_run_time = Some(how.into());
        self
    }

    /// It still works on the wire, but something is different.
    pub(super) fn at_run_time(mut self, what: impl Into<String>) -> Self {
        self.at_run_time = Some(what.into());
        self
    }

    pub(super) fn migrate(mut self, what: impl Into<String>) -> Self {
        self.migration = Some(what.into());
        self
    }

    /// Adds another use of what is written at the same place. The one that is named after that place comes first.
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

    /// Returns `true` if its subject is the schema that it stands in, or a member of that.
    fn is_of_its_place(&self) -> bool {
        let place = self.new.as_ref().or(self.old.as_ref());
        let name = place.and_then(|(pointer, _)| pointer.as_str().split('/').nth(3));
        name.and_then(|name| self.subject.strip_prefix(name))
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }

    /// Has it name the other uses.
    pub(super) fn with_uses(mut self) -> Self {
        /// So many are named; the items of the code show all.
        const NAMED: usize = 3;
        let (named, more) = self.uses.split_at(self.uses.len().min(NAMED));
        if self.wire == Wire::Docs || named.is_empty() {
            return self;
        }
        let named = named.iter().map(|subject| format!("`{subject}`")).collect::<Vec<_>>().join(", ");
        let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
        self.told = format!("{} (also {named}{more})", self.told);
        self
    }

    pub(super) fn claims(mut self, claims: impl IntoIterator<Item = Claim>) -> Self {
        self.claims.extend(claims);
        self
    }
}
