//! Checks of values before they are sent: tables with one line for each constrained member.

use proc_macro2::TokenStream;

use super::constant::number;
use super::tokens::{code, literal, literals};
use super::wire::Expression;
use crate::rust::ir::{Constraint, Item, ItemKind, TagPlace, Union};

/// The indentation of a row.
const INDENT: &str = "    ";

/// `rules!(StoryCreate { "name" => [Length(1, 100)], });`.
pub(super) fn rule_table(item: &Item) -> Option<String> {
    if !item.is_checked {
        return None;
    }
    let (by, rows) = match &item.kind {
        ItemKind::Struct(structure) => {
            let rows =
                structure.fields().map(|(member, field)| (member.wire.as_str(), expressions(&field.constraints)));
            (String::new(), member_rows(rows))
        }
        ItemKind::Union(union) => union_rows(union)?,
        _ => return None,
    };
    Some(format!("rules!({}{by} {{\n{rows}}});\n", item.name))
}

fn member_rows<'m>(rules: impl Iterator<Item = (&'m str, Vec<String>)>) -> String {
    let rules = rules.filter(|(_, rules)| !rules.is_empty());
    rules.map(|(wire, rules)| row(&Expression::Text(literal(wire)), rules)).collect()
}

/// `    "name" => [Length(1, 100)],`
fn row(of: &Expression, rules: Vec<String>) -> String {
    let of = of.lines("", " => ", INDENT.len());
    let (above, last) =
        of.rsplit_once('\n').map_or((String::new(), of.as_str()), |(above, last)| (format!("{above}\n"), last));
    let rules = Expression::texts("[", rules, "]").lines(last.trim_start(), ",\n", INDENT.len());
    format!("{INDENT}{above}{}{rules}", if above.is_empty() { "" } else { INDENT })
}

/// Returns the selectors of the alternatives, and the rules of each.
fn union_rows(union: &Union) -> Option<(String, String)> {
    let tagged = union.variants.iter().flat_map(|variant| variant.tags.iter().map(move |tag| (tag.as_str(), variant)));
    Some(match union.tag {
        None => {
            let rows = union
                .variants
                .iter()
                .filter_map(|variant| Some(row(&super::wire::shape(variant)?, expressions(&variant.constraints))));
            (" untagged".to_owned(), rows.collect())
        }
        // The only member of a value is the name of its alternative.
        Some(TagPlace::External) => {
            let rows = tagged.map(|(tag, variant)| (tag, expressions(&variant.constraints)));
            (String::new(), member_rows(rows))
        }
        Some(TagPlace::Internal { .. } | TagPlace::Adjacent { .. }) => {
            let rows = tagged.filter_map(|(tag, variant)| match variant.constraints.as_slice() {
                [Constraint::Of(name)] => Some(format!("    {} => || types::{name}::RULES,\n", literal(tag))),
                _ => None,
            });
            (super::wire::selected_by(union), rows.collect())
        }
    })
}

/// The expressions of constraints, as they are in a table.
fn expressions(constraints: &[Constraint]) -> Vec<String> {
    constraints.iter().map(|constraint| expression(constraint, "")).collect()
}

/// The list of the constraints, as it is in the code of operations.
pub(super) fn rules(constraints: &[Constraint]) -> TokenStream {
    code(&list(constraints, "Rule::"))
}

fn list(constraints: &[Constraint], path: &str) -> String {
    let rules: Vec<String> = constraints.iter().map(|constraint| expression(constraint, path)).collect();
    format!("&[{}]", rules.join(", "))
}

/// A variant of the runtime crate's `Rule` with the path to it.
fn expression(constraint: &Constraint, path: &str) -> String {
    let range = |name: &str, least: &usize, most: &Option<usize>| match most {
        Some(most) => format!("{path}{name}({least}, {most})"),
        None => format!("{path}{name}({least}, usize::MAX)"),
    };
    let limit = |name: &str, value: &f64| format!("{path}{name}({})", number(*value));
    match constraint {
        Constraint::Length(least, most) => range("Length", least, most),
        Constraint::Pattern(regex, described) if regex == described => format!("{path}Pattern({})", literal(regex)),
        Constraint::Pattern(regex, described) => {
            format!("{path}TranslatedPattern {{ regex: {}, described: {} }}", literal(regex), literal(described))
        }
        Constraint::Min(value) => limit("Min", value),
        Constraint::MoreThan(value) => limit("ExclusiveMin", value),
        Constraint::Max(value) => limit("Max", value),
        Constraint::LessThan(value) => limit("ExclusiveMax", value),
        Constraint::MultipleOf(step) => limit("MultipleOf", step),
        Constraint::OneOf(values) => {
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            format!("{path}OneOf({})", literals(&values))
        }
        Constraint::Count(least, most) => range("Count", least, most),
        Constraint::Unique => format!("{path}Unique"),
        Constraint::Each(each) => format!("{path}Each({})", list(each, path)),
        Constraint::Of(name) => format!("{path}Of(|| types::{name}::RULES)"),
    }
}
