//! The elements of a description that are matched and compared, and where they are.

use super::version::{ApiVersion, Versions};
use bindery::internal::ir::Node;
use bindery::internal::model::{
    Definition, Event, Field, Operation, Parameter, ParameterLocation, Payload, SecurityScheme, Server, ServerVariable,
    Shape, Type, TypeId, Variant,
};
use bindery::internal::pointer::Pointer;

/// An element in each version that has it.
pub(super) type Match = Versions<Option<Subject>>;

macro_rules! subjects {
    ($($(#[$doc:meta])* $name:ident $(($($index:ty),+))?;)*) => {
        /// An element of one version: by its index, or by those of its owner and in it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(super) enum Subject {
            $($(#[$doc])* $name $(($($index),+))?,)*
        }

        /// The kind of a subject, by which rules are found.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum SubjectKind {
            $($name,)*
        }

        impl Subject {
            pub(super) fn kind(self) -> SubjectKind {
                match self { $(Self::$name { .. } => SubjectKind::$name),* }
            }
        }
    };
}

subjects! {
    Info;
    /// The default server.
    Address;
    NamedServer(usize);
    ServerVariable(usize);
    Scheme(usize);
    /// The security requirement of all operations.
    Security;
    Operation(usize);
    Parameter(usize, usize);
    /// A parameter that is sent without an argument.
    Constant(usize, usize);
    Body(usize);
    /// The successful response of an operation.
    Output(usize);
    /// Another media type in which the response can be requested.
    MediaType(usize, usize);
    /// An error response.
    Failure(usize, usize);
    Header(usize, usize);
    /// All events.
    Events;
    Event(usize);
    Type(TypeId);
    Field(TypeId, usize);
    /// The undeclared members of an object.
    OtherMembers(TypeId);
    /// A value of an enumeration.
    Value(TypeId, usize);
    /// An alternative of a union.
    Alternative(TypeId, usize);
    /// A schema that a type of the user replaces.
    OwnType(usize);
}

impl Subject {
    /// Returns the element that items of the code are made for.
    pub(super) fn node(self) -> Option<Node> {
        Some(match self {
            Self::Info | Self::OwnType(_) => return None,
            Self::Address => Node::Address,
            Self::NamedServer(index) => Node::NamedServer(index),
            Self::ServerVariable(index) => Node::ServerVariable(index),
            Self::Scheme(index) => Node::Scheme(index),
            Self::Security => Node::Security,
            Self::Operation(index) | Self::Constant(index, _) => Node::Operation(index),
            Self::Parameter(index, at) => Node::Parameter(index, at),
            Self::Body(index) => Node::Body(index),
            Self::Output(index) | Self::MediaType(index, _) => Node::Output(index),
            Self::Failure(index, at) => Node::Failure(index, at),
            Self::Header(index, at) => Node::Header(index, at),
            Self::Events => Node::Events,
            Self::Event(index) => Node::Event(index),
            Self::Type(id) => Node::Type(id.index()),
            Self::Field(id, at) => Node::Field(id.index(), at),
            Self::OtherMembers(id) => Node::OtherMembers(id.index()),
            Self::Value(id, at) | Self::Alternative(id, at) => Node::Variant(id.index(), at),
        })
    }

    /// Returns the type that it is or belongs to.
    pub(super) fn type_id(self) -> Option<TypeId> {
        match self {
            Self::Type(id)
            | Self::Field(id, _)
            | Self::OtherMembers(id)
            | Self::Value(id, _)
            | Self::Alternative(id, _) => Some(id),
            _ => None,
        }
    }

    /// Returns the operation that it is or belongs to, by index.
    pub(super) fn operation(self) -> Option<usize> {
        match self {
            Self::Operation(index)
            | Self::Parameter(index, _)
            | Self::Constant(index, _)
            | Self::Body(index)
            | Self::Output(index)
            | Self::MediaType(index, _)
            | Self::Failure(index, _)
            | Self::Header(index, _) => Some(index),
            _ => None,
        }
    }
}

/// The items of the model.
impl<'a> ApiVersion<'a> {
    pub(super) fn definition(self, subject: Subject) -> Option<&'a Definition> {
        subject.type_id().map(|id| self.api.definition(id))
    }

    pub(super) fn field(self, subject: Subject) -> Option<&'a Field> {
        let Subject::Field(id, index) = subject else { return None };
        self.api.field(id, index)
    }

    pub(super) fn variant(self, subject: Subject) -> Option<&'a Variant> {
        match (subject, &self.definition(subject)?.shape) {
            (Subject::Alternative(_, at), Shape::Union(union)) => union.variants.get(at),
            _ => None,
        }
    }

    pub(super) fn operation(self, subject: Subject) -> Option<&'a Operation> {
        subject.operation().map(|index| &self.api.operations[index])
    }

    pub(super) fn parameter(self, subject: Subject) -> Option<&'a Parameter> {
        let operation = self.operation(subject)?;
        match subject {
            Subject::Parameter(_, at) => operation.parameters.get(at),
            Subject::Constant(_, at) => operation.constants.get(at),
            _ => None,
        }
    }

    pub(super) fn event(self, subject: Subject) -> Option<&'a Event> {
        let Subject::Event(index) = subject else { return None };
        self.api.events.get(index)
    }

    pub(super) fn scheme(self, subject: Subject) -> Option<&'a SecurityScheme> {
        let Subject::Scheme(index) = subject else { return None };
        self.api.security.get(index)
    }

    /// Returns the servers with a full address, with their names.
    pub(super) fn named_servers(self) -> impl Iterator<Item = (&'a str, &'a Server)> {
        let whole = self.api.servers.iter().filter(|server| server.address().is_some());
        self.names.servers().zip(whole)
    }

    pub(super) fn named_server(self, subject: Subject) -> Option<(&'a str, &'a Server)> {
        let Subject::NamedServer(index) = subject else { return None };
        self.named_servers().nth(index)
    }

    pub(super) fn server_variable(self, subject: Subject) -> Option<&'a ServerVariable> {
        let Subject::ServerVariable(index) = subject else { return None };
        self.api.server_variables().get(index).copied()
    }

    /// Returns the value of an enumeration: as it is sent, its name, and its meaning.
    pub(super) fn value(self, subject: Subject) -> Option<(String, Option<&'a str>, Option<&'a str>)> {
        let Subject::Value(_, at) = subject else { return None };
        match &self.definition(subject)?.shape {
            Shape::IntegerEnum(codes) => {
                let code = codes.codes.get(at)?;
                Some((code.code.to_string(), code.name.as_deref(), code.meaning.as_deref()))
            }
            Shape::StringEnum(words) => {
                let word = words.words.get(at)?;
                Some((format!("`{}`", word.wire), word.name.as_deref(), word.meaning.as_deref()))
            }
            _ => None,
        }
    }

    /// Returns the schema that a type of the user replaces, with its name.
    pub(super) fn own_type(self, subject: Subject) -> Option<(&'a str, &'a str)> {
        let Subject::OwnType(index) = subject else { return None };
        self.api.own_types.behind.iter().nth(index).map(|(name, schema)| (name.as_str(), schema.as_str()))
    }

    /// Returns the name in the code, if the subject is a member or a value of a type.
    pub(super) fn member_name(self, subject: Subject) -> Option<&'a str> {
        match subject {
            Subject::Field(id, at) => Some(self.names.field(id, at)),
            Subject::Value(id, at) | Subject::Alternative(id, at) => Some(self.names.variant(id, at)),
            _ => None,
        }
    }

    /// Returns the name of the argument of a parameter.
    pub(super) fn argument(self, subject: Subject) -> Option<&'a str> {
        let Subject::Parameter(index, at) = subject else { return None };
        self.names.operation(index).parameters.get(at).map(String::as_str)
    }

    /// Returns the location of a subject in the description.
    pub(super) fn location(self, subject: Subject) -> Option<Pointer> {
        let root = Pointer::root();
        let responses = || self.operation(subject).map(|operation| operation.origin.child("responses"));
        Some(match subject {
            Subject::Info => root.child("info"),
            Subject::Address | Subject::NamedServer(_) | Subject::ServerVariable(_) => root.child("servers"),
            Subject::Scheme(_) => Pointer::component("securitySchemes", &self.scheme(subject)?.wire),
            Subject::Security => root.child("security"),
            Subject::Operation(_) => self.operation(subject)?.origin.clone(),
            Subject::Parameter(..) | Subject::Constant(..) => self.parameter(subject)?.origin.clone(),
            Subject::Body(_) => self.operation(subject)?.body.as_ref()?.origin.clone(),
            Subject::Output(_) | Subject::MediaType(..) | Subject::Header(..) => responses()?,
            Subject::Failure(_, at) => {
                responses()?.child(&self.operation(subject)?.error_responses.get(at)?.status.to_string())
            }
            Subject::Events => self.api.events.first()?.origin.split_last().map_or(root, |(events, _)| events),
            Subject::Event(_) => self.event(subject)?.origin.clone(),
            Subject::Field(..) => self.field(subject)?.origin.clone(),
            Subject::Alternative(..) => self.variant(subject)?.origin.clone(),
            Subject::Type(_) | Subject::OtherMembers(_) | Subject::Value(..) => {
                self.definition(subject)?.origin.clone()
            }
            Subject::OwnType(_) => Pointer::component("schemas", self.own_type(subject)?.0),
        })
    }

    /// Returns the resource of a subject that has no owner: its group, its type, or the part of the description.
    pub(super) fn subject_resource(self, subject: Subject) -> String {
        match subject {
            Subject::Info | Subject::Address | Subject::NamedServer(_) | Subject::ServerVariable(_) => {
                "info".to_owned()
            }
            Subject::Scheme(_) | Subject::Security => "security".to_owned(),
            Subject::Events | Subject::Event(_) => "webhooks".to_owned(),
            Subject::OwnType(_) => self.own_type(subject).map_or_else(String::new, |(name, _)| name.to_owned()),
            _ => match (subject.type_id(), self.operation(subject)) {
                (Some(id), _) => self.resource(id),
                (None, Some(operation)) => self.api.groups[operation.group].wire.clone(),
                (None, None) => String::new(),
            },
        }
    }

    /// Returns the path of a subject that has no owner, as it is shown: `GET /stories`, `story`.
    pub(super) fn subject_path(self, subject: Subject) -> String {
        let own = match subject {
            Subject::Info => Some("info"),
            Subject::Security => Some("security"),
            Subject::Events => Some("webhooks"),
            Subject::Scheme(_) => self.scheme(subject).map(|scheme| scheme.wire.as_str()),
            Subject::Event(_) => self.event(subject).map(|event| event.wire.as_str()),
            Subject::OwnType(_) => self.own_type(subject).map(|(name, _)| name),
            Subject::Address | Subject::NamedServer(_) | Subject::ServerVariable(_) => Some("servers"),
            _ => None,
        };
        match (own, subject.type_id(), self.operation(subject)) {
            (Some(own), ..) => own.to_owned(),
            (None, Some(id), _) => self.path(id),
            (None, None, operation) => operation.map(Operation::route).unwrap_or_default(),
        }
    }

    /// Returns the path of a part below that of its owner: `.state` or ` ?page`.
    pub(super) fn part_path(self, part: Subject) -> String {
        let parameter = self.parameter(part).map(|parameter| match parameter.place {
            ParameterLocation::Path => format!(" {{{}}}", parameter.wire),
            ParameterLocation::Query => format!(" ?{}", parameter.wire),
            place => format!(" {} {}", place.as_str(), parameter.wire),
        });
        let field = || self.field(part).map(|field| format!(".{}", field.wire));
        parameter.or_else(field).unwrap_or_default()
    }

    /// Returns the type of a subject that has one.
    pub(super) fn type_of(self, subject: Subject) -> Option<&'a Type> {
        match subject {
            Subject::Field(..) => self.field(subject).map(|field| &field.ty),
            Subject::OtherMembers(id) => match &self.api.definition(id).shape {
                Shape::Object(object) => object.others.as_ref(),
                _ => None,
            },
            Subject::Alternative(..) => match &self.variant(subject)?.payload {
                Payload::Type(ty) => Some(ty),
                Payload::Constant(_) | Payload::Unit => None,
            },
            Subject::Type(id) => match &self.api.definition(id).shape {
                Shape::Alias(ty) | Shape::Wrapper(ty) => Some(ty),
                _ => None,
            },
            Subject::Parameter(..) => self.parameter(subject).map(|parameter| &parameter.ty),
            Subject::Header(_, at) => self.operation(subject)?.headers.get(at).map(|header| &header.ty),
            Subject::Failure(_, at) => self.operation(subject)?.error_responses.get(at)?.body.as_ref(),
            Subject::Event(_) => self.event(subject).map(|event| &event.ty),
            _ => None,
        }
    }
}
