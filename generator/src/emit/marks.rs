//! Marks items of a crate as deprecated, so that rustc reports where a program uses them.
//!
//! The marks are set on the tokens of an item before it is printed. Many public items, such as constructors and setters,
//! are not items of the intermediate representation, and no printer has to know about marks.

use std::collections::HashMap;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, ImplItem, Item, Type, parse_quote};

use super::{Contents, EmittedFile};

/// The start of the note of a mark. The number of the item follows.
const NOTE: &str = "bindery:";

/// The items to mark.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    /// The number of each item, by its path.
    numbers: HashMap<String, usize>,
}

impl Marks {
    /// Marks the items at these paths, such as `types::Story.state`, each with its position.
    pub(crate) fn new(paths: impl IntoIterator<Item = String>) -> Self {
        Self { numbers: paths.into_iter().enumerate().map(|(number, path)| (path, number)).collect() }
    }

    /// Returns the number of the item in the message of a warning.
    pub(crate) fn number(message: &str) -> Option<usize> {
        message.rsplit_once(NOTE)?.1.trim().parse().ok()
    }

    /// Marks the items of a file. `exporting_module` returns the module that exports the operations in a module.
    pub(crate) fn mark<'a>(
        &'a self,
        mut file: EmittedFile<'a>,
        exporting_module: impl Fn(&str) -> String,
    ) -> EmittedFile<'a> {
        let is_root = file.path == "src/lib.rs";
        let module = if is_root { Some(String::new()) } else { module(&file.path) };
        let Some(module) = module else { return file };
        let module = match module.strip_prefix("api::") {
            Some(own) => format!("api::{}", exporting_module(own)),
            None => module,
        };
        if let Contents::Items { mut attributes, items, tables } = file.contents {
            if is_root {
                attributes.extend(quote!(#![allow(deprecated)]));
            }
            let items = Box::new(items.map(move |tokens| Marker { marks: self, module: &module }.tokens(tokens)));
            file.contents = Contents::Items { attributes, items, tables };
        }
        file
    }
}

/// Returns the path of the module in which the items of a file are visible, or `None` if it has no public items. The types
/// of all files are re-exported from one module.
fn module(path: &str) -> Option<String> {
    let inner = path.strip_prefix("src/")?.strip_suffix(".rs")?;
    match inner.split_once('/').unwrap_or((inner, "")) {
        ("client", "") => Some(String::new()),
        ("events", "") => Some("events".to_owned()),
        ("types", _) => Some("types".to_owned()),
        ("api", "mod") => Some("api".to_owned()),
        ("api", module) => Some(format!("api::{module}")),
        _ => None,
    }
}

/// Marks the items of one module.
struct Marker<'m> {
    marks: &'m Marks,
    module: &'m str,
}

impl Marker<'_> {
    fn tokens(&self, tokens: TokenStream) -> TokenStream {
        // Emission produces whole items only; otherwise the compiler reports an error.
        let Ok(mut file) = syn::parse2::<syn::File>(tokens.clone()) else { return tokens };
        file.items.iter_mut().for_each(|item| self.item(item));
        file.into_token_stream()
    }

    fn item(&self, item: &mut Item) {
        match item {
            Item::Struct(item) => {
                let owner = self.path(&item.ident);
                self.mark(&owner, "", &mut item.attrs);
                for field in &mut item.fields {
                    if let Some(name) = &field.ident {
                        self.mark(&owner, &format!(".{name}"), &mut field.attrs);
                    }
                }
            }
            Item::Enum(item) => {
                let owner = self.path(&item.ident);
                self.mark(&owner, "", &mut item.attrs);
                for variant in &mut item.variants {
                    self.mark(&owner, &format!("::{}", variant.ident), &mut variant.attrs);
                }
            }
            Item::Type(item) => self.mark(&self.path(&item.ident), "", &mut item.attrs),
            Item::Impl(item) if item.trait_.is_none() => {
                let owner = self.path(&implementor(&item.self_ty));
                for inner in &mut item.items {
                    match inner {
                        ImplItem::Fn(inner) => self.mark(&owner, &format!("::{}", inner.sig.ident), &mut inner.attrs),
                        ImplItem::Const(inner) => self.mark(&owner, &format!("::{}", inner.ident), &mut inner.attrs),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    fn path(&self, name: &impl ToString) -> String {
        if self.module.is_empty() { name.to_string() } else { format!("{}::{}", self.module, name.to_string()) }
    }

    fn mark(&self, owner: &str, member: &str, attributes: &mut Vec<Attribute>) {
        let Some(number) = self.marks.numbers.get(&format!("{owner}{member}")) else { return };
        // An item has one attribute of this kind only.
        attributes.retain(|attribute| !attribute.path().is_ident("deprecated"));
        let note = format!("{NOTE}{number}");
        attributes.push(parse_quote!(#[deprecated(note = #note)]));
    }
}

/// Returns the type of an `impl` block without lifetimes and spaces: `StoryApi`, `Call<ListStories>`.
fn implementor(ty: &Type) -> String {
    let text = ty.to_token_stream().to_string().replace(' ', "");
    ["'_,", "'c,", "<'_>", "<'c>"].iter().fold(text, |text, lifetime| text.replace(lifetime, ""))
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::{EmittedFile, Marker, Marks};
    use crate::format::format;

    #[test]
    fn types_are_marked_in_one_file_and_in_several() {
        let marks = Marks::new(["types::A".to_owned()]);
        for path in ["src/types.rs", "src/types/a.rs"] {
            let file = EmittedFile::items(
                path,
                quote!(),
                [quote!(
                    pub struct A;
                )],
            );
            let text = format(marks.mark(file, str::to_owned).contents, "");
            assert!(text.contains("#[deprecated(note = \"bindery:0\")]"), "{path}: {text}");
        }
    }

    #[test]
    fn items_are_marked_once() {
        let paths = ["types::A.b", "types::A::new", "types::E::V", "api::x::A::new"];
        let marks = Marks::new(paths.map(str::to_owned));
        let marked = Marker { marks: &marks, module: "types" }.tokens(quote! {
            pub struct A { pub b: u8, pub c: u8 }
            impl A { #[deprecated] pub fn new() -> Self { Self } }
            pub enum E { V, W }
        });
        let expected = quote! {
            pub struct A { #[deprecated(note = "bindery:0")] pub b: u8, pub c: u8 }
            impl A { #[deprecated(note = "bindery:1")] pub fn new() -> Self { Self } }
            pub enum E { #[deprecated(note = "bindery:2")] V, W }
        };
        assert_eq!(marked.to_string(), expected.to_string());
        assert_eq!(Marks::number("use of deprecated field `a::A::b`: bindery:17"), Some(17));
        assert_eq!(Marks::number("use of deprecated field `a::A::b`"), None);
    }
}
