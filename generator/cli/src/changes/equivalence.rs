//! Types that are equal but for their names, and therefore the same on the wire.

use std::collections::HashSet;

use super::pairing::matched;
use super::version::Versions;
use bindery::internal::model::{Api, Definition, Field, Object, Payload, Shape, Type, TypeId, Union};

/// Maximum number of pairs of types that are compared for one change. Types with more of them are not equal.
const MAX_COMPARED_PAIRS: usize = 1_000;

/// Compares types by their contents.
pub(super) struct Equivalence<'a> {
    apis: Versions<&'a Api>,
    /// The pairs that were compared. They are equal, since the comparison ends at the first difference.
    pairs: HashSet<Versions<TypeId>>,
}

impl<'a> Equivalence<'a> {
    pub(super) fn new(apis: Versions<&'a Api>) -> Self {
        Self { apis, pairs: HashSet::new() }
    }

    /// Returns `true` if two types have the same values.
    pub(super) fn has_equal_types(&mut self, types: Versions<&Type>) -> bool {
        let apis = self.apis;
        equal_types(apis, types, &mut |id| self.has_equal_definitions(id))
    }

    /// Returns `true` if two definitions have the same values.
    pub(super) fn has_equal_definitions(&mut self, id: Versions<TypeId>) -> bool {
        if self.pairs.contains(&id) {
            return true;
        }
        if self.pairs.len() >= MAX_COMPARED_PAIRS {
            return false;
        }
        self.pairs.insert(id);
        let Versions { old, new } = Versions::new(self.apis.old.definition(id.old), self.apis.new.definition(id.new));
        old.constraints == new.constraints && self.has_equal_shapes(old, new)
    }

    fn has_equal_shapes(&mut self, old: &Definition, new: &Definition) -> bool {
        match (&old.shape, &new.shape) {
            (Shape::Alias(old) | Shape::Wrapper(old), Shape::Alias(new) | Shape::Wrapper(new)) => {
                self.has_equal_types(Versions::new(old, new))
            }
            (Shape::Object(old), Shape::Object(new)) => self.has_equal_members(old, new),
            (Shape::Union(old), Shape::Union(new)) => self.has_equal_alternatives(old, new),
            (Shape::IntegerEnum(old), Shape::IntegerEnum(new)) => {
                let values =
                    Versions::new(old, new).map(|values| values.codes.iter().map(|value| value.code).collect());
                let Versions { old, new }: Versions<HashSet<i64>> = values;
                old == new
            }
            (Shape::StringEnum(old), Shape::StringEnum(new)) => {
                let values = Versions::new(old, new).map(|values| values.words.iter().map(|word| &word.wire).collect());
                let is_open = old.is_open == new.is_open;
                let Versions { old, new }: Versions<HashSet<&String>> = values;
                is_open && old == new
            }
            _ => false,
        }
    }

    fn has_equal_members(&mut self, old: &Object, new: &Object) -> bool {
        let others = match (&old.others, &new.others) {
            (Some(old), Some(new)) => self.has_equal_types(Versions::new(old, new)),
            (old, new) => old.is_none() && new.is_none(),
        };
        let members = matched(Versions::new(&old.fields, &new.fields).map(Vec::as_slice), |field| &field.wire);
        others
            && members.into_iter().all(|(_, fields)| match (fields.old, fields.new) {
                (Some(old), Some(new)) => {
                    has_equal_presence(old, new) && self.has_equal_types(Versions::new(&old.ty, &new.ty))
                }
                _ => false,
            })
    }

    fn has_equal_alternatives(&mut self, old: &Union, new: &Union) -> bool {
        let mut variants = old.variants.iter().zip(&new.variants);
        old.tag == new.tag
            && old.variants.len() == new.variants.len()
            && variants.all(|(old, new)| {
                old.constraints == new.constraints && self.has_equal_payloads(&old.payload, &new.payload)
            })
    }

    /// Returns `true` if two alternatives have the same values.
    pub(super) fn has_equal_payloads(&mut self, old: &Payload, new: &Payload) -> bool {
        match (old, new) {
            (Payload::Type(old), Payload::Type(new)) => self.has_equal_types(Versions::new(old, new)),
            (old, new) => old == new,
        }
    }
}

/// Returns `true` if two types are equal, given the pairs of equal definitions.
pub(super) fn equal_types(
    apis: Versions<&Api>,
    types: Versions<&Type>,
    is_same: &mut dyn FnMut(Versions<TypeId>) -> bool,
) -> bool {
    match (types.old, types.new) {
        (Type::Named(old), Type::Named(new)) if is_same(Versions::new(*old, *new)) => true,
        // An alias is not another type.
        (old, new) if matches!((old, new), (Type::Named(_), _) | (_, Type::Named(_))) => {
            let resolved = Versions::new(apis.old.unaliased(old), apis.new.unaliased(new));
            (resolved.old != old || resolved.new != new) && equal_types(apis, resolved, is_same)
        }
        (Type::List(old), Type::List(new))
        | (Type::Map(old), Type::Map(new))
        | (Type::Nullable(old), Type::Nullable(new)) => equal_types(apis, Versions::new(old, new), is_same),
        (Type::Tuple(old), Type::Tuple(new)) => are_all_equal(apis, Versions::new(old, new), is_same),
        (Type::Own(old, old_arguments), Type::Own(new, new_arguments)) => {
            let path = |api: &Api, id| api.own_types.get(id).map(|own| own.path.clone());
            path(apis.old, *old) == path(apis.new, *new)
                && are_all_equal(apis, Versions::new(old_arguments, new_arguments), is_same)
        }
        (old, new) => old == new,
    }
}

fn are_all_equal(
    apis: Versions<&Api>,
    types: Versions<&Vec<Type>>,
    is_same: &mut dyn FnMut(Versions<TypeId>) -> bool,
) -> bool {
    let Versions { old, new } = types;
    old.len() == new.len() && old.iter().zip(new).all(|(old, new)| equal_types(apis, Versions::new(old, new), is_same))
}

/// Returns `true` if two members are sent and received in the same cases.
fn has_equal_presence(old: &Field, new: &Field) -> bool {
    let presence = |field: &Field| {
        let Field { required, read_only, write_only, may_be_omitted, may_be_null, accepts_numbers, .. } = *field;
        [required, read_only, write_only, may_be_omitted, may_be_null, accepts_numbers]
    };
    presence(old) == presence(new)
        && (&old.default, &old.constant, &old.constraints) == (&new.default, &new.constant, &new.constraints)
}
