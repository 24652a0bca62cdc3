//! A change in the description, before it is known what it does to the code.

use super::ChangeKind;
use super::side::Claim;
use crate::pointer::Pointer;

/// What a change does on the wire, to a program that is not touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

    pub(super) fn claims(mut self, claims: impl IntoIterator<Item = Claim>) -> Self {
        self.claims.extend(claims);
        self
    }
}
