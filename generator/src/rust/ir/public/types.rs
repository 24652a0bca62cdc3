//! The public members of types.

use super::block::Block;
use super::declaration::Declaration;
use super::role::{FieldRole, Role, TypeRole};
use crate::base::ident::clear_name;
use crate::base::runtime_item::RuntimeItem;
use crate::rust::ir::item::{EnumValue, Item, ItemKind};
use crate::rust::ir::node::Node;
use crate::rust::ir::package::ModuleTypes;
use crate::rust::ir::structure::{Field, Member, MemberKind, OtherMembers, Presence, Struct};
use crate::rust::ir::types::{Argument, RustType};
use crate::rust::ir::union::{Payload, Union};

const MODULE: [&str; 2] = ["types", ""];

impl ModuleTypes {
    /// Returns the public members of its types.
    pub fn public(&self) -> Vec<Block<'_, TypeRole<'_>>> {
        let mut blocks: Vec<Block<'_, TypeRole<'_>>> = self.items.iter().flat_map(Item::public).collect();
        blocks.iter_mut().for_each(|block| block.feature = self.module.feature);
        blocks
    }
}

impl Item {
    /// Returns its public members.
    pub(crate) fn public(&self) -> Vec<Block<'_, TypeRole<'_>>> {
        let block = || Block::new(MODULE, &self.name, [Node::Type(self.index)]);
        let (mut own, mut functions) = (block(), block());
        own.derives(self.derives.iter().map(String::as_str));
        let mut more = None;
        match &self.kind {
            ItemKind::Struct(structure) => {
                own.fields(self, structure);
                more = structure.required_fields.as_ref().map(|name| self.required_fields(name, structure));
                functions.structure_functions(self, structure);
            }
            ItemKind::IntegerEnum(integers) => {
                let about = "A code that the description does not list. It is preserved when the value is sent back.";
                own.enumeration(self, &integers.values, RuntimeItem::UnlistedCode, about);
                functions.function("code", "self", [], RustType::library(&["i64"]), Role::Support).constant();
                let meaning = RustType::library(&["&'static str"]).option();
                functions.function("meaning", "self", [], meaning, Role::Support).constant();
            }
            ItemKind::StringEnum(texts) => {
                let about = "A string that the description does not list. It is preserved when the value is sent back.";
                own.enumeration(self, &texts.values, RuntimeItem::UnlistedText, about);
                functions.function("as_str", "&self", [], RustType::library(&["&str"]), Role::Support);
            }
            ItemKind::Union(union) => own.union(self, union),
            ItemKind::Alias(ty) => own.declare(Declaration::Alias(ty.clone()), TypeRole::Type),
            ItemKind::Wrapper(wrapper) => {
                own.declare(Declaration::Wrapper(wrapper.ty.clone()), TypeRole::Type);
                if let Some((from, conversion)) = &wrapper.received {
                    own.implements(RustType::emitted(from).conversion_trait(), TypeRole::FromWrapper(conversion));
                }
            }
        }
        functions.support(self);
        [own].into_iter().chain(more).chain([functions]).collect()
    }

    /// Returns the struct of the required fields.
    fn required_fields<'a>(&'a self, name: &'a str, structure: &'a Struct) -> Block<'a, TypeRole<'a>> {
        let mut block = Block::new(MODULE, name, arguments(structure).map(|(member, _)| member.node));
        block.derives_usual(false);
        block.declare(Declaration::Struct, TypeRole::RequiredFields(&self.name));
        for (member, field) in arguments(structure) {
            let role = Role::Documented(&member.docs.lines, &[]);
            block.field(&member.name, field.value.clone(), role).at([member.node]);
        }
        block
    }
}

/// Returns the fields that the constructor takes.
fn arguments(structure: &Struct) -> impl Iterator<Item = (&Member, &Field)> {
    structure.fields().filter(|(_, field)| field.is_argument())
}

