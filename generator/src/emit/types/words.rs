//! An enumeration of texts: a named variant for each, and one for texts that are not known yet.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::{Emitter, doc, docs, ident};
use crate::facts::Form;
use crate::model::{TypeId, Word, Words};

impl Emitter<'_> {
    pub(super) fn words(&self, id: TypeId, words: &Words) -> Vec<TokenStream> {
        let name = ident(self.names.of_type(id, Form::Received));
        let about = self.type_docs(id, Form::Received);
        let variants: Vec<_> = (0..words.words.len()).map(|index| ident(self.names.variant(id, index))).collect();
        let texts: Vec<&str> = words.words.iter().map(|word| word.wire.as_str()).collect();
        let described = words.words.iter().zip(&variants).map(|(word, variant)| {
            let about = doc(&word_docs(word));
            quote! { #about #variant }
        });
        vec![
            quote! {
                #about
                #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
                #[non_exhaustive]
                pub enum #name {
                    #(#described,)*
                    /// A text that the description does not list; it is kept and sent back as it is.
                    Unknown(UnknownText),
                }
            },
            quote! {
                impl #name {
                    /// Every text that the description lists, in its order.
                    pub const ALL: &'static [Self] = &[#(Self::#variants),*];

                    /// The text on the wire.
                    #[must_use]
                    pub fn as_str(&self) -> &str {
                        match self {
                            #(Self::#variants => #texts,)*
                            Self::Unknown(text) => text.as_str(),
                        }
                    }
                }
            },
            quote! {
                impl From<&str> for #name {
                    fn from(text: &str) -> Self {
                        match text {
                            #(#texts => Self::#variants,)*
                            other => Self::Unknown(UnknownText::new(other)),
                        }
                    }
                }
            },
            quote! {
                impl fmt::Display for #name {
                    /// Writes the text, as it is on the wire.
                    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                        formatter.write_str(self.as_str())
                    }
                }
            },
        ]
    }
}

fn word_docs(word: &Word) -> Vec<String> {
    let wire =
        if word.wire.is_empty() { "The empty text".to_owned() } else { format!("`{}`", word.wire.replace('`', "'")) };
    match &word.meaning {
        Some(meaning) => docs::text_lines(&format!("{wire}: {meaning}")),
        None => docs::text_lines(&format!("{wire}.")),
    }
}
