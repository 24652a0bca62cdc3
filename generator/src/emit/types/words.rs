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
            let variant = self.names.variant(id, index);
            let about = doc(&word_docs(word, variant));
            let variant = ident(variant);
            quote! { #about #variant }
        });
        quote! {
            #about
            #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
            #[non_exhaustive]
            pub enum #name {
                #(#described,)*
                /// A text that the description does not list; it is kept and sent back as it is.
                Unlisted(UnlistedText),
            }
        }
    }
}

fn word_docs(word: &Word, name: &str) -> Vec<String> {
    let wire = match word.wire.is_empty() {
        true => "The empty text.".to_owned(),
        false => docs::wire_name(name, &word.wire),
    };
    let mut lines = word.meaning.as_deref().map(docs::text_lines).unwrap_or_default();
    docs::add_paragraph(&mut lines, docs::text_lines(&wire));
    lines
}
