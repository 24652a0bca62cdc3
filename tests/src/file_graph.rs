//! The source files of a crate and the paths with which they use each other, resolved as the compiler resolves them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ExprCall, ExprPath, Item, ItemMod, ItemUse, Macro, UseTree, Visibility};

/// Maximum number of re-exports between a path and the item that it names.
const MAX_REEXPORTS: usize = 16;

/// The files of a crate, and the items that each uses of others.
pub struct FileGraph {
    /// The items that one file uses of another, by these two.
    pub uses: BTreeMap<PathBuf, BTreeMap<PathBuf, BTreeSet<String>>>,
    /// The names of other crates that each file uses.
    pub crates: BTreeMap<PathBuf, BTreeSet<String>>,
}

impl FileGraph {
    /// Reads the files of a crate without its tests, starting at `lib.rs` or `mod.rs`.
    ///
    /// # Panics
    ///
    /// Panics if a file cannot be read or parsed.
    #[must_use]
    pub fn read(root: &Path) -> Self {
        let mut modules = Modules::default();
        modules.read(root.to_owned(), &root.with_file_name(""), None);
        modules.graph()
    }

    /// Returns the groups of files in which each file depends on each other one.
    #[must_use]
    pub fn cycles(&self) -> Vec<Vec<&Path>> {
        let reached: BTreeMap<&Path, BTreeSet<&Path>> =
            self.uses.keys().map(|file| (file.as_path(), self.reached_from(file))).collect();
        let mut cycles: BTreeSet<Vec<&Path>> = BTreeSet::new();
        for (file, others) in reached.iter().filter(|(file, others)| others.contains(*file)) {
            cycles.insert(others.iter().copied().filter(|other| reached[other].contains(file)).collect());
        }
        cycles.into_iter().collect()
    }

    fn reached_from<'a>(&'a self, file: &'a Path) -> BTreeSet<&'a Path> {
        let mut reached = BTreeSet::new();
        let mut left = vec![file];
        while let Some(file) = left.pop() {
            let next = self.uses[file].keys().map(PathBuf::as_path);
            left.extend(next.filter(|next| reached.insert(*next)));
        }
        reached
    }
}

/// A module, which is a file or a part of one.
#[derive(Default)]
struct Module {
    file: PathBuf,
    parent: Option<usize>,
    children: BTreeMap<String, usize>,
    items: BTreeSet<String>,
    imports: BTreeMap<String, Vec<String>>,
    globs: Vec<Vec<String>>,
    /// The paths in the code of the module.
    paths: BTreeSet<Vec<String>>,
}

#[derive(Default)]
struct Modules {
    list: Vec<Module>,
}

impl Modules {
    /// Reads a file whose submodules are in `folder`, and these.
    #[expect(clippy::panic, reason = "a test that cannot go on fails")]
    fn read(&mut self, file: PathBuf, folder: &Path, parent: Option<usize>) -> usize {
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let syntax = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        self.add(file, folder, parent, &syntax.items)
    }

    fn add(&mut self, file: PathBuf, folder: &Path, parent: Option<usize>, items: &[Item]) -> usize {
        let id = self.list.len();
        self.list.push(Module { file: file.clone(), parent, ..Module::default() });
        for item in items {
            match item {
                Item::Mod(module) if is_test(&module.attrs) => {}
                Item::Mod(module) => {
                    let name = module.ident.to_string();
                    let child = self.add_child(module, &file, folder, id);
                    self.list[id].children.insert(name, child);
                }
                item if is_test_item(item) => {}
                item => {
                    self.list[id].items.extend(defined_name(item));
                    self.list[id].visit_item(item);
                }
            }
        }
        id
    }

    fn add_child(&mut self, module: &ItemMod, file: &Path, folder: &Path, parent: usize) -> usize {
        let name = module.ident.to_string();
        let inner = folder.join(&name);
        match &module.content {
            Some((_, items)) => self.add(file.to_owned(), &inner, Some(parent), items),
            None => {
                let path = folder.join(format!("{name}.rs"));
                self.read(if path.exists() { path } else { inner.join("mod.rs") }, &inner, Some(parent))
            }
        }
    }

    fn graph(&self) -> FileGraph {
        let mut graph = FileGraph { uses: BTreeMap::new(), crates: BTreeMap::new() };
        for (id, module) in self.list.iter().enumerate() {
            let uses = graph.uses.entry(module.file.clone()).or_default();
            let crates = graph.crates.entry(module.file.clone()).or_default();
            for path in &module.paths {
                match self.resolve(id, path, 0) {
                    Some(Target::Item(owner)) if self.list[owner].file != module.file => {
                        uses.entry(self.list[owner].file.clone()).or_default().insert(path.join("::"));
                    }
                    Some(_) => {}
                    None => drop(crates.insert(path[0].clone())),
                }
            }
        }
        graph
    }

