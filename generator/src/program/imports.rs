//! The imports of a source file, and their edits.

use std::collections::HashMap;
use std::ops::Range;

use syn::spanned::Spanned;
use syn::{ItemUse, UseTree};

use super::edit::Edit;

/// A name in an import.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Import {
    name: Range<usize>,
    /// The modules before the name, such as `notes::types::`.
    modules: String,
    /// The names in the same braces with itself; 0 without braces.
    names_in_braces: usize,
    /// The whole import.
    item: Range<usize>,
    /// The block or module that it is in.
    scope: usize,
}

/// The way in which a name is imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ImportPlace {
    /// It is not in an import.
    None,
    /// As itself.
    Plain,
    /// Under another name.
    Aliased,
}

/// The imported names of a source file.
#[derive(Clone, Debug, Default)]
pub(super) struct Imports {
    all: Vec<Import>,
    /// The names that are imported under an alias.
    aliased: Vec<Range<usize>>,
    /// The aliases.
    aliases: Vec<String>,
    /// The modules of which everything is imported, such as `notes::types::`.
    globs: Vec<String>,
    /// The number of times that each name is written.
    names: HashMap<String, usize>,
    scope: usize,
    scopes: usize,
}

impl Imports {
    pub(super) fn add(&mut self, item: &ItemUse) {
        self.add_tree(&item.tree, "", 0, &item.span().byte_range());
    }

    fn add_tree(&mut self, tree: &UseTree, modules: &str, names_in_braces: usize, item: &Range<usize>) {
        match tree {
            UseTree::Path(path) => {
                self.add_tree(&path.tree, &format!("{modules}{}::", path.ident), names_in_braces, item);
            }
            UseTree::Name(name) => self.all.push(Import {
                name: name.ident.span().byte_range(),
                modules: modules.to_owned(),
                names_in_braces,
                item: item.clone(),
                scope: self.scope,
            }),
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.add_tree(tree, modules, group.items.len(), item));
            }
            UseTree::Rename(renamed) => {
                self.aliased.push(renamed.ident.span().byte_range());
                self.aliases.push(renamed.rename.to_string());
            }
            UseTree::Glob(_) => self.globs.push(modules.to_owned()),
        }
    }

    pub(super) fn count_name(&mut self, name: &str) {
        *self.names.entry(name.to_owned()).or_default() += 1;
    }

    /// Enters a block or module, and returns the outer one.
    pub(super) fn enter_scope(&mut self) -> usize {
        self.scopes += 1;
        std::mem::replace(&mut self.scope, self.scopes)
    }

    pub(super) fn leave_scope(&mut self, outer: usize) {
        self.scope = outer;
    }

    /// Returns `true` if a name is imported from other modules than the old name of a type.
    pub(super) fn has_other(&self, text: &str, old: &str, new: &str) -> bool {
        let named = |name| self.all.iter().filter(move |import| text.get(import.name.clone()) == Some(name));
        let is_other = |import: &Import| named(old).all(|old| old.modules != import.modules);
        named(new).any(is_other) || self.aliases.iter().any(|alias| alias == new)
    }

    /// Returns the path of modules of which everything is imported.
    pub(super) fn glob(&self, modules: &str) -> Option<&str> {
        let is_absolute = |glob: &&str| !["self::", "super::", "crate::"].iter().any(|start| glob.starts_with(start));
        self.globs.iter().map(String::as_str).filter(is_absolute).find(|glob| glob.ends_with(&format!("::{modules}")))
    }

    /// Returns how a name is imported.
    pub(super) fn place(&self, name: &Range<usize>) -> ImportPlace {
        if self.aliased.contains(name) {
            ImportPlace::Aliased
        } else if self.all.iter().any(|import| import.name == *name) {
            ImportPlace::Plain
        } else {
            ImportPlace::None
        }
    }

    /// Returns the first import of a name.
    fn find(&self, text: &str, name: &str) -> Option<&Import> {
        self.all.iter().find(|import| text.get(import.name.clone()) == Some(name))
    }

    /// Returns the edit that imports a type whose paths began with the name of another one `count` times. There is none if
    /// the other one is not imported, as with `*`.
    pub(super) fn rename(&self, text: &str, old: &str, new: &str, count: usize) -> Option<Edit> {
        let import = self.find(text, old)?;
        if self.find(text, new).is_some() {
            return None;
        }
        Some(if self.names.get(old) == Some(&(count + 1)) {
            Edit::replace(import.name.clone(), new)
        } else if import.names_in_braces > 0 {
            Edit::insert(import.name.end, format!(", {new}"))
        } else {
            Edit::replace(import.name.clone(), format!("{{{old}, {new}}}"))
        })
    }

    /// Returns the edits that import a type of another module, such as `api::note::Note`, instead of one whose paths began
    /// with its name `count` times. `None` if that one is not imported by its path.
    pub(super) fn replace(&self, text: &str, old: &str, new: &str, count: usize) -> Option<Vec<Edit>> {
        let (modules, name) = split_path(old);
        let import = self.find(text, name).filter(|import| import.modules.ends_with(modules))?;
        let root = import.modules.strip_suffix(modules)?;
        let is_unused = self.names.get(name) == Some(&(count + 1));
        let is_missing = self.find(text, split_path(new).1).is_none();
        if is_missing && is_unused && import.names_in_braces <= 1 {
            return Some(vec![Edit::replace(import.item.clone(), format!("use {root}{new};"))]);
        }
        let mut edits = Vec::new();
        if is_missing {
            let start = text.get(..import.item.start)?.rfind('\n').map_or(0, |end| end + 1);
            let indentation = text.get(start..import.item.start)?;
            edits.push(Edit::insert(import.item.end, format!("\n{indentation}use {root}{new};")));
        }
        edits.extend(is_unused.then(|| remove(import, text)));
        Some(edits)
    }

    /// Returns the edits that remove what is imported twice in a block or module.
    pub(super) fn duplicates(&self, text: &str) -> Vec<Edit> {
        let is_same = |one: &Import, other: &Import| {
            one.scope == other.scope
                && one.modules == other.modules
                && text.get(one.name.clone()) == text.get(other.name.clone())
        };
        let duplicates = self
            .all
            .iter()
            .enumerate()
            .filter(|(index, import)| self.all[..*index].iter().any(|earlier| is_same(earlier, import)));
        duplicates.map(|(_, import)| remove(import, text)).collect()
    }
}

