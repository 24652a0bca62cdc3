//! The facts about an element of one version: a value for each aspect of it that can differ. A new aspect is a line here
//! and a row of the rules.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::matching::split_null;
use super::subject::Subject;
use super::version::ApiVersion;
use bindery::internal::analysis::{Direction, is_nullable, is_required};
use bindery::internal::http_terms::CredentialLocation;
use bindery::internal::model::{
    Api, Body, Constraints, Docs, EventPlace, Field, Operation, Parameter, Payload, Requirement, Shape, Style, Success,
    Type, TypeId, Union,
};

macro_rules! aspects {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// An aspect of an element that can differ between two versions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(super) enum Aspect {
            $($(#[$doc])* $name,)*
        }

        impl Aspect {
            /// All aspects.
            #[cfg(test)]
            pub(super) const ALL: &[Self] = &[$(Self::$name),*];
        }
    };
}

aspects! {
    /// It is in only one version.
    Exists,
    Docs,
    Deprecation,
    /// The title, the version and the description of the API.
    About,
    /// The address of a server.
    Url,
    /// The place of a credential, or of the names of events.
    Place,
    Credentials,
    /// The scheme of `.token(..)`.
    DefaultScheme,
    /// The method, the path, the ID and the names of an operation.
    Route,
    PathOrder,
    Reading,
    Content,
    Accept,
    /// The name of an event on the wire.
    Identity,
    Name,
    DataType,
    Limits,
    Null,
    Presence,
    Constant,
    Directions,
    DefaultValue,
    Style,
    Meaning,
    Order,
    Tags,
    /// The schema behind a type of the user.
    Replaced,
    /// The declaration of an item of the code, which follows from other changes.
    Code,
}

