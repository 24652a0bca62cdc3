//! Tags and their constants once all types are known: a type is lowered once and used in several unions, some of which
//! are lowered later.
//!
//! | tag member of an object | is |
//! |---|---|
//! | all unions with a mapping map the same value to the object | a constant, written first unless it has subtypes |
//! | the same, and the object is a subtype with subtypes that is used directly | a field: it may be any of them |
//! | a union maps another value to the object than its constant | a field: the received value is sent back |
//! | only a nested base is in a union of a base | the constant of all its subtypes, unless they have their own |

use std::collections::{BTreeMap, HashSet};

use serde_json::Value;

use super::candidate::is_word;
use super::constant::type_of;
use super::schemas::Schemas;
use super::tagging::{distinct, internal};
use crate::api::model::{Candidate, Constraints, Payload, Shape, Tag, Text, Type, TypeId, Union, plain_text as plain};

/// Maximum depth of nested unions that are distinguished by one member.
const MAX_UNION_DEPTH: usize = 4;

/// An alternative of a union with an internal tag.
struct TaggedAlternative {
    /// The object or the nested base.
    id: TypeId,
    property: String,
    /// The only value that maps to it.
    value: Option<String>,
    /// `true` if a discriminator maps values to the alternatives of the union.
    is_mapped: bool,
}

