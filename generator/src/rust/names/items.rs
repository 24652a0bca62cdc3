//! The items that have a name, and the lock file keys of these names (their places).
//!
//! An item may have several places, such as a type that several schemas share. Its name is recorded at all of them, and any
//! of them identifies it.

use super::places::{place_at, place_of_alternative, places_of};
use crate::api::analysis::{Analysis, Direction, ErrorVariant};
use crate::api::model::{Api, Definition, Response, Shape, StatusMatch, Success, TypeId};
use crate::base::pointer::Pointer;
use crate::config::Case;

/// The ID of an item that has a name. Numbers are indexes in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ItemId {
    Type(TypeId),
    /// The request or response type of a type that needs both.
    Form(TypeId, Direction),
    /// The struct for the required fields of a request or response type.
    RequiredFields(TypeId, Direction),
    /// A field or constant of an object, a variant of a union, or an enum value.
    Member(TypeId, usize),
    /// The field for undeclared members.
    Undeclared(TypeId),
    Group(usize),
    Function(usize),
    OperationType(usize),
    Parameter(usize, usize),
    Body(usize),
    BodyType(usize),
    /// The variant for a media type of the body.
    BodyVariant(usize, usize),
    /// The struct of response headers, by the first operation that has it.
    HeadersType(usize),
    /// A field of that struct.
    Header(usize, usize),
    OutputType(usize),
    /// The variant for successful responses, by the first that it represents.
    Output(usize, usize),
    /// The error type of an operation; `None` for the main one.
    ErrorType(Option<usize>),
    ErrorVariant(Option<usize>, StatusMatch),
    Server(usize),
    SecurityScheme(usize),
    Event(usize),
}

/// The named items of an API. Properties are computed on request, since most runs need few lock file keys.
#[derive(Clone, Copy)]
pub(crate) struct Items<'a> {
    pub(super) api: &'a Api,
    pub(super) analysis: &'a Analysis,
}

impl<'a> Items<'a> {
    pub(crate) fn new(api: &'a Api, analysis: &'a Analysis) -> Self {
        Self { api, analysis }
    }

    /// Returns the lock file keys of an item's name.
    pub(crate) fn places(self, id: ItemId) -> Vec<String> {
        let Self { api, .. } = self;
        match id {
            ItemId::Type(ty) => places_of(api, api.definition(ty)).collect(),
            ItemId::Form(ty, Direction::Request) => self.below(ty, "#sent"),
            ItemId::Form(ty, Direction::Response) => self.below(ty, "#received"),
            ItemId::RequiredFields(ty, Direction::Request) => self.below(ty, "#fields sent"),
            ItemId::RequiredFields(ty, Direction::Response) => self.below(ty, "#fields received"),
            ItemId::Member(ty, index) => self.member_places(api.definition(ty), ty, index),
            ItemId::Undeclared(ty) => self.below(ty, "#others"),
            ItemId::Group(index) => vec![format!("#group {}", api.groups[index].wire)],
            ItemId::ErrorType(None) => vec!["#error main".to_owned()],
            ItemId::ErrorVariant(operation, status) => self.error_places(operation, status),
            ItemId::Server(index) => vec![format!("/servers#{}", api.servers[index].template())],
            ItemId::SecurityScheme(index) => vec![format!("/components/securitySchemes/{}", api.security[index].wire)],
            ItemId::Event(index) => vec![place_at(api, &api.events[index].origin)],
            ItemId::Output(operation, index) => self.output_places(operation, index),
            ItemId::Function(operation) => vec![self.operation(operation, "")],
            ItemId::OperationType(operation) => vec![self.operation(operation, "#type")],
            ItemId::Body(operation) => vec![self.operation(operation, "#body")],
            ItemId::BodyType(operation) => vec![self.operation(operation, "#body type")],
            ItemId::HeadersType(operation) => {
                self.sharing_headers(operation).iter().map(|index| self.headers_place(*index)).collect()
            }
            ItemId::OutputType(operation) => vec![self.operation(operation, "#output type")],
            ItemId::ErrorType(Some(operation)) => vec![self.operation(operation, "#error name")],
            ItemId::Parameter(operation, index) => {
                let parameter = &api.operations[operation].parameters[index];
                vec![self.operation(operation, &format!("#{} {}", parameter.place.as_str(), parameter.wire))]
            }
            ItemId::Header(operation, index) => {
                let wire = &api.operations[operation].headers[index].wire;
                let sharing = self.sharing_headers(operation).into_iter();
                sharing.filter_map(|other| self.header_place(other, wire)).collect()
            }
            ItemId::BodyVariant(operation, index) => {
                let bodies = api.operations[operation].body.iter().flat_map(|body| &body.alternatives);
                let text = |media_type: &str| self.operation(operation, &format!("#body {media_type}"));
                let texts: Vec<String> = bodies.map(|content| text(&content.media_type)).collect();
                vec![counted(&texts, index)]
            }
        }
    }

