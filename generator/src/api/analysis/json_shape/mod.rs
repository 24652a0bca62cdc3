//! The structural shape of the alternatives of a union as JSON, if no tag distinguishes them.
//!
//! | alternatives are distinguished by | example |
//! |---|---|
//! | their kind: of a list by its first element | a string, a list of strings, a list of numbers |
//! | required and declared members | `path` is required by one only |
//! | a constant member | `class: {const: User}` |
//! | a member with listed values, even if optional | `event: {enum: [opened]}` next to `event: {enum: [closed]}` |

mod ambiguity;
#[cfg(test)]
mod tests;
mod type_shape;

use std::collections::HashMap;

use super::directions::{Direction, Directions};
use crate::api::model::{Api, Payload, Shape, Type, TypeId, Union, Variant};
use crate::base::diagnostic::{Code, Diagnostic, Location, Sink};
use crate::base::json_shape::JsonShape;
use type_shape::ShapeBuilder;

/// An alternative that is identified by its structural shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlternativeShape {
    /// The shape of its values.
    pub shape: JsonShape,
    /// A previous alternative with the same shape, which is received instead.
    pub received_as: Option<usize>,
}

/// The shapes of the alternatives of each form of an untagged union; `None` for constants.
#[derive(Clone, Debug, Default)]
pub struct AlternativeShapes(HashMap<(TypeId, Direction), Vec<Option<AlternativeShape>>>);

impl AlternativeShapes {
    pub(super) fn new(api: &Api, directions: &Directions) -> Self {
        let untagged = api.definitions().filter_map(|(id, definition)| match &definition.shape {
            Shape::Union(union) if union.tag.is_none() => Some((id, union)),
            _ => None,
        });
        let forms = untagged.flat_map(|(id, union)| directions.emitted(id).iter().map(move |form| (id, union, *form)));
        Self(forms.map(|(id, union, form)| ((id, form), shapes(api, union, form))).collect())
    }

    /// Returns the shape of an alternative in a form of its union, or `None` if the union has a tag or the alternative is
    /// a constant.
    #[must_use]
    pub fn get(&self, union: TypeId, form: Direction, alternative: usize) -> Option<&AlternativeShape> {
        self.0.get(&(union, form))?.get(alternative)?.as_ref()
    }

    /// Warns about alternatives that are never received, since a previous one is indistinguishable. If both contain the
    /// same type, such as two aliases of an integer, this is documented without a warning.
    pub(crate) fn warn_indistinguishable(&self, api: &Api, source: &str, sink: &mut Sink) {
        for (id, definition) in api.definitions() {
            let Shape::Union(union) = &definition.shape else { continue };
            for (index, variant) in union.variants.iter().enumerate() {
                let shape = self.get(id, Direction::Response, index);
                let instead = shape.and_then(|shape| union.variants.get(shape.received_as?));
                if instead.is_some_and(|instead| !holds_the_same(api, variant, instead)) {
                    let message = "this alternative is indistinguishable from an earlier one; its values are received as the earlier one";
                    let warning = Diagnostic::warning(Code::AlternativesAlike, message)
                        .at(source, Location::Pointer(variant.origin.clone()))
                        .help("add a member with a different `const` to each alternative");
                    sink.push(warning);
                }
            }
        }
    }
}

fn shapes(api: &Api, union: &Union, direction: Direction) -> Vec<Option<AlternativeShape>> {
    let builder = ShapeBuilder { api, direction };
    let alternatives = union.variants.len();
    let shape = |payload: &Payload| payload.ty().map(|ty| builder.of_alternative(ty, alternatives));
    let mut shapes: Vec<Option<JsonShape>> = union.variants.iter().map(|variant| shape(&variant.payload)).collect();
    ambiguity::remove_ambiguous_lists(&mut shapes);
    let received_as = received_as(api, union, &shapes);
    let pairs = shapes.into_iter().zip(received_as);
    pairs.map(|(shape, received_as)| Some(AlternativeShape { shape: shape?, received_as })).collect()
}

/// Returns `true` if two alternatives contain values of the same type.
fn holds_the_same(api: &Api, one: &Variant, other: &Variant) -> bool {
    let payload = |variant: &Variant| variant.payload.ty().map(|ty| api.unaliased(ty).clone());
    payload(one) == payload(other)
}

/// Returns for each alternative the previous one that is received instead, if any.
fn received_as(api: &Api, union: &Union, shapes: &[Option<JsonShape>]) -> Vec<Option<usize>> {
    let mut first: HashMap<&JsonShape, usize> = HashMap::new();
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
