//! Extracts the public items of an emitted crate from its text, to compare them with the bindings.

use std::collections::BTreeMap;

use bindery::emit::{Contents, EmittedFile};
use quote::ToTokens;
use syn::{Attribute, Fields, ImplItem, ItemImpl, Signature, Type, Variant, Visibility};

use crate::tidy::tidy;

/// Returns the declaration of each item by path. Names of types are not qualified.
///
/// Tables and support code are ignored: their items follow from the types.
pub(crate) fn declared<'a>(files: impl Iterator<Item = EmittedFile<'a>>) -> BTreeMap<String, String> {
    let mut declared = Declared::default();
    for file in files {
        if let (Contents::Text(manifest), "Cargo.toml") = (&file.contents, file.path.as_str()) {
            declared.features(manifest);
        }
        let Some(module) = file.module() else { continue };
        let Contents::Items { items, tables, .. } = file.contents else { continue };
        declared.module = module;
        items.for_each(|tokens| {
            let file = syn::parse2::<syn::File>(tokens);
            // Emission always produces complete items; otherwise the declaration is missing here.
            for item in file.into_iter().flat_map(|file| file.items) {
                declared.item(item);
            }
        });
        for table in tables {
            table.split_inclusive(";\n").filter_map(TableEntry::by).for_each(|made| declared.add_entry(&made));
        }
    }
    let Declared { items, reexported, .. } = declared;
    let public_path = |path: String| {
        let module = path.match_indices("::").nth(1).map_or("", |(end, _)| &path[..end]);
        reexported.get(module).map_or(path.clone(), |public| format!("{public}{}", &path[module.len()..]))
    };
    items.into_iter().map(|(path, item)| (public_path(path), item)).collect()
}

/// The public members that macros of the support code declare.
const ALL: (&str, &str) = ("ALL", "pub const ALL : & 'static [Self]");
const AS_STR: (&str, &str) = ("as_str", "pub fn as_str (& self) -> & str");
const CODE: (&str, &str) = ("code", "pub const fn code (self) -> i64");
const MEANING: (&str, &str) = ("meaning", "pub const fn meaning (self) -> Option < & 'static str >");
const VALIDATE: (&str, &str) = ("validate", "pub fn validate (& self) -> Result < () , Invalid >");

/// A table entry: its type can be deserialized. Tables of events declare nothing public.
struct TableEntry {
    called: String,
    name: String,
    /// `true` if the type is not read.
    is_only_sent: bool,
}

impl TableEntry {
    /// Parses `object!(#[cfg(false)] StoryCreate { .. })`, `text_enumeration!(Colour { .. })`.
    fn by(table: &str) -> Option<Self> {
        let (called, rest) = table.split_once("!(")?;
        let only_sent = rest.strip_prefix("#[cfg(false)] ");
        let (rest, is_only_sent) = (only_sent.unwrap_or(rest), only_sent.is_some());
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        Some(Self { called: called.trim().to_owned(), name, is_only_sent })
    }
}

/// Traits that every emitted type derives.
const EVERYWHERE: [&str; 2] = ["Clone", "Debug"];

#[derive(Default)]
struct Declared {
    items: BTreeMap<String, String>,
    module: String,
    /// The modules that another one re-exports, by their path: a long module has several files.
    reexported: BTreeMap<String, String>,
}

impl Declared {
    /// Records the features of the manifest, which other manifests may enable.
    fn features(&mut self, manifest: &str) {
        let manifest: toml::Table = toml::from_str(manifest).unwrap_or_default();
        let features = manifest.get("features").and_then(toml::Value::as_table);
        for name in features.into_iter().flat_map(toml::Table::keys) {
            self.add("feature", format!(" {name}"), format!("feature {name}"));
        }
    }

    fn item(&mut self, item: syn::Item) {
        match item {
            syn::Item::Struct(item) if is_public(&item.vis) => {
                let owner = self.path(&item.ident);
                self.derives(&owner, &item.attrs);
                let held = match &item.fields {
                    Fields::Unnamed(fields) => spaced_text(fields),
                    _ => String::new(),
                };
                self.add(&owner, String::new(), format!("pub struct {} {held}", item.ident).trim_end().to_owned());
                for field in item.fields.iter().filter(|field| is_public(&field.vis)) {
                    let Some(name) = &field.ident else { continue };
                    self.add(&owner, format!(".{name}"), format!("pub {name} : {}", spaced_text(&field.ty)));
                }
            }
            syn::Item::Enum(item) if is_public(&item.vis) => {
                let owner = self.path(&item.ident);
                self.derives(&owner, &item.attrs);
                self.add(&owner, String::new(), format!("pub enum {}", item.ident));
                item.variants.iter().for_each(|variant| self.variant(&owner, variant));
            }
            syn::Item::Type(item) if is_public(&item.vis) => {
                let owner = self.path(&item.ident);
                self.add(&owner, String::new(), format!("pub type {} = {}", item.ident, spaced_text(&item.ty)));
            }
            syn::Item::Impl(item) => self.implementation(item),
            syn::Item::Use(item) if is_public(&item.vis) => {
                let path = item.tree.to_token_stream().to_string().replace(' ', "");
                if let Some(name) = path.strip_prefix("super::").and_then(|path| path.strip_suffix("::*")) {
                    self.reexported.insert(format!("api::{name}"), self.module.clone());
                }
            }
            _ => {}
        }
    }

