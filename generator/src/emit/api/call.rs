//! Setters for what may be given before a call is sent.

use proc_macro2::TokenStream;
use quote::quote;

use super::operation::Given;
use crate::emit::{Emitter, doc, ident};

impl Emitter<'_> {
    pub(super) fn call_setters(&self, index: usize, given: &[Given]) -> Option<TokenStream> {
        let ty = ident(&self.names.operation(index).type_name);
        let setters = given.iter().filter(|given| !given.required).map(|given| {
            let Given { name, argument, value, .. } = given;
            let about = doc(&given.docs);
            quote! {
                #about
                pub fn #name(mut self, #name: #argument) -> Self {
                    self.operation_mut().#name = Some(#value);
                    self
                }
            }
        });
        let setters: Vec<_> = setters.collect();
        (!setters.is_empty()).then(|| quote! { impl Call<#ty> { #(#setters)* } })
    }
}
