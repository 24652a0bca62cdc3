//! Names that what is generated has for other things. A description gets another one where it has one of these.
//!
//! Functions that users call stand among those which a description names. The support code keeps what is private out of the
//! way: in other types, and in free functions. What is left are the public functions of the client and of a call. A test
//! holds these lists against the support code, so that none is forgotten.

use crate::config::{ALL_GROUPS, UNREFERENCED_TYPES};

/// Functions of the client; its groups are the others.
pub(super) const CLIENT_FUNCTIONS: [&str; 5] = ["base_url", "builder", "clone", "fmt", "new"];

/// Functions of every call; the others set its parameters.
pub(super) const CALL_FUNCTIONS: [&str; 16] = [
    "accept",
    "authorize",
    "clone",
    "download",
    "fmt",
    "header",
    "into_future",
    "operation",
    "operation_mut",
    "retry",
    "send",
    "send_full",
    "send_raw",
    "send_text",
    "timeout",
    "to_curl",
];
/// Functions that a call has besides with the feature `blocking`.
pub(super) const BLOCKING_FUNCTIONS: [&str; 1] = ["send_blocking"];
/// Functions that a call has besides, where its answer comes in pages.
pub(super) const PAGE_FUNCTIONS: [&str; 2] = ["items", "pages"];
/// Functions that a call has besides, where its answer comes one value after the other.
pub(super) const STREAM_FUNCTIONS: [&str; 2] = ["events", "lines"];
/// The function that makes a call, which only emitted code uses.
pub(super) const CALL_CONSTRUCTOR: &str = "new";

/// Functions with one argument that read like an operator of Rust.
pub(super) const OPERATORS: [&str; 12] =
    ["add", "bitand", "bitor", "bitxor", "div", "mul", "neg", "not", "rem", "shl", "shr", "sub"];

/// Functions of a group that its derives make, or that read like those of a trait of Rust; the others are its operations.
pub(super) const GROUP_FUNCTIONS: [&str; 8] = ["as_ref", "borrow", "clone", "cmp", "deref", "eq", "fmt", "hash"];

/// Names that the emitted code uses for other things, from the prelude of Rust and from the support code.
pub(super) const TYPES: &str = "AsMut AsRef AsyncFn Base64 Box Clone Copy Date DateTime Debug Decimal Default \
    Display DoubleEndedIterator Drop Eq Err ExactSizeIterator Extend Fn FnMut FnOnce From FromIterator FromStr Hash \
    Into IntoIterator Iterator New JsonOrText None Ok Option Ord PartialEq PartialOrd Patch Quoted Result Secret \
    Self Send Set Sized Some String Sync ToOwned ToString TryFrom TryInto UnixTime UnlistedCode UnlistedText Vec";

/// The imports of modules with operations.
pub(super) const IMPORTED: [&str; 17] = [
    "Body",
    "BuildError",
    "Bytes",
    "Call",
    "Client",
    "Content",
    "DeclaresHeaders",
    "Failure",
    "HeaderError",
    "LazyRegex",
    "Method",
    "Multipart",
    "Operation",
    "Request",
    "Response",
    "Rule",
    "Style",
];

/// Error types of the support code, which programs use together with these.
pub(super) const ERROR_TYPES: [&str; 9] = [
    "BuildError",
    "CallError",
    "DecodeError",
    "DocumentedError",
    "Error",
    "HeaderError",
    "SendError",
    "UndocumentedError",
    "ValidationError",
];

/// Constants that types have besides those of the description.
pub(super) const CONSTANTS: [&str; 1] = ["RULES"];

/// Functions of a struct, and those of traits that a setter would hide.
pub(super) const STRUCT_FUNCTIONS: [&str; 9] =
    ["clone", "default", "fixture", "from", "into", "new", "try_from", "try_into", "validate"];

/// Features that every crate may have.
pub(super) const FEATURES: [&str; 5] = ["client", "default", "reqwest", ALL_GROUPS, UNREFERENCED_TYPES];

