//! Traits of other crates that are implemented for the types: tables with the schema of each, and with the values of enumerations.

use std::collections::BTreeSet;
use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::quote;

use super::quoted::quoted;
use super::rust_type::type_text;
use super::{EmittedFile, Target, each_item, ident, literal, module, support};
use crate::config::Implementation;
use crate::ir::{Crate, DescribedType, Implementations, ModuleTypes, TypeModule};

/// Traits of other crates that are implemented for the types.
pub(super) struct Derives;

impl Target for Derives {
    /// Returns `src/derives/mod.rs`, if any type has such traits.
    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        let modules: Vec<&TypeModule> =
            package.type_modules.iter().filter(|module| module.has_implementations).collect();
        if modules.is_empty() {
            return Vec::new();
        }
        // A group may have the name of the folder.
        let is_inside_itself = modules.iter().any(|module| module.name == "derives");
        let allowed = is_inside_itself.then(|| quote!(#![allow(clippy::module_inception)]));
        let about = quote!(#![doc = " Traits of other crates that are implemented for the types."] #allowed);
        vec![EmittedFile::items("src/derives/mod.rs", about, module::declarations(modules.into_iter()))]
    }

    fn types_file<'a>(&self, package: &'a Crate, types: &Rc<ModuleTypes>) -> Option<EmittedFile<'a>> {
        types.module.has_implementations.then(|| file(package, types))
    }
}

fn file<'a>(package: &'a Crate, types: &Rc<ModuleTypes>) -> EmittedFile<'a> {
    let about =
        format!(" Traits of other crates that are implemented for the types of `types::{}`.", types.module.name);
    let implementations = types.items.iter().filter_map(|item| item.implementations.as_ref());
    let traits: BTreeSet<Implementation> = implementations.flat_map(|all| all.traits.clone()).collect();
    let is_whole = package.is_whole;
    let tables = each_item(types, move |item| item.implementations.as_ref().map(|all| table(is_whole, all))).flatten();
    let path = types.module.file("derives");
    EmittedFile::tables(path, quote!(#![doc = #about]), imports(package, &traits), tables)
}

/// The macros that the tables call.
fn imports(package: &Crate, traits: &BTreeSet<Implementation>) -> Vec<TokenStream> {
    let describing: Vec<Implementation> = traits.iter().copied().filter(|one| one.describes()).collect();
    let described = (!describing.is_empty()).then_some((describing, "described"));
    let each = traits.iter().map(|one| (vec![*one], macro_of(*one)));
    let mut all: Vec<(Vec<Implementation>, &str)> = described.into_iter().chain(each).collect();
    all.sort_by_key(|(_, name)| *name);
    let import = |(by, name): (Vec<Implementation>, &str)| {
        let (gate, name) = (support::implemented(package, by.into_iter()), ident(name));
        quote!(#gate use crate::runtime::#name;)
    };
    all.into_iter().map(import).collect()
}

const fn macro_of(implementation: Implementation) -> &'static str {
    match implementation {
        Implementation::Arbitrary => "arbitrary",
        Implementation::JsonSchema => "json_schema",
        Implementation::ValueEnum => "value_enum",
    }
}

/// All that is implemented for a type.
fn table(is_whole: bool, all: &Implementations) -> String {
    let gate = |by: &[Implementation]| {
        let features =
            by.iter().map(|one| format!("feature = {}", literal(one.feature()))).collect::<Vec<_>>().join(", ");
        match by.len() {
            _ if !is_whole => String::new(),
            1 => format!("#[cfg({features})]\n"),
            _ => format!("#[cfg(any({features}))]\n"),
        }
    };
    let described = all.described.iter().map(|described| {
        let by: Vec<Implementation> = all.traits.iter().copied().filter(|one| one.describes()).collect();
        let (held, schema) = (described.held.join(", "), quoted(&described.schema));
        format!("{}described!({} {} {schema});\n", gate(&by), all.name, braced(&held))
    });
    let implemented = all.traits.iter().map(|one| format!("{}{}", gate(&[*one]), implementation(*one, all)));
    described.chain(implemented).collect::<Vec<_>>().join("\n")
}

fn implementation(implementation: Implementation, all: &Implementations) -> String {
    let (called, name) = (macro_of(implementation), &all.name);
    match (implementation, &all.described) {
        (Implementation::JsonSchema, Some(DescribedType { held, own, .. })) => {
            let own: Vec<String> = own.iter().map(type_text).collect();
            format!("{called}!({name} {} {});\n", braced(&held.join(", ")), braced(&own.join(", ")))
        }
        (Implementation::ValueEnum, _) => {
            let rows = all.values.iter().map(|value| {
                let alias = value.alias.as_deref().map(|alias| format!(" | {}", literal(alias))).unwrap_or_default();
                let help = value.help.as_deref().map(|help| format!(": {}", literal(help))).unwrap_or_default();
                format!("    {} => {}{alias}{help},\n", value.variant, literal(&value.name))
            });
            format!("{called}!({name} {{\n{}}});\n", rows.collect::<String>())
        }
        _ => format!("{called}!({name});\n"),
    }
}

fn braced(text: &str) -> String {
    if text.is_empty() { "{}".to_owned() } else { format!("{{ {text} }}") }
}
