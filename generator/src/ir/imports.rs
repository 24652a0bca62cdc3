//! The names that generated code imports, of the runtime crate and of the crates that it re-exports.

use std::collections::BTreeSet;

use serde::Serialize;

use super::error::{ErrorType, JSON_OR_TEXT, NO_BODY};
use super::event::Events;
use super::input::{Input, RequestLocation, SentAs};
use super::item::Item;
use super::operation::Operation;
use super::public::Block;
use super::structure::Constraint;
use super::types::{Path, RustType};

/// The items of the runtime crate that every file with operations imports.
const OPERATION_ALWAYS: [&str; 5] = ["BuildError", "Failure", "Operation", "Request", "Response"];
/// The types of the runtime crate that code of operations imports; it names the others by their paths.
pub(crate) const OPERATION_RUNTIME: [&str; 8] =
    ["Body", "Content", "DeclaresHeaders", "HeaderError", JSON_OR_TEXT, "Multipart", NO_BODY, "Operation"];

/// The items that code imports from the module of the runtime crate for generated code.
pub(crate) const GENERATED_RUNTIME: [&str; 6] = ["Failure", "Rule", "Server", "Service", "read_header", "validate"];

/// Returns the feature of the runtime crate that adds an item or a crate.
pub(crate) fn feature_of_import(name: &str) -> Option<&'static str> {
    Some(match name {
        "Base64" => "base64",
        "chrono" => "chrono",
        "jiff" => "jiff",
        "Date" | "DateTime" | "time" => "time",
        "pattern" => "patterns",
        "uuid" => "uuid",
        _ => return None,
    })
}

/// Returns the types of other modules and the names from the runtime crate that the types of a module import.
pub(crate) fn type_imports(items: &[Item]) -> (BTreeSet<String>, BTreeSet<&'static str>) {
    let (mut types, mut runtime) = (BTreeSet::new(), BTreeSet::new());
    let blocks: Vec<Block<'_>> = items.iter().flat_map(Item::public).collect();
    let own: BTreeSet<&str> = blocks.iter().map(|block| &*block.name).collect();
    for block in &blocks {
        block.for_each_path(&mut |path| match path {
            Path::Emitted(name) if !own.contains(name.as_str()) => drop(types.insert(name.clone())),
            Path::Runtime(name) | Path::Reexported([name, ..]) => drop(runtime.insert(*name)),
            _ => {}
        });
    }
    (types, runtime)
}

/// The names that code of operations imports.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct OperationImports {
    /// The items and crates of the runtime crate.
    pub(crate) runtime: BTreeSet<&'static str>,
    /// The features of the runtime crate that the code needs.
    pub(crate) features: BTreeSet<&'static str>,
    /// `true` if it names a type of the description.
    pub(crate) has_types: bool,
}

impl OperationImports {
    /// Returns the names that the code of operations imports.
    pub(crate) fn of_operations(operations: &[Operation]) -> Self {
        let mut imports = Self::default();
        imports.runtime.extend(OPERATION_ALWAYS.iter().filter(|_| !operations.is_empty()));
        operations.iter().for_each(|operation| imports.add(operation));
        Operation::functions(operations).iter().for_each(|block| imports.block(block));
        imports
    }

    /// Returns the names that the declaration of an error type imports.
    pub(crate) fn of_error(error: &ErrorType) -> Self {
        let mut imports = Self::default();
        imports.block(&error.public());
        imports
    }

    /// Returns the names that the declaration of the events imports.
    pub(crate) fn of_events(events: &Events) -> Self {
        let mut imports = Self::default();
        imports.runtime.extend(["EventError", "UnlistedEvent", "event_enumeration"]);
        imports.runtime.extend(events.are_distinguishable().then_some("Verifier"));
        imports.block(&events.public());
        imports
    }

    /// Adds the names that an operation imports.
    fn add(&mut self, operation: &Operation) {
        operation.own_inputs().for_each(|input| self.input(input));
        operation.fixed.iter().for_each(|fixed| self.placement(&fixed.placement));
        if operation.multipart.is_some() {
            self.runtime.insert("Multipart");
        }
        if !operation.headers.is_empty() {
            self.runtime.insert("read_header");
        }
        for page in operation.pages.iter() {
            page.page.iter().chain(&page.whole).for_each(|variant| self.ty(&variant.ty));
        }
        operation.public().iter().for_each(|block| self.block(block));
    }

    fn block(&mut self, block: &Block<'_>) {
        block.for_each_path(&mut |path| self.path(path));
    }

    fn input(&mut self, input: &Input) {
        self.ty(&input.ty);
        self.constraints(&input.constraints);
        self.placement(&input.placement);
    }

    fn placement(&mut self, placement: &RequestLocation) {
        match placement {
            RequestLocation::Parameter(parameter) if parameter.names_style() => drop(self.runtime.insert("Style")),
            RequestLocation::Parameter(_) | RequestLocation::Part(_) => {}
            RequestLocation::Body(body) => {
                for content in &body.contents {
                    self.ty(&content.payload);
                    self.constraints(&content.constraints);
                    if matches!(&content.sent_as, SentAs::Form(styles) if !styles.is_empty()) {
                        self.runtime.insert("Style");
                    }
                }
            }
        }
    }

    fn constraints(&mut self, constraints: &[Constraint]) {
        if !constraints.is_empty() {
            self.runtime.insert("validate");
        }
        // A pattern is a macro, which names the rule by its path.
        if constraints.iter().any(|constraint| !matches!(constraint, Constraint::Pattern(..))) {
            self.runtime.insert("Rule");
        }
        if constraints.iter().any(Constraint::has_pattern) {
            self.runtime.insert("pattern");
            self.features.extend(feature_of_import("pattern"));
        }
    }

    fn name(&mut self, name: &'static str, is_imported: bool) {
        self.runtime.extend(is_imported.then_some(name));
        self.features.extend(feature_of_import(name));
    }

    fn ty(&mut self, ty: &RustType) {
        ty.for_each_path(&mut |path| self.path(path));
    }

    fn path(&mut self, path: &Path) {
        match path {
            Path::Emitted(..) => self.has_types = true,
            Path::Reexported([name, ..]) => self.name(name, true),
            Path::Runtime(name) => self.name(name, OPERATION_RUNTIME.contains(name)),
            _ => {}
        }
    }
}
