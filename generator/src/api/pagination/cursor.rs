//! Cursors: the member of a page that identifies the next one, and the parameter that takes it.

use super::recognized::{COUNT_PARAMETERS, PageRecognizer, mentions};
use super::view::{OperationView, is_plain_string};
use crate::api::model::{Field, FieldPath, PageStrategy, Pagination, Parameter, Termination, Type};
use crate::base::ident::folded;

/// Cursor parameters, and the members that hold their next value.
pub(super) const CURSORS: [(&str, &[&str]); 11] = [
    ("cursor", &["nextcursor", "nextpagecursor"]),
    ("nextcursor", &["nextcursor"]),
    ("pagecursor", &["nextcursor", "nextpagecursor"]),
    ("pagetoken", &["nextpagetoken", "nexttoken"]),
    ("nextpagetoken", &["nextpagetoken"]),
    ("nexttoken", &["nexttoken"]),
    ("paginationtoken", &["nexttoken"]),
    ("continuationtoken", &["nextcontinuationtoken", "continuationtoken"]),
    ("startingafter", &["nextcursor"]),
    ("after", &["nextcursor", "next.after", "cursors.after"]),
    ("marker", &["nextmarker"]),
];
/// Parameters that always mean a cursor, so that a member of the same name is the next one.
pub(super) const SAME: [&str; 6] = ["cursor", "continue", "continuation", "pagetoken", "paginationtoken", "scrollid"];
/// Parameters that take the last item of the previous page.
const AFTER: [&str; 2] = ["after", "startingafter"];
/// Substrings of the names of switches that enable a cursor.
const SWITCHES: [&str; 4] = ["usemarker", "usecursor", "paginat", "paging"];
/// Words in the docs of members that hold addresses, and of parameters that hold times.
const ADDRESSES: [&str; 4] = ["url", "uri", "link", "http"];
const TIMES: [&str; 5] = ["date", "time", "datetime", "timestamp", "iso8601"];

impl PageRecognizer<'_, '_> {
    /// Finds a cursor and the member that holds its next value.
    pub(super) fn cursor(&self) -> Option<Pagination> {
        let (parameter, next) = self.known_cursor().or_else(|| self.named_cursor())?;
        let end = self.done().map(|done| Termination { done: Some(done), ..Termination::default() });
        let step = PageStrategy::Cursor { parameter, next, end };
        Some(self.pagination(step, self.view.items(&self.response)?))
    }

    /// Finds a well-known pair of names.
    fn known_cursor(&self) -> Option<(usize, FieldPath)> {
        let known = |name: &str| CURSORS.iter().find(|(cursor, _)| *cursor == name).map(|(_, members)| *members);
        let parameter = self.view.only_query(|name| known(name).is_some())?;
        let members = known(&folded(&self.view.parameter(parameter).wire))?;
        if self.has_other_ways(parameter) || !is_plain_string(self.view.parameter_type(parameter)) {
            return None;
        }
        let next = self.member_of(|name| members.contains(&name))?;
        Some((parameter, next))
    }

