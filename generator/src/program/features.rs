//! Features of the client that a program has to enable.

use std::collections::BTreeSet;
use std::path::Path;

use toml_edit::{DocumentMut, Item};

use super::diagnostics::Message;
use super::edit::Edit;
use super::packages::{Package, Program};
use super::rewrite::new_feature;
use super::sources::Sources;
use super::upgrade::ClientUpgrade;
use crate::canonical_path::canonical_path;
use crate::vendored;

/// The tables of dependencies in a manifest.
const TABLES: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];

/// Enables the features that the items at errors newly require. Returns `true` if a manifest changed.
pub(super) fn enable_features(
    sources: &mut Sources,
    errors: &[Message],
    program: &Program,
    upgrade: &ClientUpgrade,
) -> bool {
    let mut is_changed = false;
    for package in &program.packages {
        let features: BTreeSet<&str> =
            errors.iter().flat_map(|error| features_at(error, sources, package, upgrade)).collect();
        let features: Vec<&str> = features.into_iter().collect();
        let manifest = package.folder.join("Cargo.toml");
        let Some(file) = sources.file(&manifest, program).filter(|_| !features.is_empty()) else { continue };
        if let Some(text) = with_features(&file.text, &features, &package.folder, program, upgrade) {
            is_changed |= file.apply(vec![Edit::replace(0..file.text.len(), text)]);
        }
    }
    is_changed
}

/// Returns the features that the items in the statement of an error newly require.
fn features_at<'u>(error: &Message, sources: &Sources, package: &Package, upgrade: &'u ClientUpgrade) -> Vec<&'u str> {
    let span = error.span().filter(|span| span.file.starts_with(&package.folder));
    let Some((span, file)) = span.and_then(|span| Some((span, sources.files.get(&span.file)?))) else {
        return Vec::new();
    };
    let statement = file.statement(span.bytes.0);
    let uses = file.uses.iter().filter(|(range, _)| statement.contains(&range.start));
    let items = uses.filter_map(|(_, number)| Some(&upgrade.items.get(*number)?.item));
    items.filter_map(|item| new_feature(item, item.after.as_ref()?)).collect()
}

/// Returns a manifest with more features of the client. `None` if nothing changes.
fn with_features(
    text: &str,
    features: &[&str],
    folder: &Path,
    program: &Program,
    upgrade: &ClientUpgrade,
) -> Option<String> {
    let mut document: DocumentMut = text.parse().ok()?;
    let workspace = std::fs::read_to_string(program.root.join("Cargo.toml")).ok();
    let workspace: Option<DocumentMut> = workspace.and_then(|text| text.parse().ok());
    let shared = workspace.as_ref().and_then(|workspace| workspace.get("workspace")?.get("dependencies"));
    let is_client = |name: &str, entry: &Item| {
        let leads_to = |entry: &Item, folder: &Path| {
            let path = entry.get("path").and_then(Item::as_str);
            path.is_some_and(|path| canonical_path(&folder.join(path)) == upgrade.folder)
        };
        leads_to(entry, folder)
            || shared.and_then(|shared| shared.get(name)).is_some_and(|entry| leads_to(entry, &program.root))
    };
    for table in TABLES {
        let Some(dependencies) = document.get_mut(table).and_then(Item::as_table_like_mut) else { continue };
        for (name, entry) in dependencies.iter_mut() {
            if is_client(name.get(), entry) {
                vendored::enable_features(entry, features);
            }
        }
    }
    Some(document.to_string()).filter(|changed| changed != text)
}
