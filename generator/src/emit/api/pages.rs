//! Operations whose answer comes in pages: what the pages hold, and how one leads to the next.

use proc_macro2::TokenStream;
use quote::quote;

use crate::bindings::Presence;
use crate::emit::rust_type::{Scope, rust_type};
use crate::emit::{Emitter, ident};
use crate::facts::Form;
use crate::ident::unraw;
use crate::model::{Content, End, Field, Pagination, Step, Success, Type, TypeId};

/// What is wanted of a member at the end of a way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// A copy of its value.
    Value,
    /// Where it is, to look at it.
    Place,
    /// Where it is, to take it.
    Mutable,
}

/// An expression, and whether it is an `Option`.
struct Reached {
    code: TokenStream,
    optional: bool,
}

impl Reached {
    fn as_option(&self) -> TokenStream {
        let code = &self.code;
        if self.optional { quote!(#code) } else { quote!(Some(#code)) }
    }
}

impl Emitter<'_> {
    /// What makes an operation [`bindery_templates`]' `Paginated`.
    pub(super) fn paginated(&self, index: usize) -> Option<TokenStream> {
        let found = self.api.operations[index].pagination.as_ref()?;
        let name = ident(&self.names.operation(index).type_name);
        let item = self.ty(&found.item, Form::Received, Scope::Api);
        let counted = found.step.is_counted().then(|| {
            quote!(
                const COUNTED: bool = true;
            )
        });
        let first = found.flag.map(|flag| {
            let flag = self.assigned(index, flag, quote!(true));
            quote!(fn first(mut self) -> Self { self.#flag; self })
        });
        let items = self.items(index, found);
        let turn = self.turn(index, found);
        Some(quote! {
            impl crate::runtime::Paginated for #name {
                type Item = #item;
                #counted
                #first
                fn items(page: &mut Self::Output) -> Option<&mut Vec<Self::Item>> { #items }
                #turn
            }
        })
    }

    /// What the docs of the function say of the pages.
    pub(super) fn pages_docs(&self, index: usize) -> Vec<String> {
        let Some(found) = &self.api.operations[index].pagination else { return Vec::new() };
        let mut line = "Answers in pages: [`Call::pages`] and [`Call::items`] walk all of them".to_owned();
        if let Some(size) = found.size {
            let size = &self.names.operation(index).parameters[size];
            line.push_str(&format!("; `{}` is the size of a page", unraw(size)));
        }
        vec![String::new(), format!("{line}.")]
    }

    /// The statement that takes the page out of an answer that may be null; null is the last one.
    fn page_or_null(&self, index: usize, access: &str) -> Option<TokenStream> {
        let Success::One(Content::Json(ty)) = &self.api.operations[index].success else { return None };
        let access = ident(access);
        matches!(self.api.unaliased(ty), Type::Nullable(_)).then(|| quote!(let page = page.#access()?;))
    }

    fn items(&self, index: usize, found: &Pagination) -> TokenStream {
        let items = self.reach(&found.items, quote!(page), Wanted::Mutable);
        let items = if found.items.is_empty() { quote!(Some(page)) } else { items.as_option() };
        let Some(page) = found.page else {
            let or_null = self.page_or_null(index, "as_mut");
            return quote!(#or_null #items);
        };
        let whole = found.whole.map(|whole| {
            let whole = self.alternative_path(whole);
            quote!(#whole(items) => Some(items),)
        });
        let page = self.alternative_path(page);
        quote!(match page { #whole #page(page) => #items, _ => None })
    }

    /// The function that leads to the next page.
    fn turn(&self, index: usize, found: &Pagination) -> TokenStream {
        let operation = |body: TokenStream, uses_page: bool, uses_seen: bool| {
            let (page, alternative) = match (uses_page, found.page.map(|page| self.alternative_path(page))) {
                (uses, None) => (named("page", uses), self.page_or_null(index, "as_ref").filter(|_| uses)),
                (true, Some(page)) => (quote!(page), Some(quote!(let #page(page) = page else { return None };))),
                (false, Some(page)) => (
                    quote!(page),
                    Some(quote!(if !matches!(page, #page(_)) {
                        return None;
                    })),
                ),
            };
            let seen = named("seen", uses_seen);
            quote! {
                fn next(&self, #page: &Self::Output, #seen: crate::runtime::Seen) -> Option<Self> { #alternative #body }
            }
        };
        match &found.step {
            Step::Page { parameter, first, end } => {
                let first = proc_macro2::Literal::i64_unsuffixed(*first);
                let ends = self.end(end);
                let now = self.value_or(index, *parameter, quote!(#first));
                let next = self.with(index, *parameter, quote!(#now.saturating_add(1)));
                operation(quote!(seen.any()?; #ends #next), !ends.is_empty(), true)
            }
            Step::Offset { parameter, end } => {
                let ends = self.end(end);
                let now = self.value_or(index, *parameter, quote!(0));
                let next = self.with(index, *parameter, quote!(#now.saturating_add(here)));
                let body = quote!(seen.any()?; #ends let here = seen.here.try_into().ok()?; #next);
                operation(body, !ends.is_empty(), true)
            }
            Step::Cursor { parameter, next } => {
                let cursor = self.cursor(next);
                let next = self.with(index, *parameter, quote!(next));
                operation(quote!(let next = #cursor; #next), true, false)
            }
            Step::Last { parameter, member, more } => {
                let more = self.more(more);
                let items = self.reach(&found.items, quote!(page), Wanted::Place);
                let items = if items.optional { question(&items.code) } else { items.code };
                let member = ident(self.names.field(member.0, member.1));
                let next = self.with(index, *parameter, quote!(last.#member.clone()));
                operation(quote!(#more let last = #items.last()?; #next), true, false)
            }
            Step::Address { next, parameters } => self.address(index, next, parameters),
        }
    }

    /// The address of the next page, and what can be taken from it.
    fn address(&self, index: usize, next: &[(TypeId, usize)], parameters: &[usize]) -> TokenStream {
        let link = next.is_empty();
        let address = match link {
            true => quote!(crate::runtime::next_link(answer)),
            false => self.reach(next, quote!(page), Wanted::Value).as_option(),
        };
        let (page, answer) = (named("page", !link), named("answer", link));
        let rows: Vec<_> = parameters
            .iter()
            .map(|parameter| {
                let wire = &self.api.operations[index].parameters[*parameter].wire;
                let name = ident(&self.names.operation(index).parameters[*parameter]);
                (wire, quote!(crate::runtime::assign(&mut self.#name, value)))
            })
            .collect();
        let choice = match rows.as_slice() {
            [] => None,
            [(wire, row)] => Some(quote!(if name == #wire { #row; })),
            rows => {
                let rows = rows.iter().map(|(wire, row)| quote!(#wire => #row));
                Some(quote!(match name { #(#rows,)* _ => {} }))
            }
        };
        let take = choice.map(|choice| quote!(fn take(&mut self, name: &str, value: &str) { #choice }));
        let or_null = self.page_or_null(index, "as_ref").filter(|_| !link);
        quote! {
            fn next_address(#page: &Self::Output, #answer: &Response) -> Option<String> { #or_null #address }
            #take
        }
    }

    /// The statements that end the walk where the page says so.
    fn end(&self, end: &End) -> TokenStream {
        let total = end.total.as_ref().map(|total| {
            let Reached { code, optional } = self.reach(total, quote!(page), Wanted::Value);
            if optional {
                quote!(if let Some(total) = #code { seen.before(total)?; })
            } else {
                quote!(seen.before(#code)?;)
            }
        });
        let more = end.more.as_ref().map(|more| self.more(more));
        quote!(#total #more)
    }

    /// The statement that ends the walk unless the page says that there are more.
    fn more(&self, more: &[(TypeId, usize)]) -> TokenStream {
        let Reached { code, optional } = self.reach(more, quote!(page), Wanted::Value);
        if optional { quote!(#code.filter(|more| *more)?;) } else { quote!(#code.then_some(())?;) }
    }

    /// The next cursor; none, null and an empty text are the end.
    fn cursor(&self, next: &[(TypeId, usize)]) -> TokenStream {
        let reached = self.reach(next, quote!(page), Wanted::Value);
        let end = next.last().and_then(|(id, index)| self.api.field(*id, *index));
        let text = !end.is_some_and(|field| self.is_number(field));
        match (text, reached.optional) {
            (true, _) => {
                let cursor = reached.as_option();
                quote!(#cursor.filter(|next| !next.is_empty())?)
            }
            (false, true) => question(&reached.code),
            (false, false) => reached.code,
        }
    }

    /// The expression for what stands at the end of a way.
    fn reach(&self, way: &[(TypeId, usize)], place: TokenStream, wanted: Wanted) -> Reached {
        let Some(((id, index), rest)) = way.split_first() else { return Reached { code: place, optional: false } };
        let Some(field) = self.api.field(*id, *index) else { return Reached { code: place, optional: false } };
        let name = ident(self.names.field(*id, *index));
        let presence = self.bindings.presence(*id, field, Form::Received);
        let has_three_states = presence == Presence::ThreeStates;
        let optional = presence.is_option() || has_three_states;
        let place = quote!(#place.#name);
        let code = match (rest.is_empty(), wanted, optional) {
            (true, Wanted::Value, _) if has_three_states => quote!(#place.value().cloned()),
            (_, Wanted::Mutable, _) if has_three_states => quote!(#place.value_mut()),
            _ if has_three_states => quote!(#place.value()),
            (true, Wanted::Value, _) if self.is_number(field) => place,
            (true, Wanted::Value, _) => quote!(#place.clone()),
            (_, Wanted::Mutable, true) => quote!(#place.as_mut()),
            (_, _, true) => quote!(#place.as_ref()),
            (true, Wanted::Mutable, false) => quote!(&mut #place),
            (_, _, false) => place,
        };
        if rest.is_empty() {
            return Reached { code, optional };
        }
        if !optional {
            return self.reach(rest, code, wanted);
        }
        let inner = self.reach(rest, quote!(within), wanted);
        let (then, inner) = (if inner.optional { quote!(and_then) } else { quote!(map) }, inner.code);
        Reached { code: quote!(#code.#then(|within| #inner)), optional: true }
    }

    /// Whether a member is a number or a boolean, which are copied.
    fn is_number(&self, field: &Field) -> bool {
        matches!(self.api.unaliased(field.ty.split_null().0), Type::Integer(_) | Type::Number(_) | Type::Boolean)
    }

    fn alternative_path(&self, (id, index): (TypeId, usize)) -> TokenStream {
        let ty = rust_type(&self.bindings.emitted(id, Form::Received), Scope::Api);
        let variant = ident(self.names.variant(id, index));
        quote!(#ty::#variant)
    }

    /// The operation with another value of one parameter.
    fn with(&self, index: usize, parameter: usize, value: TokenStream) -> TokenStream {
        let name = ident(&self.names.operation(index).parameters[parameter]);
        let required = self.api.operations[index].parameters[parameter].required;
        let value = if required { value } else { quote!(Some(#value)) };
        let field = if name == value.to_string() { quote!(#name) } else { quote!(#name: #value) };
        let others = (self.given(index).len() > 1).then(|| quote!(, ..self.clone()));
        quote!(Some(Self { #field #others }))
    }

    fn assigned(&self, index: usize, parameter: usize, value: TokenStream) -> TokenStream {
        let name = ident(&self.names.operation(index).parameters[parameter]);
        let required = self.api.operations[index].parameters[parameter].required;
        if required { quote!(#name = #value) } else { quote!(#name = Some(#value)) }
    }

    /// The value of a parameter, or what the server takes for it.
    fn value_or(&self, index: usize, parameter: usize, otherwise: TokenStream) -> TokenStream {
        let name = ident(&self.names.operation(index).parameters[parameter]);
        let required = self.api.operations[index].parameters[parameter].required;
        if required { quote!(self.#name) } else { quote!(self.#name.unwrap_or(#otherwise)) }
    }
}

fn question(code: &TokenStream) -> TokenStream {
    quote!(#code?)
}

/// A parameter of a function, with an underscore where it is not used.
fn named(name: &str, used: bool) -> TokenStream {
    let name = if used { ident(name) } else { ident(&format!("_{name}")) };
    quote!(#name)
}
