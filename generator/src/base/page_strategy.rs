//! The strategy for getting from one page of a response to the next.

use serde::Serialize;

/// A strategy for getting to the next page, with parameters `P` and paths of members `M`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum PageStrategy<P, M> {
    /// Increments the page number.
    Page {
        /// The parameter for the number.
        parameter: P,
        /// The number of the first page.
        first: i64,
        /// The condition for the last page.
        end: Termination<M>,
    },
    /// Passes the number of previous items.
    Offset {
        /// The parameter for the number.
        parameter: P,
        /// The condition for the last page.
        end: Termination<M>,
    },
    /// Passes a string or a number from the previous page.
    Cursor {
        /// The parameter that takes it.
        parameter: P,
        /// Its path in the previous page.
        next: Vec<M>,
        /// The condition for the last page, if that has a cursor as well.
        end: Option<Termination<M>>,
    },
    /// Passes a member of the last item of the previous page.
    Last {
        /// The parameter that takes it.
        parameter: P,
        /// The member of the item.
        member: M,
        /// The path to the flag for more pages.
        more: Vec<M>,
    },
    /// Follows an address in the previous page.
    Address {
        /// Its path in the previous page; empty for the header `Link`.
        next: Vec<M>,
        /// The parameters that may differ from page to page.
        parameters: Vec<P>,
    },
}

/// The conditions for the last page, in addition to an empty page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Termination<M> {
    /// The path to the total number of items.
    pub total: Option<Vec<M>>,
    /// The path to the flag that is true if there are more pages.
    pub more: Option<Vec<M>>,
    /// The path to the flag that is true if there are no more pages.
    pub done: Option<Vec<M>>,
}

impl<M> Default for Termination<M> {
    fn default() -> Self {
        Self { total: None, more: None, done: None }
    }
}

impl<P: Copy, M> PageStrategy<P, M> {
    /// Returns the parameter that takes the value from the previous page.
    #[must_use]
    pub fn cursor(&self) -> Option<P> {
        match self {
            Self::Cursor { parameter, .. } | Self::Last { parameter, .. } => Some(*parameter),
            Self::Page { .. } | Self::Offset { .. } | Self::Address { .. } => None,
        }
    }

    /// Returns the parameter that differs from page to page; an address may contain several.
    #[must_use]
    pub fn parameter(&self) -> Option<P> {
        match self {
            Self::Page { parameter, .. } | Self::Offset { parameter, .. } => Some(*parameter),
            Self::Cursor { .. } | Self::Last { .. } | Self::Address { .. } => self.cursor(),
        }
    }

    /// Returns `true` if pages are counted, so that only the server knows where they end.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        matches!(self, Self::Page { .. } | Self::Offset { .. })
    }

    /// Converts the parameters and the members, or returns `None` if a member cannot be converted.
    pub(crate) fn convert<Q, N>(
        &self,
        to_parameter: impl Fn(P) -> Q,
        to_member: impl Fn(&M) -> Option<N>,
    ) -> Option<PageStrategy<Q, N>> {
        let path = |path: &Vec<M>| path.iter().map(&to_member).collect::<Option<Vec<N>>>();
        let end = |end: &Termination<M>| {
            let [total, more, done] = [&end.total, &end.more, &end.done].map(|member| convert_present(member, path));
            Some(Termination { total: total?, more: more?, done: done? })
        };
        Some(match self {
            Self::Page { parameter, first, end: last } => {
                PageStrategy::Page { parameter: to_parameter(*parameter), first: *first, end: end(last)? }
            }
            Self::Offset { parameter, end: last } => {
                PageStrategy::Offset { parameter: to_parameter(*parameter), end: end(last)? }
            }
            Self::Cursor { parameter, next, end: last } => PageStrategy::Cursor {
                parameter: to_parameter(*parameter),
                next: path(next)?,
                end: convert_present(last, end)?,
            },
            Self::Last { parameter, member, more } => PageStrategy::Last {
                parameter: to_parameter(*parameter),
                member: to_member(member)?,
                more: path(more)?,
            },
            Self::Address { next, parameters } => PageStrategy::Address {
                next: path(next)?,
                parameters: parameters.iter().copied().map(to_parameter).collect(),
            },
        })
    }
}

/// Converts a value that may be absent, or returns `None` if it is present and cannot be converted.
fn convert_present<T, U>(value: &Option<T>, convert: impl Fn(&T) -> Option<U>) -> Option<Option<U>> {
    value.as_ref().map_or(Some(None), |value| convert(value).map(Some))
}
