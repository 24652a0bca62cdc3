//! The value that makes operations.

use super::group::Groups;
use super::input::Input;
use super::log::{MAX_GROUPS, MAX_ITEMS};
use super::schemas::Schemas;
use super::security::Security;
use super::server::Servers;
use crate::api::model::{Operation, Share};
use crate::base::pointer::Pointer;

/// The operations, and what they share.
pub(super) struct Operations<'s, 'd> {
    pub(super) input: &'d Input<'d>,
    pub(super) schemas: &'s mut Schemas<'d>,
    pub(super) security: Security<'d>,
    pub(super) servers: Servers<'d>,
    pub(super) groups: Groups<'d>,
    pub(super) operations: Vec<Operation>,
    /// `true` if the current operation lacks content.
    pub(super) lacks_content: bool,
    /// The share of operations that lack content.
    pub(super) completeness: Share,
}

impl<'s, 'd> Operations<'s, 'd> {
    pub(super) fn new(schemas: &'s mut Schemas<'d>) -> Self {
        let input = schemas.input;
        Self {
            input,
            security: Security::new(input, &mut schemas.log),
            servers: Servers::new(input),
            groups: Groups::new(input),
            schemas,
            operations: Vec::new(),
            lacks_content: false,
            completeness: Share::default(),
        }
    }
}

impl Operations<'_, '_> {
    /// Ends the run if there are too many operations or groups.
    pub(super) fn check_items(&mut self, at: &Pointer) {
        let groups =
            (self.groups.all.len(), MAX_GROUPS, "groups of operations", "use the same tag for several operations");
        let operations = (self.operations.len(), MAX_ITEMS, "operations", "split the description");
        for (count, most, what, help) in [groups, operations] {
            self.schemas.log.check_count(count, most, what, help, at);
        }
    }
}
