//! Servers: of the document, of a path and of an operation.

use indexmap::IndexMap;
use openapiv3::{Server, ServerVariable};
use serde_json::Value;

use super::node::{Node, NodeReader};

/// The extension that holds the `name` of a server in OpenAPI 3.2.
pub(crate) const SERVER_NAME: &str = "x-bindery-name";

impl NodeReader<'_> {
    /// Reads the servers of the document, a path or an operation.
    pub(super) fn servers(&mut self, node: &Node<'_>) -> Vec<Server> {
        let Some(array) = self.array(node, "servers") else { return Vec::new() };
        let nodes: Vec<_> = array.elements().collect();
        nodes.iter().filter_map(|node| self.server(node)).collect()
    }

    fn server(&mut self, node: &Node<'_>) -> Option<Server> {
        let url = self.text(node, "url")?;
        let mut variables = IndexMap::new();
        if let Some(object) = self.object(node, "variables") {
            for (name, variable) in object.members() {
                variables.insert(name.to_owned(), self.server_variable(&variable));
            }
        }
        let name = self.text(node, "name").map(|name| (SERVER_NAME.to_owned(), Value::from(name)));
        Some(Server {
            url,
            description: self.text(node, "description"),
            variables: Some(variables),
            extensions: name.into_iter().collect(),
        })
    }

    fn server_variable(&mut self, node: &Node<'_>) -> ServerVariable {
        ServerVariable {
            enumeration: self.texts(node, "enum"),
            default: self.text(node, "default").unwrap_or_default(),
            description: self.text(node, "description"),
            extensions: IndexMap::new(),
        }
    }
}
