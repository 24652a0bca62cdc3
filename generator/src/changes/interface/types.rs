//! The public items of types.

use super::item::{Declaration, Output, Trait};
use super::owner::{Function, Owner};
use super::table::Interface;
use crate::ident::clear_name;
use crate::ir::{
    self, Argument, Field, ItemKind, Member, MemberKind, ModuleTypes, Node, Path, RustType, SourceType, Struct, Union,
};

/// Adds the items of the types of a module.
pub(super) fn types(types: &ModuleTypes, interface: &mut Interface) {
    for item in &types.items {
        if let ItemKind::Struct(structure @ Struct { required_fields: Some(name), .. }) = &item.kind {
            let nodes = arguments(structure).map(|(member, _)| member.node);
            Owner::new(interface, "types", name, nodes).required_fields(structure);
        }
        let owner = Owner::new(interface, "types", &item.name, [item.node]);
        owner.enabled_by(types.module.feature).item(item);
    }
}

/// Returns the fields that the constructor takes.
fn arguments(structure: &Struct) -> impl Iterator<Item = (&Member, &Field)> {
    structure.fields().filter(|(_, field)| field.is_argument())
}

impl Owner<'_> {
    fn item(&mut self, item: &ir::Item) {
        self.derives(&item.derives);
        match &item.kind {
            ItemKind::Struct(structure) => self.object(item, structure),
            ItemKind::IntegerEnum(integers) => {
                self.enumeration(item, integers.values.iter().map(|value| value.name.as_str()), "UnlistedCode");
                self.function("code", Some("self"), Function::fixed("i64").constant());
                self.function("meaning", Some("self"), Function::fixed("Option<&'static str>").constant());
            }
            ItemKind::StringEnum(texts) => {
                self.enumeration(item, texts.values.iter().map(|value| value.name.as_str()), "UnlistedText");
                self.function("as_str", Some("&self"), Function::fixed("&str"));
            }
            ItemKind::Union(union) => self.union(item, union),
            ItemKind::Alias(ty) => self.declare(Declaration::Alias(ty.clone())),
            ItemKind::Wrapper(wrapper) => {
                self.declare(Declaration::Wrapper(wrapper.ty.clone()));
                wrapper.received.iter().for_each(|(from, _)| self.converts_from(from, item.node));
            }
        }
        if !item.is_only_sent && !matches!(item.kind, ItemKind::Alias(_)) {
            self.implements("Deserialize");
        }
        for implemented in item.implementations.iter().flat_map(|all| &all.traits) {
            self.implements_with_feature(implemented.path(), implemented.feature());
        }
        if item.is_checked {
            let members = match &item.kind {
                ItemKind::Struct(structure) => structure.members.iter().map(|member| member.node).collect(),
                _ => Vec::new(),
            };
            let validate = Function::fixed("Result<(), Invalid>").at([item.node]).at(members);
            self.function("validate", Some("&self"), validate);
        }
    }

    /// Adds the conversion from another emitted type.
    fn converts_from(&mut self, name: &str, node: Node) {
        let from = RustType { path: Path::Emitted(name.to_owned()), arguments: Vec::new() };
        self.implements_for(Trait::From(from), &[node]);
    }

    fn enumeration<'n>(&mut self, item: &ir::Item, names: impl Iterator<Item = &'n str>, unlisted: &'static str) {
        self.declare(Declaration::Enum);
        names.enumerate().for_each(|(index, name)| self.variant(name, None, &[item.node.variant(index)]));
        self.unlisted(RustType::runtime(unlisted));
        self.constant("ALL", "&'static [Self]", &[item.node]);
    }

    fn required_fields(&mut self, structure: &Struct) {
        self.declare(Declaration::Struct);
        for (member, field) in arguments(structure) {
            self.field(&member.name, field.value.clone(), &[member.node]);
        }
    }

    fn object(&mut self, item: &ir::Item, structure: &Struct) {
        self.declare(Declaration::Struct);
        for member in &structure.members {
            match &member.kind {
                MemberKind::Field(field) => self.field(&member.name, field.ty(), &[member.node]),
                MemberKind::Constant(constant) => self.constant(&member.name, constant.type_text(), &[member.node]),
            }
        }
        if let Some((name, ty)) = &structure.others {
            self.field(name, ty.clone().map(), &[item.node.others()]);
        }
        self.functions(item, structure);
        if structure.has_default && structure.has_initial_values() {
            let initial = structure.fields().filter(|(_, field)| field.initial.is_some());
            let nodes: Vec<Node> = [item.node].into_iter().chain(initial.map(|(member, _)| member.node)).collect();
            self.implements_for(Trait::Named("Default".to_owned()), &nodes);
        }
        structure.from_received.iter().for_each(|from| self.converts_from(&from.name, item.node));
    }

    fn functions(&mut self, item: &ir::Item, structure: &Struct) {
        if structure.constructor.is_some() {
            let nodes = arguments(structure).map(|(member, _)| member.node);
            let new = Function::fixed("Self").at([item.node]).at(nodes);
            let new = match &structure.required_fields {
                Some(fields) => {
                    let ty = RustType { path: Path::Emitted(fields.clone()), arguments: Vec::new() };
                    new.taking("fields", Argument::Exact(ty))
                }
                None => arguments(structure)
                    .fold(new, |new, (member, field)| new.taking(&member.name, field.argument.clone())),
            };
            self.function("new", None, new);
        }
        for (member, field) in structure.fields().filter(|(_, field)| structure.has_setter(field)) {
            self.setters(member, field, &[member.node]);
        }
    }

    /// Adds the setter of a field, and the function that clears it.
    pub(super) fn setters(&mut self, member: &Member, field: &Field, nodes: &[Node]) {
        let function = || Function::fixed("Self").at(nodes.iter().copied());
        let setter = function().taking(&member.name, field.argument.clone());
        self.function(&member.setter, Some("mut self"), setter);
        if field.presence == ir::Presence::ThreeStates {
            self.function(&clear_name(&member.name), Some("mut self"), function());
        }
    }

    fn union(&mut self, item: &ir::Item, union: &Union) {
        self.declare(Declaration::Enum);
        for (index, alternative) in union.variants.iter().enumerate() {
            let payload = alternative.payload.as_ref().map(ir::Payload::stored_type);
            self.variant(&alternative.name, payload, &[item.node.variant(index)]);
        }
        self.unlisted(RustType::reexported(&["serde_json", "Value"]));
        for accessor in &union.accessors {
            let function = Function::returning(Output::OptionalReference(accessor.target.clone()));
            self.function(&accessor.name, Some("&self"), function);
        }
        for source in &union.sources {
            let payload = union.variants.get(source.variant).and_then(|variant| variant.payload.as_ref());
            let from = match (&source.of, payload) {
                (SourceType::Payload, Some(payload)) => Trait::From(payload.ty.clone()),
                (SourceType::Str | SourceType::ListedStr, _) => Trait::Named("From<&str>".to_owned()),
                (SourceType::ListedString, _) => Trait::From(RustType::string()),
                (SourceType::StrList, _) => Trait::Named("From<Vec<&str>>".to_owned()),
                (SourceType::Payload, None) => continue,
            };
            self.implements_for(from, &[item.node, item.node.variant(source.variant)]);
        }
        union.received.iter().for_each(|from| self.converts_from(from, item.node));
    }
}