/// Modules that have another meaning: the root of a folder, the folders themselves, and the types that belong to no group.
/// Also crates that a module of the same name would hide, and names that some systems keep from files, as are `com` and
/// `lpt` with a digit.
pub(super) const MODULES: [&str; 18] = [
    "alloc",
    "api",
    "aux",
    "bindery_runtime",
    "cli",
    "con",
    "core",
    "mock",
    "nul",
    "prn",
    "proc_macro",
    "r#mod",
    "shared",
    "std",
    "test",
    "types",
    "unreferenced",
    "wire",
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use syn::{Attribute, ImplItem, Item, ItemImpl, Type};

    use super::*;

    /// The functions of a type, of its own and of its traits, in the files of the support code whose names pass a test.
    fn functions(of: &str, files: impl Fn(&str) -> bool) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for (_, text) in bindery_runtime::texts::RUNTIME.iter().filter(|(file, _)| files(file)) {
            for item in syn::parse_file(text).unwrap().items {
                match item {
                    Item::Impl(item) if is_for(&item, of) => found.extend(names(&item)),
                    Item::Struct(item) if item.ident == of => {
                        let derives = [("Clone", "clone"), ("Debug", "fmt")];
                        let derived = derives.iter().filter(|(name, _)| derives_trait(&item.attrs, name));
                        found.extend(derived.map(|(_, function)| (*function).to_owned()));
                    }
                    _ => {}
                }
            }
        }
        found
    }

    fn is_for(item: &ItemImpl, name: &str) -> bool {
        matches!(&*item.self_ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == name))
    }

    fn names(item: &ItemImpl) -> impl Iterator<Item = String> {
        item.items.iter().filter_map(|item| match item {
            ImplItem::Fn(function) => Some(function.sig.ident.to_string()),
            _ => None,
        })
    }

    fn derives_trait(attributes: &[Attribute], name: &str) -> bool {
        attributes.iter().any(|attribute| {
            attribute.path().is_ident("derive")
                && attribute.meta.require_list().is_ok_and(|list| list.tokens.to_string().contains(name))
        })
    }

    fn set(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn the_functions_of_the_client_are_listed() {
        let mut functions = functions("Client", |_| true);
        // Those of the emitted code.
        functions.extend(["builder", "new"].map(str::to_owned));
        assert_eq!(functions, set(&CLIENT_FUNCTIONS));
    }

    #[test]
    fn the_functions_of_calls_are_listed() {
        let is_in = |path: &str, names: &[&str]| names.iter().any(|name| path.ends_with(name));
        let of = |name: &'static str| functions("Call", move |path| is_in(path, &[name]));
        let own = functions("Call", |path| {
            !is_in(path, &["blocking.rs", "events.rs", "lines.rs", "pages.rs"]) && !path.starts_with("cli/")
        });
        let mut listed = set(&CALL_FUNCTIONS);
        listed.insert(CALL_CONSTRUCTOR.to_owned());
        assert_eq!(own, listed);
        assert_eq!(of("blocking.rs"), set(&BLOCKING_FUNCTIONS));
        assert_eq!(of("pages.rs"), set(&PAGE_FUNCTIONS));
        assert_eq!(&of("events.rs") | &of("lines.rs"), set(&STREAM_FUNCTIONS));
        assert_eq!(functions("Call", |path| path.starts_with("cli/")), BTreeSet::new());
    }

    /// The types that a client declares have the functions of those of the runtime crate, and are listed with them.
    #[test]
    fn the_types_of_clients_have_the_listed_functions() {
        let (_, text) =
            bindery_runtime::texts::RUNTIME.iter().find(|(path, _)| path.ends_with("client_types.rs")).unwrap();
        let is_declared = |name: &&str| text.contains(&format!(" {name}("));
        let of_calls = CALL_FUNCTIONS.iter().chain(&BLOCKING_FUNCTIONS).chain(&PAGE_FUNCTIONS).chain(&STREAM_FUNCTIONS);
        let missing: Vec<&str> = of_calls.copied().filter(|name| !is_declared(name)).collect();
        assert_eq!(missing, ["clone", "fmt"], "derived");
        let calls = text.split_once("pub struct Call<O>").unwrap().1;
        let functions = calls.split("pub fn ").skip(1).chain(calls.split("pub async fn ").skip(1));
        let functions: BTreeSet<String> =
            functions.filter_map(|rest| Some(rest.split_once('(')?.0.to_owned())).collect();
        let mut listed: BTreeSet<String> = set(&CALL_FUNCTIONS);
        listed.extend(set(&BLOCKING_FUNCTIONS));
        listed.extend(set(&PAGE_FUNCTIONS));
        listed.extend(set(&STREAM_FUNCTIONS));
        listed.insert(CALL_CONSTRUCTOR.to_owned());
        assert_eq!(functions.difference(&listed).collect::<Vec<_>>(), Vec::<&String>::new());
    }
}
