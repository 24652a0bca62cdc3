//! The public items of operations.

use super::owner::{Interface, Owner};
use crate::ident::value_name;
use crate::ir::{
    Body, Crate, ErrorType, Failure, GroupOperations, Operation, Output, OutputEnum, RequestLocation, Streaming,
};

/// Adds the bodies and error types that operations share.
pub(super) fn shared(package: &Crate, interface: &mut Interface) {
    package.shared_errors.iter().for_each(|error| self::error(interface, "api", error));
    for shared in &package.shared_bodies {
        Owner::new(interface, "api", &shared.body.choice).body(&shared.body);
    }
}

/// Adds the items of a group.
pub(super) fn operations(group: &GroupOperations, interface: &mut Interface) {
    let handle = &group.group.type_name;
    let module = format!("api::{}", group.group.function);
    Owner::new(interface, &module, handle).structure();
    for operation in &group.operations {
        Owner::new(interface, &module, handle).call_function(operation);
        Owner::new(interface, &module, &operation.type_name).operation(operation);
        Owner::new(interface, &module, &format!("Call<{}>", operation.type_name)).setters(operation);
        beside(interface, &module, operation);
    }
}

impl Owner<'_> {
    fn call_function(&mut self, operation: &Operation) {
        let given = match &operation.arguments_type {
            Some(name) => vec![("arguments", name.clone())],
            None => operation.arguments().map(|given| (given.name, given.argument.to_string())).collect(),
        };
        let output = format!("Call<{}>", operation.type_name);
        self.function(&operation.function, Some("&self"), given, &output);
    }

    fn operation(&mut self, operation: &Operation) {
        self.structure();
        self.compares(operation.is_comparable);
        let output = operation.output.ty().to_string();
        let error = match &operation.failure {
            Failure::Shared(name, _) => (*name).to_owned(),
            Failure::Own(error, _) => error.name.clone(),
        };
        self.implements_with("Operation", &[("Output", output), ("Error", error)]);
        if let Some(pages) = &operation.pages {
            self.implements_with("Paginated", &[("Item", pages.item.to_string())]);
        }
        match &operation.streaming {
            Some(Streaming::Events(content)) => {
                self.implements_with("StreamsEvents", &[("Data", content.streamed().to_string())]);
            }
            Some(Streaming::Lines { ty, .. }) => self.implements_with("StreamsLines", &[("Line", ty.to_string())]),
            None => {}
        }
        if !operation.headers.is_empty() {
            self.implements_with("DeclaresHeaders", &[("Headers", operation.headers_type.to_owned())]);
        }
    }

    fn setters(&mut self, operation: &Operation) {
        for input in operation.options() {
            self.function(
                &input.name,
                Some("mut self"),
                vec![(input.name.as_str(), input.argument.to_string())],
                "Self",
            );
        }
        let members = operation.members().filter(|(_, field)| !field.is_argument());
        members.for_each(|(member, field)| self.field_setter(member, field));
    }

    fn body(&mut self, body: &Body) {
        self.compares(body.is_comparable);
        let contents = &body.contents;
        let variants = contents.iter().map(|content| {
            let payload = content.payload.to_string();
            (content.variant.as_str(), variant(&content.variant, Some(&payload), content.is_boxed))
        });
        self.enumeration(variants);
        for content in contents {
            let payload = &content.payload;
            let given = vec![("body", format!("impl Into<{payload}>"))];
            self.function(&value_name(&content.variant), None, given, "Self");
            if content.has_from {
                self.implements(&format!("From<{payload}>"));
            }
        }
    }

    fn output(&mut self, output: &OutputEnum) {
        self.compares(output.is_comparable);
        self.enumeration(output.variants.iter().map(|kind| {
            let payload = kind.content.as_ref().map(|content| content.ty().to_string());
            (kind.name.as_str(), variant(&kind.name, payload.as_deref(), kind.is_boxed))
        }));
    }
}

/// Adds the types in the module of an operation.
fn beside(interface: &mut Interface, module: &str, operation: &Operation) {
    let bodies = operation.inputs.iter().filter_map(|input| match &input.placement {
        RequestLocation::Body(body) if body.contents.len() > 1 && !body.is_shared => Some(body),
        _ => None,
    });
    bodies.for_each(|body| Owner::new(interface, module, &body.choice).body(body));
    if let Output::Several(output) = &operation.output {
        Owner::new(interface, module, &output.name).output(output);
    }
    if let Failure::Own(own, _) = &operation.failure {
        error(interface, module, own);
    }
    if let Some(name) = &operation.arguments_type {
        let mut owner = Owner::new(interface, module, name);
        owner.structure();
        owner.compares(operation.is_comparable);
        operation.arguments().for_each(|given| owner.field(given.name, &given.ty.to_string()));
    }
    if !operation.headers.is_empty() {
        let mut owner = Owner::new(interface, module, &operation.headers_type);
        owner.structure();
        owner.compares(operation.compares_headers);
        operation.headers.iter().for_each(|header| owner.field(&header.name, &format!("Option<{}>", header.ty)));
    }
}

fn error(interface: &mut Interface, module: &str, error: &ErrorType) {
    let mut owner = Owner::new(interface, module, &error.name);
    owner.compares(error.is_comparable);
    owner.enumeration(error.variants.iter().map(|kind| {
        let payload = format!("Option<{}>", kind.body);
        (kind.name.as_str(), variant(&kind.name, Some(&payload), false))
    }));
}

/// Returns the declaration of a variant.
fn variant(name: &str, payload: Option<&str>, is_boxed: bool) -> String {
    match payload {
        Some(payload) if is_boxed => format!("{name}(Box<{payload}>)"),
        Some(payload) => format!("{name}({payload})"),
        None => name.to_owned(),
    }
}
