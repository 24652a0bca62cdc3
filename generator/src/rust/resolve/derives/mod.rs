//! Derives and attributes that `[derives]` and `[attributes]` of the configuration add to types.
//!
//! | asked for | decided here |
//! |---|---|
//! | a trait of the language | whether a type can have it; what it holds has it as well |
//! | `schemars::JsonSchema` | which types have it: those that are meant, and what they hold |
//! | `clap::ValueEnum` | which enumerations have it |
//! | another derive, an attribute | where it stands |

mod decide;
mod extras;
mod implementations;
mod possible;
mod schema;
mod targets;
#[cfg(test)]
mod tests;

pub(crate) use decide::derived;

use super::Resolver;
use crate::api::model::TypeId;
pub use extras::Derived;
pub(crate) use extras::Extras;

impl<'a> Resolver<'a> {
    /// Returns the additional derives and attributes of a type.
    pub(crate) fn extras(&self, id: TypeId) -> &'a Extras {
        self.derived.types.get(&id).unwrap_or(Extras::NONE)
    }

    /// The attributes of a field.
    pub(super) fn field_attributes(&self, id: TypeId, index: usize) -> &'a [String] {
        self.derived.fields.get(&(id, index)).map_or(&[], Vec::as_slice)
    }

    /// The attributes of a variant.
    pub(super) fn variant_attributes(&self, id: TypeId, index: usize) -> &'a [String] {
        self.derived.variants.get(&(id, index)).map_or(&[], Vec::as_slice)
    }
}
