//! Traits of other crates that are implemented for the types: tables with the schema of each, and with the values of enumerations.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::feature::implementation_gate;
use super::file::Target;
use super::module::{gated, gated_text};
use super::rust_type::type_text;
use super::tokens::{ident, literal, quoted};
use super::{EmittedFile, module};
use crate::base::crate_feature::Implementation;
use crate::rust::ir::{Crate, DescribedType, Gate, Implementations, Item, ModuleTypes};

/// Traits of other crates that are implemented for the types.
pub(super) struct Derives;

impl Target for Derives {
    /// Returns `src/derives/mod.rs`, if any type has such traits.
    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        let modules = package.type_modules.iter().filter(|module| module.has_implementations);
        let about = " Traits of other crates that are implemented for the types.";
        let root = || module::folder_root("derives", about, modules);
        (!package.implemented.is_empty()).then(root).flatten().into_iter().collect()
    }

    fn types_file<'a>(&self, package: &'a Crate, types: &'a ModuleTypes) -> Option<EmittedFile<'a>> {
        types.module.has_implementations.then(|| file(package, types))
    }
}

fn file<'a>(package: &'a Crate, types: &'a ModuleTypes) -> EmittedFile<'a> {
    let about = format!(" Traits of other crates that are implemented for {}.", types.module.described());
    let implementations = types.items.iter().filter_map(|item| item.implementations.as_ref());
    let traits: BTreeSet<Implementation> = implementations.flat_map(|all| all.traits.clone()).collect();
    let is_whole = package.is_whole;
    let table = move |item: &Item| Some(table(is_whole, &item.name, item.implementations.as_ref()?));
    let tables = types.items.iter().filter_map(table);
    let path = types.module.file("derives");
    let imports = imports(package, &traits, &package.root(&path));
    EmittedFile::tables(path, quote!(#![doc = #about]), imports, tables)
}

/// Returns the imports of the macros that the tables call, and of the modules that these name.
fn imports(package: &Crate, traits: &BTreeSet<Implementation>, root: &TokenStream) -> Vec<TokenStream> {
    let describing = Implementation::JsonSchema;
    let described = traits.contains(&describing).then(|| (vec![describing], "described"));
    let each = traits.iter().map(|one| (vec![*one], macro_of(*one)));
    let mut all: Vec<(Vec<Implementation>, &str)> = described.into_iter().chain(each).collect();
    all.sort_by_key(|(_, name)| *name);
    let import = |(by, name): (Vec<Implementation>, &str)| {
        let (gate, name) = (gated(&implementation_gate(package, by)), ident(name));
        quote!(#gate use bindery_runtime::#name;)
    };
    let gate = gated(&implementation_gate(package, traits.iter().copied()));
    all.into_iter().map(import).chain([quote!(#gate use #root::types;)]).collect()
}

const fn macro_of(implementation: Implementation) -> &'static str {
    match implementation {
        Implementation::JsonSchema => "json_schema",
        Implementation::ValueEnum => "value_enum",
    }
}

/// All that is implemented for a type.
fn table(is_whole: bool, name: &str, all: &Implementations) -> String {
    let gate = |by: &[Implementation]| {
        let any = by.iter().filter(|_| is_whole).map(|implementation| implementation.feature().to_owned()).collect();
        gated_text(&Gate { any })
    };
    let described = all.described.iter().map(|described| {
        let (held, schema) = (described.held.join(", "), quoted(&described.schema));
        format!("{}described!({} {} {schema});\n", gate(&[Implementation::JsonSchema]), name, braced(&held))
    });
    let implemented = all.traits.iter().map(|one| format!("{}{}", gate(&[*one]), implementation(*one, name, all)));
    described.chain(implemented).collect::<Vec<_>>().join("\n")
}

fn implementation(implementation: Implementation, name: &str, all: &Implementations) -> String {
    let called = macro_of(implementation);
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
