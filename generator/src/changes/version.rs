//! The two compared versions of a description, with the names of their items in the Rust code.

use std::collections::BTreeSet;

use super::index::{DefinitionIndex, DefinitionUser};
use crate::analysis::{Analysis, Direction, Module};
use crate::changes::interface::{Interface, Key};
use crate::config::CrateFeature;
use crate::ident::without_underscore;
use crate::model::{Api, Owner, TypeId};
use crate::names::Names;
use crate::pointer::Pointer;
use crate::source::Source;

/// A value for the old and the new version of a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Versions<T> {
    pub(crate) old: T,
    pub(crate) new: T,
}

impl<T> Versions<T> {
    pub(crate) fn new(old: T, new: T) -> Self {
        Self { old, new }
    }

    pub(crate) fn as_ref(&self) -> Versions<&T> {
        Versions::new(&self.old, &self.new)
    }

    pub(crate) fn map<U>(self, mut convert: impl FnMut(T) -> U) -> Versions<U> {
        Versions::new(convert(self.old), convert(self.new))
    }

    pub(crate) fn zip<U>(self, other: Versions<U>) -> Versions<(T, U)> {
        Versions::new((self.old, other.old), (self.new, other.new))
    }

    pub(crate) fn into_array(self) -> [T; 2] {
        [self.old, self.new]
    }
}

impl<'a, T> Versions<(ApiVersion<'a>, T)> {
    /// Returns the claims of an item in both versions.
    pub(super) fn claims<I: IntoIterator<Item = Claim>>(self, of: impl Fn(ApiVersion<'a>, T) -> I) -> Vec<Claim> {
        self.into_array().into_iter().flat_map(|(version, item)| of(version, item)).collect()
    }
}

/// A version of a description with its model and its emitted code.
#[derive(Clone, Copy)]
pub(crate) struct ApiVersion<'a> {
    pub(crate) api: &'a Api,
    pub(crate) analysis: &'a Analysis,
    pub(crate) names: &'a Names,
    pub(crate) interface: &'a Interface,
    pub(crate) index: &'a DefinitionIndex,
    /// The description, then its other files.
    pub(crate) sources: &'a [Source],
    /// The excluded operations, such as `GET /pets`.
    pub(crate) excluded: &'a BTreeSet<String>,
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

    /// Returns the claim for a feature of the crate.
    pub(super) fn feature(name: &str) -> Self {
        Self::member("feature", format!(" {name}"))
    }

    pub(super) fn owner(&self) -> &str {
        &self.owner
    }

    /// Returns the key of the claimed item, or `None` if the claim covers the whole owner.
    pub(super) fn key(&self) -> Option<Key> {
        Some(Key { owner: self.owner.clone(), member: self.member.clone()? })
    }
}

/// Returns the claims for a field of a struct, or for all of it.
fn struct_claims(owner: String, field: Option<&str>) -> Vec<Claim> {
    match field {
        Some(name) => vec![Claim::member(&owner, String::new()), Claim::member(&owner, format!(".{name}"))],
        None => vec![Claim::whole(owner)],
    }
}

