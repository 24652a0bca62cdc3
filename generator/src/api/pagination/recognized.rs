//! Pagination that is recognized without configuration.

use serde_json::Value;

use super::view::{OperationView, PageBody, PageShape, is_integer, is_plain_string};
use crate::api::model::{Docs, Field, FieldPath, PageStrategy, Pagination, Parameter, Termination, Type, TypeId};
use crate::base::ident::folded;

/// Members that contain pagination metadata.
const CONTAINER_MEMBERS: [&str; 9] =
    ["meta", "metadata", "responsemetadata", "pagination", "paging", "page", "pageinfo", "next", "cursors"];
/// Parameters for the page size.
pub(super) const SIZE_PARAMETERS: [&str; 9] =
    ["perpage", "pagesize", "limit", "count", "size", "maxresults", "maxitems", "maxpagesize", "itemsperpage"];
/// Parameters that a `Link` header changes from page to page.
const LINK_PARAMETERS: [&str; 10] =
    ["page", "cursor", "after", "before", "since", "offset", "pagetoken", "startingafter", "endingbefore", "marker"];
/// Parameters that count pages or items.
pub(super) const COUNT_PARAMETERS: [&str; 8] =
    ["page", "pagenumber", "currentpage", "pageindex", "offset", "start", "startindex", "skip"];
/// Phrases in the description of an offset that counts pages, not items.
const PAGE_COUNT_PHRASES: [&str; 4] = ["page number", "number of the page", "number of pages", "pages to skip"];
/// Members that hold the total number of items.
const TOTAL_MEMBERS: [&str; 6] = ["total", "totalcount", "totalitems", "totalresults", "totalelements", "totalrecords"];

/// Recognizes the pagination of an operation from the names of its parameters and of the members of its response.
pub(super) fn recognize(view: &OperationView<'_>) -> Option<Pagination> {
    let response = view.page_shape()?;
    let recognizer = PageRecognizer { view, response };
    if let Some(pageable) = &view.operation.pageable {
        return recognizer.addressed(pageable.next.as_deref()?, &pageable.items);
    }
    // Following the pages of another method might have side effects, unless the description says that it has pages.
    if view.operation.method != "GET" {
        return None;
    }
    let link = || view.operation.links.then(|| recognizer.by_link_header()).flatten();
    recognizer
        .cursor()
        .or_else(link)
        .or_else(|| recognizer.by_neighbor_addresses())
        .or_else(|| recognizer.last_id())
        .or_else(|| recognizer.last())
        .or_else(|| recognizer.by_page_number())
        .or_else(|| recognizer.by_offset())
}

pub(super) struct PageRecognizer<'v, 'a> {
    pub(super) view: &'v OperationView<'a>,
    pub(super) response: PageShape<'a>,
}

impl PageRecognizer<'_, '_> {
    pub(super) fn object(&self) -> Option<TypeId> {
        match self.response.body {
            PageBody::Object(id) if self.response.page.is_none() => Some(id),
            _ => None,
        }
    }

    pub(super) fn pagination(&self, step: PageStrategy, (items, item): (FieldPath, &Type)) -> Pagination {
        let view = self.view;
        let size = view.query(|parameter| {
            SIZE_PARAMETERS.contains(&folded(&parameter.wire).as_str()) && is_integer(view.bare(&parameter.ty))
        });
        Pagination { size, ..self.response.pagination(step, items, item) }
    }

    /// Returns the pagination whose next address is in the member `next` and whose items are in the list `items`.
    fn addressed(&self, next: &str, items: &str) -> Option<Pagination> {
        let id = self.object()?;
        let items = self.view.field_path(id, items).ok()?;
        let Type::List(item) = self.view.at(&items)? else { return None };
        let next = self.text(id, next)?;
        Some(self.pagination(PageStrategy::Address { next, parameters: Vec::new() }, (items, item)))
    }

    /// Returns the path to a member, if it is a string.
    fn text(&self, id: TypeId, name: &str) -> Option<FieldPath> {
        let path = self.view.field_path(id, name).ok()?;
        is_plain_string(self.view.at(&path)?).then_some(path)
    }

    /// Recognizes the header `Link`.
    fn by_link_header(&self) -> Option<Pagination> {
        let named = |name: &str| LINK_PARAMETERS.contains(&name) || SIZE_PARAMETERS.contains(&name);
        let is_linked = |index: &usize| named(&folded(&self.view.parameter(*index).wire));
        let parameters: Vec<usize> = self.view.single_parameters().filter(is_linked).collect();
        if parameters.is_empty() || self.response.page.is_some() {
            return None;
        }
        let items = self.view.items(&self.response)?;
        Some(self.pagination(PageStrategy::Address { next: FieldPath::new(), parameters }, items))
    }

    /// Recognizes `next`, `previous` and `results`, the page of Django REST framework.
    fn by_neighbor_addresses(&self) -> Option<Pagination> {
        self.text(self.object()?, "previous")?;
        self.addressed("next", "results")
    }

