//! The imports of a types module.

use std::collections::BTreeSet;

use crate::ir::{Item, ItemKind, Path, RustType, SourceType, Validation, Wrapper};

/// Returns the types of other modules and the items of the support code that the types of a module name.
pub(super) fn imports(items: &[Item]) -> (BTreeSet<String>, BTreeSet<&'static str>) {
    let (mut types, mut support) = (BTreeSet::new(), BTreeSet::new());
    let own: BTreeSet<&str> = items.iter().map(|item| item.name.as_str()).collect();
    for item in items {
        item.for_each_type(&mut |ty| {
            ty.for_each_path(&mut |path| match path {
                Path::Emitted(name) if !own.contains(name.as_str()) => drop(types.insert(name.clone())),
                Path::Support(name) => drop(support.insert(*name)),
                Path::Emitted(..) | Path::Known(_) | Path::Own(_) | Path::Beside(..) | Path::Tuple => {}
            });
        });
        support.extend(item.validation.map(|_| "Invalid"));
        support.extend(item.is_checked().then_some("check"));
        match &item.kind {
            ItemKind::IntegerEnum(_) => drop(support.insert("UnlistedCode")),
            ItemKind::StringEnum(_) => drop(support.insert("UnlistedText")),
            _ => {}
        }
    }
    (types, support)
}

impl Item {
    /// Returns `true` if the description has constraints for its values.
    pub(crate) fn is_checked(&self) -> bool {
        self.validation == Some(Validation::Table)
    }

    /// Calls a function with each type that stands in the item.
    pub(crate) fn for_each_type(&self, found: &mut impl FnMut(&RustType)) {
        match &self.kind {
            ItemKind::Struct(structure) => {
                for (_, field) in structure.fields() {
                    found(&field.ty());
                    // Behind an alias stand types that only functions name.
                    if structure.takes(field) {
                        found(field.argument.innermost());
                    }
                }
                structure.others.iter().for_each(|(_, ty)| found(ty));
            }
            ItemKind::Union(union) => {
                union.variants.iter().filter_map(|variant| variant.payload.as_ref()).for_each(|held| found(&held.ty));
                union.accessors.iter().for_each(|accessor| found(&accessor.target));
                for source in &union.sources {
                    if let SourceType::Array(element) | SourceType::Pairs(Some(element)) = &source.of {
                        found(element);
                    }
                }
            }
            ItemKind::Alias(ty) | ItemKind::Wrapper(Wrapper { ty, .. }) => found(ty),
            ItemKind::IntegerEnum(_) | ItemKind::StringEnum(_) => {}
        }
    }
}
