//! Definitions of types: objects, enumerations and unions.

use serde_json::Value;

use super::naming::{Naming, Owner, Role};
use super::types::{Docs, Type, TypeId};
use super::union::Union;
use crate::base::http_terms::StatusMatch;
use crate::base::pointer::Pointer;

/// A named type.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// The location in the description.
    pub origin: Pointer,
    /// The schema that includes it from another location: several definitions may have the same origin.
    pub included_by: Option<String>,
    /// The source of its name.
    pub naming: Naming,
    /// Other locations of the same type in the description.
    pub occurrences: Vec<Occurrence>,
    /// The docs of the description.
    pub docs: Docs,
    /// The constraints on its values, if it is an alias of a simple type.
    pub constraints: super::Constraints,
    /// The kind of type.
    pub shape: Shape,
    /// `true` if it is an alias because its schema repeats another one.
    pub is_twin: bool,
}

/// Another location of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The location in the description.
    pub origin: Pointer,
    /// The schema that includes it from another location.
    pub included_by: Option<String>,
    /// The source of the name it would have there.
    pub naming: Naming,
}

impl Naming {
    /// Returns the words for the role, such as the name of a member; none for a component. `types` contains the owner.
    #[must_use]
    pub fn words(&self, types: &[Definition]) -> String {
        self.inside_of(match &self.role {
            Role::Component => String::new(),
            Role::Member(name) => name.clone(),
            Role::Alternative(index) => self.alternative(*index, types).unwrap_or_default().to_owned(),
            Role::Others => "value".to_owned(),
            Role::Body => "body".to_owned(),
            Role::Response => "response".to_owned(),
            Role::Event => "event".to_owned(),
            Role::Error(StatusMatch::Default) => "error".to_owned(),
            Role::Error(status) => format!("error {status}").to_lowercase(),
            Role::Header(_) if matches!(self.owner, Owner::Component(_)) => "header".to_owned(),
            Role::Header(name) => format!("header {name}"),
        })
    }

    fn alternative<'t>(&self, index: usize, types: &'t [Definition]) -> Option<&'t str> {
        let Owner::Type(owner) = &self.owner else { return None };
        let Shape::Union(union) = &types.get(owner.index())?.shape else { return None };
        Some(union.variants.get(index)?.text())
    }
}

/// The kind of a definition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// An alias of a type.
    Alias(Type),
    /// A type that contains itself only through an alias, and therefore needs a struct.
    Wrapper(Type),
    /// An object with declared members.
    Object(Object),
    /// An enumeration of integers.
    IntegerEnum(IntegerEnum),
    /// An enumeration of strings.
    StringEnum(StringEnum),
    /// One of several types.
    Union(Union),
}

impl Shape {
    /// Changes the IDs of the named types in it.
    pub(crate) fn change_ids(&mut self, change: &mut dyn FnMut(&mut TypeId)) {
        match self {
            Self::Alias(ty) | Self::Wrapper(ty) => ty.change_ids(change),
            Self::Object(object) => {
                let members = object.fields.iter_mut().map(|field| &mut field.ty);
                members.chain(&mut object.others).for_each(|ty| ty.change_ids(change));
            }
            Self::Union(union) => {
                let payloads = union.variants.iter_mut().filter_map(|variant| variant.payload.ty_mut());
                payloads.for_each(|ty| ty.change_ids(change));
            }
            Self::StringEnum(_) | Self::IntegerEnum(_) => {}
        }
    }

    /// Returns the types in it; for an object, those of the fields that pass the filter.
    pub fn types(&self, keep: impl Fn(&Field) -> bool) -> Vec<&Type> {
        match self {
            Self::Alias(ty) | Self::Wrapper(ty) => vec![ty],
            Self::Object(object) => {
                let fields = object.fields.iter().filter(|field| keep(field)).map(|field| &field.ty);
                fields.chain(&object.others).collect()
            }
            Self::Union(union) => union.payloads().collect(),
            Self::IntegerEnum(_) | Self::StringEnum(_) => Vec::new(),
        }
    }
}

