//! A description that uses every name of the support code and the emitted code for its own items, to verify that no
//! description can shadow a name in the code around it.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use serde_json::{Map, Value, json};

/// Names in the prelude and of functions that types get from it, in addition to those in the code.
const STANDARD: [&str; 40] = [
    "Box",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Drop",
    "Eq",
    "Err",
    "Fn",
    "From",
    "Hash",
    "Into",
    "Iterator",
    "None",
    "Ok",
    "Option",
    "Ord",
    "Result",
    "Self",
    "Send",
    "Some",
    "String",
    "Sync",
    "ToOwned",
    "ToString",
    "TryFrom",
    "Vec",
    "as_ref",
    "borrow",
    "borrow_mut",
    "clone",
    "cmp",
    "default",
    "eq",
    "fmt",
    "into",
    "partial_cmp",
    "to_owned",
    "to_string",
    "try_into",
];

/// Names in use.
#[derive(Debug, Default)]
pub struct Names {
    /// All names.
    pub all: BTreeSet<String>,
    /// The names of functions and modules.
    pub functions: BTreeSet<String>,
}

impl Names {
    /// Collects the names in the support code and in the given emitted code.
    ///
    /// # Errors
    ///
    /// Returns an error if a text is not valid Rust.
    pub fn collect(emitted: &[(String, String)]) -> Result<Self, String> {
        let mut names = Self::default();
        names.all.extend(STANDARD.map(str::to_owned));
        names
            .functions
            .extend(STANDARD.map(str::to_owned).into_iter().filter(|name| name.starts_with(char::is_lowercase)));
        let support = bindery_runtime::texts::RUNTIME.iter().map(|(path, text)| (*path, *text));
        let emitted = emitted.iter().map(|(path, text)| (path.as_str(), text.as_str()));
        for (path, text) in support.chain(emitted.filter(|(path, _)| path.ends_with(".rs"))) {
            let tokens: TokenStream = text.parse().map_err(|error| format!("{path} is not Rust: {error}"))?;
            names.read(tokens);
        }
        Ok(names)
    }

    fn read(&mut self, tokens: TokenStream) {
        let mut before = String::new();
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.read(group.stream()),
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    if matches!(before.as_str(), "fn" | "mod") {
                        self.functions.insert(name.clone());
                    }
                    self.all.insert(name.clone());
                    before = name;
                    continue;
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
            before.clear();
        }
    }
}

/// Number of names in one scope: enough to collide, and few enough for the compiler.
const SCOPE: usize = 60;

/// Returns a description whose tags, operations, parameters, headers, schemas, fields, values and alternatives have
/// these names.
#[must_use]
pub fn description(names: &Names) -> Value {
    let all: Vec<&str> = names.all.iter().map(|name| name.strip_prefix("r#").unwrap_or(name)).collect();
    let mut schemas: Map<String, Value> = all
        .iter()
        .map(|name| {
            let schema = json!({"type": "object", "properties": {"next": {"$ref": "#/components/schemas/Word0"}}});
            ((*name).to_owned(), schema)
        })
        .collect();
    let mut paths = Map::new();
    for (index, name) in all.iter().enumerate() {
        paths.insert(format!("/operation/{index}"), json!({"get": operation("all", name)}));
    }
    for (index, name) in names.functions.iter().enumerate() {
        paths.insert(format!("/tag/{index}"), json!({"get": operation(name, "list")}));
    }
    for (index, scope) in all.chunks(SCOPE).enumerate() {
        schemas.extend(schemas_of(scope, index));
        for (kind, required) in [("optional", false), ("required", true)] {
            paths.insert(format!("/{kind}/{index}"), json!({"post": with_parameters(scope, index, required)}));
        }
    }
    json!({
        "openapi": "3.0.3", "info": {"title": "Every name", "version": "1"}, "paths": paths,
        "components": {"schemas": schemas, "securitySchemes": schemes(&all)}
    })
}

/// Returns a schema of each kind with all names of a scope.
fn schemas_of(scope: &[&str], index: usize) -> [(String, Value); 6] {
    let object = |required: &[&str], nullable: bool| {
        let property = json!({"type": "string", "nullable": nullable});
        let properties: Map<String, Value> = scope.iter().map(|name| ((*name).to_owned(), property.clone())).collect();
        json!({"type": "object", "properties": properties, "required": required})
    };
    let alternative = |name: &&str| {
        json!({"title": name, "type": "object", "required": ["kind", "x"],
            "properties": {"kind": {"enum": [name]}, "x": {"type": "string"}}})
    };
    let codes: Vec<usize> = (0..scope.len()).collect();
    let alternatives: Vec<Value> = scope.iter().map(alternative).collect();
    [
        (format!("Word{index}"), json!({"type": "string", "enum": scope})),
        (format!("Code{index}"), json!({"type": "integer", "enum": codes, "x-enum-varnames": scope})),
        (format!("OneOf{index}"), json!({"oneOf": alternatives})),
        (format!("OptionalMembers{index}"), object(&[], false)),
        (format!("RequiredMembers{index}"), object(scope, false)),
        (format!("NullableMembers{index}"), object(&[], true)),
    ]
}

fn operation(tag: &str, id: &str) -> Value {
    json!({"tags": [tag], "operationId": id, "responses": {"204": {"description": "Done."}}})
}

/// Returns an operation with parameters, a body with alternatives, and response headers.
fn with_parameters(scope: &[&str], index: usize, required: bool) -> Value {
    let parameter =
        |name: &&str| json!({"name": name, "in": "query", "required": required, "schema": {"type": "string"}});
    let headers: Map<String, Value> =
        scope.iter().map(|name| ((*name).to_owned(), json!({"schema": {"type": "string"}}))).collect();
    let content = |name: &str| json!({"schema": {"$ref": format!("#/components/schemas/{name}{index}")}});
    let kind = if required { "Required" } else { "Optional" };
    let members = format!("{kind}Members");
    json!({
        "tags": ["parameters"], "operationId": format!("{kind}{index}"),
        "parameters": scope.iter().map(parameter).collect::<Vec<_>>(),
        "requestBody": {
            "required": required,
            "content": {"application/json": content(&members), "text/plain": content("Word")}
        },
        "responses": {
            "200": {"description": "Done.", "headers": headers, "content": {"application/json": content("OneOf")}},
            "400": {"description": "Refused.", "content": {"application/json": content("Code")}},
            "default": {"description": "Refused.", "content": {"application/json": content("NullableMembers")}}
        }
    })
}

fn schemes(all: &[&str]) -> Map<String, Value> {
    let scheme =
        |name: &&str| ((*name).to_owned(), json!({"type": "apiKey", "in": "header", "name": format!("X-{name}")}));
    all.iter().map(scheme).collect()
}

#[cfg(test)]
mod tests {
    use super::{Names, description};

    #[test]
    fn private_functions_and_modules_are_among_the_names() {
        let names = Names::collect(&[]).unwrap();
        for function in
            ["credentials", "execute", "prepare", "builder", "send", "clone", "instrumentation", "default_transport"]
        {
            assert!(names.all.contains(function), "{function}");
        }
        assert!(names.functions.contains("credentials") && !names.functions.contains("Client"));
        let description = description(&names);
        assert!(description["paths"].as_object().unwrap().len() > names.all.len());
        assert!(description["components"]["schemas"]["Client"].is_object());
    }
}