    fn resolve(&self, from: usize, path: &[String], depth: usize) -> Option<Target> {
        let (first, rest) = path.split_first()?;
        let first = match first.as_str() {
            "crate" => Target::Module(0),
            "self" => Target::Module(from),
            "super" => Target::Module(self.list[from].parent?),
            name => self.look_up(from, name, rest.is_empty(), depth)?,
        };
        rest.iter().enumerate().try_fold(first, |target, (index, name)| match (target, name.as_str()) {
            (Target::Item(owner), _) => Some(Target::Item(owner)),
            (Target::Module(module), "self") => Some(Target::Module(module)),
            (Target::Module(module), "super") => self.list[module].parent.map(Target::Module),
            (Target::Module(module), name) => self.look_up(module, name, index + 1 == rest.len(), depth),
        })
    }

    /// Finds a name in a module. An item may have the name of a submodule: the end of a path means the item, the
    /// beginning the submodule.
    fn look_up(&self, id: usize, name: &str, is_last: bool, depth: usize) -> Option<Target> {
        let module = &self.list[id];
        let child = module.children.get(name).copied();
        if depth > MAX_REEXPORTS {
            return None;
        }
        if let Some(child) = child.filter(|_| !is_last) {
            return Some(Target::Module(child));
        }
        if module.items.contains(name) {
            return Some(Target::Item(id));
        }
        let imported = module.imports.get(name).and_then(|path| self.resolve(id, path, depth + 1));
        imported.or(child.map(Target::Module)).or_else(|| {
            module.globs.iter().find_map(|path| match self.resolve(id, path, depth + 1)? {
                Target::Module(module) if module != id => self.look_up(module, name, is_last, depth + 1),
                Target::Module(_) | Target::Item(_) => None,
            })
        })
    }
}

/// An item that a path names: a module, or anything else of a module.
#[derive(Clone, Copy)]
enum Target {
    Module(usize),
    Item(usize),
}

impl Module {
    /// Reads a `use` declaration. A re-export is not a use, so that a `mod.rs` can list the items of its submodules.
    fn import(&mut self, tree: &UseTree, prefix: &[String], is_public: bool) {
        let with = |name: &syn::Ident| [prefix, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.import(&path.tree, &with(&path.ident), is_public),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.import(tree, prefix, is_public)),
            UseTree::Glob(_) => self.globs.push(prefix.to_vec()),
            UseTree::Name(name) if name.ident == "self" => {
                let last = prefix.last().cloned().unwrap_or_default();
                self.bind(last, prefix.to_vec(), is_public);
            }
            UseTree::Name(name) => self.bind(name.ident.to_string(), with(&name.ident), is_public),
            UseTree::Rename(rename) => self.bind(rename.rename.to_string(), with(&rename.ident), is_public),
        }
    }

    fn bind(&mut self, name: String, path: Vec<String>, is_public: bool) {
        if !is_public {
            self.paths.insert(path.clone());
        }
        if path != [name.clone()] {
            self.imports.insert(name, path);
        }
    }

    /// Reads the paths of a macro call, such as `crate::a::b` in `format!("{}", crate::a::b(x))`.
    fn scan(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let (mut colons, mut variable) = (0, "");
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.end(&mut path);
                    }
                    path.push(format!("{variable}{name}"));
                    (colons, variable) = (0, "");
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                TokenTree::Punct(mark) if mark.as_char() == '$' => variable = "$",
                token => {
                    self.end(&mut path);
                    colons = 0;
                    if let TokenTree::Group(group) = token {
                        self.scan(group.stream());
                    }
                }
            }
        }
        self.end(&mut path);
    }

    /// Ends a path. One that begins with `$crate` is used where the macro is expanded, not by this file.
    fn end(&mut self, path: &mut Vec<String>) {
        let path = std::mem::take(path);
        if path.len() > 1 && !path[0].starts_with('$') {
            self.paths.insert(path);
        }
    }
}

impl Visit<'_> for Module {
    fn visit_item_use(&mut self, item: &ItemUse) {
        let is_public = !matches!(item.vis, Visibility::Inherited);
        self.import(&item.tree, &[], is_public);
    }

    fn visit_path(&mut self, path: &syn::Path) {
        self.paths.insert(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_expr_path(&mut self, expression: &ExprPath) {
        // A variable may have the name of a function.
        if expression.path.get_ident().is_none_or(|name| !name.to_string().starts_with(char::is_lowercase)) {
            visit::visit_expr_path(self, expression);
        }
    }

    fn visit_expr_call(&mut self, call: &ExprCall) {
        if let Expr::Path(function) = &*call.func {
            self.visit_path(&function.path);
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_macro(&mut self, call: &Macro) {
        self.scan(call.tokens.clone());
        visit::visit_macro(self, call);
    }

    fn visit_attribute(&mut self, _: &Attribute) {}
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|condition| condition.is_ident("test"))
    })
}

fn is_test_item(item: &Item) -> bool {
    match item {
        Item::Fn(item) => is_test(&item.attrs),
        Item::Impl(item) => is_test(&item.attrs),
        Item::Use(item) => is_test(&item.attrs),
        _ => false,
    }
}

fn defined_name(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}
