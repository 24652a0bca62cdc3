//! The optional parameters that nearly all operations have: one struct, and one set of setters.

use proc_macro2::TokenStream;
use quote::quote;

use super::operation::{field, option_setter};
use super::put::put_input;
use crate::emit::EmittedFile;
use crate::emit::file::Target;
use crate::emit::module::operation_imports;
use crate::ir::{Crate, OperationImports};

/// The common parameters.
pub(in crate::emit) struct CommonParameters;

impl Target for CommonParameters {
    /// Returns `src/common.rs`, if there are common parameters.
    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        if package.common_parameters.is_empty() {
            return Vec::new();
        }
        let about = quote!(#![doc = " The optional parameters that nearly all operations have."]);
        let unused = package
            .groups_are_features
            .then(|| quote!(#![allow(dead_code, reason = "unused if no enabled group needs it")]));
        vec![EmittedFile::items("src/common.rs", quote!(#about #unused), items(package))]
    }
}

fn items(package: &Crate) -> Vec<TokenStream> {
    let parameters = &package.common_parameters;
    let (fields, puts) = (parameters.iter().map(field), parameters.iter().map(put_input));
    let setters =
        parameters.iter().map(|input| option_setter(input, &quote!(self.operation_mut().common_parameters())));
    let compares = package.compares_common_parameters.then(|| quote!(, PartialEq));
    let items = quote! {
        /// The optional parameters that nearly all operations have.
        #[derive(Clone, Debug, Default #compares)]
        pub struct CommonParameters { #(#fields),* }
    };
    let methods = quote! {
        impl CommonParameters {
            /// Adds the parameters to a request.
            pub(crate) fn add_to(&self, request: &mut Request) -> Result<(), BuildError> {
                #(#puts)*
                Ok(())
            }
        }
    };
    let having = quote! {
        /// An operation that has these parameters.
        pub trait HasCommonParameters {
            /// Returns the parameters.
            fn common_parameters(&mut self) -> &mut CommonParameters;
        }
    };
    let setters = quote!(impl<O: HasCommonParameters> Call<O> { #(#setters)* });
    let mut all = operation_imports(&OperationImports::of_common_parameters(parameters));
    all.extend([items, methods, having, setters]);
    all
}
