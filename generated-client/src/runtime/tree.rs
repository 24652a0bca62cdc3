//! A JSON value in memory that unions can look at before they read it, and read more than once.
//!
//! A union buffers its value only if nobody has done so before: unions inside another one get their part of the same tree,
//! whatever type stands between them. Reading therefore costs the same at each depth.

use std::any::type_name;
use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer, StrDeserializer};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor,
};
use serde_json::{Error, Value};

/// The name by which a union asks for a tree. A deserializer that does not know it gives itself, as for any other name.
const NAME: &str = "$tree";

/// Each value may be read this often on average, times the number of alternatives, until reading ends with an error. Two
/// are enough unless the alternatives of a union recur beside it.
const READS: usize = 16;

/// A tree is taken to have at least this many values, so that small ones can be read in any way.
const SMALL: usize = 4_096;

thread_local! {
    /// The tree that is handed to a union right now. A visitor sees the trait of a deserializer, not its type, so there is
    /// no way for it through `serde`.
    static HANDED: Cell<Option<Tree>> = const { Cell::new(None) };
}

/// A value of a tree.
#[doc(hidden)]
#[derive(Clone)]
pub struct Tree {
    shared: Rc<Shared>,
    /// The index of its node.
    at: usize,
    mode: Mode,
}

/// How unions that are found in a tree choose.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
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
    /// Whether the alternative that fitted best could not be read.
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
    pub(super) fn new(value: Value) -> Self {
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
        }
    }

    /// What a deserializer is about to give: its part of a tree, or a tree that is made now.
    pub(super) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::ask(deserializer, TreeVisitor)
    }

    /// Lets a visitor see what a deserializer gives: with a part of a tree it is called for nothing, and finds the part with
    /// `handed`.
    pub(super) fn ask<'de, D: Deserializer<'de>, V: Visitor<'de>>(
        deserializer: D,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        deserializer.deserialize_newtype_struct(NAME, visitor)
    }

    /// The tree that was handed over, if one was.
    pub(super) fn handed() -> Option<Self> {
        HANDED.take()
    }

    pub(super) fn mode(&self) -> Mode {
        self.mode
    }

    pub(super) fn with(&self, mode: Mode) -> Self {
        Self {
            mode,
            ..self.clone()
        }
    }

    /// Remembers that the alternative that fits best cannot be read.
    pub(super) fn mislead(&self) {
        self.shared.misled.set(true);
    }

    /// Whether an alternative that fits best cannot be read, since this was asked last.
    pub(super) fn was_misled(&self) -> bool {
        self.shared.misled.take()
    }

    /// Sets how much may be read, in proportion to the size whatever the depth, while something is done.
    pub(super) fn limited<T>(&self, read: impl FnOnce() -> T) -> T {
        self.shared.budget.set(0);
        self.shared.tries.set(0);
        self.expect_tries(1);
        let read = read();
        self.shared.budget.set(usize::MAX);
        read
    }

    /// Raises the limit where a union has more alternatives to try than those before it.
    pub(super) fn expect_tries(&self, tries: usize) {
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
    pub(super) fn check_limit(&self) -> Result<(), Error> {
        if self.shared.budget.get() == 0 {
            return Err(Error::custom(
                "too many alternatives had to be tried, one inside the other",
            ));
        }
        Ok(())
    }

    /// The value, unless it is an array or object.
    pub(super) fn scalar(&self) -> Option<&Value> {
        match &self.node().content {
            Content::Scalar(value) => Some(value),
            Content::Array | Content::Object => None,
        }
    }

    pub(super) fn is_array(&self) -> bool {
        matches!(self.node().content, Content::Array)
    }

    pub(super) fn is_object(&self) -> bool {
        matches!(self.node().content, Content::Object)
    }

    /// The names of the members.
    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        self.children().map(|at| self.shared.nodes[at].key.as_str())
    }

    /// The member of a name.
    pub(super) fn member(&self, key: &str) -> Option<Self> {
        let at = self
            .children()
            .find(|at| self.shared.nodes[*at].key == key)?;
        Some(Self { at, ..self.clone() })
    }

    /// A copy of the value.
    pub(super) fn to_value(&self) -> Value {
        self.shared.copy(self.at)
    }

    fn node(&self) -> &Node {
        &self.shared.nodes[self.at]
    }

    /// The indices of the members or elements.
    fn children(&self) -> impl Iterator<Item = usize> {
        self.shared.children(self.at)
    }

    fn content(self) -> Children {
        Children {
            next: self.at + 1,
            tree: self,
            value: None,
        }
    }
}

