//! Pagination that is recognized without configuration.

use serde_json::Value;

use super::view::{OperationView, PageBody, PageShape, is_integer, is_text};
use crate::ident::folded;
use crate::model::{Docs, Field, FieldPath, PageStrategy, Pagination, Parameter, Termination, Type, TypeId};

/// Members that contain pagination metadata.
const CONTAINERS: [&str; 9] =
    ["meta", "metadata", "responsemetadata", "pagination", "paging", "page", "pageinfo", "next", "cursors"];
/// Parameters for the page size.
const SIZES: [&str; 9] =
    ["perpage", "pagesize", "limit", "count", "size", "maxresults", "maxitems", "maxpagesize", "itemsperpage"];
/// Parameters that differ between the addresses of pages.
const LINKED: [&str; 10] =
    ["page", "cursor", "after", "before", "since", "offset", "pagetoken", "startingafter", "endingbefore", "marker"];
/// Parameters that count pages or items.
pub(super) const COUNTED: [&str; 7] = ["page", "pagenumber", "pageindex", "offset", "start", "startindex", "skip"];
/// Descriptions of offsets that count pages.
const OF_PAGES: [&str; 4] = ["page number", "number of the page", "number of pages", "pages to skip"];
/// Members that hold the total number of items.
const TOTALS: [&str; 6] = ["total", "totalcount", "totalitems", "totalresults", "totalelements", "totalrecords"];

pub(super) fn recognized(view: &OperationView<'_>) -> Option<Pagination> {
    // Following the pages of another method might have side effects.
    if view.operation.method != "GET" {
        return None;
    }
    let answer = view.answer()?;
    let found = PageRecognizer { view, answer };
    if let Some(pageable) = &view.operation.pageable {
        return found.addressed(pageable.next.as_deref()?, &pageable.items);
    }
    let link = || view.operation.links.then(|| found.link()).flatten();
    found
        .cursor()
        .or_else(link)
        .or_else(|| found.address())
        .or_else(|| found.last_id())
        .or_else(|| found.last())
        .or_else(|| found.page())
        .or_else(|| found.offset())
}

pub(super) struct PageRecognizer<'v, 'a> {
    pub(super) view: &'v OperationView<'a>,
    pub(super) answer: PageShape<'a>,
}

impl PageRecognizer<'_, '_> {
    pub(super) fn object(&self) -> Option<TypeId> {
        match self.answer.body {
            PageBody::Object(id) if self.answer.page.is_none() => Some(id),
            _ => None,
        }
    }

    pub(super) fn pagination(&self, step: PageStrategy, (items, item): (FieldPath, &Type)) -> Pagination {
        let view = self.view;
        let size = view.query(|parameter| {
            SIZES.contains(&folded(&parameter.wire).as_str()) && is_integer(view.bare_of(parameter))
        });
        Pagination { size, ..self.answer.pagination(step, items, item) }
    }

    /// Returns the pagination by the address in a member, for a list in another.
    fn addressed(&self, next: &str, items: &str) -> Option<Pagination> {
        let id = self.object()?;
        let items = self.view.way(id, items).ok()?;
        let Type::List(item) = self.view.at(&items)? else { return None };
        let next = self.text(id, next)?;
        Some(self.pagination(PageStrategy::Address { next, parameters: Vec::new() }, (items, item)))
    }

    /// Returns the path to a member, if it is a string.
    fn text(&self, id: TypeId, name: &str) -> Option<FieldPath> {
        let way = self.view.way(id, name).ok()?;
        is_text(self.view.at(&way)?).then_some(way)
    }

    /// Recognizes the header `Link`.
    fn link(&self) -> Option<Pagination> {
        let named = |name: &str| LINKED.contains(&name) || SIZES.contains(&name);
        let is_linked = |index: &usize| named(&folded(&self.view.parameter(*index).wire));
        let parameters: Vec<usize> = self.view.single_parameters().filter(is_linked).collect();
        if parameters.is_empty() || self.answer.page.is_some() {
            return None;
        }
        let items = self.view.items(&self.answer)?;
        Some(self.pagination(PageStrategy::Address { next: FieldPath::new(), parameters }, items))
    }

