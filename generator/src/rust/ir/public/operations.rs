//! The public members of operations and of the handles of their groups.

use super::block::Block;
use super::declaration::Declaration;
use super::role::{GroupRole, OperationRole, ResponseRole, Role};
use crate::base::runtime_item::RuntimeItem;
use crate::rust::ir::client::Group;
use crate::rust::ir::error::{ErrorType, Failure};
use crate::rust::ir::headers::{DeclaredHeaders, HeadersType};
use crate::rust::ir::input::{Body, Input};
use crate::rust::ir::node::Node;
use crate::rust::ir::operation::{Operation, OperationArgument};
use crate::rust::ir::output::{Content, Output, OutputEnum};
use crate::rust::ir::package::GroupOperations;
use crate::rust::ir::streaming::Streaming;
use crate::rust::ir::types::{Argument, RustType};

impl Group {
    /// Returns the public members of its handle, without its functions.
    pub(crate) fn public(&self) -> Block<'_, GroupRole<'_>> {
        let mut block = Block::new(["api", &self.function], &self.type_name, [Node::Group(self.index)]);
        block.derives_usual(false);
        block.declare(Declaration::Struct, GroupRole::Handle);
        block
    }
}

impl GroupOperations {
    /// Returns the public members of the handle.
    pub fn handle(&self) -> impl Iterator<Item = Block<'_, GroupRole<'_>>> {
        [self.group.public()].into_iter().chain(Operation::functions(&self.operations))
    }

    /// Returns the public members of what belongs to the operations.
    pub fn public(&self) -> impl Iterator<Item = Block<'_, OperationRole<'_>>> {
        self.operations.iter().flat_map(Operation::public)
    }
}

impl ErrorType {
    /// Returns the public members of the error type that operations share.
    pub fn public(&self) -> Block<'_, ResponseRole<'_>> {
        self.block("", |role| role)
    }

    fn block<'a, R>(&'a self, module: &'a str, own: impl Fn(ResponseRole<'a>) -> R) -> Block<'a, R> {
        let nodes = self.variants.iter().flat_map(|variant| variant.nodes.iter().copied());
        let mut block = Block::new(["api", module], &self.name, nodes);
        block.derives_usual(self.is_comparable);
        block.declare(Declaration::Enum, own(ResponseRole::Error(self)));
        for variant in &self.variants {
            let role = Role::Documented(&variant.docs.lines, &[]);
            let payload = variant.body.clone().map(RustType::option);
            block.variant(&variant.name, payload, role).at(variant.nodes.iter().copied());
        }
        block
    }
}

impl HeadersType {
    /// Returns the public members of a type that operations share.
    pub fn public(&self) -> [Block<'_, ResponseRole<'_>>; 2] {
        self.blocks("", |role| role)
    }

    fn blocks<'a, R>(&'a self, module: &'a str, own: impl Fn(ResponseRole<'a>) -> R) -> [Block<'a, R>; 2] {
        let nodes = || self.headers.iter().flat_map(|header| header.nodes.iter().copied());
        let mut block = Block::new(["api", module], &self.name, nodes());
        block.derives_usual(self.is_comparable);
        block.declare(Declaration::Struct, own(ResponseRole::HeadersType(self)));
        for header in &self.headers {
            let role = Role::Documented(&header.docs.lines, &[]);
            let ty = header.ty.clone().received_header();
            block.field(&header.name, ty, role).at(header.nodes.iter().copied());
        }
        let mut reading = Block::new(["api", module], &self.name, nodes());
        reading.implements(RustType::runtime(RuntimeItem::ReadHeaders), own(ResponseRole::ReadHeaders(self)));
        [block, reading]
    }
}

impl Operation {
    /// Returns the functions of the handle of a group, if it has operations.
    pub(crate) fn functions(operations: &[Self]) -> Option<Block<'_, GroupRole<'_>>> {
        let mut block = operations.first().map(|first| first.block(&first.handle, []))?;
        operations.iter().for_each(|operation| block.call(operation));
        Some(block)
    }

    /// Returns the public members of its types.
    pub(crate) fn public(&self) -> Vec<Block<'_, OperationRole<'_>>> {
        let mut blocks = vec![self.own()];
        blocks.extend(self.arguments_type.as_ref().map(|name| self.arguments_struct(name)));
        blocks.push(self.setters());
        blocks.extend(self.pages.as_ref().map(|pages| {
            self.implementing(
                (RuntimeItem::Paginated, OperationRole::Pages(pages)),
                ("Item", pages.item.clone()),
                [self.response()],
            )
        }));
        let body = self.body_input().filter(|(_, body)| body.contents.len() > 1);
        blocks.extend(body.map(|(input, body)| self.body(body, input.node)));
        if let Output::Several(output) = &self.output {
            blocks.push(self.several(output));
        }
        if let Failure::Own(error) = &self.failure {
            blocks.push(error.block(&self.module, OperationRole::Response));
        }
        blocks.extend(self.streaming.as_ref().map(|streaming| {
            let (implemented, associated) = match streaming {
                Streaming::Events { content, .. } => (RuntimeItem::StreamsEvents, ("Data", content.streamed())),
                Streaming::Lines { ty, .. } => (RuntimeItem::StreamsLines, ("Line", ty.clone())),
            };
            self.implementing((implemented, OperationRole::Streams(streaming)), associated, [self.response()])
        }));
        if let Some(headers) = &self.headers {
            if let DeclaredHeaders::Own(ty) = headers {
                blocks.extend(ty.blocks(&self.module, OperationRole::Response));
            }
            let nodes = (0..headers.count()).map(|at| Node::Header(self.index, at));
            let associated = ("Headers", headers.ty());
            blocks.push(self.implementing((RuntimeItem::DeclaresHeaders, OperationRole::Headers), associated, nodes));
        }
        blocks
    }

