//! `src/lib.rs`, and the support code beside it.

use proc_macro2::TokenStream;
use quote::quote;

use super::{DateLibrary, EmittedFile, Emitter, docs, ident};
use crate::facts::Form;
use crate::model::Shape;

/// A file of the support code, what of it users and emitted code see, and whether every crate needs it.
struct Support {
    file: &'static str,
    exports: &'static [&'static str],
}

const SUPPORT: [Support; 13] = [
    Support { file: "authorization", exports: &["Placement"] },
    Support { file: "call", exports: &["Call", "Operation", "Sending"] },
    Support { file: "client", exports: &["Client", "ClientBuilder", "Service"] },
    Support { file: "code", exports: &["UnknownCode"] },
    Support { file: "date", exports: &["Date", "DateTime"] },
    Support { file: "error", exports: &["ApiError", "BuildError", "DecodeError", "Error", "SendError"] },
    Support { file: "locate", exports: &[] },
    Support { file: "object", exports: &["Entries", "Object", "read_object", "required"] },
    Support { file: "patch", exports: &["Patch"] },
    Support { file: "request", exports: &["Request"] },
    Support { file: "response", exports: &["Body", "Failure", "Response"] },
    Support { file: "secret", exports: &["Secret"] },
    Support { file: "text", exports: &["UnknownText"] },
];

impl Emitter<'_> {
    pub(super) fn root(&self) -> EmittedFile {
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
            quote! { #(#![doc = #about])* #![forbid(unsafe_code)] #![warn(missing_docs)] }
        } else {
            quote! { #(#![doc = #about])* }
        };
        let items = vec![
            quote!(
                pub mod api;
            ),
            quote!(
                mod client;
            ),
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
    pub(super) fn runtime_files(&self) -> Vec<EmittedFile> {
        let used: Vec<&Support> = SUPPORT.iter().filter(|support| self.needs(support.file)).collect();
        let mut items: Vec<TokenStream> =
            used.iter().map(|support| ident(support.file)).map(|file| quote!(mod #file;)).collect();
        for support in used.iter().filter(|support| !support.exports.is_empty()) {
            let file = ident(support.file);
            items.extend(
                self.import(&quote!(self::#file), support.exports.iter().copied()).map(|import| quote!(pub #import)),
            );
        }
        let about = quote!(#![doc = " The support code: the same in every crate that Bindery emits."]);
        let mut files = vec![EmittedFile::items("src/runtime/mod.rs", about, items)];
        for support in used {
            let name = format!("{}.rs", support.file);
            if let Some((_, text)) = bindery_templates::RUNTIME.iter().find(|(file, _)| *file == name) {
                files.push(EmittedFile::text(format!("src/runtime/{name}"), *text));
            }
        }
        files
    }

    fn needs(&self, file: &str) -> bool {
        let shape = |test: fn(&Shape) -> bool| self.api.types.iter().any(|definition| test(&definition.shape));
        match file {
            "code" => shape(|shape| matches!(shape, Shape::Codes(_))),
            "text" => shape(|shape| matches!(shape, Shape::Words(_))),
            "object" => shape(|shape| matches!(shape, Shape::Object(_))),
            "date" => self.settings.dates == DateLibrary::Time && self.uses_dates(),
            "patch" => self.api.definitions().any(|(id, definition)| {
                self.facts.forms.emitted(id).contains(&Form::Sent) && self.has_three_states(definition, Form::Sent)
            }),
            _ => true,
        }
    }
}
