//! Headers of responses.

use indexmap::IndexMap;
use openapiv3::{Header, HeaderStyle, ReferenceOr};

use super::node::{Node, NodeReader};

impl NodeReader<'_> {
    pub(super) fn headers(&mut self, node: &Node<'_>) -> IndexMap<String, ReferenceOr<Header>> {
        let Some(object) = self.object(node, "headers") else { return IndexMap::new() };
        object.members().map(|(name, header)| (name.to_owned(), self.header_or_reference(&header))).collect()
    }

    pub(super) fn header_or_reference(&mut self, node: &Node<'_>) -> ReferenceOr<Header> {
        match node.reference() {
            Some(reference) => ReferenceOr::Reference { reference: reference.to_owned() },
            None => ReferenceOr::Item(self.header(node)),
        }
    }

    /// Reads a header, which is a parameter without a name and a location.
    fn header(&mut self, node: &Node<'_>) -> Header {
        let data = self.parameter_data(node, String::new());
        Header {
            description: data.description,
            style: HeaderStyle::Simple,
            required: data.required,
            deprecated: data.deprecated,
            format: data.format,
            example: None,
            examples: IndexMap::new(),
            extensions: data.extensions,
        }
    }
}
