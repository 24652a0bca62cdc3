//! Operations that look paginated, but do not say how their pages are numbered or where the items are.

use super::cursor::{CURSORS, SAME};
use super::recognized::{COUNT_PARAMETERS, PageRecognizer, SIZE_PARAMETERS, start_value};
use super::view::{OperationView, PageBody, is_integer, is_plain_string};
use crate::api::model::{Parameter, Type, TypeId};
use crate::base::ident::folded;
use crate::base::unicode::toml_string;

/// An operation that looks paginated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnrecognizedPaging {
    /// The operation, such as `GET /pets`.
    pub route: String,
    /// Its table in `[pagination]`, as far as the description tells: `{ style = "page", page = "p" }`.
    pub table: String,
}

/// Suggests the table of an operation whose parameters and response look like those of pages.
pub(super) fn suggest(view: &OperationView<'_>) -> Option<UnrecognizedPaging> {
    if view.operation.method != "GET" {
        return None;
    }
    let recognizer = PageRecognizer { view, response: view.page_shape()? };
    let size = view.query(|parameter| has_name(parameter, &SIZE_PARAMETERS) && is_integer(view.bare(&parameter.ty)));
    let items = recognizer.items()?;
    let total = recognizer.total();
    let (mut keys, is_number) = recognizer.position()?;
    if size.is_none() && total.is_none() {
        return None;
    }
    keys.extend(size.map(|size| entry("size", &view.parameter(size).wire)));
    keys.extend(items.map(|items| entry("items", &items)));
    keys.extend(total.filter(|_| is_number).map(|total| entry("total", &total)));
    Some(UnrecognizedPaging { route: view.operation.route(), table: format!("{{ {} }}", keys.join(", ")) })
}

impl PageRecognizer<'_, '_> {
    /// Returns the keys for the position, and `true` if it is a number.
    fn position(&self) -> Option<(Vec<String>, bool)> {
        let view = self.view;
        let named = |names: &[&str], test: fn(&Type) -> bool| {
            let found = view.query(|parameter| has_name(parameter, names) && test(view.bare(&parameter.ty)))?;
            Some(view.parameter(found))
        };
        if let Some(parameter) = named(&COUNT_PARAMETERS, is_integer) {
            let style = if folded(&parameter.wire).contains("page") { "page" } else { "offset" };
            let first = Some("first = 0".to_owned()).filter(|_| style == "page" && start_value(parameter) == Some(0));
            let keys = [entry("style", style), entry(style, &parameter.wire)];
            return Some((keys.into_iter().chain(first).collect(), true));
        }
        let cursors: Vec<&str> = CURSORS.iter().map(|(name, _)| *name).chain(SAME).collect();
        let parameter = named(&cursors, is_plain_string)?;
        let next = self.members(self.id()?, &|name, ty| is_plain_string(ty) && name.contains("next"))?;
        Some((vec![entry("style", "cursor"), entry("cursor", &parameter.wire), entry("next", &next)], false))
    }

    fn id(&self) -> Option<TypeId> {
        match self.response.body {
            PageBody::Object(id) => Some(id),
            PageBody::List(_) => None,
        }
    }

    /// Returns the member with the items if several could be, `Some(None)` if they need not be named, and `None` if there
    /// are none.
    fn items(&self) -> Option<Option<String>> {
        if self.view.items(&self.response).is_some() {
            return Some(None);
        }
        self.members(self.id()?, &|_, ty| matches!(ty, Type::List(_))).map(Some)
    }

    fn total(&self) -> Option<String> {
        let (items, _) = self.view.items(&self.response)?;
        let path = self.termination(&items).total?;
        let names = path.iter().filter_map(|(id, index)| Some(self.view.api.field(*id, *index)?.wire.as_str()));
        Some(names.collect::<Vec<_>>().join("."))
    }

    /// Returns the first member that passes a test by its normalized name and its type.
    fn members(&self, id: TypeId, test: &dyn Fn(&str, &Type) -> bool) -> Option<String> {
        let mut fields = self.view.fields(id);
        let found = fields.find(|(_, field)| test(&folded(&field.wire), self.view.bare(&field.ty)));
        found.map(|(_, field)| field.wire.clone())
    }
}

fn entry(key: &str, value: &str) -> String {
    format!("{key} = {}", toml_string(value))
}

fn has_name(parameter: &Parameter, names: &[&str]) -> bool {
    names.contains(&folded(&parameter.wire).as_str())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::UnrecognizedPaging;
    use crate::pipeline::Emission;
    use crate::testing::Case;

    fn emission(parameters: &[(&str, &str)], response: &serde_json::Value, config: &str) -> Emission {
        let parameters: Vec<_> = parameters
            .iter()
            .map(|(name, ty)| json!({ "name": name, "in": "query", "schema": { "type": ty } }))
            .collect();
        let content = json!({ "application/json": { "schema": response } });
        let get =
            json!({ "parameters": parameters, "responses": { "200": { "description": "", "content": content } } });
        Case::new().paths(json!({ "/pets": { "get": get } })).config(config).emission()
    }

    #[test]
    fn suggested_tables_paginate() {
        let pets =
            json!({ "type": "array", "items": { "type": "object", "properties": { "id": { "type": "string" } } } });
        let page = json!({ "type": "object", "properties": {
            "pets": pets, "owners": pets, "nextId": { "type": "string" }
        } });
        let total = json!({ "type": "object", "properties": { "pets": pets, "total": { "type": "integer" } } });
        let rows: [(&[(&str, &str)], _, &str); 4] = [
            (
                &[("page", "integer"), ("limit", "integer")],
                &pets,
                "{ style = \"page\", page = \"page\", size = \"limit\" }",
            ),
            (
                &[("start", "integer"), ("size", "integer")],
                &pets,
                "{ style = \"offset\", offset = \"start\", size = \"size\" }",
            ),
            (
                &[("cursor", "string"), ("limit", "integer")],
                &page,
                "{ style = \"cursor\", cursor = \"cursor\", next = \"nextId\", size = \"limit\", items = \"pets\" }",
            ),
            (&[("page", "integer")], &total, "{ style = \"page\", page = \"page\", total = \"total\" }"),
        ];
        for (parameters, response, table) in rows {
            let suggested = emission(parameters, response, "").unrecognized_paging;
            assert_eq!(suggested, [UnrecognizedPaging { route: "GET /pets".into(), table: table.into() }]);
            let configured = emission(parameters, response, &format!("[pagination]\n\"GET /pets\" = {table}"));
            assert!(configured.api.operations[0].pagination.is_some() && configured.unrecognized_paging.is_empty());
        }
    }

    #[test]
    fn other_operations_are_not_suggested() {
        let pet = json!({ "type": "object", "properties": { "id": { "type": "string" } } });
        let pets = json!({ "type": "array", "items": pet });
        let total = json!({ "type": "object", "properties": { "pets": pets, "total": { "type": "integer" } } });
        let suggested = |parameters: &[(&str, &str)], response| emission(parameters, response, "").unrecognized_paging;
        assert!(suggested(&[("page", "integer"), ("limit", "integer")], &pet).is_empty(), "it has no items");
        assert!(suggested(&[("page", "integer")], &pets).is_empty(), "neither a size nor a total");
        assert!(
            suggested(&[("currentPage", "integer"), ("pageSize", "integer")], &total).is_empty(),
            "it is recognized"
        );
        let none = "[pagination]\n\"GET /pets\" = { style = \"none\" }";
        assert!(emission(&[("page", "integer"), ("limit", "integer")], &pets, none).unrecognized_paging.is_empty());
    }
}
