//! The public items of types.

use super::owner::{Interface, Item, Owner};
use crate::ident::without_underscore;
use crate::ir::{self, Field, ItemKind, Member, MemberKind, ModuleTypes, SourceType, Struct, Union};

/// Adds the items of the types of a module.
pub(super) fn types(types: &ModuleTypes, interface: &mut Interface) {
    for item in &types.items {
        if let ItemKind::Struct(structure @ Struct { required_fields: Some(name), .. }) = &item.kind {
            Owner::new(interface, "types", name).required_fields(structure);
        }
        let owner = Owner::new(interface, "types", &item.name);
        Owner { feature: types.module.feature, ..owner }.item(item);
    }
}

impl Owner<'_> {
    fn item(&mut self, item: &ir::Item) {
        let name = &item.name;
        self.derives(&item.derives);
        match &item.kind {
            ItemKind::Struct(structure) => self.object(structure),
            ItemKind::IntegerEnum(integers) => {
                let variants = integers.values.iter().map(|value| (value.name.as_str(), value.name.clone()));
                self.enumeration(variants.chain([("Unlisted", "Unlisted(UnlistedCode)".to_owned())]));
                self.constant("ALL", "&'static [Self]");
                self.constant_function("code", "self", "i64");
                self.constant_function("meaning", "self", "Option<&'static str>");
            }
            ItemKind::StringEnum(texts) => {
                let variants = texts.values.iter().map(|value| (value.name.as_str(), value.name.clone()));
                self.enumeration(variants.chain([("Unlisted", "Unlisted(UnlistedText)".to_owned())]));
                self.constant("ALL", "&'static [Self]");
                self.function("as_str", Some("&self"), Vec::new(), "&str");
            }
            ItemKind::Union(union) => self.union(union),
            ItemKind::Alias(ty) => self.add("", format!("pub type {name} = {ty}")),
            ItemKind::Wrapper(wrapper) => {
                self.add("", format!("pub struct {name}(pub {})", wrapper.ty));
                wrapper.received.iter().for_each(|(from, _)| self.implements(&format!("From<{from}>")));
            }
        }
        if !item.is_only_sent && !matches!(item.kind, ItemKind::Alias(_)) {
            let feature = self.feature.map(str::to_owned);
            let declaration = format!("impl Deserialize for {name}");
            self.insert(" as Deserialize".to_owned(), Item { declaration, call: None, feature });
        }
        for implemented in item.implementations.iter().flat_map(|all| &all.traits) {
            let (path, feature) = (implemented.path(), Some(implemented.feature().to_owned()));
            let declaration = format!("impl {path} for {name}");
            self.insert(format!(" as {path}"), Item { declaration, call: None, feature });
        }
        if item.is_checked {
            self.function("validate", Some("&self"), Vec::new(), "Result<(), Invalid>");
        }
    }

    fn required_fields(&mut self, structure: &Struct) {
        self.structure();
        for (member, field) in structure.fields().filter(|(_, field)| field.is_argument()) {
            self.field(&member.name, &field.value.to_string());
        }
    }

    fn object(&mut self, structure: &Struct) {
        self.structure();
        for member in &structure.members {
            match &member.kind {
                MemberKind::Field(field) => self.field(&member.name, &field.ty().to_string()),
                MemberKind::Constant(constant) => self.constant(&member.name, constant.type_text()),
            }
        }
        if let Some((name, ty)) = &structure.others {
            self.field(name, &ty.clone().map().to_string());
        }
        self.functions(structure);
        if structure.has_default && structure.has_initial_values() {
            self.implements("Default");
        }
        structure.from_received.iter().for_each(|from| self.implements(&format!("From<{}>", from.name)));
    }

    fn functions(&mut self, structure: &Struct) {
        if structure.constructor.is_some() {
            let given = structure.fields().filter(|(_, field)| field.is_argument());
            let given = given.map(|(member, field)| (member.name.as_str(), field.argument.to_string()));
            let given = match &structure.required_fields {
                Some(fields) => vec![("fields", fields.clone())],
                None => given.collect(),
            };
            self.function("new", None, given, "Self");
        }
        for (member, field) in structure.fields().filter(|(_, field)| structure.has_setter(field)) {
            self.field_setter(member, field);
        }
    }

    /// Adds the setter of a field, and the function that clears it.
    pub(super) fn field_setter(&mut self, member: &Member, field: &Field) {
        let given = vec![(member.name.as_str(), field.argument.to_string())];
        self.function(&member.setter, Some("mut self"), given, "Self");
        if field.presence == ir::Presence::ThreeStates {
            let plain = without_underscore(&member.name);
            self.function(&format!("clear_{plain}"), Some("mut self"), Vec::new(), "Self");
        }
    }

    fn union(&mut self, union: &Union) {
        let variants = union.variants.iter().map(|variant| match &variant.payload {
            Some(payload) => (variant.name.as_str(), format!("{}({})", variant.name, payload.stored_type())),
            None => (variant.name.as_str(), variant.name.to_owned()),
        });
        self.enumeration(variants.chain([("Unlisted", "Unlisted(serde_json::Value)".to_owned())]));
        for accessor in &union.accessors {
            self.function(&accessor.name, Some("&self"), Vec::new(), &format!("Option<&{}>", accessor.target));
        }
        for source in &union.sources {
            let payload = union.variants.get(source.variant).and_then(|variant| variant.payload.as_ref());
            let from = match (&source.of, payload) {
                (SourceType::Payload, Some(payload)) => payload.ty.to_string(),
                (SourceType::Str | SourceType::ListedStr, _) => "&str".to_owned(),
                (SourceType::ListedString, _) => "String".to_owned(),
                (SourceType::StrList, _) => "Vec<&str>".to_owned(),
                (SourceType::Payload, None) => continue,
            };
            self.implements(&format!("From<{from}>"));
        }
        union.received.iter().for_each(|from| self.implements(&format!("From<{from}>")));
    }
}
