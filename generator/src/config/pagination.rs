//! `[pagination."GET /path"]`: the pagination of an operation, if the description does not declare it.

use serde::Deserialize;

use super::place::{At, Checked, Placed, Refusal};

/// The strategy for getting to the next page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(crate) enum PagingStyle {
    /// By page number.
    Page,
    /// By the number of previous items.
    Offset,
    /// By a value from the previous page.
    Cursor,
    /// By an address: in the header `Link`, or in the previous page.
    Link,
    /// The response is not paged.
    None,
}

/// The configured pagination of an operation. Parameters and members are given by their names on the wire.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, expecting = "a table such as `{ style = \"page\", page = \"page\" }`")]
pub(crate) struct Paging {
    /// The strategy for getting to the next page.
    pub(crate) style: Placed<PagingStyle>,
    /// The parameter for the page number.
    page: Option<Placed<String>>,
    /// The parameter for the number of previous items.
    offset: Option<Placed<String>>,
    /// The parameter for the value from the previous page.
    cursor: Option<Placed<String>>,
    /// The parameter for the page size.
    pub(crate) size: Option<Placed<String>>,
    /// The parameter that requests pages.
    pub(crate) flag: Option<Placed<String>>,
    /// The path to the items in the response, such as `data.stories`; if absent: the response itself, or its only list.
    items: Option<Placed<String>>,
    /// The path to the total number of items.
    pub(crate) total: Option<Placed<String>>,
    /// The path to the flag that is true if there are more pages.
    pub(crate) more: Option<Placed<String>>,
    /// The path to the flag that is true if there are no more pages.
    pub(crate) done: Option<Placed<String>>,
    /// The path to the next cursor or to the address of the next page.
    pub(crate) next: Option<Placed<String>>,
    /// The number of the first page; 1 by default.
    first: Option<Placed<u32>>,
}

impl PagingStyle {
    fn as_str(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Offset => "offset",
            Self::Cursor => "cursor",
            Self::Link => "link",
            Self::None => "none",
        }
    }

    /// Returns the required keys.
    fn needs(self) -> &'static [&'static str] {
        match self {
            Self::Page => &["page"],
            Self::Offset => &["offset"],
            Self::Cursor => &["cursor", "next"],
            Self::Link | Self::None => &[],
        }
    }

    /// Returns the optional keys.
    fn takes(self) -> &'static [&'static str] {
        match self {
            Self::Page => &["size", "flag", "items", "total", "more", "done", "first"],
            Self::Offset => &["size", "flag", "items", "total", "more", "done"],
            Self::Cursor => &["size", "flag", "items", "more", "done"],
            Self::Link => &["size", "flag", "items", "next"],
            Self::None => &[],
        }
    }
}

impl Paging {
    /// Returns the parameter that selects the page.
    pub(crate) fn parameter(&self) -> Option<&Placed<String>> {
        self.page.as_ref().or(self.offset.as_ref()).or(self.cursor.as_ref())
    }

    /// Returns the path to the items, unless they are the response itself.
    pub(crate) fn items(&self) -> Option<&Placed<String>> {
        self.items.as_ref().filter(|items| !items.is_empty())
    }

    /// Returns the number of the first page.
    pub(crate) fn first(&self) -> i64 {
        self.first.as_ref().map_or(1, |first| i64::from(**first))
    }

    /// Returns the keys that are present, and their places.
    fn present_keys(&self) -> Vec<(&'static str, At)> {
        let texts = [
            ("page", &self.page),
            ("offset", &self.offset),
            ("cursor", &self.cursor),
            ("size", &self.size),
            ("flag", &self.flag),
            ("items", &self.items),
            ("total", &self.total),
            ("more", &self.more),
            ("done", &self.done),
            ("next", &self.next),
        ];
        let texts = texts.into_iter().filter_map(|(key, value)| Some((key, value.as_ref()?.at)));
        texts.chain(self.first.as_ref().map(|first| ("first", first.at))).collect()
    }

    /// Checks that the keys fit the style.
    pub(super) fn check(&self) -> Checked {
        let style = *self.style;
        let given = self.present_keys();
        if let Some(missing) = style.needs().iter().find(|key| !given.iter().any(|(given, _)| given == *key)) {
            let message = format!("the style `{}` needs `{missing}`", style.as_str());
            let help = format!("add `{missing} = \"..\"`, or choose another style");
            return Err((self.style.at, Refusal::new(message, help)));
        }
        let known = |key: &str| style.needs().contains(&key) || style.takes().contains(&key);
        match given.into_iter().find(|(key, _)| !known(key)) {
            Some((key, at)) => {
                let message = format!("`{key}` has no effect with the style `{}`", style.as_str());
                Err((at, Refusal::new(message, "remove it or choose another style")))
            }
            None => Ok(()),
        }
    }
}
