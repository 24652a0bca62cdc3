//! What is checked before it is sent: tables of rules, one line for each member that has some.

use proc_macro2::TokenStream;
use quote::quote;

use super::types::members;
use super::{EmittedFile, Emitter, literal};
use crate::facts::Form;
use crate::model::{Bound, Limits, Object, Payload, Shape, Tag, TagPlace, Type, TypeId, Union};

/// How rules are written: bare in the tables, with a path in the code of operations.
#[derive(Clone, Copy)]
pub(super) struct Paths {
    rule: &'static str,
    matches: &'static str,
}

const BARE: Paths = Paths { rule: "", matches: "matches" };
pub(super) const FULL: Paths = Paths { rule: "Rule::", matches: "crate::runtime::matches" };

impl<'a> Emitter<'a> {
    /// `src/rules/mod.rs` and one file for each module with types that have rules; nothing where there are none.
    pub(super) fn rule_files(&self) -> Vec<EmittedFile<'a>> {
        let mut files = Vec::new();
        let mut modules = Vec::new();
        for (module, ids) in self.types_by_module() {
            let tables: Vec<(TypeId, String)> =
                ids.iter().filter_map(|id| Some((*id, self.rule_table(*id)?))).collect();
            if tables.is_empty() {
                continue;
            }
            modules.push(module);
            let about = format!(" The rules for the types of `types::{}` that are sent.", self.module_name(module));
            let imports = self.rule_imports(&tables);
            let tables = tables.into_iter().map(|(_, table)| table);
            files.push(EmittedFile::tables(
                self.module_file("rules", module),
                quote!(#![doc = #about]),
                imports,
                tables,
            ));
        }
        if files.is_empty() {
            return files;
        }
        modules.sort_by_key(|module| self.module_name(*module));
        let modules: Vec<_> = modules.into_iter().map(|module| self.gated_module(module)).collect();
        let about = quote!(#![doc = " What the description asks of values; it is checked before they are sent."]);
        files.push(EmittedFile::items("src/rules/mod.rs", about, modules));
        files
    }

    /// Whether values are checked, and a type has rules for its own members.
    pub(super) fn has_rules(&self, id: TypeId) -> bool {
        let own = matches!(&self.api.definition(id).shape, Shape::Object(_) | Shape::Union(_));
        self.settings.validate && own && self.facts.ruled[id.index()]
    }

    pub(super) fn has_any_rules(&self) -> bool {
        let types = self.api.definitions().any(|(id, _)| self.has_rules(id));
        let mut parameters = self.api.operations.iter().flat_map(|operation| &operation.parameters);
        types || parameters.any(|parameter| !self.rules(&parameter.ty, &parameter.limits, BARE).is_empty())
    }

    /// Whether a value is checked against a regular expression anywhere.
    pub(super) fn has_patterns(&self) -> bool {
        self.settings.validate && {
            let parameters = self.api.operations.iter().flat_map(|operation| &operation.parameters);
            let given = parameters.flat_map(|parameter| self.rules(&parameter.ty, &parameter.limits, BARE));
            let tables = self.api.definitions().filter_map(|(id, _)| self.rule_table(id));
            given.chain(tables).any(|rule| rule.contains("Form(|"))
        }
    }

    fn rule_imports(&self, tables: &[(TypeId, String)]) -> Vec<TokenStream> {
        let mut support = vec!["Invalid", "Rule", "check"];
        if tables.iter().any(|(_, table)| table.contains("Form(|")) {
            support.push("matches");
        }
        support.push("rules");
        let support = self.import(&quote!(crate::runtime), support.into_iter());
        let rules = quote!(
            use crate::runtime::Rule::*;
        );
        let types = quote!(
            use crate::types;
        );
        [Some(rules), support, Some(types)].into_iter().flatten().collect()
    }

    /// `rules!(StoryCreate { "name" => [Length(1, 100)], });`
    fn rule_table(&self, id: TypeId) -> Option<String> {
        if !self.has_rules(id) {
            return None;
        }
        match &self.api.definition(id).shape {
            _ if self.outline => Some(format!("rules!({} {{}});", self.names.of_type(id, Form::Sent))),
            Shape::Object(object) => Some(self.object_rules(id, object)),
            Shape::Union(Union { variants, tag: Some(tag) }) => Some(self.union_rules(id, variants, tag)),
            _ => None,
        }
    }

    fn object_rules(&self, id: TypeId, object: &Object) -> String {
        let mut table = format!("rules!({} {{\n", self.names.of_type(id, Form::Sent));
        for (_, field) in members(object, Form::Sent) {
            let rules = self.rules(&field.ty, &field.limits, BARE);
            if !rules.is_empty() {
                table.push_str(&format!("    {} => [{}],\n", literal(&field.wire), rules.join(", ")));
            }
        }
        table.push_str("});\n");
        table
    }

    fn union_rules(&self, id: TypeId, variants: &[crate::model::Variant], tag: &Tag) -> String {
        let by = match &tag.place {
            TagPlace::Internal { property } => format!(" by {}", literal(property)),
            TagPlace::Adjacent { property, content } => {
                format!(" by {} beside {}", literal(property), literal(content))
            }
            TagPlace::External => return self.external_rules(id, variants, tag),
        };
        let mut table = format!("rules!({}{by} {{\n", self.names.of_type(id, Form::Sent));
        for (value, index) in &tag.values {
            if let Some(Payload::Type(Type::Named(inner))) = variants.get(*index).map(|variant| &variant.payload)
                && self.has_rules(*inner)
            {
                let name = self.names.of_type(*inner, Form::Sent);
                table.push_str(&format!("    {} => || types::{name}::RULES,\n", literal(value)));
            }
        }
        table.push_str("});\n");
        table
    }

    /// The only member of a value is the name of its alternative.
    fn external_rules(&self, id: TypeId, variants: &[crate::model::Variant], tag: &Tag) -> String {
        let mut table = format!("rules!({} {{\n", self.names.of_type(id, Form::Sent));
        for (value, index) in &tag.values {
            let payload = variants.get(*index).and_then(|variant| variant.payload.ty());
            let rules = payload.map(|ty| self.rules(ty, &Limits::default(), BARE)).unwrap_or_default();
            if !rules.is_empty() {
                table.push_str(&format!("    {} => [{}],\n", literal(value), rules.join(", ")));
            }
        }
        table.push_str("});\n");
        table
    }

    /// The rules for a value of a type, as expressions.
    pub(super) fn rules(&self, ty: &Type, limits: &Limits, paths: Paths) -> Vec<String> {
        if !self.settings.validate {
            return Vec::new();
        }
        let mut rules = Vec::new();
        let mut limits = vec![limits];
        let mut current = ty.split_null().0;
        // The limits of each alias on the way count as well.
        while let Type::Named(id) = current
            && let definition = self.api.definition(*id)
            && let Shape::Alias(target) = &definition.shape
            && limits.len() <= self.api.types.len()
        {
            limits.push(&definition.limits);
            current = target.split_null().0;
        }
        for limits in &limits {
            rules.extend(own_rules(current, limits, paths));
        }
        match current {
            Type::List(inner) | Type::Set(inner) | Type::Map(inner) => {
                let mut each = Vec::new();
                let elements: Vec<&Limits> = limits.iter().filter_map(|limits| limits.element.as_deref()).collect();
                for limits in elements.iter().copied().chain(elements.is_empty().then_some(&Limits::default())) {
                    each.extend(
                        self.rules(inner, limits, paths)
                            .into_iter()
                            .filter(|rule| !each.contains(rule))
                            .collect::<Vec<_>>(),
                    );
                }
                if !each.is_empty() {
                    rules.push(format!("{}Each(&[{}])", paths.rule, each.join(", ")));
                }
            }
            Type::Named(id) if self.has_rules(*id) => {
                rules.push(format!("{}Of(|| types::{}::RULES)", paths.rule, self.names.of_type(*id, Form::Sent)));
            }
            _ => {}
        }
        rules.dedup();
        rules
    }
}

/// The rules that the limits make for a value of this kind.
fn own_rules(ty: &Type, limits: &Limits, paths: Paths) -> Vec<String> {
    let mut rules = Vec::new();
    let range = |name: &str, least: Option<usize>, most: Option<usize>| {
        let most = most.map_or_else(|| "usize::MAX".to_owned(), |most| most.to_string());
        format!("{}{name}({}, {most})", paths.rule, least.unwrap_or(0))
    };
    match ty {
        Type::Text(_) => {
            if limits.min_length.is_some() || limits.max_length.is_some() {
                rules.push(range("Length", limits.min_length, limits.max_length));
            }
            if let Some(pattern) = &limits.pattern {
                let (expression, written) = (literal(&pattern.expression), literal(&pattern.written));
                rules.push(format!("{}Form(|text| {}(text, {expression}), {written})", paths.rule, paths.matches));
            }
        }
        Type::Integer(_) | Type::Number(_) => {
            let bound = |bound: Option<Bound>, inclusive: &str, exclusive: &str| {
                let name = |bound: &Bound| if bound.exclusive { exclusive.to_owned() } else { inclusive.to_owned() };
                bound.map(|bound| format!("{}{}({})", paths.rule, name(&bound), number(bound.value)))
            };
            rules.extend(bound(limits.minimum, "Least", "MoreThan"));
            rules.extend(bound(limits.maximum, "Most", "LessThan"));
            rules.extend(limits.multiple_of.map(|step| format!("{}MultipleOf({})", paths.rule, number(step))));
        }
        Type::List(_) | Type::Set(_) | Type::Map(_) | Type::AnyObject => {
            if limits.min_count.is_some() || limits.max_count.is_some() {
                rules.push(range("Count", limits.min_count, limits.max_count));
            }
            if limits.unique {
                rules.push(format!("{}Unique", paths.rule));
            }
        }
        _ => {}
    }
    rules
}

/// A number as an expression. One that begins like a constant of mathematics is written as a quotient, which is the same
/// number: it is what the description says, and not the constant that clippy takes it for.
pub(super) fn number(value: f64) -> String {
    use std::f64::consts;
    const CONSTANTS: [f64; 18] = [
        consts::E,
        consts::FRAC_1_PI,
        consts::FRAC_1_SQRT_2,
        consts::FRAC_2_PI,
        consts::FRAC_2_SQRT_PI,
        consts::FRAC_PI_2,
        consts::FRAC_PI_3,
        consts::FRAC_PI_4,
        consts::FRAC_PI_6,
        consts::FRAC_PI_8,
        consts::LN_2,
        consts::LN_10,
        consts::LOG10_2,
        consts::LOG2_10,
        consts::LOG10_E,
        consts::LOG2_E,
        consts::PI,
        consts::SQRT_2,
    ];
    let near = CONSTANTS.iter().chain(&[consts::TAU]).any(|constant| (constant - value.abs()).abs() < 0.01);
    let written = format!("{value:?}");
    match written.split_once('.').filter(|_| near) {
        Some((whole, fraction)) => format!("{whole}{fraction}.0 / 1{}.0", "0".repeat(fraction.len())),
        None => written,
    }
}
