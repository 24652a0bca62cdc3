//! Names of response headers, and of the structs of those that operations share.
//!
//! | headers that several operations have | name | example |
//! |---|---|---|
//! | begin with the same words | these words | `RateLimitHeaders` |
//! | at most three | their names, in alphabetical order | `LinkHeaders`, `EtagLinkHeaders` |
//! | others | the first operation | `ListIssuesHeaders` |
//!
//! `X-` is left out. A set whose name is taken gets the next one.

use std::collections::{HashMap, HashSet};

use super::allocator::NameAllocator;
use super::compound::joined;
use super::item_names::OperationNames;
use super::items::ItemId;
use super::operation::split_words;
use super::reserved::{ERROR_TYPES, imported_by_operations, type_names};
use super::scope::{NameRequest, value_request};
use crate::api::model::{Api, Operation};
use crate::base::ident::type_name;

/// Maximum number of headers in a name.
const MAX_NAMED: usize = 3;
/// Maximum length of a name that consists of those of headers.
const MAX_LEN: usize = 48;

/// Assigns the names of the fields for the headers of each operation. Operations with the same headers have one struct.
pub(super) fn name_headers(api: &Api, operations: &mut [OperationNames], allocator: &mut NameAllocator<'_>) {
    let shared = &allocator.items.analysis.headers;
    for (index, operation) in api.operations.iter().enumerate() {
        let owner = shared.owner(index);
        let names = if owner == index {
            let headers = operation.headers.iter().enumerate();
            let headers = headers.map(|(at, header)| value_request(ItemId::Header(index, at), &header.wire));
            allocator.allocate(&headers.collect::<Vec<_>>(), &HashSet::new())
        } else {
            let names = api.operations[owner].headers.iter().zip(&operations[owner].headers);
            let names: HashMap<String, &String> =
                names.map(|(header, name)| (header.wire.to_ascii_lowercase(), name)).collect();
            let own = operation.headers.iter().map(|header| header.wire.to_ascii_lowercase());
            own.filter_map(|wire| names.get(&wire).map(|name| (*name).clone())).collect()
        };
        operations[index].headers = names;
    }
}

/// Assigns the names of the structs of headers that operations share, beside the main error type.
pub(super) fn name_shared_types(
    api: &Api,
    main_error: &str,
    operations: &mut [OperationNames],
    allocator: &mut NameAllocator<'_>,
) {
    let sets: Vec<&[usize]> = allocator.items.analysis.headers.sets().collect();
    let requests = sets.iter().filter_map(|set| {
        let owner = *set.first()?;
        let wires = wires(&api.operations[owner]);
        let of_operation = joined(&operations[owner].type_name, "Headers", "");
        let mut names = by_headers(&wires).into_iter().chain([of_operation]);
        let natural = names.next()?;
        let basis = wires.join(" ");
        Some(NameRequest { basis, ..NameRequest::new(ItemId::HeadersType(owner), natural).or(names) })
    });
    let requests: Vec<NameRequest> = requests.collect();
    let reserved = type_names().chain(ERROR_TYPES).chain(imported_by_operations());
    let reserved = reserved.map(str::to_owned).chain([main_error.to_owned()]);
    let names = allocator.allocate(&requests, &reserved.collect());
    for (set, name) in sets.into_iter().zip(names) {
        set.iter().for_each(|index| operations[*index].headers_type.clone_from(&name));
    }
}

/// Returns the names of the headers of an operation, in lower case and in alphabetical order.
fn wires(operation: &Operation) -> Vec<String> {
    let mut wires: Vec<String> = operation.headers.iter().map(|header| header.wire.to_ascii_lowercase()).collect();
    wires.sort_unstable();
    wires
}

