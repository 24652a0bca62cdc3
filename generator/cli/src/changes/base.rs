//! The directions of bases.
//!
//! Members of a base are members of each schema that includes it by `allOf`, with the same location. If only those are
//! used, the base is sent and received as they are.

use std::collections::HashMap;

use super::version::ApiVersion;
use bindery::internal::model::{Definition, Shape, TypeId};
use bindery::internal::pointer::Pointer;

/// The directions of an item.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Directed {
    pub(super) sent: bool,
    pub(super) received: bool,
    /// `true` if they are those of the types with its members.
    pub(super) is_inherited: bool,
}

impl Directed {
    fn of_type(version: ApiVersion<'_>, id: TypeId) -> Self {
        let directions = &version.analysis.directions;
        Self { sent: directions.is_sent(id), received: directions.is_received(id), is_inherited: false }
    }

    fn or(self, other: Self) -> Self {
        Self { sent: self.sent || other.sent, received: self.received || other.received, is_inherited: true }
    }
}

/// The types that are only used through those with the same members, with the directions of the latter.
pub(super) struct Bases(HashMap<TypeId, Directed>);

impl Bases {
    pub(super) fn new(version: ApiVersion<'_>) -> Self {
        let own = |id| Directed::of_type(version, id);
        let is_base = |(id, _): &(TypeId, _)| version.analysis.directions.is_unreferenced(*id);
        let (bases, used): (Vec<_>, Vec<_>) = version.api.definitions().partition(is_base);
        let mut by_location: HashMap<&Pointer, Directed> = HashMap::new();
        for (id, definition) in used {
            locations(definition).for_each(|location| {
                let known = by_location.entry(location).or_default();
                *known = known.or(own(id));
            });
        }
        let of_base = |(id, definition)| {
            let subtypes = locations(definition).filter_map(|location| by_location.get(location)).copied();
            Some((id, subtypes.fold(None, |all: Option<Directed>, subtype| Some(all.unwrap_or_default().or(subtype)))?))
        };
        Self(bases.into_iter().filter_map(of_base).collect())
    }

    /// Returns the directions in which programs use a type.
    pub(super) fn directions(&self, version: ApiVersion<'_>, id: TypeId) -> Directed {
        self.0.get(&id).copied().unwrap_or_else(|| Directed::of_type(version, id))
    }
}

/// Returns the locations of a type and of its members.
fn locations(definition: &Definition) -> impl Iterator<Item = &Pointer> {
    let fields = match &definition.shape {
        Shape::Object(object) => object.fields.as_slice(),
        _ => &[],
    };
    fields.iter().map(|field| &field.origin).chain([&definition.origin])
}
