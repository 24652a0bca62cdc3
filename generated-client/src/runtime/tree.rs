//! A JSON value in memory that unions can look at before they read it, and read more than once.
//!
//! A union buffers its value only if nobody has done so before: unions inside another one get their part of the same tree,
//! whatever type stands between them. Reading therefore costs the same at each depth.

use std::cell::Cell;
use std::rc::Rc;

use serde::de::Error as _;
use serde_json::{Error, Value};

/// Each value may be read this often on average, times the number of alternatives, until reading ends with an error. Two
/// are enough unless the alternatives of a union recur beside it.
const READS: usize = 16;

/// A tree is taken to have at least this many values, so that small ones can be read in any way.
const SMALL: usize = 4_096;

/// A value of a tree.
#[doc(hidden)]
#[derive(Clone)]
pub struct Tree {
    shared: Rc<Shared>,
    /// The index of its node.
    at: usize,
    mode: Mode,
    /// The unions that are being read at this node.
    entered: Option<Rc<Entered>>,
}

/// A union that is being read at a node, and those around it at the same node.
struct Entered {
    union: &'static str,
    outer: Option<Rc<Entered>>,
}

/// How unions that are found in a tree choose.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// No union without a tag stands around the value.
    Outside,
    /// Take the alternative that fits best; where it cannot be read, all is read again with `Verify`.
    Guess,
    /// Take the first alternative that can be read, and find that out before it is read.
    Verify,
    /// Only find out whether a value can be read. A union without a tag always can, so that it is passed over.
    Probe,
}

struct Shared {
    nodes: Vec<Node>,
    /// `true` if the alternative that fitted best could not be read.
    misled: Cell<bool>,
    /// How many values may still be read.
    budget: Cell<usize>,
    /// The most alternatives that a union had to try.
    tries: Cell<usize>,
}

struct Node {
    /// The name of a member; empty for others.
    key: String,
    content: Content,
    /// The index behind its last descendant.
    end: usize,
}

enum Content {
    Scalar(Value),
    Array,
    Object,
}

impl Tree {
    /// The tree of a value that nobody has buffered.
    pub fn new(value: Value) -> Self {
        let mut nodes = Vec::new();
        grow(&mut nodes, String::new(), value);
        let shared = Shared {
            nodes,
            misled: Cell::new(false),
            budget: Cell::new(usize::MAX),
            tries: Cell::new(0),
        };
        Self {
            shared: Rc::new(shared),
            at: 0,
            mode: Mode::Outside,
            entered: None,
        }
    }

    /// The same value, for a union of this name. One that is an alternative of itself would be read for ever.
    pub fn enter(mut self, union: &'static str) -> Result<Self, Error> {
        let mut around = self.entered.as_deref();
        while let Some(entered) = around {
            if entered.union == union {
                return Err(Error::custom(format_args!(
                    "{union} is an alternative of itself"
                )));
            }
            around = entered.outer.as_deref();
        }
        let outer = self.entered.take();
        self.entered = Some(Rc::new(Entered { union, outer }));
        Ok(self)
    }

    /// How unions in it choose.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The same value, where unions choose so.
    pub fn with(&self, mode: Mode) -> Self {
        Self {
            mode,
            ..self.clone()
        }
    }

    /// Remembers that the alternative that fits best cannot be read.
    pub fn mislead(&self) {
        self.shared.misled.set(true);
    }

    /// Returns `true` if an alternative that fits best cannot be read, since this was asked last.
    pub fn was_misled(&self) -> bool {
        self.shared.misled.take()
    }

    /// Sets how much may be read, in proportion to the size whatever the depth, while something is done.
    pub fn limited<T>(&self, read: impl FnOnce() -> T) -> T {
        self.shared.budget.set(0);
        self.shared.tries.set(0);
        self.expect_tries(1);
        let read = read();
        self.shared.budget.set(usize::MAX);
        read
    }

