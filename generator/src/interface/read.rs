//! Files of an emitted crate to the items that a program can name.

use std::collections::BTreeMap;

use quote::ToTokens;
use syn::{Attribute, Fields, FnArg, ImplItem, ItemImpl, ReturnType, Signature, Type, Variant, Visibility};

use super::tidy::tidy;
use super::{Call, Interface, Item};
use crate::emit::{Contents, EmittedFile};

/// Adds what the files declare. Tables and support code are not looked at: what these make follows from the types.
pub(super) fn read(files: Vec<EmittedFile<'_>>, interface: &mut Interface) {
    let mut read = Vec::new();
    let mut features = BTreeMap::new();
    for file in files {
        if let (Contents::Text(manifest), "Cargo.toml") = (&file.contents, file.path.as_str()) {
            cargo_features(manifest, interface);
        }
        let Some(module) = module(&file.path) else { continue };
        let Contents::Items { items, tables, .. } = file.contents else { continue };
        // Emission makes whole items only; should it not, the compiler tells.
        let items = items.filter_map(|tokens| syn::parse2::<syn::File>(tokens).ok());
        let items: Vec<syn::Item> = items.flat_map(|file| file.items).collect();
        if file.path.ends_with("/mod.rs") {
            features.extend(items.iter().filter_map(gated_module));
        }
        let made: Vec<Made> = tables.filter_map(|table| Made::by(&table)).collect();
        read.push((file.path, module, items, made));
    }
    for (path, module, items, made) in read {
        let stem = path.rsplit('/').next().unwrap_or_default().trim_end_matches(".rs");
        let feature = features.get(stem).filter(|_| module == "types").cloned();
        let mut reader = Reader { interface, module, feature };
        items.into_iter().for_each(|item| reader.item(item));
        made.iter().for_each(|made| reader.made(made));
    }
}

/// The features of the manifest, which other manifests name.
fn cargo_features(manifest: &str, interface: &mut Interface) {
    let manifest: toml::Table = toml::from_str(manifest).unwrap_or_default();
    let features = manifest.get("features").and_then(toml::Value::as_table);
    for name in features.into_iter().flat_map(toml::Table::keys) {
        let declaration = format!("feature {name}");
        interface.insert("feature", format!(" {name}"), Item { declaration, call: None, feature: None });
    }
}

/// The path of the module that a file's items are seen in. Those of the types are exported from one place.
fn module(path: &str) -> Option<String> {
    let inner = path.strip_prefix("src/")?.strip_suffix(".rs")?;
    match inner.split_once('/') {
        None if inner == "client" => Some(String::new()),
        Some(("rules" | "types" | "wire", _)) => Some("types".to_owned()),
        Some(("api", "mod")) => Some("api".to_owned()),
        Some(("api", module)) => Some(format!("api::{module}")),
        _ => None,
    }
}

/// What a table makes: that a type can be read, or that it can be checked.
struct Made {
    called: String,
    name: String,
    /// The feature without which it is not made.
    feature: Option<String>,
}

impl Made {
    /// `object!(#[cfg(feature = "both-ways")] StoryCreate { .. })`
    fn by(table: &str) -> Option<Self> {
        let (called, rest) = table.split_once("!(")?;
        let (feature, rest) = match rest.strip_prefix("#[cfg(feature = \"") {
            Some(gated) => {
                let (feature, rest) = gated.split_once("\")] ")?;
                (Some(feature.to_owned()), rest)
            }
            None => (None, rest),
        };
        let name = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        Some(Self { called: called.trim().to_owned(), name, feature })
    }
}

/// `#[cfg(feature = "unused-types")] mod unused;`
fn gated_module(item: &syn::Item) -> Option<(String, String)> {
    let syn::Item::Mod(module) = item else { return None };
    Some((module.ident.to_string(), feature(&module.attrs)?))
}

fn feature(attributes: &[Attribute]) -> Option<String> {
    let condition = attributes.iter().find(|attribute| attribute.path().is_ident("cfg"))?;
    let text = condition.to_token_stream().to_string();
    Some(text.split('"').nth(1)?.to_owned())
}

/// What all that is emitted derives, so that it makes no difference.
const EVERYWHERE: [&str; 2] = ["Clone", "Debug"];

struct Reader<'i> {
    interface: &'i mut Interface,
    module: String,
    feature: Option<String>,
}

