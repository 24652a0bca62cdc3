//! The crate, without its types and operations.

use super::Resolver;
use crate::config::CrateFeature;
use crate::ir::{Crate, Group, GroupOperations, OperationImports, Overview, SupportModule};

impl<'a> Resolver<'a> {
    /// Returns the crate without its types and operations.
    pub(crate) fn package(&self) -> Crate {
        Crate {
            is_whole: self.settings.whole_crate,
            has_extensions: self.settings.has_extensions,
            library: self.settings.crate_name.replace('-', "_"),
            about: self.about(),
            overview: self.overview(),
            manifest: self.manifest(),
            features: CrateFeature::ALL.into_iter().filter(|feature| self.offers(*feature)).collect(),
            groups_are_features: self.groups_are_features(),
            client: self.has_operations().then(|| self.client()),
            shared_bodies: self.shared_bodies(),
            shared_errors: self.shared_errors(),
            events: self.webhooks(),
            type_modules: self.type_modules(),
            has_unreferenced_types: self.has_unreferenced_types(),
            has_constants: self.has_constants(),
            has_look_alikes: !self.names.are_ascii(),
            implemented: self.implemented(),
            support: self.support_modules(),
            shared_support: self.shared().map(|shared| shared.name.clone()),
        }
    }

    /// Returns the operations of these groups, which are all. They are built when they are needed, because all of a large API together
    /// take hundreds of megabytes.
    pub(crate) fn group_operations(self, groups: Vec<Group>) -> impl Iterator<Item = GroupOperations> + use<'a> {
        let has_commands = self.offers(CrateFeature::Cli);
        let members = self.api.operations_by_group();
        let parts = groups.into_iter().zip(members).enumerate().flat_map(move |(index, (group, members))| {
            let parts = self.split_operations(index, &members).into_iter();
            parts.map(move |(submodule, indexes)| (group.clone(), submodule, indexes))
        });
        parts.map(move |(group, submodule, indexes)| {
            let operations: Vec<_> = indexes.iter().map(|index| self.operation(*index)).collect();
            let mut imports = OperationImports::of_operations(&operations);
            // The handle of the group contains it.
            imports.support.extend(submodule.is_none().then_some("Client"));
            let commands = indexes.iter().filter(|_| has_commands).map(|index| self.command(*index)).collect();
            GroupOperations { group, submodule, imports, operations, commands }
        })
    }

    fn overview(&self) -> Overview {
        Overview {
            call: self.example_call(),
            paginated_call: self.paginated_call(),
            group_feature: self.example_group(),
            fixture: self.example_fixture(),
            first_type: self.first_type().map(str::to_owned),
            integer_enums: self.integer_enums().map(str::to_owned).collect(),
            has_pages: self.has_pages(),
            has_event_streams: self.has_events(),
            reconnects: self.reconnects(),
            has_lines: self.has_lines(),
        }
    }

    fn support_modules(&self) -> Vec<SupportModule> {
        let files = self.support().into_iter();
        files.map(|file| SupportModule { gate: self.support_gate(&file), file }).collect()
    }
}
