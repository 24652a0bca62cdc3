//! Responses: the successful ones, the documented error responses, and their headers.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use openapiv3::{
    Header as DeclaredHeader, MediaType, ParameterSchemaOrContent, ReferenceOr, Response as Declared,
    Responses as DeclaredResponses, StatusCode,
};
use serde_json::Value;

use super::content::{is_json, is_streaming, is_text, json_of};
use super::docs;
use super::input::Site;
use super::log::Log;
use super::node::inline;
use super::operations::Operations;
use super::schemas::Schemas;
use crate::api::model::{
    Content, Docs, ErrorResponse, Header, Operation, OperationId, Owner, Response, Role, StatusMatch, Success, Text,
    Type, essence, identity, is_range, parameters, spelled,
};
use crate::base::http_terms::{CONTENT_TYPE, SET_COOKIE, is_token};
use crate::base::pointer::Pointer;

impl<'d> Operations<'_, 'd> {
    /// Lowers the responses of an operation into it.
    pub(super) fn responses(&mut self, operation: &mut Operation, responses: &'d DeclaredResponses, id: OperationId) {
        let at = operation.origin.child("responses");
        let mut declared: Vec<(StatusMatch, &'d ReferenceOr<Declared>, Pointer)> = Vec::new();
        for (status, response) in &responses.responses {
            let (matched, key) = match status {
                StatusCode::Code(code) => (StatusMatch::Code(*code), code.to_string()),
                StatusCode::Range(class) => (StatusMatch::Class(*class), format!("{class}XX")),
            };
            declared.push((matched, response, at.child(&key)));
        }
        if let Some(default) = &responses.default {
            declared.push((StatusMatch::Default, default, at.child("default")));
        }
        let succeeds = declared.iter().any(|(status, ..)| is_success(*status));
        let redirect = if succeeds { None } else { self.schemas.log.redirect(&declared) };
        operation.keeps_redirects = redirect == Some(Redirect::Result);
        // The response to HEAD has no body (RFC 9110, section 9.3.2).
        let is_head = operation.method.eq_ignore_ascii_case("HEAD");
        let mut answers = Vec::new();
        let mut sunset = None;
        let mut other_media_types: Vec<String> = Vec::new();
        for (status, response, pointer) in declared {
            let is_redirect = is_redirect(status);
            if is_redirect && redirect.is_none() {
                continue;
            }
            let is_answer = match status {
                StatusMatch::Default => !succeeds && redirect.is_none(),
                status => is_redirect || is_success(status),
            };
            let Some((response, written_at, component)) = self.schemas.log.definition_at(response, &pointer) else {
                self.lacks_content |= is_answer;
                continue;
            };
            self.schemas.log.check_media_types(&response.content, &written_at);
            let owner = component.map_or(Owner::Operation(id), Owner::Component);
            if is_answer && !is_head {
                operation.links |= response.headers.keys().any(|name| name.eq_ignore_ascii_case("link"));
                answers.extend(self.schemas.answers(status, response, &written_at, owner.clone()));
                self.check_content(&response.content, &written_at);
                let by_name = self.input.by_name(&response.content);
                let named = response.content.keys().filter(|name| by_name.contains(name.as_str()));
                other_media_types.extend(named.cloned());
                if operation.streaming.is_none() {
                    operation.streaming = self.schemas.streaming(response, &written_at, &owner);
                    operation.stream_switch = self.input.stream_switch(response);
                }
            }
            self.schemas.headers(response, &written_at, &owner, &mut operation.headers);
            sunset = sunset.or_else(|| self.schemas.log.sunset(response, &written_at));
            if !is_success(status) && !is_redirect {
                let error = self.schemas.error_response(status, response, &written_at, owner, is_head);
                operation.error_responses.push(error);
            }
        }
        operation.docs.sunset = operation.docs.sunset.take().or(sunset);
        operation.error_responses.sort_by_key(|error_response| error_response.status);
        operation.accept = self.schemas.accept(&answers);
        let answers = distinguished_by_parameters(answers);
        let asked: HashSet<String> = operation.accept.iter().map(|media_type| identity(media_type)).collect();
        let mut seen: HashSet<String> = HashSet::new();
        other_media_types
            .retain(|media_type| seen.insert(media_type.clone()) && !asked.contains(&identity(media_type)));
        operation.other_media_types = other_media_types;
        operation.lists = matches!(answers.first(), Some(Response { content: Some(Content::Json(Type::List(_))), .. }));
        let is_empty = operation.keeps_redirects && answers.iter().all(|answer| answer.content.is_none());
        operation.success = if is_head || is_empty { Success::Nothing } else { success(answers) };
    }
}

