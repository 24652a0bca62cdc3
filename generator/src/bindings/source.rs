//! What a union can be made of: what only one of its alternatives holds, and what people write instead of that.

use std::collections::HashMap;

use super::{Bindings, RustType};
use crate::analysis::Direction;
use crate::model::{self, Text, Type, TypeId};

/// Something that a union can be made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnionSource<'a> {
    /// The index of the variant.
    pub(crate) variant: usize,
    /// What it is made of.
    pub(crate) of: SourceType<'a>,
}

/// What a variant can be made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SourceType<'a> {
    /// What it holds.
    Payload,
    /// A borrowed text.
    Str,
    /// An array of elements of this type.
    Array(RustType<'a>),
    /// An array of borrowed texts.
    Strs,
}

impl<'a> Bindings<'a> {
    /// What people write in place of a text or a list.
    fn written_instead(&self, target: &Type, is_boxed: bool, direction: Direction) -> Vec<SourceType<'a>> {
        match target {
            Type::Text(Text::Plain) => vec![SourceType::Str],
            Type::List(element) if !is_boxed => {
                let is_text = matches!(self.api.unaliased(element), Type::Text(Text::Plain | Text::Binary));
                let owned = SourceType::Array(self.rust_type(element, direction));
                std::iter::once(owned).chain(is_text.then_some(SourceType::Strs)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What only one alternative holds. Where the tag stands outside the value, a plain value says too little of which
    /// alternative is meant.
    pub(super) fn sources(&self, id: TypeId, union: &'a model::Union, direction: Direction) -> Vec<UnionSource<'a>> {
        let is_apart = union.tag.as_ref().is_some_and(|tag| tag.internal().is_none());
        let held = union.variants.iter().enumerate().filter_map(|(variant, alternative)| {
            let ty = alternative.payload.ty()?;
            let target = self.api.unaliased(ty);
            Some((variant, ty, target, self.rust_type(target, direction)))
        });
        let held: Vec<_> = held.collect();
        let mut counts: HashMap<&RustType<'a>, usize> = HashMap::new();
        held.iter().for_each(|(.., written)| *counts.entry(written).or_default() += 1);
        let mut sources = Vec::new();
        for (variant, ty, target, written) in &held {
            let is_named = matches!(target, Type::Named(_));
            // An alternative that is the union itself by way of an alias converts already.
            let is_itself = **target == Type::Named(id);
            if counts.get(written) == Some(&1) && !is_itself && (is_named || !is_apart) {
                let is_boxed = self.is_variant_boxed(id, *variant, ty);
                let all = std::iter::once(SourceType::Payload).chain(self.written_instead(target, is_boxed, direction));
                sources.extend(all.map(|of| UnionSource { variant: *variant, of }));
            }
        }
        sources
    }
}
