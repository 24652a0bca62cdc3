//! How types are read and written: tables that the macros of the support code turn into code, apart from the types, so
//! that these stay easy to read and the emitted crate needs no procedural macro.

mod enumeration;
mod object;
mod union;

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::{EmittedFile, Emitter};
use crate::facts::Form;
use crate::model::{Shape, TagPlace, TypeId};

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

    /// The macros that the tables call; these name all else by paths.
    fn wire_imports(&self, ids: &[TypeId]) -> Vec<TokenStream> {
        let macros: BTreeSet<&str> = ids.iter().filter_map(|id| self.wire_macro(*id)).collect();
        let macros = self.import(&quote!(crate::runtime), macros.into_iter());
        let types = quote!(
            use crate::types;
        );
        macros.into_iter().chain([types]).collect()
    }

    fn wire_macro(&self, id: TypeId) -> Option<&'static str> {
        Some(match &self.api.definition(id).shape {
            Shape::Object(_) => "object",
            Shape::Codes(_) => "code_enumeration",
            Shape::Words(_) => "text_enumeration",
            Shape::Union(union) => match union.tag.as_ref().map(|tag| &tag.place) {
                Some(TagPlace::Internal { .. }) => "tagged_union",
                Some(TagPlace::Adjacent { .. }) => "adjacent_union",
                Some(TagPlace::External) => "external_union",
                None => "untagged_union",
            },
            Shape::Newtype(_) => "wrapper",
            Shape::Alias(_) => return None,
        })
    }

    /// What stands in front of a type whose reading is a matter of a feature: one that is only sent.
    fn reading(&self, id: TypeId, form: Form) -> &'static str {
        if self.is_only_sent(id, form) { "#[cfg(feature = \"both-ways\")] " } else { "" }
    }

    /// Whether no answer holds a type, so that few programs read it.
    fn is_only_sent(&self, id: TypeId, form: Form) -> bool {
        let forms = &self.facts.forms;
        let table = !matches!(self.wire_macro(id), None | Some("code_enumeration" | "text_enumeration"));
        let sent = form == Form::Sent && (forms.is_split(id) || !forms.is_received(id));
        self.settings.whole_crate && table && sent && !self.api.operations.is_empty()
    }

    /// Whether there are types that are only sent.
    pub(super) fn has_only_sent(&self) -> bool {
        let forms = |id| self.facts.forms.emitted(id).iter();
        self.api.definitions().any(|(id, _)| forms(id).any(|form| self.is_only_sent(id, *form)))
    }

    fn wire_table(&self, id: TypeId, form: Form) -> String {
        if let (true, Some(called)) = (self.outline, self.wire_macro(id)) {
            return format!("{called}!({}{} {{}});", self.reading(id, form), self.names.of_type(id, form));
        }
        match &self.api.definition(id).shape {
            Shape::Object(object) => self.object_table(id, object, form),
            Shape::Codes(codes) => self.code_table(id, codes),
            Shape::Words(words) => self.text_table(id, words),
            Shape::Union(union) => self.union_table(id, union, form),
            Shape::Newtype(_) => {
                format!("wrapper!({}{});\n", self.reading(id, form), self.names.of_type(id, form))
            }
            Shape::Alias(_) => String::new(),
        }
    }
}
