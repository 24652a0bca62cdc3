//! The description as a client reads it, and as it is written.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use bindery::internal::analysis::{Analysis, Direction};
use bindery::internal::config::Config;
use bindery::internal::diagnostic::{Result, Sink};
use bindery::internal::document;
use bindery::internal::http_terms::StatusMatch;
use bindery::internal::lower;
use bindery::internal::misfit::Values;
use bindery::internal::model::{Api, Content, Operation, Shape, Success, Type, TypeId, essence};
use bindery::internal::pointer::Pointer;
use bindery::internal::route::Router;
use bindery::internal::source::Input;

/// Maximum number of references that lead to each other.
const MAX_REFERENCES: usize = 32;
/// The text that `Recorder` writes in place of a secret.
const MASK: &str = "***";

/// A description with its corrections.
pub(super) struct Model {
    pub(super) api: Api,
    pub(super) analysis: Analysis,
    pub(super) router: Router,
    /// The corrected text, to which overlays apply; null for a client that merges several descriptions.
    pub(super) written: Value,
    /// The members of all objects, by their locations.
    pub(super) fields: HashMap<Pointer, (TypeId, usize)>,
    /// The members in `[fields]`.
    pub(super) configured: HashSet<String>,
}

/// The described body of a response.
#[derive(Clone, Copy, Debug)]
pub(super) enum Expected<'a> {
    Json(&'a Type),
    Text,
    /// Its content is not looked at.
    Anything,
    /// No response is described for the status.
    Undescribed,
}

impl Model {
    pub(super) fn read(input: &Input, config: &Config) -> Result<Self> {
        let mut sink = Sink::new();
        let document = document::read(input, config, &mut sink)?;
        let mut used = document.used.clone();
        let api = lower::lower(&document, config, &mut used, &mut sink)?;
        let written = document::corrected(input, config, &mut sink)?;
        let fields = api.definitions().filter_map(|(id, definition)| match &definition.shape {
            Shape::Object(object) => Some((id, object)),
            _ => None,
        });
        let fields = fields.flat_map(|(id, object)| {
            object.fields.iter().enumerate().map(move |(index, field)| (field.origin.clone(), (id, index)))
        });
        let fields = fields.collect();
        let configured = config.loosened_members().map(str::to_owned).collect();
        Ok(Self { analysis: Analysis::new(&api), router: Router::new(&api), fields, configured, written, api })
    }

