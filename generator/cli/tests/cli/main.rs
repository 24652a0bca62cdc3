//! Tests the command `bindery` as a program.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod bad_input;
mod clients;
mod command;
mod getting;
mod init;
mod lock;
mod module;
mod requirements;
mod upgrade;
