//! Untagged unions: the structural shape of a value selects the alternative.

use std::any::type_name;
use std::borrow::Cow;

use serde::de::{Deserializer, Error as _};
use serde::ser::Serialize;
use serde_json::{Error, Value};

use crate::wire::instant::{instant, is_after_jiff};
use crate::wire::json::exact_value;
use crate::wire::shape::{Shape, sorted_keys};
use crate::wire::sightings;
use crate::wire::trail;
use crate::wire::tree::{Mode, Tree};

/// Implements an untagged union: first the constant values, then for each alternative its variant and its shape.
#[doc(hidden)]
#[macro_export]
macro_rules! untagged_union {
    ($(#[$reading:meta])? $name:ident {
        $(= $value:literal => $constant:ident,)*
        $($variant:ident: $shape:ident $(($($about:tt)+))?),*
        $(,)?
    }) => {
        $(#[$reading])?
        impl<'de> $crate::serde::de::Deserialize<'de> for types::$name {
            fn deserialize<D: $crate::serde::de::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::generated::read_untagged(deserializer, &$crate::generated::Untagged {
                    constant: |value| {
                        $(if *value == $value {
                            return Some(Self::$constant);
                        })*
                        let _ = value;
                        None
                    },
                    alternatives: &[$((
                        untagged_union!(@ $shape $(($($about)+))?),
                        |tree| $crate::serde::de::Deserialize::deserialize($crate::generated::LenientDeserializer::new(tree)).map(Self::$variant),
                    )),*],
                    unlisted: Self::Unlisted,
                })
            }
        }

        impl $crate::serde::ser::Serialize for types::$name {
            fn serialize<S: $crate::serde::ser::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$constant => $value.serialize(serializer),)*
                    $(Self::$variant(value) => value.serialize(serializer),)*
                    Self::Unlisted(value) => value.serialize(serializer),
                }
            }
        }
    };
    (@ List($shape:ident $(($($about:tt)+))? $(,)?)) => {
        $crate::generated::Shape::List(&untagged_union!(@ $shape $(($($about)+))?))
    };
    (@ Union($($shape:ident $(($($about:tt)+))?),+ $(,)?)) => {
        $crate::generated::Shape::Union(&[$(untagged_union!(@ $shape $(($($about)+))?)),+])
    };
    (@ Object($name:ident $(,)?)) => {
        untagged_union!(@ Object($name, &[]))
    };
    (@ Object($name:ident, $values:expr $(,)?)) => {
        $crate::generated::Shape::Struct(&<types::$name as $crate::generated::Object>::SCHEMA, $values)
    };
    (@ $shape:ident $(($($about:expr),+ $(,)?))?) => {
        $crate::generated::Shape::$shape $(($($about),+))?
    };
}

/// Returns what belongs to the alternatives whose shape a value matches, the best first.
pub fn fitting<T: Copy>(value: &Value, alternatives: &[(Shape, T)]) -> Vec<T> {
    let tree = Tree::new(value.clone());
    best_first(&tree, alternatives)
}

/// Returns what belongs to the alternatives whose shape a value matches, the best first.
fn best_first<T: Copy>(tree: &Tree, alternatives: &[(Shape, T)]) -> Vec<T> {
    let keys = sorted_keys(tree);
    let mut fitting: Vec<_> = alternatives
        .iter()
        .filter_map(|(shape, of)| Some((shape.fit(tree, &keys)?, *of)))
        .collect();
    // Ties are resolved by the order of the API description.
    fitting.sort_by_key(|(fit, _)| std::cmp::Reverse(*fit));
    fitting.into_iter().map(|(_, of)| of).collect()
}

/// A state of what readers note, to return to when another alternative is read.
struct Mark {
    steps: usize,
    sightings: usize,
}

impl Mark {
    fn new() -> Self {
        Self {
            steps: trail::len(),
            sightings: sightings::len(),
        }
    }

    fn forget(&self) {
        trail::forget(self.steps);
        sightings::forget(self.sightings);
    }
}

type Read<T> = fn(Tree) -> Result<T, Error>;

/// The information that is needed to read a union.
pub struct Untagged<T: 'static> {
    /// Returns the alternative that is this constant value.
    pub constant: fn(&Value) -> Option<T>,
    /// The other alternatives: their shapes and readers.
    pub alternatives: &'static [(Shape, Read<T>)],
    /// Returns the alternative for an unknown value.
    pub unlisted: fn(Value) -> T,
}

