//! Values that are always the same, as expressions.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use serde_json::Value;

/// A constant: its type and its value. The model holds texts, numbers and booleans only.
pub(super) fn constant(value: &Value) -> (TokenStream, TokenStream) {
    match value {
        Value::Bool(flag) => (quote!(bool), quote!(#flag)),
        Value::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(whole), ..) => {
                let size = Literal::u64_unsuffixed(whole.unsigned_abs());
                (quote!(i64), if whole < 0 { quote!(-#size) } else { quote!(#size) })
            }
            (None, Some(whole), _) => {
                let whole = Literal::u64_unsuffixed(whole);
                (quote!(u64), quote!(#whole))
            }
            (None, None, number) => {
                // It is made of digits and signs, which are tokens.
                let written = super::rules::number(number.unwrap_or_default());
                (quote!(f64), written.parse().unwrap_or_default())
            }
        },
        other => {
            let text = other.as_str().unwrap_or_default();
            (quote!(&'static str), quote!(#text))
        }
    }
}

/// The same as an argument that is borrowed, where nothing else says which of Rust's numbers it is.
pub(super) fn borrowed(value: &Value) -> TokenStream {
    let (ty, expression) = constant(value);
    match value {
        Value::Number(number) if number.is_f64() => quote!(&(#expression)),
        Value::Number(_) => {
            let suffixed: TokenStream = format!("{expression}{ty}").parse().unwrap_or_default();
            quote!(&#suffixed)
        }
        _ => quote!(&#expression),
    }
}
