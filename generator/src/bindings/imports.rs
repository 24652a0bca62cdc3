//! What the types of a module use from elsewhere.

use std::collections::BTreeSet;

use super::union::SourceType;
use super::{Bindings, Item, Kind, Path, RustType, TypeModule, Wrapper};

/// What a module uses from elsewhere.
#[derive(Clone, Debug, Default)]
pub(crate) struct Imports<'a> {
    /// Types of other modules.
    pub(crate) types: BTreeSet<&'a str>,
    /// Types of the support code.
    pub(crate) support: BTreeSet<&'static str>,
}

impl<'a> Bindings<'a> {
    /// What the types of a module use from elsewhere.
    pub(crate) fn imports(&self, module: &TypeModule<'a>) -> Imports<'a> {
        let mut imports = Imports::default();
        for item in self.items(module) {
            item.for_each_type(&mut |ty| {
                ty.for_each_path(&mut |path| match path {
                    Path::Emitted(name, other) if other != module.module => drop(imports.types.insert(name)),
                    Path::Support(name) => drop(imports.support.insert(name)),
                    Path::Emitted(..) | Path::Known(_) | Path::Tuple => {}
                });
            });
            match &item.kind {
                Kind::IntegerEnum(_) => drop(imports.support.insert("UnlistedCode")),
                Kind::StringEnum(_) => drop(imports.support.insert("UnlistedText")),
                _ => {}
            }
        }
        imports
    }
}

impl<'a> Item<'a> {
    /// Calls a function with each type that stands in the item.
    pub(crate) fn for_each_type(&self, found: &mut impl FnMut(&RustType<'a>)) {
        match &self.kind {
            Kind::Struct(structure) => {
                for (_, field) in structure.fields() {
                    found(&field.ty());
                    // Behind an alias stand types that only functions name.
                    if structure.takes(field) {
                        found(field.argument.innermost());
                    }
                }
                structure.others.iter().for_each(|(_, ty)| found(ty));
            }
            Kind::Union(union) => {
                union.variants.iter().filter_map(|variant| variant.payload.as_ref()).for_each(|held| found(&held.ty));
                for source in &union.sources {
                    if let SourceType::Array(element) = &source.of {
                        found(element);
                    }
                }
            }
            Kind::Alias(ty) | Kind::Wrapper(Wrapper { ty, .. }) => found(ty),
            Kind::IntegerEnum(_) | Kind::StringEnum(_) => {}
        }
    }
}
