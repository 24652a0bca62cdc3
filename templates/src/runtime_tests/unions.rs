//! Reading unions costs the same for each value at any depth.

use std::cell::Cell;
use std::collections::BTreeMap;

use serde::de::{Deserialize, DeserializeOwned, Deserializer};
use serde::ser::{Serialize, Serializer};
use serde_json::Value;

use super::unions as types;
use crate::object;
use crate::tagged_union;
use crate::untagged_union;

thread_local! {
    static READS: Cell<usize> = const { Cell::new(0) };
}

/// A number that counts how often one is read.
#[derive(Debug, PartialEq)]
struct Size(i64);

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        READS.set(READS.get() + 1);
        i64::deserialize(deserializer).map(Self)
    }
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// An object with the members `left` and `size`, and a third one that distinguishes it.
macro_rules! object_of {
    ($name:ident, $left:ty, $own:ident, $wire:literal) => {
        #[derive(Debug, PartialEq)]
        struct $name {
            left: Option<Box<$left>>,
            size: Option<Size>,
            $own: Option<Value>,
        }

        object!($name {
            left: optional,
            size: optional,
            $wire => $own: anything,
        });
    };
}

object_of!(Add, Expression, why, "why");
object_of!(Mul, Expression, how, "how");

/// An untagged union whose alternatives have the same shape.
#[derive(Debug, PartialEq)]
enum Expression {
    Add(Add),
    Mul(Mul),
    Unlisted(Value),
}

untagged_union!(Expression {
    Add: Object(&[], &["left", "size", "why"], &[]),
    Mul: Object(&[], &["left", "size", "how"], &[]),
});

object_of!(Leaf, Tagged, kind, "kind");
object_of!(Branch, Tagged, kind, "kind");

/// A tagged union.
#[derive(Debug, PartialEq)]
enum Tagged {
    Leaf(Leaf),
    Branch(Branch),
    Unlisted(Value),
}

tagged_union!(Tagged by "kind" {
    "leaf" => Leaf: OwnTag,
    "branch" => Branch: OwnTag,
});

object_of!(Holder, Mixed, kind, "kind");
object_of!(Other, Mixed, kind, "kind");

/// A tagged union inside an untagged one.
#[derive(Debug, PartialEq)]
enum Inner {
    Holder(Holder),
    Other(Other),
    Unlisted(Value),
}

tagged_union!(Inner by "kind" {
    "leaf" => Holder: OwnTag,
    "branch" => Other: OwnTag,
});

/// Nested unions, arrays and maps.
#[derive(Debug, PartialEq)]
enum Mixed {
    List(Vec<Mixed>),
    Map(BTreeMap<String, Mixed>),
    Inner(Inner),
    Numbers(Vec<Size>),
    Size(Size),
    Unlisted(Value),
}

untagged_union!(Mixed {
    List: List(Any),
    Map: Object(&["map"], &["map"], &[]),
    Inner: Any,
    Numbers: List(Integer),
    Size: Integer,
});

object_of!(Plain, Plain, note, "note");
object_of!(Deep, Plain, note, "note");
object_of!(Shallow, Beside, other, "other");
object_of!(Anything, Value, note, "note");

/// One alternative recurs outside the union, and one accepts anything.
#[derive(Debug, PartialEq)]
enum Beside {
    Deep(Deep),
    Anything(Anything),
    Shallow(Shallow),
    Unlisted(Value),
}

untagged_union!(Beside {
    Deep: Object(&["note"], &["left", "size", "note"], &[]),
    Anything: Object(&["note"], &["left", "size", "note"], &[]),
    Shallow: Object(&[], &["left", "size", "other"], &[]),
});

