//! What is checked before it is sent: tables, one line for each member that has some.

use quote::quote;

use super::number::number;
use super::{EmittedFile, Target, import, literal, module};
use crate::bindings::{Bindings, Constraint, Item, ItemKind, Selection, TypeModule, Union};

/// How rules are written: bare in the tables, with a path in the code of operations.
#[derive(Clone, Copy)]
pub(super) struct Paths {
    rule: &'static str,
    matches: &'static str,
}

const BARE: Paths = Paths { rule: "", matches: "matches" };
pub(super) const FULL: Paths = Paths { rule: "Rule::", matches: "crate::runtime::matches" };

/// What is checked of the types.
pub(super) struct Constraints;

impl Target for Constraints {
    /// `src/rules/mod.rs` and one file for each module with types that have rules; nothing where there are none.
    fn files<'a>(&self, bindings: Bindings<'a>) -> Vec<EmittedFile<'a>> {
        let modules = bindings.type_modules().into_iter().filter(|module| module.has_constraints);
        let modules: Vec<TypeModule<'a>> = modules.collect();
        if modules.is_empty() {
            return Vec::new();
        }
        let mut files: Vec<EmittedFile<'a>> = modules.iter().map(|module| rule_file(bindings, module)).collect();
        let about = quote!(#![doc = " The constraints of the description, which are checked before values are sent."]);
        files.push(EmittedFile::items("src/rules/mod.rs", about, module::declarations(modules)));
        files
    }
}

fn rule_file<'a>(bindings: Bindings<'a>, module: &TypeModule<'a>) -> EmittedFile<'a> {
    let about = format!(" The constraints of the types of `types::{}` that are sent.", module.name);
    let mut support = vec!["Rule"];
    if bindings.items(module).any(|item| item.has_pattern()) {
        support.push("matches");
    }
    support.push("rules");
    let rules = quote!(
        use crate::runtime::Rule::*;
    );
    let types = quote!(
        use crate::types;
    );
    let imports = [Some(rules), import(&quote!(crate::runtime), support.into_iter()), Some(types)];
    let tables = bindings.items(module).filter_map(|item| table(&item));
    EmittedFile::tables(module.file("rules"), quote!(#![doc = #about]), imports.into_iter().flatten(), tables)
}

/// `rules!(StoryCreate { "name" => [Length(1, 100)], });`
fn table(item: &Item<'_>) -> Option<String> {
    if !item.is_checked() {
        return None;
    }
    let (by, rows) = match &item.kind {
        ItemKind::Struct(structure) => {
            let rows = structure.fields().map(|(member, field)| (member.wire, expressions(&field.constraints, BARE)));
            (String::new(), member_rows(rows))
        }
        ItemKind::Union(union) => union_rows(union)?,
        _ => return None,
    };
    Some(format!("rules!({}{by} {{\n{rows}}});\n", item.name))
}

fn member_rows<'m>(rules: impl Iterator<Item = (&'m str, Vec<String>)>) -> String {
    let rules = rules.filter(|(_, rules)| !rules.is_empty());
    rules.map(|(wire, rules)| format!("    {} => [{}],\n", literal(wire), rules.join(", "))).collect()
}

/// What tells the alternatives apart, and the rules of each.
fn union_rows(union: &Union<'_>) -> Option<(String, String)> {
    let tagged = union.variants.iter().flat_map(|variant| variant.tags.iter().map(move |tag| (*tag, variant)));
    Some(match union.selection {
        Selection::Untagged => return None,
        // The only member of a value is the name of its alternative.
        Selection::External => {
            let rows = tagged.map(|(tag, variant)| (tag, expressions(&variant.constraints, BARE)));
            (String::new(), member_rows(rows))
        }
        Selection::Internal(_) | crate::bindings::Selection::Adjacent(..) => {
            let rows = tagged.filter_map(|(tag, variant)| match variant.constraints.as_slice() {
                [Constraint::Of(name)] => Some(format!("    {} => || types::{name}::RULES,\n", literal(tag))),
                _ => None,
            });
            (super::wire::selected_by(union), rows.collect())
        }
    })
}

/// Constraints as expressions.
pub(super) fn expressions(constraints: &[Constraint<'_>], paths: Paths) -> Vec<String> {
    constraints.iter().map(|constraint| expression(constraint, paths)).collect()
}

fn expression(constraint: &Constraint<'_>, paths: Paths) -> String {
    let Paths { rule, matches } = paths;
    let range = |name: &str, least: usize, most: Option<usize>| {
        let most = most.map_or_else(|| "usize::MAX".to_owned(), |most| most.to_string());
        format!("{rule}{name}({least}, {most})")
    };
    match constraint {
        Constraint::Length(least, most) => range("Length", *least, *most),
        Constraint::Pattern(expression, written) => {
            format!("{rule}Pattern(|text| {matches}(text, {}), {})", literal(expression), literal(written))
        }
        Constraint::Min(value) => format!("{rule}Min({})", number(*value)),
        Constraint::MoreThan(value) => format!("{rule}ExclusiveMin({})", number(*value)),
        Constraint::Max(value) => format!("{rule}Max({})", number(*value)),
        Constraint::LessThan(value) => format!("{rule}ExclusiveMax({})", number(*value)),
        Constraint::MultipleOf(step) => format!("{rule}MultipleOf({})", number(*step)),
        Constraint::Count(least, most) => range("Count", *least, *most),
        Constraint::Unique => format!("{rule}Unique"),
        Constraint::Each(each) => format!("{rule}Each(&[{}])", expressions(each, paths).join(", ")),
        Constraint::Of(name) => format!("{rule}Of(|| types::{name}::RULES)"),
    }
}
