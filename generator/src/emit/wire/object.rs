//! How an object is read and written: a line for each member.

use crate::emit::rust_type::Presence;
use crate::emit::types::members;
use crate::emit::{Emitter, literal};
use crate::facts::Form;
use crate::model::{Field, Object, Type, TypeId};

impl Emitter<'_> {
    /// `object!(Story { "id" => id: required, "class" = CLASS, });`
    pub(super) fn object_table(&self, id: TypeId, object: &Object, form: Form) -> String {
        let name = self.names.of_type(id, form);
        let mut table = format!("object!({}{name} {{", self.reading(id, form));
        for (index, field) in members(object, form) {
            let member = self.names.field(id, index);
            if field.constant.is_some() {
                table.push_str(&format!("\n    {} = {member},", literal(&field.wire)));
                continue;
            }
            let kind = self.member_kind(id, field, form);
            table.push_str(&format!("\n    {} => {member}: {kind},", literal(&field.wire)));
        }
        if object.others.is_some() {
            table.push_str(&format!("\n    .. {}", self.names.field(id, object.fields.len())));
        }
        table.push_str(if table.ends_with('{') { "});\n" } else { "\n});\n" });
        table
    }

    fn member_kind(&self, id: TypeId, field: &Field, form: Form) -> String {
        let kind = match self.presence(id, field, form) {
            Presence::Required => "required",
            Presence::Nullable if field.ty == Type::Any => "required",
            Presence::Nullable => "nullable",
            Presence::Optional if field.ty == Type::Any => "anything",
            Presence::Optional => "optional",
            Presence::ThreeStates => "patched",
            Presence::FilledIn => {
                let default = self.filled_in(id, field, form).unwrap_or_default();
                return format!("defaulting({default})");
            }
        };
        kind.to_owned()
    }
}
