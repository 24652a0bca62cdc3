//! Traits of other crates that are implemented for the types: tables with the schema of each, and with the values of enumerations.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::quoted::quoted;
use super::rust_type::type_text;
use super::{EmittedFile, Target, ident, literal, module, support};
use crate::ir::{DescribedType, Implementations};
use crate::resolve::TypeModule;
use crate::resolve::{Implementation, Resolver};

/// Traits of other crates that are implemented for the types.
pub(super) struct Derives;

impl Target for Derives {
    /// `src/derives/mod.rs` and one file for each module with types that have such traits; nothing where there are none.
    fn files<'a>(&self, resolver: Resolver<'a>) -> Vec<EmittedFile<'a>> {
        let modules = resolver.implementing_modules();
        if modules.is_empty() {
            return Vec::new();
        }
        let mut files: Vec<EmittedFile<'a>> = modules.iter().map(|module| file(resolver, module)).collect();
        // A group may have the name of the folder.
        let is_inside_itself = modules.iter().any(|module| module.name == "derives");
        let allowed = is_inside_itself.then(|| quote!(#![allow(clippy::module_inception)]));
        let about = quote!(#![doc = " Traits of other crates that are implemented for the types."] #allowed);
        files.push(EmittedFile::items("src/derives/mod.rs", about, module::declarations(modules)));
        files
    }
}

fn file<'a>(resolver: Resolver<'a>, module: &TypeModule) -> EmittedFile<'a> {
    let about = format!(" Traits of other crates that are implemented for the types of `types::{}`.", module.name);
    let traits: BTreeSet<Implementation> =
        resolver.implementations(module).flat_map(|all| all.traits.clone()).collect();
    let tables = resolver.implementations(module).map(move |all| table(resolver, &all));
    EmittedFile::tables(module.file("derives"), quote!(#![doc = #about]), imports(resolver, &traits), tables)
}

/// The macros that the tables call.
fn imports(resolver: Resolver<'_>, traits: &BTreeSet<Implementation>) -> Vec<TokenStream> {
    let describing: Vec<Implementation> = traits.iter().copied().filter(|one| one.describes()).collect();
    let described = (!describing.is_empty()).then_some((describing, "described"));
    let each = traits.iter().map(|one| (vec![*one], macro_of(*one)));
    let mut all: Vec<(Vec<Implementation>, &str)> = described.into_iter().chain(each).collect();
    all.sort_by_key(|(_, name)| *name);
    let import = |(by, name): (Vec<Implementation>, &str)| {
        let (gate, name) = (support::implemented(resolver, by.into_iter()), ident(name));
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
fn table(resolver: Resolver<'_>, all: &Implementations) -> String {
    let gate = |by: &[Implementation]| {
        let features =
            by.iter().map(|one| format!("feature = {}", literal(one.feature()))).collect::<Vec<_>>().join(", ");
        match by.len() {
            _ if !resolver.is_whole_crate() => String::new(),
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
