//! Docs of the function that makes a call, with those of its arguments, which have no docs of their own.

use crate::api::model;
use crate::api::model::{
    BodyKind, Parameter, ParameterLocation, SecurityScheme, StatusMatch, Streaming, Text, Type, TypeId, essence,
};
use crate::base::http_terms::CredentialLocation;
use crate::rust::docs;
use crate::rust::ir::{Docs, Node, Operation, OperationArgument, Path, RustType, StreamSwitch, SwitchValue};
use crate::rust::resolve::Resolver;
use crate::rust::resolve::docs::{heading, rules};
use crate::rust::resolve::example::{USUAL_SCHEME, takes_usual_token};

impl<'a> Resolver<'a> {
    /// Returns the docs of an operation without docs.
    pub(super) fn operation_docs(&self, resolved: &Operation) -> Docs {
        let index = resolved.index;
        let operation = self.lowered(index);
        let returned = resolved.output.ty();
        let returned = if returned == RustType::unit() { "nothing".to_owned() } else { linked(&returned) };
        let mut about = Docs::with_attribute(&operation.docs, "");
        about = about.markdown(format!("{} returns {returned}.", docs::code(&operation.route())));
        let reported = [self.apart_docs(index), self.arguments_docs(resolved), options_docs(resolved)];
        about = reported.into_iter().flatten().fold(about, Docs::markdown);
        if !operation.other_media_types.is_empty() {
            let others = docs::list(&operation.other_media_types);
            about = about.text(format!("Also available with `Call::accept`: {others}."));
        }
        if let Some(reported) = self.own_server_docs(index) {
            about = about.text(reported);
        }
        let streaming = operation.streaming.as_ref();
        let streaming =
            streaming.map(|streaming| self.streaming_docs(index, streaming, resolved.stream_switch.as_ref()));
        let errors = self.errors_docs(index).map(|reported| format!("# Errors\n\n{reported}"));
        let reported = [self.security_docs(index), streaming, self.pages_docs(index), errors];
        reported.into_iter().flatten().fold(about, Docs::markdown)
    }

    /// Returns the docs of an operation that sends another body instead of files.
    fn apart_docs(&self, index: usize) -> Option<String> {
        let operation = self.lowered(index);
        operation.apart?;
        // Such operations stand right after the one that sends the files.
        let before = self.api.operations.get(..index)?;
        let first = before.iter().rposition(|operation| operation.apart.is_none())?;
        let function = &self.names.operation(first).function;
        let media_types: Vec<String> = operation.bodies().map(|content| content.media_type.clone()).collect();
        Some(format!(
            "The same as [`{0}`](Self::{0}) with a body of {1} instead of files.",
            function,
            docs::list(&media_types)
        ))
    }

    /// Returns the credentials that an operation needs, if the usual token is not sent with it.
    fn security_docs(&self, index: usize) -> Option<String> {
        let operation = self.lowered(index);
        let own = operation.requirement.as_ref().filter(|_| !takes_usual_token(operation))?;
        let combinations = own.iter().map(|schemes| {
            let setters: Vec<String> = schemes.iter().map(|scheme| self.credential_setter(*scheme)).collect();
            docs::joined(&setters)
        });
        let combinations: Vec<String> = combinations.collect();
        Some(format!("Needs {} of the client builder.", combinations.join(" or ")))
    }

    /// Returns the setter of the builder for the credential of a security scheme.
    fn credential_setter(&self, index: usize) -> String {
        let is_basic = |scheme: &SecurityScheme| scheme.place == CredentialLocation::Basic;
        if self.api.security.iter().position(is_basic) == Some(index) {
            "`.basic_auth(..)`".to_owned()
        } else if index == USUAL_SCHEME {
            "`.token(..)`".to_owned()
        } else {
            format!("`.token_as(TokenScheme::{}, ..)`", self.names.scheme(index))
        }
    }

