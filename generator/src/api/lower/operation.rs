//! Operations: a method on a path.

use openapiv3::{Operation as Declared, PathItem};
use serde_json::Value;

use super::body::LoweredBody;
use super::docs;
use super::operations::Operations;
use crate::api::model::{Docs, Operation, OperationId, Pageable, Parameter, ParameterLocation};
use crate::base::pointer::Pointer;

impl<'d> Operations<'_, 'd> {
    pub(super) fn operation(
        &mut self,
        path: &str,
        method: &str,
        item: &'d PathItem,
        declared: &'d Declared,
        item_at: &Pointer,
        at: Pointer,
    ) {
        let id = OperationId(self.operations.len());
        let group_name = self.input.declared_group_name(path, method, declared);
        let is_grouped_by_path = group_name.is_none();
        let group =
            self.groups.group(&group_name.unwrap_or_else(|| self.groups.group_by_path(path, method, declared)), None);
        let mut parameters = self.parameters(path, item, declared, item_at, &at, id);
        let mut sent = self.bodies(declared, &at, id, method).into_iter();
        let first = sent.next().unwrap_or_default();
        if !first.is_bytes() {
            self.schemas.log.remove_encoding(&mut parameters);
        }
        parameters.extend(first.parts);
        let (constants, parameters) = parameters.into_iter().partition(|parameter| parameter.constant.is_some());
        let mut operation = Operation {
            origin: at.clone(),
            id: declared.operation_id.clone().filter(|id| !id.trim().is_empty()),
            function: super::sdk_names::declared_function(declared),
            group,
            is_grouped_by_path,
            method: method.to_owned(),
            path: path.to_owned(),
            docs: Docs {
                title: declared.summary.clone().filter(|summary| !summary.trim().is_empty()),
                description: docs::with_link(declared.description.as_deref(), declared.external_docs.as_ref()),
                deprecated: declared.deprecated,
                sunset: docs::sunset(declared.extensions.get(docs::SUNSET)),
                ..Docs::default()
            },
            parameters,
            constants,
            body: first.body,
            requirement: self.security.own_requirement(declared),
            pageable: pageable(declared),
            ..Operation::default()
        };
        self.responses(&mut operation, &declared.responses, id);
        operation.server = self.servers.own_server((item, item_at), (declared, &at), &mut self.schemas.log);
        let others: Vec<Operation> = sent.map(|other| with_body(&operation, other)).collect();
        for operation in std::iter::once(operation).chain(others) {
            self.operations.push(operation);
        }
        let lacks_content = std::mem::take(&mut self.lacks_content);
        self.completeness.count(lacks_content);
    }
}

/// Returns an operation with an alternative body; it gets its own location.
fn with_body(first: &Operation, sent: LoweredBody) -> Operation {
    let is_part = |parameter: &Parameter| parameter.place == ParameterLocation::Part;
    let mut other = first.clone();
    other.parameters.retain(|parameter| !is_part(parameter));
    other.constants.retain(|parameter| !is_part(parameter));
    other.origin = first.origin.child("requestBody").child(sent.apart.unwrap_or_default());
    other.apart = sent.apart;
    other.body = sent.body;
    other
}

/// Returns the members of a page that `x-ms-pageable` names.
fn pageable(declared: &Declared) -> Option<Pageable> {
    let entry = declared.extensions.get("x-ms-pageable").filter(|value| value.is_object())?;
    let text = |name: &str| entry.get(name).and_then(Value::as_str).map(str::to_owned);
    Some(Pageable { next: text("nextLinkName"), items: text("itemName").unwrap_or_else(|| "value".to_owned()) })
}