/// Returns how often a size is read in a value of this depth.
fn reads<T: DeserializeOwned + Serialize>(level: &str, depth: usize) -> usize {
    let (before, after) = level.split_once('@').unwrap();
    let text = format!("{}{}{}", before.repeat(depth), 7, after.repeat(depth));
    READS.set(0);
    let value: T = serde_json::from_str(&text).unwrap();
    let reads = READS.get();
    let written = serde_json::to_value(value).unwrap();
    let whole: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(written, whole, "nothing is lost");
    reads
}

/// Asserts that the number of reads of each size does not depend on the depth.
fn assert_linear<T: DeserializeOwned + Serialize>(levels: &[&str]) {
    for level in levels {
        let nested = level.matches(['{', '[']).count();
        let most = 120 / nested;
        let (half, whole) = (reads::<T>(level, most / 2), reads::<T>(level, most));
        assert!(whole <= 6 * most, "{level}: {whole} reads at {most}");
        assert!(whole <= 2 * half + 12, "{level}: {half}, then {whole}");
    }
}

#[test]
fn untagged_unions_are_read_once() {
    assert_linear::<Expression>(&[
        r#"{"left":@}"#,
        r#"{"left":@,"size":1}"#,
        r#"{"size":1,"left":@}"#,
        r#"{"left":@,"size":1,"how":2}"#,
        // No alternative can be read, which is known only at the end.
        r#"{"left":@,"size":"x"}"#,
        r#"{"left":@,"size":"x","why":1,"how":1}"#,
        r#"{"left":{"left":@,"size":"x"},"size":1}"#,
    ]);
}

#[test]
fn tagged_unions_are_read_once() {
    assert_linear::<Tagged>(&[
        r#"{"kind":"leaf","left":@,"size":1}"#,
        r#"{"left":@,"size":1,"kind":"branch"}"#,
        r#"{"left":@,"kind":"branch","size":1}"#,
        r#"{"left":{"left":@,"size":1,"kind":"branch"},"size":1}"#,
        r#"{"kind":"other","left":@}"#,
    ]);
}

#[test]
fn nested_unions_are_read_once() {
    assert_linear::<Mixed>(&[
        "[@]",
        "[@,\"x\"]",
        r#"{"map":@}"#,
        r#"{"map":@,"other":null}"#,
        r#"{"kind":"leaf","left":[@],"size":1}"#,
        r#"{"left":@,"size":1,"kind":"branch"}"#,
        r#"[{"left":@,"size":"x","kind":"branch"}]"#,
        r#"{"map":[{"left":@,"size":"x","kind":"branch"}]}"#,
    ]);
    assert_linear::<Option<Mixed>>(&["[[@],null]"]);
}

