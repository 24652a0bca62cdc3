//! The responses of an operation: successful responses, error responses and headers, in both versions.

use std::collections::HashSet;

use super::compare::Comparison;
use super::pairing::{matched, pair};
use super::rule::Rule;
use super::subject::ChangeSubject;
use super::version::Versions;
use super::{phrase, rules};
use bindery::internal::ir::Node;
use bindery::internal::model::{Content, Operation, Response, StatusMatch, Success, Text, Type, identity};

/// Returns `true` if two types are the same.
pub(super) type IsSame<'c> = fn(&mut Comparison<'c>, &Type, &Type) -> bool;

impl<'c> Comparison<'c> {
    pub(super) fn compare_responses(&mut self, operation: &ChangeSubject, index: Versions<usize>) {
        let locations = self.operations(index).map(|operation| operation.origin.child("responses"));
        let operation = operation.clone().at(locations.as_ref());
        let output = operation.part(index.map(|index| Some(Node::Output(index))));
        self.compare_accepted_media_types(&output, index);
        self.compare_success(&output, index);
        self.compare_other_media_types(&output, index);
        self.compare_error_responses(&operation, index);
        self.compare_headers(&operation, index);
    }

    fn compare_success(&mut self, subject: &ChangeSubject, index: Versions<usize>) {
        let success = self.operations(index).map(|operation| &operation.success);
        if !self.is_same_success(success.old, success.new) {
            let texts = self.versions.zip(success).map(|(version, success)| phrase::success(version.api, success));
            let is_read = self.is_still_read(success.old, success.new);
            self.report(if is_read { rules::RESPONSE_STILL_READ } else { rules::RESPONSE }, subject, texts);
        }
    }

    /// Returns `true` if the old bindings can read every new response.
    fn is_still_read(&mut self, old: &Success, new: &Success) -> bool {
        let api = self.versions.old.api;
        match (old, new) {
            (Success::Nothing | Success::Undeclared | Success::One(Content::Text | Content::Bytes), _) => true,
            // A string is also read from a body that is not JSON.
            (Success::One(Content::Json(ty)), _) if api.unaliased(ty) == &Type::Text(Text::Plain) => true,
            (Success::One(Content::Json(ty)), new) if api.unaliased(ty) == &Type::Any => {
                new.contents().all(|content| matches!(content, Content::Json(_)))
            }
            (Success::Several(old), Success::Several(new)) => self.are_known(old, new, Self::are_equivalent),
            (Success::One(old), Success::One(new)) => self.is_same_content(Some(old), Some(new), Self::are_equivalent),
            _ => false,
        }
    }

    /// Returns `true` if each new response was declared before.
    fn are_known(&mut self, old: &[Response], new: &[Response], is_same: IsSame<'c>) -> bool {
        let key = |response: &Response| (response.status, response.media_type.clone());
        let pairs = pair(new.iter().map(key), old.iter().map(key));
        let mut pairs = new.iter().zip(pairs).map(|(new, at)| (at.map(|at| &old[at].content), &new.content));
        pairs.all(|(old, new)| old.is_some_and(|old| self.is_same_content(old.as_ref(), new.as_ref(), is_same)))
    }

    fn is_same_success(&mut self, old: &Success, new: &Success) -> bool {
        match (old, new) {
            (Success::One(old), Success::One(new)) => self.is_same_content(Some(old), Some(new), Self::are_equal),
            (Success::Several(old), Success::Several(new)) => {
                old.len() == new.len() && self.are_known(old, new, Self::are_equal)
            }
            (old, new) => old == new,
        }
    }

    fn is_same_content(&mut self, old: Option<&Content>, new: Option<&Content>, is_same: IsSame<'c>) -> bool {
        match (old, new) {
            (Some(Content::Json(old)), Some(Content::Json(new)))
            | (Some(Content::Lines(old)), Some(Content::Lines(new))) => is_same(self, old, new),
            (old, new) => old == new,
        }
    }

