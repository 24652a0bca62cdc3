//! The sources of the names of types: their owner, and their role in it.

use super::types::TypeId;
use crate::base::http_terms::StatusMatch;
use crate::base::ident::ordinal;
use crate::base::inflection::singular;

/// The source of a type's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naming {
    /// The owner.
    pub owner: Owner,
    /// The role in the owner.
    pub role: Role,
    /// The location inside a list or a map of this role, from the outside in.
    pub inside: Vec<Inside>,
}

/// The owner of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The type is a component schema with this name.
    Schema(String),
    /// The type belongs to another component, such as a parameter or a response, with this name.
    Component(String),
    /// The type is inside another type.
    Type(TypeId),
    /// The type is inside an operation.
    Operation(super::OperationId),
}

/// The role of a type in its owner.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// It is the component itself.
    Component,
    /// A member of an object, or a parameter, by its name on the wire.
    Member(String),
    /// The alternative of a union at an index.
    Alternative(usize),
    /// The undeclared members of an object.
    Others,
    /// A body of a request; or of an error, in a component, which may be used with any status.
    Body,
    /// A body of a successful response.
    Response,
    /// An event or a line of a stream.
    Event,
    /// A body of an error response.
    Error(StatusMatch),
    /// A header of a response, by its name on the wire.
    Header(String),
}

/// A step into a list or a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// An element of a list.
    Element,
    /// The element of a tuple at an index.
    Position(usize),
    /// A value of a map.
    Value,
}

impl Naming {
    /// Returns the name of the component schema, or `None` for an inline type.
    #[must_use]
    pub fn schema(&self) -> Option<&str> {
        match &self.owner {
            Owner::Schema(name) if self.is_component() => Some(name),
            _ => None,
        }
    }

    /// Returns `true` if it is a component itself.
    #[must_use]
    pub fn is_component(&self) -> bool {
        self.own_role() == Some(&Role::Component)
    }

    /// Returns the role, unless the type is inside a list or a map of it.
    #[must_use]
    pub fn own_role(&self) -> Option<&Role> {
        self.inside.is_empty().then_some(&self.role)
    }

    /// Adds the location inside a list or a map to the words of a role.
    #[must_use]
    pub fn inside_of(&self, words: String) -> String {
        self.inside.iter().fold(words, |words, inside| match inside {
            Inside::Element => element_of(&words),
            Inside::Position(index) => {
                let position = ordinal(*index).map_or_else(|| format!("at {index}"), str::to_owned);
                format!("{} {position}", element_of(&words))
            }
            Inside::Value => format!("{words} value"),
        })
    }
}

/// Returns the name of a list element: `tags` holds a `tag`, `data` holds a `data item`.
fn element_of(list: &str) -> String {
    let one = singular(list);
    match list {
        "" => "item".to_owned(),
        // An element of an element keeps the name `item`.
        _ if one != list || list == "item" || list.ends_with(" item") => one,
        _ => format!("{list} item"),
    }
}