    /// Returns the location of an item in the description, or of its owner.
    pub(super) fn origin(self, id: ItemId) -> Pointer {
        let Self { api, .. } = self;
        match id {
            ItemId::Type(ty) | ItemId::Form(ty, _) | ItemId::RequiredFields(ty, _) | ItemId::Undeclared(ty) => {
                api.definition(ty).origin.clone()
            }
            ItemId::Member(ty, index) => {
                let Definition { origin, shape, .. } = api.definition(ty);
                match shape {
                    Shape::Object(object) => object.fields[index].origin.clone(),
                    Shape::Union(union) => union.variants[index].origin.clone(),
                    _ => origin.child("enum").index(index),
                }
            }
            ItemId::Parameter(operation, index) => api.operations[operation].parameters[index].origin.clone(),
            ItemId::Function(operation)
            | ItemId::OperationType(operation)
            | ItemId::Body(operation)
            | ItemId::BodyType(operation)
            | ItemId::BodyVariant(operation, _)
            | ItemId::HeadersType(operation)
            | ItemId::Header(operation, _)
            | ItemId::OutputType(operation)
            | ItemId::Output(operation, _)
            | ItemId::ErrorType(Some(operation))
            | ItemId::ErrorVariant(Some(operation), _) => api.operations[operation].origin.clone(),
            ItemId::Server(_) => Pointer::root().child("servers"),
            ItemId::SecurityScheme(index) => Pointer::component("securitySchemes", &api.security[index].wire),
            ItemId::Event(index) => api.events[index].origin.clone(),
            ItemId::Group(_) | ItemId::ErrorType(None) | ItemId::ErrorVariant(None, _) => Pointer::root(),
        }
    }

    pub(super) fn place(self, id: ItemId) -> String {
        self.places(id).into_iter().next().unwrap_or_default()
    }

    /// Returns the variant for an error response of an operation.
    pub(super) fn error_variant(self, operation: usize, index: usize) -> ItemId {
        let errors = &self.analysis.errors;
        let own = Some(operation).filter(|operation| !errors.is_main(*operation));
        ItemId::ErrorVariant(own, errors.kind(operation, index))
    }

    /// Returns the operations that have the struct of headers of one.
    fn sharing_headers(self, operation: usize) -> Vec<usize> {
        self.analysis.headers.sharing(operation).map_or_else(|| vec![operation], <[usize]>::to_vec)
    }

    /// Returns the lock file key of the struct of headers at an operation.
    pub(super) fn headers_place(self, operation: usize) -> String {
        self.operation(operation, "#headers type")
    }

    /// Returns the lock file key of a header at an operation.
    pub(super) fn header_place(self, operation: usize, wire: &str) -> Option<String> {
        let headers = &self.api.operations[operation].headers;
        let header = headers.iter().find(|header| header.wire.eq_ignore_ascii_case(wire))?;
        Some(self.operation(operation, &format!("#answer {}", header.wire)))
    }

    /// Returns the item of a header of an operation.
    pub(super) fn header(self, operation: usize, index: usize) -> Option<ItemId> {
        let wire = &self.api.operations[operation].headers[index].wire;
        let owner = self.analysis.headers.owner(operation);
        let mut headers = self.api.operations[owner].headers.iter();
        Some(ItemId::Header(owner, headers.position(|header| header.wire.eq_ignore_ascii_case(wire))?))
    }

    /// Returns the case of an item's name.
    pub(super) fn case(self, id: ItemId) -> Case {
        match id {
            ItemId::Member(ty, index) => match &self.api.definition(ty).shape {
                Shape::Object(object) if object.fields[index].constant.is_some() => Case::Constant,
                Shape::Object(_) => Case::Value,
                _ => Case::Type,
            },
            ItemId::Undeclared(_)
            | ItemId::Function(_)
            | ItemId::Parameter(..)
            | ItemId::Body(_)
            | ItemId::Header(..) => Case::Value,
            ItemId::Group(_) => Case::Module,
            ItemId::Server(_) => Case::Constant,
            _ => Case::Type,
        }
    }

