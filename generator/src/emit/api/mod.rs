//! Operations: one file for each group, with its handle, its operations and their answers.

mod answer;
mod body;
mod call;
mod error;
mod imports;
mod operation;
mod pages;
mod put;
mod streams;

pub(super) use answer::kinds as answer_kinds;

use proc_macro2::TokenStream;
use quote::quote;

use super::{EmittedFile, Emitter, doc, docs, ident};
use crate::ident::unraw;

impl<'a> Emitter<'a> {
    /// `src/api/mod.rs` and one file for each group.
    pub(super) fn api_files(&self) -> Vec<EmittedFile<'a>> {
        let groups = self.api.operations_by_group().into_iter().enumerate();
        let mut files: Vec<EmittedFile<'a>> = groups.map(|(group, indexes)| self.api_file(group, indexes)).collect();
        let mut names: Vec<&str> = (0..self.api.groups.len()).map(|g| self.names.group(g).function.as_str()).collect();
        names.sort_unstable();
        let modules = names.into_iter().map(ident).map(|name| quote!(pub mod #name;)).collect::<Vec<_>>();
        let about = quote!(#![doc = " The operations, one module for each group."]);
        let items = modules.into_iter().chain(self.shared_errors());
        files.push(EmittedFile::items("src/api/mod.rs", about, items.collect::<Vec<_>>()));
        files
    }

    fn api_file(&self, group: usize, indexes: Vec<usize>) -> EmittedFile<'a> {
        let emitter = *self;
        let head = self.group_imports(&indexes).into_iter().chain(self.handle(group, &indexes));
        let items = head.chain(indexes.into_iter().flat_map(move |index| emitter.operation_items(index)));
        let lines = docs::group_lines(&self.api.groups[group]);
        let lines = lines.iter().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") });
        EmittedFile::items(self.group_file("api", group), quote!(#(#![doc = #lines])*), items)
    }

    fn handle(&self, group: usize, indexes: &[usize]) -> Vec<TokenStream> {
        let names = self.names.group(group);
        let name = ident(&names.type_name);
        let mut lines = docs::group_lines(&self.api.groups[group]);
        docs::add_paragraph(&mut lines, vec![format!("[`Client::{}`] gives it.", unraw(&names.function))]);
        let about = doc(&lines);
        let functions = indexes.iter().map(|index| self.function(*index));
        vec![
            quote! {
                #about
                #[derive(Clone, Debug)]
                pub struct #name { pub(crate) client: Client }
            },
            quote! {
                impl #name {
                    #(#functions)*
                }
            },
        ]
    }
}
