//! Values that are always the same, and numbers, as expressions.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

use super::rust_type::Scope;
use super::tokens::literal;
use crate::ir::{Constant, DefaultValue, Path};

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

/// The value of a default.
pub(super) fn default_value(default: &DefaultValue, scope: Scope) -> String {
    match default {
        DefaultValue::Boolean(flag) => flag.to_string(),
        DefaultValue::Integer(whole) => whole.to_string(),
        DefaultValue::Number(value) => number(*value),
        DefaultValue::Text(text) if text.is_empty() => "String::new()".to_owned(),
        DefaultValue::Text(text) => format!("{}.to_owned()", literal(text)),
        DefaultValue::EmptyList => "Vec::new()".to_owned(),
        DefaultValue::Variant(enumeration, variant) => {
            format!("{}::{variant}", scope.path(&Path::Emitted(enumeration.clone())))
        }
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

/// Returns a number as the tokens of an expression.
pub(super) fn number_tokens(value: f64) -> TokenStream {
    let size = value.abs();
    let written = number(size).parse().unwrap_or_else(|_| Literal::f64_unsuffixed(size).into_token_stream());
    if value.is_sign_negative() { quote!(-#written) } else { written }
}

/// A number as an expression. One that begins like a constant of mathematics is written as a quotient, which is the same
/// number: it is what the description says, and not the constant that clippy takes it for.
pub(super) fn number(value: f64) -> String {
    use std::f64::consts;
    const CONSTANTS: [f64; 18] = [
        consts::E,
        consts::FRAC_1_PI,
        consts::FRAC_1_SQRT_2,
        consts::FRAC_2_PI,
        consts::FRAC_2_SQRT_PI,
        consts::FRAC_PI_2,
        consts::FRAC_PI_3,
        consts::FRAC_PI_4,
        consts::FRAC_PI_6,
        consts::FRAC_PI_8,
        consts::LN_2,
        consts::LN_10,
        consts::LOG10_2,
        consts::LOG2_10,
        consts::LOG10_E,
        consts::LOG2_E,
        consts::PI,
        consts::SQRT_2,
    ];
    let near = CONSTANTS.iter().chain(&[consts::TAU]).any(|constant| (constant - value.abs()).abs() < 0.01);
    if value.is_infinite() {
        return if value > 0.0 { "f64::INFINITY" } else { "-f64::INFINITY" }.to_owned();
    }
    let written = format!("{value:?}");
    match written.split_once('.').filter(|_| near) {
        Some((whole, fraction)) => format!("{whole}{fraction}.0 / 1{}.0", "0".repeat(fraction.len())),
        None => written,
    }
}
