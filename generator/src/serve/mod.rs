//! Serves a description: answers every operation with example values, and refuses requests that violate it.
//!
//! ```text
//!  connection --> server --> rehearsal --> description --> route
//!                                               |--> parameter, body --> violations
//!                                               '--> response, from the instances of a schema
//! ```

mod body;
mod description;
mod located;
mod message;
mod multipart;
mod parameter;
mod rehearsal;
mod response;
mod route;
mod schemas;
mod server;
#[cfg(test)]
mod tests;

pub use description::{Acceptance, ServedDescription};
pub use message::{ReceivedRequest, Refusal, ServedResponse};
pub use rehearsal::Rehearsal;
pub use server::Server;
