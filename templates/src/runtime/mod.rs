//! The support code as the templates' own tests see it; an emitted crate gets a list of what it uses.

mod authorization;
mod call;
mod client;
mod code;
mod error;
mod locate;
mod object;
mod patch;
mod request;
mod response;
mod secret;
mod text;

pub use self::authorization::Placement;
pub use self::call::{Call, Operation};
pub use self::client::{Client, ClientBuilder, Service};
pub use self::code::UnknownCode;
pub use self::error::{BuildError, Error};
pub use self::object::{Entries, Object, read_object, required};
pub use self::patch::Patch;
pub use self::request::Request;
pub use self::response::{Failure, Response};
pub use self::secret::Secret;
pub use self::text::UnknownText;
