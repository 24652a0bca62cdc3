//! Values of the types in emitted crates, deserialized from JSON and serialized again.
#![allow(dead_code, unreachable_pub, reason = "tables declare members that users of a client call")]

use std::collections::BTreeMap;
use std::fmt::Debug;

use http::{HeaderMap, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::values as types;
use crate::budget::Budget;
use crate::code_enumeration;
use crate::object;
use crate::responses::response::{Failure, Response};
use crate::text_enumeration;
use crate::wire::base64::Base64;
use crate::wire::code::UnlistedCode;
use crate::wire::decimal::Decimal;
use crate::wire::patch::Patch;
use crate::wire::quoted::Quoted;
use crate::wire::text::UnlistedText;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Priority {
    Low,
    High,
    Unlisted(UnlistedCode),
}

code_enumeration!(Priority {
    -1 => Low,
    2 => High,
});

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Order {
    Up,
    Unlisted(UnlistedText),
}

text_enumeration!(Order { "asc" => Up, });

/// A type with a member of each kind, including itself.
#[derive(Debug, PartialEq)]
pub(crate) struct Tree {
    id: i64,
    ratio: f64,
    priority: Option<Priority>,
    order: Option<Order>,
    digits: Option<Decimal>,
    large: Option<Quoted<i64>>,
    bytes: Option<Base64>,
    name: Patch<String>,
    any: Option<Value>,
    tags: Option<Vec<String>>,
    children: Option<Vec<Tree>>,
    rest: BTreeMap<String, Value>,
}

object!(Tree {
    id,
    ratio: defaulting(|| 0.5),
    priority: optional,
    order: optional,
    digits: optional,
    large: optional,
    bytes: optional,
    name: patched,
    any: anything,
    tags: optional,
    children: optional,
    ..rest
});

/// Checks that a value round-trips, and that an error has a path.
pub(crate) fn check(bytes: &[u8]) {
    let budget = Budget::for_decoding(bytes.len());
    check_as::<Tree>(bytes);
    check_as::<Vec<Priority>>(bytes);
    check_as::<BTreeMap<String, Order>>(bytes);
    check_as::<Option<Decimal>>(bytes);
    check_as::<Quoted<u64>>(bytes);
    if let Some(text) = check_as::<Base64>(bytes) {
        let again = text.decode().map(|decoded| Base64::encode(&decoded).decode() == Ok(decoded));
        assert!(again != Ok(false), "base64 that changes: {text:?}");
    }
    budget.check();
}

/// Deserializes a value and checks its round trip. Returns `None` if it is invalid.
pub(super) fn check_as<T: DeserializeOwned + Serialize + PartialEq + Debug>(bytes: &[u8]) -> Option<T> {
    let response = Response::new(StatusCode::OK, HeaderMap::new(), bytes.to_vec());
    match response.decode_json::<T, ()>() {
        Ok(value) => {
            let written = serde_json::to_vec(&value);
            let again = written.as_ref().ok().and_then(|written| serde_json::from_slice::<T>(written).ok());
            assert_eq!(again.as_ref(), Some(&value), "written as {:?}", written.map(String::from_utf8));
            Some(value)
        }
        Err(Failure::Decode(failure)) => {
            assert!(failure.path.starts_with('$'), "`{}` is not a path", failure.path);
            None
        }
        Err(_) => None,
    }
}
