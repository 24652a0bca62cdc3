//! The modules of types, and their imports: the group of a type decides its module, and the module `submodule` its file.

use std::collections::BTreeMap;

use super::Resolver;
use crate::api::analysis::{Direction, Module};
use crate::api::model::{Definition, Shape, TypeId};
use crate::config::{CrateFeature, UNREFERENCED_TYPES};
use crate::rust::ir::{Gate, Item, ModuleTypes, TypeModule, type_imports};

impl<'a> Resolver<'a> {
    /// Returns the modules that have types, in a fixed order.
    pub(crate) fn type_modules(&self) -> Vec<TypeModule> {
        let modules = self.modules();
        let is_only = modules.len() == 1 && modules.keys().all(|(module, _)| self.module_gate(*module).is_open());
        let module = |((module, submodule), ids): (&(Module, Option<String>), &Vec<TypeId>)| TypeModule {
            is_only,
            ..self.type_module(*module, submodule.as_deref(), ids)
        };
        modules.iter().map(module).collect()
    }

    /// Returns the types of these modules, which are all. A module is built when it is needed, because all of a large API
    /// together take hundreds of megabytes.
    pub(crate) fn module_types(self, modules: Vec<TypeModule>) -> impl Iterator<Item = ModuleTypes> + use<'a> {
        modules.into_iter().zip(self.modules().into_values()).map(move |(module, ids)| {
            let items: Vec<Item> = self.forms(ids).map(|(id, direction)| self.item(id, direction)).collect();
            let (imported_types, imported_runtime) = type_imports(&items);
            ModuleTypes { module, imported_types, imported_runtime, items }
        })
    }

    /// Returns the definitions of each module and submodule.
    fn modules(&self) -> BTreeMap<(Module, Option<String>), Vec<TypeId>> {
        let mut modules: BTreeMap<Module, Vec<TypeId>> = BTreeMap::new();
        for (id, _) in self.definitions() {
            modules.entry(self.module_of(id)).or_default().push(id);
        }
        let split = |(module, ids): (Module, Vec<TypeId>)| {
            let parts = self.split_types(module, &ids).into_iter().filter(|(_, ids)| !ids.is_empty());
            parts.map(move |(submodule, ids)| ((module, submodule), ids))
        };
        modules.into_iter().flat_map(split).collect()
    }

    /// Returns the forms of definitions: one for each direction in which they differ.
    pub(super) fn forms(self, ids: impl IntoIterator<Item = TypeId>) -> impl Iterator<Item = (TypeId, Direction)> {
        ids.into_iter()
            .flat_map(move |id| self.analysis.directions.emitted(id).iter().map(move |direction| (id, *direction)))
    }

    /// The definitions that items are made of.
    pub(crate) fn definitions(&self) -> impl Iterator<Item = (TypeId, &'a Definition)> + use<'a> {
        let (api, analysis) = (self.api, self.analysis);
        api.definitions().filter(|(id, _)| !analysis.unneeded[id.index()])
    }

    /// Returns `true` if there are types that no operation uses.
    pub(crate) fn has_unreferenced_types(&self) -> bool {
        self.definitions().any(|(id, _)| self.module_of(id) == Module::Unreferenced)
    }

    /// Returns the module of a type: that of its group if groups are features, else that of the operations that use it.
    pub(crate) fn module_of(&self, id: TypeId) -> Module {
        if self.has_one_module {
            Module::Shared
        } else if self.groups_are_features() {
            self.analysis.group_use.modules[id.index()]
        } else {
            self.analysis.modules[id.index()]
        }
    }

    /// Returns the features that enable a module of types.
    pub(super) fn module_gate(&self, module: Module) -> Gate {
        match module {
            Module::Group(group) => self.group_gate(group),
            Module::Unreferenced if self.options.whole_crate => Gate::new(UNREFERENCED_TYPES),
            Module::Shared | Module::Unreferenced => Gate::default(),
        }
    }

    fn type_module(&self, module: Module, submodule: Option<&str>, ids: &[TypeId]) -> TypeModule {
        let has_wire = |id: &TypeId| !matches!(self.api.definition(*id).shape, Shape::Alias(_));
        let feature = (module == Module::Unreferenced && self.options.whole_crate).then_some(UNREFERENCED_TYPES);
        TypeModule {
            name: submodule.unwrap_or_else(|| self.module_name(module)).to_owned(),
            about: match module {
                Module::Group(index) => {
                    format!("Types of the group `{}`.", self.names.group(index).function)
                }
                Module::Shared => "Types that belong to no single group of operations.".to_owned(),
                Module::Unreferenced => "Types that no operation uses.".to_owned(),
            },
            feature,
            is_only: false,
            gate: self.module_gate(module),
            has_wire: ids.iter().any(has_wire),
            has_implementations: ids.iter().any(|id| self.implements(*id)),
            has_fixtures: self.offers(CrateFeature::Fixtures) && ids.iter().any(|id| self.has_fixture(*id)),
        }
    }

    /// The name of a module, of types or of operations.
    pub(crate) fn module_name(&self, module: Module) -> &'a str {
        match module {
            Module::Group(index) => &self.names.group(index).function,
            Module::Shared => "shared",
            Module::Unreferenced => "unreferenced",
        }
    }

    /// Returns `true` if any type has constants.
    pub(crate) fn has_constants(&self) -> bool {
        self.api.definitions().any(|(_, definition)| match &definition.shape {
            Shape::Object(object) => object.fields.iter().any(|field| field.constant.is_some()),
            _ => false,
        })
    }
}
