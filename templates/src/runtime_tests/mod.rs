//! Tests of the support code. They are in a separate directory, because the support code is copied unchanged.

mod bodies;
mod calls;
mod chain;
mod cli;
mod curl;
mod heads;
mod json;
mod lenient;
mod memory;
mod misreads;
mod mocks;
mod pages;
mod retries;
mod rules;
mod security;
mod servers;
mod shapes;
mod signatures;
mod streams;
mod styles;
mod tags;
mod traces;
mod unions;
mod values;
mod webhooks;
mod wire;