/// Returns the names of a struct by its headers, best first.
fn by_headers(wires: &[String]) -> Vec<String> {
    let words = wires.iter().map(|wire| split_words(wire.strip_prefix("x-").unwrap_or(wire)));
    let words: Vec<Vec<String>> = words.collect();
    let common = |one: &[String], other: &[String]| one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let first = words.first().map(Vec::as_slice).unwrap_or_default();
    let shared = words.iter().map(|other| common(first, other)).min().unwrap_or(0);
    let whole = words.concat();
    let names = [Some(&first[..shared]), Some(whole.as_slice()).filter(|_| wires.len() <= MAX_NAMED)];
    let names = names.into_iter().flatten().filter(|words| !words.is_empty());
    let names = names.map(|words| joined(&type_name(&words.join("_")), "Headers", ""));
    let mut names: Vec<String> = names.filter(|name| name.len() <= MAX_LEN).collect();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::by_headers;
    use crate::pipeline::Emission;

    #[test]
    fn shared_headers_are_named_after_themselves() {
        let rows = [
            ("link", vec!["LinkHeaders"]),
            ("retry-after", vec!["RetryAfterHeaders"]),
            ("etag link", vec!["EtagLinkHeaders"]),
            ("x-rate-limit-limit x-rate-limit-reset", vec!["RateLimitHeaders", "RateLimitLimitRateLimitResetHeaders"]),
            ("x-page-a x-page-b x-page-c x-page-d", vec!["PageHeaders"]),
            ("a b c d", vec![]),
            ("x-headers", vec!["Headers"]),
        ];
        for (wires, expected) in rows {
            let wires: Vec<String> = wires.split(' ').map(str::to_owned).collect();
            assert_eq!(by_headers(&wires), expected);
        }
    }

    /// Returns a description with an operation for each path, with these headers.
    fn description(operations: &[(&str, &[&str])]) -> String {
        let mut paths = String::new();
        for (path, headers) in operations {
            write!(paths, "  /{path}: {{ get: {{ tags: [{path}], responses: {{ '200': {{ description: '', headers: {{")
                .unwrap();
            for header in *headers {
                write!(paths, "{header}: {{ description: {path}, schema: {{ type: string }} }},").unwrap();
            }
            paths.push_str(" } } } } }\n");
        }
        format!("openapi: 3.0.3\ninfo: {{ title: '', version: '' }}\npaths:\n{paths}")
    }

    fn names(emission: &Emission) -> Vec<&str> {
        let indexes = 0..emission.api.operations.len();
        indexes.map(|index| emission.names.operation(index).headers_type.as_str()).collect()
    }

    #[test]
    fn operations_with_the_same_headers_share_a_type() {
        let operations: [(&str, &[&str]); 4] =
            [("a", &["Link", "X-Total"]), ("b", &["x-total", "link"]), ("c", &["Link"]), ("d", &[])];
        let emission = Emission::from_text(description(&operations));
        assert_eq!(names(&emission), ["LinkTotalHeaders", "LinkTotalHeaders", "GetCHeaders", "GetDHeaders"]);
        assert_eq!(emission.names.operation(1).headers, ["x_total", "link"]);
        let shared = emission.resolver().package().shared_headers;
        let fields: Vec<&str> = shared[0].headers.iter().map(|header| header.name.as_str()).collect();
        assert_eq!(fields, ["link", "x_total"]);
        assert!(
            shared[0].headers.iter().all(|header| header.nodes.len() == 2 && !header.docs.lines.contains(&"a".into()))
        );
    }

    #[test]
    fn a_second_set_does_not_rename_the_first() {
        let shared: [(&str, &[&str]); 2] = [("c", &["X-Page-A", "X-Page-B"]), ("d", &["X-Page-A", "X-Page-B"])];
        let other: [(&str, &[&str]); 2] = [("a", &["X-Page-A", "X-Page-C"]), ("b", &["X-Page-A", "X-Page-C"])];
        let before = Emission::from_text(description(&shared));
        assert_eq!(names(&before), ["PageHeaders"; 2]);
        let both = description(&[other, shared].concat());
        let after = Emission::with_history(&both, &before.recorded_names);
        assert_eq!(names(&after)[2..], ["PageHeaders"; 2]);
        assert_eq!(names(&after)[..2], ["PageAPageCHeaders"; 2]);
        assert_eq!(names(&Emission::with_history(&both, &after.lock_file())), names(&after));
        assert_eq!(names(&Emission::from_text(&both)), [["PageAPageCHeaders"; 2], ["PageAPageBHeaders"; 2]].concat());
    }
}
