//! One of the two descriptions that are compared, with what the Rust code calls its parts.

use std::collections::BTreeSet;

use super::index::{Index, User};
use crate::analysis::{Analysis, Direction, Module};
use crate::bindings::names::Names;
use crate::ident::unraw;
use crate::interface::{Interface, Key};
use crate::model::{Api, Owner, TypeId};
use crate::pointer::Pointer;
use crate::source::Source;

/// A description, as it was understood and as it is emitted.
#[derive(Clone, Copy)]
pub(crate) struct Side<'a> {
    pub(crate) api: &'a Api,
    pub(crate) analysis: &'a Analysis,
    pub(crate) names: &'a Names,
    pub(crate) interface: &'a Interface,
    pub(crate) index: &'a Index,
    /// The description, then the other files that it consists of.
    pub(crate) sources: &'a [Source],
    /// The operations that are not wanted, such as `GET /pets`.
    pub(crate) left_out: &'a BTreeSet<String>,
}

/// Items of the interface that a change can account for: a member of an owner, or the owner with all its members.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Claim {
    owner: String,
    member: Option<String>,
}

impl Claim {
    pub(super) fn whole(owner: String) -> Self {
        Self { owner, member: None }
    }

    pub(super) fn member(owner: &str, member: String) -> Self {
        Self { owner: owner.to_owned(), member: Some(member) }
    }

    /// A feature of the crate.
    pub(super) fn feature(name: &str) -> Self {
        Self::member("feature", format!(" {name}"))
    }

    pub(super) fn owner(&self) -> &str {
        &self.owner
    }

    /// The one item that it accounts for; nothing where that is all of the owner.
    pub(super) fn key(&self) -> Option<Key> {
        Some(Key { owner: self.owner.clone(), member: self.member.clone()? })
    }
}

