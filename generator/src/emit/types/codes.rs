//! An enumeration of whole numbers: a named variant for each code, and one for codes that are not known yet.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::emit::{Emitter, doc, docs, ident};
use crate::facts::Form;
use crate::model::{Code, Codes, TypeId};

impl Emitter<'_> {
    pub(super) fn codes(&self, id: TypeId, codes: &Codes) -> Vec<TokenStream> {
        let name = ident(self.names.of_type(id, Form::Received));
        vec![
            self.codes_enum(id, codes),
            self.codes_functions(id, codes),
            self.codes_from_number(id, codes),
            quote! { impl From<#name> for i64 { fn from(value: #name) -> Self { value.code() } } },
            quote! {
                impl fmt::Display for #name {
                    /// Writes the code, as it is on the wire.
                    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                        write!(formatter, "{}", self.code())
                    }
                }
            },
        ]
    }

    fn codes_enum(&self, id: TypeId, codes: &Codes) -> TokenStream {
        let name = ident(self.names.of_type(id, Form::Received));
        let about = self.type_docs(id, Form::Received);
        let unlisted = unlisted_docs(codes);
        let variants = codes.codes.iter().enumerate().map(|(index, code)| {
            let about = doc(&code_docs(code));
            let variant = ident(self.names.variant(id, index));
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
                Unknown(UnknownCode),
            }
        }
    }

    fn codes_functions(&self, id: TypeId, codes: &Codes) -> TokenStream {
        let name = ident(self.names.of_type(id, Form::Received));
        let variants: Vec<_> = (0..codes.codes.len()).map(|index| ident(self.names.variant(id, index))).collect();
        let numbers: Vec<_> = codes.codes.iter().map(|code| Literal::i64_unsuffixed(code.code)).collect();
        let meanings = codes.codes.iter().zip(&variants).filter_map(|(code, variant)| {
            let meaning = code.meaning.as_ref().or(code.name.as_ref())?;
            Some(quote!(Self::#variant => Some(#meaning)))
        });
        let meanings: Vec<_> = meanings.collect();
        let meaning = if meanings.is_empty() {
            quote!(None)
        } else if meanings.len() == variants.len() {
            quote!(match self { #(#meanings,)* Self::Unknown(_) => None })
        } else {
            quote!(match self { #(#meanings,)* _ => None })
        };
        quote! {
            impl #name {
                /// Every code that the description lists, in its order.
                pub const ALL: &'static [Self] = &[#(Self::#variants),*];

                /// The code on the wire.
                #[must_use]
                pub const fn code(self) -> i64 {
                    match self {
                        #(Self::#variants => #numbers,)*
                        Self::Unknown(code) => code.get(),
                    }
                }

                /// What the description says the code means: its text, or else the name that it gives the code.
                #[must_use]
                pub const fn meaning(self) -> Option<&'static str> { #meaning }
            }
        }
    }

    fn codes_from_number(&self, id: TypeId, codes: &Codes) -> TokenStream {
        let name = ident(self.names.of_type(id, Form::Received));
        let arms = codes.codes.iter().enumerate().map(|(index, code)| {
            let variant = ident(self.names.variant(id, index));
            let number = Literal::i64_unsuffixed(code.code);
            quote!(#number => Self::#variant)
        });
        quote! {
            impl From<i64> for #name {
                fn from(code: i64) -> Self {
                    match code {
                        #(#arms,)*
                        other => Self::Unknown(UnknownCode::new(other)),
                    }
                }
            }
        }
    }
}

fn code_docs(code: &Code) -> Vec<String> {
    match &code.meaning {
        Some(meaning) => docs::text_lines(&format!("`{}`: {meaning}.", code.code).replace("..", ".")),
        None => vec![format!("`{}`.", code.code)],
    }
}

/// Meanings of codes that are not listed are told, since a server may send them all the same.
fn unlisted_docs(codes: &Codes) -> TokenStream {
    if codes.unlisted.is_empty() {
        return quote! {};
    }
    let mut lines = vec![
        String::new(),
        "The description also gives a meaning to values that it does not list:".to_owned(),
        String::new(),
    ];
    for unlisted in &codes.unlisted {
        lines.extend(docs::text_lines(&format!("- `{}`: {}", unlisted.code, unlisted.meaning)));
    }
    doc(&lines)
}