    /// Finds an optional string parameter, and a member whose name marks it as its next value.
    fn named_cursor(&self) -> Option<(usize, FieldPath)> {
        let parameters = self.view.operation.parameters.iter().enumerate();
        let mut found = parameters.filter_map(|(index, parameter)| {
            let is_cursor = self.view.is_query_text(parameter) && !self.has_other_ways(index);
            let name = folded(&parameter.wire);
            let next = format!("next{name}");
            // An additional end-of-pages flag leaves no other meaning.
            let is_next = || SAME.contains(&name.as_str()) || self.more().or_else(|| self.done()).is_some();
            let same = || self.member_of(|member| member == name).filter(|_| is_next());
            let path = || self.member_of(|member| member == next).or_else(same);
            is_cursor.then(path).flatten().map(|path| (index, path))
        });
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// Returns the path to the only string with one of these names, also inside pagination containers.
    fn member_of(&self, named: impl Fn(&str) -> bool) -> Option<FieldPath> {
        let is_next = |names: &str, field: &Field| {
            let mut ends = names.match_indices('.').filter_map(|(dot, _)| names.get(dot + 1..)).chain([names]);
            ends.any(&named) && is_plain_string(self.view.bare(&field.ty)) && !mentions(&field.docs, &ADDRESSES)
        };
        self.only_member(self.object()?, &is_next)
    }

    /// Finds the member that names the last item of a page, and the parameter that takes it.
    pub(super) fn last_id(&self) -> Option<Pagination> {
        let parameter = self.after()?;
        let more = self.more();
        // Next to a flag for more pages, `next` is not an address but the position to continue from.
        let position = more.as_ref().and_then(|_| self.member_of(|name| name == "next"));
        let next = position.or_else(|| self.member_of(|name| name == "lastid"))?;
        let end = Some(Termination { more, ..Termination::default() });
        let step = PageStrategy::Cursor { parameter, next, end };
        Some(self.pagination(step, self.view.items(&self.response)?))
    }

    /// Finds a parameter that takes the ID of the last item, and a flag for more pages.
    pub(super) fn last(&self) -> Option<Pagination> {
        let view = self.view;
        let (parameter, more) = (self.after()?, self.more()?);
        let (items, item) = view.items(&self.response)?;
        let Type::Named(owner) = view.api.unaliased(item) else { return None };
        let own = |(_, field): &(usize, &Field)| field.wire == "id" && field.ty == *view.bare(&field.ty);
        let (index, _) = view.fields(*owner).find(own).filter(|(_, field)| is_plain_string(view.bare(&field.ty)))?;
        Some(self.pagination(PageStrategy::Last { parameter, member: (*owner, index), more }, (items, item)))
    }

    /// Returns the parameter that takes the last item.
    fn after(&self) -> Option<usize> {
        let found = self.view.only_query(|name| AFTER.contains(&name))?;
        let parameter = self.view.parameter(found);
        let is_item = is_plain_string(self.view.parameter_type(found)) && !mentions(&parameter.docs, &TIMES);
        (is_item && !self.has_other_ways(found)).then_some(found)
    }

    /// Returns the member that is true if there are more pages.
    fn more(&self) -> Option<FieldPath> {
        self.flag("hasmore")
    }

    /// Returns the member that is true if there are no more pages.
    fn done(&self) -> Option<FieldPath> {
        self.flag("done")
    }

    fn flag(&self, name: &str) -> Option<FieldPath> {
        self.only_member(self.object()?, &|names, field| names == name && *self.view.bare(&field.ty) == Type::Boolean)
    }

    /// Returns `true` if there are other ways to request pages: then the first page may not contain a cursor.
    fn has_other_ways(&self, cursor: usize) -> bool {
        let cursor = &self.view.parameter(cursor).wire;
        let other = |parameter: &Parameter| {
            let name = folded(&parameter.wire);
            let switch =
                *self.view.bare(&parameter.ty) == Type::Boolean && SWITCHES.iter().any(|word| name.contains(word));
            parameter.wire != *cursor && (switch || COUNT_PARAMETERS.contains(&name.as_str()))
        };
        self.view.query(other).is_some()
    }
}

impl OperationView<'_> {
    /// Returns the parameter for the opposite direction: `before` for `after`, `previous` for `next`.
    pub(super) fn opposite(&self, cursor: usize) -> Option<usize> {
        let name = folded(&self.parameter(cursor).wire);
        let opposite = match name.as_str() {
            "startingafter" => "endingbefore".to_owned(),
            name if name.contains("after") => name.replace("after", "before"),
            name => name.strip_prefix("next").map(|rest| format!("previous{rest}"))?,
        };
        let found = self.query(|parameter| folded(&parameter.wire) == opposite)?;
        let parameter = self.parameter(found);
        (self.is_query_text(parameter) && !mentions(&parameter.docs, &TIMES)).then_some(found)
    }

    /// Returns `true` if a parameter is an optional string of the query.
    fn is_query_text(&self, parameter: &Parameter) -> bool {
        let of_query = parameter.place == crate::api::model::ParameterLocation::Query;
        of_query && !parameter.required && is_plain_string(self.bare(&parameter.ty))
    }
}
