//! Which types are made of others where they are given.

use super::directions::held;
use super::spread::Holders;
use super::{Direction, Directions};
use crate::model::{Api, Shape, Type, TypeId};

/// Which types are made of others.
#[derive(Clone, Debug)]
pub struct Conversions {
    becomes_sent: Vec<bool>,
    holds_payload: Vec<bool>,
}

impl Conversions {
    pub(super) fn of(api: &Api, directions: &Directions) -> Self {
        // Where something has to be given that is never received, what was received does not say all of it.
        let lacks = |shape: &Shape| requires_more(shape) || is_converted_by_nobody(shape, directions);
        let mut lacks: Vec<bool> = api.definitions().map(|(_, definition)| lacks(&definition.shape)).collect();
        let holders = Holders::of(api.types.iter().map(|definition| held(&definition.shape, Direction::Request)));
        holders.spread(&mut lacks, |id| directions.is_split(id));
        let holds_payload = api.types.iter().map(|definition| match &definition.shape {
            Shape::Union(union) => union.payloads().next().is_some(),
            _ => false,
        });
        Self {
            becomes_sent: api.definitions().map(|(id, _)| directions.is_split(id) && !lacks[id.index()]).collect(),
            holds_payload: holds_payload.collect(),
        }
    }

    /// Returns `true` if what is received of a type becomes what is sent, where these are two types.
    #[must_use]
    pub fn becomes_sent(&self, id: TypeId) -> bool {
        self.becomes_sent[id.index()]
    }

    /// Returns `true` if a type is one of several, and is made of what one of them holds.
    #[must_use]
    pub fn holds_payload(&self, id: TypeId) -> bool {
        self.holds_payload[id.index()]
    }
}

/// Returns `true` if a type of the user's is made of one that is received otherwise than it is sent.
fn is_converted_by_nobody(shape: &Shape, directions: &Directions) -> bool {
    let is_such = |ty: &Type| matches!(ty, Type::Own(..)) && ty.named().into_iter().any(|id| directions.is_split(id));
    shape.types(|_| true).into_iter().any(|ty| ty.any(&is_such))
}

fn requires_more(shape: &Shape) -> bool {
    matches!(shape, Shape::Object(object) if object.fields.iter().any(|field| field.write_only && field.required))
}
