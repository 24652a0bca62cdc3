//! The media types of responses, before and after: those that are requested, and those that callers can request.

use std::collections::HashSet;

use super::ChangeKind;
use super::compare::{Comparison, Part};
use crate::model::{Operation, identity};
use crate::pointer::Pointer;

impl Comparison<'_> {
    /// Compares the requested media types, if the responses are the same.
    pub(super) fn accepted(
        &mut self,
        part: &Part<'_>,
        (before, place): (usize, &Pointer),
        (after, now): (usize, &Pointer),
    ) {
        let (one, other) = (&self.old.api.operations[before].accept, &self.new.api.operations[after].accept);
        let (known, left) = (identities(one), identities(other));
        if known == left {
            return;
        }
        let (was, is) = (one.join(", "), other.join(", "));
        let found = part
            .finding(ChangeKind::Response, format!("{} answers as `{is}` instead of `{was}`", part.quoted()))
            .before(place, &was)
            .after(now, &is);
        let found = if known.iter().any(|media_type| left.contains(media_type)) {
            found
        } else {
            found.breaks("the old bindings ask for what the server may not have any more")
        };
        self.found.push(found);
    }

    /// Compares the media types that can be requested instead.
    pub(super) fn other_media_types(
        &mut self,
        part: &Part<'_>,
        (before, place): (usize, &Pointer),
        (after, now): (usize, &Pointer),
    ) {
        let (one, other) = (&self.old.api.operations[before], &self.new.api.operations[after]);
        for lost in beyond(one, other) {
            let found = part
                .finding(ChangeKind::Response, format!("{} is not available as `{lost}` any more", part.quoted()))
                .before(place, lost)
                .breaks(format!("calls with `.accept(\"{lost}\")` may be refused"))
                .migrate("ask for another media type");
            self.found.push(found);
        }
        for more in beyond(other, one) {
            let found = part
                .finding(ChangeKind::Response, format!("{} is available as `{more}`", part.quoted()))
                .after(now, more);
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
