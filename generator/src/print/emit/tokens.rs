//! Identifiers, literals and other small pieces of code.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::base::runtime_item::RuntimeItem;

/// An identifier.
pub(crate) fn ident(name: impl AsRef<str>) -> Ident {
    Ident::new(name.as_ref(), Span::call_site())
}

/// The tokens of a piece of code. If it is not code, the compiler reports it.
pub(crate) fn code(text: &str) -> TokenStream {
    text.parse().unwrap_or_else(|_| quote!(compile_error!(#text)))
}

/// The separator of the lines in an attribute of documentation, until it is formatted. A fifth of the emitted text is
/// documentation: an attribute for each line would take as much time as the code. Docs contain no control characters.
pub(crate) const LINE_END: char = '\u{1f}';

/// The attribute for lines of documentation.
pub(crate) fn doc(lines: &[String]) -> TokenStream {
    if lines.is_empty() {
        return TokenStream::new();
    }
    let mut text = String::with_capacity(lines.iter().map(|line| line.len() + 2).sum());
    for (index, line) in lines.iter().enumerate() {
        text.extend((index > 0).then_some(LINE_END));
        text.extend((!line.is_empty()).then_some(' '));
        text.push_str(line);
    }
    quote! { #[doc = #text] }
}

/// `use path::{A, B};`, or nothing.
pub(super) fn import<'n>(path: &TokenStream, names: impl Iterator<Item = &'n str>) -> Option<TokenStream> {
    let names: Vec<_> = names.map(ident).collect();
    match names.as_slice() {
        [] => None,
        [name] => Some(quote!(use #path::#name;)),
        names => Some(quote!(use #path::{#(#names),*};)),
    }
}

/// Returns the imports of items, macros and crates of the runtime crate: the documented ones, and those for generated code.
pub(super) fn runtime_imports(items: impl IntoIterator<Item = RuntimeItem>) -> Vec<TokenStream> {
    let mut modules: BTreeMap<Option<&str>, BTreeSet<&str>> = BTreeMap::new();
    for item in items {
        modules.entry(item.module()).or_default().insert(item.name());
    }
    // The items of the root are last.
    let import = |(module, names): (Option<&str>, BTreeSet<&str>)| {
        let module = module.map(ident).into_iter();
        import(&quote!(bindery_runtime #(::#module)*), names.into_iter())
    };
    modules.into_iter().rev().filter_map(import).collect()
}

/// A text as a literal of Rust.
pub(super) fn literal(text: &str) -> String {
    proc_macro2::Literal::string(text).to_string()
}

/// `&["a", "b"]`
pub(super) fn literals<T: AsRef<str>>(texts: &[T]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| literal(text.as_ref())).collect();
    format!("&[{}]", texts.join(", "))
}

/// A literal that shows JSON as it is where it has letters alone that everybody can see.
pub(super) fn quoted(json: &str) -> String {
    if json.chars().any(|c| !(c == ' ' || c.is_ascii_graphic() || (!c.is_ascii() && c.is_alphanumeric()))) {
        return literal(json);
    }
    let runs = json.split('"').skip(1).map(|rest| rest.len() - rest.trim_start_matches('#').len());
    let marks = "#".repeat(runs.max().unwrap_or_default() + 1);
    format!("r{marks}\"{json}\"{marks}")
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn literals_hold_any_json() {
        for json in ["{}", r#""a""#, r####"["#","\"###"]"####, "\"grün\"", "\"\u{202e}\"", "\"\\\"#\"", "\"`${}`\""] {
            let read: syn::LitStr = syn::parse_str(&quoted(json)).unwrap();
            assert_eq!(read.value(), json);
        }
        assert_eq!(quoted(r##"["#"]"##), r###"r##"["#"]"##"###);
        assert!(quoted("\"\u{202e}\"").starts_with("\"\\\""));
    }
}