    /// Returns the docs of a body, or else those of its type.
    pub(super) fn body_docs(&self, body: &'a model::Body) -> &'a model::Docs {
        let is_silent = body.docs.title.is_none() && body.docs.description.is_none();
        let held = match body.alternatives.as_slice() {
            [model::BodyContent { kind: BodyKind::Json { ty, .. } | BodyKind::Form { ty, .. }, .. }] if is_silent => ty,
            _ => return &body.docs,
        };
        match held.split_null().0 {
            Type::Named(id) => &self.api.definition(*id).docs,
            _ => &body.docs,
        }
    }

    fn streaming_docs(&self, index: usize, streaming: &Streaming, switch: Option<&StreamSwitch>) -> String {
        let (function, values) = match streaming {
            Streaming::Events { .. } => ("`.events()`", "the server-sent events"),
            Streaming::Lines { .. } => ("`.lines()`", "the values"),
        };
        let has_whole = self.lowered(index).stream_switch.is_some();
        match switch.map(StreamSwitch::field) {
            Some(field) => {
                let (name, value) = (docs::code(&field.wire), docs::code(field.value.wire()));
                let sets = match field.value {
                    SwitchValue::Boolean => name,
                    SwitchValue::Listed { .. } => format!("{name} to {value}"),
                };
                format!(
                    "{function} sets {sets} and streams {values}; awaiting the call never sends it as {value}, and gives \
                     the whole response."
                )
            }
            None if has_whole => {
                format!("{function} requests {values} as a stream; awaiting the call returns the whole response.")
            }
            None => format!(
                "{function} streams {values} for as long as they come; awaiting the call waits for all of them, within its \
                 [`timeout`](Call::timeout)."
            ),
        }
    }

    fn pages_docs(&self, index: usize) -> Option<String> {
        let found = self.lowered(index).pagination.as_ref()?;
        let walk = "Paginated: [`Call::pages`] and [`Call::items`] fetch all pages";
        let size = found.size.map(|size| {
            let size = &self.names.operation(index).parameters[size];
            format!("; `{size}` is the page size")
        });
        Some(format!("{walk}{}.", size.unwrap_or_default()))
    }

    fn errors_docs(&self, index: usize) -> Option<String> {
        let error_responses = &self.lowered(index).error_responses;
        if error_responses.is_empty() {
            return None;
        }
        let statuses: Vec<String> =
            error_responses.iter().map(|error_response| status_in_words(error_response.status)).collect();
        let error = if self.analysis.errors.is_main(index) {
            let name = self.names.main_error();
            format!("[`{name}`](super::{name})")
        } else {
            format!("[`{}`]", self.names.operation(index).error_type)
        };
        Some(if error_responses.iter().all(|error_response| error_response.status == StatusMatch::Default) {
            format!("{error} for any error status.")
        } else {
            let noun = if statuses.len() == 1 { "status" } else { "status codes" };
            format!("{error} for {noun} {}.", docs::joined(&statuses))
        })
    }
}

/// Returns a type as Markdown, with a link to the emitted type in it.
fn linked(ty: &RustType) -> String {
    let mut target = None;
    ty.for_each_path(&mut |path| match path {
        Path::Emitted(name) => target = target.take().or_else(|| Some(format!("types::{name}"))),
        Path::Beside(name) => target = target.take().or_else(|| Some(name.clone())),
        _ => {}
    });
    match target {
        Some(target) if target == ty.to_string() => format!("[`{ty}`]"),
        Some(target) => format!("[`{ty}`]({target})"),
        None => format!("`{ty}`"),
    }
}

fn status_in_words(status: StatusMatch) -> String {
    match status {
        StatusMatch::Code(code) => code.to_string(),
        StatusMatch::Class(class) => format!("{class}xx"),
        StatusMatch::Default => "any other error status".to_owned(),
    }
}

impl<'a> Resolver<'a> {
    /// Returns a Markdown list of the arguments that have a description.
    fn arguments_docs(&self, operation: &Operation) -> Option<String> {
        let rows = operation.arguments().filter_map(|argument| row(argument.name, self.argument_text(argument)));
        let rows: String = rows.collect();
        (!rows.is_empty()).then(|| format!("Arguments:{rows}"))
    }

    /// Returns the docs of an argument in one line. The docs of the type of a body are not repeated.
    fn argument_text(&self, argument: OperationArgument<'_>) -> String {
        match argument.node {
            Node::Parameter(operation, index) => {
                let parameter = &self.lowered(operation).parameters[index];
                let said = Some(said_first(&parameter.docs)).filter(|said| !said.is_empty());
                let said = said.unwrap_or_else(|| docs::wire_name(argument.name, &parameter.wire));
                sentences([said, limits(&parameter.docs), self.parts_docs(parameter).unwrap_or_default()])
            }
            Node::Body(operation) => {
                self.lowered(operation).body.as_ref().map(|body| said_first(&body.docs)).unwrap_or_default()
            }
            Node::Field(ty, index) => {
                let field = self.api.field(TypeId::new(ty), index);
                field.map(|field| sentences([said_first(&field.docs), limits(&field.docs)])).unwrap_or_default()
            }
            _ => String::new(),
        }
    }

