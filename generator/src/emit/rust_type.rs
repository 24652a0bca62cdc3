//! How types of the model are written in Rust.

use proc_macro2::TokenStream;
use quote::quote;

use super::{DateLibrary, Emitter, ident};
use crate::facts::Form;
use crate::model::{Api, DateKind, Field, Integer, Number, Text, Type, TypeId};

/// Where a type is written: names of types are bare among the types, and have a path elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    Types,
    Api,
}

/// How a field holds its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    /// Always there.
    Required,
    /// Always there, or null: written as null.
    Nullable,
    /// May be absent: left out.
    Optional,
    /// May be absent, and then has its default.
    FilledIn,
    /// May be absent, null or a value, and that makes a difference.
    ThreeStates,
}

impl Emitter<'_> {
    /// How a field of a type holds its value in a form.
    pub(crate) fn presence(&self, owner: TypeId, field: &Field, form: Form) -> Presence {
        match (field.required, matches!(field.ty, Type::Nullable(_) | Type::Any)) {
            (true, true) => Presence::Nullable,
            (true, false) => Presence::Required,
            (false, true) if field.ty != Type::Any && self.facts.forms.form_is_sent(owner, form) => {
                Presence::ThreeStates
            }
            _ if self.filled_in(owner, field, form).is_some() => Presence::FilledIn,
            (false, _) => Presence::Optional,
        }
    }

    /// A type as it stands in code.
    pub(crate) fn ty(&self, ty: &Type, form: Form, scope: Scope) -> TokenStream {
        match ty {
            Type::Any => quote!(serde_json::Value),
            Type::AnyObject => quote!(serde_json::Map<String, serde_json::Value>),
            Type::Boolean => quote!(bool),
            Type::Integer(width) => integer(*width),
            Type::Number(Number::F32) => quote!(f32),
            Type::Number(Number::F64) => quote!(f64),
            Type::Number(Number::Decimal) => support("Decimal", scope),
            Type::Text(text) => self.text(*text, scope),
            Type::List(inner) => {
                let inner = self.ty(inner, form, scope);
                quote!(Vec<#inner>)
            }
            Type::Set(inner) => {
                let inner = self.ty(inner, form, scope);
                let set = support("Set", scope);
                quote!(#set<#inner>)
            }
            Type::Tuple(elements) => {
                let elements = elements.iter().map(|element| self.ty(element, form, scope));
                quote!((#(#elements,)*))
            }
            Type::Map(inner) => {
                let inner = self.ty(inner, form, scope);
                quote!(std::collections::BTreeMap<String, #inner>)
            }
            Type::Nullable(inner) => {
                let inner = self.ty(inner, form, scope);
                quote!(Option<#inner>)
            }
            Type::Named(id) => self.named(*id, form, scope),
        }
    }

    pub(crate) fn named(&self, id: TypeId, form: Form, scope: Scope) -> TokenStream {
        let name = ident(self.names.of_type(id, form));
        match scope {
            Scope::Types => quote!(#name),
            Scope::Api => quote!(types::#name),
        }
    }

    fn text(&self, text: Text, scope: Scope) -> TokenStream {
        match text {
            Text::Plain | Text::Binary => quote!(String),
            Text::Date(kind) => self.date(kind),
            Text::NumberOrText => support("NumberOrText", scope),
            Text::Base64 => support("Base64", scope),
            Text::Uuid => quote!(uuid::Uuid),
            Text::Ipv4 => quote!(std::net::Ipv4Addr),
            Text::Ipv6 => quote!(std::net::Ipv6Addr),
            Text::Password => support("Secret", scope),
            Text::File => support("Upload", scope),
            Text::Integer(width) => {
                let (quoted, number) = (support("Quoted", scope), integer(width));
                quote!(#quoted<#number>)
            }
            Text::Decimal => {
                let (quoted, number) = (support("Quoted", scope), support("Decimal", scope));
                quote!(#quoted<#number>)
            }
        }
    }

    fn date(&self, kind: DateKind) -> TokenStream {
        match (self.settings.dates, kind) {
            (DateLibrary::Jiff, DateKind::DateTime) => quote!(jiff::Timestamp),
            (DateLibrary::Jiff, DateKind::Date) => quote!(jiff::civil::Date),
            (DateLibrary::Chrono, DateKind::DateTime) => quote!(chrono::DateTime<chrono::Utc>),
            (DateLibrary::Chrono, DateKind::Date) => quote!(chrono::NaiveDate),
            (DateLibrary::Time, DateKind::DateTime) => quote!(crate::runtime::DateTime),
            (DateLibrary::Time, DateKind::Date) => quote!(crate::runtime::Date),
        }
    }

    /// The type of a field, boxed where it would be endless.
    pub(crate) fn field_type(&self, id: TypeId, index: usize, field: &Field, form: Form) -> TokenStream {
        let inner = self.field_value(id, index, field, form);
        match self.presence(id, field, form) {
            Presence::Required | Presence::FilledIn => inner,
            Presence::Nullable if field.ty == Type::Any => inner,
            Presence::Nullable | Presence::Optional => quote!(Option<#inner>),
            Presence::ThreeStates => quote!(Patch<#inner>),
        }
    }

    /// The type of a field's value when it has one.
    pub(crate) fn field_value(&self, id: TypeId, index: usize, field: &Field, form: Form) -> TokenStream {
        let inner = self.ty(field.ty.split_null().0, form, Scope::Types);
        if self.facts.boxed.contains(id, index) { quote!(Box<#inner>) } else { inner }
    }

    /// An argument for a value of a type: what is made of text is taken in any form.
    pub(crate) fn argument(&self, ty: &Type, form: Form, scope: Scope) -> TokenStream {
        // What a text is converted from tells more by its own name than by an alias.
        let named = if self.is_text(ty) { self.api.unaliased(ty) } else { ty };
        let exact = self.ty(named, form, scope);
        if self.is_converted(ty) { quote!(impl Into<#exact>) } else { exact }
    }

    /// Whether an argument of a type is converted to it.
    pub(crate) fn is_converted(&self, ty: &Type) -> bool {
        self.is_text(ty)
            || matches!(
                self.api.unaliased(ty),
                Type::Text(Text::Password | Text::Integer(_) | Text::File | Text::NumberOrText)
            )
    }

    /// Whether a type is a plain text, also by way of an alias.
    pub(crate) fn is_text(&self, ty: &Type) -> bool {
        matches!(self.api.unaliased(ty), Type::Text(Text::Plain | Text::Binary))
    }

    /// Whether an alternative is so large that it is held behind a pointer.
    pub(crate) fn is_large(&self, ty: &Type, form: Form) -> bool {
        self.facts.sizes.is_large(self.api, ty, form)
    }
}

/// All types that stand anywhere in the API.
pub(crate) fn all_types(api: &Api) -> impl Iterator<Item = &Type> {
    let defined = api.types.iter().flat_map(|definition| definition.shape.types(|_| true));
    let used = api.operations.iter().flat_map(|operation| {
        let mut types: Vec<&Type> = operation.parameters.iter().map(|parameter| &parameter.ty).collect();
        types.extend(operation.body_types());
        types.extend(operation.received_types());
        types
    });
    defined.chain(used)
}

fn integer(width: Integer) -> TokenStream {
    match width {
        Integer::I8 => quote!(i8),
        Integer::I16 => quote!(i16),
        Integer::I32 => quote!(i32),
        Integer::I64 => quote!(i64),
        Integer::U8 => quote!(u8),
        Integer::U16 => quote!(u16),
        Integer::U32 => quote!(u32),
        Integer::U64 => quote!(u64),
        Integer::I128 => quote!(i128),
    }
}

/// A type of the support code: imported among the types, with a path elsewhere.
fn support(name: &str, scope: Scope) -> TokenStream {
    let name = ident(name);
    match scope {
        Scope::Types => quote!(#name),
        Scope::Api => quote!(crate::runtime::#name),
    }
}

/// The types of the support code that stand in a type.
pub(crate) fn support_within(ty: &Type) -> Vec<&'static str> {
    let own: &[&str] = match ty {
        Type::Set(_) => &["Set"],
        Type::Number(Number::Decimal) => &["Decimal"],
        Type::Text(Text::NumberOrText) => &["NumberOrText"],
        Type::Text(Text::Base64) => &["Base64"],
        Type::Text(Text::Password) => &["Secret"],
        Type::Text(Text::Integer(_)) => &["Quoted"],
        Type::Text(Text::Decimal) => &["Decimal", "Quoted"],
        _ => &[],
    };
    own.iter().copied().chain(ty.inner().iter().flat_map(support_within)).collect()
}
