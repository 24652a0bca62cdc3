//! One of several types: an enum, and a variant for values that are none of them.

use proc_macro2::TokenStream;
use quote::quote;

use crate::print::emit::rust_type::Scope;
use crate::print::emit::table::table;
use crate::print::emit::tokens::ident;
use crate::rust::ir::{Accessor, MemberAccess, SourceType, Union, UnionSource};

pub(super) fn accessor(union: &Union, accessor: &Accessor) -> TokenStream {
    let name = ident(&accessor.name);
    let arms = accessor.arms.iter().filter_map(|arm| {
        let variant = ident(&union.variants.get(arm.variant)?.name);
        let value = match arm.access {
            MemberAccess::Copied => quote!(Some(value.#name)),
            MemberAccess::CopiedOption => quote!(value.#name),
            MemberAccess::Required => quote!(Some(&value.#name)),
            MemberAccess::AsRef => quote!(value.#name.as_ref()),
            MemberAccess::AsDeref => quote!(value.#name.as_deref()),
        };
        Some(quote!(Self::#variant(value) => #value))
    });
    quote!(match self { #(#arms,)* _ => None })
}

/// The table of the types that a union is made from: `from_variants!(Filter { Name(String), Name(&str => str::to_owned) });`
pub(super) fn sources(name: &str, union: &Union) -> Option<String> {
    let rows: Vec<String> = union.sources.iter().filter_map(|source| row(union, source)).collect();
    (!rows.is_empty()).then(|| table(&format!("from_variants!({name}"), &rows))
}

fn row(union: &Union, source: &UnionSource) -> Option<String> {
    let variant = union.variants.get(source.variant)?;
    let payload = variant.payload.as_ref()?;
    let convert = match source.of {
        SourceType::Payload if payload.is_boxed => " => Box::new",
        SourceType::Payload => "",
        SourceType::Str => " => str::to_owned",
        SourceType::ListedStr | SourceType::ListedString => " => Into::into",
        SourceType::StrList => " => bindery_runtime::generated::owned_list",
    };
    let from = source.of.ty(payload).text(&|path| Scope::Types.path(path));
    Some(format!("{}({from}{convert})", variant.name))
}
