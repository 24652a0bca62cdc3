//! An item: a type that is emitted, with all that belongs to it. An enumeration has a named variant for each value, and one for
//! values that are not known yet.

use super::Resolver;
use super::derives::Extras;
use super::docs::lines;
use crate::api::analysis::Direction;
use crate::api::model;
use crate::api::model::{IntegerValue, Shape, Type, TypeId, Word};
use crate::rust::docs;
use crate::rust::ir::{Docs, EnumValue, IntegerEnum, Item, ItemKind, StringEnum, Wrapper};

impl<'a> Resolver<'a> {
    /// Returns the item of a type in a direction.
    pub(super) fn item(&self, id: TypeId, direction: Direction) -> Item {
        let kind = self.item_kind(id, direction);
        Item {
            index: id.index(),
            name: self.names.of_type(id, direction).to_owned(),
            docs: self.type_docs(id, direction),
            derives: derives(&kind, self.is_comparable(&Type::Named(id)), self.extras(id)),
            attributes: self.item_attributes(id, direction, &kind),
            implementations: self.implementations(id, direction, &kind),
            fixture: self.fixture(id, direction),
            kind,
            is_only_sent: self.is_only_sent(id, direction),
            is_checked: self.is_checked(id) && self.holds_what_is_sent(id, direction),
        }
    }

    /// Returns the kind of an item with its members.
    pub(super) fn item_kind(&self, id: TypeId, direction: Direction) -> ItemKind {
        match &self.api.definition(id).shape {
            Shape::Object(object) => ItemKind::Struct(self.structure(id, object, direction)),
            Shape::IntegerEnum(codes) => ItemKind::IntegerEnum(self.integer_enum(id, codes)),
            Shape::StringEnum(words) => ItemKind::StringEnum(self.string_enum(id, words)),
            Shape::Union(union) => ItemKind::Union(self.union(id, union, direction)),
            Shape::Alias(ty) => ItemKind::Alias(self.rust_type(ty, direction)),
            Shape::Wrapper(ty) => {
                let received = self.received_name(id, direction).map(|name| (name.to_owned(), self.conversion(ty)));
                ItemKind::Wrapper(Wrapper { ty: self.rust_type(ty, direction), received })
            }
        }
    }

    /// Returns the attributes of an item. Programs look for the constructor of a received type that has a request type.
    fn item_attributes(&self, id: TypeId, direction: Direction, kind: &ItemKind) -> Vec<String> {
        let has_other_constructor = direction == Direction::Response && self.analysis.directions.is_split(id);
        let alias = r#"#[doc(alias = "new")]"#.to_owned();
        let alias = Some(alias).filter(|_| has_other_constructor && matches!(kind, ItemKind::Struct(_)));
        alias.into_iter().chain(self.extras(id).attributes.iter().cloned()).collect()
    }

    fn type_docs(&self, id: TypeId, direction: Direction) -> Docs {
        let described = &self.api.definition(id).docs;
        let is_sent = self.holds_what_is_sent(id, direction);
        let described = if is_sent { described.clone() } else { Docs::received(described) };
        let mut docs = Docs::for_type(&described, self.names.of_type(id, direction));
        if let Some(event) = self.event_of(id) {
            docs = docs.markdown(lines(&event.docs, "").join("\n"));
        }
        if !self.analysis.directions.is_split(id) {
            return docs;
        }
        docs.markdown(match direction {
            Direction::Response => {
                format!(
                    "This is the response type; to send one, use [`{}`].",
                    self.names.of_type(id, Direction::Request)
                )
            }
            Direction::Request => {
                format!(
                    "This is the request type; [`{}`] is received in responses.",
                    self.names.of_type(id, Direction::Response)
                )
            }
        })
    }

    /// Returns `true` if values of a type are checked before they are sent.
    pub(crate) fn is_checked(&self, id: TypeId) -> bool {
        self.options.validate
            && self.facts.constrained[id.index()]
            && matches!(&self.api.definition(id).shape, Shape::Object(_) | Shape::Union(_))
    }

