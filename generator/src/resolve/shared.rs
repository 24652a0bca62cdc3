//! The support code that several clients share, as a crate of its own, and what of it stays in each of them.
//!
//! `Client`, `ClientBuilder` and `Call` have functions of the description, and only the crate that declares a type can add
//! functions to it. Each client declares its own, which contain those of the shared crate. The shared crate has all files of
//! the support code, behind features that the clients enable.

use super::{Resolver, SharedSupport};
use crate::config::CrateFeature;
use crate::ir::{Condition, FEATURES_OF_TYPES, OperationImports, SupportFile};

const fn own(file: &'static str, condition: Condition) -> SupportFile {
    SupportFile { file, exports: &[], macros: &[], condition, alias: None }
}

/// The parts of the macro `client_types`, which declares the types of each client.
const OWN: [SupportFile; 6] = [
    own("blocking", Condition::Feature(CrateFeature::Blocking)),
    own("client", Condition::Client),
    own("events", Condition::Client),
    own("http_client", Condition::Native),
    own("lines", Condition::Client),
    own("pages", Condition::Client),
];

impl<'a> Resolver<'a> {
    /// The crate that has the support code, if it is not this one.
    pub(crate) fn shared(&self) -> Option<&'a SharedSupport> {
        self.settings.shared.as_ref()
    }

    pub(crate) fn shares_support(&self) -> bool {
        self.settings.shared.is_some()
    }

    /// Returns the parts of the macro `client_types` that the crate uses if it shares the support code.
    pub(super) fn own_support(&self) -> Vec<SupportFile> {
        let is_needed = |file: &str| !matches!(file, "events" | "lines" | "pages") || self.needs(file);
        OWN.into_iter().filter(|own| self.has(own.condition) && is_needed(own.file)).collect()
    }

    /// Returns `true` if its own code names bytes.
    pub(super) fn uses_bytes(&self) -> bool {
        let imports = |index| OperationImports::of_operations(&[self.operation(index)]);
        (0..self.api.operations.len()).any(|index| imports(index).has_bytes)
    }

    /// The features of the shared crate that types of this one need.
    pub(super) fn shared_features_of_types(&self) -> Vec<&'static str> {
        let needed = FEATURES_OF_TYPES.iter().filter(|(file, _)| self.needs(file));
        needed.map(|(_, feature)| *feature).collect()
    }
}
