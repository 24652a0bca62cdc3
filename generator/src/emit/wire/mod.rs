//! How types are read and written: tables that the macros of the support code turn into code, apart from the types, so
//! that these stay easy to read and the emitted crate needs no procedural macro.

mod enumeration;
mod object;
mod union;

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::types::members;
use super::{EmittedFile, Emitter};
use crate::facts::Form;
use crate::model::{Shape, TypeId};

impl<'a> Emitter<'a> {
    /// `src/wire/mod.rs` and one file for each module that has types with a wire form of their own.
    pub(super) fn wire_files(&self) -> Vec<EmittedFile<'a>> {
        let mut files = Vec::new();
        let mut modules = Vec::new();
        for (module, ids) in self.types_by_module() {
            let ids: Vec<TypeId> = ids.into_iter().filter(|id| self.has_wire(*id)).collect();
            if ids.is_empty() {
                continue;
            }
            let emitter = *self;
            let forms = ids
                .clone()
                .into_iter()
                .flat_map(move |id| emitter.facts.forms.emitted(id).iter().map(move |form| (id, *form)));
            let tables = forms.map(move |(id, form)| emitter.wire_table(id, form));
            modules.push(module);
            let about = format!(" How the types of `types::{}` are read and written.", self.module_name(module));
            let path = self.module_file("wire", module);
            files.push(EmittedFile::tables(path, quote!(#![doc = #about]), self.wire_imports(&ids), tables));
        }
        modules.sort_by_key(|module| self.module_name(*module));
        let modules: Vec<_> = modules.into_iter().map(|module| self.gated_module(module)).collect();
        let about = quote!(#![doc = " How the types are read and written, apart from what they are."]);
        files.push(EmittedFile::items("src/wire/mod.rs", about, modules));
        files
    }

    fn has_wire(&self, id: TypeId) -> bool {
        !matches!(self.api.definition(id).shape, Shape::Alias(_))
    }

    /// What the tables name, and what the code that they become names.
    fn wire_imports(&self, ids: &[TypeId]) -> Vec<TokenStream> {
        let mut support: BTreeSet<&str> = BTreeSet::new();
        let mut reading: BTreeSet<&str> = BTreeSet::from(["Deserialize", "Deserializer"]);
        let writing = ["Serialize", "Serializer"];
        for id in ids {
            let forms = self.facts.forms.emitted(*id);
            match &self.api.definition(*id).shape {
                Shape::Object(object) => {
                    support.extend(["Entries", "Object", "Table", "object", "read_object"]);
                    reading.insert("MapAccess");
                    if forms.iter().any(|form| members(object, *form).next().is_some()) {
                        support.extend(["Absent", "Members"]);
                    }
                    if object.others.is_some() {
                        support.insert("Members");
                    }
                }
                Shape::Codes(_) => support.extend(["UnknownCode", "code_enumeration", "read_code"]),
                Shape::Words(_) => support.extend(["UnknownText", "text_enumeration"]),
                Shape::Union(union) => match &union.tag {
                    Some(tag) => {
                        support.extend(["Alternative", "Tagged", "read_tagged", "tagged_union"]);
                        for (ty, form) in union.payloads().flat_map(|ty| forms.iter().map(move |form| (ty, *form))) {
                            support.insert(self.alternative(ty, tag, form));
                        }
                    }
                    None => {
                        support.extend(["read_untagged", "untagged_union"]);
                        if union.payloads().next().is_some() {
                            support.insert("Shape");
                        }
                    }
                },
                Shape::Newtype(_) => drop(support.insert("wrapper")),
                Shape::Alias(_) => {}
            }
        }
        let imports = [
            self.import(&quote!(crate::runtime), support.into_iter()),
            Some(quote!(
                use crate::types;
            )),
            self.import(&quote!(serde::de), reading.into_iter()),
            self.import(&quote!(serde::ser), writing.into_iter()),
        ];
        imports.into_iter().flatten().collect()
    }

    fn wire_table(&self, id: TypeId, form: Form) -> String {
        match &self.api.definition(id).shape {
            Shape::Object(object) => self.object_table(id, object, form),
            Shape::Codes(codes) => self.code_table(id, codes),
            Shape::Words(words) => self.text_table(id, words),
            Shape::Union(union) => self.union_table(id, union, form),
            Shape::Newtype(_) => format!("wrapper!({});\n", self.names.of_type(id, form)),
            Shape::Alias(_) => String::new(),
        }
    }
}
