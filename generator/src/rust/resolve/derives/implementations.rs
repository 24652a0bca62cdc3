//! The types for which traits of other crates are implemented, and what the implementations say.

use std::collections::BTreeSet;

use crate::api::analysis::Direction;
use crate::api::model::{Shape, TypeId};
use crate::config::Implementation;
use crate::rust::ir::{ArgumentValue, EnumValue, Implementations, ItemKind};
use crate::rust::resolve::Resolver;

impl ArgumentValue {
    pub(super) fn new(variant: &str, wire: String, meaning: Option<&str>) -> Self {
        let help = meaning.map(plain_help);
        if is_shell_word(&wire) {
            Self { variant: variant.to_owned(), name: wire, alias: None, help }
        } else {
            Self { variant: variant.to_owned(), name: variant.to_owned(), alias: Some(wire), help }
        }
    }
}

impl<'a> Resolver<'a> {
    /// The traits that are implemented for any type.
    pub(crate) fn implemented(&self) -> BTreeSet<Implementation> {
        self.derived.implemented()
    }

    pub(in crate::rust::resolve) fn implements(&self, id: TypeId) -> bool {
        !self.extras(id).implemented.is_empty() && !matches!(self.api.definition(id).shape, Shape::Alias(_))
    }

    /// Returns the implementations for a type.
    pub(in crate::rust::resolve) fn implementations(
        &self,
        id: TypeId,
        direction: Direction,
        kind: &ItemKind,
    ) -> Option<Implementations> {
        if !self.implements(id) {
            return None;
        }
        let traits = &self.extras(id).implemented;
        let is_described = traits.contains(&Implementation::JsonSchema);
        let values = match kind {
            _ if !traits.contains(&Implementation::ValueEnum) => Vec::new(),
            ItemKind::IntegerEnum(codes) => {
                codes.values.iter().map(|value| argument_value(value, value.wire.to_string())).collect()
            }
            ItemKind::StringEnum(words) => {
                words.values.iter().map(|value| argument_value(value, value.wire.clone())).collect()
            }
            _ => Vec::new(),
        };
        Some(Implementations {
            traits: traits.clone(),
            described: is_described.then(|| self.described(id, direction)),
            values,
        })
    }
}

fn argument_value<V>(value: &EnumValue<V>, wire: String) -> ArgumentValue {
    ArgumentValue::new(&value.name, wire, value.meaning.as_deref())
}

/// Returns `true` if every shell reads `text` as one literal word.
pub(crate) fn is_shell_word(text: &str) -> bool {
    let is_literal = |byte: u8| byte.is_ascii_alphanumeric() || b"_.:/@+=-".contains(&byte);
    // zsh expands `=name` to the path of a command.
    !text.is_empty() && !text.starts_with('=') && text.bytes().all(is_literal)
}

/// Returns `text` without the characters that a shell may interpret, on one line.
pub(crate) fn plain_help(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_.,:/@+=-".contains(c);
    let text = text.replace(['\'', '’'], "");
    let words = text.split(|c| !is_plain(c)).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}
