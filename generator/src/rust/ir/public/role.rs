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

/// The role of a public member, which its docs and its body follow from.
#[derive(Clone, Copy, Debug)]
pub enum Role<'a> {
    /// The type itself.
    Type,
    /// The struct of the required fields of a type with this name.
    RequiredFields(&'a str),
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
    /// A constant of a struct.
    Constant(&'a Member, &'a Constant),
    /// The constructor of a struct.
    Constructor(&'a Struct),
    /// The setter of a field.
    Setter(&'a Member, &'a Field),
    /// The setter of the undeclared members.
    OtherMembers(&'a OtherMembers),
    /// The function that sets a field to null.
    Clear(&'a Member),
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
    /// The function that calls an operation.
    Call(&'a Operation),
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
    /// An error type.
    Error(&'a ErrorType),
    /// `StreamsEvents` or `StreamsLines`
    Streams(&'a Streaming),
    /// The struct of the headers of a response.
    HeadersType(&'a HeadersType),
    /// `ReadHeaders`
    ReadHeaders(&'a HeadersType),
    /// `DeclaresHeaders`
    Headers,
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
    /// The function that reads an event.
    ReadEvent,
    /// The function that reads an event and verifies it.
    ReadVerified,
    /// The function that reads an event with a known name.
    ReadNamed,
}