    fn block<'a, R>(&'a self, name: &'a str, nodes: impl IntoIterator<Item = Node>) -> Block<'a, R> {
        Block::new(["api", &self.module], name, nodes)
    }

    fn node(&self) -> Node {
        Node::Operation(self.index)
    }

    fn response(&self) -> Node {
        Node::Output(self.index)
    }

    /// Returns the elements that the arguments are made for; those of a flattened body include the body.
    fn argument_nodes(&self) -> impl Iterator<Item = Node> {
        let flattened = self.inputs.iter().filter(|input| input.is_flattened()).map(|body| body.node);
        self.arguments().map(|given| given.node).chain(flattened)
    }

    fn own(&self) -> Block<'_, OperationRole<'_>> {
        let mut block = self.block(&self.type_name, [self.node()]);
        block.derives_usual(self.is_comparable);
        block.declare(Declaration::Struct, OperationRole::Operation);
        block.implements(RustType::runtime(RuntimeItem::Operation), OperationRole::Request).at([self.response()]);
        block.associated("Operation", "Output", self.output.ty()).at([self.response()]);
        let failures = (0..self.error_responses.len()).map(|at| Node::Failure(self.index, at));
        block.associated("Operation", "Error", self.failure.ty()).at(failures.chain([self.node()]));
        block
    }

    fn implementing<'a>(
        &'a self,
        (implemented, role): (RuntimeItem, OperationRole<'a>),
        (name, ty): (&'static str, RustType),
        nodes: impl IntoIterator<Item = Node>,
    ) -> Block<'a, OperationRole<'a>> {
        let mut block = self.block(&self.type_name, nodes);
        block.implements(RustType::runtime(implemented), role);
        block.associated(implemented.name(), name, ty);
        block
    }

    fn arguments_struct<'a>(&'a self, name: &'a str) -> Block<'a, OperationRole<'a>> {
        let mut block = self.block(name, self.argument_nodes());
        block.derives_usual(self.is_comparable);
        block.declare(Declaration::Struct, OperationRole::Arguments);
        for OperationArgument { node, name, ty, docs, .. } in self.arguments() {
            block.field(name, ty.clone(), Role::Documented(&docs.lines, &[])).at([node]);
        }
        block
    }

    /// Returns `true` if its call has setters.
    pub(crate) fn has_setters(&self) -> bool {
        !self.setters().members.is_empty()
    }

    /// Returns the setters of its call.
    fn setters(&self) -> Block<'_, OperationRole<'_>> {
        let mut block = Block::new(["api", &self.module], format!("Call<{}>", self.type_name), [self.node()]);
        block.alias = Some(format!("Setters<{}>", self.type_name));
        for input @ Input { name, argument, node, .. } in self.options() {
            let argument = [(&**name, argument.clone())];
            block.function(name, "mut self", argument, RustType::itself(), OperationRole::Option(input)).at([*node]);
        }
        let members = self.members().filter(|(_, field)| !field.is_argument());
        members.for_each(|(member, field)| {
            block.setters(member, field, &[member.node, Node::Body(self.index)], OperationRole::Field)
        });
        block
    }

    fn body<'a>(&'a self, body: &'a Body, node: Node) -> Block<'a, OperationRole<'a>> {
        let mut block = self.block(&body.choice, [node]);
        block.derives_usual(body.is_comparable);
        block.declare(Declaration::Enum, OperationRole::Body);
        for content in &body.contents {
            let payload = &content.payload;
            block.variant(&content.variant, Some(payload.clone()), OperationRole::Content(content));
            let argument = [("body", Argument::Into(payload.clone()))];
            block.function(&content.function, None, argument, RustType::itself(), OperationRole::Content(content));
            if content.has_from {
                block.implements(payload.clone().conversion_trait(), OperationRole::FromContent(content));
            }
        }
        block
    }

    fn several<'a>(&'a self, output: &'a OutputEnum) -> Block<'a, OperationRole<'a>> {
        let mut block = self.block(&output.name, [self.response()]);
        block.derives_usual(output.is_comparable);
        block.declare(Declaration::Enum, OperationRole::Output);
        for variant in &output.variants {
            block.variant(&variant.name, variant.content.as_ref().map(Content::ty), OperationRole::Answer(variant));
        }
        block
    }
}

impl<'a> Block<'a, GroupRole<'a>> {
    /// Adds the function that calls an operation.
    fn call(&mut self, operation: &'a Operation) {
        let arguments: Vec<_> = match &operation.arguments_type {
            Some(name) => vec![("arguments", Argument::Exact(RustType::beside(name)))],
            None => operation.arguments().map(|given| (given.name, given.argument.clone())).collect(),
        };
        let call = RustType::library(&["Call"]).with_argument(RustType::beside(&operation.type_name));
        let function = self.function(&operation.function, "&self", arguments, call, GroupRole::Call(operation));
        function.at([operation.node()]).at(operation.argument_nodes());
    }
}
