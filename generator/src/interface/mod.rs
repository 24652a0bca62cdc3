//! The Rust interface that a program sees of an emitted crate: what it can name, and how that is declared.
//!
//! It is read from what is emitted, not from what was meant, so that a verdict about it is one about the code itself.
//! Bodies, comments and the names of arguments are no part of it: a program that uses the crate cannot tell them.

mod alias;
mod read;
mod tidy;

use std::collections::BTreeMap;

use alias::Aliases;

use crate::emit::EmittedFile;

/// What names an item: what it belongs to, and which member of that it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The path from the root of the crate, such as `types::Story` or `api::story::StoryApi`.
    pub owner: String,
    /// The member as a path goes on: `.state` is a field, `::new` a function or a variant, ` as Default` a trait; empty for
    /// the owner itself.
    pub member: String,
}

/// How an item is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its code, without bodies and comments.
    pub code: String,
    /// What has to stay the same for programs that use it.
    shape: Shape,
    /// The feature without which it is not there, if it is not there by default.
    pub feature: Option<String>,
}

/// What has to stay the same of an item for programs that use it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shape {
    /// The types of the arguments of a function; their names do not matter at a call.
    arguments: Vec<String>,
    /// What a function returns; of anything else, the code.
    code: String,
}

/// All items by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interface {
    items: BTreeMap<Key, Item>,
}

/// An item that is not the same in two interfaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its declaration before; `None` if it is new.
    pub before: Option<Item>,
    /// Its declaration now; `None` if it is gone.
    pub after: Option<Item>,
    /// Whether a program that uses the item may stop compiling. What is new breaks nothing, since all that is emitted can
    /// grow: structs and enums are `#[non_exhaustive]`.
    pub breaks: bool,
}

impl Interface {
    /// The interface of the crate that these files make.
    #[must_use]
    pub fn of(files: Vec<EmittedFile<'_>>) -> Self {
        let mut interface = Self::default();
        read::read(files, &mut interface);
        interface
    }

    /// The items that are not the same in both.
    #[must_use]
    pub fn differences(&self, new: &Self) -> BTreeMap<Key, Difference> {
        let (old_names, new_names) = (Aliases::of(self), Aliases::of(new));
        let mut differences = BTreeMap::new();
        for (key, before) in &self.items {
            let after = new.items.get(key);
            if after.is_some_and(|after| after.shape == before.shape && after.feature == before.feature) {
                continue;
            }
            let fits = after.is_some_and(|after| {
                let (old, now) = (old_names.resolved(&before.shape), new_names.resolved(&after.shape));
                (after.feature == before.feature || after.feature.is_none()) && new.takes(&old, &now)
            });
            let (before, after) = (Some(before.clone()), after.cloned());
            differences.insert(key.clone(), Difference { breaks: !fits, before, after });
        }
        for (key, item) in new.items.iter().filter(|(key, _)| !self.items.contains_key(key)) {
            let difference = Difference { before: None, after: Some(item.clone()), breaks: false };
            differences.insert(key.clone(), difference);
        }
        differences
    }

    /// Whether code for the old item compiles with the new one: it is the same, or takes what is converted to it by `into`.
    fn takes(&self, old: &Shape, new: &Shape) -> bool {
        old.code == new.code
            && old.arguments.len() == new.arguments.len()
            && old.arguments.iter().zip(&new.arguments).all(|(old, new)| old == new || self.converts(old, new))
    }

    /// Whether an argument of type `impl Into<..>` takes what an argument took before.
    fn converts(&self, old: &str, new: &str) -> bool {
        let Some(target) = new.strip_prefix("impl Into<").and_then(|rest| rest.strip_suffix('>')) else { return false };
        // Files of operations name the types of their own module without a path.
        let (member, ending) = (format!(" as From<{old}>"), format!("::{target}"));
        let implemented = |key: &Key| key.member == member && key.owner.ends_with(&ending);
        old == target || self.items.keys().any(implemented)
    }

    /// How many items there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    fn insert(&mut self, key: Key, item: Item) {
        self.items.insert(key, item);
    }
}

impl Key {
    /// The name as people write it: from the type on, which says enough.
    #[must_use]
    pub fn shown(&self) -> String {
        let owner = self.owner.rsplit("::").next().unwrap_or_default();
        let owner = match self.owner.find("Call<") {
            Some(at) => &self.owner[at..],
            None => owner,
        };
        format!("{owner}{}", self.member)
    }
}
