//! The keys that entries of `[fields]`, `[types]`, `[pagination]` and `[token]` could have.

use std::collections::BTreeMap;

use super::Names;
use super::keys::field_keys;
use super::overrides::unused;
use crate::api::analysis::Direction;
use crate::api::model::{Api, Operation, Shape};
use crate::base::diagnostic::Sink;
use crate::config::{Config, KnownKeys};

/// Returns all keys, and those of types and fields by their names in Rust, which users may take for keys.
pub(crate) fn known_keys(api: &Api, names: &Names) -> KnownKeys {
    let mut known = KnownKeys::default();
    let field_keys = field_keys(api);
    for (id, definition) in api.definitions() {
        let pointer = api.stored_at(&definition.origin);
        let by_field = || field_keys.get(&pointer).and_then(|keys| keys.first()).cloned();
        let schema = definition.naming.schema();
        let key = schema.map(str::to_owned).or_else(by_field).unwrap_or_else(|| format!("#{pointer}"));
        let types = [Direction::Request, Direction::Response].map(|direction| names.of_type(id, direction));
        if let Shape::Object(object) = &definition.shape {
            for (index, field) in object.fields.iter().enumerate() {
                let wire = &field.wire;
                let own = schema.map(|schema| format!("{schema}.{wire}"));
                let own = own.unwrap_or_else(|| format!("#{}", api.stored_at(&field.origin)));
                let name = names.field(id, index);
                let owners = types.into_iter().chain([key.as_str()]);
                let wrong = owners.flat_map(|ty| [format!("{ty}.{name}"), format!("{ty}.{wire}")]);
                add(&mut known.by_rust_name, wrong, &own);
                known.keys.extend(schema.map(|_| own));
            }
        }
        add(&mut known.by_rust_name, types.map(str::to_owned), &key);
    }
    known.keys.extend(api.operations.iter().map(Operation::route));
    known.keys.extend(api.security.iter().map(|scheme| scheme.wire.clone()));
    known
}

/// Reports the entries of `[names]` that match nothing.
pub(crate) fn warn_unmatched(api: &Api, names: &Names, config: &Config, sink: &mut Sink) {
    if names.unmatched.is_empty() {
        return;
    }
    let known = known_keys_of_names(api, names);
    for entry in &names.unmatched {
        let help = known.help_for_rust_name(&entry.key).unwrap_or_else(|| entry.help.clone());
        sink.push(unused(config, entry.at, &entry.key, &help));
    }
}

/// Returns the keys that entries of `[names]` could have, and those of types, fields and operations by their names in Rust.
fn known_keys_of_names(api: &Api, names: &Names) -> KnownKeys {
    let mut known = known_keys(api, names);
    let mut functions: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (index, operation) in api.operations.iter().enumerate() {
        let key = operation.id.clone().unwrap_or_else(|| operation.route());
        let key = operation.apart.map_or_else(|| key.clone(), |suffix| format!("{key} {suffix}"));
        let (operation_names, group) = (names.operation(index), &names.group(operation.group).function);
        let function = operation_names.function.as_str();
        let paths = [format!("{group}.{function}"), format!("{group}().{function}"), format!("{group}::{function}")];
        add(&mut known.by_rust_name, [operation_names.type_name.clone()].into_iter().chain(paths), &key);
        functions.entry(function).or_default().push(key);
    }
    // Many groups have a function `list`.
    for (function, keys) in functions {
        if let [key] = keys.as_slice() {
            add(&mut known.by_rust_name, [function.to_owned()], key);
        }
    }
    known
}

fn add(by_name: &mut BTreeMap<String, String>, names: impl IntoIterator<Item = String>, key: &str) {
    for name in names.into_iter().filter(|name| name != key) {
        by_name.entry(name).or_insert_with(|| key.to_owned());
    }
}
