//! An index of definitions by location and by their users.

use std::collections::BTreeMap;

use crate::model::{Api, Shape, Type, TypeId};
use crate::pointer::Pointer;

/// The definitions of a description by pointer, and the users of each.
#[derive(Debug)]
pub(crate) struct Index {
    places: BTreeMap<String, Vec<TypeId>>,
    users: Vec<Vec<User>>,
}

/// A user of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum User {
    Field(TypeId, usize),
    Variant(TypeId, usize),
    /// An object through its additional members, or an alias.
    Type(TypeId),
    Operation(usize),
}

impl Index {
    pub(crate) fn new(api: &Api) -> Self {
        let mut places: BTreeMap<String, Vec<TypeId>> = BTreeMap::new();
        for (id, definition) in api.definitions() {
            let others = definition.occurrences.iter().map(|occurrence| &occurrence.origin);
            for origin in std::iter::once(&definition.origin).chain(others) {
                places.entry(origin.as_str().to_owned()).or_default().push(id);
            }
        }
        Self { places, users: users(api) }
    }

    /// Returns the users of a definition.
    pub(super) fn users(&self, id: TypeId) -> &[User] {
        self.users.get(id.index()).map_or(&[], Vec::as_slice)
    }

    /// Returns the definitions at a pointer or below it.
    pub(super) fn below(&self, pointer: &Pointer) -> impl Iterator<Item = TypeId> {
        let start = pointer.as_str();
        let rest = self
            .places
            .range(start.to_owned()..)
            .map_while(move |(place, ids)| Some((place.strip_prefix(start)?, ids)));
        rest.filter(|(rest, _)| rest.is_empty() || rest.starts_with('/')).flat_map(|(_, ids)| ids.iter().copied())
    }
}

fn users(api: &Api) -> Vec<Vec<User>> {
    let mut users: Vec<Vec<User>> = vec![Vec::new(); api.types.len()];
    let mut add = |ty: &Type, user: User| {
        ty.named_types().into_iter().for_each(|id| {
            let known = users.get_mut(id.index()).filter(|known| known.last() != Some(&user));
            known.into_iter().for_each(|known| known.push(user));
        });
    };
    for (id, definition) in api.definitions() {
        match &definition.shape {
            Shape::Object(object) => {
                object.fields.iter().enumerate().for_each(|(index, field)| add(&field.ty, User::Field(id, index)));
                object.others.iter().for_each(|ty| add(ty, User::Type(id)));
            }
            Shape::Union(union) => {
                let payloads = union.variants.iter().map(|variant| variant.payload.ty()).enumerate();
                payloads.for_each(|(index, ty)| ty.into_iter().for_each(|ty| add(ty, User::Variant(id, index))));
            }
            Shape::Alias(ty) | Shape::Wrapper(ty) => add(ty, User::Type(id)),
            Shape::IntegerEnum(_) | Shape::StringEnum(_) => {}
        }
    }
    for (index, operation) in api.operations.iter().enumerate() {
        operation.types().for_each(|ty| add(ty, User::Operation(index)));
    }
    users
}
