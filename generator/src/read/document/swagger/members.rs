//! Finds typing errors in the names of members that the conversion reads. The reader knows only those of OpenAPI.

use super::{Node, Upgrade};
use crate::base::diagnostic::Code;
use crate::base::suggestion::closest_match;
use crate::read::keywords::Shape;

impl<'v> Upgrade<'v> {
    /// Returns the members of an object that has its own ones in Swagger 2.0, besides those of the shape. Those with
    /// similar names are reported and left out.
    pub(super) fn members(
        &mut self,
        node: &Node<'v>,
        shape: &'static Shape,
        own: &'static [&'static str],
    ) -> Vec<(&'v str, Node<'v>)> {
        let mut members: Vec<_> = node.members().collect();
        members.retain(|(name, member)| {
            let is_known = name.starts_with("x-") || own.contains(name) || shape.field(name).is_some();
            let near = if is_known { None } else { closest_match(name, own.iter().copied(), false) };
            if let Some(near) = near {
                let message = format!("{} has no field `{name}`; it is ignored", shape.label);
                self.warn(Code::FieldUnknown, &member.pointer, message, &format!("did you mean `{near}`?"));
            }
            near.is_none()
        });
        members
    }
}
