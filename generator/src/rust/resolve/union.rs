//! One of several types: an enum, with what selects each variant on the wire, and a variant for values that are none of them.
//!
//! It is converted from types that only one of its alternatives holds, and from convenient types such as `&str`. A received
//! one has a function for each member that all alternatives have.

use std::collections::HashMap;

use super::Resolver;
use super::structure::present;
use crate::api::analysis::{AlternativeShape, Direction};
use crate::api::model;
use crate::api::model::{Constraints, Field, Number, Object, Shape, Tag, TagPlace, Text, Type, TypeId};
use crate::rust::docs;
use crate::rust::ir::{
    Accessor, AccessorArm, Constant, Constraint, Docs, Injection, MemberAccess, Payload, Presence, RustType, Selector,
    SourceType, Union, UnionSource, Variant,
};

impl<'a> Resolver<'a> {
    pub(super) fn union(&self, id: TypeId, union: &'a model::Union, direction: Direction) -> Union {
        let variants = union.variants.iter().enumerate();
        let variant = |(index, variant)| self.variant((id, index), union, variant, direction);
        Union {
            variants: variants.map(variant).collect(),
            tag: union.tag.as_ref().map(|tag| tag.place.clone()),
            accessors: self.accessors(id, union, direction),
            sources: self.sources(id, union, direction),
            received: self.received_name(id, direction).map(str::to_owned),
        }
    }

    fn variant(
        &self,
        (id, index): (TypeId, usize),
        union: &'a model::Union,
        variant: &'a model::Variant,
        direction: Direction,
    ) -> Variant {
        let fallback = match &variant.payload {
            model::Payload::Constant(value) if value == "" => "No value: an empty string.".to_owned(),
            model::Payload::Constant(value) => format!("Always {}.", docs::code(&value.to_string())),
            model::Payload::Type(_) | model::Payload::Unit => String::new(),
        };
        let tags = union.tag.as_ref().map(|tag| tag.values_of(index)).unwrap_or_default();
        let shape = self.analysis.shapes.get(id, direction, index);
        Variant {
            name: self.names.variant(id, index).to_owned(),
            docs: self.variant_docs((id, index), Docs::new(&variant.docs, fallback), union, direction),
            attributes: self.variant_attributes(id, index).to_owned(),
            payload: variant.payload.ty().map(|ty| {
                let is_boxed = self.facts.boxed.contains(id, index);
                let conversion = self.conversion(ty).boxed(is_boxed);
                Payload { ty: self.rust_type(ty, direction), is_boxed, conversion }
            }),
            tags: tags.to_vec(),
            selector: self.selector((index, shape), union.tag.as_ref(), &variant.payload, direction),
            constraints: if self.is_checked(id) && self.holds_what_is_sent(id, direction) {
                self.variant_constraints(union.tag.as_ref(), variant)
            } else {
                Vec::new()
            },
        }
    }

    /// Adds that an alternative is indistinguishable from another one to its docs, if it can be received.
    fn variant_docs(
        &self,
        (id, index): (TypeId, usize),
        docs: Docs,
        union: &model::Union,
        direction: Direction,
    ) -> Docs {
        if !self.is_received(id, direction) {
            return docs;
        }
        let received_as = |index| self.analysis.shapes.get(id, direction, index)?.received_as;
        let linked = |index| format!("[`Self::{}`]", self.names.variant(id, index));
        if let Some(before) = received_as(index) {
            let before = linked(before);
            return docs.markdown(format!("Its values are indistinguishable from {before}, and are received as such."));
        }
        let later = (index + 1..union.variants.len()).filter(|later| received_as(*later) == Some(index));
        let later: Vec<String> = later.map(linked).collect();
        if later.is_empty() {
            return docs;
        }
        docs.markdown(format!("Also receives the values of {}.", docs::joined(&later)))
    }

    /// Returns `true` if values of a type are received in a form.
    pub(super) fn is_received(&self, id: TypeId, direction: Direction) -> bool {
        self.analysis.directions.is_received(id)
            && (direction == Direction::Response || !self.analysis.directions.is_split(id))
    }

