//! Merges the top-level members of descriptions.

use iri_string::resolve::FixedBaseResolver;
use iri_string::types::{IriReferenceStr, IriStr};
use serde_json::{Map, Value, json};

use super::input::MergeInput;
use crate::base::diagnostic::{Diagnostic, Result};
use crate::base::inflection::short_list;
use crate::base::pointer::Pointer;
use crate::read::document::expansion::{estimated_size, expansion_error, max_expanded_size};
use crate::read::document::operations::{items_mut, operations_mut};
use crate::read::document::parse::version_text;

/// The members of a description that are merged one by one.
pub(super) const MERGED: [&str; 5] = ["components", "paths", "tags", "webhooks", "x-webhooks"];

/// Maximum number of titles that are listed.
const TITLES: usize = 3;

/// Returns the merged description without paths, webhooks, components and tags: the members of the first one, with a combined
/// title.
pub(super) fn merge(parts: &[MergeInput]) -> Map<String, Value> {
    let mut root = parts.first().and_then(|first| first.value.as_object()).cloned().unwrap_or_default();
    MERGED.iter().for_each(|key| drop(root.shift_remove(*key)));
    let versions = parts.iter().filter_map(|part| part.value.get("openapi")).map(version_text);
    // If any description follows 3.1 or later, older ones were rewritten for 3.1; later versions only add to that.
    if let Some(newest) = versions.max() {
        root.insert("openapi".to_owned(), newest.into());
    }
    root.insert("info".to_owned(), info(parts));
    for key in ["servers", "security"] {
        if let Some(common) = parts.iter().find_map(|part| part.value.get(key)) {
            root.insert(key.to_owned(), common.clone());
        }
    }
    root.insert("paths".to_owned(), Value::Object(Map::new()));
    root
}

fn info(parts: &[MergeInput]) -> Value {
    // An `info` that is not an object was reported when it was read.
    let mut info = parts.first().and_then(|first| first.value["info"].as_object()).cloned().unwrap_or_default();
    let title = |part: &MergeInput| part.value["info"]["title"].as_str().unwrap_or_default().to_owned();
    let version = |part: &MergeInput| part.value["info"]["version"].as_str().unwrap_or_default().to_owned();
    let (titles, mut versions): (Vec<String>, Vec<String>) =
        parts.iter().map(|part| (title(part), version(part))).unzip();
    versions.dedup();
    let list: String = parts.iter().map(|part| format!("\n- {} {}", title(part), version(part))).collect();
    info.insert("title".to_owned(), short_list(&titles, TITLES).into());
    info.insert("version".to_owned(), versions.join(", ").into());
    info.insert("description".to_owned(), format!("Several APIs in one:\n{list}").into());
    Value::Object(info)
}

/// Writes top-level members that differ between descriptions to each path or operation.
pub(super) fn distribute(parts: &mut [MergeInput]) -> Result<()> {
    let mut room = max_expanded_size(parts.iter().map(|part| estimated_size(&part.value)).sum());
    spread_servers(parts, &mut room)?;
    spread_security(parts, &mut room)
}

fn spread_security(parts: &mut [MergeInput], room: &mut usize) -> Result<()> {
    let securities: Vec<Option<Value>> = parts.iter().map(|part| part.value.get("security").cloned()).collect();
    if securities.windows(2).all(|pair| pair[0] == pair[1]) {
        return Ok(());
    }
    for part in parts {
        let own = part.value.as_object_mut().and_then(|root| root.shift_remove("security"));
        let own = own.unwrap_or_else(|| json!([]));
        for operation in operations_mut(&mut part.value) {
            add(operation, "security", &own, room).ok_or_else(|| too_large(&part.source, "security"))?;
        }
    }
    Ok(())
}

/// Adds a missing member, within the remaining size.
fn add(holder: &mut Map<String, Value>, key: &str, value: &Value, room: &mut usize) -> Option<()> {
    if !holder.contains_key(key) {
        *room = room.checked_sub(estimated_size(value))?;
        holder.insert(key.to_owned(), value.clone());
    }
    Some(())
}

fn too_large(source: &str, key: &str) -> Box<Diagnostic> {
    expansion_error(source, &Pointer::root().child(key), "use the same value in all merged descriptions, or shorten it")
}

/// Servers are relative to the address of their description. If all have the same address, they stay relative.
fn write_out_servers(parts: &mut [MergeInput]) {
    let addresses: Vec<Option<String>> = parts.iter().map(|part| part.address.clone()).collect();
    if addresses.windows(2).all(|pair| pair[0] == pair[1]) {
        return;
    }
    for (part, address) in parts.iter_mut().zip(addresses) {
        let (Some(address), Some(root)) = (address, part.value.as_object_mut()) else { continue };
        let servers = root.entry("servers").or_insert_with(|| json!([{ "url": "/" }]));
        for url in servers.as_array_mut().into_iter().flatten().filter_map(|server| server.get_mut("url")) {
            // A variable in place of the whole address is filled in by the caller.
            let relative = url.as_str().filter(|url| !url.starts_with('{') && !url.contains("://"));
            if let Some(whole) = relative.and_then(|relative| resolved(&address, relative)) {
                *url = whole.into();
            }
        }
    }
}

/// Resolves the address of a server, which may contain variables in braces.
fn resolved(base: &str, relative: &str) -> Option<String> {
    let base = FixedBaseResolver::new(IriStr::new(base).ok()?.to_absolute());
    let relative = relative.replace('{', "%7B").replace('}', "%7D");
    let whole = base.resolve(IriReferenceStr::new(&relative).ok()?).to_string();
    Some(whole.replace("%7B", "{").replace("%7D", "}"))
}

/// Gives a description without servers the servers of the others.
fn spread_servers(parts: &mut [MergeInput], room: &mut usize) -> Result<()> {
    write_out_servers(parts);
    let said = |part: &MergeInput| part.value.get("servers").filter(|servers| !is_empty(servers)).cloned();
    let Some(first) = parts.iter().find_map(said) else { return Ok(()) };
    for part in parts {
        let own = part.value.as_object_mut().and_then(|root| root.shift_remove("servers"));
        if let Some(own) = own.filter(|own| *own != first && !is_empty(own)) {
            for item in items_mut(&mut part.value) {
                add(item, "servers", &own, room).ok_or_else(|| too_large(&part.source, "servers"))?;
            }
        }
        if let Some(root) = part.value.as_object_mut() {
            root.insert("servers".to_owned(), first.clone());
        }
    }
    Ok(())
}

fn is_empty(servers: &Value) -> bool {
    servers.as_array().is_none_or(Vec::is_empty)
}
