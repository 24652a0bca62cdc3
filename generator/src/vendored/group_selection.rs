//! The cost of one group of operations, if groups are features.

use std::collections::HashMap;

use super::GeneratedCrate;
use crate::config::ALL_GROUPS;
use crate::ir::Gate;
use crate::output::Tree;

/// The features that compile a crate with one group of operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupSelection {
    /// The number of groups.
    pub groups: usize,
    /// The default features, with one group instead of all.
    pub features: Vec<String>,
    /// The percentage of the crate's lines that they compile.
    pub percentage: usize,
}

impl GeneratedCrate {
    /// Returns what a crate costs with the group of its first example, if groups are features.
    #[must_use]
    pub fn group_selection(&self, tree: &Tree) -> Option<GroupSelection> {
        let package = self.emission.package();
        let group = self.emission.resolver().example_group()?;
        // Groups and the types that they need are modules of the same name.
        let mut gates: HashMap<&str, &Gate> = HashMap::new();
        for operations in package.groups() {
            let modules = operations.submodules.iter().chain([&operations.function]);
            gates.extend(modules.map(|module| (module.as_str(), &operations.gate)));
        }
        gates.extend(package.type_modules.iter().map(|module| (module.name.as_str(), &module.gate)));
        let (mut all, mut compiled) = (0, 0);
        for (path, text) in tree.iter().filter(|(path, _)| path.starts_with("src/") && path.ends_with(".rs")) {
            let lines = text.iter().filter(|byte| **byte == b'\n').count();
            let module = path.rsplit('/').next().and_then(|file| file.strip_suffix(".rs")).unwrap_or_default();
            let gate = gates.get(module).filter(|_| !path.starts_with("src/runtime/"));
            all += lines;
            if gate.is_none_or(|gate| gate.is_open() || gate.any.contains(&group)) {
                compiled += lines;
            }
        }
        let others = package.manifest.default_features.iter().filter(|feature| *feature != ALL_GROUPS).cloned();
        Some(GroupSelection {
            groups: package.groups().len(),
            features: others.chain([group]).collect(),
            percentage: (compiled * 100).div_ceil(all.max(1)),
        })
    }
}
