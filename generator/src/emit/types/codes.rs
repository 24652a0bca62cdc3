//! An enumeration of whole numbers: a named variant for each code, and one for codes that are not known yet.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::{Emitter, doc, docs, ident};
use crate::facts::Form;
use crate::model::{Code, Codes, TypeId};

impl Emitter<'_> {
    pub(super) fn codes(&self, id: TypeId, codes: &Codes) -> TokenStream {
        let name = ident(self.names.of_type(id, Form::Received));
        let about = self.type_docs(id, Form::Received);
        let unlisted = unlisted_docs(codes, about.is_empty());
        let variants = codes.codes.iter().enumerate().map(|(index, code)| {
            let variant = self.names.variant(id, index);
            let about = doc(&code_docs(code, variant));
            let variant = ident(variant);
            quote! { #about #variant }
        });
        quote! {
            #about
            #unlisted
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
            #[non_exhaustive]
            pub enum #name {
                #(#variants,)*
                /// A code that the description does not list; it is kept and sent back as it is.
                Unlisted(UnlistedCode),
            }
        }
    }
}

fn code_docs(code: &Code, name: &str) -> Vec<String> {
    match &code.meaning {
        Some(meaning) => docs::text_lines(&format!("`{}`: {meaning}.", code.code).replace("..", ".")),
        // `Code7` says it already.
        None => docs::text_lines(&docs::wire_name(name.trim_start_matches("Code"), &code.code.to_string())),
    }
}

/// Meanings of codes that are not listed are told, since a server may send them all the same.
fn unlisted_docs(codes: &Codes, are_first: bool) -> TokenStream {
    if codes.unlisted.is_empty() {
        return quote! {};
    }
    let mut lines = if are_first { Vec::new() } else { vec![String::new()] };
    lines.extend(["The description also gives a meaning to values that it does not list:".to_owned(), String::new()]);
    for unlisted in &codes.unlisted {
        lines.extend(docs::text_lines(&format!("- `{}`: {}", unlisted.code, unlisted.meaning)));
    }
    doc(&lines)
}