    /// Returns `true` if the item of this direction is what programs make and send.
    pub(super) fn holds_what_is_sent(&self, id: TypeId, direction: Direction) -> bool {
        self.analysis.directions.is_sent(id) && self.analysis.directions.emitted_is_sent(id, direction)
    }

    /// Returns `true` if a type is not read without being asked for. Enumerations always are, since that is cheap to compile.
    fn is_only_sent(&self, id: TypeId, direction: Direction) -> bool {
        let is_enumeration =
            matches!(self.api.definition(id).shape, Shape::Alias(_) | Shape::IntegerEnum(_) | Shape::StringEnum(_));
        !self.reads_requests && !is_enumeration && !self.analysis.directions.is_read(id, direction)
    }
}

fn derives(kind: &ItemKind, is_comparable: bool, extras: &Extras) -> Vec<String> {
    let derives: Vec<&str> = usual(kind, is_comparable);
    if matches!(kind, ItemKind::Alias(_)) {
        return Vec::new();
    }
    let more = extras.traits.iter().map(|more| more.name()).chain(extras.derives.iter().map(String::as_str));
    let more: Vec<&str> = more.filter(|more| !derives.contains(more)).collect();
    derives.into_iter().chain(more).map(str::to_owned).collect()
}

fn usual(kind: &ItemKind, is_comparable: bool) -> Vec<&'static str> {
    let compared = is_comparable.then_some("PartialEq");
    match kind {
        ItemKind::Struct(structure) => {
            let default = (structure.has_default && !structure.has_initial_values()).then_some("Default");
            ["Clone", "Debug"].into_iter().chain(compared).chain(default).collect()
        }
        ItemKind::Union(_) | ItemKind::Wrapper(_) => ["Clone", "Debug"].into_iter().chain(compared).collect(),
        ItemKind::IntegerEnum(_) => vec!["Clone", "Copy", "Debug", "PartialEq", "Eq", "Hash", "PartialOrd", "Ord"],
        ItemKind::StringEnum(_) => vec!["Clone", "Debug", "PartialEq", "Eq", "Hash", "PartialOrd", "Ord"],
        ItemKind::Alias(_) => Vec::new(),
    }
}

impl<'a> Resolver<'a> {
    pub(super) fn integer_enum(&self, id: TypeId, codes: &'a model::IntegerEnum) -> IntegerEnum {
        let values = codes.codes.iter().enumerate().map(|(index, code)| {
            let name = self.names.variant(id, index);
            let meaning = code.meaning.as_ref().or(code.name.as_ref()).cloned();
            let attributes = self.variant_attributes(id, index);
            EnumValue {
                name: name.to_owned(),
                wire: code.code,
                meaning,
                attributes: attributes.to_owned(),
                docs: paragraphs(&code_texts(code, name)),
            }
        });
        IntegerEnum { values: values.collect() }
    }

    pub(super) fn string_enum(&self, id: TypeId, words: &'a model::StringEnum) -> StringEnum {
        let values = words.words.iter().enumerate().map(|(index, word)| {
            let name = self.names.variant(id, index);
            EnumValue {
                name: name.to_owned(),
                wire: word.wire.clone(),
                meaning: word.meaning.clone(),
                attributes: self.variant_attributes(id, index).to_owned(),
                docs: paragraphs(&word_texts(word, name)),
            }
        });
        StringEnum { values: values.collect() }
    }
}

fn paragraphs(texts: &[String]) -> Docs {
    texts.iter().fold(Docs::default(), |docs, text| docs.text(text))
}

fn code_texts(code: &IntegerValue, name: &str) -> Vec<String> {
    vec![match &code.meaning {
        Some(meaning) => docs::ended(&format!("`{}`: {meaning}", code.code)),
        // `Code7` says it already.
        None => docs::wire_name(name.trim_start_matches("Code"), &code.code.to_string()),
    }]
}

fn word_texts(word: &Word, name: &str) -> Vec<String> {
    let wire = if word.wire.is_empty() { "The empty text.".to_owned() } else { docs::wire_name(name, &word.wire) };
    word.meaning.iter().cloned().chain([wire]).collect()
}
