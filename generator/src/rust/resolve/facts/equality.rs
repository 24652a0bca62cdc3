//! Types whose values cannot be compared.

use crate::api::analysis::ContainingTypes;
use crate::api::model::{Api, Shape, Type};

/// The definitions that cannot be compared, by index.
#[derive(Clone, Debug)]
pub(in crate::rust::resolve) struct Incomparable(Vec<bool>);

impl Incomparable {
    pub(super) fn new(api: &Api) -> Self {
        let lacks = |shape: &Shape| shape.types(|_| true).into_iter().any(|ty| lacks_equality(api, ty));
        let mut marked: Vec<bool> = api.types.iter().map(|definition| lacks(&definition.shape)).collect();
        if marked.contains(&true) {
            let contained =
                |shape: &Shape| shape.types(|_| true).into_iter().flat_map(Type::named_types).collect::<Vec<_>>();
            ContainingTypes::new(api.types.iter().map(|definition| contained(&definition.shape)))
                .mark_containing(&mut marked, |_| true);
        }
        Self(marked)
    }

    /// Returns `true` if values of a type can be compared.
    pub(in crate::rust::resolve) fn allow(&self, api: &Api, ty: &Type) -> bool {
        !lacks_equality(api, ty) && !ty.named_types().into_iter().any(|id| self.0[id.index()])
    }
}

/// Returns `true` if a type contains a user's type without equality; named types are not entered.
fn lacks_equality(api: &Api, ty: &Type) -> bool {
    ty.any(&|ty| match ty {
        Type::Own(id, _) => !api.own_types.get(*id).is_some_and(|own| own.traits.contains("PartialEq")),
        _ => false,
    })
}
