//! The types for which traits of other crates are implemented, and what the implementations say.

use std::collections::BTreeSet;

use super::shell::{is_shell_word, plain_help};
use crate::analysis::Direction;
use crate::config::Implementation;
use crate::model::{Shape, TypeId};
use crate::resolve::{ItemKind, Resolver, RustType, TypeModule};

/// The implementations for a type.
#[derive(Clone, Debug)]
pub(crate) struct Implementations<'a> {
    /// The name of the type.
    pub(crate) name: &'a str,
    /// Which traits these are.
    pub(crate) traits: &'a BTreeSet<Implementation>,
    /// What its values are, where a trait asks for that.
    pub(crate) described: Option<DescribedType<'a>>,
    /// The values of an enum, if it implements `clap::ValueEnum`.
    pub(crate) values: Vec<ArgumentValue<'a>>,
}

/// A value of an enum as an argument of a program.
#[derive(Clone, Debug)]
pub(crate) struct ArgumentValue<'a> {
    /// The variant.
    pub(crate) variant: &'a str,
    /// The argument: the wire value, or the variant if a shell could interpret the wire value.
    pub(crate) name: String,
    /// The wire value, if the argument is another.
    pub(crate) alias: Option<String>,
    /// The description of the value.
    pub(crate) help: Option<String>,
}

impl<'a> ArgumentValue<'a> {
    pub(super) fn new(variant: &'a str, wire: String, meaning: Option<&'a str>) -> Self {
        let help = meaning.map(plain_help);
        match is_shell_word(&wire) {
            true => Self { variant, name: wire, alias: None, help },
            false => Self { variant, name: variant.to_owned(), alias: Some(wire), help },
        }
    }
}

/// What the values of a type are.
#[derive(Clone, Debug)]
pub(crate) struct DescribedType<'a> {
    /// Its JSON Schema, where a number as `$ref` is one of the emitted types below, and as `$own` one of the user's; `$samples` are
    /// values where no others are known.
    pub(crate) schema: String,
    /// The names of the emitted types that it holds.
    pub(crate) held: Vec<&'a str>,
    /// The types of the user's that it holds, which say themselves what their values are.
    pub(crate) own: Vec<RustType<'a>>,
}

impl<'a> Resolver<'a> {
    /// The traits that are implemented for any type.
    pub(crate) fn implemented(&self) -> BTreeSet<Implementation> {
        self.derived.implemented()
    }

    /// The implementations for the types of a module, in the order of the description.
    pub(crate) fn implementations(
        self,
        module: &TypeModule<'a>,
    ) -> impl Iterator<Item = Implementations<'a>> + use<'a> {
        let directions =
            |id: TypeId| self.analysis.directions.emitted(id).iter().map(move |direction| (id, *direction));
        let all = module.ids().into_iter().flat_map(directions);
        all.filter_map(move |(id, direction)| self.implementations_for(id, direction))
    }

    /// The modules with types for which traits are implemented.
    pub(crate) fn implementing_modules(&self) -> Vec<TypeModule<'a>> {
        let has_any = |module: &TypeModule<'a>| module.ids().iter().any(|id| self.implements(*id));
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

    fn implementations_for(self, id: TypeId, direction: Direction) -> Option<Implementations<'a>> {
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
                .map(|value| ArgumentValue::new(value.name, value.wire.to_string(), value.meaning))
                .collect(),
            ItemKind::StringEnum(words) => words
                .values
                .iter()
                .map(|value| ArgumentValue::new(value.name, value.wire.to_owned(), value.meaning))
                .collect(),
            _ => Vec::new(),
        };
        Some(Implementations {
            name: self.names.of_type(id, direction),
            traits,
            described: asks.then(|| self.described(id, direction)),
            values,
        })
    }
}
