//! Names that the emitted code uses for other items. Items of a description get other names.
//!
//! Public functions of the client and of a call share a scope with those of the description. Tests compare these lists with
//! the runtime crate.

use crate::base::runtime_item::{Importer, RuntimeItem};
use crate::config::{ALL_GROUPS, READ_REQUESTS, UNREFERENCED_TYPES};

/// Functions of the client other than its groups.
pub(super) const CLIENT_FUNCTIONS: [&str; 5] = ["base_url", "builder", "clone", "fmt", "new"];

/// Functions of every call other than the setters of its parameters.
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
/// Additional functions of a call with the feature `blocking`.
pub(super) const BLOCKING_FUNCTIONS: [&str; 1] = ["send_blocking"];
/// Additional functions of a call with a paginated response.
pub(super) const PAGE_FUNCTIONS: [&str; 2] = ["items", "pages"];
/// Additional functions of a call with a streamed response.
pub(super) const STREAM_FUNCTIONS: [&str; 2] = ["events", "lines"];
/// The constructor of a call, which only emitted code uses.
pub(super) const CALL_CONSTRUCTOR: &str = "new";

/// Functions of the operator traits, which clippy rejects as names of other functions.
pub(super) const OPERATORS: [&str; 12] =
    ["add", "bitand", "bitor", "bitxor", "div", "mul", "neg", "not", "rem", "shl", "shr", "sub"];

/// Functions of a group that are derived, or that have the name of a standard trait's method.
pub(super) const GROUP_FUNCTIONS: [&str; 8] = ["as_ref", "borrow", "clone", "cmp", "deref", "eq", "fmt", "hash"];

/// Types, traits and variants of the prelude, and names that the emitted code uses like these.
const PRELUDE: &str = "AsMut AsRef AsyncFn Box Clone Copy Debug Default Display DoubleEndedIterator Drop Eq Err \
    ExactSizeIterator Extend Fn FnMut FnOnce From FromIterator FromStr Hash Into IntoIterator Iterator New None Ok \
    Option Ord PartialEq PartialOrd Result Self Send Set Sized Some String Sync ToOwned ToString TryFrom TryInto Vec";

/// Returns the names that are not assigned to any type.
pub(super) fn type_names() -> impl Iterator<Item = &'static str> {
    PRELUDE.split(' ').chain(RuntimeItem::imported_by(Importer::Types))
}

/// Returns the names that modules of operations import.
pub(super) fn imported_by_operations() -> impl Iterator<Item = &'static str> {
    ["Call", "Client", "Method", "Setters"].into_iter().chain(RuntimeItem::imported_by(Importer::Operations))
}

/// Error types of the runtime crate.
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

/// Additional constants of types.
pub(super) const CONSTANTS: [&str; 1] = ["RULES"];

/// Functions of a struct, and functions of traits that a setter would shadow.
pub(super) const STRUCT_FUNCTIONS: [&str; 9] =
    ["clone", "default", "fixture", "from", "into", "new", "try_from", "try_into", "validate"];

/// Cargo features that every crate can have.
pub(super) const FEATURES: [&str; 6] = ["client", "default", "reqwest", ALL_GROUPS, READ_REQUESTS, UNREFERENCED_TYPES];

/// Modules of the emitted code, crates that a module would shadow, and file names that Windows reserves.
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
    use crate::api::analysis::Direction;
    use crate::testing::Case;

    /// Returns the inherent and trait functions of a type in the files of the runtime crate whose names match.
    fn functions(of: &str, files: impl Fn(&str) -> bool) -> BTreeSet<String> {
        let mut functions = BTreeSet::new();
        for (_, text) in bindery_runtime::texts::RUNTIME.iter().filter(|(file, _)| files(file)) {
            for item in syn::parse_file(text).unwrap().items {
                match item {
                    Item::Impl(item) if is_for(&item, of) => functions.extend(names(&item)),
                    Item::Struct(item) if item.ident == of => {
                        let derives = [("Clone", "clone"), ("Debug", "fmt")];
                        let derived = derives.iter().filter(|(name, _)| derives_trait(&item.attrs, name));
                        functions.extend(derived.map(|(_, function)| (*function).to_owned()));
                    }
                    _ => {}
                }
            }
        }
        functions
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

    /// A module cannot declare what it imports.
    #[test]
    fn no_type_has_the_name_of_an_import() {
        let mut schemas = String::new();
        let mut operations = String::new();
        for (index, item) in RuntimeItem::ALL.iter().enumerate() {
            let name = item.name();
            schemas +=
                &format!(r#""{name}": {{ "type": "object", "properties": {{ "a": {{ "type": "string" }} }} }},"#);
            operations += &format!(
                r##""/{index}": {{ "post": {{ "operationId": "{name}", "responses": {{ "200": {{ "description": "", "content":
                {{ "application/json": {{ "schema": {{ "$ref": "#/components/schemas/{name}" }} }} }} }} }} }} }},"##
            );
        }
        let (schemas, operations) = (schemas.trim_end_matches(','), operations.trim_end_matches(','));
        let emission = Case::new().paths(operations).schemas(schemas).emission();
        for (id, _) in emission.api.definitions() {
            let name = emission.names.of_type(id, Direction::Response);
            assert!(!type_names().any(|reserved| reserved == name), "{name}");
        }
        for index in 0..emission.api.operations.len() {
            let names = emission.names.operation(index);
            let derived = [&names.body_type, &names.error_type, &names.headers_type, &names.output_type];
            for name in derived.into_iter().chain([&names.type_name]) {
                assert!(!imported_by_operations().any(|imported| imported == name), "{name}");
            }
        }
    }

    #[test]
    fn the_functions_of_the_client_are_listed() {
        let mut functions = functions("Client", |_| true);
        // The emitted code adds these.
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