impl Reader<'_> {
    fn item(&mut self, item: syn::Item) {
        match item {
            syn::Item::Struct(item) if is_public(&item.vis) => {
                let owner = self.path(&item.ident);
                self.derives(&owner, &item.attrs);
                let held = match &item.fields {
                    Fields::Unnamed(fields) => spaced(fields),
                    _ => String::new(),
                };
                self.add(&owner, String::new(), format!("pub struct {} {held}", item.ident).trim_end().to_owned());
                for field in item.fields.iter().filter(|field| is_public(&field.vis)) {
                    let Some(name) = &field.ident else { continue };
                    self.add(&owner, format!(".{name}"), format!("pub {name} : {}", spaced(&field.ty)));
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
                self.add(&owner, String::new(), format!("pub type {} = {}", item.ident, spaced(&item.ty)));
            }
            syn::Item::Impl(item) => self.implementation(item),
            _ => {}
        }
    }

    fn variant(&mut self, owner: &str, variant: &Variant) {
        let declaration = match &variant.fields {
            Fields::Unit => variant.ident.to_string(),
            fields => format!("{} {}", variant.ident, spaced(fields)),
        };
        self.add(owner, format!("::{}", variant.ident), declaration);
    }

    /// `#[derive(Clone, Debug)]`: a trait each.
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

    fn made(&mut self, made: &Made) {
        let (owner, name) = (self.path(&made.name), &made.name);
        let (member, declaration) = match made.called.as_str() {
            "rules" => ("::validate", "pub fn validate(&self) -> Result<(), Invalid>".to_owned()),
            _ => (" as Deserialize", format!("impl Deserialize for {name}")),
        };
        let feature = made.feature.clone().or_else(|| self.feature.clone());
        self.interface.insert(&owner, member.to_owned(), Item { declaration, call: None, feature });
    }

    fn implementation(&mut self, item: ItemImpl) {
        let owner = self.path(&implementor(&item.self_ty));
        match &item.trait_ {
            None => {
                for inner in &item.items {
                    match inner {
                        ImplItem::Fn(function) if is_public(&function.vis) => self.function(&owner, &function.sig),
                        ImplItem::Const(constant) if is_public(&constant.vis) => {
                            let declaration = format!("pub const {} : {}", constant.ident, spaced(&constant.ty));
                            self.add(&owner, format!("::{}", constant.ident), declaration);
                        }
                        _ => {}
                    }
                }
            }
            Some((path, _)) => {
                let name = path.segments.last().map(|name| tidy(&spaced(name))).unwrap_or_default();
                self.implements(&owner, &name);
                for inner in &item.items {
                    if let ImplItem::Type(ty) = inner {
                        let declaration = format!("type {} = {}", ty.ident, spaced(&ty.ty));
                        self.add(&owner, format!(" as {name}::{}", ty.ident), declaration);
                    }
                }
            }
        }
    }

    fn function(&mut self, owner: &str, signature: &Signature) {
        let arguments = signature.inputs.iter().map(|input| match input {
            FnArg::Receiver(receiver) => spaced(receiver),
            FnArg::Typed(argument) => spaced(&argument.ty),
        });
        let output = match &signature.output {
            ReturnType::Default => String::new(),
            ReturnType::Type(_, ty) => spaced(ty),
        };
        let call = Some(Call { arguments: arguments.collect(), output });
        let declaration = format!("pub {}", spaced(signature));
        let item = Item { declaration, call, feature: self.feature.clone() };
        self.interface.insert(owner, format!("::{}", signature.ident), item);
    }

    fn add(&mut self, owner: &str, member: String, declaration: String) {
        self.interface.insert(owner, member, Item { declaration, call: None, feature: self.feature.clone() });
    }

    fn path(&self, name: &impl ToString) -> String {
        if self.module.is_empty() { name.to_string() } else { format!("{}::{}", self.module, name.to_string()) }
    }
}

/// The text of tokens, with a space between any two.
fn spaced(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string()
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// The type that something is implemented for, without lifetimes: `StoryApi`, `Call<ListStories>`.
fn implementor(ty: &Type) -> String {
    tidy(&spaced(ty)).replace("'_, ", "").replace("'c, ", "").replace("<'_>", "").replace("<'c>", "")
}