    /// Returns a description of the kind of item, for messages.
    pub(super) fn kind(self, id: ItemId) -> &'static str {
        match id {
            ItemId::Type(ty) if self.api.definition(ty).naming.schema().is_some() => "the type of a schema",
            ItemId::Form(_, Direction::Request) => "the request type of a schema",
            ItemId::Form(_, Direction::Response) => "the response type of a schema",
            ItemId::Member(..) if self.case(id) == Case::Constant => "a constant",
            ItemId::Member(..) if self.case(id) == Case::Value => "a field",
            ItemId::Undeclared(_) | ItemId::Header(..) => "a field",
            ItemId::Group(_) => "a group",
            ItemId::Function(_) => "a function",
            ItemId::OperationType(_) => "the type of an operation",
            ItemId::Parameter(..) => "a parameter",
            ItemId::Body(_) => "an argument",
            ItemId::ErrorType(_) => "the type of an error",
            ItemId::Server(_) => "a constant",
            ItemId::Type(_)
            | ItemId::RequiredFields(..)
            | ItemId::BodyType(_)
            | ItemId::HeadersType(_)
            | ItemId::OutputType(_) => "a type",
            ItemId::Member(..)
            | ItemId::BodyVariant(..)
            | ItemId::Output(..)
            | ItemId::ErrorVariant(..)
            | ItemId::SecurityScheme(_)
            | ItemId::Event(_) => "a variant",
        }
    }

    /// Returns the lock file keys of a type with a suffix.
    fn below(self, ty: TypeId, suffix: &str) -> Vec<String> {
        places_of(self.api, self.api.definition(ty)).map(|place| place + suffix).collect()
    }

    /// Returns the lock file key of an operation with a suffix.
    fn operation(self, operation: usize, suffix: &str) -> String {
        self.api.stored_at(&self.api.operations[operation].origin) + suffix
    }

    /// Returns the lock file keys of a member. They have no position, because positions may change.
    fn member_places(self, definition: &Definition, ty: TypeId, index: usize) -> Vec<String> {
        match &definition.shape {
            Shape::Object(object) => {
                let field = &object.fields[index];
                // A member that becomes a constant gets a name of another case.
                let kind = if field.constant.is_some() { "constant" } else { "field" };
                self.below(ty, &format!("#{kind} {}", field.wire))
            }
            Shape::IntegerEnum(codes) => self.below(ty, &format!("#value {}", codes.codes[index].code)),
            Shape::StringEnum(words) => self.below(ty, &format!("#value {}", words.words[index].wire)),
            Shape::Union(union) => {
                let own = place_of_alternative(self.api, definition, &union.variants[index]) + "#alternative";
                let mut places = places_of(self.api, definition);
                let below = places.next().and_then(|first| own.strip_prefix(first.as_str()).map(str::to_owned));
                let others = below.map(|below| places.map(|place| place + &below).collect::<Vec<_>>());
                std::iter::once(own).chain(others.unwrap_or_default()).collect()
            }
            Shape::Alias(_) | Shape::Wrapper(_) => Vec::new(),
        }
    }

    fn error_places(self, operation: Option<usize>, status: StatusMatch) -> Vec<String> {
        let errors = &self.analysis.errors;
        let places_in = |variants: &[ErrorVariant]| {
            let variant = variants.iter().find(|variant| variant.kind == status)?;
            let responses = variant.error_responses.iter().map(|(operation, index)| {
                error_place(
                    &self.operation(*operation, ""),
                    self.api.operations[*operation].error_responses[*index].status,
                )
            });
            Some(responses.collect())
        };
        let places: Option<Vec<String>> = match operation {
            Some(operation) => places_in(&errors.variants_of(operation)),
            None => errors.main.as_ref().and_then(|main| places_in(&main.variants)),
        };
        places.unwrap_or_default()
    }

    fn output_places(self, operation: usize, index: usize) -> Vec<String> {
        let Success::Several(responses) = &self.api.operations[operation].success else { return Vec::new() };
        let own = self.operation(operation, "");
        let text = |response: &Response| {
            format!("{own}#output {} {}", response.status, response.media_type.as_deref().unwrap_or_default())
        };
        let texts: Vec<String> = responses.iter().map(text).collect();
        let same = (0..responses.len()).filter(|other| is_same_kind(&responses[*other], &responses[index]));
        same.map(|index| counted(&texts, index)).collect()
    }
}

/// Returns `true` if two successful responses share a variant.
pub(crate) fn is_same_kind(one: &Response, other: &Response) -> bool {
    one.status == other.status && one.content == other.content
}

/// Returns the lock file key of the variant for an error response.
pub(super) fn error_place(operation: &str, status: StatusMatch) -> String {
    format!("{operation}#error {status}")
}

/// Returns the lock file key of a configured name, which is forgotten when its entry is removed.
pub(super) fn configured_place(place: &str) -> String {
    format!("{place}#configured")
}

/// Returns the text at an index, followed by its number if there are equal ones before it.
fn counted(texts: &[String], index: usize) -> String {
    let own = &texts[index];
    match texts[..=index].iter().filter(|text| *text == own).count() {
        0 | 1 => own.clone(),
        number => format!("{own} {number}"),
    }
}