impl Shared {
    /// The indices of the members or elements of a value.
    fn children(&self, at: usize) -> impl Iterator<Item = usize> {
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

/// Takes the tree that is handed over, or makes one.
struct TreeVisitor;

macro_rules! visit_scalars {
    ($($visit:ident: $scalar:ty,)*) => {
        $(fn $visit<E: serde::de::Error>(self, scalar: $scalar) -> Result<Tree, E> {
            Ok(Tree::new(scalar.into()))
        })*
    };
}

impl<'de> Visitor<'de> for TreeVisitor {
    type Value = Tree;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("any JSON value")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Tree, D::Error> {
        Value::deserialize(deserializer).map(Tree::new)
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Tree, A::Error> {
        Value::deserialize(MapAccessDeserializer::new(members)).map(Tree::new)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, elements: A) -> Result<Tree, A::Error> {
        Value::deserialize(SeqAccessDeserializer::new(elements)).map(Tree::new)
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<Tree, E> {
        Ok(Tree::handed().unwrap_or_else(|| Tree::new(Value::Null)))
    }

    visit_scalars! {
        visit_bool: bool,
        visit_i64: i64,
        visit_u64: u64,
        visit_f64: f64,
        visit_str: &str,
    }
}

/// A value is read by `serde_json`, but for what holds others.
macro_rules! scalars {
    ($($deserialize:ident)*) => {
        $(fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.scalar() {
                Some(value) => value.clone().$deserialize(visitor),
                None => self.deserialize_any(visitor),
            }
        })*
    };
}

/// Nothing is lent: what is read owns all that it has.
impl<'de> Deserializer<'de> for Tree {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match &self.node().content {
            Content::Scalar(value) => value.clone().deserialize_any(visitor),
            // Any value can be read as such: that needs no proof.
            _ if self.mode == Mode::Probe && type_name::<V::Value>() == type_name::<Value>() => {
                visitor.visit_unit()
            }
            Content::Array => visitor.visit_seq(self.content()),
            Content::Object => visitor.visit_map(self.content()),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.scalar() {
            Some(Value::Null) => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        if name == NAME {
            HANDED.set(Some(self));
            return visitor.visit_unit();
        }
        match self.scalar() {
            Some(value) => value.clone().deserialize_newtype_struct(name, visitor),
            None => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.to_value().deserialize_enum(name, variants, visitor)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    scalars! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128 deserialize_u8
        deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128 deserialize_f32 deserialize_f64
        deserialize_char deserialize_str deserialize_string deserialize_bytes deserialize_byte_buf deserialize_unit
        deserialize_seq deserialize_map deserialize_identifier
    }
}

/// The members or elements of a value, one after the other.
struct Children {
    tree: Tree,
    /// The index of the next one.
    next: usize,
    /// That of the member whose name was read last.
    value: Option<usize>,
}

impl Children {
    fn advance(&mut self) -> Option<usize> {
        let at = self.next;
        (at < self.tree.node().end).then(|| {
            self.next = self.tree.shared.nodes[at].end;
            at
        })
    }

    fn child(&self, at: usize) -> Result<Tree, Error> {
        let budget = &self.tree.shared.budget;
        budget.set(budget.get().saturating_sub(1));
        self.tree.check_limit()?;
        Ok(Tree {
            at,
            ..self.tree.clone()
        })
    }
}

impl<'de> SeqAccess<'de> for Children {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Error> {
        let Some(at) = self.advance() else {
            return Ok(None);
        };
        seed.deserialize(self.child(at)?).map(Some)
    }
}

impl<'de> MapAccess<'de> for Children {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Error> {
        self.value = self.advance();
        let Some(at) = self.value else {
            return Ok(None);
        };
        let key = self.tree.shared.nodes[at].key.as_str();
        seed.deserialize(StrDeserializer::<Error>::new(key))
            .map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let Some(at) = self.value.take() else {
            return Err(Error::custom("a value was read before its name"));
        };
        seed.deserialize(self.child(at)?)
    }
}