impl Schemas<'_> {
    /// Infers tags and sets the constants of their members. `called` are the types that operations and events use.
    pub(super) fn settle_tags(&mut self, called: &HashSet<TypeId>) {
        let direct = self.referred_to_directly(called);
        // Inference needs the constants of subtypes; those of other mappings are no reason to infer a tag.
        let (objects, nested) = self.tagged_alternatives(true);
        self.set_constants(objects, &direct);
        self.set_constants_within(nested);
        self.infer_tags();
        let (objects, _) = self.tagged_alternatives(false);
        self.set_constants(objects, &direct);
    }

    /// Sets the constant of each tag member from all unions that contain its object.
    fn set_constants(&mut self, objects: Vec<TaggedAlternative>, direct: &HashSet<TypeId>) {
        let mut agreed: BTreeMap<(TypeId, String), Option<String>> = BTreeMap::new();
        for alternative in objects {
            self.free_contradicted(&alternative);
            let TaggedAlternative { id, property, value, is_mapped } = alternative;
            let is_any_subtype = direct.contains(&id) && self.is_parent(id);
            if is_mapped && !is_any_subtype {
                let known = agreed.entry((id, property)).or_insert_with(|| value.clone());
                *known = known.take().filter(|known| Some(known) == value.as_ref());
            }
        }
        for ((id, property), value) in agreed {
            let Some(value) = value else { continue };
            self.fix_tag(id, &property, &value);
            // Some servers require the tag first. The members of a type with subtypes keep their order.
            if self.is_parent(id) {
                continue;
            }
            let Shape::Object(object) = &mut self.types[id.index()].shape else { continue };
            let tag = object.fields.iter().position(|field| field.wire == property && field.constant.is_some());
            if let Some(fields) = tag.and_then(|tag| object.fields.get_mut(..=tag)) {
                fields.rotate_right(1);
            }
        }
    }

    /// Sets the constants of the subtypes of nested bases.
    fn set_constants_within(&mut self, bases: Vec<TaggedAlternative>) {
        for TaggedAlternative { id, property, value, .. } in bases {
            let Some(value) = value else { continue };
            let objects = self.objects_of(id);
            let origin = self.types[id.index()].origin.clone();
            if !self.log.has_room(objects.len() * size_of::<TypeId>(), &origin) {
                return;
            }
            objects.iter().for_each(|id| self.fix_tag(*id, &property, &value));
        }
    }

    /// Returns `true` if a type has subtypes.
    fn is_parent(&self, id: TypeId) -> bool {
        self.types[id.index()].naming.schema().is_some_and(|name| self.inheritance.is_parent(name))
    }

    /// Returns the objects in unions with an internal tag, and the bases in unions of bases.
    fn tagged_alternatives(&self, only_bases: bool) -> (Vec<TaggedAlternative>, Vec<TaggedAlternative>) {
        let (mut objects, mut nested) = (Vec::new(), Vec::new());
        for (index, definition) in self.types.iter().enumerate() {
            let Shape::Union(Union { variants, tag: Some(tag) }) = &definition.shape else { continue };
            let (Some(property), is_base) = (tag.internal(), self.is_base(definition)) else { continue };
            if only_bases && !is_base {
                continue;
            }
            let is_mapped = self.mapped_unions.contains(&TypeId::new(index));
            for (position, variant) in variants.iter().enumerate() {
                let Some(Type::Named(id)) = variant.payload.ty().map(|ty| self.unaliased(ty)) else { continue };
                let all = match &self.types[id.index()].shape {
                    Shape::Object(_) => &mut objects,
                    Shape::Union(_) if is_base && self.is_base(&self.types[id.index()]) => &mut nested,
                    _ => continue,
                };
                let value = tag.only_value(position).map(str::to_owned);
                all.push(TaggedAlternative { id: *id, property: property.to_owned(), value, is_mapped });
            }
        }
        (objects, nested)
    }

    /// Turns a constant that the tag contradicts into a regular field.
    fn free_contradicted(&mut self, alternative: &TaggedAlternative) {
        let Shape::Object(object) = &mut self.types[alternative.id.index()].shape else { return };
        if let Some(field) = object.fields.iter_mut().find(|field| field.wire == alternative.property) {
            field.constant.take_if(|constant| alternative.value.as_deref() != Some(plain(constant).as_str()));
        }
    }

    /// Turns a member into the constant that identifies an object. It is always sent, even if it is optional, since
    /// nothing else identifies the object.
    fn fix_tag(&mut self, id: TypeId, property: &str, value: &str) {
        let Shape::Object(object) = &self.types[id.index()].shape else { return };
        let Some(index) = object.fields.iter().position(|field| field.wire == property) else { return };
        let field = &object.fields[index];
        if field.constant.is_some() {
            return;
        }
        let Some(value) = self.tag_value(&field.ty, value) else { return };
        let Shape::Object(object) = &mut self.types[id.index()].shape else { return };
        let field = &mut object.fields[index];
        (field.ty, field.default, field.constraints) = (type_of(&value), None, Constraints::default());
        (field.constant, field.required) = (Some(value), true);
    }

    /// Converts a value of a discriminator to its type.
    fn tag_value(&self, ty: &Type, value: &str) -> Option<Value> {
        match ty {
            Type::Text(Text::Plain) => Some(Value::from(value)),
            Type::Integer(_) => value.parse::<i64>().ok().map(Value::from),
            Type::Named(id) => match &self.types[id.index()].shape {
                Shape::StringEnum(_) => Some(Value::from(value)),
                Shape::IntegerEnum(_) => value.parse::<i64>().ok().map(Value::from),
                Shape::Alias(ty) if !matches!(ty, Type::Named(_)) => self.tag_value(ty, value),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the objects that a type may be: itself, or all subtypes of a base, also through other bases.
    fn objects_of(&self, id: TypeId) -> Vec<TypeId> {
        let mut all = vec![id];
        let mut seen: HashSet<TypeId> = HashSet::from([id]);
        let mut position = 0;
        while let Some(id) = all.get(position) {
            let definition = &self.types[id.index()];
            let subtypes = self.is_base(definition).then(|| definition.shape.types(|_| true)).into_iter().flatten();
            all.extend(subtypes.flat_map(Type::named_types).filter(|subtype| seen.insert(*subtype)));
            position += 1;
        }
        all
    }

    /// Returns the types that are used other than as a subtype of a base.
    fn referred_to_directly(&self, called: &HashSet<TypeId>) -> HashSet<TypeId> {
        let types = self.types.iter().filter(|definition| !self.is_base(definition));
        let within = types.flat_map(|definition| definition.shape.types(|_| true));
        within.flat_map(Type::named_types).chain(called.iter().copied()).collect()
    }

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
                if let Shape::Union(union) = &mut self.types[index].shape {
                    name_by_tag(union, &tag);
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
            let values = shapes.iter().map(|shape| values_of(shape, property)).collect::<Option<_>>()?;
            Some(internal(property, distinct(values)?))
        })
    }
}

/// Names alternatives after the value of the tag, as if it had been found at once.
fn name_by_tag(union: &mut Union, tag: &Tag) {
    for (position, variant) in union.variants.iter_mut().enumerate() {
        let Some(value) = tag.only_value(position).filter(|value| is_word(value)) else { continue };
        if variant.candidates.first().is_none_or(|first| first.text() != value) {
            variant.candidates.insert(0, Candidate::Own(value.to_owned()));
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
            Some(tag.values.concat())
        }
        _ => None,
    }
}
