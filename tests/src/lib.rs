//! The stand-in service, the corpus runner, and helpers shared by the tests of several packages.

pub mod agreement;
pub mod changed;
pub mod changes;
pub mod conformance;
pub mod corpus;
pub mod crates;
pub mod editions;
pub mod equal;
pub mod file_graph;
pub mod growth;
pub mod hostile;
pub mod instances;
pub mod outline;
pub mod planted;
pub mod private_network;
pub mod reference;
pub mod repository;
pub mod round_trip;
pub mod sample;
pub mod stability;
pub mod stand_in;
pub mod tutorial;
pub mod wanted;
