//! The role of a type in its owner, and the names that keep types of one role apart.

use std::collections::BTreeMap;

use super::canonical::has_own_name;
use crate::api::model::{Api, Definition, Owner, Payload, Role, Shape, Type, TypeId};
use crate::base::ident::{folded, type_name};
use crate::config::Config;
use crate::rust::names::NameHistory;
use crate::rust::names::common::{by_members, role_name};
use crate::rust::names::places::place_of;

/// The role of a type for sharing: equal types of one role are one type.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum SharedRole {
    /// A union of components.
    Union,
    /// A body of an error response.
    Error,
    /// A body or a response; of this group, unless its members name it.
    Message(Role, Option<usize>),
    /// A member or another role of this name.
    Named(String),
}

/// Returns the role of a type for sharing.
pub(super) fn role(api: &Api, definition: &Definition) -> SharedRole {
    let naming = &definition.naming;
    match (&naming.owner, naming.own_role()) {
        _ if is_union_of_components(api, &definition.shape) => SharedRole::Union,
        (Owner::Operation(_) | Owner::Component(_), Some(Role::Error(_))) => SharedRole::Error,
        (Owner::Operation(id), Some(role @ (Role::Response | Role::Body))) => {
            // Without a name of its own, a body of another group would be hard to understand.
            let is_clear = by_members(&definition.shape, &type_name(&naming.words(&api.types))).is_some();
            SharedRole::Message(role.clone(), (!is_clear).then(|| api.operations[id.0].group))
        }
        // What is in a component is called by its name.
        (Owner::Component(name), Some(Role::Component | Role::Response | Role::Body)) => {
            SharedRole::Named(folded(name))
        }
        _ => SharedRole::Named(folded(&role_name(api, definition))),
    }
}

/// Returns `true` if a shape is a union of components, and of texts and numbers beside them.
fn is_union_of_components(api: &Api, shape: &Shape) -> bool {
    let Shape::Union(union) = shape else { return false };
    let is_component = |ty: &Type| match ty {
        Type::Named(id) => Some(has_own_name(api.definition(*id))),
        Type::Text(_) | Type::Integer(_) | Type::UnixTime | Type::Number(_) | Type::Boolean => None,
        _ => Some(false),
    };
    let mut named = union.variants.iter().filter_map(|variant| match &variant.payload {
        Payload::Type(ty) => is_component(ty),
        Payload::Constant(_) | Payload::Unit => None,
    });
    let are_written_here = named.clone().count() > 0;
    are_written_here && named.all(|is_component| is_component)
}

/// Splits equal types by their earlier or configured names. Types without such a name join the largest group.
pub(super) fn by_name(api: &Api, config: &Config, history: &NameHistory, members: &[TypeId]) -> Vec<Vec<TypeId>> {
    let mut named: BTreeMap<&str, Vec<TypeId>> = BTreeMap::new();
    let mut others = Vec::new();
    for id in members {
        match required_name(api, config, history, api.definition(*id)) {
            Some(name) => named.entry(name).or_default().push(*id),
            None => others.push(*id),
        }
    }
    let mut groups: Vec<Vec<TypeId>> = named.into_values().collect();
    match groups.iter_mut().rev().max_by_key(|group| group.len()) {
        Some(largest) => {
            largest.extend(others);
            largest.sort_unstable();
        }
        None => groups.push(others),
    }
    groups
}

/// Returns the name that a type has to have: by the configuration, or from before.
pub(super) fn required_name<'a>(
    api: &Api,
    config: &'a Config,
    history: &'a NameHistory,
    definition: &Definition,
) -> Option<&'a str> {
    let place = api.source_map.trace(definition.origin.as_str());
    let configured = config.type_at(place.pointer.as_str());
    configured.or_else(|| history.previous_name(&place_of(api, definition)))
}