/// An object with declared members.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Object {
    /// The members, in the order of the description.
    pub fields: Vec<Field>,
    /// The type of undeclared members, if the description declares one.
    pub others: Option<Type>,
}

/// A member of an object.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// The location in the description.
    pub origin: Pointer,
    /// The name on the wire.
    pub wire: String,
    /// The type.
    pub ty: Type,
    /// `true` if it is required, in the directions in which it is used.
    pub required: bool,
    /// Received only.
    pub read_only: bool,
    /// Sent only.
    pub write_only: bool,
    /// The default that the server uses if it is absent.
    pub default: Option<Value>,
    /// The only value, if the member is required: it is serialized without a field.
    pub constant: Option<Value>,
    /// `true` if the server may omit it even if it is required, as configured.
    pub may_be_omitted: bool,
    /// `true` if the server may send null whatever its type is, as configured.
    pub may_be_null: bool,
    /// `true` if 0 and 1 are read for its booleans.
    pub accepts_numbers: bool,
    /// The constraints on its values.
    pub constraints: super::Constraints,
    /// The docs of the description.
    pub docs: Docs,
}

impl Field {
    /// Creates a member that may be any value, or absent.
    #[must_use]
    pub fn any(origin: Pointer, wire: &str) -> Self {
        Self {
            origin,
            wire: wire.to_owned(),
            ty: Type::Any,
            required: false,
            read_only: false,
            write_only: false,
            default: None,
            constant: None,
            may_be_omitted: false,
            may_be_null: false,
            accepts_numbers: false,
            constraints: super::Constraints::default(),
            docs: Docs::default(),
        }
    }

    /// Returns `true` if a value is always sent, but not always received.
    #[must_use]
    pub fn is_loosened(&self) -> bool {
        let may_be_null = self.may_be_null && !matches!(self.ty, Type::Any | Type::Nullable(_));
        self.required && (self.may_be_omitted || may_be_null)
    }
}

/// An enumeration of integers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct IntegerEnum {
    /// The values, in the order of the description.
    pub codes: Vec<IntegerValue>,
}

/// One value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IntegerValue {
    /// The number on the wire.
    pub code: i64,
    /// The name in the description or the configuration.
    pub name: Option<String>,
    /// The meaning in the description.
    pub meaning: Option<String>,
}

/// An enumeration of strings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct StringEnum {
    /// The strings, in the order of the description.
    pub words: Vec<Word>,
    /// `true` if the description also allows any other string.
    pub is_open: bool,
}

/// One string of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Word {
    /// The string on the wire.
    pub wire: String,
    /// The name in the description.
    pub name: Option<String>,
    /// The meaning.
    pub meaning: Option<String>,
}

#[cfg(test)]
mod tests {
    use crate::api::model::{Inside, Naming, Owner, Role, StatusMatch};

    #[test]
    fn roles_are_in_words() {
        let member = |name: &str| Role::Member(name.to_owned());
        let (element, value) = (Inside::Element, Inside::Value);
        let rows = [
            (Role::Component, vec![], ""),
            (Role::Component, vec![element], "item"),
            (Role::Error(StatusMatch::Class(4)), vec![], "error 4xx"),
            (Role::Header("X-Rate".to_owned()), vec![], "header X-Rate"),
            (member("tags"), vec![element], "tag"),
            (member("branches"), vec![element], "branch"),
            (member("series"), vec![element], "series item"),
            (member("data"), vec![element], "data item"),
            (member("data"), vec![element, element], "data item"),
            (member("tags"), vec![value, element], "tags value item"),
            (member("points"), vec![Inside::Position(0)], "point first"),
        ];
        for (role, inside, wanted) in rows {
            let naming = Naming { owner: Owner::Schema("Order".to_owned()), role, inside };
            assert_eq!(naming.words(&[]), wanted);
        }
    }
}
