//! Values of one of several types, distinguished by what they look like.

use std::any::type_name;

use serde::de::{Deserializer, Error as _};
use serde_json::{Error, Value};

use super::shape::{Shape, sorted_keys};
use super::tree::{Mode, Tree};

/// Makes a type a union whose alternatives are distinguished by what they look like: single values first, then for each
/// alternative its variant and its shape.
macro_rules! untagged_union {
    ($(#[$reading:meta])? $name:ident {
        $(= $value:literal => $constant:ident,)*
        $($variant:ident: $shape:ident $(($($about:tt)+))?),*
        $(,)?
    }) => {
        $(#[$reading])?
        impl<'de> serde::de::Deserialize<'de> for types::$name {
            fn deserialize<D: serde::de::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                super::super::runtime::read_untagged(deserializer, &super::super::runtime::Untagged {
                    constant: |value| {
                        $(if *value == $value {
                            return Some(Self::$constant);
                        })*
                        let _ = value;
                        None
                    },
                    alternatives: &[$((
                        untagged_union!(@ $shape $(($($about)+))?),
                        |tree| serde::de::Deserialize::deserialize(tree).map(Self::$variant),
                    )),*],
                    unlisted: Self::Unlisted,
                })
            }
        }

        impl serde::ser::Serialize for types::$name {
            fn serialize<S: serde::ser::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$constant => $value.serialize(serializer),)*
                    $(Self::$variant(value) => value.serialize(serializer),)*
                    Self::Unlisted(value) => value.serialize(serializer),
                }
            }
        }
    };
    (@ List($($element:tt)+)) => {
        super::super::runtime::Shape::List(&untagged_union!(@ $($element)+))
    };
    (@ Union($($shape:ident $(($($about:tt)+))?),+)) => {
        super::super::runtime::Shape::Union(&[$(untagged_union!(@ $shape $(($($about)+))?)),+])
    };
    (@ Marked($required:expr, $known:expr, $($mark:ident($($about:expr),+)),+)) => {
        super::super::runtime::Shape::Marked(
            $required,
            $known,
            &[$(super::super::runtime::Mark::$mark($($about),+)),+],
        )
    };
    (@ $shape:ident $(($($about:expr),+))?) => {
        super::super::runtime::Shape::$shape $(($($about),+))?
    };
}
pub(crate) use untagged_union;

type Read<T> = fn(Tree) -> Result<T, Error>;

/// What is to be known of a union to read it.
#[doc(hidden)]
pub struct Untagged<T: 'static> {
    /// The alternative that is this single value.
    pub constant: fn(&Value) -> Option<T>,
    /// The other alternatives: what they look like, and how they are read.
    pub alternatives: &'static [(Shape, Read<T>)],
    /// What is none of them.
    pub unlisted: fn(Value) -> T,
}

/// Reads the alternative that fits best and can be read.
///
/// The cost grows with the size of the value and not with its depth. No alternative is read twice: what fits best is read
/// first; where that fails, the outermost union begins again, and from then on it is found out whether an alternative can
/// be read before it is. Unions within it are passed over when that is found out, since any value is one.
#[doc(hidden)]
pub fn read_untagged<'de, T, D: Deserializer<'de>>(
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

impl<T> Untagged<T> {
    fn outermost(&self, tree: &Tree) -> Result<T, Error> {
        let guess = self.read(&tree.with(Mode::Guess));
        if tree.was_misled() {
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
            let mut fitting = self.fitting(tree).into_iter();
            let read =
                (self.constant)(value).or_else(|| fitting.find_map(|read| read(tree.clone()).ok()));
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

    /// The first alternative that can be read.
    fn verified(&self, tree: &Tree) -> Result<Option<Read<T>>, Error> {
        let fitting = self.fitting(tree);
        tree.expect_tries(fitting.len());
        for read in fitting {
            if read(tree.with(Mode::Probe)).is_ok() {
                return Ok(Some(read));
            }
            tree.check_limit()?;
        }
        Ok(None)
    }

    /// The alternatives that a value looks like, the best first.
    fn fitting(&self, tree: &Tree) -> Vec<Read<T>> {
        let keys = sorted_keys(tree);
        let mut fitting: Vec<_> = self
            .alternatives
            .iter()
            .filter_map(|(shape, read)| Some((shape.fit(tree, &keys)?, *read)))
            .collect();
        // Among those that fit equally well, the order of the description decides.
        fitting.sort_by_key(|(fit, _)| std::cmp::Reverse(*fit));
        fitting.into_iter().map(|(_, read)| read).collect()
    }
}