impl Side<'_> {
    /// The types of a definition, each form of it.
    pub(super) fn owners(&self, id: TypeId) -> Vec<String> {
        let directions = self.analysis.directions.emitted(id).iter();
        directions.map(|direction| format!("types::{}", self.names.of_type(id, *direction))).collect()
    }

    /// All that is declared for a definition.
    pub(super) fn whole_type(&self, id: TypeId) -> Vec<Claim> {
        self.owners(id).into_iter().map(Claim::whole).collect()
    }

    /// All that a definition is named in.
    pub(super) fn used_in(&self, id: TypeId) -> Vec<Claim> {
        let claims = self.index.users(id).iter().flat_map(|user| match *user {
            User::Field(owner, index) => self.field(owner, index).into_iter().chain(self.constructor(owner)).collect(),
            User::Variant(owner, index) => {
                let conversions = self.whole_type(owner);
                self.variant(owner, index).into_iter().chain(conversions).collect()
            }
            User::Type(owner) => self.whole_type(owner),
            User::Operation(index) => self.whole_operation(index),
        });
        claims.collect()
    }

    /// A field with its setters.
    pub(super) fn field(&self, id: TypeId, index: usize) -> Vec<Claim> {
        let name = self.names.field(id, index);
        if self.api.field(id, index).is_some_and(|field| field.constant.is_some()) {
            return self.members(id, &[format!("::{name}")]);
        }
        let plain = unraw(name);
        let members = [format!(".{name}"), format!("::{}", self.names.setter(id, index)), format!("::clear_{plain}")];
        self.members(id, &members)
    }

    /// How values of a type are made: its constructor, and whether it has a default.
    pub(super) fn constructor(&self, id: TypeId) -> Vec<Claim> {
        self.members(id, &["::new".to_owned(), " as Default".to_owned()])
    }

    pub(super) fn variant(&self, id: TypeId, index: usize) -> Vec<Claim> {
        self.members(id, &[format!("::{}", self.names.variant(id, index))])
    }

    fn members(&self, id: TypeId, members: &[String]) -> Vec<Claim> {
        let owners = self.owners(id);
        owners.iter().flat_map(|owner| members.iter().map(|member| Claim::member(owner, member.clone()))).collect()
    }

    /// The path of the types of an operation, such as `api::story::ListStories`.
    pub(super) fn operation_type(&self, index: usize, ending: &str) -> String {
        let names = self.names.operation(index);
        let name = match ending {
            "Body" if names.shares_body => return format!("api::{}", names.body_type),
            "Body" => &names.body_type,
            "Error" => &names.error_type,
            "Headers" => &names.headers_type,
            "Output" => &names.output_type,
            _ => &names.type_name,
        };
        format!("{}::{name}", self.module(index))
    }

    /// The path of the error type of an operation.
    pub(super) fn error_type(&self, index: usize) -> String {
        match self.analysis.errors.shared_by(index) {
            Some(shared) => format!("api::{}", self.names.error(shared)),
            None => self.operation_type(index, "Error"),
        }
    }

    /// Returns `true` if the error type of an operation is its own.
    fn has_own_error(&self, index: usize) -> bool {
        self.analysis.errors.shared_by(index).is_none()
    }

    /// The variant for an error response of an operation.
    pub(super) fn error_variant(&self, index: usize, at: usize) -> Claim {
        let kind = self.analysis.errors.kind(index, at);
        let variant = self.names.error_variant(self.analysis.errors.shared_by(index), index, kind);
        Claim::member(&self.error_type(index), format!("::{variant}"))
    }

    /// The variants of an operation's error type that it documents.
    pub(super) fn error_variants(&self, index: usize) -> Vec<Claim> {
        let error = self.error_type(index);
        if self.has_own_error(index) {
            return vec![Claim::whole(error)];
        }
        let count = self.api.operations[index].error_responses.len();
        let mut claims: Vec<Claim> = (0..count).map(|at| self.error_variant(index, at)).collect();
        // The first operation brings the type along, and the last one takes it away.
        claims.extend([Claim::member(&error, String::new()), Claim::member(&error, " as PartialEq".to_owned())]);
        claims
    }

    /// The function that makes the call.
    pub(super) fn function(&self, index: usize) -> Claim {
        let group = self.names.group(self.api.operations[index].group);
        let owner = format!("{}::{}", self.module(index), group.type_name);
        Claim::member(&owner, format!("::{}", self.names.operation(index).function))
    }

    /// The setter of a parameter, or of the body.
    pub(super) fn setter(&self, index: usize, name: &str) -> Claim {
        Claim::member(&self.call_type(index), format!("::{name}"))
    }

    /// The path of what sets the options of an operation, such as `api::story::Call<ListStories>`.
    fn call_type(&self, index: usize) -> String {
        format!("{}::Call<{}>", self.module(index), self.names.operation(index).type_name)
    }

    /// All that is declared for an operation.
    pub(super) fn whole_operation(&self, index: usize) -> Vec<Claim> {
        let mut claims = self.own_items(index);
        claims.extend(self.error_variants(index));
        claims
    }

    /// What is declared for an operation alone, but for its error type.
    pub(super) fn own_items(&self, index: usize) -> Vec<Claim> {
        let mut claims = vec![self.function(index), Claim::feature("files")];
        let types = ["", "Body", "Headers", "Output"].map(|ending| self.operation_type(index, ending));
        claims.extend(types.into_iter().chain([self.call_type(index)]).map(Claim::whole));
        claims
    }

    /// The handle of a group, the function that gives it and its feature.
    pub(super) fn group(&self, group: usize) -> Vec<Claim> {
        let names = self.names.group(group);
        let handle = format!("api::{}::{}", unraw(&names.function), names.type_name);
        let function = Claim::member("Client", format!("::{}", names.function));
        vec![Claim::whole(handle), function, Claim::feature(&names.feature)]
    }

    /// How a program writes the call, such as `story().list`.
    pub(super) fn call(&self, index: usize) -> String {
        let group = self.names.group(self.api.operations[index].group);
        format!("{}().{}", group.function, self.names.operation(index).function)
    }

    fn module(&self, index: usize) -> String {
        let group = self.names.group(self.api.operations[index].group);
        format!("api::{}", unraw(&group.function))
    }

    /// The types that stand inside something new or gone, or are it, by where they stand in the description.
    pub(super) fn types_below(&self, pointer: &Pointer) -> Vec<Claim> {
        self.index.below(pointer).flat_map(|id| self.whole_type(id)).collect()
    }

    /// What a type belongs to: its group, or itself.
    pub(super) fn resource(&self, id: TypeId) -> String {
        match self.analysis.modules[id.index()] {
            Module::Group(group) => self.api.groups[group].wire.clone(),
            Module::Several(_) | Module::Shared | Module::Unused => self.root(id),
        }
    }

    /// The outermost thing that a type stands in.
    fn root(&self, id: TypeId) -> String {
        match &self.api.definition(id).naming.owner {
            Owner::Schema(name) | Owner::Component(name) => name.clone(),
            Owner::Type(outer) => self.root(*outer),
            Owner::Operation(operation) => self.api.operations[operation.0].name(),
        }
    }

    /// The path of a type from the outside in, in the words of the description: `story.state`.
    pub(super) fn path(&self, id: TypeId) -> String {
        let naming = &self.api.definition(id).naming;
        let owner = match &naming.owner {
            Owner::Schema(name) | Owner::Component(name) => name.clone(),
            Owner::Type(outer) => self.path(*outer),
            Owner::Operation(operation) => self.api.operations[operation.0].name(),
        };
        if naming.step.is_empty() { owner } else { format!("{owner}.{}", naming.step) }
    }

    /// The name of a type in the code, as it is received where that differs.
    pub(super) fn type_name(&self, id: TypeId) -> &str {
        let direction = self.analysis.directions.emitted(id).first().copied().unwrap_or(Direction::Response);
        self.names.of_type(id, direction)
    }

    pub(super) fn is_sent(&self, id: TypeId) -> bool {
        self.analysis.directions.is_sent(id)
    }

    pub(super) fn is_received(&self, id: TypeId) -> bool {
        self.analysis.directions.is_received(id)
    }
}
