//! Tests of the support code; they stand apart, since that is copied as it is.

mod bodies;
mod calls;
mod pages;
mod retries;
mod rules;
mod security;
mod styles;
mod values;
mod wire;
