//! An enumeration of texts: a named variant for each, and one for texts that are not known yet.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::{Emitter, doc, docs, ident};
use crate::facts::Form;
use crate::model::{TypeId, Word, Words};

impl Emitter<'_> {
    pub(super) fn words(&self, id: TypeId, words: &Words) -> TokenStream {
        let name = ident(self.names.of_type(id, Form::Received));
        let about = self.type_docs(id, Form::Received);
        let described = words.words.iter().enumerate().map(|(index, word)| {
            let about = doc(&word_docs(word));
            let variant = ident(self.names.variant(id, index));
            quote! { #about #variant }
        });
        quote! {
            #about
            #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
            #[non_exhaustive]
            pub enum #name {
                #(#described,)*
                /// A text that the description does not list; it is kept and sent back as it is.
                Unknown(UnknownText),
            }
        }
    }
}

fn word_docs(word: &Word) -> Vec<String> {
    let wire = match docs::code(&word.wire) {
        wire if wire.is_empty() => "The empty text".to_owned(),
        wire => wire,
    };
    match &word.meaning {
        Some(meaning) => docs::text_lines(&format!("{wire}: {meaning}")),
        None => docs::text_lines(&format!("{wire}.")),
    }
}
