//! `src/lib.rs`.

use proc_macro2::TokenStream;
use quote::quote;

use super::{EmittedFile, Emitter, docs};

impl<'a> Emitter<'a> {
    pub(super) fn root(&self) -> EmittedFile<'a> {
        let mut about = vec![format!("# {}", docs::inline(&self.api.title))];
        about.push(String::new());
        about.push(format!("A client for version {} of the API.", docs::inline(&self.api.version)));
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
            quote! { #(#![doc = #about])* #![forbid(unsafe_code)] #look_alike }
        } else {
            quote! { #(#![doc = #about])* }
        };
        let rules = self.api.definitions().any(|(id, _)| self.bindings.is_checked(id));
        let rules = if rules {
            quote!(
                mod rules;
            )
        } else {
            quote!()
        };
        let gate = self.client_gate();
        let items = vec![
            quote!(
                #gate
                pub mod api;
            ),
            self.cli_module(),
            quote!(
                #gate
                mod client;
            ),
            self.fixtures_module(),
            self.mock_module(),
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
                #gate
                pub use http::StatusCode;
            ),
            quote!(
                #gate
                pub use runtime::{CallError, Client, ClientBuilder, Error, ServerAddress};
            ),
        ];
        EmittedFile::items("src/lib.rs", attributes, items)
    }

    /// The answers of a mock; a module for a build script has none.
    fn mock_module(&self) -> TokenStream {
        if !self.settings.whole_crate {
            return TokenStream::new();
        }
        quote!(
            #[cfg(feature = "mock")]
            mod mock;
        )
    }

    /// The values of the types for tests.
    fn fixtures_module(&self) -> TokenStream {
        if !self.bindings.has_fixtures() {
            return TokenStream::new();
        }
        quote!(
            #[cfg(feature = "fixtures")]
            mod fixtures;
        )
    }

    fn root_exports(&self) -> TokenStream {
        if self.api.security.is_empty() {
            quote!()
        } else {
            let gate = self.client_gate();
            quote!(
                #gate
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
}
