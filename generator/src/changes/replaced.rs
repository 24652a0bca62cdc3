//! Types without a counterpart that another one replaced where they are used: an inline schema that became a component.

use std::collections::{BTreeSet, HashMap};

use super::version::{ApiVersion, Versions};
use crate::model::{Object, Shape, Type, TypeId};

/// Returns the types that are used by matching definitions and operations, and have all members of the old type.
pub(super) fn replaced_types(
    versions: Versions<ApiVersion<'_>>,
    types: &BTreeSet<Versions<TypeId>>,
    operations: &[Versions<usize>],
) -> Vec<Versions<TypeId>> {
    let members = types
        .iter()
        .flat_map(|id| common_types(Versions::new(fields(versions.old, id.old), fields(versions.new, id.new))));
    let arguments = operations.iter().flat_map(|index| {
        let (old, new) = (parameters(versions.old, index.old), parameters(versions.new, index.new));
        common_types(Versions::new(old, new))
    });
    let all = members.chain(arguments).filter(|id| !types.contains(id));
    all.filter(|id| is_replaced(versions, *id)).collect()
}

fn fields<'a>(version: ApiVersion<'a>, id: TypeId) -> Vec<(&'a str, &'a Type)> {
    match &version.api.definition(id).shape {
        Shape::Object(Object { fields, .. }) => fields.iter().map(|field| (&*field.wire, &field.ty)).collect(),
        _ => Vec::new(),
    }
}

fn parameters<'a>(version: ApiVersion<'a>, index: usize) -> Vec<(&'a str, &'a Type)> {
    let parameters = version.api.operations[index].parameters.iter();
    parameters.map(|parameter| (&*parameter.wire, &parameter.ty)).collect()
}

/// Returns the types of members with the same name.
fn common_types(members: Versions<Vec<(&str, &Type)>>) -> Vec<Versions<TypeId>> {
    let new: HashMap<&str, &Type> = members.new.into_iter().collect();
    let pairs =
        members.old.into_iter().filter_map(|(wire, ty)| Some(Versions::new(type_id(ty)?, type_id(new.get(wire)?)?)));
    pairs.collect()
}

fn type_id(ty: &Type) -> Option<TypeId> {
    match ty {
        Type::Named(id) => Some(*id),
        Type::Nullable(inner) | Type::List(inner) => type_id(inner),
        _ => None,
    }
}

/// Returns `true` if neither type is in both versions, and the new one has all members of the old one.
fn is_replaced(versions: Versions<ApiVersion<'_>>, id: Versions<TypeId>) -> bool {
    let has = |version: ApiVersion<'_>, name: &str| version.interface.has_type(name);
    let Versions { old, new } = versions;
    if has(new, old.type_name(id.old)) || has(old, new.type_name(id.new)) {
        return false;
    }
    let members = |version: ApiVersion<'_>, id: TypeId| -> Vec<String> {
        let variant = |index: usize| version.names.variant(id, index).to_owned();
        match &version.api.definition(id).shape {
            Shape::Object(object) => object.fields.iter().map(|field| field.wire.clone()).collect(),
            Shape::StringEnum(strings) => strings.words.iter().map(|word| word.wire.clone()).collect(),
            Shape::Union(union) => (0..union.variants.len()).map(variant).collect(),
            _ => Vec::new(),
        }
    };
    let shape = |version: ApiVersion<'_>, id| std::mem::discriminant(&version.api.definition(id).shape);
    let before = members(old, id.old);
    let after: BTreeSet<String> = members(new, id.new).into_iter().collect();
    shape(old, id.old) == shape(new, id.new) && !before.is_empty() && before.iter().all(|member| after.contains(member))
}
