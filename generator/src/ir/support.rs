//! The files of the support code.

use serde::Serialize;

use super::manifest::Gate;
use crate::crate_feature::{CrateFeature, Implementation};

/// A file of the support code.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct SupportFile {
    /// Its name, without extension.
    pub(crate) file: &'static str,
    /// The items that it exports.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(crate) exports: &'static [&'static str],
    /// The macros that emitted tables call.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(crate) macros: &'static [&'static str],
    /// The condition under which it is compiled.
    pub(crate) condition: Condition,
    /// The module name that it shares with its alternatives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) alias: Option<&'static str>,
}

/// A file of the support code that the crate uses.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct SupportModule {
    /// The file.
    pub(crate) file: SupportFile,
    /// The features of the types that use it.
    pub(crate) gate: Gate,
}

/// The condition under which a file is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Condition {
    /// Always: types use it.
    Types,
    /// With the client.
    Client,
    /// With the client, without a feature.
    ClientWithout(CrateFeature),
    /// With an optional feature.
    Feature(CrateFeature),
    /// With the types that no operation uses.
    UnreferencedTypes,
    /// With a feature and the types that no operation uses.
    FeatureOfUnreferencedTypes(CrateFeature),
    /// With `reqwest`, outside a browser.
    Native,
    /// With `reqwest`, in a browser.
    Browser,
    /// With the client, without `reqwest`.
    NoReqwest,
    /// With any of these traits of other crates.
    Implemented(&'static [Implementation]),
    /// With these traits and the types that no operation uses.
    ImplementedOfUnreferencedTypes(&'static [Implementation]),
}
