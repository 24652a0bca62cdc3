//! Types without a counterpart that another one replaced where they are used: an inline schema that became a component.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::Hash;

use super::version::{ApiVersion, Versions};
use crate::model::{BodyKind, Object, Shape, Type, TypeId, Union, identity};

/// Returns the types that are used by matching definitions and operations, and have all members of the old type.
pub(super) fn replaced_types(
    versions: Versions<ApiVersion<'_>>,
    types: &BTreeSet<Versions<TypeId>>,
    operations: &[Versions<usize>],
) -> Vec<Versions<TypeId>> {
    let members = |id: Versions<TypeId>| common_types(versions.zip(id).map(|(version, id)| members(version, id)));
    let inputs = |index: &Versions<usize>| common_types(versions.zip(*index).map(|(version, at)| inputs(version, at)));
    let used = types.iter().flat_map(|id| members(*id));
    let mut pending: Vec<Versions<TypeId>> = used.chain(operations.iter().flat_map(inputs)).collect();
    // Each type has one counterpart, so that the cost is linear.
    let (mut old, mut new): (HashSet<TypeId>, HashSet<TypeId>) = types.iter().map(|id| (id.old, id.new)).unzip();
    let mut replaced = Vec::new();
    while let Some(id) = pending.pop() {
        if !old.contains(&id.old) && !new.contains(&id.new) && is_replaced(versions, id) {
            old.insert(id.old);
            new.insert(id.new);
            replaced.push(id);
            pending.extend(members(id));
        }
    }
    replaced
}

/// Returns the fields of an object by name, and the alternatives of a union by tag.
fn members<'a>(version: ApiVersion<'a>, id: TypeId) -> Vec<(&'a str, &'a Type)> {
    match &version.api.definition(id).shape {
        Shape::Object(Object { fields, .. }) => fields.iter().map(|field| (&*field.wire, &field.ty)).collect(),
        Shape::Union(Union { variants, tag: Some(tag), .. }) => {
            let tagged = tag.values.iter().filter_map(|(value, at)| Some((&**value, variants[*at].payload.ty()?)));
            tagged.collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the parameters of an operation by place and name, and the bodies by media type.
fn inputs(version: ApiVersion<'_>, index: usize) -> Vec<(String, &Type)> {
    let operation = &version.api.operations[index];
    let parameters = operation.parameters.iter();
    let parameters =
        parameters.map(|parameter| (format!("{} {}", parameter.place.as_str(), parameter.wire), &parameter.ty));
    let bodies = operation.body.iter().flat_map(|body| &body.alternatives);
    let bodies = bodies.filter_map(|content| match &content.kind {
        BodyKind::Json { ty, .. } | BodyKind::Form { ty, .. } => Some((identity(&content.media_type), ty)),
        _ => None,
    });
    parameters.chain(bodies).collect()
}

/// Returns the types of members with the same name.
fn common_types<K: Eq + Hash>(members: Versions<Vec<(K, &Type)>>) -> Vec<Versions<TypeId>> {
    let new: HashMap<K, &Type> = members.new.into_iter().collect();
    let pairs =
        members.old.into_iter().filter_map(|(wire, ty)| Some(Versions::new(type_id(ty)?, type_id(new.get(&wire)?)?)));
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
    let names = |version: ApiVersion<'_>, id: TypeId| -> Vec<String> {
        let variant = |index: usize| version.names.variant(id, index).to_owned();
        match &version.api.definition(id).shape {
            Shape::Object(object) => object.fields.iter().map(|field| field.wire.clone()).collect(),
            Shape::StringEnum(strings) => strings.words.iter().map(|word| word.wire.clone()).collect(),
            Shape::Union(union) => (0..union.variants.len()).map(variant).collect(),
            _ => Vec::new(),
        }
    };
    let shape = |version: ApiVersion<'_>, id| std::mem::discriminant(&version.api.definition(id).shape);
    let before = names(old, id.old);
    let after: BTreeSet<String> = names(new, id.new).into_iter().collect();
    shape(old, id.old) == shape(new, id.new) && !before.is_empty() && before.iter().all(|member| after.contains(member))
}
