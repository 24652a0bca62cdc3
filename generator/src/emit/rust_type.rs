//! How types of the model are written in Rust.

use proc_macro2::TokenStream;
use quote::quote;

use super::{DateLibrary, Emitter, ident};
use crate::facts::Form;
use crate::model::{
    Api, BodyContent, Content, DateKind, Field, Integer, Number, Payload, Shape, Success, Text, Type, TypeId,
};

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
    /// May be absent, null or a value, and that makes a difference.
    ThreeStates,
}

/// How a field holds its value in a form.
pub(crate) fn presence(field: &Field, form: Form) -> Presence {
    match (field.required, matches!(field.ty, Type::Nullable(_) | Type::Any), form) {
        (true, true, _) => Presence::Nullable,
        (true, false, _) => Presence::Required,
        (false, true, Form::Sent) if field.ty != Type::Any => Presence::ThreeStates,
        (false, _, _) => Presence::Optional,
    }
}

impl Emitter<'_> {
    /// A type as it stands in code.
    pub(crate) fn ty(&self, ty: &Type, form: Form, scope: Scope) -> TokenStream {
        match ty {
            Type::Any => quote!(serde_json::Value),
            Type::AnyObject => quote!(serde_json::Map<String, serde_json::Value>),
            Type::Boolean => quote!(bool),
            Type::Integer(Integer::I32) => quote!(i32),
            Type::Integer(Integer::I64) => quote!(i64),
            Type::Number(Number::F32) => quote!(f32),
            Type::Number(Number::F64) => quote!(f64),
            Type::Text(Text::Date(kind)) => self.date(*kind),
            Type::Text(Text::Plain | Text::Binary) => quote!(String),
            Type::List(inner) => {
                let inner = self.ty(inner, form, scope);
                quote!(Vec<#inner>)
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
        match presence(field, form) {
            Presence::Required => inner,
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

    /// An argument for a value of a type: texts are taken in any form.
    pub(crate) fn argument(&self, ty: &Type, form: Form, scope: Scope) -> TokenStream {
        if self.is_text(ty) {
            return quote!(impl Into<String>);
        }
        self.ty(ty, form, scope)
    }

    /// Whether a type is a plain text, also by way of an alias.
    pub(crate) fn is_text(&self, ty: &Type) -> bool {
        matches!(self.api.unaliased(ty), Type::Text(Text::Plain | Text::Binary))
    }

    /// About how many bytes a value of the type takes, to keep enumerations small.
    pub(crate) fn size(&self, ty: &Type, form: Form, depth: usize) -> usize {
        match self.api.unaliased(ty) {
            Type::Boolean => 1,
            Type::Integer(Integer::I32) | Type::Number(Number::F32) => 4,
            Type::Integer(_) | Type::Number(_) => 8,
            Type::Text(Text::Date(_)) => 16,
            Type::Any | Type::AnyObject => 72,
            Type::Text(_) | Type::List(_) | Type::Map(_) => 24,
            Type::Nullable(inner) => self.size(inner, form, depth) + 8,
            Type::Named(id) if depth < 8 => self.named_size(*id, form, depth + 1),
            Type::Named(_) => 8,
        }
    }

    fn named_size(&self, id: TypeId, form: Form, depth: usize) -> usize {
        match &self.api.definition(id).shape {
            Shape::Object(object) => {
                let fields = object.fields.iter().enumerate().filter(|(_, field)| crate::facts::travels(field, form));
                let sizes = fields.map(|(index, field)| {
                    let boxed = self.facts.boxed.contains(id, index);
                    let value = if boxed { 8 } else { self.size(&field.ty, form, depth) };
                    value + if field.required { 0 } else { 8 }
                });
                sizes.sum::<usize>() + if object.others.is_some() { 24 } else { 0 }
            }
            Shape::Alias(inner) | Shape::Newtype(inner) => self.size(inner, form, depth),
            Shape::Codes(_) => 16,
            Shape::Words(_) => 24,
            Shape::Union(union) => {
                let sizes = union.variants.iter().map(|variant| match &variant.payload {
                    Payload::Type(ty) => self.size(ty, form, depth).min(LARGE),
                    Payload::Constant(_) => 0,
                });
                8 + sizes.max().unwrap_or(0).max(72)
            }
        }
    }

    /// Whether an alternative is so large that it is held behind a pointer.
    pub(crate) fn is_large(&self, ty: &Type, form: Form) -> bool {
        self.size(ty, form, 0) > LARGE
    }
}

/// Alternatives above this many bytes are boxed, so that small ones do not pay for them.
const LARGE: usize = 128;

/// All types that stand anywhere in the API.
pub(crate) fn all_types(api: &Api) -> impl Iterator<Item = &Type> {
    let defined = api.types.iter().flat_map(|definition| match &definition.shape {
        Shape::Alias(ty) | Shape::Newtype(ty) => vec![ty],
        Shape::Object(object) => object.fields.iter().map(|field| &field.ty).chain(&object.others).collect(),
        Shape::Union(union) => {
            let payloads = union.variants.iter().filter_map(|variant| match &variant.payload {
                Payload::Type(ty) => Some(ty),
                Payload::Constant(_) => None,
            });
            payloads.collect()
        }
        Shape::Codes(_) | Shape::Words(_) => Vec::new(),
    });
    let used = api.operations.iter().flat_map(|operation| {
        let mut types: Vec<&Type> = operation.parameters.iter().map(|parameter| &parameter.ty).collect();
        if let Some(BodyContent::Json { ty, .. } | BodyContent::Form(ty)) = operation.body.as_ref().map(|b| &b.content)
        {
            types.push(ty);
        }
        match &operation.success {
            Success::One(Content::Json(ty)) => types.push(ty),
            Success::Several(responses) => {
                types.extend(responses.iter().filter_map(|response| match &response.content {
                    Some(Content::Json(ty)) => Some(ty),
                    _ => None,
                }))
            }
            Success::One(_) | Success::Nothing | Success::Undeclared => {}
        }
        types.extend(operation.refusals.iter().filter_map(|refusal| refusal.body.as_ref()));
        types
    });
    defined.chain(used)
}

/// Whether a type or one inside it passes a test; named types are not entered.
pub(crate) fn any_within(ty: &Type, test: &dyn Fn(&Type) -> bool) -> bool {
    test(ty)
        || match ty {
            Type::List(inner) | Type::Map(inner) | Type::Nullable(inner) => any_within(inner, test),
            _ => false,
        }
}
