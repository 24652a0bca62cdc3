//! Decisions for the previous version, which are kept.

use std::collections::BTreeSet;

use crate::model::TypeId;

/// Decisions for the previous version, which are kept.
#[derive(Clone, Debug)]
pub struct Previous {
    /// The types that were received, and not sent.
    pub only_received: BTreeSet<TypeId>,
    /// The previous uses of the types, by index.
    pub uses: Vec<PreviousUse>,
    /// The previous error types of the operations, by index.
    pub errors: Vec<PreviousError>,
}

/// The use of a type in the previous description.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PreviousUse {
    /// `true` if an operation used it.
    pub is_used: bool,
    /// `true` if it was sent.
    pub is_sent: bool,
    /// `true` if it was received.
    pub is_received: bool,
    /// `true` if one type was both sent and received.
    pub is_joint: bool,
    /// `true` if a patch sent it.
    pub is_patched: bool,
}

/// The error type that an operation had in the previous version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PreviousError {
    /// There was no such operation, or it documented no error response.
    #[default]
    Unknown,
    /// The main error type.
    Main,
    /// Its own error type.
    Own,
}
