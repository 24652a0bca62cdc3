//! The support code: which of its files a crate uses, and what of them users and emitted code see.

use proc_macro2::TokenStream;
use quote::quote;

use super::{EmittedFile, Emitter, ident, import};
use crate::bindings::{DateLibrary, UNUSED_TYPES};
use crate::facts::Module;
use crate::model::{BodyKind, CredentialPlace, Operation, Shape, Streaming, TagPlace, TypeId};

/// A file of the support code, and what of it users and emitted code see.
struct Support {
    file: &'static str,
    exports: &'static [&'static str],
    /// The macros that emitted tables call.
    macros: &'static [&'static str],
    /// When it is compiled.
    part: Part,
    /// What the other files call it, where several stand in for each other.
    alias: Option<&'static str>,
}

/// When a file is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Always: types use it.
    Types,
    /// With anything that sends.
    Client,
    /// With a feature of a whole crate.
    Feature(&'static str),
    /// With two of them.
    Features(&'static str, &'static str),
    /// Where a feature of a whole crate is off.
    Without(&'static str),
    /// With `reqwest`, but in a browser.
    Native,
    /// With `reqwest`, in a browser.
    Browser,
}

const fn types(file: &'static str, exports: &'static [&'static str], macros: &'static [&'static str]) -> Support {
    Support { file, exports, macros, part: Part::Types, alias: None }
}

const fn client(file: &'static str, exports: &'static [&'static str]) -> Support {
    Support { file, exports, macros: &[], part: Part::Client, alias: None }
}

const fn feature(file: &'static str, exports: &'static [&'static str], name: &'static str) -> Support {
    Support { file, exports, macros: &[], part: Part::Feature(name), alias: None }
}

const fn instead(file: &'static str, part: Part, alias: &'static str) -> Support {
    Support { file, exports: &[], macros: &[], part, alias: Some(alias) }
}

const SUPPORT: &[Support] = &[
    types("adjacent", &["Adjacent", "read_adjacent", "write_adjacent"], &["adjacent_union"]),
    types("base64", &["Base64"], &[]),
    types("code", &["UnlistedCode", "read_code"], &["code_enumeration"]),
    types("date", &["Date", "DateTime"], &[]),
    types("decimal", &["Decimal", "NoDecimal"], &[]),
    types("external", &["External", "read_external"], &["external_union"]),
    types("inject", &[], &[]),
    types("member", &["Absent"], &[]),
    types("number_or_text", &["NumberOrText"], &[]),
    types("object", &["Entries", "Members", "Object", "Table", "read_object"], &["object"]),
    types("patch", &["Patch"], &[]),
    types("pattern", &["matches"], &[]),
    types("quoted", &["Quoted"], &[]),
    types("rules", &["Invalid", "Rule", "RulesOf", "check"], &[]),
    types("secret", &["Secret"], &[]),
    types("set", &["Set"], &[]),
    types("tagged", &["Added", "Alternative", "Declared", "Injected", "Tagged", "read_tagged"], &["tagged_union"]),
    types("text", &["UnlistedText"], &["text_enumeration"]),
    types("tree", &["Mode", "Tree"], &[]),
    types("tree_reader", &[], &[]),
    types("union_visitor", &[], &[]),
    types("untagged", &["Shape", "Untagged", "read_untagged"], &["untagged_union"]),
    types("validate", &[], &["rules"]),
    types("wrapper", &[], &["wrapper"]),
    client("answer_error", &["AnyBody", "DecodeError", "DocumentedError", "UndocumentedError"]),
    client("authorization", &["BareAddress", "Placement", "Requirement", "Scheme"]),
    client("builder", &["ClientBuilder"]),
    client("call", &["Answer", "Call", "Operation", "Sending"]),
    client("chance", &[]),
    client("charset", &[]),
    client("client", &["Client", "Service"]),
    client("clock", &[]),
    client("download", &["Download"]),
    client("error", &["BuildError", "CallError", "Error"]),
    client("escape", &[]),
    client("events", &["AnswersEvents", "Event", "Events", "json_data", "text_data"]),
    client("form", &[]),
    client("headers", &["DeclaresHeaders", "HeaderError", "read_header"]),
    client("lines", &["AnswersLines", "Lines"]),
    client("link", &["next_link"]),
    client("locate", &[]),
    client("middleware", &["CallInfo", "Middleware", "Next", "Sender"]),
    client("multipart", &["Content", "Multipart", "Upload"]),
    client("pages", &["Items", "Pages"]),
    client("paginated", &["Paginated", "Seen", "assign"]),
    client("payload", &["BoxError", "BoxFuture", "ByteStream", "Opening", "RequestBody", "ResponseBody"]),
    client("receive", &[]),
    client("redirect", &[]),
    client("request", &["Request"]),
    client("require", &["require"]),
    client("response", &["Body", "Failure", "Response"]),
    client("retry", &["Retry"]),
    client("send_error", &["SendError"]),
    client("server", &["Server", "ServerAddress"]),
    client("stream", &[]),
    client("style", &["Style"]),
    client("token", &["TokenProvider"]),
    client("transport", &["Exchange", "HttpRequest", "HttpResponse", "Transport"]),
    feature("blocking", &["Iter", "iterate", "wait"], "blocking"),
    feature("files", &[], "files"),
    Support {
        file: "fixture",
        exports: &["Fixture", "read_fixture"],
        macros: &["fixture"],
        part: Part::Feature("fixtures"),
        alias: None,
    },
    feature("mock", &["Answers", "Expectation", "Mock"], "mock"),
    feature("oauth", &["OAuth"], "oauth"),
    feature("uploads", &["given_content", "given_parts"], "cli"),
    instead("reqwest_transport", Part::Native, "usual"),
    instead("browser_transport", Part::Browser, "usual"),
    instead("no_transport", Part::Without("reqwest"), "usual"),
    instead("traced", Part::Feature("tracing"), "observed"),
    instead("untraced", Part::Without("tracing"), "observed"),
];

impl<'a> Emitter<'a> {
    /// The support code that this crate uses, and the module that holds it.
    pub(super) fn runtime_files(&self) -> Vec<EmittedFile<'a>> {
        let used = SUPPORT.iter().filter(|support| self.has(support.part) && self.needs(support.file));
        let used: Vec<&Support> = used.collect();
        let mut items: Vec<TokenStream> = used.iter().map(|support| self.module(support)).collect();
        items.push(self.cli_module());
        for support in &used {
            let gate = self.gate(self.part(support));
            let path = ident(support.file);
            if let Some(alias) = support.alias.map(ident) {
                items.push(quote!(#gate use self::#path as #alias;));
            }
            let path = quote!(self::#path);
            let exports = import(&path, support.exports.iter().copied());
            let macros = import(&path, support.macros.iter().copied());
            items.extend(exports.map(|import| quote!(#gate pub #import)));
            items.extend(macros.map(|import| quote!(#gate pub(crate) #import)));
        }
        let about = quote!(#![doc = " The support code: the same in every crate that Bindery emits."]);
        let mut files = vec![EmittedFile::items("src/runtime/mod.rs", about, items)];
        if self.settings.whole_crate {
            let own = bindery_templates::RUNTIME.iter().filter(|(file, _)| file.starts_with("cli/"));
            files.extend(own.map(|(file, text)| EmittedFile::text(format!("src/runtime/{file}"), *text)));
        }
        for support in used {
            let name = format!("{}.rs", support.file);
            if let Some((_, text)) = bindery_templates::RUNTIME.iter().find(|(file, _)| *file == name) {
                files.push(EmittedFile::text(format!("src/runtime/{name}"), *text));
            }
        }
        files
    }

    /// The module of the command line, of the crate and of the support code; a module for a build script has none.
    pub(super) fn cli_module(&self) -> TokenStream {
        if !self.settings.whole_crate {
            return TokenStream::new();
        }
        quote!(
            #[cfg(feature = "cli")]
            pub mod cli;
        )
    }

    /// What only types need that no operation uses is compiled with these.
    fn part(&self, support: &Support) -> Part {
        let tables = !support.macros.is_empty()
            || matches!(support.file, "inject" | "member" | "patch" | "tree" | "tree_reader" | "union_visitor");
        if tables && !self.needs_for(support.file, |id| self.facts.modules[id.index()] != Module::Unused) {
            match support.part {
                Part::Feature(name) => Part::Features(name, UNUSED_TYPES),
                _ => Part::Feature(UNUSED_TYPES),
            }
        } else {
            support.part
        }
    }

    /// A module for a build script has no features: it has what is on by default, and not what is for programs of its own.
    fn has(&self, part: Part) -> bool {
        match part {
            Part::Types | Part::Client | Part::Native | Part::Without("tracing") => true,
            Part::Feature(_) | Part::Features(..) | Part::Without(_) | Part::Browser => self.settings.whole_crate,
        }
    }

    /// The condition under which something of a whole crate is compiled.
    fn gate(&self, part: Part) -> TokenStream {
        if !self.settings.whole_crate {
            return TokenStream::new();
        }
        match part {
            Part::Types => TokenStream::new(),
            Part::Client => self.client_gate(),
            Part::Feature(name) => quote!(#[cfg(feature = #name)]),
            Part::Features(name, other) => quote!(#[cfg(all(feature = #name, feature = #other))]),
            Part::Without(name) => quote!(#[cfg(all(feature = "client", not(feature = #name)))]),
            Part::Native => quote!(#[cfg(all(feature = "reqwest", not(target_arch = "wasm32")))]),
            Part::Browser => quote!(#[cfg(all(feature = "reqwest", target_arch = "wasm32"))]),
        }
    }

    /// The condition under which the client is compiled: without it the crate is types alone.
    pub(super) fn client_gate(&self) -> TokenStream {
        if self.settings.whole_crate { quote!(#[cfg(feature = "client")]) } else { TokenStream::new() }
    }

    /// What answers of a mock are made with is named by its module.
    fn module(&self, support: &Support) -> TokenStream {
        let (gate, name) = (self.gate(self.part(support)), ident(support.file));
        let visibility = (support.file == "mock").then(|| quote!(pub));
        quote!(#gate #visibility mod #name;)
    }

    /// Whether a token of the API can be one of OAuth 2.0.
    pub(super) fn has_bearer(&self) -> bool {
        self.api.security.iter().any(|scheme| scheme.place == CredentialPlace::Bearer)
    }

    /// Whether files can be sent.
    pub(super) fn sends_files(&self) -> bool {
        self.needs("multipart")
    }

    fn needs(&self, file: &str) -> bool {
        self.needs_for(file, |_| true)
    }

    /// Whether a file is needed for operations, and for some of the types.
    fn needs_for(&self, file: &str, concerned: impl Fn(TypeId) -> bool) -> bool {
        let definitions = || self.bindings.definitions().filter(|(id, _)| concerned(*id));
        let shape = |test: fn(&Shape) -> bool| definitions().any(|(_, definition)| test(&definition.shape));
        let body = |test: fn(&BodyKind) -> bool| {
            self.api.operations.iter().flat_map(Operation::bodies).any(|content| test(&content.kind))
        };
        let streams = |test: fn(&Streaming) -> bool| {
            self.api.operations.iter().filter_map(|operation| operation.streaming.as_ref()).any(test)
        };
        match file {
            "code" => shape(|shape| matches!(shape, Shape::Codes(_))),
            "text" => shape(|shape| matches!(shape, Shape::Words(_))),
            "member" | "object" => shape(|shape| matches!(shape, Shape::Object(_))),
            "tagged" | "inject" => shape(|shape| matches!(tag_place(shape), Some(TagPlace::Internal { .. }))),
            "adjacent" => shape(|shape| matches!(tag_place(shape), Some(TagPlace::Adjacent { .. }))),
            "external" => shape(|shape| matches!(tag_place(shape), Some(TagPlace::External))),
            "union_visitor" => shape(|shape| tag_place(shape).is_some()),
            "tree" | "tree_reader" => shape(|shape| matches!(shape, Shape::Union(_))),
            "untagged" => shape(|shape| matches!(shape, Shape::Union(union) if union.tag.is_none())),
            "wrapper" => shape(|shape| matches!(shape, Shape::Newtype(_))),
            "rules" | "require" => self.bindings.has_constraints(),
            "validate" => definitions().any(|(id, _)| self.bindings.is_checked(id)),
            "form" => body(|kind| matches!(kind, BodyKind::Form { .. })),
            "multipart" | "files" | "uploads" => {
                body(|kind| matches!(kind, BodyKind::Multipart | BodyKind::Content { .. }))
            }
            "style" => {
                self.api
                    .operations
                    .iter()
                    .flat_map(|o| o.parameters.iter().chain(&o.constants))
                    .any(|p| p.serialization.is_some())
                    || self.needs("form")
            }
            "events" => streams(|streaming| matches!(streaming, Streaming::Events(_))),
            "lines" => streams(|streaming| matches!(streaming, Streaming::Lines { .. })),
            "stream" => streams(|_| true),
            "oauth" => self.has_bearer(),
            "link" | "pages" | "paginated" => self.has_pages(),
            "pattern" => self.bindings.has_patterns(),
            "base64" => self.bindings.uses_support("Base64"),
            "decimal" => self.bindings.uses_support("Decimal"),
            "number_or_text" => self.bindings.uses_support("NumberOrText"),
            "quoted" => self.bindings.uses_support("Quoted"),
            "set" => self.bindings.uses_support("Set"),
            "fixture" => definitions().any(|(id, _)| self.bindings.has_fixture(id)),
            "date" => self.settings.dates == DateLibrary::Time && self.bindings.uses_dates(),
            "patch" => definitions().any(|(id, _)| self.bindings.has_three_states(id)),
            _ => true,
        }
    }
}

/// Where the tag of a union stands, if the type is one that has a tag.
fn tag_place(shape: &Shape) -> Option<&TagPlace> {
    match shape {
        Shape::Union(union) => union.tag.as_ref().map(|tag| &tag.place),
        _ => None,
    }
}
