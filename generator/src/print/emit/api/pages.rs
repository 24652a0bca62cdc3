//! Operations whose answer comes in pages: what the pages hold, and how one leads to the next.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::print::emit::rust_type::{Scope, rust_type};
use crate::print::emit::table::WIDTH;
use crate::print::emit::tokens::{code, ident};
use crate::rust::ir::{FieldAccess, Operation, PageParameter, PageStrategy, PageVariant, Pages, Termination, Wrapping};

/// The kind of access to the member at the end of a path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AccessMode {
    /// A copy of its value.
    Value,
    /// A shared borrow.
    Place,
    /// An exclusive borrow.
    Mutable,
}

/// An expression, and whether it is an `Option`.
struct AccessExpression {
    code: TokenStream,
    optional: bool,
}

impl AccessExpression {
    fn as_option(&self) -> TokenStream {
        let code = &self.code;
        if self.optional { quote!(#code) } else { quote!(Some(#code)) }
    }

    /// The value; where there is none, the walk ends.
    fn or_end(&self) -> TokenStream {
        let code = &self.code;
        if self.optional { quote!(#code?) } else { quote!(#code) }
    }
}

/// The call of the macro that implements `Paginated` for the common strategies.
pub(super) fn table(operation: &Operation, pages: &Pages) -> Option<String> {
    let is_special = pages.is_nullable || pages.is_counted || pages.page.is_some() || pages.flag.is_some();
    if is_special || pages.items.iter().any(|member| member.holds != Wrapping::Value || member.name == ROOT) {
        return None;
    }
    let strategy = common_strategy(pages).filter(|strategy| strategy.changed < operation.inputs.len())?;
    let item = pages.item.text(&|path| Scope::Api.path(path));
    let items = if pages.items.is_empty() { ROOT.to_owned() } else { dotted(&pages.items) };
    let head = format!("{}: {item}, {items},", operation.type_name);
    let line = format!("bindery_runtime::paginated!({head} {});\n", strategy.text);
    let is_short = line.len() <= WIDTH;
    Some(if is_short { line } else { format!("bindery_runtime::paginated!(\n    {head}\n    {}\n);\n", strategy.text) })
}

/// The items of a page that is a list itself.
const ROOT: &str = "root";

/// A common pagination strategy.
struct CommonStrategy {
    text: String,
    /// The number of parameters that it changes.
    changed: usize,
}

/// Returns `next_link, [page]`, `while has_more, last.id => starting_after, not ending_before`, or
/// `metadata?.continue_ => continue_`.
fn common_strategy(pages: &Pages) -> Option<CommonStrategy> {
    match &pages.strategy {
        PageStrategy::Address { next, parameters } if next.is_empty() && !parameters.is_empty() => {
            let names: Option<Vec<&str>> =
                parameters.iter().map(|one| (one.name == one.wire).then_some(one.name.as_str())).collect();
            Some(CommonStrategy { text: format!("next_link, [{}]", names?.join(", ")), changed: 0 })
        }
        PageStrategy::Last { parameter, member, more } if !pages.items.is_empty() => {
            let is_plain = |member: &FieldAccess| member.holds == Wrapping::Value;
            let is_common = more.iter().all(is_plain) && is_plain(member) && !member.is_copied;
            if !is_common || parameter.is_required {
                return None;
            }
            let not = pages.opposite.as_ref().map(|opposite| format!(", not {}", opposite.name));
            let text = format!("while {}, last.{} => {}", dotted(more), member.name, parameter.name);
            Some(CommonStrategy {
                text: text + &not.unwrap_or_default(),
                changed: 1 + usize::from(pages.opposite.is_some()),
            })
        }
        PageStrategy::Cursor { parameter, next, end: None } if pages.opposite.is_none() && !parameter.is_required => {
            let is_text = next.last().is_some_and(|end| !end.is_copied);
            let names: Option<Vec<&str>> =
                next.iter().map(|one| (one.holds == Wrapping::Option).then_some(one.name.as_str())).collect();
            let text = format!("{} => {}", names.filter(|_| is_text)?.join("?."), parameter.name);
            Some(CommonStrategy { text, changed: 1 })
        }
        _ => None,
    }
}

fn dotted(path: &[FieldAccess]) -> String {
    path.iter().map(|member| member.name.as_str()).collect::<Vec<_>>().join(".")
}

/// Emits the functions of `Paginated`, a trait of the support code, for an operation.
pub(super) fn functions(operation: &Operation, pages: &Pages) -> TokenStream {
    let counted = pages.is_counted.then(|| code("const COUNTED: bool = true;"));
    let first = pages.flag.as_ref().map(|flag| {
        let name = ident(&flag.name);
        let value = if flag.is_required { quote!(true) } else { quote!(Some(true)) };
        quote!(fn first(mut self) -> Self { self.#name = #value; self })
    });
    let (items, strategy) = (items(pages), strategy(operation, pages));
    quote! {
        #counted
        #first
        fn items(page: &mut Self::Output) -> Option<&mut Vec<Self::Item>> { #items }
        #strategy
    }
}

/// The statement that takes the page out of an answer that may be null; null is the last one.
fn page_or_null(pages: &Pages, access: &str) -> Option<TokenStream> {
    let access = ident(access);
    pages.is_nullable.then(|| quote!(let page = page.#access()?;))
}

fn items(pages: &Pages) -> TokenStream {
    let items = field_access(&pages.items, quote!(page), AccessMode::Mutable);
    let items = if pages.items.is_empty() { quote!(Some(page)) } else { items.as_option() };
    let Some(page) = &pages.page else {
        let or_null = page_or_null(pages, "as_mut");
        return quote!(#or_null #items);
    };
    let whole = pages.whole.as_ref().map(|whole| {
        let whole = variant_path(whole);
        quote!(#whole(items) => Some(items),)
    });
    let page = variant_path(page);
    quote!(match page { #whole #page(page) => #items, _ => None })
}

/// The function that leads to the next page.
fn strategy(operation: &Operation, pages: &Pages) -> TokenStream {
    match &pages.strategy {
        PageStrategy::Page { parameter, first, end } => {
            let (ends, first) = (ends(end), Literal::i64_unsuffixed(*first));
            let now = value_or(parameter, &quote!(#first));
            let next = with(operation, parameter, &quote!(#now.saturating_add(1)));
            next_function(pages, &quote!(count.unless_empty()?; #ends #next), !ends.is_empty(), true)
        }
        PageStrategy::Offset { parameter, end } => {
            let ends = ends(end);
            let now = value_or(parameter, &quote!(0));
            let next = with(operation, parameter, &quote!(#now.saturating_add(here)));
            let body = quote!(count.unless_empty()?; #ends let here = count.on_page.try_into().ok()?; #next);
            next_function(pages, &body, !ends.is_empty(), true)
        }
        PageStrategy::Cursor { parameter, next, end } => {
            let cursor = cursor(next);
            let next = with(operation, parameter, &quote!(next));
            let ends = end.as_ref().map(|end| {
                let ends = ends(end);
                quote!(count.unless_empty()?; #ends)
            });
            next_function(pages, &quote!(#ends let next = #cursor; #next), true, end.is_some())
        }
        PageStrategy::Last { parameter, member, more } => {
            let more = more_follow(more);
            let items = field_access(&pages.items, quote!(page), AccessMode::Place).or_end();
            let member = field_access(std::slice::from_ref(member), quote!(last), AccessMode::Value).or_end();
            let next = with(operation, parameter, &member);
            next_function(pages, &quote!(#more let last = #items.last()?; #next), true, false)
        }
        PageStrategy::Address { next, parameters } => address(pages, next, parameters),
    }
}

fn next_function(pages: &Pages, body: &TokenStream, uses_page: bool, uses_seen: bool) -> TokenStream {
    let (page, alternative) = match (uses_page, pages.page.as_ref().map(variant_path)) {
        (uses, None) => (parameter_name("page", uses), page_or_null(pages, "as_ref").filter(|_| uses)),
        (true, Some(page)) => (quote!(page), Some(quote!(let #page(page) = page else { return None };))),
        (false, Some(page)) => {
            let otherwise = quote!(if !matches!(page, #page(_)) {
                return None;
            });
            (quote!(page), Some(otherwise))
        }
    };
    let seen = parameter_name("count", uses_seen);
    quote! {
        fn next(&self, #page: &Self::Output, #seen: bindery_runtime::ItemCount) -> Option<Self> { #alternative #body }
    }
}

/// The address of the next page, and what can be taken from it.
fn address(pages: &Pages, next: &[FieldAccess], parameters: &[PageParameter]) -> TokenStream {
    let link = next.is_empty();
    let address = if link {
        quote!(bindery_runtime::generated::next_link(response))
    } else {
        field_access(next, quote!(page), AccessMode::Value).as_option()
    };
    let (page, response) = (parameter_name("page", !link), parameter_name("response", link));
    let assigned = |parameter: &PageParameter| {
        let name = ident(&parameter.name);
        quote!(bindery_runtime::generated::assign(&mut self.#name, value))
    };
    let choice = match parameters {
        [] => None,
        [only] => {
            let (wire, row) = (&only.wire, assigned(only));
            Some(quote!(if name == #wire { #row; }))
        }
        several => {
            let rows = several.iter().map(|parameter| {
                let (wire, row) = (&parameter.wire, assigned(parameter));
                quote!(#wire => #row)
            });
            Some(quote!(match name { #(#rows,)* _ => {} }))
        }
    };
    let take = choice.map(|choice| quote!(fn take(&mut self, name: &str, value: &str) { #choice }));
    let or_null = page_or_null(pages, "as_ref").filter(|_| !link);
    quote! {
        fn next_address(#page: &Self::Output, #response: &Response) -> Option<String> { #or_null #address }
        #take
    }
}

/// The statements that end the walk where the page says so.
fn ends(end: &Termination) -> TokenStream {
    let total = end.total.as_ref().map(|total| {
        let AccessExpression { code, optional } = field_access(total, quote!(page), AccessMode::Value);
        if optional {
            quote!(if let Some(total) = #code { count.until(total)?; })
        } else {
            quote!(count.until(#code)?;)
        }
    });
    let more = end.more.as_ref().map(|more| more_follow(more));
    let done = end.done.as_ref().map(|done| {
        let AccessExpression { code, optional } = field_access(done, quote!(page), AccessMode::Value);
        let is_done = if optional { quote!(#code == Some(true)) } else { code };
        quote!(if #is_done { return None; })
    });
    quote!(#total #more #done)
}

/// The statement that ends the walk unless the page says that there are more.
fn more_follow(more: &[FieldAccess]) -> TokenStream {
    let AccessExpression { code, optional } = field_access(more, quote!(page), AccessMode::Value);
    if optional { quote!(#code.filter(|more| *more)?;) } else { quote!(#code.then_some(())?;) }
}

/// The next cursor; none, null and an empty text are the end.
fn cursor(next: &[FieldAccess]) -> TokenStream {
    let reached = field_access(next, quote!(page), AccessMode::Value);
    if next.last().is_some_and(|end| end.is_copied) {
        return reached.or_end();
    }
    let cursor = reached.as_option();
    quote!(#cursor.filter(|next| !next.is_empty())?)
}

/// The expression for what stands at the end of a way.
fn field_access(way: &[FieldAccess], place: TokenStream, mode: AccessMode) -> AccessExpression {
    let Some((member, rest)) = way.split_first() else { return AccessExpression { code: place, optional: false } };
    let optional = member.holds != Wrapping::Value;
    let code = accessed(member, &place, mode, rest.is_empty());
    if rest.is_empty() {
        return AccessExpression { code, optional };
    }
    if !optional {
        return field_access(rest, code, mode);
    }
    let inner = field_access(rest, quote!(within), mode);
    let (then, inner) = (if inner.optional { quote!(and_then) } else { quote!(map) }, inner.code);
    AccessExpression { code: quote!(#code.#then(|within| #inner)), optional: true }
}

/// The expression for a member of what stands at a place.
fn accessed(member: &FieldAccess, place: &TokenStream, mode: AccessMode, is_last: bool) -> TokenStream {
    let name = ident(&member.name);
    let place = quote!(#place.#name);
    match (is_last, mode, member.holds) {
        (true, AccessMode::Value, Wrapping::Patch) => quote!(#place.value().cloned()),
        (_, AccessMode::Mutable, Wrapping::Patch) => quote!(#place.value_mut()),
        (_, _, Wrapping::Patch) => quote!(#place.value()),
        (true, AccessMode::Value, _) if member.is_copied => place,
        (true, AccessMode::Value, _) => quote!(#place.clone()),
        (_, AccessMode::Mutable, Wrapping::Option) => quote!(#place.as_mut()),
        (_, _, Wrapping::Option) => quote!(#place.as_ref()),
        (true, AccessMode::Mutable, Wrapping::Value) => quote!(&mut #place),
        (_, _, Wrapping::Value) => place,
    }
}

fn variant_path(variant: &PageVariant) -> TokenStream {
    let (ty, name) = (rust_type(&variant.ty, Scope::Api), ident(&variant.variant));
    quote!(#ty::#name)
}

/// The operation with another value of one parameter.
fn with(operation: &Operation, parameter: &PageParameter, value: &TokenStream) -> TokenStream {
    let name = ident(&parameter.name);
    let value = if parameter.is_required { value.clone() } else { quote!(Some(#value)) };
    let field = if name == value.to_string() { quote!(#name) } else { quote!(#name: #value) };
    let opposite = operation.pages.as_ref().and_then(|pages| pages.opposite.as_ref()).map(|opposite| {
        let name = ident(&opposite.name);
        quote!(, #name: None)
    });
    let given = 1 + usize::from(opposite.is_some());
    let others = (operation.inputs.len() > given).then(|| quote!(, ..self.clone()));
    quote!(Some(Self { #field #opposite #others }))
}

/// The value of a parameter, or what the server takes for it.
fn value_or(parameter: &PageParameter, otherwise: &TokenStream) -> TokenStream {
    let name = ident(&parameter.name);
    if parameter.is_required { quote!(self.#name) } else { quote!(self.#name.unwrap_or(#otherwise)) }
}

/// A parameter of a function, with an underscore where it is not used.
fn parameter_name(name: &str, used: bool) -> TokenStream {
    let name = if used { ident(name) } else { ident(format!("_{name}")) };
    quote!(#name)
}
