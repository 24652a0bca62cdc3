//! Structs: fields and constants, and for what is sent a constructor and setters.

use proc_macro2::TokenStream;
use quote::quote;

use crate::print::emit::argument::{assigned, field_value, value};
use crate::print::emit::constant::{constant_value, default_value};
use crate::print::emit::public::{Code, described};
use crate::print::emit::rust_type::Scope;
use crate::print::emit::tokens::{code, doc, ident};
use crate::rust::ir::{Constant, Constructor, Field, Member, OtherMembers, Presence, Struct};

/// `pub const OBJECT: &'static str = "customer";`
pub(super) fn constant(member: &Member, constant: &Constant) -> Code {
    // Some letters have no other case.
    let expectation = member
        .name
        .contains(char::is_lowercase)
        .then(|| quote!(#[expect(non_upper_case_globals, reason = "it has letters without an upper case, or a mark")]));
    let (about, attributes) = (doc(&member.docs.lines), described(&[], &member.attributes));
    Code::new(quote!(#about #expectation #attributes), constant_value(constant))
}

/// The setter of the undeclared members.
pub(super) fn others(others: &OtherMembers) -> Code {
    let (name, value) = (ident(&others.name), code(&value(&others.argument, &others.name)));
    let about = " Sets the properties that the description does not declare.";
    Code::new(quote!(#[doc = #about] #[must_use]), quote!(self.#name = #value; self))
}

pub(super) fn constructor(structure: &Struct) -> Code {
    let takes_values = structure.fields().any(|(_, field)| field.is_argument());
    let (about, body) = match structure.constructor {
        Some(Constructor::OnlyValue) => (" Creates the only possible value.", quote!(Self::default())),
        Some(Constructor::Empty) if !structure.has_initial_values() => {
            (" Creates a value without optional members.", quote!(Self::default()))
        }
        _ if takes_values => (" Creates a value with all required fields.", values(structure)),
        _ => (" Creates a value with the defaults.", values(structure)),
    };
    Code::new(quote!(#[doc = #about] #[must_use]), body)
}

/// The value that is made of the arguments of the constructor.
fn values(structure: &Struct) -> TokenStream {
    let boxed = |field: &Field, value: String| if field.is_boxed { format!("Box::new({value})") } else { value };
    let values = structure.fields().map(|(member, field)| {
        let name = &member.name;
        let value = match (&field.presence, &field.initial) {
            (Presence::Required, Some(initial)) => boxed(field, default_value(initial, Scope::Types)),
            (Presence::Required, None) if structure.required_fields.is_some() => boxed(field, format!("fields.{name}")),
            (Presence::Required, None) => field_value(field, name),
            (Presence::ThreeStates, _) => "Patch::Unset".to_owned(),
            _ => "None".to_owned(),
        };
        assigned(name, &value)
    });
    let others = structure.others.iter().map(|others| assigned(&others.name, "std::collections::BTreeMap::new()"));
    let values = values.chain(others);
    quote!(Self { #(#values),* })
}
