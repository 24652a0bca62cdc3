//! The items that only generated code uses, besides the macros of this crate.
//!
//! The list is an interface with a number, which generated code states ([`generated_for`](crate::generated_for)): a change of
//! the list, or of what an item in it means, raises the number.

#[cfg(feature = "client")]
mod client_types;
mod from_variants;
mod generated_for;
#[cfg(feature = "client")]
mod paginated;
mod with_feature;

#[cfg(feature = "client")]
pub use crate::calls::server::{Server, Service};
pub use crate::generated::from_variants::owned_list;
#[cfg(feature = "client")]
pub use crate::responses::headers::read_header;
#[cfg(feature = "client")]
pub use crate::responses::response::{DocumentedError, Failure};
#[cfg(feature = "client")]
pub use crate::streams::events::{json_data, named_data, text_data};
#[cfg(feature = "client")]
pub use crate::streams::link::next_link;
#[cfg(feature = "client")]
pub use crate::streams::pages::assign;
pub use crate::validation::rules::{Rule, RulesOf, check};
#[cfg(feature = "client")]
pub use crate::validation::validate::validate;
#[cfg(feature = "webhook-events")]
pub use crate::webhooks::webhook::{DeclaresEvents, read_event, read_named, read_verified};
pub use crate::wire::adjacent::{Adjacent, read_adjacent, write_adjacent};
pub use crate::wire::code::read_code;
#[cfg(feature = "schemars")]
pub use crate::wire::described::Description;
pub use crate::wire::external::{External, read_external};
#[cfg(feature = "schemars")]
pub use crate::wire::json_schema::resolve_schema;
pub use crate::wire::lenient::{LenientDeserializer, from_json};
pub use crate::wire::member::{IsRequired, Missing};
pub use crate::wire::object::{Object, ObjectReader, ObjectWriter, read_object};
pub use crate::wire::object_schema::ObjectSchema;
pub use crate::wire::shape::Shape;
pub use crate::wire::sightings::unlisted;
pub use crate::wire::tagged::{Alternative, InjectedTag, InsertedTag, OwnTag, Tagged, read_tagged};
pub use crate::wire::tree::{Mode, Tree};
pub use crate::wire::untagged::{Untagged, fitting, read_untagged};
