//! Walks YAML text down the steps of a pointer, by the events of `saphyr-parser`.
//!
//! Events come one after another, whatever the nesting; aliases are not followed, so no alias bomb can go off.

use saphyr_parser::{Event, Parser};

/// Where the value at the end of the steps begins, or its nearest ancestor; none if the YAML breaks before that.
pub(super) fn walk(text: &str, steps: &[String]) -> Option<usize> {
    let mut walk = Walk { steps, open: Vec::new(), nearest: None };
    let mut parser = Parser::new_from_str(text);
    while let Some(event) = parser.next_event() {
        let (event, span) = event.ok()?;
        if walk.is_over_after(&event, span.start.index()) {
            break;
        }
    }
    let characters = walk.nearest?;
    Some(text.char_indices().nth(characters).map_or(text.len(), |(byte, _)| byte))
}

struct Walk<'s> {
    steps: &'s [String],
    /// The mappings and sequences around the current event, outermost first.
    open: Vec<Container>,
    /// The start of the last value found on the way, in characters.
    nearest: Option<usize>,
}

struct Container {
    /// Whether the pointer leads through it.
    on_way: bool,
    next: Next,
}

/// What the next node of a container is.
enum Next {
    Key,
    /// The value of the key that leads on, or of another one.
    Value {
        wanted: bool,
    },
    Element(usize),
}

impl Walk<'_> {
    fn is_over_after(&mut self, event: &Event<'_>, start: usize) -> bool {
        match event {
            Event::Scalar(text, ..) => self.node(Some(text), start),
            Event::Alias(_) => self.node(None, start),
            Event::MappingStart(..) => self.container(Next::Key, start),
            Event::SequenceStart(..) => self.container(Next::Element(0), start),
            // The end of a container on the way: the step that should have led on is not in it.
            Event::MappingEnd | Event::SequenceEnd => self.open.pop().is_some_and(|container| container.on_way),
            _ => false,
        }
    }

    fn container(&mut self, next: Next, start: usize) -> bool {
        let on_way = self.turn(None);
        self.open.push(Container { on_way, next });
        self.arrive(on_way, start)
    }

    fn node(&mut self, text: Option<&str>, start: usize) -> bool {
        let on_way = self.turn(text);
        // A scalar on the way ends it: nothing is inside.
        self.arrive(on_way, start) || on_way
    }

    fn arrive(&mut self, on_way: bool, start: usize) -> bool {
        if on_way {
            self.nearest = Some(start);
        }
        on_way && self.open.iter().filter(|container| container.on_way).count() > self.steps.len()
    }

    /// Moves the innermost container on by one node, and tells whether that node is a value on the way.
    fn turn(&mut self, text: Option<&str>) -> bool {
        let depth = self.open.len();
        let Some(container) = self.open.last_mut() else { return self.nearest.is_none() };
        // Containers on the way are the outermost ones, so the innermost of them looks for the step of its depth.
        let step = self.steps.get(depth - 1).filter(|_| container.on_way);
        let (next, found) = match container.next {
            Next::Key => (Next::Value { wanted: step.is_some() && text == step.map(String::as_str) }, false),
            Next::Value { wanted } => (Next::Key, wanted),
            Next::Element(index) => (Next::Element(index + 1), step.is_some_and(|step| *step == index.to_string())),
        };
        container.next = next;
        found
    }
}
