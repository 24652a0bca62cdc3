//! Side tables over the model: what can be derived from it, computed once and looked up by id.

mod forms;
mod modules;
mod recursion;

pub(crate) use forms::travels;
pub use forms::{Form, Forms};
pub use modules::Module;
pub use recursion::Boxed;

use crate::model::Api;

/// All side tables.
#[derive(Clone, Debug)]
pub struct Facts {
    /// In which directions types travel, and which need a type for each.
    pub forms: Forms,
    /// Which members hold their type behind a pointer, since they would be endless otherwise.
    pub boxed: Boxed,
    /// The module of each type, by index.
    pub modules: Vec<Module>,
}

/// Computes the side tables.
#[must_use]
pub fn facts(api: &Api) -> Facts {
    Facts { forms: Forms::of(api), boxed: Boxed::of(api), modules: modules::modules(api) }
}