#[test]
fn alternatives_that_accept_anything_are_skipped() {
    assert_linear::<Beside>(&[r#"{"left":@,"size":"x","note":1}"#]);
}

#[test]
fn alternatives_that_recur_outside_the_union_are_read_within_a_limit() {
    let level = r#"{"left":@,"size":1,"note":1}"#;
    let (before, after) = level.split_once('@').unwrap();
    let read = |depth: usize, sizes: usize| {
        let list = format!("[{}]", vec!["{\"left\":[]}"; sizes].join(","));
        let text = format!("{}{list}{}", before.repeat(depth), after.repeat(depth));
        READS.set(0);
        serde_json::from_str::<Beside>(&text).map(|_| READS.get())
    };
    assert!(read(100, 1).unwrap() < 100 * 101 * 2);
    assert!(read(100, 100_000).is_ok());
}

/// Each is an alternative of the other.
#[derive(Debug, PartialEq)]
enum One {
    Two(Box<Two>),
    Text(String),
    Unlisted(Value),
}

#[derive(Debug, PartialEq)]
enum Two {
    One(Box<One>),
    Size(Size),
    Unlisted(Value),
}

untagged_union!(One {
    Two: Any,
    Text: Text,
});
untagged_union!(Two {
    One: Any,
    Size: Integer,
});

/// The same with a tag.
#[derive(Debug, PartialEq)]
enum First {
    Second(Box<Second>),
    Leaf(Leaf),
    Unlisted(Value),
}

#[derive(Debug, PartialEq)]
enum Second {
    First(Box<First>),
    Branch(Branch),
    Unlisted(Value),
}

tagged_union!(First by "kind" { "same" | "branch" => Second: OwnTag, "leaf" => Leaf: OwnTag, });
tagged_union!(Second by "kind" { "same" => First: OwnTag, "branch" => Branch: OwnTag, });

#[test]
fn unions_that_are_alternatives_of_each_other_end() {
    let read = |text: &str| serde_json::from_str::<One>(text).unwrap();
    let two = |two| One::Two(Box::new(two));
    assert_eq!(read("7"), two(Two::Size(Size(7))));
    assert_eq!(read("\"x\""), One::Text("x".to_owned()));
    for text in ["true", "{\"a\":[1]}", "[[]]"] {
        let value = serde_json::from_str(text).unwrap();
        assert_eq!(read(text), two(Two::Unlisted(value)));
    }
    let branch = serde_json::from_str::<First>(r#"{"size":1,"kind":"branch"}"#).unwrap();
    assert!(matches!(branch, First::Second(second) if matches!(*second, Second::Branch(_))));
    let error = serde_json::from_str::<First>(r#"{"kind":"same"}"#).unwrap_err();
    assert!(
        error.to_string().contains("alternative of itself"),
        "{error}"
    );
}

#[test]
fn a_failed_guess_falls_back_to_the_next_match() {
    let text = r#"{"left":{"left":{"size":1},"size":"x"},"size":2}"#;
    let read: Expression = serde_json::from_str(text).unwrap();
    let Expression::Add(Add {
        left: Some(left),
        size: Some(Size(2)),
        ..
    }) = read
    else {
        panic!("{read:?}");
    };
    let inner = serde_json::json!({ "left": { "size": 1 }, "size": "x" });
    assert_eq!(*left, Expression::Unlisted(inner));
    let numbers: Mixed = serde_json::from_value(serde_json::json!([[1, 2], [true]])).unwrap();
    assert!(matches!(numbers, Mixed::List(lists) if lists.len() == 2));
}

/// An object with a constant, in an alternative that has no other sign.
macro_rules! charted {
    ($name:ident, $chart:ident, $kind:literal) => {
        #[derive(Debug, PartialEq)]
        struct $chart {
            size: i64,
        }

        impl $chart {
            const KIND: &str = $kind;
        }

        object!($chart { "kind" = KIND, size });

        #[derive(Debug, PartialEq)]
        struct $name {
            chart: $chart,
        }

        object!($name { chart });
    };
}

charted!(Series, SeriesChart, "series");
charted!(Toplist, ToplistChart, "toplist");

#[derive(Debug, PartialEq)]
enum Charted {
    Series(Series),
    Toplist(Toplist),
    Unlisted(Value),
}

untagged_union!(Charted {
    Series: Object(&["chart"], &["chart"], &[]),
    Toplist: Object(&["chart"], &["chart"], &[]),
});

#[test]
fn a_constant_with_another_value_selects_another_alternative() {
    let read = |json: &str| serde_json::from_str::<Charted>(json).unwrap();
    let series = || {
        Charted::Series(Series {
            chart: SeriesChart { size: 1 },
        })
    };
    let toplist = Charted::Toplist(Toplist {
        chart: ToplistChart { size: 1 },
    });
    assert_eq!(read(r#"{"chart":{"kind":"series","size":1}}"#), series());
    assert_eq!(read(r#"{"chart":{"kind":"toplist","size":1}}"#), toplist);
    // A value of none of them is read as the first, and so is one without a union.
    assert_eq!(read(r#"{"chart":{"kind":"new","size":1}}"#), series());
    assert_eq!(
        serde_json::from_str::<SeriesChart>(r#"{"kind":"toplist","size":1}"#).unwrap(),
        SeriesChart { size: 1 }
    );
}
