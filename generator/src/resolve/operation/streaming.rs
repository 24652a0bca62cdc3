//! What an answer has beyond its body: values that come one after the other, and headers.

use super::Content;
use crate::analysis::Direction;
use crate::model;
use crate::resolve::{Docs, Resolver, RustType};

/// Values that come one after the other in one answer.
#[derive(Clone, Debug)]
pub(crate) enum Streaming<'a> {
    /// Server-sent events, with what their data are.
    Events(Content<'a>),
    /// A JSON value a line.
    Lines {
        /// The media type of such an answer.
        media_type: &'a str,
        /// The type of each value.
        ty: RustType<'a>,
    },
}

/// A header of an answer.
#[derive(Clone, Debug)]
pub(crate) struct Header<'a> {
    /// The name of its field.
    pub(crate) name: &'a str,
    /// Its name on the wire, in small letters.
    pub(crate) wire: String,
    /// Its type, without an `Option`.
    pub(crate) ty: RustType<'a>,
    /// What is said of it.
    pub(crate) docs: Docs<'a>,
}

impl<'a> Resolver<'a> {
    pub(super) fn streaming(&self, streaming: &'a model::Streaming) -> Streaming<'a> {
        match streaming {
            model::Streaming::Events(content) => Streaming::Events(self.content(content)),
            model::Streaming::Lines { media_type, ty } => {
                Streaming::Lines { media_type, ty: self.rust_type(ty, Direction::Response) }
            }
        }
    }

    pub(super) fn headers(&self, index: usize) -> Vec<Header<'a>> {
        let headers = self.lowered(index).headers.iter().zip(&self.names.operation(index).headers);
        let headers = headers.map(|(header, name)| Header {
            name,
            wire: header.wire.to_ascii_lowercase(),
            ty: self.rust_type(&header.ty, Direction::Response),
            docs: Docs::with_wire_name(&header.docs, name, &header.wire),
        });
        headers.collect()
    }
}
