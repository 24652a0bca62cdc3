//! A module as one file for a build script: each file stands in the place where its parent declares it.

use std::collections::BTreeMap;

use crate::print::emit::module_lints;

/// Returns the files of a module as one file for `include!`, which takes no inner attributes: the items have them.
pub(crate) fn nested(files: impl Iterator<Item = (String, String)>, header: &str) -> String {
    let lints = format!("#[{}]\n", module_lints());
    let files: BTreeMap<String, String> = files.collect();
    let root = files.get("mod.rs").map(String::as_str).unwrap_or_default();
    let mut text = format!("{header}\n");
    // The check of the runtime crate comes first, behind the inner attributes.
    for line in root.lines().skip_while(|line| !line.starts_with("bindery_runtime::")) {
        if begins_item(line) {
            text.push_str(&lints);
        }
        add_line(&mut text, line, "", &files);
    }
    text
}

/// Returns `true` for the first line of an item in the root, which has declarations, exports and calls of macros.
fn begins_item(line: &str) -> bool {
    ["mod ", "pub mod ", "pub use "].iter().any(|start| line.trim_start().starts_with(start))
}

/// Adds a line, with the module that it declares.
fn add_line(text: &mut String, line: &str, folder: &str, files: &BTreeMap<String, String>) {
    let Some((declaration, name)) = declared(line) else {
        text.push_str(line);
        text.push('\n');
        return;
    };
    let inside = format!("{folder}{name}/");
    let own = files.get(&format!("{folder}{name}.rs")).map(|text| (text, folder.to_owned()));
    let Some((file, folder)) = own.or_else(|| Some((files.get(&format!("{inside}mod.rs"))?, inside))) else {
        return;
    };
    text.push_str(declaration);
    text.push_str(" {\n");
    file.lines().filter(|line| !line.starts_with("// @")).for_each(|line| add_line(text, line, &folder, files));
    text.push_str("}\n");
}

/// Returns a declaration `mod name` without its semicolon, and the name.
fn declared(line: &str) -> Option<(&str, &str)> {
    let declaration = line.strip_suffix(';')?;
    let name = declaration.trim_start().trim_start_matches("pub ").strip_prefix("mod ")?;
    Some((declaration, name))
}
