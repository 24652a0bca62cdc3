//! An in-memory JSON value that unions can inspect before they read it, and read more than once.
//!
//! A union buffers its value only if it is not already buffered. Nested unions get their part of the same tree,
//! whatever type is between them, so reading costs the same at each depth.

use std::cell::Cell;
use std::rc::Rc;

use serde::de::Error as _;
use serde_json::{Error, Value};

/// Maximum average number of times that each value may be read, multiplied by the number of alternatives, before
/// reading fails. Two suffice, unless the alternatives of a union also occur outside it.
const MAX_READS: usize = 16;

/// The minimum size that a tree is assumed to have, so that small ones can be read in any way.
const MIN_SIZE: usize = 4_096;

/// A value of a tree.
#[derive(Clone)]
pub struct Tree {
    shared: Rc<Shared>,
    /// The index of its node.
    at: usize,
    mode: Mode,
    /// The unions that are being read at this node.
    entered: Option<Rc<Entered>>,
    /// The member that selected an alternative. Repeated ones are skipped: the first one has decided, as it does where a
    /// union is read without a tree.
    tag: Option<&'static str>,
}

/// A union that is being read at a node, and the enclosing unions at the same node.
struct Entered {
    union: &'static str,
    outer: Option<Rc<Entered>>,
}

/// The way in which the unions in a tree select their alternatives.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Not inside an untagged union.
    Outside,
    /// Select the best match. If it cannot be read, or a constant has another value, everything is read again with
    /// `Verify`.
    Guess,
    /// Select the first alternative that can be read, and verify that before reading it.
    Verify,
    /// Only check whether a value can be read. Untagged unions are skipped, because they accept any value.
    Probe,
}

struct Shared {
    nodes: Vec<Node>,
    /// `true` if the best match could not be read, or a constant has another value.
    misled: Cell<bool>,
    /// The number of values that may still be read.
    budget: Cell<usize>,
    /// The largest number of alternatives that a union had to try.
    tries: Cell<usize>,
}

#[derive(Clone)]
struct Node {
    /// The name of a member; empty for elements.
    key: String,
    content: Content,
    /// The index after its last descendant.
    end: usize,
}

#[derive(Clone)]
enum Content {
    Scalar(Value),
    /// A number with digits that a [`Value`] does not hold: the rounded number, and its text.
    Exact(Value, Box<str>),
    Array,
    Object,
}

impl Tree {
    /// Builds the tree of a value.
    pub fn new(value: Value) -> Self {
        let mut nodes = Nodes::default();
        nodes.value(String::new(), value);
        Self::of_nodes(nodes)
    }

