//! Serves a description: answers every operation with example values, and refuses requests that violate it.
//!
//! ```text
//!  connection --> server --> rehearsal --> description --> route: the operation of the model
//!                                               |--> parameter, body --> value: violations, by the types of the model
//!                                               '--> response: an example, or a sample value of a type
//! ```

mod body;
mod description;
mod located;
mod message;
mod multipart;
mod parameter;
mod rehearsal;
mod response;
mod server;
#[cfg(test)]
mod tests;
mod value;

pub use description::{Acceptance, ServedDescription};
pub use message::{ReceivedRequest, Refusal, ServedResponse, Violation};
pub use rehearsal::Rehearsal;
pub use server::Server;
