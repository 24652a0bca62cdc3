//! Code that is there with a feature.

use proc_macro2::TokenStream;
use quote::quote;

use super::tokens::ident;
use crate::base::crate_feature::{CrateFeature, Implementation};
use crate::rust::ir::{Crate, Gate};

/// Prints an item that is there with an optional feature. A module has no features of its own: it follows the runtime crate.
pub(super) fn with_feature(package: &Crate, feature: CrateFeature, item: TokenStream) -> TokenStream {
    if package.is_whole {
        let name = feature.name();
        return quote!(#[cfg(feature = #name)] #item);
    }
    let macro_name = match feature {
        CrateFeature::Cli => "with_cli",
        CrateFeature::Events => "with_events",
        CrateFeature::Fixtures => "with_fixtures",
        CrateFeature::Mock => "with_mock",
        _ => return item,
    };
    let macro_name = ident(macro_name);
    quote!(bindery_runtime::#macro_name! { #item })
}

/// Returns the condition of code that a client needs. A module always has its client.
pub(super) fn client_gate(package: &Crate) -> TokenStream {
    if package.is_whole { quote!(#[cfg(feature = "client")]) } else { TokenStream::new() }
}

/// Returns the condition of code for traits of other crates. A module always implements what it is asked for.
pub(super) fn implementation_gate(package: &Crate, by: impl IntoIterator<Item = Implementation>) -> Gate {
    let by = by.into_iter().filter(|one| package.is_whole && package.implemented.contains(one));
    Gate { any: by.map(|one| one.feature().to_owned()).collect() }
}