impl<'d> Log<'d> {
    /// Returns the meaning of the redirects among the responses, if there are any.
    fn redirect(&mut self, declared: &[(StatusMatch, &'d ReferenceOr<Declared>, Pointer)]) -> Option<Redirect> {
        let mut redirects = declared.iter().filter(|(status, ..)| is_redirect(*status));
        let (first, response, at) = redirects.next()?;
        let has_body = self.definition_at(response, at).is_some_and(|(response, ..)| !response.content.is_empty());
        let is_followed = *first == StatusMatch::Code(303) && has_body;
        Some(if is_followed { Redirect::Followed } else { Redirect::Result })
    }
}

impl<'d> Schemas<'d> {
    fn answers(&mut self, status: StatusMatch, response: &'d Declared, at: &Pointer, owner: Owner) -> Vec<Response> {
        if response.content.is_empty() {
            return vec![Response { status, media_type: None, content: None }];
        }
        let schema_at = |media_type: &str| at.child("content").child(media_type).child("schema");
        let mut answers: Vec<Response> = Vec::new();
        // If a response is also available as a whole, it is streamed only on request.
        let whole = response.content.keys().any(|media_type| !is_streaming(media_type));
        let by_name = self.input.by_name(&response.content);
        let is_typed = json_of(&response.content).is_some() || response.content.keys().any(|name| is_streaming(name));
        for (media_type, content) in &response.content {
            if (whole && is_streaming(media_type)) || by_name.contains(media_type.as_str()) {
                continue;
            }
            let at = schema_at(media_type);
            let lowered = match self.line_type(media_type, content, &at, &owner) {
                Some(ty) => Content::Lines(ty),
                None => {
                    self.content(&essence(media_type), content, &Site::new(at.clone(), owner.clone(), Role::Response))
                }
            };
            if !is_typed && matches!(lowered, Content::Text | Content::Bytes) {
                self.log.warn_untyped(media_type, content, &at, "the client returns it");
            }
            answers.push(Response { status, media_type: Some(spelled(media_type)), content: Some(lowered) });
        }
        answers
    }

    fn content(&mut self, media_type: &str, content: &'d MediaType, site: &Site) -> Content {
        match &content.schema {
            _ if self.input.is_of_bytes(content) => Content::Bytes,
            Some(schema) if is_json(media_type) => {
                let ty = self.shared_schema(schema, site);
                if let Some(example) = &content.example {
                    self.give_sample(&ty, example);
                }
                Content::Json(ty)
            }
            _ if media_type.starts_with("text/") || media_type.ends_with("xml") => Content::Text,
            None if is_json(media_type) => Content::Json(Type::Any),
            _ => Content::Bytes,
        }
    }

    /// Uses the example of a body as the sample of its type, unless it has one.
    pub(super) fn give_sample(&mut self, ty: &Type, example: &Value) {
        match (ty, example) {
            (Type::Named(id), example) => {
                let sample = &mut self.types[id.index()].docs.sample;
                sample.get_or_insert_with(|| Arc::new(example.clone()));
            }
            (Type::List(inner), Value::Array(elements)) => {
                elements.first().into_iter().for_each(|first| self.give_sample(inner, first));
            }
            (Type::Nullable(inner), example) => self.give_sample(inner, example),
            _ => {}
        }
    }

    fn error_response(
        &mut self,
        status: StatusMatch,
        response: &'d Declared,
        at: &Pointer,
        owner: Owner,
        is_head: bool,
    ) -> ErrorResponse {
        let json = json_of(&response.content).filter(|_| !is_head);
        let json = json.and_then(|(name, content)| Some((name, content.schema.as_ref()?)));
        let body = json.map(|(name, schema)| {
            let role = if matches!(owner, Owner::Component(_)) { Role::Body } else { Role::Error(status) };
            let site = Site::new(at.child("content").child(name).child("schema"), owner, role);
            self.shared_schema(schema, &site)
        });
        let has_text = !is_head && response.content.iter().any(|(name, content)| is_text(name, content));
        let text = Type::Text(Text::Plain);
        let may_be_text = has_text && body.as_ref().is_some_and(|body| *body != text);
        let body = body.or(has_text.then_some(text));
        let description = Some(response.description.clone()).filter(|text| self.log.has_room(text.len(), at));
        ErrorResponse { status, body, may_be_text, description: description.unwrap_or_default() }
    }
}

/// The meaning of documented redirects if no success is documented.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Redirect {
    /// A redirect is the result.
    Result,
    /// It is followed: its documented body is that of the resource to which 303 leads.
    Followed,
}

/// Returns `true` for a redirect that the client can follow (RFC 9110, section 15.4).
fn is_redirect(status: StatusMatch) -> bool {
    matches!(status, StatusMatch::Code(301 | 302 | 303 | 307 | 308))
}

fn is_success(status: StatusMatch) -> bool {
    matches!(status, StatusMatch::Code(200..=299) | StatusMatch::Class(2))
}

/// Merges responses with the same kind of body; status and media type distinguish the others.
fn success(answers: Vec<Response>) -> Success {
    let empty =
        |response: &Response| matches!(response.status, StatusMatch::Code(204 | 205)) && response.content.is_none();
    if answers.is_empty() {
        return Success::Undeclared;
    }
    if answers.iter().all(empty) {
        return Success::Nothing;
    }
    if answers.iter().all(|answer| answer.content.is_none()) {
        return Success::Undeclared;
    }
    match answers.first().and_then(|first| first.content.clone()) {
        Some(content) if answers.iter().all(|answer| answer.content.as_ref() == Some(&content)) => {
            Success::One(content)
        }
        _ => Success::Several(answers),
    }
}

/// Keeps media type parameters only if they distinguish responses, and merges duplicates.
fn distinguished_by_parameters(answers: Vec<Response>) -> Vec<Response> {
    let mut first: HashMap<(StatusMatch, String), &Content> = HashMap::new();
    let mut different: HashSet<(StatusMatch, String)> = HashSet::new();
    for answer in &answers {
        let (Some(media_type), Some(content)) = (&answer.media_type, &answer.content) else { continue };
        let kind = (answer.status, essence(media_type));
        if *first.entry(kind.clone()).or_insert(content) != content {
            different.insert(kind);
        }
    }
    let mut seen: HashSet<(StatusMatch, Option<String>)> = HashSet::new();
    let mut distinct: Vec<Response> = Vec::new();
    for mut answer in answers {
        answer.media_type = answer.media_type.map(|media_type| {
            let plain = essence(&media_type);
            let differs = different.contains(&(answer.status, plain.clone()));
            if differs { identity(&media_type) } else { plain }
        });
        if seen.insert((answer.status, answer.media_type.clone())) {
            distinct.push(answer);
        }
    }
    distinct
}

impl<'d> Schemas<'d> {
    /// Returns the media types to accept: JSON first, then in the order of the description, ranges last.
    fn accept(&self, answers: &[Response]) -> Vec<String> {
        let json = || "application/json".to_owned();
        let mut wanted: Vec<String> = Vec::new();
        let mut known = HashSet::new();
        for answer in answers {
            let Some(media_type) = &answer.media_type else { continue };
            // A structure is read from JSON only, but text and bytes from any media type.
            let is_structure =
                matches!(&answer.content, Some(Content::Json(ty)) if *self.unaliased(ty) != Type::Text(Text::Plain));
            let media_type = if media_type.contains('*') && is_structure { json() } else { media_type.clone() };
            if known.insert(identity(&media_type)) {
                wanted.push(media_type);
            }
        }
        let rank = |media_type: &String| {
            let plain = essence(media_type);
            (is_range(&plain), !is_json(&plain), !parameters(media_type).is_empty())
        };
        wanted.sort_by_key(rank);
        if wanted.is_empty() {
            wanted.push(json());
        }
        wanted
    }

