//! The values that are made of arguments, and the setters of fields.

use std::borrow::Cow;

use proc_macro2::TokenStream;
use quote::quote;

use super::public::Code;
use super::rust_type::Scope;
use super::tokens::{code, doc, ident};
use crate::base::ident::without_underscore;
use crate::base::runtime_item::RuntimeItem;
use crate::rust::ir::{Argument, Field, FieldRole, Member, Path, Presence};

/// The function that changes a field of a struct at a place in `self`.
pub(crate) fn field_function(role: FieldRole<'_>, place: &TokenStream, scope: Scope) -> Code {
    match role {
        FieldRole::Setter(member, field) => setter(member, field, place, scope),
        FieldRole::Clear(member) => clearing(member, place, scope),
    }
}

fn setter(member: &Member, field: &Field, place: &TokenStream, scope: Scope) -> Code {
    let (about, must_use) = (doc(&member.docs.short()), must_use(scope));
    let deprecated = member.docs.is_deprecated.then(|| quote!(#[deprecated]));
    let (name, set) = (ident(&member.name), code(&set_value(field, &member.name, scope)));
    Code::new(quote!(#about #deprecated #must_use), quote!(#place.#name = #set; self))
}

fn clearing(member: &Member, place: &TokenStream, scope: Scope) -> Code {
    let (name, patch) = (ident(&member.name), code(&patch(scope)));
    let about = format!(" Sends `null` for `{}`.", without_underscore(&member.name));
    let deprecated = member.docs.is_deprecated.then(|| quote!(#[deprecated]));
    let must_use = must_use(scope);
    Code::new(quote!(#[doc = #about] #deprecated #must_use), quote!(#place.#name = #patch::Null; self))
}

/// Returns the attribute of a setter, unless its type has it.
fn must_use(scope: Scope) -> Option<TokenStream> {
    (scope == Scope::Types).then(|| quote!(#[must_use]))
}

fn patch(scope: Scope) -> Cow<'static, str> {
    scope.path(const { &Path::Runtime(RuntimeItem::Patch) })
}

/// Returns the value that a setter sets a field to.
fn set_value(field: &Field, given: &str, scope: Scope) -> String {
    let value = field_value(field, given);
    match field.presence {
        Presence::Required | Presence::FilledIn(_) => value,
        Presence::ThreeStates => format!("{}::Value({value})", patch(scope)),
        Presence::Nullable | Presence::Optional | Presence::Anything => format!("Some({value})"),
    }
}

/// An argument as the value of its field.
pub(crate) fn field_value(field: &Field, given: &str) -> String {
    let value = value(&field.argument, given);
    if field.is_boxed { format!("Box::new({value})") } else { value }
}

/// The value that is made of what was given.
pub(crate) fn value(argument: &Argument, given: &str) -> String {
    match argument {
        Argument::Exact(_) => given.to_owned(),
        Argument::Into(_) => format!("{given}.into()"),
        Argument::Text(_) => format!("{given}.to_string()"),
        Argument::Elements(element) => match &**element {
            Argument::Exact(_) => format!("{given}.into_iter().collect()"),
            Argument::Into(_) => format!("{given}.into_iter().map(Into::into).collect()"),
            within => format!("{given}.into_iter().map(|value| {}).collect()", value(within, "value")),
        },
        Argument::Entries(member) => {
            let value = value(member, "value");
            format!("{given}.into_iter().map(|(name, value)| (name.into(), {value})).collect()")
        }
    }
}

/// `name: value`, or `name` alone.
pub(crate) fn assigned(name: &str, value: &str) -> TokenStream {
    if name == value { code(name) } else { code(&format!("{name}: {value}")) }
}