    pub(super) fn values(&self) -> Values<'_> {
        let (direction, mask) = (Direction::Response, Some(MASK));
        Values { api: &self.api, analysis: &self.analysis, direction, is_strict: false, mask }
    }

    pub(super) fn is_swagger(&self) -> bool {
        self.written.get("swagger").is_some()
    }

    /// Returns the described body of a response.
    pub(super) fn expected(&self, operation: usize, status: u16, media_type: &str) -> Expected<'_> {
        let operation = &self.api.operations[operation];
        if operation.method == "HEAD" || (300..400).contains(&status) {
            return Expected::Anything;
        }
        if (200..300).contains(&status) {
            return if self.described(operation, status).is_some() {
                success(operation, status, media_type)
            } else {
                Expected::Undescribed
            };
        }
        let matches = [StatusMatch::Code(status), StatusMatch::Class(status / 100), StatusMatch::Default];
        let described = &operation.error_responses;
        match matches.iter().find_map(|status| described.iter().find(|error| error.status == *status)) {
            Some(error) => error.body.as_ref().map_or(Expected::Anything, Expected::Json),
            None => Expected::Undescribed,
        }
    }

    /// Returns the type of any success of an operation, with which a client reads an undescribed one.
    pub(super) fn any_success(&self, operation: usize, media_type: &str) -> Expected<'_> {
        success(&self.api.operations[operation], 0, media_type)
    }

    /// Returns the key of the response that describes a status, and its location as written.
    pub(super) fn described(&self, operation: &Operation, status: u16) -> Option<(String, Pointer)> {
        let at = self.written_at(&operation.origin).child("responses");
        let responses = self.written.pointer(at.as_str())?.as_object()?;
        let (code, class) = (status.to_string(), format!("{}XX", status / 100));
        let key = responses.keys().find(|key| **key == code);
        let key = key.or_else(|| responses.keys().find(|key| key.eq_ignore_ascii_case(&class)));
        let key = key.or_else(|| responses.keys().find(|key| *key == "default"))?;
        Some((key.clone(), at.child(key)))
    }

    /// Returns the location of an element as it is written.
    pub(super) fn written_at(&self, pointer: &Pointer) -> Pointer {
        Pointer::root().append(&self.api.stored_at(pointer))
    }

    /// Returns a written value, with references followed.
    pub(super) fn resolved<'v>(&'v self, mut value: &'v Value) -> &'v Value {
        for _ in 0..MAX_REFERENCES {
            let target = value.get("$ref").and_then(Value::as_str).and_then(|reference| reference.strip_prefix('#'));
            match target.and_then(|pointer| self.written.pointer(&bindery::internal::pointer::percent_decoded(pointer)))
            {
                Some(target) => value = target,
                None => break,
            }
        }
        value
    }

    /// Returns the location of the schema of the elements of an array or a map, which are nested so deep.
    pub(super) fn element_schema(&self, mut at: Pointer, depth: usize) -> Option<Pointer> {
        for _ in 0..depth {
            for _ in 0..MAX_REFERENCES {
                let reference = self.written.pointer(at.as_str())?.get("$ref").and_then(Value::as_str);
                let Some(target) = reference.and_then(|reference| reference.strip_prefix('#')) else { break };
                at = Pointer::root().append(&bindery::internal::pointer::percent_decoded(target));
            }
            let schema = self.written.pointer(at.as_str())?;
            let key = ["items", "additionalProperties"]
                .into_iter()
                .find(|key| schema.get(*key).is_some_and(Value::is_object));
            at = at.child(key?);
        }
        self.written.pointer(at.as_str()).map(|_| at)
    }

    /// Returns the component schemas with their names and references.
    pub(super) fn components(&self) -> Vec<(TypeId, String)> {
        let section = if self.is_swagger() { "/definitions/" } else { "/components/schemas/" };
        let named = self.api.definitions().filter_map(|(id, definition)| {
            let name = definition.naming.schema()?;
            let is_written =
                self.written.pointer(&format!("{section}{}", bindery::internal::pointer::escaped(name))).is_some();
            is_written.then(|| (id, name.to_owned()))
        });
        named.collect()
    }

    /// Returns the reference to a component.
    pub(super) fn reference(&self, name: &str) -> Value {
        let section = if self.is_swagger() { "#/definitions/" } else { "#/components/schemas/" };
        serde_json::json!({ "$ref": format!("{section}{}", bindery::internal::pointer::escaped(name)) })
    }
}

/// Returns the described body of a success.
fn success<'a>(operation: &'a Operation, status: u16, media_type: &str) -> Expected<'a> {
    let streamed = ["text/event-stream", "application/x-ndjson", "application/jsonl"];
    let content = match &operation.success {
        Success::One(content) => Some(content),
        Success::Several(responses) => {
            let matches = [StatusMatch::Code(status), StatusMatch::Class(status / 100), StatusMatch::Default];
            let known = matches.iter().find(|status| responses.iter().any(|response| response.status == **status));
            let all = || responses.iter().filter(|response| known.is_none_or(|status| response.status == *status));
            let is_kind = |name: &String| essence(name) == media_type;
            let exact = all().find(|response| response.media_type.as_ref().is_some_and(is_kind));
            let json = || all().find(|response| matches!(response.content, Some(Content::Json(_))));
            exact.or_else(json).or_else(|| all().next()).and_then(|response| response.content.as_ref())
        }
        Success::Nothing | Success::Undeclared => None,
    };
    match content {
        _ if streamed.contains(&media_type) => Expected::Anything,
        Some(Content::Json(ty)) => Expected::Json(ty),
        Some(Content::Text) => Expected::Text,
        Some(Content::Lines(_) | Content::Bytes) | None => Expected::Anything,
    }
}
