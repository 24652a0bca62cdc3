//! Conversions into a union, from types that only one of its alternatives holds and from convenient types such as
//! `&str`.

use std::collections::HashMap;

use super::Resolver;
use crate::analysis::Direction;
use crate::ir::{RustType, SourceType, UnionSource};
use crate::model::{self, Shape, Text, Type, TypeId};

/// The payload of an alternative: its index, its type, the type without aliases, and the Rust type.
type Held<'a, 'u> = (usize, &'u Type, &'u Type, RustType);

impl<'a> Resolver<'a> {
    /// Returns the types that are accepted in place of a string, a list or a map.
    fn written_instead(&self, target: &Type, is_boxed: bool, direction: Direction) -> Vec<SourceType> {
        match target {
            Type::Text(Text::Plain) => vec![SourceType::Str],
            Type::List(element) if !is_boxed => {
                let is_text = matches!(self.api.unaliased(element), Type::Text(Text::Plain | Text::Binary));
                let owned = SourceType::Array(self.rust_type(element, direction));
                std::iter::once(owned).chain(is_text.then_some(SourceType::Strs)).collect()
            }
            Type::Map(value) if !is_boxed => {
                let is_text = matches!(self.api.unaliased(value), Type::Text(Text::Plain));
                vec![SourceType::Pairs((!is_text).then(|| self.rust_type(value, direction)))]
            }
            _ => Vec::new(),
        }
    }

    /// Returns the types that only one alternative holds. If the tag is outside the value, a plain value does not
    /// identify the alternative.
    pub(super) fn sources(&self, id: TypeId, union: &'a model::Union, direction: Direction) -> Vec<UnionSource> {
        let is_apart = union.tag.as_ref().is_some_and(|tag| tag.internal().is_none());
        let held = union.variants.iter().enumerate().filter_map(|(variant, alternative)| {
            let ty = alternative.payload.ty()?;
            let target = self.api.unaliased(ty);
            Some((variant, ty, target, self.rust_type(target, direction)))
        });
        let held: Vec<Held<'a, '_>> = held.collect();
        let mut counts: HashMap<&RustType, usize> = HashMap::new();
        held.iter().for_each(|(.., written)| *counts.entry(written).or_default() += 1);
        let of_pairs = held.iter().filter(|(_, _, target, _)| self.is_of_pairs(target)).count();
        let mut sources = Vec::new();
        for (variant, ty, target, written) in &held {
            let is_named = matches!(target, Type::Named(_));
            // An alternative that is the union itself by way of an alias converts already.
            let is_itself = **target == Type::Named(id);
            if counts.get(written) == Some(&1) && !is_itself && (is_named || !is_apart) {
                let is_boxed = self.is_variant_boxed(id, *variant, ty);
                let all = std::iter::once(SourceType::Payload).chain(self.written_instead(target, is_boxed, direction));
                // An array of pairs is one thing only.
                let all = all.filter(|of| !matches!(of, SourceType::Pairs(_)) || of_pairs == 1);
                sources.extend(all.map(|of| UnionSource { variant: *variant, of }));
            }
        }
        let listed = self.listed_texts(union, &held).filter(|_| !is_apart);
        sources.extend(listed.into_iter().flat_map(|variant| {
            [SourceType::ListedStr, SourceType::ListedString].map(|of| UnionSource { variant, of })
        }));
        sources
    }

    /// Returns `true` if an array of pairs would become a value of a type.
    fn is_of_pairs(&self, target: &Type) -> bool {
        match target {
            Type::Map(_) => true,
            Type::List(element) => matches!(self.api.unaliased(element), Type::Tuple(_)),
            _ => false,
        }
    }

    /// The alternative that is an enumeration of texts, where no other one is a text.
    fn listed_texts(&self, union: &model::Union, held: &[Held<'a, '_>]) -> Option<usize> {
        let is_text =
            |payload: &model::Payload| matches!(payload, model::Payload::Constant(value) if value.is_string());
        let of_texts = held.iter().filter_map(|(variant, _, target, _)| match target {
            Type::Text(_) | Type::Any => Some((variant, false)),
            Type::Named(id) => match &self.api.definition(*id).shape {
                Shape::StringEnum(_) => Some((variant, true)),
                // A union may be a text as well.
                Shape::Union(inner) if inner.tag.is_none() => Some((variant, false)),
                _ => None,
            },
            _ => None,
        });
        let of_texts: Vec<_> = of_texts.collect();
        match of_texts.as_slice() {
            [(variant, true)] if !union.variants.iter().any(|one| is_text(&one.payload)) => Some(**variant),
            _ => None,
        }
    }
}
