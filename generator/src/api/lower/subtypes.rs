//! The types of bases and their subtypes, from the result of the `inheritance` module.

use super::inheritance::DirectUseReason;
use super::input::Site;
use super::node::Node;
use super::schemas::Schemas;
use super::tagging::{Tagging, VariantPayload};
use crate::api::model::{Definition, TypeId};
use crate::base::diagnostic::Code;
use crate::base::pointer::Pointer;

impl<'d> Schemas<'d> {
    /// Lowers a base. It is one of its subtypes, or an unknown one of a later server version, even if there is only
    /// one.
    pub(super) fn base(&mut self, id: TypeId, subtypes: Node<'d>) {
        let definition = &self.types[id.index()];
        let site = Site { pointer: definition.origin.clone(), naming: definition.naming.clone() };
        let branches: Vec<_> = subtypes.any.one_of.iter().enumerate().collect();
        self.log.check_parts(branches.len(), "alternatives of one type", &site.pointer);
        self.several(subtypes, &branches, &site.below(&["oneOf"]), &site, Some(id));
    }

    /// Uses the mapping entry of each alternative as its origin.
    pub(super) fn point_to_subtypes(&self, id: TypeId, schema: Node<'d>, tagging: &mut Tagging<'d>) {
        let (Some(tag), Some(discriminator)) = (&tagging.tag, &schema.data.discriminator) else { return };
        if !self.is_base(&self.types[id.index()]) {
            return;
        }
        for (position, alternative) in tagging.alternatives.iter_mut().enumerate() {
            let value = tag.values_of(position).first();
            if let Some((value, _)) = value.and_then(|value| discriminator.mapping.get_key_value(value)) {
                alternative.holds = VariantPayload::Mapped(value);
            }
        }
    }

    /// Returns `true` if a type represents its subtypes.
    pub(super) fn is_base(&self, definition: &Definition) -> bool {
        definition.naming.schema().is_some_and(|name| self.inheritance.union(name).is_some())
    }

    /// Reports base schemas that are also used directly, and discriminator values that map to no schema.
    pub(super) fn report_inheritance(&mut self) {
        let inheritance = self.inheritance;
        for (name, (count, reason)) in &inheritance.unmarked {
            let subtypes =
                if *count == 1 { "1 schema inherits".to_owned() } else { format!("{count} schemas inherit") };
            let reason = match reason {
                DirectUseReason::Compound => "its discriminator is a list or an object".to_owned(),
                DirectUseReason::Repeated(value) => format!("`{value}` represents two of them"),
                DirectUseReason::Unnamed => "its discriminator represents none of them".to_owned(),
            };
            let message = format!("{subtypes} from `{name}`, but {reason}; their values are read as `{name}`");
            let help = "map a discriminator value to each schema in `mapping`, or list them in `oneOf`";
            self.log.warn(
                Code::SchemaUnsupported,
                message,
                &Pointer::component("schemas", name).child("discriminator"),
                help,
            );
        }
        for (name, value) in &inheritance.idle {
            self.log.warn_idle_mapping(value, &Pointer::component("schemas", name));
        }
    }
}
