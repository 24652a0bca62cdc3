//! Parts of a response other than its body: streamed values, and headers.

use crate::analysis::Direction;
use crate::ir::{Docs, Header, Streaming};
use crate::model;
use crate::resolve::Resolver;

impl<'a> Resolver<'a> {
    pub(super) fn streaming(&self, streaming: &'a model::Streaming) -> Streaming {
        match streaming {
            model::Streaming::Events(content) => Streaming::Events(self.content(content)),
            model::Streaming::Lines { media_type, ty } => {
                let reads_text = self.api.number_as_text(ty).is_some();
                Streaming::Lines {
                    media_type: media_type.clone(),
                    ty: self.rust_type(ty, Direction::Response),
                    reads_text,
                }
            }
        }
    }

    pub(super) fn headers(&self, index: usize) -> Vec<Header> {
        let headers = self.lowered(index).headers.iter().zip(&self.names.operation(index).headers);
        let headers = headers.map(|(header, name)| Header {
            name: name.clone(),
            wire: header.wire.to_ascii_lowercase(),
            ty: self.rust_type(&header.ty, Direction::Response),
            docs: Docs::with_wire_name(&header.docs, name, &header.wire),
        });
        headers.collect()
    }
}