    fn selector(
        &self,
        (index, shape): (usize, Option<&AlternativeShape>),
        tag: Option<&'a Tag>,
        payload: &'a model::Payload,
        direction: Direction,
    ) -> Option<Selector> {
        use model::Payload::{Constant as Always, Type as Holds, Unit};
        Some(match (tag, payload) {
            (Some(tag), Unit) => Selector::Unit(tag.only_value(index)?.to_owned()),
            (Some(_), Always(value)) => Selector::Unit(value.as_str()?.to_owned()),
            (Some(tag), Holds(ty)) => match tag.internal() {
                Some(property) => Selector::Member(self.injection(ty, property, direction)),
                None => Selector::Apart(tag.only_value(index)?.to_owned()),
            },
            (None, Always(value)) => Selector::Constant(Constant::new(value)),
            (None, Holds(ty)) => Selector::Shape(self.shape(&shape?.shape, Some(ty), direction)),
            (None, Unit) => return None,
        })
    }

    /// Returns how the tag is added to the members of a value.
    fn injection(&self, ty: &Type, tag: &str, direction: Direction) -> Injection {
        let Type::Named(id) = self.api.unaliased(ty) else { return Injection::Added };
        match &self.api.definition(*id).shape {
            Shape::Object(object)
                if super::structure::present(object, direction).any(|(_, field)| field.wire == tag) =>
            {
                Injection::Declared
            }
            // What keeps members that are not declared may hold the tag among them.
            Shape::Object(object) if object.others.is_none() => Injection::Injected,
            // A union within the union tells itself apart by the same tag.
            Shape::Union(inner) if inner.tag.as_ref().and_then(Tag::internal) == Some(tag) => Injection::Declared,
            _ => Injection::Added,
        }
    }

    fn variant_constraints(&self, tag: Option<&Tag>, variant: &'a model::Variant) -> Vec<Constraint> {
        match (&variant.payload, tag.map(|tag| &tag.place)) {
            (model::Payload::Type(ty), None) => self.constraints(ty, &variant.constraints),
            (model::Payload::Type(ty), Some(TagPlace::External)) => self.constraints(ty, Constraints::NONE),
            (model::Payload::Type(Type::Named(inner)), _) if self.is_checked(*inner) => {
                vec![Constraint::Of(self.names.of_type(*inner, Direction::Request).to_owned())]
            }
            _ => Vec::new(),
        }
    }
}

