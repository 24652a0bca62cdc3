//! Side tables over the model: what can be derived from it, computed once and looked up by id.

mod forms;
mod modules;
mod recursion;
mod unions;

pub(crate) use forms::travels;
pub use forms::{Form, Forms};
pub use modules::Module;
pub use recursion::Boxed;
pub use unions::{Arm, Kind};

use std::collections::HashMap;

use crate::model::{Api, TypeId};

/// All side tables.
#[derive(Clone, Debug)]
pub struct Facts {
    /// In which directions types travel, and which need a type for each.
    pub forms: Forms,
    /// Which members hold their type behind a pointer, since they would be endless otherwise.
    pub boxed: Boxed,
    /// How the alternatives of each union are told apart, in the order in which they are tried.
    pub arms: HashMap<TypeId, Vec<Arm>>,
    /// The module of each type, by index.
    pub modules: Vec<Module>,
}

/// Computes the side tables.
#[must_use]
pub fn facts(api: &Api) -> Facts {
    Facts { forms: Forms::of(api), boxed: Boxed::of(api), arms: unions::arms(api), modules: modules::modules(api) }
}
