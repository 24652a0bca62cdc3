//! The support code: which of its files a crate uses, when these are compiled, and what of them users and emitted code see.

use super::{CrateFeature, DateLibrary, Implementation, Resolver};
use crate::analysis::Module;
use crate::ir::{Condition, SupportFile};
use crate::model::{
    BodyKind, Content, CredentialLocation, Operation, ParameterLocation, Shape, Success, TagPlace, TypeId,
};

const fn types(file: &'static str, exports: &'static [&'static str], macros: &'static [&'static str]) -> SupportFile {
    SupportFile { file, exports, macros, condition: Condition::Types, alias: None }
}

const fn client(file: &'static str, exports: &'static [&'static str]) -> SupportFile {
    SupportFile { file, exports, macros: &[], condition: Condition::Client, alias: None }
}

const fn feature(file: &'static str, exports: &'static [&'static str], feature: CrateFeature) -> SupportFile {
    SupportFile { file, exports, macros: &[], condition: Condition::Feature(feature), alias: None }
}

const fn instead(file: &'static str, condition: Condition, alias: &'static str) -> SupportFile {
    SupportFile { file, exports: &[], macros: &[], condition, alias: Some(alias) }
}

const fn implemented(
    file: &'static str,
    exports: &'static [&'static str],
    macros: &'static [&'static str],
    by: &'static [Implementation],
) -> SupportFile {
    SupportFile { file, exports, macros, condition: Condition::Implemented(by), alias: None }
}

/// The traits whose implementations a file is for.
fn implemented_by(file: &str) -> Option<&'static [Implementation]> {
    SUPPORT.iter().find(|support| support.file == file).and_then(|support| match support.condition {
        Condition::Implemented(by) => Some(by),
        _ => None,
    })
}

pub(super) const SUPPORT: &[SupportFile] = &[
    types("adjacent", &["Adjacent", "read_adjacent", "write_adjacent"], &["adjacent_union"]),
    types("base64", &["Base64"], &[]),
    types("code", &["UnlistedCode", "read_code"], &["code_enumeration"]),
    types("date", &["Date", "DateTime"], &[]),
    types("decimal", &["Decimal", "NoDecimal"], &[]),
    types("external", &["External", "read_external"], &["external_union"]),
    types("inject", &[], &[]),
    types("member", &["Missing"], &[]),
    types("number_or_text", &["NumberOrText"], &[]),
    types("object", &["Object", "ObjectReader", "ObjectSchema", "ObjectWriter", "read_object"], &["object"]),
    types("patch", &["Patch"], &[]),
    types("pattern", &["matches"], &[]),
    types("quoted", &["Quoted"], &[]),
    types("rules", &["Invalid", "Rule", "RulesOf", "check"], &[]),
    types("secret", &["Secret", "with_redacted_secrets"], &[]),
    types("set", &["Set"], &[]),
    types("shape", &["Mark", "Shape"], &[]),
    types(
        "tagged",
        &["Alternative", "InjectedTag", "InsertedTag", "OwnTag", "Tagged", "read_tagged"],
        &["tagged_union"],
    ),
    types("text", &["UnlistedText"], &["text_enumeration"]),
    types("text_decimal", &[], &[]),
    types("text_number", &[], &[]),
    types("tree", &["Mode", "Tree"], &[]),
    types("tree_reader", &[], &[]),
    types("type_rules", &[], &["rules"]),
    types("union_visitor", &[], &[]),
    types("untagged", &["Untagged", "read_untagged"], &["untagged_union"]),
    types("words", &[], &[]),
    types("wrapper", &[], &["wrapper"]),
    client("authorization", &["BareAddress", "CredentialLocation", "Requirement", "Scheme"]),
    client("builder", &["ClientBuilder"]),
    client("call", &["Call", "CallFuture", "Operation", "TypedResponse"]),
    client("charset", &[]),
    client("client", &["Client", "Service"]),
    client("clock", &[]),
    client("curl", &[]),
    client("decode_failure", &[]),
    client("download", &["Download"]),
    client("error", &["BuildError", "CallError", "Error"]),
    client("escape", &[]),
    client("events", &["Event", "Events", "StreamsEvents", "json_data", "text_data"]),
    client("form", &[]),
    client("headers", &["DeclaresHeaders", "HeaderError", "read_header"]),
    client("lines", &["Lines", "StreamsLines"]),
    client("link", &["next_link"]),
    client("locate", &[]),
    client("middleware", &["Attempt", "CallInfo", "Middleware", "Next"]),
    client("multipart", &["Content", "Multipart", "Upload"]),
    client("pages", &["Items", "Pages"]),
    client("paginated", &["ItemCount", "Paginated", "assign"]),
    client("payload", &["BoxError", "BoxFuture", "ByteStream", "OpenStream", "RequestBody", "ResponseBody"]),
    client("random", &[]),
    client("redirect", &[]),
    client("request", &["Request"]),
    client("response", &["Body", "Failure", "Response"]),
    client("response_body", &[]),
    client("response_error", &["AnyBody", "DecodeError", "DocumentedError", "NoBody", "UndocumentedError"]),
    client("retry", &["Retry"]),
    client("send_error", &["SendError"]),
    client("server", &["Server", "ServerAddress"]),
    client("stream", &[]),
    client("style", &["Style"]),
    client("token", &["TokenProvider"]),
    client("transport", &["HttpRequest", "HttpResponse", "ResponseFuture", "Transport"]),
    client("validate", &["validate"]),
    feature("blocking", &["Iter", "iterate", "wait"], CrateFeature::Blocking),
    feature("files", &[], CrateFeature::Files),
    feature("saved_file", &[], CrateFeature::Files),
    SupportFile {
        file: "webhook",
        exports: &[
            "DeclaresEvents",
            "EventBodyError",
            "EventError",
            "EventType",
            "UnlistedEvent",
            "read_event",
            "read_named",
            "read_verified",
        ],
        macros: &["event_enumeration"],
        condition: Condition::Feature(CrateFeature::Events),
        alias: None,
    },
    feature("verifier", &["RefuseReplays", "SignatureError", "Verified", "Verifier"], CrateFeature::Events),
    feature("mac", &[], CrateFeature::WebhookSignatures),
    feature("signatures", &["AdyenSignature", "GitHubSignature", "LineSignature"], CrateFeature::WebhookSignatures),
    feature("timed_signatures", &["StandardSignature", "StripeSignature"], CrateFeature::WebhookSignatures),
    SupportFile {
        file: "fixture",
        exports: &["Fixture", "read_fixture"],
        macros: &["fixture"],
        condition: Condition::Feature(CrateFeature::Fixtures),
        alias: None,
    },
    feature("mock", &["Expectation", "Mock", "MockOperation"], CrateFeature::Mock),
    feature("oauth", &["OAuth"], CrateFeature::Oauth),
    feature("uploads", &["content_argument", "multipart_argument"], CrateFeature::Cli),
    implemented("arbitrary_value", &["arbitrary_value"], &["arbitrary"], &[Implementation::Arbitrary]),
    implemented("described", &["Described", "Description"], &["described"], Implementation::DESCRIBING),
    implemented("json_schema", &["resolve_schema"], &["json_schema"], &[Implementation::JsonSchema]),
    implemented("value_enum", &[], &["value_enum"], &[Implementation::ValueEnum]),
    instead("reqwest_transport", Condition::Native, "default_transport"),
    instead("browser_transport", Condition::Browser, "default_transport"),
    instead("no_transport", Condition::NoReqwest, "default_transport"),
    instead("traced", Condition::Feature(CrateFeature::Tracing), "instrumentation"),
    instead("untraced", Condition::ClientWithout(CrateFeature::Tracing), "instrumentation"),
];

/// What the tables of types call by way of other files.
const PARTS_OF_TABLES: [&str; 10] = [
    "inject",
    "member",
    "patch",
    "shape",
    "text_decimal",
    "text_number",
    "tree",
    "tree_reader",
    "union_visitor",
    "words",
];

/// What of a client reading events calls.
const PARTS_OF_EVENTS: [&str; 3] = ["decode_failure", "escape", "locate"];

impl Resolver<'_> {
    /// The support code that the crate has.
    pub(crate) fn support(&self) -> Vec<SupportFile> {
        if self.shares_support() {
            return self.own_support();
        }
        let conditional = |support: &SupportFile| SupportFile { condition: self.condition(support), ..*support };
        let all = SUPPORT.iter().filter(|support| self.needs(support.file)).map(conditional);
        all.filter(|support| self.has(support.condition)).collect()
    }

    /// What only types need that no operation uses is compiled with these.
    fn condition(&self, support: &SupportFile) -> Condition {
        if has_tables(support) && !self.needs_for(support.file, |id| self.module_of(id) != Module::Unused) {
            return match support.condition {
                Condition::Feature(feature) => Condition::FeatureOfUnusedTypes(feature),
                Condition::Implemented(by) => Condition::ImplementedOfUnusedTypes(by),
                _ => Condition::UnusedTypes,
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
            Condition::Feature(feature) | Condition::FeatureOfUnusedTypes(feature) => self.offers(feature),
            Condition::Implemented(by) | Condition::ImplementedOfUnusedTypes(by) => {
                by.iter().any(|one| self.implemented().contains(one))
            }
            Condition::UnusedTypes => self.is_whole_crate(),
            Condition::Browser | Condition::NoReqwest => self.is_whole_crate() && self.has_operations(),
            Condition::Shared(_) => false,
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

    /// Returns `true` if values of any type are checked before they are sent.
    pub(crate) fn has_checked_types(&self) -> bool {
        self.definitions().any(|(id, _)| self.is_checked(id))
    }

    /// Returns `true` if a parameter is the whole query.
    fn has_whole_queries(&self) -> bool {
        let operations = self.api.operations.iter();
        let mut parameters = operations.flat_map(|operation| operation.parameters.iter().chain(&operation.constants));
        parameters.any(|parameter| parameter.place == ParameterLocation::QueryString)
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
            "form" => body(|kind| matches!(kind, BodyKind::Form { .. })) || self.has_whole_queries(),
            "multipart" | "files" | "uploads" => {
                body(|kind| matches!(kind, BodyKind::Multipart(_) | BodyKind::Content { .. }))
            }
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
            "mac" | "signatures" | "timed_signatures" | "verifier" | "webhook" => self.has_webhooks(),
            file if !self.has_operations() && PARTS_OF_EVENTS.contains(&file) => self.has_webhooks(),
            "link" | "pages" | "paginated" => self.has_pages(),
            "pattern" => self.has_patterns(),
            "base64" => self.uses_support("Base64"),
            "decimal" => self.uses_support("Decimal"),
            "number_or_text" => self.uses_support("NumberOrText"),
            "quoted" => self.uses_support("Quoted"),
            "set" => self.uses_support("Set"),
            "date" => self.settings.dates == DateLibrary::Time && self.uses_dates(),
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
            "text_decimal" | "text_number" => match shape {
                Shape::Object(object) => object
                    .fields
                    .iter()
                    .any(|field| self.reads_text(field) && (file == "text_number" || self.holds_decimals(&field.ty))),
                _ => false,
            },
            "member" | "object" => matches!(shape, Shape::Object(_)),
            "tagged" | "inject" => matches!(tag_place(shape), Some(TagPlace::Internal { .. })),
            "adjacent" => matches!(tag_place(shape), Some(TagPlace::Adjacent { .. })),
            "external" => matches!(tag_place(shape), Some(TagPlace::External)),
            "union_visitor" => tag_place(shape).is_some(),
            "tree" | "tree_reader" => matches!(shape, Shape::Union(_)),
            "shape" | "untagged" | "words" => matches!(shape, Shape::Union(union) if union.tag.is_none()),
            "wrapper" => matches!(shape, Shape::Wrapper(_)),
            "type_rules" => self.is_checked(id),
            "fixture" => self.has_fixture(id),
            "patch" => self.has_three_states(id),
            other => implemented_by(other).is_some_and(|by| self.has_any_of(id, by)),
        }
    }
}

/// Returns `true` if a file is there for the tables of types, and of no use without.
pub(super) fn has_tables(support: &SupportFile) -> bool {
    (!support.macros.is_empty() && support.file != "webhook") || PARTS_OF_TABLES.contains(&support.file)
}

fn is_of_types(file: &str) -> bool {
    SUPPORT.iter().any(|support| support.file == file && has_tables(support))
}

/// Where the tag of a union stands, if the type is one that has a tag.
fn tag_place(shape: &Shape) -> Option<&TagPlace> {
    match shape {
        Shape::Union(union) => union.tag.as_ref().map(|tag| &tag.place),
        _ => None,
    }
}
