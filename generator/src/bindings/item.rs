//! An item: a type that is emitted, with all that belongs to it.

use super::{Bindings, Conversion, Docs, IntegerEnum, RustType, StringEnum, Struct, Union};
use crate::facts::Form;
use crate::model::{Shape, TypeId};

/// A type that is emitted.
#[derive(Clone, Debug)]
pub(crate) struct Item<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    /// What is said of it.
    pub(crate) docs: Docs<'a>,
    /// What it is.
    pub(crate) kind: Kind<'a>,
    /// The traits that are derived.
    pub(crate) derives: Vec<&'static str>,
    /// The feature without which it is not read, where it is only sent.
    pub(crate) reading: Option<&'static str>,
    /// Whether its values are checked before they are sent.
    pub(crate) is_checked: bool,
}

/// What an item is.
#[derive(Clone, Debug)]
pub(crate) enum Kind<'a> {
    /// An object with declared members.
    Struct(Struct<'a>),
    /// An enumeration of whole numbers.
    IntegerEnum(IntegerEnum<'a>),
    /// An enumeration of texts.
    StringEnum(StringEnum<'a>),
    /// One of several types.
    Union(Union<'a>),
    /// Another name for a type.
    Alias(RustType<'a>),
    /// A struct around a type that would be endless.
    Wrapper(Wrapper<'a>),
}

/// A struct around a type that would be endless.
#[derive(Clone, Debug)]
pub(crate) struct Wrapper<'a> {
    /// The type.
    pub(crate) ty: RustType<'a>,
    /// The type that is received, where that is another one, and how it becomes this one.
    pub(crate) received: Option<(&'a str, Conversion)>,
}

/// The feature with which types that are only sent can be read.
pub(crate) const DESERIALIZE_REQUESTS: &str = "deserialize-requests";

impl<'a> Bindings<'a> {
    /// The item of a type in a direction.
    pub(crate) fn item(&self, id: TypeId, form: Form) -> Item<'a> {
        let (kind, docs) = match &self.api.definition(id).shape {
            Shape::Object(object) => (Kind::Struct(self.structure(id, object, form)), self.type_docs(id, form)),
            Shape::Codes(codes) => {
                let docs = self.type_docs(id, form);
                let docs = match super::enumeration::unlisted(&codes.unlisted) {
                    Some(unlisted) => docs.text(unlisted),
                    None => docs,
                };
                (Kind::IntegerEnum(self.integer_enum(id, codes)), docs)
            }
            Shape::Words(words) => (Kind::StringEnum(self.string_enum(id, words)), self.type_docs(id, form)),
            Shape::Union(union) => (Kind::Union(self.union(id, union, form)), self.type_docs(id, form)),
            Shape::Alias(ty) => (Kind::Alias(self.rust_type(ty, form)), self.type_docs(id, form)),
            Shape::Newtype(ty) => {
                let received = self.received_name(id, form).map(|name| (name, self.conversion(ty)));
                (Kind::Wrapper(Wrapper { ty: self.rust_type(ty, form), received }), self.type_docs(id, form))
            }
        };
        Item {
            name: self.names.of_type(id, form),
            docs,
            derives: derives(&kind),
            kind,
            reading: self.is_only_sent(id, form).then_some(DESERIALIZE_REQUESTS),
            is_checked: self.is_checked(id) && self.holds_what_is_sent(id, form),
        }
    }

    fn type_docs(&self, id: TypeId, form: Form) -> Docs<'a> {
        let docs = Docs::named(&self.api.definition(id).docs, self.names.of_type(id, form));
        if !self.facts.forms.is_split(id) {
            return docs;
        }
        docs.markdown(match form {
            Form::Received => {
                format!("This is the form that is received; [`{}`] is sent.", self.names.of_type(id, Form::Sent))
            }
            Form::Sent => {
                format!("This is the form that is sent; [`{}`] is received.", self.names.of_type(id, Form::Received))
            }
        })
    }

    /// Whether values of a type are checked before they are sent.
    pub(crate) fn is_checked(&self, id: TypeId) -> bool {
        let has_members = matches!(&self.api.definition(id).shape, Shape::Object(_) | Shape::Union(_));
        self.settings.validate && has_members && self.facts.ruled[id.index()]
    }

    /// Whether the item of this direction is what programs make and send.
    pub(super) fn holds_what_is_sent(&self, id: TypeId, form: Form) -> bool {
        self.facts.forms.is_sent(id) && self.facts.forms.form_is_sent(id, form)
    }

    /// Whether no answer holds a type, so that few programs read it.
    pub(super) fn is_only_sent(&self, id: TypeId, form: Form) -> bool {
        let forms = &self.facts.forms;
        let has_table = !matches!(self.api.definition(id).shape, Shape::Alias(_) | Shape::Codes(_) | Shape::Words(_));
        let is_sent = form == Form::Sent && (forms.is_split(id) || !forms.is_received(id));
        self.settings.whole_crate && has_table && is_sent && !self.api.operations.is_empty()
    }
}

fn derives(kind: &Kind<'_>) -> Vec<&'static str> {
    match kind {
        Kind::Struct(structure) if structure.has_default => vec!["Clone", "Debug", "PartialEq", "Default"],
        Kind::Struct(_) | Kind::Union(_) | Kind::Wrapper(_) => vec!["Clone", "Debug", "PartialEq"],
        Kind::IntegerEnum(_) => vec!["Clone", "Copy", "Debug", "PartialEq", "Eq", "Hash", "PartialOrd", "Ord"],
        Kind::StringEnum(_) => vec!["Clone", "Debug", "PartialEq", "Eq", "Hash", "PartialOrd", "Ord"],
        Kind::Alias(_) => Vec::new(),
    }
}
