//! The types of bases and their subtypes, from the result of the `inheritance` module.

use std::collections::{BTreeMap, HashSet};

use serde_json::Value;

use super::constant::type_of;
use super::inheritance::{DirectUseReason, InheritedTag};
use super::input::Site;
use super::node::Node;
use super::schemas::Schemas;
use super::tagging::{Tagging, VariantPayload};
use crate::api::model::{Constraints, Definition, Shape, Tag, Text, Type, TypeId};
use crate::base::diagnostic::Code;
use crate::base::pointer::Pointer;

impl<'d> Schemas<'d> {
    /// Lowers a base. It is one of its subtypes, or an unknown one of a later server version, even if there is only
    /// one.
    pub(super) fn base(&mut self, id: TypeId, subtypes: Node<'d>) {
        let definition = &self.types[id.index()];
        let site = Site { pointer: definition.origin.clone(), naming: definition.naming.clone() };
        let branches: Vec<_> = subtypes.any.one_of.iter().enumerate().collect();
        self.log.check_parts(branches.len(), "alternatives of one type", &site.pointer);
        self.several(subtypes, &branches, &site.below(&["oneOf"]), &site, Some(id));
    }

    /// Uses the mapping entry of each alternative as its origin.
    pub(super) fn point_to_subtypes(&self, id: TypeId, schema: Node<'d>, tagging: &mut Tagging<'d>) {
        let (Some(tag), Some(discriminator)) = (&tagging.tag, &schema.data.discriminator) else { return };
        if !self.is_base(&self.types[id.index()]) {
            return;
        }
        for (position, alternative) in tagging.alternatives.iter_mut().enumerate() {
            let value = tag.values_of(position).first();
            if let Some((value, _)) = value.and_then(|value| discriminator.mapping.get_key_value(value)) {
                alternative.holds = VariantPayload::Mapped(value);
            }
        }
    }

    /// Corrects tags and constants, once all types are known: a type is lowered once and used in several places, some of
    /// which are lowered later. `called` are the types that operations and events use.
    pub(super) fn correct(&mut self, called: &HashSet<TypeId>) {
        // Whether a subtype with subtypes keeps its tag depends on all uses of it.
        self.fix_inherited_tags(called);
        // Members of parts, of references and of subtypes are constants by now.
        self.infer_tags();
        // The unions that contradict a constant include those whose tag was just inferred.
        self.free_contradicted_constants();
        // Several unions may map values to one type. These constants are no reason to infer a tag of another union.
        self.fix_mapped_tags();
    }

    /// Turns the tags of subtypes into constants. They are always sent, even if the member is optional, since nothing
    /// else identifies the subtype.
    fn fix_inherited_tags(&mut self, called: &HashSet<TypeId>) {
        self.fix_own_tags(called);
        self.fix_tags_of_bases();
    }

    /// Records a union whose discriminator maps values to its alternatives.
    pub(super) fn record_mapping(&mut self, schema: Node<'_>, tag: &Tag, id: TypeId) {
        let mapping = schema.data.discriminator.as_ref().map(|discriminator| &discriminator.mapping);
        if tag.internal().is_some() && mapping.is_some_and(|mapping| !mapping.is_empty()) {
            self.mapped_unions.push(id);
        }
    }

    /// Turns the tags of the alternatives to which a discriminator maps one value each into constants, unless another
    /// union maps another value. They are written first, as some servers require.
    fn fix_mapped_tags(&mut self) {
        let mut tags: BTreeMap<(TypeId, String), Option<String>> = BTreeMap::new();
        for id in &self.mapped_unions {
            let Shape::Union(union) = &self.types[id.index()].shape else { continue };
            let Some((tag, property)) = union.tag.as_ref().and_then(|tag| Some((tag, tag.internal()?))) else {
                continue;
            };
            for (position, variant) in union.variants.iter().enumerate() {
                let Some(id) = variant.payload.ty().and_then(|ty| self.object_behind(ty)) else { continue };
                // A base may be any of its subtypes.
                if self.types[id.index()].naming.schema().is_some_and(|name| self.inheritance.is_parent(name)) {
                    continue;
                }
                let value = tag.only_value(position).map(str::to_owned);
                let known = tags.entry((id, property.to_owned())).or_insert_with(|| value.clone());
                *known = known.take().filter(|known| Some(known) == value.as_ref());
            }
        }
        for ((id, property), value) in tags {
            let Some(value) = value else { continue };
            self.fix_tag(id, &InheritedTag { property: property.clone(), value });
            let Shape::Object(object) = &mut self.types[id.index()].shape else { continue };
            let tag = object.fields.iter().position(|field| field.wire == property && field.constant.is_some());
            if let Some(fields) = tag.and_then(|tag| object.fields.get_mut(..=tag)) {
                fields.rotate_right(1);
            }
        }
    }

