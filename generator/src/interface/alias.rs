//! Names that stand for another type: code that uses them cannot tell.

use std::collections::HashMap;

use super::{Interface, Shape};

/// The type behind each alias.
pub(super) struct Aliases<'i>(HashMap<&'i str, &'i str>);

impl<'i> Aliases<'i> {
    pub(super) fn of(interface: &'i Interface) -> Self {
        let aliases = interface.items.iter().filter_map(|(key, item)| {
            let name = key.owner.strip_prefix("types::").filter(|_| key.member.is_empty())?;
            let (_, target) = item.code.strip_prefix("pub type ")?.split_once(" = ")?;
            Some((name, target))
        });
        Self(aliases.collect())
    }

    /// The shape without aliases, and with the names of types alone, which say enough: they are unique.
    pub(super) fn resolved(&self, shape: &Shape) -> Shape {
        Shape {
            arguments: shape.arguments.iter().map(|argument| self.expanded(argument, 0)).collect(),
            code: self.expanded(&shape.code, 0),
        }
    }

    fn expanded(&self, code: &str, depth: usize) -> String {
        /// Aliases lead to each other a few times at most; a circle would not compile.
        const DEEP: usize = 16;
        let bare = code.replace("types::", "");
        let mut text = String::with_capacity(bare.len());
        let mut rest = bare.as_str();
        while let Some(start) = rest.find(|c: char| c.is_alphanumeric() || c == '_') {
            let (before, word) = rest.split_at(start);
            let end = word.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(word.len());
            let (word, after) = word.split_at(end);
            text.push_str(before);
            match self.0.get(word).filter(|_| depth < DEEP) {
                Some(target) => text.push_str(&self.expanded(target, depth + 1)),
                None => text.push_str(word),
            }
            rest = after;
        }
        text.push_str(rest);
        text
    }
}
