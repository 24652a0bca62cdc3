//! The element of the API that an item is made for.

/// An element of the API by its position in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node {
    /// The default server.
    Address,
    /// A named server.
    NamedServer(usize),
    /// A variable of the servers.
    ServerVariable(usize),
    /// The security requirement of all operations.
    Security,
    /// A security scheme.
    Scheme(usize),
    /// A group of operations.
    Group(usize),
    /// An operation.
    Operation(usize),
    /// A parameter of an operation.
    Parameter(usize, usize),
    /// The request body of an operation.
    Body(usize),
    /// The successful response of an operation.
    Output(usize),
    /// An error response of an operation.
    Failure(usize, usize),
    /// A response header of an operation.
    Header(usize, usize),
    /// A type.
    Type(usize),
    /// A field of a type.
    Field(usize, usize),
    /// The undeclared members of a type.
    OtherMembers(usize),
    /// A variant of a type.
    Variant(usize, usize),
    /// All events.
    Events,
    /// An event.
    Event(usize),
}

impl Node {
    /// Returns the element that this one is part of.
    pub fn owner(self) -> Option<Self> {
        match self {
            Self::Parameter(operation, _)
            | Self::Body(operation)
            | Self::Output(operation)
            | Self::Failure(operation, _)
            | Self::Header(operation, _) => Some(Self::Operation(operation)),
            Self::Field(ty, _) | Self::OtherMembers(ty) | Self::Variant(ty, _) => Some(Self::Type(ty)),
            Self::Event(_) => Some(Self::Events),
            Self::Scheme(_) => Some(Self::Security),
            Self::NamedServer(_) | Self::ServerVariable(_) => Some(Self::Address),
            Self::Address | Self::Security | Self::Group(_) | Self::Operation(_) | Self::Type(_) | Self::Events => None,
        }
    }
}
