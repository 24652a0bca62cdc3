//! Docs of the function that makes a call.

use crate::docs;
use crate::ir::{Docs, Path, RustType, StreamSwitch, SwitchValue};
use crate::model::{self, BodyKind, StatusMatch, Streaming, Type};
use crate::resolve::Resolver;

impl<'a> Resolver<'a> {
    pub(super) fn operation_docs(&self, index: usize, switch: Option<&StreamSwitch>) -> Docs {
        let operation = self.lowered(index);
        let mut about = Docs::with_attribute(&operation.docs, "");
        let returned = self.output(index).ty();
        let returned = if returned == RustType::unit() { "nothing".to_owned() } else { linked(&returned) };
        about = about.markdown(format!("{} returns {returned}.", docs::code(&operation.route())));
        if let Some(reported) = self.apart_docs(index) {
            about = about.markdown(reported);
        }
        if let Some(arguments) = self.arguments_docs(index) {
            about = about.markdown(arguments);
        }
        if let Some(optional) = self.optional_inputs(index) {
            about = about.markdown(optional);
        }
        if !operation.other_media_types.is_empty() {
            let others = docs::list(&operation.other_media_types);
            about = about.text(format!("Also available with `Call::accept`: {others}."));
        }
        if let Some(reported) = self.own_server_docs(index) {
            about = about.text(reported);
        }
        if let Some(streaming) = &operation.streaming {
            about = about.markdown(self.streaming_docs(index, streaming, switch));
        }
        if let Some(reported) = self.pages_docs(index) {
            about = about.markdown(reported);
        }
        match self.errors_docs(index) {
            Some(reported) => about.markdown("# Errors").markdown(reported),
            None => about,
        }
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
            Streaming::Events(_) => ("`.events()`", "the server-sent events"),
            Streaming::Lines { .. } => ("`.lines()`", "the values"),
        };
        let has_whole = self.lowered(index).stream_switch.is_some();
        match switch.and_then(StreamSwitch::field) {
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
        let error = match self.analysis.errors.shared_by(index) {
            Some(shared) => {
                let name = self.names.error(shared);
                format!("[`{name}`](super::{name})")
            }
            None => format!("[`{}`]", self.names.operation(index).error_type),
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