/// Returns the modules and the name of a path.
pub(super) fn split_path(path: &str) -> (&str, &str) {
    path.split_at(path.rfind("::").map_or(0, |end| end + 2))
}

/// Removes a name, or the whole import if it has only this name.
fn remove(import: &Import, text: &str) -> Edit {
    let Range { start, end } = import.name;
    let (before, after) = (text.get(..start).unwrap_or_default(), text.get(end..).unwrap_or_default());
    if import.names_in_braces > 1 {
        return if after.trim_start().starts_with(',') {
            let rest = after.trim_start()[1..].trim_start();
            Edit::remove(start..text.len() - rest.len())
        } else {
            Edit::remove(before.trim_end().trim_end_matches(',').len()..end)
        };
    }
    let Range { start, end } = import.item;
    let end = if text[end..].starts_with('\n') { end + 1 } else { end };
    Edit::remove(start..end)
}

#[cfg(test)]
mod tests {
    use super::super::calls::Outline;
    use super::super::edit::Edits;

    #[test]
    fn imports_are_replaced_and_removed() {
        let edited = |text: &str, count| {
            let imports = Outline::new(text).unwrap().imports;
            let edits = imports.replace(text, "api::E", "api::note::F", count).unwrap();
            Edits::new(text, edits).apply()
        };
        assert_eq!(edited("use n::api::E;\nfn f(_: E) {}\n", 1), "use n::api::note::F;\nfn f(_: E) {}\n");
        assert_eq!(edited("use n::api::{D, E};\n", 1), "use n::api::{D, E};\nuse n::api::note::F;\n");
    }

    #[test]
    fn duplicates_are_removed_in_their_scope() {
        let text = "use a::{B, C, B};\nuse a::C;\nmod m { use a::B; }\n";
        let edits = Outline::new(text).unwrap().imports.duplicates(text);
        assert_eq!(Edits::new(text, edits).apply(), "use a::{B, C};\nmod m { use a::B; }\n");
    }
}