    /// Returns the headers that a response declares, each once for all responses of an operation.
    pub(super) fn headers(&mut self, response: &'d Declared, at: &Pointer, owner: &Owner, found: &mut Vec<Header>) {
        let mut known: HashSet<String> = found.iter().map(|header| header.wire.to_ascii_lowercase()).collect();
        for (wire, header) in &response.headers {
            // The media type already declares it (OpenAPI 3.0.4, "Response Object").
            if known.contains(&wire.to_ascii_lowercase()) || wire.eq_ignore_ascii_case(CONTENT_TYPE) || !is_token(wire)
            {
                continue;
            }
            let at = at.child("headers").child(wire);
            if let Some(header) = self.header(wire, header, &at, owner) {
                if !self.log.has_room(header.docs.description.as_ref().map_or(0, String::len), &at) {
                    return;
                }
                known.insert(wire.to_ascii_lowercase());
                found.push(header);
            }
        }
    }

    fn header(
        &mut self,
        wire: &str,
        header: &'d ReferenceOr<DeclaredHeader>,
        at: &Pointer,
        owner: &Owner,
    ) -> Option<Header> {
        let (declared, at, component) = self.log.definition_at(header, at)?;
        let owner = match component {
            Some(name) => Owner::Component(name),
            None => owner.clone(),
        };
        let ty = match &declared.format {
            ParameterSchemaOrContent::Schema(schema) => {
                self.shared_schema(schema, &Site::new(at.child("schema"), owner, Role::Header(wire.to_owned())))
            }
            // JSON in a header is passed through as text.
            ParameterSchemaOrContent::Content(_) => Type::Text(Text::Plain),
        };
        let docs = Docs {
            description: declared.description.clone(),
            deprecated: declared.deprecated == Some(true),
            ..Docs::default()
        };
        let ty = match self.readable(ty) {
            // Each cookie has its own field.
            ty if wire.eq_ignore_ascii_case(SET_COOKIE) && !matches!(ty, Type::List(_)) => Type::List(Box::new(ty)),
            ty => ty,
        };
        Some(Header { wire: wire.to_owned(), ty, docs })
    }

