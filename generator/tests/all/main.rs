//! Tests the library as its users see it, and with hostile input.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod bounds;
mod build_script;
mod hostile_text;
mod positions;
mod schema;
