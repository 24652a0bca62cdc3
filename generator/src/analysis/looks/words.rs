//! What a text member is likely to say, where objects have to have the same members, and nothing lists values.
//!
//! `{event: string}` of `LabeledEvent` and `UnlabeledEvent`: what a server sends as `event` is `labeled` or `unlabeled`. This is a guess,
//! and decides only where all else is the same: whatever it says, the value is read by a type that fits it.

use std::collections::{HashMap, HashSet};

use super::{JsonShape, ObjectShape};
use crate::ident::{unraw, value_name};
use crate::model::{Api, Candidate, Field, Object, Payload, SAYING_KIND, Shape, Text, Type, Union, Variant};

/// Sets what a member is likely to say in objects that only it tells apart.
pub(super) fn expect_words<'a>(api: &'a Api, union: &'a Union, shapes: &mut [Option<JsonShape<'a>>]) {
    let mut groups: HashMap<Vec<&'a str>, Vec<usize>> = HashMap::new();
    for (index, shape) in shapes.iter().enumerate() {
        if let Some(JsonShape::Object(object)) = shape
            && object.constants.is_empty()
        {
            let mut required = object.required.clone();
            required.sort_unstable();
            groups.entry(required).or_default().push(index);
        }
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().filter(|group| group.len() > 1).collect();
    groups.sort_unstable();
    for group in groups {
        for (index, likely) in expected(api, union, &group).into_iter().flatten() {
            if let Some(Some(JsonShape::Object(ObjectShape { likely: member, .. }))) = shapes.get_mut(index) {
                *member = Some(likely);
            }
        }
    }
}

/// What the first member that says something says in each of the objects.
fn expected<'a>(api: &'a Api, union: &'a Union, group: &[usize]) -> Option<Vec<(usize, (&'a str, String))>> {
    let objects = group.iter().map(|index| {
        let variant = union.variants.get(*index)?;
        Some((*index, variant, object(api, variant)?))
    });
    let objects: Vec<(usize, &'a Variant, &'a Object)> = objects.collect::<Option<_>>()?;
    SAYING_KIND.iter().find_map(|name| {
        let fields: Vec<&'a Field> =
            objects.iter().map(|(_, _, object)| plain_text(api, object, name)).collect::<Option<_>>()?;
        let examples = fields.iter().map(|field| field.docs.sample.as_ref()?.as_str().map(snake_words));
        let names = objects.iter().map(|(_, variant, _)| shared_name(variant).map(snake_words));
        let said = different(examples).or_else(|| different(names))?;
        let said = objects.iter().zip(&fields).zip(said);
        Some(said.map(|(((index, ..), field), words)| (*index, (field.wire.as_str(), words))).collect())
    })
}

/// The words of all, where all have some and no two have the same.
fn different(words: impl Iterator<Item = Option<String>>) -> Option<Vec<String>> {
    let words: Vec<String> = words.map(|words| words.filter(|words| !words.is_empty())).collect::<Option<_>>()?;
    let different: HashSet<&String> = words.iter().collect();
    (different.len() == words.len()).then_some(words)
}

fn object<'a>(api: &'a Api, variant: &'a Variant) -> Option<&'a Object> {
    let Payload::Type(ty) = &variant.payload else { return None };
    let Type::Named(id) = api.unaliased(ty) else { return None };
    match &api.definition(*id).shape {
        Shape::Object(object) => Some(object),
        _ => None,
    }
}

/// The member of a name, where it is any text.
fn plain_text<'a>(api: &'a Api, object: &'a Object, name: &str) -> Option<&'a Field> {
    let field = object.fields.iter().find(|field| field.wire == name)?;
    let is_text = *api.unaliased(field.ty.split_null().0) == Type::Text(Text::Plain);
    (is_text && field.constant.is_none()).then_some(field)
}

/// The words of a text, with `_` between them.
fn snake_words(text: &str) -> String {
    unraw(&value_name(text)).to_owned()
}

fn shared_name(variant: &Variant) -> Option<&str> {
    variant.candidates.iter().find_map(|candidate| match candidate {
        Candidate::Shared(text) => Some(text.as_str()),
        Candidate::Own(_) => None,
    })
}