/// A value that is compared with that of the other version.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value<'a> {
    Text(Cow<'a, str>),
    Texts(Vec<Option<&'a str>>),
    /// `true` if it is sent, and if it is received.
    Directions([bool; 2]),
    /// An operation, whose response is read as a whole, in pages or as a stream.
    Reading(&'a Operation),
    Flag(bool),
    Json(Option<&'a Json>),
    Docs(&'a Docs),
    Type(&'a Type),
    /// The body of an error response.
    Failure(Option<&'a Type>),
    Payload(&'a Payload),
    /// The declaration of a type.
    Shape(TypeId),
    /// The constraints of a value, and those of its alias.
    Limits(&'a Constraints, Option<&'a Constraints>),
    Body(&'a Body),
    Success(&'a Success),
    MediaTypes(&'a [String]),
    Place(&'a CredentialLocation),
    /// The alternatives of a security requirement, and whether it is that of a single operation.
    Credentials(Combinations<'a>, bool),
    Events(&'a [EventPlace]),
    /// An operation with its names in the code. Its path is compared with regard to its parameters.
    Route(&'a Operation, Vec<&'a str>),
    Style(Style, bool, Option<&'a str>),
    /// Elements whose order matters, with their names.
    Order(Vec<(Subject, &'a str)>),
    Tags(&'a Union),
}

/// The alternatives of a security requirement, by the names of the schemes.
pub(super) type Combinations<'a> = BTreeSet<BTreeSet<&'a str>>;

/// Returns the facts about an element; `form` is the form of its type that programs use.
pub(super) fn facts(version: ApiVersion<'_>, subject: Subject, form: Direction) -> Vec<(Aspect, Value<'_>)> {
    facts_of(version, subject, form).unwrap_or_default()
}

fn facts_of(version: ApiVersion<'_>, subject: Subject, form: Direction) -> Option<Vec<(Aspect, Value<'_>)>> {
    let api = version.api;
    Some(match subject {
        Subject::Info => {
            let about = vec![Some(&*api.title), Some(&*api.version), api.description.as_deref()];
            vec![(Aspect::About, Value::Texts(about))]
        }
        Subject::Address => vec![(Aspect::Url, Value::Text(address(api)))],
        Subject::NamedServer(_) => {
            vec![(Aspect::Url, Value::Text(version.named_server(subject)?.1.declared.as_str().into()))]
        }
        Subject::ServerVariable(_) => {
            let default = version.server_variable(subject)?.default.as_deref();
            vec![(Aspect::DefaultValue, Value::Texts(vec![default]))]
        }
        Subject::Scheme(_) => vec![(Aspect::Place, Value::Place(&version.scheme(subject)?.place))],
        Subject::Security => security(version),
        Subject::Operation(index) => operation(version, index),
        Subject::Parameter(..) => parameter(version, version.parameter(subject)?),
        Subject::Constant(..) => {
            let Parameter { docs, constant, .. } = version.parameter(subject)?;
            with_docs(docs, vec![(Aspect::Constant, Value::Json(Some(constant.as_ref().unwrap_or(&Json::Null))))])
        }
        Subject::Body(_) => {
            let body = version.operation(subject)?.body.as_ref()?;
            let content = [Aspect::Content, Aspect::Limits].map(|aspect| (aspect, Value::Body(body)));
            with_docs(&body.docs, [(Aspect::Presence, Value::Flag(body.required))].into_iter().chain(content).collect())
        }
        Subject::Output(_) => {
            let operation = version.operation(subject)?;
            vec![
                (Aspect::Accept, Value::MediaTypes(&operation.accept)),
                (Aspect::Content, Value::Success(&operation.success)),
                (Aspect::Reading, Value::Reading(operation)),
            ]
        }
        Subject::MediaType(..) => Vec::new(),
        Subject::Failure(..) => vec![(Aspect::DataType, Value::Failure(version.type_of(subject)))],
        Subject::Header(..) | Subject::OtherMembers(_) => {
            vec![(Aspect::DataType, Value::Type(version.type_of(subject)?))]
        }
        Subject::Events => vec![(Aspect::Place, Value::Events(&version.analysis.events.places))],
        Subject::Event(index) => {
            let event = version.event(subject)?;
            let identity = version.analysis.events.names.get(index).map_or("", String::as_str);
            let own = vec![
                (Aspect::DataType, Value::Type(&event.ty)),
                (Aspect::Identity, Value::Text(identity.into())),
                (Aspect::Name, Value::Text(version.names.event(index).into())),
            ];
            with_docs(&event.docs, own)
        }
        Subject::Type(id) => definition(version, id),
        Subject::Field(..) => field(version, version.field(subject)?, form),
        Subject::Value(..) => {
            let (_, name, meaning) = version.value(subject)?;
            vec![(Aspect::Meaning, Value::Texts(vec![name, meaning]))]
        }
        Subject::Alternative(..) => vec![(Aspect::DataType, Value::Payload(&version.variant(subject)?.payload))],
        Subject::OwnType(_) => vec![(Aspect::Replaced, Value::Text(version.own_type(subject)?.1.into()))],
    })
}

fn with_docs<'a>(docs: &'a Docs, own: Vec<(Aspect, Value<'a>)>) -> Vec<(Aspect, Value<'a>)> {
    let docs = [Aspect::Deprecation, Aspect::Docs].map(|aspect| (aspect, Value::Docs(docs)));
    docs.into_iter().chain(own).collect()
}

fn security(version: ApiVersion<'_>) -> Vec<(Aspect, Value<'_>)> {
    let required = combinations(version.api, &version.api.requirement);
    // The first scheme of each version is that of `.token(..)`.
    let first = version.api.security.first();
    let first = first.map(|scheme| (Aspect::DefaultScheme, Value::Text(scheme.wire.as_str().into())));
    first.into_iter().chain([(Aspect::Credentials, Value::Credentials(required, true))]).collect()
}

fn operation(version: ApiVersion<'_>, index: usize) -> Vec<(Aspect, Value<'_>)> {
    let operation = &version.api.operations[index];
    let own = operation.requirement.as_ref();
    let required = combinations(version.api, own.unwrap_or(&version.api.requirement));
    let server = version.api.own_server(operation).map(|server| &*server.declared);
    let arguments = operation.parameters.iter().enumerate().filter(|(_, parameter)| parameter.required);
    let order = arguments.map(|(at, parameter)| (Subject::Parameter(index, at), &*parameter.wire)).collect();
    let names = version.operation_names(index).to_vec();
    let own = vec![
        (Aspect::Route, Value::Route(operation, names)),
        (Aspect::Credentials, Value::Credentials(required, own.is_some())),
        (Aspect::Url, Value::Texts(vec![server])),
        (Aspect::PathOrder, Value::Text(operation.path.as_str().into())),
        (Aspect::Order, Value::Order(order)),
    ];
    with_docs(&operation.docs, own)
}

fn parameter<'a>(version: ApiVersion<'a>, parameter: &'a Parameter) -> Vec<(Aspect, Value<'a>)> {
    let is_reserved = parameter.serialization.is_some_and(|serialization| serialization.reserved);
    let style = Value::Style(parameter.style(), is_reserved, parameter.media_type.as_deref());
    let own = vec![
        (Aspect::Constant, Value::Json(None)),
        (Aspect::DataType, Value::Type(split_null(version, &parameter.ty).0)),
        (Aspect::Limits, Value::Limits(&parameter.constraints, None)),
        (Aspect::Style, style),
        (Aspect::Presence, Value::Flag(parameter.required)),
        (Aspect::DefaultValue, Value::Json(parameter.default.as_ref())),
    ];
    with_docs(&parameter.docs, own)
}

fn field<'a>(version: ApiVersion<'a>, field: &'a Field, form: Direction) -> Vec<(Aspect, Value<'a>)> {
    let mut own = vec![(Aspect::Constant, Value::Json(field.constant.as_ref()))];
    if field.constant.is_none() {
        let (ty, is_null) = split_null(version, &field.ty);
        own.push((Aspect::DataType, Value::Type(ty)));
        own.push((Aspect::Limits, Value::Limits(&field.constraints, alias_constraints(version.api, ty))));
        // Any value includes null.
        let null = (Aspect::Null, Value::Flag(is_null || is_nullable(field, form)));
        own.extend(Some(null).filter(|_| ty != &Type::Any));
        own.push((Aspect::Presence, Value::Flag(is_required(field, form))));
        own.push((Aspect::DefaultValue, Value::Json(field.default.as_ref())));
    }
    own.push((Aspect::Directions, Value::Directions([!field.read_only, field.read_only || !field.write_only])));
    with_docs(&field.docs, own)
}

fn definition(version: ApiVersion<'_>, id: TypeId) -> Vec<(Aspect, Value<'_>)> {
    let definition = version.api.definition(id);
    let names = vec![definition.naming.schema(), Some(version.type_name(id))];
    let mut own = vec![(Aspect::Name, Value::Texts(names)), (Aspect::DataType, Value::Shape(id))];
    match &definition.shape {
        Shape::Alias(_) | Shape::Wrapper(_) => own.push((Aspect::Limits, Value::Limits(&definition.constraints, None))),
        Shape::Object(object) => {
            own.push((Aspect::Order, Value::Order(arguments(id, &object.fields))));
            own.push((Aspect::Limits, Value::Limits(&definition.constraints, None)));
        }
        Shape::IntegerEnum(codes) => {
            let order = (0..codes.codes.len()).map(|at| (Subject::Value(id, at), version.names.variant(id, at)));
            own.push((Aspect::Order, Value::Order(order.collect())));
        }
        Shape::StringEnum(words) => {
            let order = words.words.iter().enumerate().map(|(at, word)| (Subject::Value(id, at), &*word.wire));
            own.push((Aspect::Order, Value::Order(order.collect())));
        }
        Shape::Union(union) => {
            own.push((Aspect::Tags, Value::Tags(union)));
            own.extend(union.tag.is_none().then(|| (Aspect::Order, Value::Order(objects(version, id, union)))));
        }
    }
    with_docs(&definition.docs, own)
}

/// Returns the members that programs pass to a constructor.
fn arguments(id: TypeId, fields: &[Field]) -> Vec<(Subject, &str)> {
    let required = fields.iter().enumerate().filter(|(_, field)| is_required_in_requests(field));
    required.map(|(at, field)| (Subject::Field(id, at), &*field.wire)).collect()
}

/// Returns the alternatives that are objects, which are tried in order.
fn objects<'a>(version: ApiVersion<'a>, id: TypeId, union: &Union) -> Vec<(Subject, &'a str)> {
    let is_object = |payload: &Payload| match payload.ty().map(|ty| version.api.unaliased(ty)) {
        Some(Type::Named(id)) => matches!(version.api.definition(*id).shape, Shape::Object(_)),
        _ => false,
    };
    let objects = union.variants.iter().enumerate().filter(|(_, variant)| is_object(&variant.payload));
    objects.map(|(at, _)| (Subject::Alternative(id, at), version.names.variant(id, at))).collect()
}

pub(super) fn is_required_in_requests(field: &Field) -> bool {
    field.required && !field.read_only && field.constant.is_none()
}

/// Returns the address of the default server.
pub(super) fn address(api: &Api) -> Cow<'_, str> {
    let address = api.servers.first().map(|server| server.address().unwrap_or_else(|| server.template()));
    address.unwrap_or_default().into()
}

/// Returns the constraints of an alias, or `None` for other types.
pub(super) fn alias_constraints<'a>(api: &'a Api, ty: &Type) -> Option<&'a Constraints> {
    let Type::Named(id) = ty else { return None };
    let definition = api.definition(*id);
    matches!(definition.shape, Shape::Alias(_)).then_some(&definition.constraints)
}

fn combinations<'a>(api: &'a Api, requirement: &Requirement) -> Combinations<'a> {
    let name = |index: &usize| api.security.get(*index).map(|scheme| scheme.wire.as_str());
    requirement.iter().map(|combination| combination.iter().filter_map(name).collect()).collect()
}
