//! The responses of an operation: successful responses, error responses and headers, before and after.

use super::ChangeKind;
use super::compare::{Comparison, Part};
use super::pairing::{added, pair};
use super::phrase;
use super::side::{Claim, Side};
use crate::model::{Content, ErrorResponse, Header, Response, StatusMatch, Success};
use crate::pointer::Pointer;

impl Comparison<'_> {
    pub(super) fn answers(&mut self, part: &Part<'_>, before: usize, after: usize) {
        let (old, new) = (self.old, self.new);
        let places =
            (old.api.operations[before].origin.child("responses"), new.api.operations[after].origin.child("responses"));
        self.success(part, (before, &places.0), (after, &places.1));
        self.other_media_types(part, (before, &places.0), (after, &places.1));
        self.error_responses(part, (before, &places.0), (after, &places.1));
        self.headers(part, (before, &places.0), (after, &places.1));
    }

    fn success(&mut self, part: &Part<'_>, (before, place): (usize, &Pointer), (after, now): (usize, &Pointer)) {
        let (old, new) = (self.old, self.new);
        let (one, other) = (&old.api.operations[before].success, &new.api.operations[after].success);
        if self.same_success(one, other) {
            self.accepted(part, (before, place), (after, now));
            return;
        }
        let (was, is) = (phrase::success(old.api, one), phrase::success(new.api, other));
        let output = |side: Side<'_>, index: usize| {
            let operation = side.operation_type(index, "");
            let output = Claim::member(&operation, " as Operation::Output".to_owned());
            [output, Claim::whole(side.operation_type(index, "Output"))]
        };
        let found = part
            .finding(ChangeKind::Response, format!("{} answers {is} instead of {was}", part.quoted()))
            .before(place, was)
            .after(now, is)
            .migrate(format!("use what `{}` answers now", new.call(after)))
            .claims(output(old, before))
            .claims(output(new, after))
            .claims(old.types_below(place))
            .claims(new.types_below(now));
        self.found.push(found);
    }

    fn same_success(&mut self, old: &Success, new: &Success) -> bool {
        match (old, new) {
            (Success::One(old), Success::One(new)) => self.same_content(old, new),
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
                            (Some(old), Some(new)) => self.same_content(old, new),
                            (None, None) => true,
                            _ => false,
                        };
                        content && (old.status, &old.media_type) == (new.status, &new.media_type)
                    })
            }
            (old, new) => old == new,
        }
    }

    fn same_content(&mut self, old: &Content, new: &Content) -> bool {
        match (old, new) {
            (Content::Json(old), Content::Json(new)) | (Content::Lines(old), Content::Lines(new)) => {
                self.same(old, new)
            }
            (old, new) => old == new,
        }
    }

    fn error_responses(
        &mut self,
        part: &Part<'_>,
        (before, place): (usize, &Pointer),
        (after, now): (usize, &Pointer),
    ) {
        let (old, new) = (self.old, self.new);
        let (one, other) = (&old.api.operations[before].error_responses, &new.api.operations[after].error_responses);
        let statuses = |error_responses: &[ErrorResponse]| -> Vec<StatusMatch> {
            error_responses.iter().map(|one| one.status).collect()
        };
        let pairs = pair(statuses(one), statuses(other));
        for (at, (error_response, same)) in one.iter().zip(&pairs).enumerate() {
            match same {
                Some(same) => self.error_response(part, (before, place, at), (after, now, *same)),
                None => {
                    let status = phrase::status(error_response.status);
                    let found = part
                        .finding(ChangeKind::Response, format!("{} does not announce {status} any more", part.quoted()))
                        .before(&place.child(&status), excerpt(old, error_response))
                        .migrate(format!("take the refusal with {status} out of the code"))
                        .claims([old.error_variant(before, at)])
                        .claims(self.other_error(before, after));
                    self.found.push(found);
                }
            }
        }
        for at in added(&pairs, other.len()) {
            let error_response = &other[at];
            let status = phrase::status(error_response.status);
            let place = now.child(&status);
            let found = part
                .finding(ChangeKind::Response, format!("{} may be refused with {status}", part.quoted()))
                .after(&place, excerpt(new, error_response))
                .migrate("the type of the call's error is another one")
                .claims([new.error_variant(after, at)])
                .claims(self.other_error(before, after))
                .claims(new.types_below(&place));
            self.found.push(found);
        }
    }

    /// Returns the claims for a different error type of an operation: a shared one, or its own.
    fn other_error(&self, before: usize, after: usize) -> Vec<Claim> {
        let (old, new) = (self.old, self.new);
        if old.error_type(before) == new.error_type(after) {
            return Vec::new();
        }
        let operations = [old.operation_type(before, ""), new.operation_type(after, "")];
        let mut claims: Vec<Claim> =
            operations.iter().map(|one| Claim::member(one, " as Operation::Error".to_owned())).collect();
        claims.extend(old.error_variants(before).into_iter().chain(new.error_variants(after)));
        claims
    }

    fn error_response(
        &mut self,
        part: &Part<'_>,
        (before, place, first): (usize, &Pointer, usize),
        (after, now, second): (usize, &Pointer, usize),
    ) {
        let (old, new) = (self.old, self.new);
        let (one, other) =
            (&old.api.operations[before].error_responses[first], &new.api.operations[after].error_responses[second]);
        let same = match (&one.body, &other.body) {
            (Some(old), Some(new)) => self.same(old, new),
            (None, None) => true,
            _ => false,
        };
        let status = phrase::status(one.status);
        let (place, now) = (place.child(&status), now.child(&status));
        if !same {
            let (was, is) = (excerpt(old, one), excerpt(new, other));
            let found = part
                .finding(
                    ChangeKind::Response,
                    format!("{} is refused with {status} and {is} instead of {was}", part.quoted()),
                )
                .before(&place, was)
                .after(&now, is)
                .migrate(format!("use what a refusal with {status} holds now"))
                .claims([old.error_variant(before, first)])
                .claims([new.error_variant(after, second)])
                .claims(self.other_error(before, after))
                .claims(old.types_below(&place))
                .claims(new.types_below(&now));
            self.found.push(found);
        } else if one.description != other.description {
            let found = part.finding(
                ChangeKind::Docs,
                format!("the refusal with {status} of {} is described otherwise", part.quoted()),
            );
            self.found.push(found.docs().before(&place, &one.description).after(&now, &other.description));
        }
    }

    fn headers(&mut self, part: &Part<'_>, (before, place): (usize, &Pointer), (after, now): (usize, &Pointer)) {
        let (old, new) = (self.old, self.new);
        let (one, other) = (&old.api.operations[before].headers, &new.api.operations[after].headers);
        let field = |side: Side<'_>, index: usize, at: usize| {
            let owner = side.operation_type(index, "Headers");
            Claim::member(&owner, format!(".{}", side.names.operation(index).headers[at]))
        };
        let declares = |side: Side<'_>, index: usize| {
            let operation = side.operation_type(index, "");
            let implements = [" as DeclaresHeaders", " as DeclaresHeaders::Headers"];
            let mut claims: Vec<Claim> = implements.map(|name| Claim::member(&operation, name.to_owned())).into();
            claims.push(Claim::whole(side.operation_type(index, "Headers")));
            claims
        };
        let names = |headers: &[Header]| -> Vec<String> {
            headers.iter().map(|header| header.wire.to_ascii_lowercase()).collect()
        };
        let pairs = pair(names(one), names(other));
        for (at, header) in one.iter().enumerate() {
            let finding = match pairs[at] {
                Some(same) if self.same(&header.ty, &other[same].ty) => {
                    let subject = format!("{} header {}", part.subject, header.wire);
                    let header_part = Part { resource: part.resource, subject: &subject };
                    let place = (&place.child(&header.wire), &now.child(&header.wire));
                    self.docs(&header_part, (&header.docs, place.0), (&other[same].docs, place.1));
                    continue;
                }
                Some(same) => {
                    let (was, is) = (phrase::ty(old.api, &header.ty), phrase::ty(new.api, &other[same].ty));
                    part.finding(
                        ChangeKind::Header,
                        format!("the header `{}` of {} is {is} instead of {was}", header.wire, part.quoted()),
                    )
                    .before(place, was)
                    .after(now, is)
                    .migrate("convert its value")
                    .claims([field(old, before, at), field(new, after, same)])
                }
                None => part
                    .finding(
                        ChangeKind::Header,
                        format!("{} does not announce the header `{}` any more", part.quoted(), header.wire),
                    )
                    .before(place, phrase::ty(old.api, &header.ty))
                    .migrate("take it out of the code, or read it from `.send_raw()`")
                    .claims([field(old, before, at)])
                    .claims(if other.is_empty() { declares(old, before) } else { Vec::new() }),
            };
            self.found.push(finding);
        }
        for at in added(&pairs, other.len()) {
            let header = &other[at];
            let found = part
                .finding(ChangeKind::Header, format!("{} announces the header `{}`", part.quoted(), header.wire))
                .after(now, phrase::ty(new.api, &header.ty))
                .claims([field(new, after, at)])
                .claims(if one.is_empty() { declares(new, after) } else { Vec::new() });
            self.found.push(found);
        }
    }
}

fn excerpt(side: Side<'_>, error_response: &ErrorResponse) -> String {
    error_response.body.as_ref().map_or("no body".to_owned(), |body| phrase::ty(side.api, body))
}
