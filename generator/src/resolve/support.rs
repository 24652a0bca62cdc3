//! The support code: which of its files a crate uses, when these are compiled, and what of them users and emitted code see.
//!
//! Several clients can share the support code as a crate of its own. `Client`, `ClientBuilder` and `Call` have functions of the
//! description, and only the crate that declares a type can add functions to it. Each client declares its own, which contain
//! those of the shared crate. The shared crate has all files of the support code, behind features that the clients enable.

use super::{Resolver, SharedSupport};
use crate::analysis::Module;
use crate::config::{CrateFeature, DateLibrary, Implementation};
use crate::ir::{Condition, FEATURES_OF_TYPES, OperationImports, SUPPORT_FILES, SupportFile};
use crate::model::{BodyKind, Content, CredentialLocation, Operation, Shape, Success, TagPlace, TypeId};

/// The traits whose implementations a file is for.
fn implemented_by(file: &str) -> Option<&'static [Implementation]> {
    SUPPORT_FILES.iter().find(|support| support.file == file).and_then(|support| match support.condition {
        Condition::Implemented(by) => Some(by),
        _ => None,
    })
}

/// The files that the tables of types call through other files.
const PARTS_OF_TABLES: [&str; 9] =
    ["find_member", "inject", "member", "patch", "shape", "tree", "tree_builder", "tree_reader", "union_visitor"];

/// The support files of a client that reading events needs.
const PARTS_OF_EVENTS: [&str; 2] = ["decode_failure", "escape"];