impl<'a> Block<'a, TypeRole<'a>> {
    /// Adds what macros of the runtime crate declare for each kind of type.
    fn support(&mut self, item: &'a Item) {
        if !item.is_only_sent && !matches!(item.kind, ItemKind::Alias(_)) {
            self.implements(RustType::library(&["Deserialize"]), Role::Support);
        }
        for implemented in item.implementations.iter().flat_map(|all| &all.traits) {
            let implementation = RustType::own(implemented.path());
            self.implements(implementation, Role::Support).feature = Some(implemented.feature());
        }
        if item.is_checked {
            let result = RustType::library(&["Result<(), Invalid>"]);
            let validate = self.function("validate", "&self", [], result, Role::Support).at([Node::Type(item.index)]);
            if let ItemKind::Struct(structure) = &item.kind {
                validate.at(structure.members.iter().map(|member| member.node));
            }
        }
    }

    fn enumeration<V>(
        &mut self,
        item: &'a Item,
        values: &'a [EnumValue<V>],
        unlisted: RuntimeItem,
        about: &'static str,
    ) {
        self.declare(Declaration::Enum, TypeRole::Type);
        for (index, value) in values.iter().enumerate() {
            let role = Role::Documented(&value.docs.lines, &value.attributes);
            self.variant(&value.name, None, role).at([Node::Variant(item.index, index)]);
        }
        self.unlisted(RustType::runtime(unlisted), about);
        self.constant("ALL", RustType::library(&["&'static [Self]"]), Role::Support);
    }

    fn fields(&mut self, item: &'a Item, structure: &'a Struct) {
        self.declare(Declaration::Struct, TypeRole::Type);
        for (member, field) in structure.fields() {
            let role = Role::Documented(&member.docs.lines, &member.attributes);
            self.field(&member.name, field.ty(), role).at([member.node]);
        }
        if let Some(OtherMembers { name, ty, .. }) = &structure.others {
            let about = "Properties that the description does not declare.";
            self.field(name, ty.clone().map(), Role::Noted(about)).at([Node::OtherMembers(item.index)]);
        }
    }

    fn structure_functions(&mut self, item: &'a Item, structure: &'a Struct) {
        for member in &structure.members {
            if let MemberKind::Constant(constant) = &member.kind {
                self.constant(&member.name, constant.ty(), TypeRole::Constant(member, constant)).at([member.node]);
            }
        }
        if structure.constructor.is_some() {
            let arguments: Vec<_> = match &structure.required_fields {
                Some(name) => vec![("fields", Argument::Exact(RustType::emitted(name)))],
                None => arguments(structure).map(|(member, field)| (&*member.name, field.argument.clone())).collect(),
            };
            let nodes = self::arguments(structure).map(|(member, _)| member.node);
            let new = self.function("new", None, arguments, RustType::itself(), TypeRole::Constructor(structure));
            new.at([Node::Type(item.index)]).at(nodes);
        }
        for (member, field) in structure.fields().filter(|(_, field)| structure.has_setter(field)) {
            self.setters(member, field, &[member.node], TypeRole::Field);
        }
        if let Some(others) = structure.others.as_ref().filter(|_| structure.constructor.is_some()) {
            let argument = [(&*others.name, others.argument.clone())];
            let role = TypeRole::OtherMembers(others);
            self.function(&others.name, "mut self", argument, RustType::itself(), role)
                .at([Node::OtherMembers(item.index)]);
        }
        if structure.has_default && structure.has_initial_values() {
            let initial = structure.fields().filter(|(_, field)| field.initial.is_some());
            let default = self.implements(RustType::own("Default"), TypeRole::Default).at([Node::Type(item.index)]);
            default.at(initial.map(|(member, _)| member.node));
        }
        if let Some(from) = &structure.from_received {
            self.implements(RustType::emitted(&from.name).conversion_trait(), TypeRole::FromStruct(from));
        }
    }

    fn union(&mut self, item: &'a Item, union: &'a Union) {
        self.declare(Declaration::Enum, TypeRole::Type);
        for (index, variant) in union.variants.iter().enumerate() {
            let payload = variant.payload.as_ref().map(Payload::stored_type);
            let role = Role::Documented(&variant.docs.lines, &variant.attributes);
            self.variant(&variant.name, payload, role).at([Node::Variant(item.index, index)]);
        }
        let about = "A value that matches no other variant. It is preserved when it is sent back.";
        self.unlisted(RustType::reexported(RuntimeItem::SerdeJson, &["Value"]), about);
        for accessor in &union.accessors {
            let output = accessor.output.clone().option();
            self.function(&accessor.name, "&self", [], output, TypeRole::Accessor(union, accessor));
        }
        for source in &union.sources {
            let Some(variant) = union.variants.get(source.variant) else { continue };
            let Some(payload) = &variant.payload else { continue };
            let from = source.of.ty(payload);
            self.implements(from.conversion_trait(), Role::Support)
                .at([Node::Type(item.index), Node::Variant(item.index, source.variant)]);
        }
        if let Some(from) = &union.received {
            self.implements(RustType::emitted(from).conversion_trait(), TypeRole::FromUnion(union, from));
        }
    }
}

impl<'a, R> Block<'a, R> {
    /// Adds the setter of a field, and the function that clears it.
    pub(super) fn setters(
        &mut self,
        member: &'a Member,
        field: &'a Field,
        nodes: &[Node],
        own: impl Fn(FieldRole<'a>) -> R,
    ) {
        let argument = [(&*member.name, field.argument.clone())];
        let role = own(FieldRole::Setter(member, field));
        self.function(&member.setter, "mut self", argument, RustType::itself(), role).at(nodes.iter().copied());
        if field.presence == Presence::ThreeStates {
            let (clear, role) = (clear_name(&member.name), own(FieldRole::Clear(member)));
            self.function(clear, "mut self", [], RustType::itself(), role).at(nodes.iter().copied());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Declaration, Role};
    use crate::pipeline::Emission;
    use crate::rust::ir::Path;

    #[test]
    fn macros_declare_what_is_listed() {
        let emission = Emission::from_text(
            r#"{ "openapi": "3.0.3", "info": { "title": "t", "version": "1" }, "paths": { "/a": { "put": {
                "requestBody": { "content": { "application/json": { "schema": { "type": "object", "properties": {
                    "code": { "type": "integer", "enum": [1] }, "word": { "type": "string", "enum": ["a"] },
                    "name": { "type": "string", "minLength": 2 } } } } } },
                "responses": { "200": { "description": "" } } } } } }"#,
        );
        let macros = bindery_runtime::texts::RUNTIME.iter().map(|(_, text)| text.replace("$crate::", ""));
        let macros: String = macros.collect();
        let mut listed = BTreeSet::new();
        for module in emission.types() {
            for member in module.public().iter().flat_map(|block| &block.members) {
                if matches!(member.role, Role::Support) && !matches!(member.declaration, Declaration::Trait(_)) {
                    listed.insert(member.declaration.text(&member.name, &Path::short));
                }
            }
        }
        assert_eq!(listed.len(), 5, "{listed:?}");
        assert!(listed.iter().all(|member| macros.contains(member)), "{listed:?}");
    }
}
