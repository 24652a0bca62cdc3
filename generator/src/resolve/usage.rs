//! The support code and the dependencies that the crate uses.

use super::Resolver;
use super::structure::present;
use crate::analysis::Direction;
use crate::ir::{Constraint, Path, Presence};
use crate::model::{Constraints, Operation, Shape, Streaming, Text, Type, TypeId};

impl<'a> Resolver<'a> {
    /// Returns `true` if a type of the support code stands anywhere.
    pub(crate) fn uses_support(&self, name: &str) -> bool {
        self.all_types().any(|ty| {
            let mut is_used = false;
            // The direction makes no difference for types that are not emitted.
            self.rust_type(ty, Direction::Request)
                .for_each_path(&mut |path| is_used |= matches!(path, Path::Support(used) if *used == name));
            is_used
        })
    }

    /// Returns `true` if any operation answers in pages.
    pub(crate) fn has_pages(&self) -> bool {
        self.api.operations.iter().any(|operation| operation.pagination.is_some())
    }

    /// Returns `true` if any operation answers with server-sent events.
    pub(crate) fn has_events(&self) -> bool {
        self.streams(|streaming| matches!(streaming, Streaming::Events(_)))
    }

    /// Returns `true` if any operation that asks for nothing but events answers with them.
    pub(crate) fn reconnects(&self) -> bool {
        let mut operations = self.api.operations.iter();
        operations
            .any(|operation| operation.method == "GET" && matches!(operation.streaming, Some(Streaming::Events(_))))
    }

    /// Returns `true` if any operation answers with a value a line.
    pub(crate) fn has_lines(&self) -> bool {
        self.streams(|streaming| matches!(streaming, Streaming::Lines { .. }))
    }

    fn streams(&self, is_such: impl Fn(&Streaming) -> bool) -> bool {
        self.api.operations.iter().filter_map(|operation| operation.streaming.as_ref()).any(is_such)
    }

    /// Returns `true` if an operation uses a type, or if the crate has types alone.
    fn is_referenced(&self, id: TypeId) -> bool {
        !self.has_operations() || self.analysis.directions.is_used(id)
    }

    /// The names of the enumerations of whole numbers that operations use.
    pub(crate) fn integer_enums(&self) -> impl Iterator<Item = &'a str> {
        let resolver = *self;
        let codes = self.definitions().filter(move |(id, _)| resolver.is_referenced(*id));
        let codes = codes.filter(|(_, definition)| matches!(definition.shape, Shape::IntegerEnum(_)));
        codes.map(|(id, _)| self.names.of_type(id, Direction::Response))
    }

    /// A type to begin with where there is nothing to call.
    pub(crate) fn first_type(&self) -> Option<&'a str> {
        let mut definitions = self.definitions().filter(|(id, _)| self.is_referenced(*id));
        definitions.next().map(|(id, _)| self.names.of_type(id, Direction::Response))
    }

    /// Returns `true` if anything is a date or a timestamp.
    pub(crate) fn uses_dates(&self) -> bool {
        self.uses_text_dates() || self.all_types().any(|ty| ty.any(&|ty| *ty == Type::UnixTime))
    }

    /// Returns `true` if anything is a date or a timestamp of RFC 3339.
    pub(super) fn uses_text_dates(&self) -> bool {
        self.all_types().any(|ty| ty.any(&|ty| matches!(ty, Type::Text(Text::Date(_)))))
    }

    /// Returns `true` if anything is a UUID.
    pub(crate) fn uses_uuid(&self) -> bool {
        self.all_types().any(|ty| ty.any(&|ty| *ty == Type::Text(Text::Uuid)))
    }

    /// Returns `true` if the path of a type of the user's names a crate.
    pub(crate) fn names_crate(&self, name: &str) -> bool {
        let begins = format!("::{}::", name.replace('-', "_"));
        self.api.own_types.iter().any(|own| {
            own.path.starts_with(&begins)
                || own.path.contains(&format!("<{begins}"))
                || own.path.contains(&format!(" {begins}"))
        })
    }

    /// Returns `true` if a type has a field that may be absent, null or a value.
    pub(crate) fn has_three_states(&self, id: TypeId) -> bool {
        let Shape::Object(object) = &self.api.definition(id).shape else { return false };
        let fields = |direction: Direction| present(object, direction).filter(|(_, field)| field.constant.is_none());
        let is_such = |direction: Direction, field| self.presence(id, field, direction) == Presence::ThreeStates;
        let directions = self.analysis.directions.emitted(id).iter();
        directions.copied().any(|direction| fields(direction).any(|(_, field)| is_such(direction, field)))
    }

    /// Returns `true` if anything is checked before it is sent.
    pub(crate) fn has_constraints(&self) -> bool {
        self.api.definitions().any(|(id, _)| self.is_checked(id))
            || self.api.operations.iter().any(|operation| self.operation_constraints(operation).next().is_some())
    }

    /// Returns `true` if a value is checked against a regular expression anywhere.
    pub(crate) fn has_patterns(&self) -> bool {
        let mut checked = self.definitions().filter(|(id, _)| self.is_checked(*id));
        checked.any(|(id, _)| self.item_kind(id, Direction::Request).has_pattern())
            || self
                .api
                .operations
                .iter()
                .flat_map(|operation| self.operation_constraints(operation))
                .any(|constraint| constraint.has_pattern())
    }

    fn operation_constraints(&self, operation: &Operation) -> impl Iterator<Item = Constraint> {
        let parameters = operation.parameters.iter().flat_map(|parameter| self.parameter_constraints(parameter));
        let bodies = operation.body_types().flat_map(|ty| self.constraints(ty, Constraints::NONE));
        parameters.chain(bodies)
    }

    /// All types that stand anywhere in the API.
    fn all_types(&self) -> impl Iterator<Item = &'a Type> {
        let defined = self.api.types.iter().flat_map(|definition| definition.shape.types(|_| true));
        let events = self.api.events.iter().map(|event| &event.ty);
        defined.chain(self.api.operations.iter().flat_map(Operation::types)).chain(events)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::pipeline::Emission;

    #[test]
    fn codes_that_no_operation_uses_are_not_named() {
        let answer = json!({ "$ref": "#/components/schemas/Used" });
        let description = json!({
            "openapi": "3.1.0",
            "info": { "title": "t", "version": "1" },
            "paths": { "/a": { "get": { "responses": { "200": {
                "description": "", "content": { "application/json": { "schema": answer } }
            } } } } },
            "components": { "schemas": {
                "Used": { "type": "integer", "enum": [0, 1] },
                "Unused": { "type": "integer", "enum": [2, 3] },
            } },
        });
        let emission = Emission::from_text(description.to_string());
        let resolver = emission.resolver();
        assert_eq!(resolver.integer_enums().collect::<Vec<_>>(), ["Used"]);
    }
}