impl ApiVersion<'_> {
    /// Returns the types of a definition, one for each form.
    pub(super) fn owners(&self, id: TypeId) -> Vec<String> {
        let directions = self.analysis.directions.emitted(id).iter();
        directions.map(|direction| format!("types::{}", self.names.of_type(id, *direction))).collect()
    }

    /// Returns the claims for all items declared for a definition.
    pub(super) fn type_claims(&self, id: TypeId) -> Vec<Claim> {
        self.owners(id).into_iter().chain(self.required_fields(id)).map(Claim::whole).collect()
    }

    /// Returns the claims for all items that name a definition.
    pub(super) fn use_claims(&self, id: TypeId) -> Vec<Claim> {
        let claims = self.index.users(id).iter().flat_map(|user| match *user {
            DefinitionUser::Field(owner, index) => {
                self.field_claims(owner, index).into_iter().chain(self.constructor_claims(owner, Some(index))).collect()
            }
            DefinitionUser::Variant(owner, index) => {
                let conversions = self.type_claims(owner);
                self.variant_claims(owner, index).into_iter().chain(conversions).collect()
            }
            DefinitionUser::Type(owner) => self.type_claims(owner),
            DefinitionUser::Operation(index) => self.operation_claims(index),
        });
        claims.collect()
    }

    /// Returns the claims for a field and its setters.
    pub(super) fn field_claims(&self, id: TypeId, index: usize) -> Vec<Claim> {
        let name = self.names.field(id, index);
        if self.api.field(id, index).is_some_and(|field| field.constant.is_some()) {
            return self.member_claims(id, &[format!("::{name}")]);
        }
        let plain = without_underscore(name);
        let setters = [format!("::{}", self.names.setter(id, index)), format!("::clear_{plain}")];
        let mut claims = self.member_claims(id, &[&[format!(".{name}")], setters.as_slice()].concat());
        for operation in self.flattening_operations(id) {
            let call = self.call_type(operation);
            claims.extend(setters.iter().map(|setter| Claim::member(&call, setter.clone())));
        }
        claims
    }

    /// Returns the operations whose calls set the members of an object.
    fn flattening_operations(&self, id: TypeId) -> impl Iterator<Item = usize> {
        let operations = self.index.users(id).iter().filter_map(|user| match *user {
            DefinitionUser::Operation(index) => Some(index),
            DefinitionUser::Field(..) | DefinitionUser::Variant(..) | DefinitionUser::Type(_) => None,
        });
        operations.filter(move |index| self.names.operation(*index).flattened_body == Some(id))
    }

    /// Returns the claims for the constructor and the default of a type, for one of its fields or all of them.
    pub(super) fn constructor_claims(&self, id: TypeId, field: Option<usize>) -> Vec<Claim> {
        let name = field.map(|index| self.names.field(id, index));
        let mut claims = self.member_claims(id, &["::new".to_owned(), " as Default".to_owned()]);
        claims.extend(self.flattening_operations(id).flat_map(|operation| self.argument_claims(operation, name)));
        claims.extend(self.required_fields(id).flat_map(|owner| struct_claims(owner, name)));
        claims
    }

    /// Returns the paths of the structs of required fields of a definition.
    fn required_fields(&self, id: TypeId) -> impl Iterator<Item = String> {
        let directions = self.analysis.directions.emitted(id).iter();
        directions.filter_map(move |form| Some(format!("types::{}", self.names.required_fields(id, *form)?)))
    }

    pub(super) fn variant_claims(&self, id: TypeId, index: usize) -> Vec<Claim> {
        self.member_claims(id, &[format!("::{}", self.names.variant(id, index))])
    }

    fn member_claims(&self, id: TypeId, members: &[String]) -> Vec<Claim> {
        let owners = self.owners(id);
        owners.iter().flat_map(|owner| members.iter().map(|member| Claim::member(owner, member.clone()))).collect()
    }

    /// Returns the path of an operation's type, such as `api::story::ListStories`.
    pub(super) fn operation_type(&self, index: usize, ending: &str) -> String {
        let names = self.names.operation(index);
        let name = match ending {
            "Body" => &names.body_type,
            "Arguments" => &names.arguments_type,
            "Error" => &names.error_type,
            "Headers" => &names.headers_type,
            "Output" => &names.output_type,
            _ => &names.type_name,
        };
        format!("{}::{name}", self.module(index))
    }

    /// Returns the paths of all types of an operation, except its error type. Not every operation has each.
    pub(super) fn operation_types(&self, index: usize) -> [String; 5] {
        ["", "Arguments", "Body", "Headers", "Output"].map(|ending| self.operation_type(index, ending))
    }

    /// Returns the path of the error type of an operation.
    pub(super) fn error_type(&self, index: usize) -> String {
        if self.has_own_error(index) {
            self.operation_type(index, "Error")
        } else {
            format!("api::{}", self.names.main_error())
        }
    }

    /// Returns `true` if the error type of an operation is its own.
    fn has_own_error(&self, index: usize) -> bool {
        !self.analysis.errors.is_main(index)
    }

    /// Returns the claim for the variant of an error response.
    pub(super) fn error_variant_claim(&self, index: usize, at: usize) -> Claim {
        let kind = self.analysis.errors.kind(index, at);
        let variant = self.names.error_variant(self.has_own_error(index).then_some(index), kind);
        Claim::member(&self.error_type(index), format!("::{variant}"))
    }

    /// Returns the claims for the documented variants of an operation's error type.
    pub(super) fn error_claims(&self, index: usize) -> Vec<Claim> {
        let error = self.error_type(index);
        if self.has_own_error(index) {
            return vec![Claim::whole(error)];
        }
        let count = self.api.operations[index].error_responses.len();
        let mut claims: Vec<Claim> = (0..count).map(|at| self.error_variant_claim(index, at)).collect();
        // The first operation adds the type, and the last one removes it.
        claims.extend([Claim::member(&error, String::new()), Claim::member(&error, " as PartialEq".to_owned())]);
        claims
    }

    /// Returns the claim for the function of an operation.
    pub(super) fn function_claim(&self, index: usize) -> Claim {
        let group = self.names.group(self.api.operations[index].group);
        let owner = format!("{}::{}", self.module(index), group.type_name);
        Claim::member(&owner, format!("::{}", self.names.operation(index).function))
    }

    /// Returns the claim for the setter of a parameter, or of the body.
    pub(super) fn setter_claim(&self, index: usize, name: &str) -> Claim {
        Claim::member(&self.call_type(index), format!("::{name}"))
    }

    /// Returns the claims for an argument of an operation, or for all of them.
    pub(super) fn argument_claims(&self, index: usize, name: Option<&str>) -> Vec<Claim> {
        let arguments = struct_claims(self.operation_type(index, "Arguments"), name);
        std::iter::once(self.function_claim(index)).chain(arguments).collect()
    }

    /// Returns `true` if the function of an operation takes a struct of arguments, whose order does not matter.
    pub(super) fn takes_arguments_struct(&self, index: usize) -> bool {
        let arguments = Key { owner: self.operation_type(index, "Arguments"), member: String::new() };
        self.interface.get(&arguments).is_some()
    }

    /// Returns the path of the call type of an operation, such as `api::story::Call<ListStories>`.
    pub(super) fn call_type(&self, index: usize) -> String {
        format!("{}::Call<{}>", self.module(index), self.names.operation(index).type_name)
    }

    /// Returns the claims for all items declared for an operation.
    pub(super) fn operation_claims(&self, index: usize) -> Vec<Claim> {
        let mut claims = self.own_item_claims(index);
        claims.extend(self.error_claims(index));
        claims
    }

    /// Returns the claims for all items of an operation only, except its error type.
    pub(super) fn own_item_claims(&self, index: usize) -> Vec<Claim> {
        let mut claims = vec![self.function_claim(index), Claim::feature(CrateFeature::Files.name())];
        claims.extend(self.operation_types(index).into_iter().chain([self.call_type(index)]).map(Claim::whole));
        claims
    }

    /// Returns the claims for the handle of a group without its functions, the function that returns it, and its feature.
    pub(super) fn group_claims(&self, group: usize) -> Vec<Claim> {
        let names = self.names.group(group);
        let handle = format!("api::{}::{}", names.function, names.type_name);
        let function = Claim::member("Client", format!("::{}", names.function));
        vec![Claim::member(&handle, String::new()), function, Claim::feature(&names.feature)]
    }

    /// Returns the call as written in a program, such as `story().list`.
    pub(super) fn call(&self, index: usize) -> String {
        let group = self.names.group(self.api.operations[index].group);
        format!("{}().{}", group.function, self.names.operation(index).function)
    }

    fn module(&self, index: usize) -> String {
        let group = self.names.group(self.api.operations[index].group);
        format!("api::{}", group.function)
    }

    /// Returns the claims for the types at a location in the description, or below it, for an added or removed item.
    pub(super) fn claims_below(&self, pointer: &Pointer) -> Vec<Claim> {
        self.index.below(pointer).flat_map(|id| self.type_claims(id)).collect()
    }

    /// Returns the resource of a type: its group, or the type itself.
    pub(super) fn resource(&self, id: TypeId) -> String {
        match self.analysis.modules[id.index()] {
            Module::Group(group) => self.api.groups[group].wire.clone(),
            Module::Shared | Module::Unreferenced => self.root(id),
        }
    }

    /// Returns the outermost owner of a type.
    fn root(&self, id: TypeId) -> String {
        match &self.api.definition(id).naming.owner {
            Owner::Schema(name) | Owner::Component(name) => name.clone(),
            Owner::Type(outer) => self.root(*outer),
            Owner::Operation(operation) => self.api.operations[operation.0].name(),
        }
    }

    /// Returns the path of a type, outermost first, in terms of the description: `story.state`.
    pub(super) fn path(&self, id: TypeId) -> String {
        let naming = &self.api.definition(id).naming;
        let owner = match &naming.owner {
            Owner::Schema(name) | Owner::Component(name) => name.clone(),
            Owner::Type(outer) => self.path(*outer),
            Owner::Operation(operation) => self.api.operations[operation.0].name(),
        };
        if naming.is_component() { owner } else { format!("{owner}.{}", naming.words(&self.api.types)) }
    }

    /// Returns the name of a type in the code; that of the received form if it is split.
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
