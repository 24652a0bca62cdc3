//! What a file of operations imports: exactly what its code names.

use proc_macro2::{Delimiter, Ident, Spacing, TokenStream, TokenTree};
use quote::quote;

use crate::emit::{Emitter, ident};

/// What the code of every operation names.
const ALWAYS: [&str; 7] = ["BuildError", "Call", "Client", "Failure", "Operation", "Request", "Response"];
/// What the code of some operations names, from the support code.
const SUPPORT: [&str; 6] = ["Body", "Content", "Multipart", "Rule", "Style", "require"];
/// What the code of some operations names, from elsewhere.
const ELSEWHERE: [&str; 2] = ["types", "Bytes"];

/// Which of the names occur.
#[derive(Default)]
struct Named {
    support: [bool; SUPPORT.len()],
    elsewhere: [bool; ELSEWHERE.len()],
}

impl Named {
    fn read(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        let mut colons = 0;
        while let Some(token) = tokens.next() {
            let colon = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ':');
            match token {
                TokenTree::Group(group) => self.read(group.stream()),
                // What stands behind `types::` is a type of the description, whatever it is called.
                TokenTree::Ident(found) if colons < 2 && is_named(tokens.peek(), &found) => self.note(&found),
                TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
            colons = if colon { colons + 1 } else { 0 };
        }
    }

    fn note(&mut self, found: &Ident) {
        for (name, flag) in SUPPORT.iter().zip(&mut self.support).chain(ELSEWHERE.iter().zip(&mut self.elsewhere)) {
            *flag |= found == name;
        }
    }
}

/// A parameter may be called `types` or `require`: only a path and a call name the imports.
fn is_named(next: Option<&TokenTree>, found: &Ident) -> bool {
    match next {
        Some(TokenTree::Punct(punct)) if found == "types" => punct.spacing() == Spacing::Joint,
        Some(TokenTree::Group(group)) if found == "require" => group.delimiter() == Delimiter::Parenthesis,
        _ => found != "types" && found != "require",
    }
}

/// What a file imports that has nothing but these types.
pub(super) fn type_imports(items: &[TokenStream]) -> Vec<TokenStream> {
    let mut named = Named::default();
    items.iter().for_each(|item| named.read(item.clone()));
    let [types, bytes] = named.elsewhere;
    imports_from_elsewhere(types, bytes)
}

fn imports_from_elsewhere(types: bool, bytes: bool) -> Vec<TokenStream> {
    let types = types.then(|| {
        quote!(
            use crate::types;
        )
    });
    let bytes = bytes.then(|| {
        quote!(
            use bytes::Bytes;
        )
    });
    types.into_iter().chain(bytes).collect()
}

impl Emitter<'_> {
    pub(super) fn group_imports(&self, indexes: &[usize]) -> Vec<TokenStream> {
        let mut named = Named::default();
        for index in indexes {
            for given in self.given(*index) {
                named.read(given.ty);
                named.read(given.put);
            }
            let operation = &self.api.operations[*index];
            self.constants_put(operation, false).into_iter().for_each(|put| named.read(put));
            let multipart = operation.has_parts();
            multipart.then(|| named.read(quote!(Multipart)));
            // Only what the variants hold: a variant may be called like an import.
            self.api.operations[*index].bodies().for_each(|content| named.read(self.body_payload(content)));
            named.read(self.output_type(*index));
            self.streaming_impl(*index).into_iter().chain(self.headers(*index)).for_each(|items| named.read(items));
            self.paginated(*index).into_iter().for_each(|items| named.read(items));
            self.answer_enum(*index).into_iter().chain(self.own_error(*index)).for_each(|items| named.read(items));
        }
        let support = SUPPORT.iter().zip(named.support).filter(|(_, found)| *found).map(|(name, _)| *name);
        let mut support: Vec<&str> = ALWAYS.into_iter().chain(support).collect();
        // As rustfmt sorts them: types before functions.
        support.sort_unstable();
        let support = support.into_iter().map(ident);
        let mut imports = vec![quote!(use crate::runtime::{#(#support),*};)];
        let [types, bytes] = named.elsewhere;
        imports.extend(imports_from_elsewhere(types, bytes));
        imports.push(quote!(
            use http::Method;
        ));
        imports
    }
}
