//! Members that always have the same value: constants of the type, which its wire form writes.

use proc_macro2::TokenStream;
use quote::quote;

use super::structure::members;
use crate::emit::constant::constant;
use crate::emit::{Emitter, doc, docs, ident};
use crate::facts::Form;
use crate::model::{Field, Object, Shape, TypeId};

impl Emitter<'_> {
    /// `pub const OBJECT: &'static str = "customer";`
    pub(super) fn constants(&self, id: TypeId, object: &Object, form: Form) -> Vec<TokenStream> {
        let constants = members(object, form).filter_map(|(index, field)| {
            let (ty, value) = constant(field.constant.as_ref()?);
            let name = self.names.field(id, index);
            // Some letters have no other case.
            let lowercase = name.contains(char::is_lowercase);
            let expectation = lowercase
                .then(|| quote!(#[expect(non_upper_case_globals, reason = "it has letters without an upper case, or a mark")]));
            let (about, name) = (doc(&self.constant_docs(name, field)), ident(name));
            Some(quote! { #about #expectation pub const #name: #ty = #value; })
        });
        constants.collect()
    }

    /// Whether any type has constants.
    pub(super) fn has_constants(&self) -> bool {
        self.api.definitions().any(|(_, definition)| match &definition.shape {
            Shape::Object(object) => object.fields.iter().any(|field| field.constant.is_some()),
            _ => false,
        })
    }

    fn constant_docs(&self, name: &str, field: &Field) -> Vec<String> {
        if self.outline {
            return Vec::new();
        }
        let mut lines = docs::lines(&field.docs, &docs::wire_name(name, &field.wire));
        docs::add_deprecation(&mut lines, &field.docs);
        lines
    }
}
