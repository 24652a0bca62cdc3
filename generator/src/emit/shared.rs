//! The support code that several clients share: the crate that has it, and what each of them has instead.

use std::collections::BTreeSet;

use bindery_runtime::texts;

use super::file::filled;
use super::{EmittedFile, MANIFEST};

/// Returns the files of a crate with the support code for several clients. They do not depend on a description.
pub(crate) fn shared_crate(name: &str, version: &str) -> Vec<EmittedFile<'static>> {
    let holes = [("name", name), ("version", version), ("library", &name.replace('-', "_"))];
    let texts = texts::RUNTIME.iter().map(|(file, text)| EmittedFile::text(format!("src/{file}"), *text));
    let others = [
        EmittedFile::text(MANIFEST, filled(texts::SHARED_MANIFEST, &holes)),
        EmittedFile::text("README.md", filled(texts::SHARED_README, &holes)),
        EmittedFile::text("rustfmt.toml", texts::RUSTFMT),
        EmittedFile::text("src/lib.rs", texts::RUNTIME_ROOT),
    ];
    others.into_iter().chain(texts).collect()
}

/// The crates that the crate which clients share depends on, or one of them may, as code names them.
pub(crate) fn crates_of_clients() -> BTreeSet<String> {
    const OF_CLIENTS: [&str; 3] = ["chrono", "jiff", "uuid"];
    let rows = texts::SHARED_MANIFEST.lines();
    let shared = rows.filter_map(|row| Some(row.split_once(" = {")?.0.replace('-', "_")));
    shared.chain(OF_CLIENTS.map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use quote::{ToTokens, quote};

    use super::super::support::{exports, gate_by, module};
    use crate::crate_feature::Implementation;
    use crate::ir::{FEATURES_OF_TYPES, SUPPORT_FILES};

    /// The root of the support code has the modules and exports of the table, with the same features.
    #[test]
    fn the_runtime_crate_has_the_modules_and_exports_of_the_table() {
        let implemented = Implementation::ALL.into_iter().collect();
        let rows = SUPPORT_FILES.iter().flat_map(|support| {
            let feature = FEATURES_OF_TYPES.iter().find(|(file, _)| *file == support.file);
            let gate = feature.map(|(_, feature)| quote!(#[cfg(feature = #feature)]));
            let gate = gate.unwrap_or_else(|| gate_by(support.condition, &implemented));
            std::iter::once(module(&gate, support)).chain(exports(&gate, support))
        });
        let rows: BTreeSet<String> = rows.map(|row| row.to_string()).collect();
        let root = syn::parse_file(bindery_runtime::texts::RUNTIME_ROOT).unwrap();
        let items = root.items.iter().map(|item| item.to_token_stream().to_string().replace("pub (crate) mod", "mod"));
        let items: BTreeSet<String> = items.map(|item| item.replace(" , }", " }")).collect();
        assert_eq!(rows.difference(&items).collect::<Vec<_>>(), Vec::<&String>::new());
        // The command line is a folder, clients do not contain `client_types`, and `reqwest` is re-exported.
        assert_eq!(items.difference(&rows).count(), 3, "{:?}", items.difference(&rows));
    }
}
