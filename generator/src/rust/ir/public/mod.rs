//! The public members of the crate, with their declarations: each is listed here and nowhere else.
//!
//! `emit` prints the lists, and `changes` compares them.

mod block;
mod client;
mod declaration;
mod operations;
mod role;
mod types;

pub use block::{Block, Public};
pub use declaration::{Declaration, Signature};
pub use role::{ClientRole, EventRole, FieldRole, GroupRole, OperationRole, ResponseRole, Role, TypeRole};
