//! The support code that several clients share, as a crate of its own, and what of it stays in each of them.
//!
//! `Client`, `ClientBuilder` and `Call` have functions of the description, which only the crate that declares a type can give it: each
//! client declares its own around those of the shared crate. All else is there once. The shared crate says nothing of any
//! description: it has all files, behind features that the clients switch on.

use super::support::SUPPORT;
use super::{CrateFeature, OperationImports, Resolver, SharedSupport};
use crate::ir::{Condition, Group, SupportFile};

/// Files that need a dependency although types alone use them, and the feature of the shared crate that has it.
const FEATURES_OF_TYPES: [(&str, &str); 3] = [("base64", "base64"), ("date", "time"), ("pattern", "patterns")];

const fn own(file: &'static str, exports: &'static [&'static str], condition: Condition) -> SupportFile {
    SupportFile { file, exports, macros: &[], condition, alias: None }
}

/// What each client has of its own.
const OWN: [SupportFile; 8] = [
    own("blocking", &[], Condition::Feature(CrateFeature::Blocking)),
    own("builder", &["ClientBuilder"], Condition::Client),
    own("call", &["Call"], Condition::Client),
    own("client", &["Client"], Condition::Client),
    own("events", &[], Condition::Client),
    own("http_client", &[], Condition::Native),
    own("lines", &[], Condition::Client),
    own("pages", &[], Condition::Client),
];

/// The files of the shared crate.
pub(crate) fn shared_support() -> impl Iterator<Item = SupportFile> {
    SUPPORT.iter().map(|support| {
        let feature = FEATURES_OF_TYPES.iter().find(|(file, _)| *file == support.file);
        let condition = feature.map_or(support.condition, |(_, feature)| Condition::Shared(feature));
        SupportFile { condition, ..*support }
    })
}

/// The macros of a file of the shared crate, which clients call.
pub(crate) fn macros_of_shared(file: &str) -> &'static [&'static str] {
    SUPPORT.iter().find(|support| support.file == file).map_or(&[], |support| support.macros)
}

impl<'a> Resolver<'a> {
    /// The crate that has the support code, if it is not this one.
    pub(crate) fn shared(&self) -> Option<&'a SharedSupport> {
        self.settings.shared.as_ref()
    }

    pub(crate) fn shares_support(&self) -> bool {
        self.settings.shared.is_some()
    }

    /// What the crate has of its own of the support code that it shares.
    pub(super) fn own_support(&self) -> Vec<SupportFile> {
        let is_needed = |file: &str| !matches!(file, "events" | "lines" | "pages") || self.needs(file);
        OWN.into_iter().filter(|own| self.has(own.condition) && is_needed(own.file)).collect()
    }

    /// Returns `true` if its own code names bytes.
    pub(super) fn uses_bytes(&self) -> bool {
        let names_bytes = |group: &Group| {
            let mut used = OperationImports::of_operations();
            self.operations(group).for_each(|operation| used.add(&operation));
            used.has_bytes
        };
        self.groups().iter().any(names_bytes)
    }

    /// The features of the shared crate that types of this one need.
    pub(super) fn shared_features_of_types(&self) -> Vec<&'static str> {
        let needed = FEATURES_OF_TYPES.iter().filter(|(file, _)| self.needs(file));
        needed.map(|(_, feature)| *feature).collect()
    }
}
