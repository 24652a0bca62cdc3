//! Emits the module as a directory of files, which the user commits.

use super::with_relative_paths;
use crate::print::emit::EmittedFile;
use crate::print::format::format;

/// Returns the path and the text of a file of a module, whose root is `mod.rs` and not `src/lib.rs`.
pub(crate) fn module_file(file: EmittedFile<'_>, header: &str) -> (String, String) {
    let path = match file.path.strip_prefix("src/") {
        Some("lib.rs") => "mod.rs".to_owned(),
        path => path.unwrap_or(&file.path).to_owned(),
    };
    let depth = depth(&path);
    (path, format(with_relative_paths(file, depth).contents, header))
}

/// Returns the number of modules between a file and the root.
fn depth(path: &str) -> usize {
    path.split('/').filter(|step| *step != "mod.rs").count()
}

#[cfg(test)]
mod tests {
    use super::depth;

    #[test]
    fn depths_count_modules() {
        for (path, modules) in [("mod.rs", 0), ("client.rs", 1), ("api/mod.rs", 1), ("api/story.rs", 2)] {
            assert_eq!(depth(path), modules, "{path}");
        }
    }
}
