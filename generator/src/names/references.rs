//! Names of unions that stand for components: what they are wherever they stand.
//!
//! | alternatives | name |
//! |---|---|
//! | `Account`, or its id | `AccountOrId` |
//! | `Customer` or `DeletedCustomer`, or the id | `CustomerOrDeletedOrId` |
//! | `Cat` or `Dog`, at places that have nothing in common | `CatOrDog` |
//! | the same of `Link` or an address | `UriOrLink` |

use super::compound::words_of;
use crate::ident::type_name;
use crate::model::{Api, Candidate, Definition, Payload, Shape, Type, Union, Variant};

/// Names of more components are lists of words.
const MOST_NAMED: usize = 3;
/// Longer names are no names.
const LONGEST: usize = 48;

/// The name of a union of components and the id of one.
pub(super) fn or_id(api: &Api, component: &dyn Fn(&str) -> String, definition: &Definition) -> Option<String> {
    let union = inline_union(definition)?;
    let (ids, others): (Vec<&Variant>, Vec<&Variant>) = union.variants.iter().partition(|variant| is_id(variant));
    let name = joined(api, component, &others)?;
    let name = format!("{name}OrId");
    (ids.len() == 1 && name.len() <= LONGEST).then_some(name)
}

/// The name of a union of components, and of texts and numbers beside them.
pub(super) fn one_of(api: &Api, component: &dyn Fn(&str) -> String, definition: &Definition) -> Option<String> {
    let union = inline_union(definition).filter(|union| union.variants.len() > 1)?;
    joined(api, component, &union.variants.iter().collect::<Vec<_>>()).filter(|name| name.len() <= LONGEST)
}

fn inline_union(definition: &Definition) -> Option<&Union> {
    match &definition.shape {
        Shape::Union(union) if definition.naming.schema().is_none() => Some(union),
        _ => None,
    }
}

fn is_id(variant: &Variant) -> bool {
    let is_text = matches!(variant.payload, Payload::Type(Type::Text(_)));
    is_text && matches!(variant.candidates.first(), Some(Candidate::Own(name)) if name == "id")
}

/// The names of components, without the words that the first one has said.
fn joined(api: &Api, component: &dyn Fn(&str) -> String, variants: &[&Variant]) -> Option<String> {
    let name = |variant: &&Variant| match &variant.payload {
        Payload::Type(Type::Named(id)) => api.definition(*id).naming.schema().map(component),
        Payload::Type(Type::Text(_) | Type::Integer(_) | Type::Number(_) | Type::Boolean) => {
            variant.candidates.first().map(|kind| type_name(kind.text()))
        }
        _ => None,
    };
    if variants.is_empty() || variants.len() > MOST_NAMED {
        return None;
    }
    let names: Vec<String> = variants.iter().map(name).collect::<Option<_>>()?;
    let first = words_of(names.first()?);
    let rest = names.iter().skip(1).map(|name| {
        let words = words_of(name);
        words.strip_suffix(first.as_slice()).filter(|own| !own.is_empty()).unwrap_or(&words).concat()
    });
    Some(std::iter::once(first.concat()).chain(rest).collect::<Vec<_>>().join("Or"))
}
