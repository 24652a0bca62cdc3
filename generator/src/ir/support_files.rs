//! The table of the support code: the items of each file, and the condition under which it is compiled.

use serde::Serialize;

use super::manifest::Gate;
use crate::crate_feature::{CrateFeature, Implementation};

/// The files that types use and that need a dependency, with the feature of the shared crate that enables it.
pub(crate) const FEATURES_OF_TYPES: [(&str, &str); 3] =
    [("base64", "base64"), ("date", "time"), ("pattern", "patterns")];

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

/// The features of TLS backends.
pub(crate) const TLS_FEATURES: [&str; 2] = ["native-tls", "rustls"];

/// All files of the support code.
pub(crate) const SUPPORT_FILES: &[SupportFile] = &[
    types("adjacent", &["Adjacent", "read_adjacent", "write_adjacent"], &["adjacent_union"]),
    types("base64", &["Base64"], &[]),
    types("code", &["UnlistedCode", "read_code"], &["code_enumeration"]),
    types("date", &["Date", "DateTime"], &[]),
    types("decimal", &["Decimal", "ParseDecimalError"], &[]),
    types("external", &["External", "read_external"], &["external_union"]),
    types("find_member", &[], &[]),
    types("inject", &[], &[]),
    types("instant", &[], &[]),
    types("lenient", &["LenientDeserializer", "from_json"], &[]),
    types("member", &["Missing"], &[]),
    types("number_or_text", &["NumberOrText"], &[]),
    types("object", &["Object", "ObjectReader", "ObjectSchema", "ObjectWriter", "read_object"], &["object"]),
    types("patch", &["Patch"], &[]),
    types("pattern", &["LazyRegex"], &["pattern"]),
    types("quoted", &["Quoted"], &[]),
    types("rules", &["Invalid", "Rule", "RulesOf", "check"], &[]),
    types("secret", &["Secret", "with_redacted_secrets"], &[]),
    types("shape", &["Mark", "Shape"], &[]),
    types(
        "tagged",
        &["Alternative", "InjectedTag", "InsertedTag", "OwnTag", "Tagged", "read_tagged"],
        &["tagged_union"],
    ),
    types("text", &["UnlistedText"], &["text_enumeration"]),
    types("tree", &["Mode", "Tree"], &[]),
    types("tree_builder", &[], &[]),
    types("tree_reader", &[], &[]),
    types("type_rules", &[], &["rules"]),
    types("union_visitor", &[], &[]),
    types("unix_time", &["UnixTime"], &[]),
    types("untagged", &["Untagged", "fitting", "read_untagged"], &["untagged_union"]),
    types("wrapper", &[], &["wrapper"]),
    client("authorization", &["BareAddress", "CredentialLocation", "Requirement", "Scheme", "TokenProvider"]),
    client("builder", &["ClientBuilder"]),
    client("call", &["Call", "CallFuture", "Operation", "TypedResponse"]),
    client("client", &["Client"]),
    client("curl", &[]),
    client("decode_failure", &[]),
    client("download", &["Download"]),
    client("encode", &[]),
    client("error", &["CallError", "Error"]),
    client("error_body", &["JsonOrText", "NoBody"]),
    client("escape", &[]),
    client("events", &["Event", "Events", "StreamsEvents", "json_data", "text_data"]),
    client("form", &[]),
    client("headers", &["DeclaresHeaders", "HeaderError", "read_header"]),
    client("lines", &["Lines", "StreamsLines"]),
    client("link", &["next_link"]),
    client("middleware", &["Attempt", "CallInfo", "Middleware", "Next"]),
    client("multipart", &["Content", "Multipart", "Upload"]),
    client("pages", &["ItemCount", "Items", "Pages", "Paginated", "assign"]),
    client("payload", &["BoxError", "BoxFuture", "ByteStream", "OpenStream", "RequestBody", "ResponseBody"]),
    client("platform", &[]),
    client("redirect", &[]),
    client("request", &["Request"]),
    client("response", &["Body", "Failure", "Response"]),
    client("response_error", &["AnyBody", "DecodeError", "DocumentedError", "UndocumentedError"]),
    client("retry", &["Retry"]),
    client("send_error", &["BuildError", "SendError"]),
    client("server", &["Server", "ServerAddress", "Service"]),
    client("stream", &[]),
    client("style", &["Style"]),
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
    feature("verifier", &["ReplayProtection", "SignatureError", "Verified", "Verifier"], CrateFeature::Events),
    feature(
        "signatures",
        &["GitHubSignature", "StandardSignature", "StripeSignature"],
        CrateFeature::WebhookSignatures,
    ),
    SupportFile {
        file: "fixture",
        exports: &["Fixture", "read_fixture"],
        macros: &["fixture"],
        condition: Condition::Feature(CrateFeature::Fixtures),
        alias: None,
    },
    feature("mock", &["Expectation", "Mock", "MockOperation"], CrateFeature::Mock),
    feature("oauth", &["OAuth"], CrateFeature::Oauth),
    implemented("described", &["Described", "Description"], &["described"], &[Implementation::JsonSchema]),
    implemented("json_schema", &["resolve_schema"], &["json_schema"], &[Implementation::JsonSchema]),
    implemented("value_enum", &[], &["value_enum"], &[Implementation::ValueEnum]),
    SupportFile { file: "http_client", exports: &[], macros: &[], condition: Condition::Native, alias: None },
    SupportFile { file: "root_certificate", exports: &[], macros: &[], condition: Condition::Tls, alias: None },
    instead("reqwest_transport", Condition::Native, "default_transport"),
    instead("browser_transport", Condition::Browser, "default_transport"),
    instead("no_transport", Condition::NoReqwest, "default_transport"),
    instead("traced", Condition::Feature(CrateFeature::Tracing), "instrumentation"),
    instead("untraced", Condition::ClientWithout(CrateFeature::Tracing), "instrumentation"),
];

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
    /// With `reqwest` and a TLS backend, outside a browser.
    Tls,
    /// With `reqwest`, in a browser.
    Browser,
    /// With the client, without `reqwest`.
    NoReqwest,
    /// With any of these traits of other crates.
    Implemented(&'static [Implementation]),
    /// With these traits and the types that no operation uses.
    ImplementedOfUnreferencedTypes(&'static [Implementation]),
}
