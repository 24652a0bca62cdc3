//! The roles of public members.

use crate::rust::ir::client::{Client, Group, NamedServer, Scheme, ServerOption};
use crate::rust::ir::error::ErrorType;
use crate::rust::ir::headers::HeadersType;
use crate::rust::ir::input::{BodyContent, Input};
use crate::rust::ir::operation::Operation;
use crate::rust::ir::output::OutputVariant;
use crate::rust::ir::pages::Pages;
use crate::rust::ir::streaming::Streaming;
use crate::rust::ir::structure::{Constant, Conversion, Field, FromReceived, Member, OtherMembers, Struct};
use crate::rust::ir::union::{Accessor, Union};

/// The role of a public member, which its docs and its body follow from: one that any type may have, or one of its kind of
/// block.
#[derive(Clone, Copy, Debug)]
pub enum Role<'a, R> {
    /// A derived trait.
    Derived,
    /// An associated type.
    Associated,
    /// Declared by a macro of the runtime crate.
    Support,
    /// A field or a variant with these docs and attributes.
    Documented(&'a [String], &'a [String]),
    /// A field or a variant with the same docs in each crate.
    Noted(&'static str),
    /// A role in this kind of block.
    Own(R),
}

impl<R> From<R> for Role<'_, R> {
    fn from(role: R) -> Self {
        Self::Own(role)
    }
}

/// The functions that change a field.
#[derive(Clone, Copy, Debug)]
pub enum FieldRole<'a> {
    /// The setter of a field.
    Setter(&'a Member, &'a Field),
    /// The function that sets a field to null.
    Clear(&'a Member),
}

/// The roles of types that are sent and received.
#[derive(Clone, Copy, Debug)]
pub enum TypeRole<'a> {
    /// The type itself.
    Type,
    /// The struct of the required fields of a type with this name.
    RequiredFields(&'a str),
    /// A constant of a struct.
    Constant(&'a Member, &'a Constant),
    /// The constructor of a struct.
    Constructor(&'a Struct),
    /// The setter of the undeclared members.
    OtherMembers(&'a OtherMembers),
    /// `Default` with the values of the constructor.
    Default,
    /// The conversion from the received struct.
    FromStruct(&'a FromReceived),
    /// The conversion from the received union.
    FromUnion(&'a Union, &'a str),
    /// The conversion from the received wrapper.
    FromWrapper(&'a Conversion),
    /// The function for a member of all variants.
    Accessor(&'a Union, &'a Accessor),
    /// The setter of a field, or the function that clears it.
    Field(FieldRole<'a>),
}

/// The roles of the handle of a group.
#[derive(Clone, Copy, Debug)]
pub enum GroupRole<'a> {
    /// The handle itself.
    Handle,
    /// The function that calls an operation.
    Call(&'a Operation),
}

/// The roles of what belongs to an operation.
#[derive(Clone, Copy, Debug)]
pub enum OperationRole<'a> {
    /// The type of an operation.
    Operation,
    /// `Operation`
    Request,
    /// The struct of the arguments of an operation.
    Arguments,
    /// The setter of an input.
    Option(&'a Input),
    /// `Paginated`
    Pages(&'a Pages),
    /// The enumeration of the bodies of an operation.
    Body,
    /// A variant with a body, and the function that makes it.
    Content(&'a BodyContent),
    /// The conversion into a variant with a body.
    FromContent(&'a BodyContent),
    /// The enumeration of successful responses.
    Output,
    /// The variant of a successful response.
    Answer(&'a OutputVariant),
    /// `StreamsEvents` or `StreamsLines`
    Streams(&'a Streaming),
    /// `DeclaresHeaders`
    Headers,
    /// The setter of a field, or the function that clears it.
    Field(FieldRole<'a>),
    /// A member of a type that operations may share.
    Response(ResponseRole<'a>),
}

/// The roles of types of responses that operations may share.
#[derive(Clone, Copy, Debug)]
pub enum ResponseRole<'a> {
    /// An error type.
    Error(&'a ErrorType),
    /// The struct of the headers of a response.
    HeadersType(&'a HeadersType),
    /// `ReadHeaders`
    ReadHeaders(&'a HeadersType),
}

/// The roles of the client and its builder.
#[derive(Clone, Copy, Debug)]
pub enum ClientRole<'a> {
    /// The constructor of the client.
    New(&'a Client),
    /// The function that creates its builder.
    Builder(&'a Client),
    /// The function that returns the handle of a group.
    Group(&'a Group),
    /// `Default` for the builder, with this address.
    DefaultServer(&'a str),
    /// The constant of a server.
    NamedServer(&'a NamedServer),
    /// The setter of a variable of the servers.
    ServerOption(&'a ServerOption),
    /// The enumeration of the security schemes.
    TokenScheme,
    /// The conversion of its values.
    FromTokenScheme(&'a Client),
    /// The function that sets a token of this scheme.
    Token(&'a Scheme),
    /// The function that sets a token of any scheme.
    TokenAs,
    /// The function that sets a user name and a password.
    BasicAuth(&'a Scheme),
}

/// The roles of the events.
#[derive(Clone, Copy, Debug)]
pub enum EventRole {
    /// The enumeration of the events.
    Event,
    /// The function that reads an event.
    Read,
    /// The function that reads an event and verifies it.
    ReadVerified,
    /// The function that reads an event with a known name.
    ReadNamed,
}
