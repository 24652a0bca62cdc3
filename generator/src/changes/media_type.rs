//! The media types of responses in both versions: those that are requested, and those that callers can request.

use std::collections::HashSet;

use super::ChangeKind;
use super::compare::{ChangeSubject, Comparison};
use super::version::Versions;
use crate::model::{Operation, identity};
use crate::pointer::Pointer;

impl Comparison<'_> {
    /// Compares the requested media types, if the responses are the same.
    pub(super) fn compare_accepted_media_types(
        &mut self,
        subject: &ChangeSubject,
        index: Versions<usize>,
        locations: Versions<&Pointer>,
    ) {
        let accepted = self.operations(index).map(|operation| &operation.accept);
        let identities = accepted.map(identities);
        if identities.old == identities.new {
            return;
        }
        let texts = accepted.map(|accepted| accepted.join(", "));
        let message = format!("the media type of {} changed from `{}` to `{}`", subject.quoted(), texts.old, texts.new);
        let is_replaced = identities.old.is_disjoint(&identities.new);
        let found = subject
            .finding(ChangeKind::Response, message)
            .with_both(locations, texts)
            .breaks_if(is_replaced, "the old bindings request media types that the server may no longer offer");
        self.found.push(found);
    }

    /// Compares the media types that can be requested instead.
    pub(super) fn compare_other_media_types(
        &mut self,
        subject: &ChangeSubject,
        index: Versions<usize>,
        locations: Versions<&Pointer>,
    ) {
        let Versions { old, new } = self.operations(index);
        for removed in beyond(old, new) {
            let found = subject
                .finding(ChangeKind::Response, format!("{} is no longer available as `{removed}`", subject.quoted()))
                .with_old(locations.old, removed)
                .breaks(format!("requests with `.accept(\"{removed}\")` may be rejected"))
                .migrate("request another media type");
            self.found.push(found);
        }
        for added in beyond(new, old) {
            let found = subject
                .finding(ChangeKind::Response, format!("{} is now available as `{added}`", subject.quoted()))
                .with_new(locations.new, added);
            self.found.push(found);
        }
    }
}

/// Returns the media types that can be requested instead, and that another operation cannot request at all.
fn beyond<'o>(operation: &'o Operation, other: &Operation) -> Vec<&'o str> {
    let had = identities(other.accept.iter().chain(&other.other_media_types));
    let here = operation.other_media_types.iter().map(String::as_str);
    here.filter(|media_type| !had.contains(&identity(media_type))).collect()
}

fn identities<'m>(media_types: impl IntoIterator<Item = &'m String>) -> HashSet<String> {
    media_types.into_iter().map(|media_type| identity(media_type)).collect()
}
