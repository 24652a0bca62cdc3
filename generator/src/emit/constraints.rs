//! Checks of values before they are sent: tables with one line for each constrained member.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::constant::{number, number_tokens};
use super::tokens::{ident, literal};
use crate::ir::{Constraint, Item, ItemKind, Selection, Union};

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
    rules.map(|(wire, rules)| format!("    {} => [{}],\n", literal(wire), rules.join(", "))).collect()
}

/// Returns the selectors of the alternatives, and the rules of each.
fn union_rows(union: &Union) -> Option<(String, String)> {
    let tagged = union.variants.iter().flat_map(|variant| variant.tags.iter().map(move |tag| (tag.as_str(), variant)));
    Some(match union.selection {
        Selection::Untagged => {
            let rows = union.variants.iter().filter_map(|variant| {
                let rules = expressions(&variant.constraints).join(", ");
                Some(format!("    {} => [{rules}],\n", super::wire::shape(variant)?))
            });
            (" untagged".to_owned(), rows.collect())
        }
        // The only member of a value is the name of its alternative.
        Selection::External => {
            let rows = tagged.map(|(tag, variant)| (tag, expressions(&variant.constraints)));
            (String::new(), member_rows(rows))
        }
        Selection::Internal(_) | Selection::Adjacent(..) => {
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
    constraints.iter().map(|constraint| Rule::new(constraint).text()).collect()
}

/// The expressions of constraints, as they are in the code of operations.
pub(super) fn rule_tokens(constraints: &[Constraint]) -> Vec<TokenStream> {
    constraints.iter().map(|constraint| Rule::new(constraint).tokens()).collect()
}

/// The macro of the support code that expands to the rule of a pattern.
const PATTERN: &str = "pattern!";

/// A variant of the support code's `Rule`, or the macro that expands to it, and its arguments.
struct Rule<'c> {
    variant: &'static str,
    arguments: Vec<RuleArgument<'c>>,
}

enum RuleArgument<'c> {
    Count(usize),
    /// The count that everything is below.
    NoLimit,
    Number(f64),
    Text(&'c str),
    Rules(Vec<Rule<'c>>),
    /// The rules of an emitted type.
    RulesOf(&'c str),
}

impl<'c> Rule<'c> {
    fn new(constraint: &'c Constraint) -> Self {
        use RuleArgument::{Count, NoLimit, Number, Rules, RulesOf, Text};
        let range = |least: &usize, most: &Option<usize>| vec![Count(*least), most.map_or(NoLimit, Count)];
        let (variant, arguments) = match constraint {
            Constraint::Length(least, most) => ("Length", range(least, most)),
            Constraint::Pattern(regex, described) if regex == described => (PATTERN, vec![Text(regex)]),
            Constraint::Pattern(regex, described) => (PATTERN, vec![Text(regex), Text(described)]),
            Constraint::Min(value) => ("Min", vec![Number(*value)]),
            Constraint::MoreThan(value) => ("ExclusiveMin", vec![Number(*value)]),
            Constraint::Max(value) => ("Max", vec![Number(*value)]),
            Constraint::LessThan(value) => ("ExclusiveMax", vec![Number(*value)]),
            Constraint::MultipleOf(step) => ("MultipleOf", vec![Number(*step)]),
            Constraint::Count(least, most) => ("Count", range(least, most)),
            Constraint::Unique => ("Unique", Vec::new()),
            Constraint::Each(each) => ("Each", vec![Rules(each.iter().map(Self::new).collect())]),
            Constraint::Of(name) => ("Of", vec![RulesOf(name)]),
        };
        Self { variant, arguments }
    }

    /// The expression where the variants are imported.
    fn text(&self) -> String {
        let arguments: Vec<String> = self.arguments.iter().map(RuleArgument::text).collect();
        if arguments.is_empty() {
            self.variant.to_owned()
        } else {
            format!("{}({})", self.variant, arguments.join(", "))
        }
    }

    /// The expression where `Rule` alone is imported.
    fn tokens(&self) -> TokenStream {
        let arguments: Vec<TokenStream> = self.arguments.iter().map(RuleArgument::tokens).collect();
        if self.variant == PATTERN {
            return quote!(pattern!(#(#arguments),*));
        }
        let variant = ident(self.variant);
        if arguments.is_empty() { quote!(Rule::#variant) } else { quote!(Rule::#variant(#(#arguments),*)) }
    }
}

impl RuleArgument<'_> {
    fn text(&self) -> String {
        match self {
            Self::Count(count) => count.to_string(),
            Self::NoLimit => "usize::MAX".to_owned(),
            Self::Number(value) => number(*value),
            Self::Text(text) => literal(text),
            Self::Rules(rules) => format!("&[{}]", rules.iter().map(Rule::text).collect::<Vec<_>>().join(", ")),
            Self::RulesOf(name) => format!("|| types::{name}::RULES"),
        }
    }

    fn tokens(&self) -> TokenStream {
        match self {
            Self::Count(count) => {
                let count = Literal::usize_unsuffixed(*count);
                quote!(#count)
            }
            Self::NoLimit => quote!(usize::MAX),
            Self::Number(value) => number_tokens(*value),
            Self::Text(text) => quote!(#text),
            Self::Rules(rules) => {
                let rules = rules.iter().map(Rule::tokens);
                quote!(&[#(#rules),*])
            }
            Self::RulesOf(name) => {
                let name = ident(name);
                quote!(|| types::#name::RULES)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{expressions, rule_tokens};
    use crate::ir::Constraint;

    #[test]
    fn every_rule_is_printed_in_both_ways() {
        let each = vec![Constraint::Of("Story".to_owned()), Constraint::Unique];
        let constraints = [
            Constraint::Length(1, None),
            Constraint::Count(0, Some(2)),
            Constraint::Pattern("\"\u{202e}\\d".to_owned(), "\u{0}1'\r\n\"".to_owned()),
            Constraint::Min(-9.223_372_036_854_776e18),
            Constraint::MoreThan(f64::NEG_INFINITY),
            Constraint::Max(1e300),
            Constraint::LessThan(-std::f64::consts::PI),
            Constraint::MultipleOf(0.01),
            Constraint::Each(each),
        ];
        let texts = expressions(&constraints);
        for (text, tokens) in texts.iter().zip(rule_tokens(&constraints)) {
            let bare = tokens.to_string().replace("Rule :: ", "").replace("bindery_runtime :: ", "");
            let text: proc_macro2::TokenStream = text.parse().unwrap();
            assert_eq!(text.to_string(), bare);
        }
        assert_eq!(texts[6], "ExclusiveMax(-3141592653589793.0 / 1000000000000000.0)");
    }
}
