//! Types that are created from other types when passed as arguments.

use super::containing_types::ContainingTypes;
use super::directions::contained_types;
use super::{Direction, Directions};
use crate::model::{Api, Shape, Type, TypeId};

/// The types that are created from others.
#[derive(Clone, Debug)]
pub struct Conversions {
    becomes_sent: Vec<bool>,
    holds_payload: Vec<bool>,
}

impl Conversions {
    pub(super) fn new(api: &Api, directions: &Directions) -> Self {
        // If the request requires a member that is never received, a received value cannot be converted.
        let lacks = |shape: &Shape| requires_more(shape) || is_converted_by_nobody(shape, directions);
        let mut lacks: Vec<bool> = api.definitions().map(|(_, definition)| lacks(&definition.shape)).collect();
        let holders = ContainingTypes::new(
            api.types.iter().map(|definition| contained_types(&definition.shape, Direction::Request)),
        );
        holders.mark_containing(&mut lacks, |id| directions.is_split(id));
        let holds_payload = api.types.iter().map(|definition| match &definition.shape {
            Shape::Union(union) => union.payloads().next().is_some(),
            _ => false,
        });
        Self {
            becomes_sent: api.definitions().map(|(id, _)| directions.is_split(id) && !lacks[id.index()]).collect(),
            holds_payload: holds_payload.collect(),
        }
    }

    /// Returns `true` if the received form of a type converts to its sent form, when these are two types.
    #[must_use]
    pub fn becomes_sent(&self, id: TypeId) -> bool {
        self.becomes_sent[id.index()]
    }

    /// Returns `true` if a type is a union that is created from the payload of one variant.
    #[must_use]
    pub fn holds_payload(&self, id: TypeId) -> bool {
        self.holds_payload[id.index()]
    }
}

/// Returns `true` if a user's type contains a type with different sent and received forms.
fn is_converted_by_nobody(shape: &Shape, directions: &Directions) -> bool {
    let is_such =
        |ty: &Type| matches!(ty, Type::Own(..)) && ty.named_types().into_iter().any(|id| directions.is_split(id));
    shape.types(|_| true).into_iter().any(|ty| ty.any(&is_such))
}

fn requires_more(shape: &Shape) -> bool {
    matches!(shape, Shape::Object(object) if object.fields.iter().any(|field| field.write_only && field.required))
}
