//! Response headers: the structs of those that operations share, and of single operations.

use crate::api::analysis::Direction;
use crate::api::model;
use crate::rust::ir::{DeclaredHeaders, Docs, Gate, Header, HeadersType, Node};
use crate::rust::resolve::Resolver;

impl<'a> Resolver<'a> {
    /// Returns the structs that operations share.
    pub(crate) fn shared_headers(&self) -> Vec<HeadersType> {
        let sets = self.analysis.headers.sets().filter_map(|operations| {
            let group = |index: usize| self.lowered(index).group;
            let (first, others) = operations.split_first()?;
            let is_of_one_group = others.iter().all(|other| group(*other) == group(*first));
            let gate = if is_of_one_group { self.group_gate(group(*first)) } else { Gate::default() };
            let about = "The headers of the responses of several operations.".to_owned();
            Some(HeadersType { gate, ..self.headers_type(operations, *first, about) })
        });
        sets.collect()
    }

    pub(super) fn headers(&self, index: usize) -> Option<DeclaredHeaders> {
        let (names, count) = (self.names.operation(index), self.lowered(index).headers.len());
        Some(match self.analysis.headers.sharing(index) {
            _ if count == 0 => return None,
            Some(_) => DeclaredHeaders::Shared { name: names.headers_type.clone(), count },
            None => {
                let about = format!("The headers of a response to [`{}`].", names.type_name);
                DeclaredHeaders::Own(self.headers_type(&[index], index, about))
            }
        })
    }

    /// Returns the struct for the headers of operations, in the order of one of them.
    fn headers_type(&self, operations: &[usize], first: usize, about: String) -> HeadersType {
        let names = self.names.operation(first);
        let own = &self.lowered(first).headers;
        let headers = own.iter().zip(&names.headers).map(|(header, name)| {
            let same: Vec<(Node, &model::Header)> =
                operations.iter().filter_map(|index| self.header(*index, &header.wire)).collect();
            // A text about one of several operations does not apply to all.
            let is_common = same.iter().all(|(_, other)| other.docs == header.docs);
            let docs = if is_common { &header.docs } else { &model::Docs::default() };
            Header {
                nodes: same.into_iter().map(|(node, _)| node).collect(),
                name: name.clone(),
                wire: header.wire.to_ascii_lowercase(),
                ty: self.rust_type(&header.ty, Direction::Response),
                docs: Docs::with_wire_name(docs, name, &header.wire),
            }
        });
        HeadersType {
            name: names.headers_type.clone(),
            about,
            headers: headers.collect(),
            is_comparable: own.iter().all(|header| self.is_comparable(&header.ty)),
            gate: Gate::default(),
        }
    }

    /// Returns the header of an operation with this name.
    fn header(&self, index: usize, wire: &str) -> Option<(Node, &'a model::Header)> {
        let mut headers = self.lowered(index).headers.iter().enumerate();
        let (at, header) = headers.find(|(_, header)| header.wire.eq_ignore_ascii_case(wire))?;
        Some((Node::Header(index, at), header))
    }
}