    /// Recognizes a page number and a page size. Without the total number of items, an empty page is the last.
    fn by_page_number(&self) -> Option<Pagination> {
        let view = self.view;
        let parameter = view.only_query(|name| matches!(name, "page" | "pagenumber" | "currentpage"))?;
        if !is_integer(view.parameter_type(parameter)) {
            return None;
        }
        let items = view.items(&self.response)?;
        let end = self.termination(&items.0);
        // A current page of a total is counted as people do.
        let is_counted = folded(&view.parameter(parameter).wire) == "currentpage" && end.total.is_some();
        let first = first_page_number(view, parameter).or(is_counted.then_some(1))?;
        // A minimum of 0 alone does not make the first page 0: some servers number pages from 1 and accept 0 too.
        if first == 0 && view.parameter(parameter).default.is_none() && end.total.is_none() {
            return None;
        }
        let flag = view.query(|parameter| parameter.wire == "paginate" && *view.bare(&parameter.ty) == Type::Boolean);
        let pagination = self.pagination(PageStrategy::Page { parameter, first, end }, items);
        // If the response is either a page or the complete list, only a flag makes sure that it is a page.
        let is_sure = pagination.whole.is_none() || flag.is_some();
        (pagination.size.is_some() && is_sure).then_some(Pagination { flag, ..pagination })
    }

    /// Recognizes an offset and a page size.
    fn by_offset(&self) -> Option<Pagination> {
        let view = self.view;
        let index = view.only_query(|name| COUNT_PARAMETERS.contains(&name))?;
        let parameter = view.parameter(index);
        let counts_items = matches!(folded(&parameter.wire).as_str(), "offset" | "skip")
            && is_integer(view.bare(&parameter.ty))
            && !parameter.required
            && start_value(parameter).is_none_or(|start| start == 0)
            && !mentions(&parameter.docs, &PAGE_COUNT_PHRASES);
        if !counts_items {
            return None;
        }
        let items = view.items(&self.response)?;
        let end = self.termination(&items.0);
        let pagination = self.pagination(PageStrategy::Offset { parameter: index, end }, items);
        (pagination.size.is_some() && pagination.whole.is_none()).then_some(pagination)
    }

    /// Finds the total number of items, in the response or next to the items.
    pub(super) fn termination(&self, items: &FieldPath) -> Termination {
        let PageBody::Object(id) = self.response.body else { return Termination::default() };
        let total_in =
            |id| self.only_member(id, &|names, field| is_integer(self.view.bare(&field.ty)) && is_total(names, field));
        let next_to_items = || match items.split_last()? {
            (_, []) => None,
            ((owner, _), outer) => Some([outer, total_in(*owner)?.as_slice()].concat()),
        };
        Termination { total: total_in(id).or_else(next_to_items), ..Termination::default() }
    }

    /// Returns the path to the member that passes a test, or `None` if several do. Only [`CONTAINER_MEMBERS`] are searched.
    pub(super) fn only_member(&self, id: TypeId, test: &dyn Fn(&str, &Field) -> bool) -> Option<FieldPath> {
        let mut found = self.view.search(id, &CONTAINER_MEMBERS, test);
        found.pop().filter(|_| found.is_empty())
    }
}

/// Returns the number of the first page.
fn first_page_number(view: &OperationView<'_>, parameter: usize) -> Option<i64> {
    start_value(view.parameter(parameter)).filter(|first| (0..=1).contains(first))
}

/// Returns the default of a parameter, or else its inclusive minimum.
pub(super) fn start_value(parameter: &Parameter) -> Option<i64> {
    let minimum = parameter.constraints.minimum.filter(|bound| !bound.exclusive && bound.value.fract() == 0.0);
    parameter.default.as_ref().and_then(Value::as_i64).or(minimum.map(|bound| bound.value as i64))
}

/// Returns `true` if a member holds the total number of items. `count` does only if its description says so, since it
/// may be the size of the page.
fn is_total(names: &str, field: &Field) -> bool {
    let name = names.rsplit('.').next().unwrap_or_default();
    let says_so = || mentions(&field.docs, &["total", "whole"]) && !mentions(&field.docs, &["whole number"]);
    TOTAL_MEMBERS.contains(&name) || (name == "count" && says_so())
}

/// Returns `true` if the docs contain one of these phrases, in the singular or the plural of each word.
pub(super) fn mentions(docs: &Docs, phrases: &[&str]) -> bool {
    let words = |text: &str| {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.fold(" ".to_owned(), |words, word| words + word.strip_suffix('s').unwrap_or(word) + " ")
    };
    let text = words(&docs.description.as_deref().unwrap_or_default().to_lowercase());
    phrases.iter().any(|phrase| text.contains(&words(phrase)))
}

#[cfg(test)]
mod tests {
    use super::mentions;
    use crate::api::model::Docs;

    #[test]
    fn phrases_are_compared_by_words() {
        let mentions = |text: &str, phrase: &str| {
            mentions(&Docs { description: Some(text.to_owned()), ..Docs::default() }, &[phrase])
        };
        assert!(mentions("The Total-number of items.", "total") && mentions("total\nnumbers", "total number"));
        assert!(!mentions("The subtotal of a page", "total"));
        assert!(mentions("Number of pages to skip", "page to skip") && !mentions("the page", "page number"));
    }
}
