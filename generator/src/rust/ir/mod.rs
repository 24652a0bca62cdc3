//! The generated crate as plain data.
//!
//! `resolve` builds it one module at a time, `emit` prints it, and `changes` compares it. Nothing here depends on the description or on how
//! the data is built; types and arguments are values, not text and not tokens.

mod about;
mod client;
mod command;
mod error;
mod event;
mod headers;
mod imports;
mod input;
mod item;
mod manifest;
mod node;
mod operation;
mod output;
mod package;
mod pages;
mod public;
mod streaming;
mod structure;
mod types;
mod union;

pub(crate) use crate::base::json_shape::{JsonShape, ObjectShape, TagPlace};
pub(crate) use about::{About, Docs, ExampleCall, ExampleValue, ListMember, Overview, Printed, argument_list};
pub use client::{Client, ClientConstructor, Group, NamedServer, Scheme, Security, Server, ServerOption};
pub(crate) use command::{Command, CommandArgument, CommandBody, CommandEncoding, CommandValue};
pub use error::{ErrorBody, ErrorResponse, ErrorType, ErrorVariant, Failure};
pub use event::{EventVariant, Events};
pub use headers::{DeclaredHeaders, Header, HeadersType};
pub(crate) use imports::{OPERATION_RUNTIME, OperationImports, type_imports};
pub(crate) use input::{Body, BodyContent, FixedParameter, Input, Parameter, Part, PartKind, RequestLocation, SentAs};
pub(crate) use item::{
    ArgumentValue, DescribedType, EnumValue, Implementations, IntegerEnum, Item, ItemKind, StringEnum, Wrapper,
};
pub(crate) use manifest::{EDITION, OLDEST_RUST};
pub use manifest::{Feature, Gate, Manifest, PackageValue, RUNTIME, RUNTIME_VERSION};
pub use node::Node;
pub(crate) use operation::{FORM_DATA, Multipart, Operation, OperationArgument};
pub(crate) use output::{Content, MediaTypeMatch, Output, OutputArm, OutputEnum, OutputVariant};
pub use package::{Crate, GroupOperations, ModuleTypes, TypeModule};
pub(crate) use pages::{FieldAccess, PageParameter, PageStrategy, PageVariant, Pages, Termination, Wrapping};
pub use public::{
    Block, ClientRole, Declaration, EventRole, FieldRole, GroupRole, OperationRole, Public, ResponseRole, Role,
    Signature, TypeRole,
};
pub(crate) use streaming::{StreamSwitch, Streaming, SwitchValue, SwitchedField};
pub(crate) use structure::{
    Constant, Constraint, Constructor, Conversion, DefaultValue, Field, FieldSource, FromReceived, Member, MemberKind,
    OtherMembers, Presence, Struct,
};
pub use types::{Argument, Path, RustType};
pub(crate) use union::{
    Accessor, AccessorArm, Injection, MemberAccess, ObjectTable, Payload, Selector, SourceType, Union, UnionSource,
    Variant,
};
