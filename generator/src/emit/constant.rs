//! Values that are always the same, as expressions.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::number::{number, number_tokens};
use super::tokens::literal;
use crate::ir::Constant;

/// The type of a constant.
pub(super) fn constant_type(constant: &Constant) -> TokenStream {
    match constant {
        Constant::Boolean(_) => quote!(bool),
        Constant::Integer(_) => quote!(i64),
        Constant::Large(_) => quote!(u64),
        Constant::Number(_) => quote!(f64),
        Constant::Text(_) => quote!(&'static str),
    }
}

/// Returns the value of a constant whose type is declared next to it.
pub(super) fn constant_value(constant: &Constant) -> TokenStream {
    match constant {
        Constant::Boolean(flag) => quote!(#flag),
        Constant::Integer(whole) => {
            let size = Literal::u64_unsuffixed(whole.unsigned_abs());
            if *whole < 0 { quote!(-#size) } else { quote!(#size) }
        }
        Constant::Large(whole) => {
            let whole = Literal::u64_unsuffixed(*whole);
            quote!(#whole)
        }
        Constant::Number(value) => number_tokens(*value),
        Constant::Text(text) => quote!(#text),
    }
}

/// The value of a constant as text, which says by itself which of Rust's numbers it is.
pub(super) fn constant_text(constant: &Constant) -> String {
    match constant {
        Constant::Boolean(flag) => flag.to_string(),
        Constant::Integer(whole) => format!("{whole}_i64"),
        Constant::Large(whole) => format!("{whole}_u64"),
        Constant::Number(value) => number(*value),
        Constant::Text(text) => literal(text),
    }
}

/// The same as an argument that is borrowed.
pub(super) fn borrowed(constant: &Constant) -> TokenStream {
    let value = constant_value(constant);
    match constant {
        Constant::Number(_) => quote!(&(#value)),
        Constant::Integer(whole) => {
            let whole = Literal::i64_suffixed(*whole);
            quote!(&#whole)
        }
        Constant::Large(whole) => {
            let whole = Literal::u64_suffixed(*whole);
            quote!(&#whole)
        }
        Constant::Boolean(_) | Constant::Text(_) => quote!(&#value),
    }
}
