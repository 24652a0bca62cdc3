//! The names that code of operations imports.

use std::collections::BTreeSet;

use serde::Serialize;

use super::error::{ErrorType, Failure, JSON_OR_TEXT, NO_BODY};
use super::input::{Input, RequestLocation, SentAs};
use super::operation::Operation;
use super::output::Output;
use super::streaming::Streaming;
use super::structure::Constraint;
use super::types::{Path, RustType};

/// The items of the support code that every file with operations imports.
const OPERATION_ALWAYS: [&str; 6] = ["BuildError", "Call", "Failure", "Operation", "Request", "Response"];
/// The types of the support code that code of operations imports; it names the others by their paths.
pub(crate) const OPERATION_SUPPORT: [&str; 5] = ["Body", "Content", JSON_OR_TEXT, "Multipart", NO_BODY];

/// The names that code of operations imports.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct OperationImports {
    /// The items of the support code.
    pub(crate) support: BTreeSet<&'static str>,
    /// `true` if it names a type of the description.
    pub(crate) has_types: bool,
    /// `true` if it names `Bytes`.
    pub(crate) has_bytes: bool,
}

impl OperationImports {
    /// Returns the names that the code of operations imports.
    pub(crate) fn of_operations(operations: &[Operation]) -> Self {
        let mut imports = Self::default();
        imports.support.extend(OPERATION_ALWAYS.iter().filter(|_| !operations.is_empty()));
        operations.iter().for_each(|operation| imports.add(operation));
        imports
    }

    /// Returns the names that the declaration of an error type imports.
    pub(crate) fn of_error(error: &ErrorType) -> Self {
        let mut imports = Self::default();
        imports.error(error);
        imports
    }

    /// Adds the names that an operation imports.
    fn add(&mut self, operation: &Operation) {
        operation.own_inputs().for_each(|input| self.input(input));
        operation.fixed.iter().for_each(|fixed| self.placement(&fixed.placement));
        if operation.multipart.is_some() {
            self.support.insert("Multipart");
        }
        self.ty(&operation.output.ty());
        if let Output::Several(output) = &operation.output {
            let contents = output.variants.iter().filter_map(|variant| variant.content.as_ref());
            contents.for_each(|content| self.ty(&content.ty()));
        }
        if let Failure::Own(error) = &operation.failure {
            self.error(error);
        }
        match &operation.streaming {
            Some(Streaming::Events(content)) => self.ty(&content.streamed()),
            Some(Streaming::Lines { ty, .. }) => self.ty(ty),
            None => {}
        }
        if !operation.headers.is_empty() {
            self.support.extend(["DeclaresHeaders", "HeaderError", "read_header"]);
        }
        operation.headers.iter().for_each(|header| self.ty(&header.ty));
        for page in operation.pages.iter() {
            self.ty(&page.item);
            page.page.iter().chain(&page.whole).for_each(|variant| self.ty(&variant.ty));
        }
    }

    fn input(&mut self, input: &Input) {
        self.ty(&input.ty);
        self.constraints(&input.constraints);
        self.placement(&input.placement);
    }

    fn placement(&mut self, placement: &RequestLocation) {
        match placement {
            RequestLocation::Parameter(parameter) if parameter.names_style() => drop(self.support.insert("Style")),
            RequestLocation::Parameter(_) | RequestLocation::Part(_) => {}
            RequestLocation::Body(body) => {
                for content in &body.contents {
                    self.ty(&content.payload);
                    self.constraints(&content.constraints);
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

    fn constraints(&mut self, constraints: &[Constraint]) {
        if !constraints.is_empty() {
            self.support.extend(["Rule", "validate"]);
        }
        if constraints.iter().any(Constraint::has_pattern) {
            self.support.extend(["LazyRegex", "pattern"]);
        }
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
