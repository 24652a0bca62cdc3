//! The responses of an operation: successful responses, error responses and headers, in both versions.

use std::collections::HashSet;

use super::compare::Comparison;
use super::finding::Finding;
use super::pairing::{added, pair};
use super::subject::ChangeSubject;
use super::version::{ApiVersion, Versions};
use super::{ChangeKind, phrase};
use crate::ir::Node;
use crate::model::{Content, ErrorResponse, Header, Operation, Response, StatusMatch, Success, identity};
use crate::pointer::Pointer;

impl Comparison<'_> {
    pub(super) fn compare_responses(&mut self, subject: &ChangeSubject, index: Versions<usize>) {
        let locations = self.operations(index).map(|operation| operation.origin.child("responses"));
        let locations = locations.as_ref();
        self.compare_success(subject, index, locations);
        self.compare_other_media_types(subject, index, locations);
        self.compare_error_responses(subject, index, locations);
        self.compare_headers(subject, index, locations);
    }

    fn compare_success(&mut self, subject: &ChangeSubject, index: Versions<usize>, locations: Versions<&Pointer>) {
        let success = self.operations(index).map(|operation| &operation.success);
        self.compare_accepted_media_types(subject, index, locations);
        if self.is_same_success(success.old, success.new) {
            return;
        }
        let texts = self.versions.zip(success).map(|(version, success)| phrase::success(version.api, success));
        let call = self.versions.new.call(index.new);
        let part = format!("the response of {}", subject.quoted());
        let found = subject
            .part(index.map(|index| Some(Node::Output(index))))
            .changed(ChangeKind::OperationChanged, &part, locations, texts)
            .migrate(format!("adapt the code to the new response of `{call}`"));
        self.found.push(found);
    }

    fn is_same_success(&mut self, old: &Success, new: &Success) -> bool {
        match (old, new) {
            (Success::One(old), Success::One(new)) => self.is_same_content(old, new),
            (Success::Several(old), Success::Several(new)) => {
                let by_kind = |responses: &[Response]| -> Vec<Response> {
                    let mut responses = responses.to_vec();
                    responses
                        .sort_by(|one, other| (one.status, &one.media_type).cmp(&(other.status, &other.media_type)));
                    responses
                };
                old.len() == new.len()
                    && by_kind(old).iter().zip(&by_kind(new)).all(|(old, new)| {
                        let content = match (&old.content, &new.content) {
                            (Some(old), Some(new)) => self.is_same_content(old, new),
                            (None, None) => true,
                            _ => false,
                        };
                        content && (old.status, &old.media_type) == (new.status, &new.media_type)
                    })
            }
            (old, new) => old == new,
        }
    }

    fn is_same_content(&mut self, old: &Content, new: &Content) -> bool {
        match (old, new) {
            (Content::Json(old), Content::Json(new)) | (Content::Lines(old), Content::Lines(new)) => {
                self.are_equal(old, new)
            }
            (old, new) => old == new,
        }
    }

    fn compare_error_responses(
        &mut self,
        subject: &ChangeSubject,
        index: Versions<usize>,
        locations: Versions<&Pointer>,
    ) {
        let Versions { old, new } = self.versions;
        let responses = self.operations(index).map(|operation| &operation.error_responses);
        let statuses = responses.map(|responses| responses.iter().map(|one| one.status).collect::<Vec<StatusMatch>>());
        let pairs = pair(statuses.old, statuses.new);
        for (at, (response, same)) in responses.old.iter().zip(&pairs).enumerate() {
            match same {
                Some(same) => self.compare_error_response(subject, index, locations, Versions::new(at, *same)),
                None => {
                    let status = response.status.to_string();
                    let message = format!("{} no longer declares an error response {status}", subject.quoted());
                    let found = subject
                        .part(Versions::only_old(Node::Failure(index.old, at)))
                        .finding(ChangeKind::OperationChanged, message)
                        .with_old(&locations.old.child(&status), excerpt(old, response))
                        .migrate(format!("remove the code that handles the error response {status}"));
                    self.found.push(self.at_other_error(found, index));
                }
            }
        }
        for at in added(&pairs, responses.new.len()) {
            let response = &responses.new[at];
            let status = response.status.to_string();
            let location = locations.new.child(&status);
            let message = format!("{} declares an error response {status}", subject.quoted());
            let found = subject
                .part(Versions::only_new(Node::Failure(index.new, at)))
                .finding(ChangeKind::OperationChanged, message)
                .with_new(&location, excerpt(new, response))
                .migrate("adapt the code to the new error type of the operation");
            self.found.push(self.at_other_error(found, index));
        }
    }

    /// Adds all error responses to a change, if it gives the operation another error type: a shared one, or its own.
    fn at_other_error(&self, found: Finding, index: Versions<usize>) -> Finding {
        let Versions { old, new } = self.versions;
        if old.own_error_type(index.old) == new.own_error_type(index.new) {
            return found;
        }
        found.at_old(old.failures(index.old)).at_new(new.failures(index.new))
    }

    /// Compares two error responses with the same status; `at` is their position in each operation.
    fn compare_error_response(
        &mut self,
        subject: &ChangeSubject,
        index: Versions<usize>,
        locations: Versions<&Pointer>,
        at: Versions<usize>,
    ) {
        let responses = self.operations(index).zip(at).map(|(operation, at)| &operation.error_responses[at]);
        let same = match (&responses.old.body, &responses.new.body) {
            (Some(old), Some(new)) => self.are_equal(old, new),
            (None, None) => true,
            _ => false,
        };
        let status = responses.old.status.to_string();
        let locations = locations.map(|location| location.child(&status));
        let locations = locations.as_ref();
        if !same {
            let texts = self.versions.zip(responses).map(|(version, response)| excerpt(version, response));
            let part = format!("the error response {status} of {}", subject.quoted());
            let found = subject
                .part(index.zip(at).map(|(index, at)| Some(Node::Failure(index, at))))
                .changed(ChangeKind::OperationChanged, &part, locations, texts)
                .migrate(format!("adapt the code to the new error response {status}"));
            self.found.push(self.at_other_error(found, index));
        }
    }

    fn compare_headers(&mut self, subject: &ChangeSubject, index: Versions<usize>, locations: Versions<&Pointer>) {
        let Versions { old, new } = self.versions;
        let headers = self.operations(index).map(|operation| &operation.headers);
        let names = headers
            .map(|headers| headers.iter().map(|header| header.wire.to_ascii_lowercase()).collect::<Vec<String>>());
        let pairs = pair(names.old, names.new);
        for (at, header) in headers.old.iter().enumerate() {
            if let Some(same) = pairs[at] {
                self.compare_header(subject, index, locations, Versions::new(at, same));
                continue;
            }
            let message = format!("{} no longer declares the header `{}`", subject.quoted(), header.wire);
            let found = subject
                .part(Versions::only_old(Node::Header(index.old, at)))
                .finding(ChangeKind::OperationChanged, message)
                .with_old(locations.old, phrase::ty(old.api, &header.ty))
                .migrate("remove its uses, or read it from `.send_raw()`");
            self.found.push(found);
        }
        for at in added(&pairs, headers.new.len()) {
            let header = &headers.new[at];
            let message = format!("{} declares the header `{}`", subject.quoted(), header.wire);
            let found = subject
                .part(Versions::only_new(Node::Header(index.new, at)))
                .finding(ChangeKind::OperationChanged, message)
                .with_new(locations.new, phrase::ty(new.api, &header.ty));
            self.found.push(found);
        }
    }

    /// Compares two headers with the same name; `at` is their position in each operation.
    fn compare_header(
        &mut self,
        subject: &ChangeSubject,
        index: Versions<usize>,
        locations: Versions<&Pointer>,
        at: Versions<usize>,
    ) {
        let headers: Versions<&Header> = self.operations(index).zip(at).map(|(operation, at)| &operation.headers[at]);
        let name = &headers.old.wire;
        if self.are_equal(&headers.old.ty, &headers.new.ty) {
            return;
        }
        let types = self.versions.zip(headers).map(|(version, header)| phrase::ty(version.api, &header.ty));
        let part = format!("the header `{name}` of {}", subject.quoted());
        let found = subject
            .part(index.zip(at).map(|(index, at)| Some(Node::Header(index, at))))
            .changed(ChangeKind::OperationChanged, &part, locations, types)
            .migrate("convert its value");
        self.found.push(found);
    }
}

