//! Unions, with a tag or untagged, including recursive ones.

use serde_json::Value;

use super::unions as types;
use super::values::check_as;
use crate::adjacent_union;
use crate::budget::Budget;
use crate::external_union;
use crate::object;
use crate::tagged_union;
use crate::untagged_union;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Leaf {
    kind: Option<String>,
    size: i64,
}

object!(Leaf { kind: optional, size });

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Branch {
    left: Option<Box<Node>>,
    right: Option<Box<Node>>,
    shapes: Option<Vec<Shaped>>,
}

object!(Branch { left: optional, right: optional, shapes: optional });

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    Leaf(Leaf),
    Branch(Box<Branch>),
    Unlisted(Value),
}

tagged_union!(Node by "kind" {
    "leaf" => Leaf: OwnTag,
    "branch" | "2" => Branch: InsertedTag,
});

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shaped {
    All,
    Leaf(Leaf),
    Branch(Box<Branch>),
    Number(i64),
    Ratio(f64),
    Text(String),
    Nested(Vec<Shaped>),
    Unlisted(Value),
}

untagged_union!(Shaped {
    = "all" => All,
    Leaf: Object(&["size"], &["kind", "size"], &[]),
    Branch: Object(&[], &["left", "right", "shapes"], &[]),
    Number: Integer,
    Ratio: Number,
    Text: Text,
    Nested: List(Any),
});

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Action {
    Stop,
    Say(String),
    Beside(Box<Config>),
    Unlisted(Value),
}

external_union!(Action {
    = "stop" => Stop,
    "say" => Say,
    "beside" => Beside,
});

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Config {
    None,
    Action(Action),
    Shapes(Vec<Shaped>),
    Unlisted(Value),
}

adjacent_union!(Config by "type" content "value" {
    = "none" => None,
    "action" => Action,
    "shapes" => Shapes,
});

/// Checks that no data of a union is lost, and that the cost is linear in the length at any depth.
pub(crate) fn check(bytes: &[u8]) {
    let budget = Budget::for_decoding(bytes.len());
    check_as::<Node>(bytes);
    check_as::<Shaped>(bytes);
    check_as::<Vec<Option<Shaped>>>(bytes);
    check_as::<Config>(bytes);
    budget.check();
}
