//! Equality of error responses: the body of a status, and the operations that document it.

use std::collections::{BTreeMap, HashSet};

use indexmap::IndexMap;

use crate::api::model::{Api, ErrorResponse, Owner, StatusMatch, Type, TypeId};

/// The body of an error response: its type, and `true` if it may be text instead.
pub(crate) type ErrorBody<'a> = (&'a Type, bool);

/// The error responses of an operation, in order: the status of the variant, and the body, if any.
pub(super) type Shapes<'a> = Vec<(StatusMatch, Option<ErrorBody<'a>>)>;

/// The body for each status.
pub(super) type Rules<'a> = BTreeMap<StatusMatch, ErrorBody<'a>>;

/// Returns the variant of each error response of an operation, and whether the response has a body. `4XX`, `5XX` and
/// `default` share a variant if they have the same body, so that a description can replace one by another.
pub(super) fn kinds(error_responses: &[ErrorResponse]) -> Vec<(StatusMatch, bool)> {
    let mut bodies = error_responses
        .iter()
        .filter(|error_response| is_open(error_response.status))
        .filter_map(|error_response| error_response.body.as_ref());
    let first = bodies.next().map(Type::split_null);
    let same = bodies.all(|body| Some(body.split_null().0) == first.map(|(body, _)| body));
    let kind = |status| if same && is_open(status) { StatusMatch::Default } else { status };
    error_responses.iter().map(|error_response| (kind(error_response.status), error_response.body.is_some())).collect()
}

fn is_open(status: StatusMatch) -> bool {
    matches!(status, StatusMatch::Class(4 | 5) | StatusMatch::Default)
}

pub(super) fn shapes<'a>(error_responses: &'a [ErrorResponse], kinds: &[(StatusMatch, bool)]) -> Shapes<'a> {
    let body = |response: &'a ErrorResponse| Some((response.body.as_ref()?.split_null().0, response.may_be_text));
    error_responses.iter().zip(kinds).map(|(error_response, (kind, _))| (*kind, body(error_response))).collect()
}

/// Returns `true` if the bodies of an operation match the rules for every status.
pub(super) fn fits(rules: &Rules<'_>, shapes: &Shapes<'_>) -> bool {
    let mut bodies = shapes.iter().filter_map(|(kind, shape)| Some((kind, shape.as_ref()?)));
    bodies.all(|(kind, shape)| rules.get(kind) == Some(shape))
}

/// Returns the most frequent body for each status, the first one in case of a tie. Unnamed bodies that differ in each
/// operation do not become a rule.
pub(super) fn usual<'a>(api: &Api, shapes: &[Shapes<'a>]) -> Rules<'a> {
    let mut counts: IndexMap<StatusMatch, IndexMap<ErrorBody<'a>, usize>> = IndexMap::new();
    let mut nameless: HashSet<(StatusMatch, ErrorBody<'a>)> = HashSet::new();
    for (shapes, operation) in shapes.iter().zip(&api.operations) {
        for ((kind, shape), error_response) in shapes.iter().zip(&operation.error_responses) {
            let Some(shape) = *shape else { continue };
            *counts.entry(*kind).or_default().entry(shape).or_insert(0) += 1;
            let body = error_response.body.iter().flat_map(Type::named_types);
            if body.into_iter().any(|id| !has_name(api, id)) {
                nameless.insert((*kind, shape));
            }
        }
    }
    let best = counts.into_iter().filter_map(|(kind, bodies)| {
        let only = bodies.len() == 1;
        let candidates =
            bodies.into_iter().filter(|(shape, count)| only || *count > 1 || !nameless.contains(&(kind, *shape)));
        let best = candidates.reduce(|best, other| if other.1 > best.1 { other } else { best })?;
        Some((kind, best.0))
    });
    best.collect()
}

/// Returns `true` if a type is named in the components of the description.
fn has_name(api: &Api, id: TypeId) -> bool {
    !matches!(api.definition(id).naming.owner, Owner::Operation(_) | Owner::Type(_))
}