    fn compare_error_responses(&mut self, operation: &ChangeSubject, index: Versions<usize>) {
        let responses = self.operations(index).map(|operation| operation.error_responses.as_slice());
        for (at, found) in matched(responses, |response| response.status) {
            let bodies = found.map_some(|response| response.body.as_ref());
            if at.old.is_some() && at.new.is_some() && self.are_options_equal(bodies.map(Option::flatten)) {
                continue;
            }
            let status = found.newest().map(|response| response.status.to_string()).unwrap_or_default();
            let locations = operation.locations.as_ref().map(|location| Some(location.as_ref()?.child(&status)));
            let subject = operation
                .part(index.zip(at).map(|(index, at)| Some(Node::Failure(index, at?))))
                .at(locations.as_ref().map(Option::as_ref))
                .detailed("status", status);
            let texts = self
                .versions
                .zip(bodies)
                .map(|(version, body)| Some(body?.map_or("no body".to_owned(), |body| phrase::ty(version.api, body))));
            let rules = [rules::ERROR_RESPONSE_ADDED, rules::ERROR_RESPONSE_REMOVED, rules::ERROR_RESPONSE];
            let mut found = Rule::choose(rules, &subject).apply(&subject, texts);
            let Versions { old, new } = self.versions;
            // The operation has another error type: a shared one, or its own.
            if old.own_error_type(index.old) != new.own_error_type(index.new) {
                found = found.at_old(old.failures(index.old)).at_new(new.failures(index.new));
            }
            self.found.push(found);
        }
    }

    fn compare_headers(&mut self, operation: &ChangeSubject, index: Versions<usize>) {
        let headers = self.operations(index).map(|operation| operation.headers.as_slice());
        for (at, found) in matched(headers, |header| header.wire.to_ascii_lowercase()) {
            let types = found.map_some(|header| &header.ty);
            if !self.are_options_equal(types) {
                let subject = operation
                    .part(index.zip(at).map(|(index, at)| Some(Node::Header(index, at?))))
                    .detailed("header", found.newest().map(|header| header.wire.as_str()).unwrap_or_default());
                let texts = self.versions.zip(types).map(|(version, ty)| Some(phrase::ty(version.api, ty?)));
                let rule = Rule::choose([rules::HEADER_ADDED, rules::HEADER_REMOVED, rules::HEADER_TYPE], &subject);
                self.report(rule, &subject, texts);
            }
        }
    }

    /// Compares the requested media types.
    fn compare_accepted_media_types(&mut self, subject: &ChangeSubject, index: Versions<usize>) {
        let operations = self.operations(index);
        let accepted = operations.map(|operation| &operation.accept);
        let identities = accepted.map(identities);
        if identities.is_changed() {
            let is_replaced = identities.old.is_disjoint(&identities.new)
                || is_any_replaced(&operations.old.success, &operations.new.success);
            let rule = if is_replaced { rules::MEDIA_TYPE_REPLACED } else { rules::MEDIA_TYPE };
            self.report(rule, subject, accepted.map(|accepted| accepted.join(", ")));
        }
    }

    /// Compares the media types that can be requested instead.
    fn compare_other_media_types(&mut self, subject: &ChangeSubject, index: Versions<usize>) {
        let Versions { old, new } = self.operations(index);
        for removed in missing_in(new, old) {
            let subject = subject.clone().detailed("media type", removed);
            self.report(rules::OTHER_MEDIA_TYPE_REMOVED, &subject, Versions::only_old(removed.to_owned()));
        }
        for added in missing_in(old, new) {
            let subject = subject.clone().detailed("media type", added);
            self.report(rules::OTHER_MEDIA_TYPE_ADDED, &subject, Versions::only_new(added.to_owned()));
        }
    }
}

/// Returns `true` if the response of a status that both versions have lost a media type.
fn is_any_replaced(old: &Success, new: &Success) -> bool {
    let (Success::Several(old), Success::Several(new)) = (old, new) else { return false };
    let offered =
        |response: &Response| response.media_type.as_deref().map(|media_type| (response.status, identity(media_type)));
    let now: HashSet<_> = new.iter().filter_map(offered).collect();
    let statuses: HashSet<StatusMatch> = now.iter().map(|(status, _)| *status).collect();
    old.iter().filter_map(offered).any(|before| statuses.contains(&before.0) && !now.contains(&before))
}

/// Returns the other media types of an operation that another one does not offer.
fn missing_in<'o>(other: &Operation, operation: &'o Operation) -> Vec<&'o str> {
    let had = identities(other.accept.iter().chain(&other.other_media_types));
    let here = operation.other_media_types.iter().map(String::as_str);
    here.filter(|media_type| !had.contains(&identity(media_type))).collect()
}

fn identities<'m>(media_types: impl IntoIterator<Item = &'m String>) -> HashSet<String> {
    media_types.into_iter().map(|media_type| identity(media_type)).collect()
}
