//! The key of a public item.

/// The key of an item: its owner, and the member of the owner.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The path from the root of the crate, such as `types::Story` or `api::story::StoryApi`.
    pub owner: String,
    /// The rest of the path: `.state` is a field, `::new` a function or a variant, ` as Default` a trait; empty for the
    /// owner itself.
    pub member: String,
}

impl Key {
    pub(in crate::changes) fn new(owner: &str, member: &str) -> Self {
        Self { owner: owner.to_owned(), member: member.to_owned() }
    }

    /// Returns the path from the root of the crate.
    #[must_use]
    pub fn path(&self) -> String {
        format!("{}{}", self.owner, self.member)
    }

    /// Returns the name without modules, which is unambiguous.
    #[must_use]
    pub fn short_name(&self) -> String {
        let owner = self.owner.rsplit("::").next().unwrap_or_default();
        let owner = match self.owner.find("Call<") {
            Some(at) => &self.owner[at..],
            None => owner,
        };
        format!("{owner}{}", self.member)
    }
}
