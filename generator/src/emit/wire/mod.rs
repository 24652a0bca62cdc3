//! How types are read and written: emitted, not derived, so that the emitted crate needs no procedural macro.

mod enumeration;
mod object;
mod union;

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::{EmittedFile, Emitter, ident};
use crate::facts::Form;
use crate::model::{Shape, TypeId};

impl Emitter<'_> {
    /// `src/wire/mod.rs` and one file for each module that has types with a wire form of their own.
    pub(super) fn wire_files(&self) -> Vec<EmittedFile> {
        let mut files = Vec::new();
        let mut names = Vec::new();
        for (module, ids) in self.types_by_module() {
            let ids: Vec<TypeId> = ids.into_iter().filter(|id| self.has_wire(*id)).collect();
            if ids.is_empty() {
                continue;
            }
            let mut items = self.wire_imports(&ids);
            for id in &ids {
                for form in self.facts.forms.emitted(*id) {
                    items.extend(self.wire_items(*id, *form));
                }
            }
            names.push(self.module_name(module).to_owned());
            let about = format!(" How the types of `types::{}` are read and written.", self.module_name(module));
            files.push(EmittedFile::items(self.module_file("wire", module), quote!(#![doc = #about]), items));
        }
        names.sort_unstable();
        let modules = names.iter().map(|name| ident(name)).map(|name| quote!(mod #name;)).collect();
        let about = quote!(#![doc = " How the types are read and written, apart from what they are."]);
        files.push(EmittedFile::items("src/wire/mod.rs", about, modules));
        files
    }

    fn has_wire(&self, id: TypeId) -> bool {
        !matches!(self.api.definition(id).shape, Shape::Alias(_))
    }

    fn wire_imports(&self, ids: &[TypeId]) -> Vec<TokenStream> {
        let shapes: Vec<&Shape> = ids.iter().map(|id| &self.api.definition(*id).shape).collect();
        let object = shapes.iter().any(|shape| matches!(shape, Shape::Object(_)));
        let decides = ids.iter().any(|id| self.decides(*id));
        let required = ids.iter().any(|id| self.reads_required(*id));
        let mut types: BTreeSet<String> = BTreeSet::new();
        for id in ids {
            types.extend(self.facts.forms.emitted(*id).iter().map(|form| self.names.of_type(*id, *form).to_owned()));
        }
        let mut support = Vec::new();
        if object {
            support.extend(["Entries", "Object", "read_object"]);
        }
        if required {
            support.push("required");
        }
        if ids.iter().any(|id| self.reads_three_states(*id)) {
            support.insert(support.iter().position(|name| *name == "read_object").unwrap_or(0), "Patch");
        }
        let access = object.then(|| quote!(, MapAccess));
        let error = decides.then(|| quote!(, Error as _));
        let map = (object && self.writes_objects(ids)).then(|| quote!(SerializeMap,));
        let mut imports: Vec<TokenStream> =
            self.import(&quote!(crate::runtime), support.into_iter()).into_iter().collect();
        imports.extend(self.import(&quote!(crate::types), types.iter().map(String::as_str)));
        imports.push(quote!(use serde::de::{Deserialize, Deserializer #error #access};));
        imports.push(quote!(use serde::ser::{Serialize, #map Serializer};));
        imports
    }

    fn wire_items(&self, id: TypeId, form: Form) -> Vec<TokenStream> {
        let name = ident(self.names.of_type(id, form));
        match &self.api.definition(id).shape {
            Shape::Object(object) => self.object_wire(id, object, form),
            Shape::Codes(_) => self.codes_wire(id),
            Shape::Words(_) => self.words_wire(id),
            Shape::Union(union) => self.union_wire(id, union, form),
            Shape::Newtype(_) => vec![
                quote! {
                    impl<'de> Deserialize<'de> for #name {
                        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                            Deserialize::deserialize(deserializer).map(Self)
                        }
                    }
                },
                quote! {
                    impl Serialize for #name {
                        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                            self.0.serialize(serializer)
                        }
                    }
                },
            ],
            Shape::Alias(_) => Vec::new(),
        }
    }
}
