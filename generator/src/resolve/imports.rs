//! What the types of a module use from elsewhere.

use std::collections::BTreeSet;

use super::Resolver;
use crate::ir::SourceType;
use crate::ir::{
    Body, Constraint, ErrorType, Failure, Item, ItemKind, NO_BODY, Operation, Output, Path, RequestLocation, RustType,
    SentAs, Streaming, Validation, Wrapper,
};
use crate::resolve::TypeModule;

/// What a module uses from elsewhere.
#[derive(Clone, Debug, Default)]
pub(crate) struct Imports {
    /// Types of other modules.
    pub(crate) types: BTreeSet<String>,
    /// Types of the support code.
    pub(crate) support: BTreeSet<&'static str>,
}

impl<'a> Resolver<'a> {
    /// What the types of a module use from elsewhere.
    pub(crate) fn imports(&self, module: &TypeModule) -> Imports {
        let mut imports = Imports::default();
        for item in self.items(module) {
            item.for_each_type(&mut |ty| {
                ty.for_each_path(&mut |path| match path {
                    Path::Emitted(name, other) if *other != module.name => drop(imports.types.insert(name.clone())),
                    Path::Support(name) => drop(imports.support.insert(name)),
                    Path::Emitted(..) | Path::Known(_) | Path::Own(_) | Path::Beside(..) | Path::Tuple => {}
                });
            });
            imports.support.extend(item.validation.map(|_| "Invalid"));
            imports.support.extend(item.is_checked().then_some("check"));
            match &item.kind {
                ItemKind::IntegerEnum(_) => drop(imports.support.insert("UnlistedCode")),
                ItemKind::StringEnum(_) => drop(imports.support.insert("UnlistedText")),
                _ => {}
            }
        }
        imports
    }
}

/// What the code of every operation names, from the support code.
const OPERATION_ALWAYS: [&str; 7] = ["BuildError", "Call", "Client", "Failure", "Operation", "Request", "Response"];
/// The types of the support code that operations import; they name the others by their paths.
pub(crate) const OPERATION_SUPPORT: [&str; 4] = ["Body", "Content", "Multipart", NO_BODY];

/// What a file of operations imports.
#[derive(Clone, Debug, Default)]
pub(crate) struct OperationImports {
    /// From the support code.
    pub(crate) support: BTreeSet<&'static str>,
    /// `true` if it names a type of the description.
    pub(crate) has_types: bool,
    /// `true` if it names `Bytes`.
    pub(crate) has_bytes: bool,
}

impl OperationImports {
    /// What a file with operations always imports.
    pub(crate) fn of_operations() -> Self {
        Self { support: OPERATION_ALWAYS.into(), ..Self::default() }
    }

    /// Those of an error type alone.
    pub(crate) fn of_error(error: &ErrorType) -> Self {
        let mut imports = Self::default();
        imports.error(error);
        imports
    }

    /// Those of the enumeration of the kinds of a body alone.
    pub(crate) fn of_body(body: &Body) -> Self {
        let mut imports = Self::default();
        body.contents.iter().for_each(|content| imports.ty(&content.payload));
        imports
    }

    /// Adds those of an operation.
    pub(crate) fn add(&mut self, operation: &Operation) {
        for input in &operation.inputs {
            self.ty(&input.ty);
            let is_ruled = !input.constraints.is_empty();
            self.rules(is_ruled);
            self.placement(&input.placement);
        }
        operation.fixed.iter().for_each(|fixed| self.placement(&fixed.placement));
        if operation.multipart.is_some() {
            self.support.insert("Multipart");
        }
        self.ty(&operation.output.ty());
        if let Output::Several(output) = &operation.output {
            let contents = output.variants.iter().filter_map(|variant| variant.content.as_ref());
            contents.for_each(|content| self.ty(&content.ty()));
        }
        if let Failure::Own(error, _) = &operation.failure {
            self.error(error);
        }
        match &operation.streaming {
            Some(Streaming::Events(content)) => self.ty(&content.streamed()),
            Some(Streaming::Lines { ty, .. }) => self.ty(ty),
            None => {}
        }
        operation.headers.iter().for_each(|header| self.ty(&header.ty));
        for page in operation.pages.iter() {
            self.ty(&page.item);
            page.page.iter().chain(&page.whole).for_each(|variant| self.ty(&variant.ty));
        }
    }

    fn placement(&mut self, placement: &RequestLocation) {
        match placement {
            RequestLocation::Parameter(parameter) if parameter.names_style() => drop(self.support.insert("Style")),
            RequestLocation::Parameter(_) | RequestLocation::Part(_) => {}
            RequestLocation::Body(body) => {
                for content in &body.contents {
                    // What is declared elsewhere is named here by its rules alone.
                    match body.is_shared {
                        true => self.has_types |= content.constraints.iter().any(Constraint::names_type),
                        false => self.ty(&content.payload),
                    }
                    let is_ruled = !content.constraints.is_empty();
                    self.rules(is_ruled);
                    if matches!(&content.sent_as, SentAs::Form(styles) if !styles.is_empty()) {
                        self.support.insert("Style");
                    }
                }
            }
        }
    }

    fn error(&mut self, error: &ErrorType) {
        error.variants.iter().for_each(|variant| self.ty(&variant.body));
    }

    fn rules(&mut self, is_ruled: bool) {
        self.support.extend(is_ruled.then_some(["Rule", "validate"]).into_iter().flatten());
    }

    fn ty(&mut self, ty: &RustType) {
        ty.for_each_path(&mut |path| match path {
            Path::Emitted(..) => self.has_types = true,
            Path::Known(["Bytes"]) => self.has_bytes = true,
            Path::Support(name) if OPERATION_SUPPORT.contains(name) => drop(self.support.insert(name)),
            Path::Support(_) | Path::Known(_) | Path::Own(_) | Path::Beside(..) | Path::Tuple => {}
        });
    }
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
