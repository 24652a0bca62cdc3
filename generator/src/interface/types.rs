//! Types as the items that a program can name.

use super::{Call, Interface, Item};
use crate::bindings::{self, Bindings, Kind, MemberKind, SourceType, Struct, Union};

/// What all that is emitted derives, so that it makes no difference.
const EVERYWHERE: [&str; 2] = ["Clone", "Debug"];

/// Adds the items of all types.
pub(super) fn types(bindings: Bindings<'_>, interface: &mut Interface) {
    for module in bindings.type_modules() {
        for item in bindings.items(&module) {
            let owner = format!("types::{}", item.name);
            let feature = module.feature.map(str::to_owned);
            Owner { interface, owner, name: item.name, feature }.item(&item);
        }
    }
}

/// An item whose members are added.
struct Owner<'i> {
    interface: &'i mut Interface,
    owner: String,
    name: &'i str,
    feature: Option<String>,
}

impl Owner<'_> {
    fn item(&mut self, item: &bindings::Item<'_>) {
        let name = self.name;
        let derived = item.derives.iter().filter(|derived| !EVERYWHERE.contains(derived));
        derived.for_each(|derived| self.implements(derived));
        match &item.kind {
            Kind::Struct(structure) => self.structure(structure),
            Kind::IntegerEnum(integers) => {
                let variants = integers.values.iter().map(|value| (value.name, value.name.to_owned()));
                self.enumeration(variants.chain([("Unlisted", "Unlisted(UnlistedCode)".to_owned())]));
            }
            Kind::StringEnum(texts) => {
                let variants = texts.values.iter().map(|value| (value.name, value.name.to_owned()));
                self.enumeration(variants.chain([("Unlisted", "Unlisted(UnlistedText)".to_owned())]));
            }
            Kind::Union(union) => self.union(union),
            Kind::Alias(ty) => self.add("", format!("pub type {name} = {ty}")),
            Kind::Wrapper(wrapper) => {
                self.add("", format!("pub struct {name} (pub {})", wrapper.ty));
                wrapper.received.iter().for_each(|(from, _)| self.implements(&format!("From<{from}>")));
            }
        }
        if !matches!(item.kind, Kind::Alias(_)) {
            let feature = item.reading.map(str::to_owned).or_else(|| self.feature.clone());
            let declaration = format!("impl Deserialize for {name}");
            let item = Item { declaration, call: None, feature };
            self.interface.insert(&self.owner, " as Deserialize".to_owned(), item);
        }
        if item.is_checked {
            self.add("::validate", "pub fn validate(&self) -> Result<(), Invalid>".to_owned());
        }
    }

    fn structure(&mut self, structure: &Struct<'_>) {
        self.add("", format!("pub struct {}", self.name));
        for member in &structure.members {
            match &member.kind {
                MemberKind::Field(field) => {
                    self.add(&format!(".{}", member.name), format!("pub {}: {}", member.name, field.ty()));
                }
                MemberKind::Constant(constant) => {
                    let declaration = format!("pub const {}: {}", member.name, constant.type_text());
                    self.add(&format!("::{}", member.name), declaration);
                }
            }
        }
        if let Some((name, ty)) = &structure.others {
            self.add(&format!(".{name}"), format!("pub {name}: {}", ty.clone().map()));
        }
        self.functions(structure);
        structure.from_received.iter().for_each(|from| self.implements(&format!("From<{}>", from.name)));
    }

    fn functions(&mut self, structure: &Struct<'_>) {
        if structure.constructor.is_some() {
            let given = structure.fields().filter(|(_, field)| field.is_argument());
            let given = given.map(|(member, field)| (member.name, field.argument.to_string()));
            self.function("new", None, given.collect());
        }
        for (member, field) in structure.fields().filter(|(_, field)| structure.has_setter(field)) {
            let plain = crate::ident::unraw(member.name);
            let given = vec![(member.name, field.argument.to_string())];
            self.function(&member.setter, Some("mut self"), given);
            if field.presence == bindings::Presence::ThreeStates {
                self.function(&format!("clear_{plain}"), Some("mut self"), Vec::new());
            }
        }
    }

    fn union(&mut self, union: &Union<'_>) {
        let variants = union.variants.iter().map(|variant| match &variant.payload {
            Some(payload) => (variant.name, format!("{}({})", variant.name, payload.held())),
            None => (variant.name, variant.name.to_owned()),
        });
        self.enumeration(variants.chain([("Unlisted", "Unlisted(serde_json::Value)".to_owned())]));
        for source in &union.sources {
            let payload = union.variants.get(source.variant).and_then(|variant| variant.payload.as_ref());
            let from = match (&source.of, payload) {
                (SourceType::Payload, Some(payload)) => payload.ty.to_string(),
                (SourceType::Str, _) => "&str".to_owned(),
                (SourceType::Array(element), _) => format!("[{element}; N]"),
                (SourceType::Strs, _) => "[&str; N]".to_owned(),
                (SourceType::Payload, None) => continue,
            };
            self.implements(&format!("From<{from}>"));
        }
        union.received.iter().for_each(|from| self.implements(&format!("From<{from}>")));
    }

    fn enumeration<'v>(&mut self, variants: impl Iterator<Item = (&'v str, String)>) {
        self.add("", format!("pub enum {}", self.name));
        variants.for_each(|(name, declaration)| self.add(&format!("::{name}"), declaration));
    }

    fn function(&mut self, name: &str, receiver: Option<&str>, given: Vec<(&str, String)>) {
        let written = given.iter().map(|(name, ty)| format!("{name}: {ty}"));
        let written: Vec<String> = receiver.map(str::to_owned).into_iter().chain(written).collect();
        let declaration = format!("pub fn {name}({}) -> Self", written.join(", "));
        let arguments = receiver.map(str::to_owned).into_iter().chain(given.into_iter().map(|(_, ty)| ty)).collect();
        let call = Some(Call { arguments, output: "Self".to_owned() });
        let item = Item { declaration, call, feature: self.feature.clone() };
        self.interface.insert(&self.owner, format!("::{name}"), item);
    }

    fn implements(&mut self, implemented: &str) {
        self.add(&format!(" as {implemented}"), format!("impl {implemented} for {}", self.name));
    }

    fn add(&mut self, member: &str, declaration: String) {
        let item = Item { declaration, call: None, feature: self.feature.clone() };
        self.interface.insert(&self.owner, member.to_owned(), item);
    }
}
