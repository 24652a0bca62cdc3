//! The canonical form of a shape, which is the same for equal shapes: without locations and prose.

use crate::api::model::{Constraints, Definition, Docs, Field, Object, Shape, TypeId, Union, Variant};
use crate::base::pointer::Pointer;

/// A shape without locations and prose, in which equal types have one ID.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct CanonicalShape {
    shape: Shape,
    /// The constraints of an alias.
    constraints: Option<Constraints>,
    is_deprecated: bool,
}

/// Returns the canonical form of a shape, with these IDs of the types in it.
pub(super) fn canonical(definition: &Definition, mut id_of: impl FnMut(TypeId) -> TypeId) -> CanonicalShape {
    let mut shape = match &definition.shape {
        Shape::Object(object) => Shape::Object(Object {
            fields: object.fields.iter().map(canonical_field).collect(),
            others: object.others.clone(),
        }),
        Shape::Union(union) => Shape::Union(Union {
            variants: union.variants.iter().map(canonical_variant).collect(),
            tag: union.tag.clone(),
        }),
        other => other.clone(),
    };
    match &mut shape {
        Shape::IntegerEnum(codes) => codes.codes.sort_by_key(|code| code.code),
        Shape::StringEnum(words) => {
            words.words.sort_by(|one, other| one.wire.cmp(&other.wire));
            words.is_open = false;
        }
        other => other.change_ids(&mut |id| *id = id_of(*id)),
    }
    CanonicalShape {
        constraints: matches!(shape, Shape::Alias(_)).then(|| definition.constraints.clone()),
        shape,
        is_deprecated: definition.docs.deprecated,
    }
}

fn canonical_field(field: &Field) -> Field {
    Field {
        ty: field.ty.clone(),
        required: field.required,
        read_only: field.read_only,
        write_only: field.write_only,
        default: field.default.clone(),
        constant: field.constant.clone(),
        may_be_omitted: field.may_be_omitted,
        may_be_null: field.may_be_null,
        accepts_numbers: field.accepts_numbers,
        constraints: field.constraints.clone(),
        docs: Docs { deprecated: field.docs.deprecated, ..Docs::default() },
        ..Field::any(Pointer::root(), &field.wire)
    }
}

/// Alternatives are the same only if they have the same candidates for their names.
fn canonical_variant(variant: &Variant) -> Variant {
    Variant {
        origin: Pointer::root(),
        candidates: variant.candidates.clone(),
        payload: variant.payload.clone(),
        constraints: Constraints::default(),
        docs: Docs::default(),
    }
}

/// Returns `true` for a component schema, whose name no other type has.
pub(super) fn has_own_name(definition: &Definition) -> bool {
    definition.naming.schema().is_some()
}

#[cfg(test)]
mod tests {
    use super::{CanonicalShape, canonical};
    use crate::api::model::{
        Constraints, Definition, Docs, Field, Naming, Object, Owner, Role, Shape, StringEnum, Word,
    };
    use crate::base::pointer::Pointer;

    fn definition(shape: Shape) -> Definition {
        Definition {
            origin: Pointer::root(),
            included_by: None,
            naming: Naming { owner: Owner::Schema(String::new()), role: Role::Component, inside: Vec::new() },
            occurrences: Vec::new(),
            docs: Docs::default(),
            constraints: Constraints::default(),
            shape,
            is_twin: false,
        }
    }

    fn object(fields: &[(&str, bool)]) -> CanonicalShape {
        let field = |(wire, required): &(&str, bool)| Field {
            required: *required,
            docs: Docs { description: Some(format!("the {wire}")), ..Docs::default() },
            ..Field::any(Pointer::root().child(wire), wire)
        };
        let fields = fields.iter().map(field).collect();
        canonical(&definition(Shape::Object(Object { fields, others: None })), |id| id)
    }

    fn words(words: &[&str]) -> CanonicalShape {
        let word = |wire: &&str| Word { wire: (*wire).to_owned(), name: None, meaning: None };
        canonical(
            &definition(Shape::StringEnum(StringEnum { words: words.iter().map(word).collect(), is_open: false })),
            |id| id,
        )
    }

    #[test]
    fn members_count_and_prose_does_not() {
        assert_eq!(object(&[("a", true), ("b", false)]), object(&[("a", true), ("b", false)]));
        assert_ne!(object(&[("a", true)]), object(&[("a", false)]));
        assert_ne!(object(&[("a", true)]), object(&[("a", true), ("b", true)]));
    }

    #[test]
    fn values_count_in_any_order() {
        assert_eq!(words(&["asc", "desc"]), words(&["desc", "asc"]));
        assert_ne!(words(&["asc", "desc"]), words(&["asc"]));
        assert_ne!(words(&["a", "b"]), words(&["a, b"]));
    }
}
