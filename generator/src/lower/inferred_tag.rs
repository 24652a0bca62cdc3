//! Tags without a discriminator, inferred once all types are known, including constants from parts and references.

use super::candidate::is_word;
use super::lowering::Lowering;
use super::tagging::{distinct, internal};
use crate::model::{Candidate, Owner, Payload, Shape, Tag, Type, TypeId, Union, plain_text as plain};
use crate::pointer::Pointer;

/// Maximum depth of nested unions that are distinguished by one member.
const MAX_UNION_DEPTH: usize = 4;

impl Lowering<'_> {
    /// Infers a tag if each alternative has a member with a unique constant, declared or not; a nested union is
    /// identified by all of its values.
    pub(super) fn infer_tags(&mut self) {
        // A nested union may get its tag after the outer one.
        for _ in 0..MAX_UNION_DEPTH {
            let untagged = (0..self.types.len())
                .filter_map(|index| match &self.types[index].shape {
                    Shape::Union(union) if union.tag.is_none() => Some((index, self.inferred_tag(union)?)),
                    _ => None,
                })
                .collect::<Vec<_>>();
            if untagged.is_empty() {
                break;
            }
            for (index, tag) in untagged {
                self.name_by_tag(index, &tag);
                if let Shape::Union(union) = &mut self.types[index].shape {
                    union.tag = Some(tag);
                }
            }
        }
    }

    fn inferred_tag(&self, union: &Union) -> Option<Tag> {
        let shapes = union.variants.iter().map(|variant| match &variant.payload {
            Payload::Type(Type::Named(id)) => Some(&self.types[id.index()].shape),
            _ => None,
        });
        let shapes: Vec<&Shape> = shapes.collect::<Option<_>>()?;
        identifying_members(shapes.first()?).into_iter().find_map(|property| {
            let values = shapes.iter().map(|shape| values_of(shape, property));
            let values = values.enumerate().map(|(position, values)| Some((position, values?)));
            let values: Vec<(usize, Vec<String>)> = values.collect::<Option<_>>()?;
            let values = values
                .into_iter()
                .flat_map(|(position, values)| values.into_iter().map(move |value| (value, position)));
            Some(internal(property, distinct(values.collect())?))
        })
    }

    /// Names alternatives, and the inline types in them, after the value of the tag, as if it had been found at once.
    fn name_by_tag(&mut self, index: usize, tag: &Tag) {
        let Shape::Union(union) = &mut self.types[index].shape else { return };
        let mut renamed: Vec<(TypeId, Pointer, String, String)> = Vec::new();
        for (position, variant) in union.variants.iter_mut().enumerate() {
            let Some(value) = tag.only_value(position).filter(|value| is_word(value)) else { continue };
            if variant.candidates.first().is_some_and(|first| first.text() == value) {
                continue;
            }
            variant.candidates.insert(0, Candidate::Own(value.to_owned()));
            let before = std::mem::replace(&mut variant.hint, value.to_owned());
            if let Payload::Type(Type::Named(id)) = &variant.payload {
                renamed.push((*id, variant.origin.clone(), before, value.to_owned()));
            }
        }
        for (id, origin, before, value) in renamed {
            let definition = &mut self.types[id.index()];
            let is_within = matches!(definition.naming.owner, Owner::Type(owner) if owner.index() == index);
            if is_within && definition.origin == origin && definition.naming.step == before {
                definition.naming.step = value;
            }
        }
    }
}

/// Returns the members that identify an alternative: those with a single value, or the tag of a nested union.
fn identifying_members(shape: &Shape) -> Vec<&str> {
    match shape {
        Shape::Object(object) => {
            let constants = object.fields.iter().filter(|field| field.constant.is_some());
            constants.map(|field| field.wire.as_str()).collect()
        }
        Shape::Union(union) => union.tag.as_ref().and_then(Tag::internal).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Returns the values of such a member.
fn values_of(shape: &Shape, property: &str) -> Option<Vec<String>> {
    match shape {
        Shape::Object(object) => {
            let field = object.fields.iter().find(|field| field.wire == property)?;
            Some(vec![plain(field.constant.as_ref()?)])
        }
        Shape::Union(union) => {
            let tag = union.tag.as_ref().filter(|tag| tag.internal() == Some(property))?;
            Some(tag.values.iter().map(|(value, _)| value.clone()).collect())
        }
        _ => None,
    }
}