    pub(crate) fn of_nodes(Nodes(nodes): Nodes) -> Self {
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
            tag: None,
        }
    }

    /// Returns the same value for a union with this name. Fails for a union that is an alternative of itself, which
    /// would be read endlessly.
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

    /// Returns how unions in it select their alternatives.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Returns the same value with another mode.
    pub fn with(&self, mode: Mode) -> Self {
        Self {
            mode,
            ..self.clone()
        }
    }

    /// Records that the best match could not be read, or that a constant has another value.
    pub fn mislead(&self) {
        self.shared.misled.set(true);
    }

    /// Returns `true` if a best match could not be read, and resets this state.
    pub fn was_misled(&self) -> bool {
        self.shared.misled.take()
    }

    /// Runs `read` with a limit on the number of reads, which is proportional to the size of the tree and independent
    /// of its depth.
    pub fn limited<T>(&self, read: impl FnOnce() -> T) -> T {
        self.shared.budget.set(0);
        self.shared.tries.set(0);
        self.expect_tries(1);
        let read = read();
        self.shared.budget.set(usize::MAX);
        read
    }

    /// Raises the limit for a union that has more alternatives to try than previous ones.
    pub fn expect_tries(&self, tries: usize) {
        let Shared {
            budget,
            tries: most,
            ..
        } = &*self.shared;
        let size = self.shared.nodes.len().max(MIN_SIZE);
        let more = tries.saturating_sub(most.get());
        let reads = size.saturating_mul(MAX_READS).saturating_mul(more);
        budget.set(budget.get().saturating_add(reads));
        most.set(most.get().max(tries));
    }

    /// Returns an error if the limit is exhausted.
    pub fn check_limit(&self) -> Result<(), Error> {
        if self.shared.budget.get() == 0 {
            return Err(Error::custom(
                "too many alternatives had to be tried, one inside the other",
            ));
        }
        Ok(())
    }

    /// Returns the value, unless it is an array or an object.
    pub fn scalar(&self) -> Option<&Value> {
        match &self.node().content {
            Content::Scalar(value) | Content::Exact(value, _) => Some(value),
            Content::Array | Content::Object => None,
        }
    }

    /// Returns the text of a number with digits that [`scalar`](Self::scalar) does not hold.
    pub fn digits(&self) -> Option<&str> {
        match &self.node().content {
            Content::Exact(_, digits) => Some(digits),
            _ => None,
        }
    }

    /// Returns `true` if the value is an array.
    pub fn is_array(&self) -> bool {
        matches!(self.node().content, Content::Array)
    }

    /// Returns `true` if the value is an object.
    pub fn is_object(&self) -> bool {
        matches!(self.node().content, Content::Object)
    }

    /// Returns the names of the members.
    pub fn keys(&self) -> impl Iterator<Item = &str> + '_ {
        self.children().map(|at| self.shared.nodes[at].key.as_str())
    }

    /// Returns the member with a name.
    pub fn member(&self, key: &str) -> Option<Self> {
        let at = self
            .children()
            // The last one of several counts, as in any JSON object.
            .filter(|at| self.shared.nodes[*at].key == key)
            .last()?;
        Some(self.descendant(at))
    }

    /// Returns the first member with a name, which selects an alternative of a union or is its content.
    pub fn first_member(&self, key: &str) -> Option<Self> {
        let at = self
            .children()
            .find(|at| self.shared.nodes[*at].key == key)?;
        Some(self.descendant(at))
    }

    /// Returns the same value without repetitions of a tag.
    pub fn selected_by(self, tag: &'static str) -> Self {
        Self {
            tag: Some(tag),
            ..self
        }
    }

    /// Returns the member that selects the value as the alternative of a union.
    pub fn tag(&self) -> Option<&'static str> {
        self.tag
    }

    /// Returns `true` if the member at an index repeats the tag.
    pub fn repeats_tag(&self, at: usize) -> bool {
        let is_tag = |at: &usize| Some(self.shared.nodes[*at].key.as_str()) == self.tag;
        is_tag(&at) && self.children().find(is_tag) != Some(at)
    }

    /// Returns the first member or element.
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
            tag: None,
        }
    }

    /// Returns a copy of the value.
    pub fn to_value(&self) -> Value {
        self.shared.copy(self.at)
    }

    fn node(&self) -> &Node {
        &self.shared.nodes[self.at]
    }

    /// Returns the indices of the members or elements.
    fn children(&self) -> impl Iterator<Item = usize> + '_ {
        self.shared.children(self.at)
    }

    /// Returns the index of the first descendant and the index after the last one.
    pub fn span(&self) -> (usize, usize) {
        (self.at + 1, self.node().end)
    }

    /// Returns the name of the descendant at an index and the index after it.
    pub fn head(&self, at: usize) -> (&str, usize) {
        let node = &self.shared.nodes[at];
        (&node.key, node.end)
    }

    /// Returns the descendant at an index and counts the read.
    pub fn visit(&self, at: usize) -> Result<Self, Error> {
        let budget = &self.shared.budget;
        budget.set(budget.get().saturating_sub(1));
        self.check_limit()?;
        Ok(self.descendant(at))
    }
}

impl Shared {
    /// Returns the indices of the members or elements of a value.
    fn children(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.nodes[at].end;
        let within = move |at: usize| (at < end).then_some(at);
        std::iter::successors(within(at + 1), move |at| within(self.nodes[*at].end))
    }

    fn copy(&self, at: usize) -> Value {
        match &self.nodes[at].content {
            Content::Scalar(value) | Content::Exact(value, _) => value.clone(),
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

/// The nodes of a tree that is being built.
#[derive(Default)]
pub(crate) struct Nodes(Vec<Node>);

impl Nodes {
    /// Adds a value.
    pub(crate) fn value(&mut self, key: String, value: Value) {
        match value {
            Value::Array(elements) => {
                let at = self.begin(key, Content::Array);
                for element in elements {
                    self.value(String::new(), element);
                }
                self.end(at);
            }
            Value::Object(members) => {
                let at = self.begin(key, Content::Object);
                for (key, value) in members {
                    self.value(key, value);
                }
                self.end(at);
            }
            scalar => {
                self.begin(key, Content::Scalar(scalar));
            }
        }
    }

    /// Adds a number with its text.
    pub(crate) fn number(&mut self, key: String, number: Value, digits: &str) {
        let text = number.to_string();
        let content = if digits == text {
            Content::Scalar(number)
        } else {
            Content::Exact(number, digits.into())
        };
        self.begin(key, content);
    }

    /// Adds an array without elements, and returns its index.
    pub(crate) fn array(&mut self, key: String) -> usize {
        self.begin(key, Content::Array)
    }

    /// Adds an object without members, and returns its index.
    pub(crate) fn object(&mut self, key: String) -> usize {
        self.begin(key, Content::Object)
    }

    /// Adds the value of another tree.
    pub(crate) fn tree(&mut self, key: String, tree: &Tree) {
        let start = self.0.len();
        let (_, end) = tree.span();
        let nodes = &tree.shared.nodes[tree.at..end];
        self.0.extend(nodes.iter().map(|node| Node {
            end: node.end - tree.at + start,
            ..node.clone()
        }));
        if let Some(first) = self.0.get_mut(start) {
            first.key = key;
        }
    }

    fn begin(&mut self, key: String, content: Content) -> usize {
        let at = self.0.len();
        let end = at + 1;
        self.0.push(Node { key, content, end });
        at
    }

    /// Ends the array or object at an index after its last descendant.
    pub(crate) fn end(&mut self, at: usize) {
        let end = self.0.len();
        if let Some(node) = self.0.get_mut(at) {
            node.end = end;
        }
    }
}
