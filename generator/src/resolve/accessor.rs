//! Functions of received unions that return a reference to a member that all alternatives have.

use super::Resolver;
use super::structure::present;
use crate::analysis::Direction;
use crate::ir::{Accessor, AccessorArm, FieldReference, Presence, RustType};
use crate::model::{Field, Object, Shape, Type, TypeId, Union};

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
    pub(super) fn accessors(&self, id: TypeId, union: &'a Union, direction: Direction) -> Vec<Accessor> {
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
        let arm = |alternative| self.member_arm(alternative, &field.wire, &name, &value, direction);
        let arms = structs.iter().map(arm).collect::<Option<_>>()?;
        (!TRAIT_FUNCTIONS.contains(&name.as_str())).then(|| Accessor { name, target: target(value), arms })
    }

    /// Returns the alternatives that are structs, or `None` if another one may have members too.
    fn structs(&self, union: &'a Union) -> Option<Vec<StructAlternative<'a>>> {
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
        let is_pointer = self.analysis.boxed.contains(id, index) || *value == RustType::string();
        let access = if !presence.is_option() {
            FieldReference::Required
        } else if is_pointer {
            FieldReference::AsDeref
        } else {
            FieldReference::AsRef
        };
        is_same.then_some(AccessorArm { variant, access })
    }
}

/// Returns the type that an accessor of a value returns a reference to.
fn target(value: RustType) -> RustType {
    if value == RustType::string() { RustType::library(&["str"]) } else { value }
}
