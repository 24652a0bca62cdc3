//! The modules of types.

use std::collections::BTreeMap;

use super::{Resolver, UNUSED_TYPES};
use crate::analysis::Module;
use crate::docs;
use crate::ident::unraw;
use crate::ir::{Gate, Item};
use crate::model::{Definition, Shape, TypeId};

/// A module of types.
#[derive(Clone, Debug)]
pub(crate) struct TypeModule {
    /// Its name.
    pub(crate) name: String,
    /// Its content, in one sentence.
    pub(crate) about: String,
    /// The feature that it is compiled with, regardless of groups.
    pub(crate) feature: Option<&'static str>,
    /// The features that it is compiled with.
    pub(crate) gate: Gate,
    /// `true` if any of its types has a JSON mapping.
    pub(crate) has_wire: bool,
    /// `true` if any of its types has constraints.
    pub(crate) has_constraints: bool,
    ids: Vec<TypeId>,
}

impl TypeModule {
    /// Returns the definitions of its types, in the order of the description.
    pub(super) fn ids(&self) -> Vec<TypeId> {
        self.ids.clone()
    }
}

impl<'a> Resolver<'a> {
    /// The modules that have types, in a fixed order.
    pub(crate) fn type_modules(&self) -> Vec<TypeModule> {
        let mut modules: BTreeMap<Module, Vec<TypeId>> = BTreeMap::new();
        for (id, _) in self.definitions() {
            modules.entry(self.module_of(id)).or_default().push(id);
        }
        modules.into_iter().map(|(module, ids)| self.type_module(module, ids)).collect()
    }

    /// The items of a module, in the order of the description; each is made when it is asked for.
    pub(crate) fn items(self, module: &TypeModule) -> impl Iterator<Item = Item> + use<'a> {
        let directions =
            |id: TypeId| self.analysis.directions.emitted(id).iter().map(move |direction| (id, *direction));
        module.ids().into_iter().flat_map(directions).map(move |(id, direction)| self.item(id, direction))
    }

    /// The definitions that items are made of.
    pub(crate) fn definitions(&self) -> impl Iterator<Item = (TypeId, &'a Definition)> + use<'a> {
        let (api, analysis) = (self.api, self.analysis);
        api.definitions().filter(|(id, _)| !analysis.unneeded[id.index()])
    }

    /// Returns `true` if there are types that no operation uses.
    pub(crate) fn has_unused_types(&self) -> bool {
        self.definitions().any(|(id, _)| self.module_of(id) == Module::Unused)
    }

    fn type_module(&self, module: Module, ids: Vec<TypeId>) -> TypeModule {
        let has_wire = |id: &TypeId| !matches!(self.api.definition(*id).shape, Shape::Alias(_));
        let feature = (module == Module::Unused && self.settings.whole_crate).then_some(UNUSED_TYPES);
        TypeModule {
            name: self.module_name(module).to_owned(),
            about: match module {
                Module::Group(index) => {
                    format!("Types of the group `{}`.", unraw(&self.names.group(index).function))
                }
                Module::Several(set) => self.about_set(set),
                Module::Shared => "Types that belong to no single group of operations.".to_owned(),
                Module::Unused => "Types that no operation uses.".to_owned(),
            },
            feature,
            gate: self.module_gate(module),
            has_wire: ids.iter().any(has_wire),
            has_constraints: ids.iter().any(|id| self.is_checked(*id)),
            ids,
        }
    }

    /// What stands in the module of the types that some groups reach.
    fn about_set(&self, set: usize) -> String {
        let groups = self.analysis.group_use.sets.get(set).into_iter().flatten();
        let groups = groups.filter(|group| **group < self.api.groups.len());
        let names = groups.map(|group| format!("`{}`", unraw(&self.names.group(*group).function)));
        match names.collect::<Vec<_>>().as_slice() {
            [one] => format!("Types that the group {one} uses, and types that no operation uses."),
            several => format!("Types that the groups {} use.", docs::joined(several)),
        }
    }

    /// The name of a module, of types or of operations.
    pub(crate) fn module_name(&self, module: Module) -> &'a str {
        match module {
            Module::Group(index) => &self.names.group(index).function,
            Module::Several(set) => self.names.group_set(set),
            Module::Shared => "shared",
            Module::Unused => "unused",
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
