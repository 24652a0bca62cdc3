//! Error responses: the enumerations of those that operations share, and of single operations.

use std::collections::{BTreeMap, BTreeSet};

use crate::api::analysis::{self, Direction};
use crate::api::model::{self, StatusMatch, Text, Type};
use crate::base::runtime_item::RuntimeItem;
use crate::rust::ir::{Docs, ErrorBody, ErrorResponse, ErrorType, ErrorVariant, Failure, Gate, Node, RustType};
use crate::rust::resolve::Resolver;

impl<'a> Resolver<'a> {
    /// Returns the enumeration that operations share.
    pub(crate) fn shared_error(&self) -> Option<ErrorType> {
        let main = self.analysis.errors.main.as_ref()?;
        let about = if main.variants.is_empty() {
            "The error responses of the API; none are documented."
        } else {
            "The error responses of the API; the documentation of each call lists its own."
        };
        let ty = self.error_type(self.names.main_error(), about, &main.variants);
        Some(ErrorType { gate: self.error_gate(), shared: self.shared_error_responses(), ..ty })
    }

    /// Returns one error response for each single status. Operations whose response differs read their own.
    fn shared_error_responses(&self) -> Vec<ErrorResponse> {
        let operations = (0..self.api.operations.len()).filter(|index| self.analysis.errors.is_main(*index));
        let responses = operations.flat_map(|index| self.error_responses(index));
        let by_status: BTreeMap<u16, ErrorResponse> = responses
            .filter_map(|response| match response.status {
                StatusMatch::Code(code) => Some((code, response)),
                StatusMatch::Class(_) | StatusMatch::Default => None,
            })
            .collect();
        by_status.into_values().collect()
    }

    pub(super) fn failure(&self, index: usize) -> Failure {
        let variants = self.analysis.errors.variants_of(index);
        if self.analysis.errors.is_main(index) {
            return Failure::Shared(self.names.main_error().to_owned());
        }
        let names = self.names.operation(index);
        let about = format!("The error responses of [`{}`].", names.type_name);
        Failure::Own(self.error_type(&names.error_type, &about, &variants))
    }

    pub(super) fn error_responses(&self, index: usize) -> Vec<ErrorResponse> {
        let variants = self.analysis.errors.variants_of(index);
        let error_responses = self.lowered(index).error_responses.iter().enumerate().map(|(at, error_response)| {
            let kind = self.analysis.errors.kind(index, at);
            let kinds = variants.iter().filter(|variant| variant.kind == kind);
            let body = kinds.map(|variant| self.error_body(variant)).find(|body| *body != ErrorBody::None);
            let variant = self.error_variant(index, kind);
            ErrorResponse { status: error_response.status, variant, body: body.unwrap_or(ErrorBody::None) }
        });
        error_responses.collect()
    }

    fn error_body(&self, variant: &analysis::ErrorVariant) -> ErrorBody {
        match variant.body(self.api) {
            None => ErrorBody::None,
            Some(_) if variant.may_be_text(self.api) => ErrorBody::JsonOrText,
            Some(body) if *self.api.unaliased(body) == Type::Text(Text::Plain) => ErrorBody::Text,
            Some(_) => ErrorBody::Json,
        }
    }

    fn error_type(&self, name: &str, about: &str, variants: &[analysis::ErrorVariant]) -> ErrorType {
        let is_comparable =
            variants.iter().filter_map(|variant| variant.body(self.api)).all(|body| self.is_comparable(body));
        let variants = variants.iter().map(|variant| ErrorVariant {
            nodes: variant.error_responses.iter().map(|(operation, at)| Node::Failure(*operation, *at)).collect(),
            name: self
                .error_variant(variant.error_responses.first().map_or(0, |(operation, _)| *operation), variant.kind),
            body: variant.body(self.api).map(|body| {
                let ty = self.error_body_type(body);
                if variant.may_be_text(self.api) {
                    RustType::runtime(RuntimeItem::JsonOrText).with_argument(ty)
                } else {
                    ty
                }
            }),
            docs: Docs::default().text(self.variant_text(variant)),
        });
        ErrorType {
            name: name.to_owned(),
            about: about.to_owned(),
            variants: variants.collect(),
            shared: Vec::new(),
            is_comparable,
            gate: Gate::default(),
        }
    }

    /// The name of a variant of the error type of an operation.
    fn error_variant(&self, operation: usize, kind: StatusMatch) -> String {
        self.names.error_variant((!self.analysis.errors.is_main(operation)).then_some(operation), kind)
    }

    fn error_body_type(&self, body: &'a model::Type) -> RustType {
        self.rust_type(body.split_null().0, Direction::Response)
    }

    fn variant_text(&self, variant: &analysis::ErrorVariant) -> String {
        let mut descriptions = variant.responses(self.api).map(|error_response| error_response.description.trim());
        let first = descriptions.next().unwrap_or_default();
        // A text about one of several operations does not apply to all.
        let common = if descriptions.all(|other| other == first) { first } else { "" };
        let status = self.statuses_in_words(variant);
        match (common.is_empty(), status.starts_with(|first: char| first.is_ascii_digit())) {
            // A number and a point would begin a list.
            (true, true) => format!("Status {status}."),
            (true, false) => format!("{status}."),
            (false, _) => format!("{status}: {common}"),
        }
    }

    fn statuses_in_words(&self, variant: &analysis::ErrorVariant) -> String {
        let mut classes = BTreeSet::new();
        for error_response in variant.responses(self.api) {
            match error_response.status {
                StatusMatch::Code(code) => return code.to_string(),
                StatusMatch::Class(class) => classes.insert(format!("{class}xx")),
                StatusMatch::Default => return "Any other status".to_owned(),
            };
        }
        format!("Any other {} status", classes.into_iter().collect::<Vec<_>>().join(" or "))
    }
}