    /// A subtype with its own subtypes that is used directly may be any of them, and keeps its tag.
    fn fix_own_tags(&mut self, called: &HashSet<TypeId>) {
        let inheritance = self.inheritance;
        let mut direct: Option<HashSet<TypeId>> = None;
        for (name, tags) in inheritance.tags().filter(|(_, tags)| !tags.is_empty()) {
            let Some(id) = self.ids.get(name).copied() else { continue };
            if inheritance.is_parent(name)
                && direct.get_or_insert_with(|| self.referred_to_directly(called)).contains(&id)
            {
                continue;
            }
            tags.iter().for_each(|tag| self.fix_tag(id, tag));
        }
    }

    /// Fixes the tags of nested bases: a nested base represents all of its subtypes, unless they declare otherwise.
    fn fix_tags_of_bases(&mut self) {
        let inheritance = self.inheritance;
        for (name, tags) in inheritance.tags().filter(|(name, _)| inheritance.union(name).is_some()) {
            let Some(id) = self.ids.get(name).copied() else { continue };
            let objects = self.objects_of(id);
            if !self
                .log
                .has_room(objects.len() * tags.len() * size_of::<TypeId>(), &Pointer::component("schemas", name))
            {
                return;
            }
            for tag in tags {
                objects.iter().for_each(|id| self.fix_tag(*id, tag));
            }
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

    /// Returns `true` if a type represents its subtypes.
    fn is_base(&self, definition: &Definition) -> bool {
        definition.naming.schema().is_some_and(|name| self.inheritance.union(name).is_some())
    }

    fn fix_tag(&mut self, id: TypeId, tag: &InheritedTag) {
        let Shape::Object(object) = &self.types[id.index()].shape else { return };
        let Some(index) = object.fields.iter().position(|field| field.wire == tag.property) else { return };
        let field = &object.fields[index];
        let Some(value) = self.tag_value(&field.ty, &tag.value) else { return };
        if field.constant.is_some() {
            return;
        }
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

    /// Returns the types that are used other than as a subtype of a base.
    fn referred_to_directly(&self, called: &HashSet<TypeId>) -> HashSet<TypeId> {
        let types = self.types.iter().filter(|definition| !self.is_base(definition));
        let within = types.flat_map(|definition| definition.shape.types(|_| true));
        within.flat_map(Type::named_types).chain(called.iter().copied()).collect()
    }

    /// Reports base schemas that are also used directly, and discriminator values that map to no schema.
    pub(super) fn report_inheritance(&mut self) {
        let inheritance = self.inheritance;
        for (name, (count, reason)) in &inheritance.unmarked {
            let subtypes =
                if *count == 1 { "1 schema inherits".to_owned() } else { format!("{count} schemas inherit") };
            let reason = match reason {
                DirectUseReason::Compound => "its discriminator is a list or an object".to_owned(),
                DirectUseReason::Repeated(value) => format!("`{value}` represents two of them"),
                DirectUseReason::Unnamed => "its discriminator represents none of them".to_owned(),
            };
            let message = format!("{subtypes} from `{name}`, but {reason}; their values are read as `{name}`");
            let help = "map a discriminator value to each schema in `mapping`, or list them in `oneOf`";
            self.log.warn(
                Code::SchemaUnsupported,
                message,
                &Pointer::component("schemas", name).child("discriminator"),
                help,
            );
        }
        for (name, value) in &inheritance.idle {
            self.log.warn_idle_mapping(value, &Pointer::component("schemas", name));
        }
    }
}
