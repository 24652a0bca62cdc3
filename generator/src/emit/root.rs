//! `src/lib.rs`, and the support code beside it.

use proc_macro2::TokenStream;
use quote::quote;

use super::{DateLibrary, EmittedFile, Emitter, docs, ident};
use crate::facts::Form;
use crate::model::{BodyKind, Operation, Shape};

/// A file of the support code, and what of it users and emitted code see.
struct Support {
    file: &'static str,
    exports: &'static [&'static str],
    /// The macros that emitted tables call.
    macros: &'static [&'static str],
}

const fn support(file: &'static str, exports: &'static [&'static str]) -> Support {
    Support { file, exports, macros: &[] }
}

const SUPPORT: [Support; 32] = [
    support("authorization", &["Placement", "Requirement", "Scheme"]),
    support("base64", &["Base64"]),
    support("call", &["Call", "Operation", "Sending"]),
    support("client", &["Client", "ClientBuilder", "Service"]),
    Support { file: "code", exports: &["UnknownCode", "read_code"], macros: &["code_enumeration"] },
    support("date", &["Date", "DateTime"]),
    support("decimal", &["Decimal", "NoDecimal"]),
    support("error", &["ApiError", "BuildError", "DecodeError", "Error", "SendError"]),
    support("link", &["next_link"]),
    support("locate", &[]),
    support("member", &["Member"]),
    Support { file: "object", exports: &["Entries", "Members", "Object", "read_object"], macros: &["object"] },
    support("form", &[]),
    support("multipart", &["Content", "Multipart", "Upload"]),
    support("pages", &["Items", "Pages"]),
    support("paginated", &["Paginated", "Seen", "assign"]),
    support("pattern", &["matches"]),
    support("patch", &["Patch", "Patched"]),
    support("quoted", &["Quoted"]),
    support("redirect", &[]),
    support("request", &["Request"]),
    support("response", &["Body", "Failure", "Response"]),
    support("retry", &["Retry"]),
    support("rules", &["Invalid", "Rule", "RulesOf", "check", "require"]),
    support("secret", &["Secret"]),
    support("set", &["Set"]),
    support("style", &["Style"]),
    Support { file: "text", exports: &["UnknownText"], macros: &["text_enumeration"] },
    Support {
        file: "tagged",
        exports: &["Added", "Alternative", "Declared", "Tagged", "read_tagged"],
        macros: &["tagged_union"],
    },
    Support { file: "untagged", exports: &["Shape", "read_untagged"], macros: &["untagged_union"] },
    Support { file: "validate", exports: &[], macros: &["rules"] },
    Support { file: "wrapper", exports: &[], macros: &["wrapper"] },
];

impl<'a> Emitter<'a> {
    pub(super) fn root(&self) -> EmittedFile<'a> {
        let mut about = docs::text_lines(&format!("# {}", self.api.title.trim()));
        about.push(String::new());
        about.push(format!("A client for version {} of the API.", docs::text_lines(&self.api.version).join(" ")));
        if let Some(description) = &self.api.description {
            about.push(String::new());
            about.extend(docs::text_lines(description));
        }
        about.push(String::new());
        about.extend(self.first_example());
        let about: Vec<String> =
            about.iter().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") }).collect();
        let attributes = if self.settings.whole_crate {
            let look_alike = (!self.names.are_ascii()).then(|| {
                // Which letters look like others is the description's to decide.
                quote!(#![allow(confusable_idents, mixed_script_confusables)])
            });
            quote! { #(#![doc = #about])* #![forbid(unsafe_code)] #![warn(missing_docs)] #look_alike }
        } else {
            quote! { #(#![doc = #about])* }
        };
        let rules = self.api.definitions().any(|(id, _)| self.has_rules(id));
        let rules = if rules {
            quote!(
                mod rules;
            )
        } else {
            quote!()
        };
        let items = vec![
            quote!(
                pub mod api;
            ),
            self.cli_module(),
            quote!(
                mod client;
            ),
            rules,
            quote!(
                pub mod runtime;
            ),
            quote!(
                pub mod types;
            ),
            quote!(
                mod wire;
            ),
            self.root_exports(),
            quote!(
                pub use http::StatusCode;
            ),
            quote!(
                pub use runtime::{Client, ClientBuilder, Error};
            ),
        ];
        EmittedFile::items("src/lib.rs", attributes, items)
    }

    fn root_exports(&self) -> TokenStream {
        if self.api.security.is_empty() {
            quote!()
        } else {
            quote!(
                pub use client::TokenScheme;
            )
        }
    }

    /// How to begin, as a doc test that is compiled and not run.
    fn first_example(&self) -> Vec<String> {
        let library = self.code_name();
        let mut lines = vec!["```no_run".to_owned(), format!("use {library}::Client;"), String::new()];
        lines.push("# async fn start() -> Result<(), Box<dyn std::error::Error>> {".to_owned());
        lines.extend(self.start_lines("std::env::var(\"API_TOKEN\")?"));
        if let Some(call) = self.example_call() {
            lines.push(format!("let answer = {call}.await?;"));
            lines.push("println!(\"{answer:?}\");".to_owned());
        }
        lines.extend(["# Ok(())".to_owned(), "# }".to_owned(), "```".to_owned()]);
        lines
    }

    /// The crate's name as code writes it.
    pub(super) fn code_name(&self) -> String {
        self.settings.crate_name.replace('-', "_")
    }

    /// `let client = ..;`
    pub(super) fn start_lines(&self, token: &str) -> Vec<String> {
        let address = "\"https://example.com\"";
        if self.api.security.is_empty() {
            return vec![format!("let client = Client::builder({address}).build()?;")];
        }
        vec![format!("let token = {token};"), format!("let client = Client::builder({address}).token(token).build()?;")]
    }

    /// The support code that this crate uses, and the module that holds it.
    pub(super) fn runtime_files(&self) -> Vec<EmittedFile<'a>> {
        let used: Vec<&Support> = SUPPORT.iter().filter(|support| self.needs(support.file)).collect();
        let mut items: Vec<TokenStream> = used.iter().map(|support| module(support.file)).collect();
        items.push(self.cli_module());
        for support in &used {
            let path = ident(support.file);
            let path = quote!(self::#path);
            let exports = self.import(&path, support.exports.iter().copied());
            let macros = self.import(&path, support.macros.iter().copied());
            items.extend(exports.map(|import| quote!(pub #import)));
            items.extend(macros.map(|import| quote!(pub(crate) #import)));
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
    fn cli_module(&self) -> TokenStream {
        if !self.settings.whole_crate {
            return TokenStream::new();
        }
        quote!(
            #[cfg(feature = "cli")]
            pub mod cli;
        )
    }

    fn needs(&self, file: &str) -> bool {
        let shape = |test: fn(&Shape) -> bool| self.api.types.iter().any(|definition| test(&definition.shape));
        let body = |test: fn(&BodyKind) -> bool| {
            self.api.operations.iter().flat_map(Operation::bodies).any(|content| test(&content.kind))
        };
        match file {
            "code" => shape(|shape| matches!(shape, Shape::Codes(_))),
            "text" => shape(|shape| matches!(shape, Shape::Words(_))),
            "member" | "object" => shape(|shape| matches!(shape, Shape::Object(_))),
            "tagged" => shape(|shape| matches!(shape, Shape::Union(union) if union.tag.is_some())),
            "untagged" => shape(|shape| matches!(shape, Shape::Union(union) if union.tag.is_none())),
            "wrapper" => shape(|shape| matches!(shape, Shape::Newtype(_))),
            "rules" => self.has_any_rules(),
            "validate" => self.api.definitions().any(|(id, _)| self.has_rules(id)),
            "form" => body(|kind| matches!(kind, BodyKind::Form { .. })),
            "multipart" => body(|kind| matches!(kind, BodyKind::Multipart | BodyKind::Content { .. })),
            "style" => {
                self.api.operations.iter().flat_map(|o| &o.parameters).any(|p| p.serialization.is_some())
                    || self.needs("form")
            }
            "link" | "pages" | "paginated" => self.has_pages(),
            "pattern" => self.has_patterns(),
            "base64" => self.uses_support("Base64"),
            "decimal" => self.uses_support("Decimal"),
            "quoted" => self.uses_support("Quoted"),
            "set" => self.uses_support("Set"),
            "date" => self.settings.dates == DateLibrary::Time && self.uses_dates(),
            "patch" => self.api.definitions().any(|(id, _)| {
                self.facts.forms.emitted(id).contains(&Form::Sent) && self.has_three_states(id, Form::Sent)
            }),
            _ => true,
        }
    }
}

/// The kinds of members are named by their module, so that no type of the description can be mistaken for one.
fn module(file: &str) -> TokenStream {
    let name = ident(file);
    if file == "member" { quote!(#[doc(hidden)] pub mod #name;) } else { quote!(mod #name;) }
}