    /// Replaces types that a header cannot express by text: objects, whose members cannot be separated.
    fn readable(&self, ty: Type) -> Type {
        let ty = ty.split_null().0.clone();
        let single = |ty: &Type| self.is_single(ty);
        match &ty {
            Type::List(element) if single(element) => ty,
            ty if single(ty) => ty.clone(),
            _ => Type::Text(Text::Plain),
        }
    }
}

impl<'d> Log<'d> {
    /// Returns the date of the header `Sunset`: its only value, its example or its default.
    fn sunset(&mut self, response: &'d Declared, at: &Pointer) -> Option<String> {
        let (wire, header) = response.headers.iter().find(|(wire, _)| wire.eq_ignore_ascii_case("sunset"))?;
        let (declared, _, _) = self.definition_at(header, &at.child("headers").child(wire))?;
        let schema = match &declared.format {
            ParameterSchemaOrContent::Schema(schema) => inline(schema),
            ParameterSchemaOrContent::Content(_) => None,
        };
        let listed = schema.map(|schema| schema.any.enumeration.as_slice()).unwrap_or_default();
        let only = listed.first().filter(|_| listed.len() == 1);
        let example = declared.example.as_ref();
        let example =
            example.or(schema.and_then(|schema| schema.data.example.as_ref().or(schema.data.default.as_ref())));
        docs::sunset(only.or(example))
    }
}
