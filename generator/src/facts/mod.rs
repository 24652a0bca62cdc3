//! Side tables over the model: what can be derived from it, computed once and looked up by id.

mod forms;
mod modules;
mod recursion;
mod ruled;
mod sizes;
mod spread;

pub use forms::{Form, Forms};
pub(crate) use forms::{has_three_states, travels};
pub use modules::Module;
pub use recursion::Boxed;
pub use sizes::Sizes;

use crate::model::{Api, Definition};

/// All side tables.
#[derive(Clone, Debug)]
pub struct Facts {
    /// In which directions types travel, and which need a type for each.
    pub forms: Forms,
    /// Which members hold their type behind a pointer, since they would be endless otherwise.
    pub boxed: Boxed,
    /// Which alternatives are so large that they are held behind a pointer.
    pub sizes: Sizes,
    /// Whether a type that is sent has rules for its values, in itself or in a type that it holds, by index.
    pub ruled: Vec<bool>,
    /// The module of each type, by index.
    pub modules: Vec<Module>,
}

/// Computes the side tables. What was received, and not sent, before a new description came keeps its form.
#[must_use]
pub fn facts(api: &Api, was_only_received: &dyn Fn(&Definition) -> bool) -> Facts {
    let forms = Forms::of(api, was_only_received);
    let ruled = ruled::ruled(api, &forms);
    let modules = modules::modules(api, &forms);
    let boxed = Boxed::of(api);
    Facts { forms, ruled, sizes: Sizes::of(api, &boxed), boxed, modules }
}