/// Returns `true` if an alternative writes a scalar as it was read: an `f64` has not all digits of an integer, and a time
/// without an offset gets one.
fn holds<T: Serialize>(read: &T, value: &Value) -> bool {
    if let Some(text) = value.as_str() {
        let is_kept = || exact_value(read).is_ok_and(|written| written == *value);
        let is_changed = !matches!(instant(text), Cow::Borrowed(_)) || is_after_jiff(text);
        return !is_changed || is_kept();
    }
    let written = exact_value(read).unwrap_or_default();
    let is_rounded = value.is_f64() || written.is_f64();
    written == *value || (is_rounded && value.as_f64() == written.as_f64() && is_small(value))
}

/// Returns `true` for numbers of which an `f64` holds each digit.
fn is_small(number: &Value) -> bool {
    number.is_f64()
        || number
            .as_f64()
            .is_some_and(|number| number.abs() <= 9_007_199_254_740_992.0)
}

/// Reads the alternative that matches best and can be read.
///
/// The cost depends on the size of the value and not on its depth, and no alternative is read twice. The best match is
/// read first. If this fails, or a constant has another value, the outermost union starts again, and from then on each alternative is checked before it
/// is read. The check skips nested untagged unions, because they accept any value.
pub fn read_untagged<'de, T: Serialize, D: Deserializer<'de>>(
    deserializer: D,
    union: &Untagged<T>,
) -> Result<T, D::Error> {
    let tree = Tree::read(deserializer)?;
    let tree = tree.enter(type_name::<T>()).map_err(D::Error::custom)?;
    let read = match tree.mode() {
        Mode::Outside => union.outermost(&tree),
        _ => union.read(&tree),
    };
    read.map_err(D::Error::custom)
}

impl<T: Serialize> Untagged<T> {
    fn outermost(&self, tree: &Tree) -> Result<T, Error> {
        // An object around it may have had a constant with another value.
        tree.was_misled();
        let mark = Mark::new();
        let guess = self.read(&tree.with(Mode::Guess));
        if tree.was_misled() {
            mark.forget();
            tree.limited(|| self.read(&tree.with(Mode::Verify)))
        } else {
            guess
        }
    }

    fn read(&self, tree: &Tree) -> Result<T, Error> {
        if tree.mode() == Mode::Probe {
            return Ok((self.unlisted)(Value::Null));
        }
        if let Some(value) = tree.scalar() {
            let (fitting, mark) = (self.fitting(tree), Mark::new());
            let all = || fitting.iter().filter_map(|read| read(tree.clone()).ok());
            let exact = || all().find(|read| holds(read, value));
            let read = (self.constant)(value).or_else(exact);
            // No alternative keeps a time without an offset as it is, so it is read as outside a union.
            let read = read.or_else(|| all().next().filter(|_| value.is_string()));
            mark.forget();
            return Ok(read.unwrap_or_else(|| (self.unlisted)(value.clone())));
        }
        let choice = match tree.mode() {
            Mode::Verify => self.verified(tree)?,
            _ => self.fitting(tree).first().copied(),
        };
        let read = choice.map_or_else(
            || Ok((self.unlisted)(tree.to_value())),
            |read| read(tree.clone()),
        );
        if read.is_err() && tree.mode() == Mode::Guess {
            tree.mislead();
        }
        read
    }

    /// Returns the first alternative that can be read, if possible without a constant that has another value.
    fn verified(&self, tree: &Tree) -> Result<Option<Read<T>>, Error> {
        let fitting = self.fitting(tree);
        tree.expect_tries(fitting.len());
        let mut contradicted = None;
        let mark = Mark::new();
        for read in fitting {
            tree.was_misled();
            mark.forget();
            if read(tree.with(Mode::Probe)).is_ok() {
                if !tree.was_misled() {
                    return Ok(Some(read));
                }
                contradicted.get_or_insert(read);
            }
            tree.check_limit()?;
        }
        mark.forget();
        Ok(contradicted)
    }

    /// Returns the alternatives whose shape a value matches, the best first.
    fn fitting(&self, tree: &Tree) -> Vec<Read<T>> {
        best_first(tree, self.alternatives)
    }
}