    /// Describes how the elements of a list are sent in a multipart body.
    pub(super) fn parts_docs(&self, parameter: &'a Parameter) -> Option<String> {
        if parameter.place != ParameterLocation::Part {
            return None;
        }
        let ty = self.api.unaliased(parameter.ty.split_null().0);
        let holds_files = ty.any(&|ty| *ty == Type::Text(Text::File));
        let is_json = parameter.media_type.as_deref().is_some_and(|media_type| essence(media_type).ends_with("json"));
        let name = docs::code(&parameter.wire);
        match ty {
            Type::List(_) if holds_files => Some(format!("Each file is sent as a part named {name}.")),
            Type::List(_) if !is_json => Some(format!("Each element is sent as a part named {name}.")),
            _ => None,
        }
    }
}

/// Returns a link to the setters of the optional inputs, if there are any.
fn options_docs(operation: &Operation) -> Option<String> {
    let has_options = operation.inputs.iter().any(|input| !input.is_argument() && !input.is_flattened())
        || operation.members().any(|(_, field)| !field.is_argument());
    has_options.then(|| format!("The [options]({}) are setters of the call.", operation.type_name))
}

/// Returns the first paragraph of docs, in one line.
fn said_first(said: &model::Docs) -> String {
    docs::first_paragraph(&docs::ended(heading(said)))
}

/// ``- `page`: The page.``
fn row(name: &str, said: String) -> Option<String> {
    let says_more = !said.is_empty() && !docs::is_same(said.trim_end_matches('.'), name);
    says_more.then(|| docs::text_lines(&format!("- `{name}`: {said}")).iter().map(|line| format!("\n{line}")).collect())
}

/// Returns the limits of a value, in one line.
fn limits(said: &model::Docs) -> String {
    docs::first_paragraph(&rules(said))
}

fn sentences<const N: usize>(sentences: [String; N]) -> String {
    sentences.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use crate::pipeline::Emission;

    #[test]
    fn operations_name_the_tokens_that_the_usual_one_does_not_replace() {
        let code = |own: &str| {
            let text = format!(
                r#"{{ "openapi": "3.0.3", "info": {{ "title": "", "version": "" }}, "security": [{{ "user": [] }}],
                    "paths": {{
                        "/users": {{ "get": {{ "tags": ["users"], "responses": {{ "204": {{ "description": "" }} }} }} }},
                        "/keys": {{ "get": {{ "tags": ["keys"], "security": {own},
                            "responses": {{ "204": {{ "description": "" }} }} }} }} }},
                    "components": {{ "securitySchemes": {{
                        "user": {{ "type": "http", "scheme": "bearer" }},
                        "admin": {{ "type": "http", "scheme": "bearer" }},
                        "basic": {{ "type": "http", "scheme": "basic" }} }} }} }}"#
            );
            Emission::from_text(text).texts().map(|(_, text)| text).collect::<String>()
        };
        let needs = |own: &str, expected: &str| {
            let code = code(own);
            assert!(code.contains(&format!("/// Needs {expected} of the client builder.")), "{code}");
        };
        needs(r#"[{ "admin": [] }]"#, "`.token_as(TokenScheme::Admin, ..)`");
        needs(r#"[{ "admin": [], "user": [] }]"#, "`.token_as(TokenScheme::Admin, ..)` and `.token(..)`");
        needs(r#"[{ "admin": [] }, { "basic": [] }]"#, "`.token_as(TokenScheme::Admin, ..)` or `.basic_auth(..)`");
        for own in [r#"[{ "admin": [] }, { "user": [] }]"#, "[]", r#"[{ "admin": [] }, {}]"#] {
            assert!(!code(own).contains("/// Needs "), "{own}");
        }
        let readme = code(r#"[{ "admin": [] }]"#);
        for line in [
            "- `TokenScheme::User`: as `Authorization: Bearer`, for 1 operation of `client.users()`\n",
            "- `TokenScheme::Admin`: as `Authorization: Bearer`, for 1 operation of `client.keys()`\n",
        ] {
            assert!(readme.contains(line), "{readme}");
        }
    }
}
