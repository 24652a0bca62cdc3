//! Expressions that are always the same: values, numbers, styles and names of security schemes.

use proc_macro2::TokenStream;

use super::rust_type::Scope;
use super::tokens::{code, literal, literals};
use crate::base::http_terms::Style;
use crate::rust::ir::{Constant, DefaultValue, Path};

/// Returns the value of a constant whose type is declared next to it.
pub(super) fn constant_value(constant: &Constant) -> TokenStream {
    code(&match constant {
        Constant::Integer(whole) => whole.to_string(),
        Constant::Large(whole) => whole.to_string(),
        other => constant_text(other),
    })
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

/// The value of a constant as an argument that is borrowed.
pub(super) fn borrowed(constant: &Constant) -> TokenStream {
    code(&match constant {
        Constant::Number(value) => format!("&({})", number(*value)),
        Constant::Integer(whole) => format!("&{whole}i64"),
        Constant::Large(whole) => format!("&{whole}u64"),
        Constant::Boolean(_) | Constant::Text(_) => format!("&{}", constant_text(constant)),
    })
}

/// A style as an expression.
pub(super) fn style(style: Style) -> String {
    match style {
        Style::Simple(explode) => format!("Style::Simple {{ explode: {explode} }}"),
        Style::Label(explode) => format!("Style::Label {{ explode: {explode} }}"),
        Style::Matrix(explode) => format!("Style::Matrix {{ explode: {explode} }}"),
        Style::Form(explode) => format!("Style::Form {{ explode: {explode} }}"),
        Style::SpaceDelimited => "Style::SpaceDelimited".to_owned(),
        Style::PipeDelimited => "Style::PipeDelimited".to_owned(),
        Style::DeepObject => "Style::DeepObject".to_owned(),
        Style::Json => "Style::Json".to_owned(),
        Style::HttpDate => "Style::HttpDate".to_owned(),
    }
}

/// The styles of the members of a form.
pub(super) fn member_styles(styles: &[(String, Style)]) -> String {
    let styles = styles.iter().map(|(member, written)| format!("({}, {})", literal(member), style(*written)));
    format!("&[{}]", styles.collect::<Vec<_>>().join(", "))
}

/// The combinations of security schemes that are asked for, by their names.
pub(super) fn combinations(security: &[Vec<String>]) -> String {
    let combinations: Vec<String> = security.iter().map(|names| literals(names)).collect();
    format!("&[{}]", combinations.join(", "))
}

/// A number as an expression.
pub(super) fn number(value: f64) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "f64::INFINITY" } else { "-f64::INFINITY" }.to_owned();
    }
    format!("{value:?}")
}
