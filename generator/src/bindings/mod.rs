//! Bindings: which Rust items there are, as plain data. Every decision about Rust is made here, once; emission prints it
//! and what changed is told from it.
//!
//! | item | made of |
//! |---|---|
//! | `Struct` | an object: fields with their presence, constants, constructor and setters |
//! | `IntegerEnum`, `StringEnum` | an enumeration: a variant for each value, and one for what is not listed |
//! | `Union` | one of several types: variants with what selects them on the wire, and conversions |
//! | alias, wrapper | another name for a type, or a struct around one that would be endless |
//!
//! Items are made one at a time when they are asked for, since all of a large API together take hundreds of megabytes.

mod argument;
mod client;
mod constant;
mod constraint;
mod conversion;
mod default_value;
mod docs;
mod enumeration;
mod fixture;
mod imports;
mod item;
mod json_shape;
mod module;
mod presence;
mod rust_type;
mod server;
mod settings;
mod structure;
mod text;
mod union;
mod usage;

pub(crate) use argument::Argument;
pub(crate) use client::{Client, CredentialLocation};
pub(crate) use constant::Constant;
pub(crate) use constraint::Constraint;
pub(crate) use conversion::{Conversion, FieldSource, FromReceived};
pub(crate) use default_value::DefaultValue;
pub(crate) use docs::Docs;
pub(crate) use enumeration::{EnumValue, IntegerEnum, StringEnum};
pub(crate) use fixture::Fixture;
pub(crate) use item::{Item, Kind, Wrapper};
pub(crate) use json_shape::JsonShape;
pub(crate) use module::{TypeModule, UNUSED_TYPES};
pub(crate) use presence::Presence;
pub(crate) use rust_type::{Path, RustType};
pub(crate) use server::Server;
pub use settings::{DateLibrary, Settings};
pub(crate) use structure::{Constructor, Field, Member, MemberKind, Struct};
pub(crate) use union::{Injection, Selection, Selector, SourceType, Union, UnionSource, Variant};

use crate::facts::Facts;
use crate::model::Api;
use crate::names::Names;

/// What bindings are made from; the items come out of its functions.
#[derive(Clone, Copy)]
pub(crate) struct Bindings<'a> {
    api: &'a Api,
    facts: &'a Facts,
    names: &'a Names,
    settings: &'a Settings,
}

impl<'a> Bindings<'a> {
    /// The bindings of an API.
    pub(crate) fn new(api: &'a Api, facts: &'a Facts, names: &'a Names, settings: &'a Settings) -> Self {
        Self { api, facts, names, settings }
    }
}
