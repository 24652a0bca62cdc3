//! The generated crate, its modules of types and its groups of operations.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::about::{About, Overview};
use super::client::{Client, Group};
use super::command::Command;
use super::error::ErrorType;
use super::event::Events;
use super::headers::HeadersType;
use super::imports::{OperationImports, PATTERNS};
use super::item::Item;
use super::manifest::{Gate, Manifest};
use super::operation::Operation;
use crate::base::crate_feature::{CrateFeature, Implementation};
use crate::base::runtime_item::RuntimeItem;

/// The generated crate without its types and operations, which are built one module at a time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Crate {
    /// `true` for a whole crate, `false` for a module of the user's crate.
    pub(crate) is_whole: bool,
    /// `true` for a module that is printed as one file.
    #[serde(skip)]
    pub(crate) is_one_file: bool,
    /// `true` if it has a module `ext` of the user.
    pub(crate) has_extensions: bool,
    /// Its name in code.
    pub(crate) library: String,
    /// Its description.
    pub(crate) about: About,
    /// The facts that its README and its front page state.
    pub(crate) overview: Overview,
    /// Its manifest.
    pub manifest: Manifest,
    /// The optional features that it has.
    pub(crate) features: BTreeSet<CrateFeature>,
    /// `true` if every group of operations is a feature.
    pub(crate) groups_are_features: bool,
    /// The client; `None` if there are no operations.
    pub client: Option<Client>,
    /// The error type that operations share.
    pub shared_error: Option<ErrorType>,
    /// The types of response headers that operations share.
    pub shared_headers: Vec<HeadersType>,
    /// The events that the server sends.
    pub events: Option<Events>,
    /// Its modules of types, in a fixed order.
    pub(crate) type_modules: Vec<TypeModule>,
    /// `true` if there are types that no operation uses.
    pub(crate) has_unreferenced_types: bool,
    /// `true` if any type has constants.
    pub(crate) has_constants: bool,
    /// `true` if a name has letters that may look like others.
    pub(crate) has_look_alikes: bool,
    /// The recursion limit of rustc, if its types are nested more deeply than the default allows.
    pub(crate) recursion_limit: Option<usize>,
    /// The traits of other crates that are implemented for any type.
    pub(crate) implemented: BTreeSet<Implementation>,
    /// The name of the package with its copy of the runtime crate, if it has one.
    pub(crate) vendored_runtime: Option<String>,
    /// The public members that are marked as deprecated, so that rustc reports where a program uses them: a number for
    /// each path.
    #[serde(skip)]
    pub(crate) marks: BTreeMap<String, usize>,
}

impl Crate {
    /// Returns `true` if it has an optional feature.
    pub(crate) fn has(&self, feature: CrateFeature) -> bool {
        self.features.contains(&feature)
    }

    /// Returns `true` if any type has a sample value.
    pub(crate) fn has_fixtures(&self) -> bool {
        self.type_modules.iter().any(|module| module.has_fixtures)
    }

    /// Returns the features of the runtime crate that the code needs which exists once.
    pub(crate) fn runtime_features(&self) -> BTreeSet<&'static str> {
        let errors = self.shared_error.iter().map(OperationImports::of_error);
        let headers = self.shared_headers.iter().map(OperationImports::of_headers);
        let all = errors.chain(headers).chain(self.events.iter().map(OperationImports::of_events));
        all.flat_map(|imports| imports.features).collect()
    }

    /// Returns the groups of operations, in the order of the description.
    pub fn groups(&self) -> &[Group] {
        self.client.as_ref().map_or(&[], |client| &client.groups)
    }
}

/// A module of types, without its items.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TypeModule {
    /// Its name.
    pub(crate) name: String,
    /// Its content, in one sentence.
    pub(crate) about: String,
    /// The feature that it is compiled with, regardless of groups.
    pub(crate) feature: Option<&'static str>,
    /// `true` if it is the only module: it is a file in `src` instead of a folder.
    pub(crate) is_only: bool,
    /// The features that it is compiled with.
    pub(crate) gate: Gate,
    /// `true` if any of its types has a JSON mapping.
    pub(crate) has_wire: bool,
    /// `true` if a trait of another crate is implemented for any of its types.
    pub(crate) has_implementations: bool,
    /// `true` if any of its types has a sample value.
    pub(crate) has_fixtures: bool,
}

/// The types of a module.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModuleTypes {
    /// The module.
    pub(crate) module: TypeModule,
    /// The types that it imports from other modules.
    pub(crate) imported_types: BTreeSet<String>,
    /// The items and crates that it imports from the runtime crate.
    pub(crate) imported_runtime: BTreeSet<RuntimeItem>,
    /// Its types, in the order of the description.
    pub(crate) items: Vec<Item>,
}

/// The operations of a group that are in one module.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GroupOperations {
    /// The group.
    pub(crate) group: Group,
    /// The module that they are in, if it is not that of the group.
    pub(crate) submodule: Option<String>,
    /// The names that their code imports.
    pub(crate) imports: OperationImports,
    /// Its operations, in the order of the description.
    pub(crate) operations: Vec<Operation>,
    /// The same on the command line, for those that it can call; empty if the crate has none.
    pub(crate) commands: Vec<Option<Command>>,
}

impl ModuleTypes {
    /// Returns the features of the runtime crate that its types need.
    pub(crate) fn runtime_features(&self) -> impl Iterator<Item = &'static str> {
        let patterns = self.items.iter().any(|item| item.kind.has_pattern()).then_some(PATTERNS);
        self.imported_runtime.iter().copied().filter_map(RuntimeItem::feature).chain(patterns)
    }
}