    fn variant(&mut self, owner: &str, variant: &Variant) {
        let declaration = match &variant.fields {
            Fields::Unit => variant.ident.to_string(),
            fields => format!("{} {}", variant.ident, spaced_text(fields)),
        };
        self.add(owner, format!("::{}", variant.ident), declaration);
    }

    /// Records each trait of `#[derive(Clone, Debug)]`.
    fn derives(&mut self, owner: &str, attributes: &[Attribute]) {
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("derive")) {
            let Ok(list) = attribute.meta.require_list() else { continue };
            let derived = list.tokens.to_string();
            let derived = derived.split(',').map(str::trim);
            for derived in derived.filter(|derived| !EVERYWHERE.contains(derived)) {
                self.implements(owner, derived);
            }
        }
    }

    fn implements(&mut self, owner: &str, implemented: &str) {
        let name = owner.rsplit("::").next().unwrap_or_default();
        self.add(owner, format!(" as {implemented}"), format!("impl {implemented} for {name}"));
    }

    fn add_entry(&mut self, made: &TableEntry) {
        let (owner, name) = (self.path(&made.name), &made.name);
        let members: &[(&str, &str)] = match made.called.as_str() {
            "code_enumeration" => &[ALL, CODE, MEANING],
            "text_enumeration" => &[ALL, AS_STR],
            "rules" => &[VALIDATE],
            _ => &[],
        };
        members
            .iter()
            .for_each(|(member, declaration)| self.add(&owner, format!("::{member}"), (*declaration).to_owned()));
        if !made.is_only_sent && !["event_enumeration", "rules"].contains(&made.called.as_str()) {
            self.add(&owner, " as Deserialize".to_owned(), format!("impl Deserialize for {name}"));
        }
    }

    fn implementation(&mut self, item: ItemImpl) {
        let owner = self.path(&implementor(&item.self_ty));
        match &item.trait_ {
            None => {
                for inner in &item.items {
                    match inner {
                        ImplItem::Fn(function) if is_public(&function.vis) => self.function(&owner, &function.sig),
                        ImplItem::Const(constant) if is_public(&constant.vis) => {
                            let declaration = format!("pub const {} : {}", constant.ident, spaced_text(&constant.ty));
                            self.add(&owner, format!("::{}", constant.ident), declaration);
                        }
                        _ => {}
                    }
                }
            }
            Some((path, _)) => {
                let name = path.segments.last().map(|name| without_paths(&spaced_text(name))).unwrap_or_default();
                self.implements(&owner, &name);
                for inner in &item.items {
                    if let ImplItem::Type(ty) = inner {
                        let declaration = format!("type {} = {}", ty.ident, spaced_text(&ty.ty));
                        self.add(&owner, format!(" as {name}::{}", ty.ident), declaration);
                    }
                }
            }
        }
    }

    fn function(&mut self, owner: &str, signature: &Signature) {
        self.add(owner, format!("::{}", signature.ident), format!("pub {}", spaced_text(signature)));
    }

    fn add(&mut self, owner: &str, member: String, declaration: String) {
        self.items.insert(format!("{owner}{member}"), without_paths(&declaration));
    }

    fn path(&self, name: &impl ToString) -> String {
        if self.module.is_empty() { name.to_string() } else { format!("{}::{}", self.module, name.to_string()) }
    }
}

/// Removes the paths in front of type names, which are unique.
fn without_paths(declaration: &str) -> String {
    const PATHS: [&str; 3] = ["types :: ", "bindery_runtime :: ", "super :: "];
    let mut kept = String::with_capacity(declaration.len());
    let mut rest = declaration;
    while let Some(sign) = rest.chars().next() {
        // A group may be called `types` too.
        let begins = !kept.ends_with(|c: char| c.is_alphanumeric() || c == '_') && !kept.ends_with(":: ");
        match PATHS.iter().find_map(|path| rest.strip_prefix(path)).filter(|_| begins) {
            Some(after) => rest = after,
            None => {
                kept.push(sign);
                rest = &rest[sign.len_utf8()..];
            }
        }
    }
    tidy(&kept)
}

/// Returns the text of tokens, separated by spaces.
fn spaced_text(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string()
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Returns the type of an `impl` block without lifetimes: `StoryApi`, `Call<ListStories>`.
fn implementor(ty: &Type) -> String {
    tidy(&spaced_text(ty)).replace("'_, ", "").replace("'c, ", "").replace("<'_>", "").replace("<'c>", "")
}
