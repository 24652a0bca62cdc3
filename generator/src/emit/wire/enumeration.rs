//! Reading and writing enumerations.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::{Emitter, ident};
use crate::facts::Form;
use crate::model::TypeId;

impl Emitter<'_> {
    pub(super) fn codes_wire(&self, id: TypeId) -> Vec<TokenStream> {
        let name = ident(self.names.of_type(id, Form::Received));
        vec![
            quote! {
                impl<'de> Deserialize<'de> for #name {
                    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                        i64::deserialize(deserializer).map(Self::from)
                    }
                }
            },
            quote! {
                impl Serialize for #name {
                    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                        serializer.serialize_i64(self.code())
                    }
                }
            },
        ]
    }

    pub(super) fn words_wire(&self, id: TypeId) -> Vec<TokenStream> {
        let name = ident(self.names.of_type(id, Form::Received));
        vec![
            quote! {
                impl<'de> Deserialize<'de> for #name {
                    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                        String::deserialize(deserializer).map(|text| Self::from(text.as_str()))
                    }
                }
            },
            quote! {
                impl Serialize for #name {
                    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                        serializer.serialize_str(self.as_str())
                    }
                }
            },
        ]
    }
}
