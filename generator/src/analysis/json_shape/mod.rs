//! The structural shape of the alternatives of a union as JSON, if no tag distinguishes them.
//!
//! | alternatives are distinguished by | example |
//! |---|---|
//! | their kind: of a list by its first element | a string, a list of strings, a list of numbers |
//! | required and declared members | `path` is required by one only |
//! | a constant member | `class: {const: User}` |
//! | a member with listed values, even if optional | `event: {enum: [opened]}` next to `event: {enum: [closed]}` |

mod ambiguity;
mod shape;
#[cfg(test)]
mod tests;
mod type_shape;

use std::collections::HashMap;

use super::{Analysis, Direction};
use crate::diagnostic::{Code, Diagnostic, Location, Sink};
use crate::model::{Api, Payload, Shape, Type, Union, Variant};
pub use shape::{AlternativeShape, JsonShape, MemberPath, ObjectShape};
use type_shape::ShapeBuilder;

/// Returns the shapes of the alternatives of a union; `None` for constants.
pub(crate) fn alternative_shapes<'a>(
    api: &'a Api,
    union: &'a Union,
    direction: Direction,
) -> Vec<Option<AlternativeShape<'a>>> {
    let builder = ShapeBuilder { api, direction };
    let alternatives = union.variants.len();
    let shape = |payload: &'a Payload| payload.ty().map(|ty| builder.of_alternative(ty, alternatives));
    let mut shapes: Vec<Option<JsonShape<'a>>> = union.variants.iter().map(|variant| shape(&variant.payload)).collect();
    ambiguity::drop_shape_of_only_list(&mut shapes);
    ambiguity::keep_distinguishing_lists(&mut shapes);
    let received_as = received_as(api, union, &shapes);
    let pairs = shapes.into_iter().zip(received_as);
    pairs.map(|(shape, received_as)| Some(AlternativeShape { shape: shape?, received_as })).collect()
}

impl Analysis {
    /// Warns about alternatives that are never received, since a previous one is indistinguishable. If both contain the
    /// same type, such as two aliases of an integer, this is documented without a warning.
    pub(crate) fn warn_indistinguishable_alternatives(&self, api: &Api, source: &str, sink: &mut Sink) {
        for (id, definition) in api.definitions() {
            let Shape::Union(union) = &definition.shape else { continue };
            if union.tag.is_some() || !self.directions.is_received(id) {
                continue;
            }
            for (variant, look) in union.variants.iter().zip(alternative_shapes(api, union, Direction::Response)) {
                let instead = look.and_then(|look| union.variants.get(look.received_as?));
                if instead.is_some_and(|instead| !holds_the_same(api, variant, instead)) {
                    let message = "this alternative is indistinguishable from an earlier one; its values are received as the earlier one";
                    let warning = Diagnostic::warning(Code::AlternativesAlike, message)
                        .at(source, Location::Pointer(variant.origin.to_string()))
                        .help("add a member with a different `const` to each alternative");
                    sink.push(warning);
                }
            }
        }
    }
}

/// Returns `true` if two alternatives contain values of the same type.
fn holds_the_same(api: &Api, one: &Variant, other: &Variant) -> bool {
    let payload = |variant: &Variant| variant.payload.ty().map(|ty| api.unaliased(ty).clone());
    payload(one) == payload(other)
}

/// Returns for each alternative the previous one that is received instead, if any.
fn received_as(api: &Api, union: &Union, shapes: &[Option<JsonShape<'_>>]) -> Vec<Option<usize>> {
    let mut first: HashMap<&JsonShape<'_>, usize> = HashMap::new();
    let alternatives = union.variants.iter().zip(shapes).enumerate();
    let instead = alternatives.map(|(index, (variant, shape))| {
        let before = *first.entry(shape.as_ref()?).or_insert(index);
        let one = union.variants.get(before)?.payload.ty()?;
        (before != index && reads_alike(api, one, variant.payload.ty()?)).then_some(before)
    });
    instead.collect()
}

/// Returns `true` if every value of one type can be read as the other, when both have the same shape.
fn reads_alike(api: &Api, one: &Type, other: &Type) -> bool {
    let (one, other) = (api.unaliased(one), api.unaliased(other));
    if one == other || *one == Type::Any {
        return true;
    }
    match (one, other) {
        (Type::List(one), Type::List(other)) => api.unaliased(one) == api.unaliased(other),
        (Type::Named(one), Type::Named(other)) => match (&api.definition(*one).shape, &api.definition(*other).shape) {
            // A union preserves unknown values.
            (Shape::Union(_), Shape::Union(_)) => true,
            (Shape::StringEnum(_), Shape::StringEnum(_)) | (Shape::IntegerEnum(_), Shape::IntegerEnum(_)) => true,
            (Shape::Object(one), Shape::Object(other)) => {
                one.others == other.others
                    && other.fields.iter().all(|field| {
                        let same = one.fields.iter().find(|same| same.wire == field.wire);
                        same.is_some_and(|same| api.unaliased(&same.ty) == api.unaliased(&field.ty))
                    })
            }
            _ => false,
        },
        _ => false,
    }
}
