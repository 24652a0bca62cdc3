//! Emits a client as a module of the user's crate: as a directory of files, which the user commits, or as one file for a
//! build script.

use std::collections::BTreeMap;

use crate::print::format::FormattedFile;

/// Returns the path of a file in the directory of a module, whose root is `mod.rs` and not `src/lib.rs`.
pub(crate) fn module_path(path: &str) -> &str {
    match path.strip_prefix("src/") {
        Some("lib.rs") => ROOT,
        inside => inside.unwrap_or(path),
    }
}

const ROOT: &str = "mod.rs";

/// Returns the files of a module as one, for `include!`: each is in the place where its parent declares it.
pub(crate) fn one_file(files: &BTreeMap<String, FormattedFile>, header: &str) -> String {
    let mut text = format!("{header}\n");
    files.get(ROOT).into_iter().for_each(|root| add(&mut text, root, "", files));
    text
}

/// Adds a file of a folder, with the modules that it declares.
fn add(text: &mut String, file: &FormattedFile, folder: &str, files: &BTreeMap<String, FormattedFile>) {
    let mut start = 0;
    for (semicolon, name) in &file.submodules {
        let inside = format!("{folder}{name}/");
        let own = files.get(&format!("{folder}{name}.rs")).map(|file| (file, folder));
        let Some((module, folder)) = own.or_else(|| Some((files.get(&format!("{inside}{ROOT}"))?, &*inside))) else {
            continue;
        };
        text.push_str(file.text.get(start..*semicolon).unwrap_or_default());
        text.push_str(" {\n\n");
        add(text, module, folder, files);
        text.push('}');
        start = semicolon + 1;
    }
    text.push_str(file.text.get(start..).unwrap_or_default());
}
