//! An index of definitions by location and by their users.

use std::collections::BTreeMap;

use crate::model::{Api, Shape, Type, TypeId};
use crate::pointer::Pointer;

/// The definitions of a description by pointer, and the users of each.
#[derive(Debug)]
pub(crate) struct DefinitionIndex {
    locations: BTreeMap<String, Vec<TypeId>>,
    users: Vec<Vec<DefinitionUser>>,
}

/// A user of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DefinitionUser {
    Field(TypeId, usize),
    Variant(TypeId, usize),
    /// An object through its additional members, or an alias.
    Type(TypeId),
    Operation(usize),
}

impl DefinitionIndex {
    pub(crate) fn new(api: &Api) -> Self {
        let mut locations: BTreeMap<String, Vec<TypeId>> = BTreeMap::new();
        for (id, definition) in api.definitions() {
            let others = definition.occurrences.iter().map(|occurrence| &occurrence.origin);
            for origin in std::iter::once(&definition.origin).chain(others) {
                locations.entry(origin.as_str().to_owned()).or_default().push(id);
            }
        }
        Self { locations, users: users(api) }
    }

    /// Returns the users of a definition.
    pub(super) fn users(&self, id: TypeId) -> &[DefinitionUser] {
        self.users.get(id.index()).map_or(&[], Vec::as_slice)
    }

    /// Returns the definitions at a pointer or below it.
    pub(super) fn below(&self, pointer: &Pointer) -> impl Iterator<Item = TypeId> {
        let start = pointer.as_str();
        let rest = self
            .locations
            .range(start.to_owned()..)
            .map_while(move |(location, ids)| Some((location.strip_prefix(start)?, ids)));
        rest.filter(|(rest, _)| rest.is_empty() || rest.starts_with('/')).flat_map(|(_, ids)| ids.iter().copied())
    }
}

fn users(api: &Api) -> Vec<Vec<DefinitionUser>> {
    let mut users: Vec<Vec<DefinitionUser>> = vec![Vec::new(); api.types.len()];
    let mut add = |ty: &Type, user: DefinitionUser| {
        ty.named_types().into_iter().for_each(|id| {
            let users_of_type = users.get_mut(id.index()).filter(|users_of_type| users_of_type.last() != Some(&user));
            users_of_type.into_iter().for_each(|users_of_type| users_of_type.push(user));
        });
    };
    for (id, definition) in api.definitions() {
        match &definition.shape {
            Shape::Object(object) => {
                object
                    .fields
                    .iter()
                    .enumerate()
                    .for_each(|(index, field)| add(&field.ty, DefinitionUser::Field(id, index)));
                object.others.iter().for_each(|ty| add(ty, DefinitionUser::Type(id)));
            }
            Shape::Union(union) => {
                let payloads = union.variants.iter().map(|variant| variant.payload.ty()).enumerate();
                payloads
                    .for_each(|(index, ty)| ty.into_iter().for_each(|ty| add(ty, DefinitionUser::Variant(id, index))));
            }
            Shape::Alias(ty) | Shape::Wrapper(ty) => add(ty, DefinitionUser::Type(id)),
            Shape::IntegerEnum(_) | Shape::StringEnum(_) => {}
        }
    }
    for (index, operation) in api.operations.iter().enumerate() {
        operation.types().for_each(|ty| add(ty, DefinitionUser::Operation(index)));
    }
    users
}
