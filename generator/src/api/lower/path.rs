//! Paths and their methods, in the order of the description.

use std::collections::HashSet;

use openapiv3::{PathItem, ReferenceOr};

use super::operations::Operations;
use crate::base::diagnostic::Code;
use crate::base::http_terms::is_token;
use crate::base::pointer::Pointer;
use crate::config::GroupedBy;

impl<'d> Operations<'_, 'd> {
    pub(super) fn paths(&mut self) {
        self.schemas.log.warn_of_function_patterns();
        let paths = &self.input.document.openapi.paths.paths;
        for (path, item) in paths {
            if self.schemas.log.is_exceeded() {
                return;
            }
            let at = Pointer::root().child("paths").child(path);
            self.check_items(&at);
            if !is_sound(path) {
                let message = "the path does not begin with a slash, or leaves the server; its operations are left out";
                self.schemas.log.warn(Code::OperationLeftOut, message, &at, "write a path such as `/pets/{id}`");
                let others = self.input.document.other_operations.get(path).map_or(0, Vec::len);
                self.count_omitted(item.as_item().map_or(1, |item| item.iter().count() + others));
                continue;
            }
            match item {
                ReferenceOr::Item(item) => self.path_item(path, item, &at),
                ReferenceOr::Reference { reference } => {
                    self.count_omitted(1);
                    if !self.schemas.log.is_reported(&at.child("$ref")) {
                        let message =
                            format!("cannot resolve the path item `{reference}`; its operations are left out");
                        self.schemas.log.warn(
                            Code::OperationLeftOut,
                            message,
                            &at.child("$ref"),
                            "write the path item inline",
                        );
                    }
                }
            }
        }
        self.warn_of_idle_grouping();
    }

    /// Warns about an extension that no operation has.
    pub(super) fn warn_of_idle_grouping(&mut self) {
        self.warn_of_absent_operations();
        let groups = &self.input.config.groups;
        if let Some(by) = groups.by.as_ref().filter(|by| by.value == GroupedBy::Extension)
            && !self.input.said_groups().any(|said| said.is_some())
        {
            let help = "write an extension of the operations, or remove it";
            self.schemas.log.warn_of_idle(&by.text, by.at, help);
        }
    }

    /// Warns about configured groups of operations that the description does not have.
    fn warn_of_absent_operations(&mut self) {
        let configured = &self.input.config.groups.operations;
        if configured.is_empty() {
            return;
        }
        let routes = self.operations.iter().map(|operation| format!("{} {}", operation.method, operation.path));
        let known: HashSet<String> = routes.chain(self.operations.iter().filter_map(|one| one.id.clone())).collect();
        for key in configured.keys().filter(|key| !known.contains(&key.text)) {
            let help = "write an `operationId`, or a method and path such as `GET /pets`, or remove it";
            self.schemas.log.warn_of_idle(&key.text, key.at, help);
        }
    }

    fn path_item(&mut self, path: &'d str, item: &'d PathItem, at: &Pointer) {
        for (method, operation) in item.iter() {
            self.operation(path, &method.to_uppercase(), item, operation, at, at.child(method));
        }
        for other in self.input.document.other_operations.get(path).into_iter().flatten() {
            if is_token(&other.method) {
                self.operation(path, &other.method, item, &other.operation, at, other.pointer.clone());
            } else {
                let message = format!("`{}` is not a valid method; its operation is left out", other.method);
                self.schemas.log.warn(Code::OperationLeftOut, message, &other.pointer, "write a method such as `COPY`");
                self.count_omitted(1);
            }
        }
    }
}

/// Returns `true` if a path is valid and stays on the server: appended to an address, `.evil.example/` would name
/// another host.
fn is_sound(path: &str) -> bool {
    let dots = path.split(['/', '?']).any(|segment| matches!(segment, "." | ".."));
    path.starts_with('/')
        && !path.starts_with("//")
        && !dots
        && !path.contains('\\')
        && !path.chars().any(char::is_control)
}
