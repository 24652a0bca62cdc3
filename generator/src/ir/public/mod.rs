//! The public members of the crate, with their declarations: each is listed here and nowhere else.
//!
//! `emit` prints the lists, and `changes` compares them.

mod block;
mod client;
mod declaration;
mod operations;
mod role;
mod types;

pub(crate) use block::{Block, Public};
pub(crate) use declaration::{Declaration, Signature};
pub(crate) use role::Role;