impl Resolver<'_> {
    /// The support code that the crate has.
    pub(crate) fn support(&self) -> Vec<SupportFile> {
        if self.shares_support() {
            return self.own_support();
        }
        let conditional = |support: &SupportFile| SupportFile { condition: self.condition(support), ..*support };
        let all = SUPPORT_FILES.iter().filter(|support| self.needs(support.file)).map(conditional);
        all.filter(|support| self.has(support.condition)).collect()
    }

    /// Returns the condition of a support file. A file that is only needed by unreferenced schemas is compiled with
    /// these.
    fn condition(&self, support: &SupportFile) -> Condition {
        if has_tables(support) && !self.needs_for(support.file, |id| self.module_of(id) != Module::Unreferenced) {
            return match support.condition {
                Condition::Feature(feature) => Condition::FeatureOfUnreferencedTypes(feature),
                Condition::Implemented(by) => Condition::ImplementedOfUnreferencedTypes(by),
                _ => Condition::UnreferencedTypes,
            };
        }
        match support.condition {
            Condition::Client if !self.has_operations() && PARTS_OF_EVENTS.contains(&support.file) => {
                Condition::Feature(CrateFeature::Events)
            }
            Condition::ClientWithout(feature) if !self.offers(feature) => Condition::Client,
            condition => condition,
        }
    }

    /// A module for a build script has what is on by default.
    pub(super) fn has(&self, condition: Condition) -> bool {
        match condition {
            Condition::Types => true,
            Condition::Client | Condition::ClientWithout(_) | Condition::Native => self.has_operations(),
            Condition::Feature(feature) | Condition::FeatureOfUnreferencedTypes(feature) => self.offers(feature),
            Condition::Implemented(by) | Condition::ImplementedOfUnreferencedTypes(by) => {
                by.iter().any(|one| self.implemented().contains(one))
            }
            Condition::UnreferencedTypes => self.settings.whole_crate,
            // A module does not know the TLS backend of its host.
            Condition::Browser | Condition::NoReqwest | Condition::Tls => {
                self.settings.whole_crate && self.has_operations()
            }
        }
    }

    /// Returns `true` if a token of the API can be one of OAuth 2.0.
    pub(super) fn has_bearer(&self) -> bool {
        self.api.security.iter().any(|scheme| scheme.place == CredentialLocation::Bearer)
    }

    /// Returns `true` if files can be sent.
    pub(super) fn sends_files(&self) -> bool {
        self.needs("multipart")
    }

    /// Returns `true` if any operation responds with bytes.
    pub(super) fn receives_files(&self) -> bool {
        self.api.operations.iter().any(|operation| match &operation.success {
            Success::One(content) => *content == Content::Bytes,
            Success::Several(responses) => responses.iter().any(|response| response.content == Some(Content::Bytes)),
            Success::Nothing | Success::Undeclared => false,
        })
    }

    pub(super) fn needs(&self, file: &str) -> bool {
        self.needs_for(file, |_| true)
    }

    /// Returns `true` if a file is needed for operations, and for some of the types.
    fn needs_for(&self, file: &str, concerned: impl Fn(TypeId) -> bool) -> bool {
        let definitions = || self.definitions().filter(|(id, _)| concerned(*id));
        let body = |test: fn(&BodyKind) -> bool| {
            self.api.operations.iter().flat_map(Operation::bodies).any(|content| test(&content.kind))
        };
        match file {
            "rules" => self.has_validation() || self.has_constraints(),
            "validate" => self.has_constraints(),
            "form" => body(|kind| matches!(kind, BodyKind::Form { .. })),
            "multipart" | "files" => body(|kind| matches!(kind, BodyKind::Multipart | BodyKind::Content { .. })),
            "style" => {
                self.api
                    .operations
                    .iter()
                    .flat_map(|o| o.parameters.iter().chain(&o.constants))
                    .any(|p| p.serialization.is_some())
                    || self.needs("form")
            }
            "saved_file" => self.receives_files(),
            "headers" => self.api.operations.iter().any(|operation| !operation.headers.is_empty()),
            "events" => self.has_events(),
            "lines" => self.has_lines(),
            "stream" => self.has_events() || self.has_lines(),
            "oauth" => self.has_bearer(),
            "signatures" | "verifier" | "webhook" => self.has_webhooks(),
            file if !self.has_operations() && PARTS_OF_EVENTS.contains(&file) => self.has_webhooks(),
            "link" | "pages" => self.has_pages(),
            "pattern" => self.has_patterns(),
            "base64" => self.uses_support("Base64"),
            "decimal" => self.uses_support("Decimal"),
            "number_or_text" => self.uses_support("NumberOrText"),
            "quoted" => self.uses_support("Quoted"),
            "unix_time" => self.uses_support("UnixTime"),
            "date" => self.settings.dates == DateLibrary::Time && self.uses_text_dates(),
            "instant" | "lenient" => {
                let is_read = |shape: &Shape| matches!(shape, Shape::Object(_) | Shape::Union(_));
                self.has_operations()
                    || self.uses_text_dates()
                    || definitions().any(|(_, definition)| is_read(&definition.shape))
            }
            file if is_of_types(file) => definitions().any(|(id, _)| self.type_needs(file, id)),
            _ => true,
        }
    }

    /// Returns `true` if a type needs a file that is there for the tables of types.
    pub(super) fn type_needs(&self, file: &str, id: TypeId) -> bool {
        let shape = &self.api.definition(id).shape;
        match file {
            "code" => matches!(shape, Shape::IntegerEnum(_)),
            "text" => matches!(shape, Shape::StringEnum(_)),
            "member" | "object" => matches!(shape, Shape::Object(_)),
            "tagged" | "find_member" | "inject" => matches!(tag_place(shape), Some(TagPlace::Internal { .. })),
            "adjacent" => matches!(tag_place(shape), Some(TagPlace::Adjacent { .. })),
            "external" => matches!(tag_place(shape), Some(TagPlace::External)),
            "union_visitor" => tag_place(shape).is_some(),
            "tree" | "tree_builder" | "tree_reader" => matches!(shape, Shape::Union(_)),
            "shape" | "untagged" => matches!(shape, Shape::Union(union) if union.tag.is_none()),
            "wrapper" => matches!(shape, Shape::Wrapper(_)),
            "type_rules" => self.is_validated(id),
            "fixture" => self.has_fixture(id),
            "patch" => self.has_three_states(id),
            other => implemented_by(other).is_some_and(|by| self.has_any_of(id, by)),
        }
    }
}

/// Returns `true` if a file is there for the tables of types, and of no use without. Operations use patterns, too.
pub(super) fn has_tables(support: &SupportFile) -> bool {
    (!support.macros.is_empty() && !matches!(support.file, "pattern" | "webhook"))
        || PARTS_OF_TABLES.contains(&support.file)
}

fn is_of_types(file: &str) -> bool {
    SUPPORT_FILES.iter().any(|support| support.file == file && has_tables(support))
}

/// Returns the location of a union's tag, if the type has one.
fn tag_place(shape: &Shape) -> Option<&TagPlace> {
    match shape {
        Shape::Union(union) => union.tag.as_ref().map(|tag| &tag.place),
        _ => None,
    }
}

const fn own(file: &'static str, condition: Condition) -> SupportFile {
    SupportFile { file, exports: &[], macros: &[], condition, alias: None }
}

/// The parts of the macro `client_types`, which declares the types of each client.
const OWN: [SupportFile; 7] = [
    own("blocking", Condition::Feature(CrateFeature::Blocking)),
    own("client", Condition::Client),
    own("events", Condition::Client),
    own("http_client", Condition::Native),
    own("lines", Condition::Client),
    own("pages", Condition::Client),
    own("root_certificate", Condition::Tls),
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