    /// Raises the limit where a union has more alternatives to try than those before it.
    pub fn expect_tries(&self, tries: usize) {
        let Shared {
            budget,
            tries: most,
            ..
        } = &*self.shared;
        let size = self.shared.nodes.len().max(SMALL);
        let more = tries.saturating_sub(most.get());
        let reads = size.saturating_mul(READS).saturating_mul(more);
        budget.set(budget.get().saturating_add(reads));
        most.set(most.get().max(tries));
    }

    /// The error where nothing may be read any more.
    pub fn check_limit(&self) -> Result<(), Error> {
        if self.shared.budget.get() == 0 {
            return Err(Error::custom(
                "too many alternatives had to be tried, one inside the other",
            ));
        }
        Ok(())
    }

    /// The value, unless it is an array or object.
    pub fn scalar(&self) -> Option<&Value> {
        match &self.node().content {
            Content::Scalar(value) => Some(value),
            Content::Array | Content::Object => None,
        }
    }

    /// Returns `true` if it is an array.
    pub fn is_array(&self) -> bool {
        matches!(self.node().content, Content::Array)
    }

    /// Returns `true` if it is an object.
    pub fn is_object(&self) -> bool {
        matches!(self.node().content, Content::Object)
    }

    /// The names of the members.
    pub fn keys(&self) -> impl Iterator<Item = &str> + '_ {
        self.children().map(|at| self.shared.nodes[at].key.as_str())
    }

    /// The member of a name.
    pub fn member(&self, key: &str) -> Option<Self> {
        let at = self
            .children()
            .find(|at| self.shared.nodes[*at].key == key)?;
        Some(self.descendant(at))
    }

    /// The first member or element.
    pub fn first(&self) -> Option<Self> {
        let at = self.children().next()?;
        Some(self.descendant(at))
    }

    fn descendant(&self, at: usize) -> Self {
        Self {
            shared: Rc::clone(&self.shared),
            at,
            mode: self.mode,
            entered: None,
        }
    }

    /// A copy of the value.
    pub fn to_value(&self) -> Value {
        self.shared.copy(self.at)
    }

    fn node(&self) -> &Node {
        &self.shared.nodes[self.at]
    }

    /// The indices of the members or elements.
    fn children(&self) -> impl Iterator<Item = usize> + '_ {
        self.shared.children(self.at)
    }

    /// The indices of the first descendant, and the one behind the last.
    pub fn span(&self) -> (usize, usize) {
        (self.at + 1, self.node().end)
    }

    /// The name of the descendant at an index, and the index behind it.
    pub fn head(&self, at: usize) -> (&str, usize) {
        let node = &self.shared.nodes[at];
        (&node.key, node.end)
    }

    /// The descendant at an index, to be read.
    pub fn visit(&self, at: usize) -> Result<Self, Error> {
        let budget = &self.shared.budget;
        budget.set(budget.get().saturating_sub(1));
        self.check_limit()?;
        Ok(self.descendant(at))
    }
}

impl Shared {
    /// The indices of the members or elements of a value.
    fn children(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.nodes[at].end;
        let within = move |at: usize| (at < end).then_some(at);
        std::iter::successors(within(at + 1), move |at| within(self.nodes[*at].end))
    }

    fn copy(&self, at: usize) -> Value {
        match &self.nodes[at].content {
            Content::Scalar(value) => value.clone(),
            Content::Array => self.children(at).map(|child| self.copy(child)).collect(),
            Content::Object => {
                let children = self.children(at);
                let members =
                    children.map(|child| (self.nodes[child].key.clone(), self.copy(child)));
                Value::Object(members.collect())
            }
        }
    }
}

fn grow(nodes: &mut Vec<Node>, key: String, value: Value) {
    let at = nodes.len();
    let add = |content| {
        nodes.push(Node {
            key,
            content,
            end: at + 1,
        });
    };
    match value {
        Value::Array(elements) => {
            add(Content::Array);
            for element in elements {
                grow(nodes, String::new(), element);
            }
        }
        Value::Object(members) => {
            add(Content::Object);
            for (key, value) in members {
                grow(nodes, key, value);
            }
        }
        scalar => add(Content::Scalar(scalar)),
    }
    nodes[at].end = nodes.len();
}