fn excerpt(version: ApiVersion<'_>, response: &ErrorResponse) -> String {
    response.body.as_ref().map_or("no body".to_owned(), |body| phrase::ty(version.api, body))
}

impl Comparison<'_> {
    /// Compares the requested media types.
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
        let success = self.operations(index).map(|operation| &operation.success);
        let is_replaced = identities.old.is_disjoint(&identities.new) || is_any_replaced(success.old, success.new);
        let found = subject
            .part(index.map(|index| Some(Node::Output(index))))
            .finding(ChangeKind::OperationChanged, message)
            .without_code()
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
        let subject = subject.part(index.map(|index| Some(Node::Output(index))));
        for removed in beyond(old, new) {
            let found = subject
                .finding(
                    ChangeKind::OperationChanged,
                    format!("{} is no longer available as `{removed}`", subject.quoted()),
                )
                .with_old(locations.old, removed)
                .breaks(format!("requests with `.accept(\"{removed}\")` may be rejected"))
                .migrate("request another media type")
                .without_code();
            self.found.push(found);
        }
        for added in beyond(new, old) {
            let found = subject
                .finding(ChangeKind::OperationChanged, format!("{} is now available as `{added}`", subject.quoted()))
                .with_new(locations.new, added)
                .without_code();
            self.found.push(found);
        }
    }
}

/// Returns `true` if the response of a status has another media type than before, next to others that did not change.
fn is_any_replaced(old: &Success, new: &Success) -> bool {
    let (Success::Several(old), Success::Several(new)) = (old, new) else { return false };
    let offered =
        |response: &Response| response.media_type.as_deref().map(|media_type| (response.status, identity(media_type)));
    let now: HashSet<_> = new.iter().filter_map(offered).collect();
    let statuses: HashSet<StatusMatch> = now.iter().map(|(status, _)| *status).collect();
    old.iter().filter_map(offered).any(|before| statuses.contains(&before.0) && !now.contains(&before))
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
