//! Finds the documents: files with a known extension, or those of a list.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use super::arguments::RunOptions;
use super::{Fallible, at};

/// The extensions of descriptions.
const EXTENSIONS: [&str; 3] = ["json", "yaml", "yml"];

/// Returns the sorted paths below a folder, with forward slashes.
pub(super) fn find(folder: &Path, options: &RunOptions) -> Fallible<Vec<String>> {
    let found = match &options.list {
        Some(list) => read_list(folder, list)?,
        None => all(folder)?,
    };
    let is_wanted = |path: &String| options.wants(path) && options.wants_size(&folder.join(path));
    let wanted: Vec<String> = found.into_iter().filter(is_wanted).collect();
    if wanted.is_empty() {
        let folder = folder.display();
        return Err(format!(
            "no document below {folder} is asked for: check DIR, --only, --exclude, --list, --max-bytes and --batch"
        ));
    }
    Ok(wanted)
}

fn all(folder: &Path) -> Fallible<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for entry in WalkDir::new(folder) {
        let entry = entry.map_err(|error| format!("{error}; check that DIR is a folder that may be read"))?;
        let path = entry.path();
        if entry.file_type().is_file() && may_be_description(path) {
            found.insert(below(folder, path));
        }
    }
    Ok(found)
}

fn may_be_description(path: &Path) -> bool {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    extension.is_some_and(|extension| EXTENSIONS.contains(&extension.as_str()))
}

fn below(folder: &Path, path: &Path) -> String {
    let path = path.strip_prefix(folder).unwrap_or(path);
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// Reads a list of paths. A missing file is an error, since an outdated list would measure less and less.
fn read_list(folder: &Path, list: &Path) -> Fallible<BTreeSet<String>> {
    let text = fs::read_to_string(list).map_err(at("read", list))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut found = BTreeSet::new();
    for line in lines {
        if !folder.join(line).is_file() {
            let (list, folder) = (list.display(), folder.display());
            return Err(format!("{list} lists `{line}`, but there is no such file below {folder}: fix the list"));
        }
        found.insert(line.to_owned());
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use clap::Parser;

    use super::find;
    use crate::corpus::Fallible;
    use crate::corpus::arguments::Arguments;

    fn find_documents(folder: &Path, more: &[&str]) -> Fallible<Vec<String>> {
        let arguments = ["corpus", "dir"].iter().chain(more);
        find(folder, &Arguments::try_parse_from(arguments).unwrap().run)
    }

    #[test]
    fn documents_are_found_by_extension_at_any_depth() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("b/with space")).unwrap();
        for path in ["z.json", "b/with space/a b.YAML", "b/x.yml", "b/readme.md", "_index.js"] {
            fs::write(folder.path().join(path), "{}").unwrap();
        }
        assert_eq!(find_documents(folder.path(), &[]).unwrap(), ["b/with space/a b.YAML", "b/x.yml", "z.json"]);
        assert_eq!(find_documents(folder.path(), &["--only", "b/", "--exclude", "space"]).unwrap(), ["b/x.yml"]);
        assert!(find_documents(folder.path(), &["--only", "nothing"]).unwrap_err().contains("--only"));
    }

    #[test]
    fn a_list_takes_the_place_of_all() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("list");
        for path in ["b.json", "a b.json", "c.json"] {
            fs::write(folder.path().join(path), "{}").unwrap();
        }
        fs::write(&list, "# mine\nb.json\na b.json\n\nb.json\n").unwrap();
        let list = list.display().to_string();
        assert_eq!(find_documents(folder.path(), &["--list", &list]).unwrap(), ["a b.json", "b.json"]);
        fs::write(&list, "gone.json\n").unwrap();
        assert!(find_documents(folder.path(), &["--list", &list]).unwrap_err().contains("`gone.json`"));
    }
}