/// The payload of an alternative: its index, its type without aliases, and the Rust type.
type Held<'a, 'u> = (usize, &'u Type, RustType);

impl<'a> Resolver<'a> {
    /// Returns the types that are accepted in place of a string or a list of strings.
    fn accepted_sources(&self, target: &Type, is_boxed: bool) -> Vec<SourceType> {
        match target {
            Type::Text(Text::Plain) => vec![SourceType::Str],
            Type::List(element)
                if !is_boxed && matches!(self.api.unaliased(element), Type::Text(Text::Plain | Text::Binary)) =>
            {
                vec![SourceType::StrList]
            }
            _ => Vec::new(),
        }
    }

    /// Returns the types that only one alternative holds. If the tag is outside the value, a plain value does not
    /// identify the alternative.
    pub(super) fn sources(&self, id: TypeId, union: &'a model::Union, direction: Direction) -> Vec<UnionSource> {
        let is_apart = union.tag.as_ref().is_some_and(|tag| tag.internal().is_none());
        let held = union.variants.iter().enumerate().filter_map(|(variant, alternative)| {
            let target = self.api.unaliased(alternative.payload.ty()?);
            Some((variant, target, self.rust_type(target, direction)))
        });
        let held: Vec<Held<'a, '_>> = held.collect();
        let mut counts: HashMap<&RustType, usize> = HashMap::new();
        held.iter().for_each(|(.., written)| *counts.entry(written).or_default() += 1);
        let mut sources = Vec::new();
        for (variant, target, written) in &held {
            let is_named = matches!(target, Type::Named(_));
            // An alternative that is the union itself by way of an alias converts already.
            let is_itself = **target == Type::Named(id);
            if counts.get(written) == Some(&1) && !is_itself && (is_named || !is_apart) {
                let is_boxed = self.facts.boxed.contains(id, *variant);
                let all = std::iter::once(SourceType::Payload).chain(self.accepted_sources(target, is_boxed));
                sources.extend(all.map(|of| UnionSource { variant: *variant, of }));
            }
        }
        let listed = self.listed_texts(union, &held).filter(|_| !is_apart);
        sources.extend(listed.into_iter().flat_map(|variant| {
            [SourceType::ListedStr, SourceType::ListedString].map(|of| UnionSource { variant, of })
        }));
        sources
    }

    /// The alternative that is an enumeration of texts, where no other one is a text.
    fn listed_texts(&self, union: &model::Union, held: &[Held<'a, '_>]) -> Option<usize> {
        let is_text =
            |payload: &model::Payload| matches!(payload, model::Payload::Constant(value) if value.is_string());
        let of_texts = held.iter().filter_map(|(variant, target, _)| match target {
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

/// Functions of traits that an accessor would hide.
const TRAIT_FUNCTIONS: [&str; 7] = ["clone", "default", "from", "into", "try_from", "try_into", "validate"];

/// An alternative that is a struct.
struct StructAlternative<'a> {
    variant: usize,
    id: TypeId,
    object: &'a Object,
}

impl<'a> Resolver<'a> {
    /// Returns an accessor for each member that all structs of a union have with the same name and type, if there are
    /// several structs. There are none if its values are only sent: programs know what they send.
    pub(super) fn accessors(&self, id: TypeId, union: &'a model::Union, direction: Direction) -> Vec<Accessor> {
        let structs = self.structs(union).filter(|_| self.is_received(id, direction)).unwrap_or_default();
        let [first, _, ..] = structs.as_slice() else { return Vec::new() };
        let members = present(first.object, direction);
        members.filter_map(|(index, field)| self.member_accessor(&structs, index, field, direction)).collect()
    }

    /// Returns the accessor of a member of the first struct, or `None` if not all structs have it.
    fn member_accessor(
        &self,
        structs: &[StructAlternative<'a>],
        index: usize,
        field: &'a Field,
        direction: Direction,
    ) -> Option<Accessor> {
        let name = self.names.field(structs.first()?.id, index).to_owned();
        let value = self.rust_type(field.ty.split_null().0, direction);
        let is_scalar = self.is_scalar(&field.ty);
        let arm = |alternative| self.member_arm(alternative, &field.wire, &name, &value, direction);
        let arms = structs.iter().map(arm).collect::<Option<_>>()?;
        (!TRAIT_FUNCTIONS.contains(&name.as_str())).then(|| Accessor { name, output: output(value, is_scalar), arms })
    }

    /// Returns the alternatives that are structs, or `None` if another one may have members too.
    fn structs(&self, union: &'a model::Union) -> Option<Vec<StructAlternative<'a>>> {
        let mut structs = Vec::new();
        for (variant, alternative) in union.variants.iter().enumerate() {
            match alternative.payload.ty().map(|ty| self.api.unaliased(ty)) {
                Some(Type::Named(id)) => match &self.api.definition(*id).shape {
                    Shape::Object(object) => structs.push(StructAlternative { variant, id: *id, object }),
                    Shape::IntegerEnum(_) | Shape::StringEnum(_) => {}
                    Shape::Alias(_) | Shape::Wrapper(_) | Shape::Union(_) => return None,
                },
                Some(Type::Any | Type::AnyObject | Type::Map(_) | Type::Nullable(_) | Type::Own(..)) => return None,
                _ => {}
            }
        }
        Some(structs)
    }

    /// Returns `true` if a type is a boolean or a number, which accessors return by value.
    fn is_scalar(&self, ty: &Type) -> bool {
        let ty = self.api.unaliased(ty.split_null().0);
        matches!(ty, Type::Boolean | Type::Integer(_) | Type::Number(Number::F32 | Number::F64))
    }

    /// Returns how to read a member of a struct, or `None` if the struct has no such member.
    fn member_arm(
        &self,
        alternative: &StructAlternative<'a>,
        wire: &str,
        name: &str,
        value: &RustType,
        direction: Direction,
    ) -> Option<AccessorArm> {
        let StructAlternative { variant, id, object } = *alternative;
        let (index, field) = present(object, direction).find(|(_, field)| field.wire == wire)?;
        let presence = self.presence(id, field, direction);
        let is_same = field.constant.is_none()
            && presence != Presence::ThreeStates
            && self.names.field(id, index) == name
            && self.rust_type(field.ty.split_null().0, direction) == *value;
        let is_pointer = self.facts.boxed.contains(id, index) || *value == RustType::string();
        let access = match (presence.is_option(), self.is_scalar(&field.ty)) {
            (false, true) => MemberAccess::Copied,
            (true, true) => MemberAccess::CopiedOption,
            (false, false) => MemberAccess::Required,
            (true, false) if is_pointer => MemberAccess::AsDeref,
            (true, false) => MemberAccess::AsRef,
        };
        is_same.then_some(AccessorArm { variant, access })
    }
}

/// Returns the type that an accessor of a value returns in an `Option`.
fn output(value: RustType, is_scalar: bool) -> RustType {
    if is_scalar {
        value
    } else if value == RustType::string() {
        RustType::library(&["str"]).reference()
    } else {
        value.reference()
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Case;

    #[test]
    fn accessors_return_scalars_by_value() {
        let schemas = r##"
                "Pet": { "oneOf": [{ "$ref": "#/components/schemas/Cat" }, { "$ref": "#/components/schemas/Dog" }] },
                "Cat": { "type": "object", "required": ["id", "name", "claws"], "properties": {
                    "id": { "type": "integer" }, "name": { "type": "string" }, "claws": { "type": "integer" },
                    "fed": { "type": "boolean" }, "weight": { "type": "number" } } },
                "Dog": { "type": "object", "required": ["name", "tail", "weight"], "properties": {
                    "id": { "type": "integer" }, "name": { "type": "string" }, "tail": { "type": "integer" },
                    "fed": { "type": "boolean" }, "weight": { "type": "number" } } }"##;
        let code: String = Case::received("Pet").schemas(schemas).emission().texts().map(|(_, text)| text).collect();
        for expected in [
            "pub fn id(&self) -> Option<i64> {\n        match self {\n            Self::Cat(value) => Some(value.id),\n            \
             Self::Dog(value) => value.id,",
            "pub fn fed(&self) -> Option<bool>",
            "pub fn weight(&self) -> Option<f64>",
            "pub fn name(&self) -> Option<&str>",
        ] {
            assert!(code.contains(expected), "{expected}");
        }
    }

    #[test]
    fn both_of_two_indistinguishable_alternatives_say_so() {
        let event = r#"{ "type": "object", "required": ["event"], "properties": { "event": { "type": "string" } } }"#;
        let schemas = format!(
            r##""Labeled": {event}, "Unlabeled": {event}, "Event": {{ "anyOf": [
                {{ "$ref": "#/components/schemas/Labeled" }}, {{ "$ref": "#/components/schemas/Unlabeled" }}] }}"##
        );
        let code: String = Case::received("Event").schemas(schemas).emission().texts().map(|(_, text)| text).collect();
        for expected in [
            "/// Also receives the values of [`Self::Unlabeled`].\n    Labeled(Labeled),",
            "/// Its values are indistinguishable from [`Self::Labeled`], and are received as such.\n    Unlabeled(Unlabeled),",
        ] {
            assert!(code.contains(expected), "{expected}");
        }
    }
}
