//! Security schemes: JSON value to [`openapiv3::SecurityScheme`].

use indexmap::IndexMap;
use openapiv3::{APIKeyLocation, OAuth2Flows, SecurityScheme};

use super::node::{Node, NodeReader};
use crate::diagnostic::Code;

impl NodeReader<'_> {
    pub(super) fn security_scheme(&mut self, node: &Node<'_>) -> Option<SecurityScheme> {
        let description = self.text(node, "description");
        let kind = self.text(node, "type")?;
        match kind.as_str() {
            "apiKey" => Some(SecurityScheme::APIKey {
                location: self.location(node)?,
                name: self.text(node, "name")?,
                description,
                extensions: IndexMap::new(),
            }),
            "http" => Some(SecurityScheme::HTTP {
                scheme: self.text(node, "scheme")?.to_ascii_lowercase(),
                bearer_format: self.text(node, "bearerFormat"),
                description,
                extensions: IndexMap::new(),
            }),
            "oauth2" => {
                Some(SecurityScheme::OAuth2 { flows: OAuth2Flows::default(), description, extensions: IndexMap::new() })
            }
            "openIdConnect" => Some(SecurityScheme::OpenIDConnect {
                open_id_connect_url: self.text(node, "openIdConnectUrl").unwrap_or_default(),
                description,
                extensions: IndexMap::new(),
            }),
            other => {
                let message = format!("unknown type `{other}` of a security scheme; the scheme is left out");
                let help = "write apiKey, http, oauth2 or openIdConnect";
                self.warn(Code::SecurityUnsupported, message, &node.pointer, help);
                None
            }
        }
    }

    fn location(&mut self, node: &Node<'_>) -> Option<APIKeyLocation> {
        match self.text(node, "in")?.as_str() {
            "header" => Some(APIKeyLocation::Header),
            "query" => Some(APIKeyLocation::Query),
            "cookie" => Some(APIKeyLocation::Cookie),
            other => {
                let message = format!("an API key cannot be in `{other}`; the scheme is left out");
                self.warn(Code::SecurityUnsupported, message, &node.pointer, "write header, query or cookie");
                None
            }
        }
    }
}
