//! Wire tables of types, which macros of the support code expand. They are separate from the types, so the types stay
//! easy to read and the emitted crate needs no procedural macro.

mod layout;
mod union;

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::constant::default_value;
use super::constraints::rule_table;
use super::file::Target;
use super::rust_type::Scope;
use super::table::table;
use super::tokens::{import, literal};
use super::{EmittedFile, module};
use crate::rust::ir::{
    Crate, DefaultValue, EnumValue, Field, IntegerEnum, Item, ItemKind, MemberKind, ModuleTypes, Presence, StringEnum,
    Struct, TagPlace,
};
pub(super) use layout::Expression;
pub(super) use union::{selected_by, shape};

/// The attribute that leaves out the reading of a type that is only sent, without the feature for it.
const READ_REQUESTS: &str = "#[cfg(feature = \"read-requests\")] ";
/// The same in a module, which has no features of its own.
const NEVER: &str = "#[cfg(false)] ";

/// The module of wire tables.
pub(super) struct Wire;

impl Target for Wire {
    /// Returns `src/wire/mod.rs`.
    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        let modules = package.type_modules.iter().filter(|module| module.has_wire);
        module::folder_root("wire", " The JSON mapping of the types.", modules).into_iter().collect()
    }

    fn types_file<'a>(&self, package: &'a Crate, types: &'a ModuleTypes) -> Option<EmittedFile<'a>> {
        let module = &types.module;
        let about = format!(" The JSON mapping of {}.", module.described());
        let request = if package.is_whole { READ_REQUESTS } else { NEVER };
        let tables = types.items.iter().filter_map(move |item| tables(item, request));
        let path = module.file("wire");
        let imports = imports(&types.items, &package.root(&path));
        module.has_wire.then(|| EmittedFile::tables(path, quote!(#![doc = #about]), imports, tables))
    }
}

/// Returns the imports of the macros that the tables call, and of the items that these name.
fn imports(items: &[Item], root: &TokenStream) -> Vec<TokenStream> {
    let mut support: BTreeSet<&str> = items.iter().filter_map(|item| table_macro(&item.kind)).collect();
    if items.iter().any(|item| item.is_checked) {
        support.insert("rules");
    }
    import(&quote!(bindery_runtime), support.into_iter()).into_iter().chain([quote!(use #root::types;)]).collect()
}

/// The macro that makes the code for an item.
fn table_macro(kind: &ItemKind) -> Option<&'static str> {
    Some(match kind {
        ItemKind::Struct(_) => "object",
        ItemKind::IntegerEnum(_) => "code_enumeration",
        ItemKind::StringEnum(_) => "text_enumeration",
        ItemKind::Union(union) => match union.tag {
            Some(TagPlace::Internal { .. }) => "tagged_union",
            Some(TagPlace::Adjacent { .. }) => "adjacent_union",
            Some(TagPlace::External) => "external_union",
            None => "untagged_union",
        },
        ItemKind::Wrapper(_) => "wrapper",
        ItemKind::Alias(_) => return None,
    })
}

fn tables(item: &Item, request: &str) -> Option<String> {
    let mapping = mapping(item, request)?;
    Some(mapping + &rule_table(item).unwrap_or_default())
}

fn mapping(item: &Item, request: &str) -> Option<String> {
    let called = format!("{}!({}{}", table_macro(&item.kind)?, if item.is_only_sent { request } else { "" }, item.name);
    let rows = match &item.kind {
        ItemKind::Struct(structure) => {
            let described = structure.described.as_ref().map(|name| format!(" {}", literal(name)));
            return Some(table(&(called + &described.unwrap_or_default()), &structure_rows(structure)));
        }
        ItemKind::IntegerEnum(integers) => integer_rows(integers),
        ItemKind::StringEnum(texts) => text_rows(texts),
        ItemKind::Union(union) => union::rows(union),
        ItemKind::Wrapper(_) | ItemKind::Alias(_) => return Some(format!("{called});\n")),
    };
    let by = match &item.kind {
        ItemKind::Union(union) => union::selected_by(union),
        _ => String::new(),
    };
    let rows: String = rows.into_iter().map(|row| format!("\n    {row}")).collect();
    Some(format!("{called}{by} {{{rows}\n}});\n"))
}

/// `0 => UserStory "user story",`
fn integer_rows(integers: &IntegerEnum) -> Vec<String> {
    let row = |value: &EnumValue<i64>| {
        let meaning = value.meaning.as_ref().map(|meaning| format!(" {}", literal(meaning)));
        format!("{} => {}{},", value.wire, value.name, meaning.unwrap_or_default())
    };
    integers.values.iter().map(row).collect()
}

/// `"asc" => Asc,`
fn text_rows(texts: &StringEnum) -> Vec<String> {
    texts.values.iter().map(|value| format!("{} => {},", literal(&value.wire), value.name)).collect()
}

/// `id`, `"testState" => test_state: nullable`, `on: optional | numbers`, and `"class" = CLASS` for a constant.
fn structure_rows(structure: &Struct) -> Vec<String> {
    let members = structure.members.iter().map(|member| match &member.kind {
        MemberKind::Constant(_) => format!("{} = {}", literal(&member.wire), member.name),
        MemberKind::Field(field) if member.wire == member.name => format!("{}{}", member.name, kind(field)),
        MemberKind::Field(field) => format!("{} => {}{}", literal(&member.wire), member.name, kind(field)),
    });
    members.chain(structure.others.iter().map(|others| format!(".. {}", others.name))).collect()
}

/// `: nullable`; a required member does not say its kind.
fn kind(field: &Field) -> String {
    let kind = match &field.presence {
        Presence::Required => "",
        Presence::Nullable => ": nullable",
        Presence::Anything => ": anything",
        Presence::Optional => ": optional",
        Presence::ThreeStates => ": patched",
        Presence::FilledIn(default) => &format!(": defaulting({})", function(default)),
    };
    format!("{kind}{}", if field.accepts_numbers { " | numbers" } else { "" })
}

/// The function that makes a default.
fn function(default: &DefaultValue) -> String {
    let value = default_value(default, Scope::Tables);
    match value.strip_suffix("::new()") {
        Some(ty) => format!("{ty}::new"),
        None => format!("|| {value}"),
    }
}
