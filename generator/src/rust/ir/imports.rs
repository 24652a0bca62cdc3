//! The names that generated code imports, of the runtime crate and of the crates that it re-exports.

use std::collections::BTreeSet;

use serde::Serialize;

use super::error::ErrorType;
use super::event::Events;
use super::headers::HeadersType;
use super::input::{Input, RequestLocation, SentAs};
use super::item::{Item, ItemKind};
use super::operation::Operation;
use super::public::Block;
use super::structure::Constraint;
use super::types::{Path, RustType};
use crate::base::runtime_item::RuntimeItem;

/// The feature of the runtime crate for regular expressions.
pub(super) const PATTERNS: &str = "patterns";

/// The items of the runtime crate that every file with operations imports.
const OPERATION_ALWAYS: [RuntimeItem; 5] = [
    RuntimeItem::BuildError,
    RuntimeItem::Failure,
    RuntimeItem::Operation,
    RuntimeItem::Request,
    RuntimeItem::Response,
];
/// The types of the runtime crate that code of operations imports; it names the others by their paths.
pub(crate) const OPERATION_RUNTIME: [RuntimeItem; 7] = [
    RuntimeItem::Body,
    RuntimeItem::Content,
    RuntimeItem::DeclaresHeaders,
    RuntimeItem::HeaderError,
    RuntimeItem::JsonOrText,
    RuntimeItem::Multipart,
    RuntimeItem::Operation,
];

/// Returns the types of other modules and the items of the runtime crate that the types of a module import.
pub(crate) fn type_imports(items: &[Item]) -> (BTreeSet<String>, BTreeSet<RuntimeItem>) {
    let (mut types, mut runtime) = (BTreeSet::new(), BTreeSet::new());
    let blocks: Vec<_> = items.iter().flat_map(Item::public).collect();
    let own: BTreeSet<&str> = blocks.iter().map(|block| &*block.name).collect();
    for block in &blocks {
        block.for_each_path(&mut |path| match path {
            Path::Emitted(name) if !own.contains(name.as_str()) => drop(types.insert(name.clone())),
            Path::Runtime(item) | Path::Reexported(item, _) => drop(runtime.insert(*item)),
            _ => {}
        });
    }
    let is_converted = |item: &Item| matches!(&item.kind, ItemKind::Union(union) if !union.sources.is_empty());
    runtime.extend(items.iter().any(is_converted).then_some(RuntimeItem::FromVariants));
    (types, runtime)
}

/// The names that code of operations imports.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct OperationImports {
    /// The items and crates of the runtime crate.
    pub(crate) runtime: BTreeSet<RuntimeItem>,
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

    /// Returns the names that the declaration of a type of headers imports.
    pub(crate) fn of_headers(headers: &HeadersType) -> Self {
        let mut imports = Self::default();
        headers.public().iter().for_each(|block| imports.block(block));
        imports
    }

    /// Returns the names that the declaration of the events imports.
    pub(crate) fn of_events(events: &Events) -> Self {
        let mut imports = Self::default();
        imports.runtime.extend([RuntimeItem::EventError, RuntimeItem::UnlistedEvent, RuntimeItem::EventEnumeration]);
        imports.runtime.extend(events.are_distinguishable().then_some(RuntimeItem::Verifier));
        imports.block(&events.public());
        imports
    }

    /// Adds the names that an operation imports.
    fn add(&mut self, operation: &Operation) {
        operation.own_inputs().for_each(|input| self.input(input));
        operation.fixed.iter().for_each(|fixed| self.placement(&fixed.placement));
        if operation.multipart.is_some() {
            self.runtime.insert(RuntimeItem::Multipart);
        }
        for page in operation.pages.iter() {
            page.page.iter().chain(&page.whole).for_each(|variant| self.ty(&variant.ty));
        }
        operation.public().iter().for_each(|block| self.block(block));
    }

    fn block<R>(&mut self, block: &Block<'_, R>) {
        block.for_each_path(&mut |path| self.path(path));
    }

    fn input(&mut self, input: &Input) {
        self.ty(&input.ty);
        self.constraints(&input.constraints);
        self.placement(&input.placement);
    }

    fn placement(&mut self, placement: &RequestLocation) {
        match placement {
            RequestLocation::Parameter(parameter) if parameter.names_style() => {
                self.runtime.insert(RuntimeItem::Style);
            }
            RequestLocation::Parameter(_) | RequestLocation::Part(_) => {}
            RequestLocation::Body(body) => {
                for content in &body.contents {
                    self.ty(&content.payload);
                    self.constraints(&content.constraints);
                    if matches!(&content.sent_as, SentAs::Form(styles) if !styles.is_empty()) {
                        self.runtime.insert(RuntimeItem::Style);
                    }
                }
            }
        }
    }

    fn constraints(&mut self, constraints: &[Constraint]) {
        if !constraints.is_empty() {
            self.runtime.extend([RuntimeItem::Rule, RuntimeItem::Validate]);
        }
        self.features.extend(constraints.iter().any(Constraint::has_pattern).then_some(PATTERNS));
    }

    fn item(&mut self, item: RuntimeItem, is_imported: bool) {
        self.runtime.extend(is_imported.then_some(item));
        self.features.extend(item.feature());
    }

    fn ty(&mut self, ty: &RustType) {
        ty.for_each_path(&mut |path| self.path(path));
    }

    fn path(&mut self, path: &Path) {
        match path {
            Path::Emitted(..) => self.has_types = true,
            Path::Reexported(item, _) => self.item(*item, true),
            Path::Runtime(item) => self.item(*item, OPERATION_RUNTIME.contains(item)),
            _ => {}
        }
    }
}
