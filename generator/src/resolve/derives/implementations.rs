//! The types for which traits of other crates are implemented, and what the implementations say.

use std::collections::BTreeSet;

use super::shell::{is_shell_word, plain_help};
use crate::analysis::Direction;
use crate::config::Implementation;
use crate::ir::{ArgumentValue, Implementations, ItemKind};
use crate::model::{Shape, TypeId};
use crate::resolve::Resolver;
use crate::resolve::TypeModule;

impl ArgumentValue {
    pub(super) fn new(variant: &str, wire: String, meaning: Option<&str>) -> Self {
        let help = meaning.map(plain_help);
        match is_shell_word(&wire) {
            true => Self { variant: variant.to_owned(), name: wire, alias: None, help },
            false => Self { variant: variant.to_owned(), name: variant.to_owned(), alias: Some(wire), help },
        }
    }
}

impl<'a> Resolver<'a> {
    /// The traits that are implemented for any type.
    pub(crate) fn implemented(&self) -> BTreeSet<Implementation> {
        self.derived.implemented()
    }

    /// The implementations for the types of a module, in the order of the description.
    pub(crate) fn implementations(self, module: &TypeModule) -> impl Iterator<Item = Implementations> + use<'a> {
        let directions =
            |id: TypeId| self.analysis.directions.emitted(id).iter().map(move |direction| (id, *direction));
        let all = module.ids().into_iter().flat_map(directions);
        all.filter_map(move |(id, direction)| self.implementations_for(id, direction))
    }

    /// The modules with types for which traits are implemented.
    pub(crate) fn implementing_modules(&self) -> Vec<TypeModule> {
        let has_any = |module: &TypeModule| module.ids().iter().any(|id| self.implements(*id));
        match self.implemented().is_empty() {
            true => Vec::new(),
            false => self.type_modules().into_iter().filter(has_any).collect(),
        }
    }

    /// Returns `true` if any of some traits is implemented for a type.
    pub(crate) fn has_any_of(&self, id: TypeId, traits: &[Implementation]) -> bool {
        self.implements(id) && traits.iter().any(|one| self.extras(id).implemented.contains(one))
    }

    fn implements(&self, id: TypeId) -> bool {
        !self.extras(id).implemented.is_empty() && !matches!(self.api.definition(id).shape, Shape::Alias(_))
    }

    fn implementations_for(self, id: TypeId, direction: Direction) -> Option<Implementations> {
        if !self.implements(id) {
            return None;
        }
        let traits = &self.extras(id).implemented;
        let asks = traits.iter().any(|one| one.describes());
        let values = match self.item(id, direction).kind {
            _ if !traits.contains(&Implementation::ValueEnum) => Vec::new(),
            ItemKind::IntegerEnum(codes) => codes
                .values
                .iter()
                .map(|value| ArgumentValue::new(&value.name, value.wire.to_string(), value.meaning.as_deref()))
                .collect(),
            ItemKind::StringEnum(words) => words
                .values
                .iter()
                .map(|value| ArgumentValue::new(&value.name, value.wire.clone(), value.meaning.as_deref()))
                .collect(),
            _ => Vec::new(),
        };
        Some(Implementations {
            name: self.names.of_type(id, direction).to_owned(),
            traits: traits.clone(),
            described: asks.then(|| self.described(id, direction)),
            values,
        })
    }
}