    /// Recognizes the addresses of both neighbors, as Django REST framework sends them: `next`, `previous` and `results`.
    fn address(&self) -> Option<Pagination> {
        self.text(self.object()?, "previous")?;
        self.addressed("next", "results")
    }

    /// Recognizes a page number and a page size. Without the total number of items, an empty page is the last.
    fn page(&self) -> Option<Pagination> {
        let view = self.view;
        let parameter = view.only_query(|name| matches!(name, "page" | "pagenumber"))?;
        is_integer(view.parameter_type(parameter)).then_some(())?;
        let first = first(view, parameter)?;
        let items = view.items(&self.answer)?;
        let end = self.end(&items.0);
        // A server that calls its first page 1 may accept 0 for it as well.
        let is_certain = first == 1 || view.parameter(parameter).default.is_some() || end.total.is_some();
        let step = PageStrategy::Page { parameter, first, end };
        let mut found = is_certain.then(|| self.pagination(step, items))?;
        found.size?;
        found.flag = view.query(|parameter| parameter.wire == "paginate" && *view.bare_of(parameter) == Type::Boolean);
        // Without a flag, either kind of response would be complete.
        (found.whole.is_none() || found.flag.is_some()).then_some(found)
    }

    /// Recognizes an offset and a page size.
    fn offset(&self) -> Option<Pagination> {
        let view = self.view;
        let parameter = view.only_query(|name| COUNTED.contains(&name))?;
        let declared = view.parameter(parameter);
        let counts_items = matches!(folded(&declared.wire).as_str(), "offset" | "skip")
            && is_integer(view.parameter_type(parameter))
            && !declared.required
            && start_value(declared).is_none_or(|start| start == 0)
            && !mentions(&declared.docs, &OF_PAGES);
        let items = view.items(&self.answer).filter(|_| counts_items)?;
        let end = self.end(&items.0);
        let found = self.pagination(PageStrategy::Offset { parameter, end }, items);
        (found.size.is_some() && found.whole.is_none()).then_some(found)
    }

    /// Returns the members that mark the last page: in the response, or next to the items.
    fn end(&self, items: &FieldPath) -> Termination {
        let PageBody::Object(id) = self.answer.body else { return Termination::default() };
        let is_integer = |field: &Field| is_integer(self.view.bare_in(field));
        let total = |id| self.only(id, &|names, field| is_integer(field) && is_total(names, field));
        let inner = || {
            let ((owner, _), outer) = items.split_last()?;
            Some([outer, total(*owner)?.as_slice()].concat())
        };
        Termination { total: total(id).or_else(inner), ..Termination::default() }
    }

    /// Returns the path to the only member that passes a test.
    pub(super) fn only(&self, id: TypeId, test: &dyn Fn(&str, &Field) -> bool) -> Option<FieldPath> {
        let mut found = self.view.search(id, &CONTAINERS, test);
        found.pop().filter(|_| found.is_empty())
    }
}

/// Returns the number of the first page.
fn first(view: &OperationView<'_>, parameter: usize) -> Option<i64> {
    start_value(view.parameter(parameter)).filter(|first| (0..=1).contains(first))
}

/// Returns the default of a parameter, or else its inclusive minimum.
fn start_value(parameter: &Parameter) -> Option<i64> {
    let minimum = parameter.constraints.minimum.filter(|bound| !bound.exclusive && bound.value.fract() == 0.0);
    parameter.default.as_ref().and_then(Value::as_i64).or(minimum.map(|bound| bound.value as i64))
}

/// Returns `true` if a member holds the total number of items. `count` does only if its description says so, since it
/// may be the size of the page.
fn is_total(names: &str, field: &Field) -> bool {
    let name = names.rsplit('.').next().unwrap_or_default();
    TOTALS.contains(&name) || (name == "count" && mentions(&field.docs, &["total"]))
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
    use crate::model::Docs;

    #[test]
    fn phrases_are_compared_by_words() {
        let mentions = |text: &str, phrase: &str| {
            mentions(&Docs { description: Some(text.to_owned()), ..Docs::default() }, &[phrase])
        };
        assert!(mentions("The Total-number of items.", "total") && mentions("total\nnumbers", "total number"));
        assert!(!mentions("The subtotal of a page", "total") && !mentions("Whole number of items", "total"));
        assert!(mentions("Number of pages to skip", "page to skip") && !mentions("the page", "page number"));
    }
}
