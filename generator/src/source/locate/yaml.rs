//! Walks YAML text down the steps of pointers, by the events of `saphyr-parser`.
//!
//! Events come one after another, whatever the nesting; aliases are not followed, so no alias bomb can go off.

use saphyr_parser::{Event, Parser};

use super::pointer_tree::{PointerTree, ROOT};

/// Finds what is looked for, as far as the text is YAML.
pub(super) fn walk(text: &str, wanted: &mut PointerTree) {
    let mut walk = Walk { wanted, open: Vec::new(), found: Vec::new(), begun: false };
    let mut parser = Parser::new_from_str(text);
    while let Some(Ok((event, span))) = parser.next_event() {
        walk.take(&event, span.start.index());
    }
    let mut found = walk.found;
    found.sort_unstable();
    // The parser counts characters.
    let mut characters = text.char_indices().map(|(byte, _)| byte).enumerate().peekable();
    for (character, node) in found {
        while characters.next_if(|(index, _)| *index < character).is_some() {}
        wanted.mark(node, characters.peek().map_or(text.len(), |(_, byte)| *byte));
    }
}

struct Walk<'w> {
    wanted: &'w PointerTree,
    /// The mappings and sequences around the current event, outermost first.
    open: Vec<Container>,
    /// The character at which the value of a node begins.
    found: Vec<(usize, usize)>,
    begun: bool,
}

struct Container {
    /// The node it stands for, if anything is looked for in it.
    node: Option<usize>,
    next: Next,
}

/// What the next node of a container is.
#[derive(Clone, Copy)]
enum Next {
    Key,
    /// The value of a key, and the node it stands for.
    Value(Option<usize>),
    Element(usize),
}

impl Walk<'_> {
    fn take(&mut self, event: &Event<'_>, start: usize) {
        match event {
            Event::Scalar(text, ..) => drop(self.node(Some(text), start)),
            Event::Alias(_) => drop(self.node(None, start)),
            Event::MappingStart(..) => self.container(Next::Key, start),
            Event::SequenceStart(..) => self.container(Next::Element(0), start),
            Event::MappingEnd | Event::SequenceEnd => drop(self.open.pop()),
            _ => {}
        }
    }

    fn container(&mut self, next: Next, start: usize) {
        let node = self.node(None, start);
        self.open.push(Container { node, next });
    }

    /// Moves the innermost container on by one value, and tells which node that is.
    fn node(&mut self, text: Option<&str>, start: usize) -> Option<usize> {
        let node = match self.open.last_mut() {
            None => (!std::mem::replace(&mut self.begun, true)).then_some(ROOT),
            Some(container) => {
                let wanted = self.wanted;
                let child = |step: &str| container.node.and_then(|node| wanted.child(node, step));
                let (next, found) = match container.next {
                    Next::Key => (Next::Value(text.and_then(child)), None),
                    Next::Value(node) => (Next::Key, node),
                    Next::Element(index) => (Next::Element(index + 1), child(&index.to_string())),
                };
                container.next = next;
                found
            }
        };
        self.found.extend(node.map(|node| (start, node)));
        node
    }
}
