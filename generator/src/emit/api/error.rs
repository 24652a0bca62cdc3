//! The enumerations of documented error responses: those that operations share, and those of single operations.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::imports::type_imports;
use crate::emit::rust_type::Scope;
use crate::emit::{Emitter, doc, docs, ident};
use crate::facts::{ErrorName, ErrorType, ErrorVariant, Form};
use crate::model::{StatusMatch, Type};

const BODIES: &str = "A body is `None` where the server sent none, or none of the documented form.";

impl Emitter<'_> {
    /// The name of an operation's error type, and whether operations share it.
    pub(in crate::emit) fn error_name(&self, index: usize) -> (String, bool) {
        match self.facts.errors.shared_by(index) {
            Some(shared) => (self.names.error(shared).to_owned(), true),
            None => (self.names.operation(index).error_type.clone(), false),
        }
    }

    /// The error type of an operation, as its group's module names it.
    pub(super) fn error_type(&self, index: usize) -> TokenStream {
        if self.api.operations[index].refusals.is_empty() {
            return quote!(std::convert::Infallible);
        }
        let (name, shared) = self.error_name(index);
        let name = ident(&name);
        if shared { quote!(super::#name) } else { quote!(#name) }
    }

    /// What the docs of a function link to.
    pub(super) fn error_link(&self, index: usize) -> String {
        match self.error_name(index) {
            (name, true) => format!("[`{name}`](super::{name})"),
            (name, false) => format!("[`{name}`]"),
        }
    }

    /// The enumerations that operations share, with what they import.
    pub(super) fn shared_errors(&self) -> Vec<TokenStream> {
        let shared = self.facts.errors.shared.iter().enumerate();
        let items: Vec<TokenStream> = shared.map(|(index, error)| self.shared_error(index, error)).collect();
        let mut all = type_imports(&items);
        all.extend(items);
        all
    }

    fn shared_error(&self, index: usize, error: &ErrorType) -> TokenStream {
        let about = match error.name {
            ErrorName::Main => {
                "The error responses of the API; the documentation of each call lists those that it may get."
            }
            _ => "The error responses of some calls, whose documentation lists those that they may get.",
        };
        self.error_items(self.names.error(index), about, &error.variants)
    }

    /// The enumeration of an operation that shares none.
    pub(super) fn own_error(&self, index: usize) -> Option<TokenStream> {
        let (name, shared) = self.error_name(index);
        if self.api.operations[index].refusals.is_empty() || shared {
            return None;
        }
        let about = format!("The error responses of [`{}`].", self.names.operation(index).type_name);
        Some(self.error_items(&name, &about, &self.facts.errors.variants_of(index)))
    }

    fn error_items(&self, name: &str, about: &str, variants: &[ErrorVariant]) -> TokenStream {
        let mut lines = vec![about.to_owned()];
        if variants.iter().any(|variant| self.error_body(variant).is_some()) {
            lines.extend([String::new(), BODIES.to_owned()]);
        }
        let (about, name) = (doc(&lines), ident(name));
        let variants = variants.iter().map(|variant| {
            let about = doc(&self.variant_docs(variant));
            let name = ident(&self.error_variant_name(variant));
            let body = self.error_body(variant).map(|body| {
                let ty = self.refusal_type(body);
                quote!((Option<#ty>))
            });
            quote!(#about #name #body)
        });
        quote! {
            #about
            #[derive(Clone, Debug, PartialEq)]
            #[non_exhaustive]
            pub enum #name { #(#variants),* }
        }
    }

    /// The name of a variant.
    pub(in crate::emit) fn error_variant_name(&self, variant: &ErrorVariant) -> String {
        let operation = variant.refusals.first().map_or(0, |(operation, _)| *operation);
        self.names.error_variant(self.facts.errors.shared_by(operation), operation, variant.kind)
    }

    /// The body of a variant, where any of its error responses has one.
    pub(in crate::emit) fn error_body<'v>(&'v self, variant: &'v ErrorVariant) -> Option<&'v Type> {
        variant.responses(self.api).find_map(|refusal| refusal.body.as_ref())
    }

    fn refusal_type(&self, body: &Type) -> TokenStream {
        let inner = body.split_null().0;
        let ty = self.ty(inner, Form::Received, Scope::Api);
        if self.is_large(inner, Form::Received) { quote!(Box<#ty>) } else { ty }
    }

    fn variant_docs(&self, variant: &ErrorVariant) -> Vec<String> {
        let mut descriptions = variant.responses(self.api).map(|refusal| refusal.description.trim());
        let first = descriptions.next().unwrap_or_default();
        // A text that holds for one of several operations is no text for all.
        let common = if descriptions.all(|other| other == first) { first } else { "" };
        let status = self.shown_statuses(variant);
        docs::text_lines(&if common.is_empty() { format!("{status}.") } else { format!("{status}: {common}") })
    }

    /// The statuses of a variant in words.
    fn shown_statuses(&self, variant: &ErrorVariant) -> String {
        let mut classes = BTreeSet::new();
        for refusal in variant.responses(self.api) {
            match refusal.status {
                StatusMatch::Code(code) => return code.to_string(),
                StatusMatch::Class(class) => classes.insert(format!("{class}xx")),
                StatusMatch::Default => return "Any other status".to_owned(),
            };
        }
        format!("Any other {} status", classes.into_iter().collect::<Vec<_>>().join(" or "))
    }
}
