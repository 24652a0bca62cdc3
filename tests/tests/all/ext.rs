//! The module `ext` of the user is declared, compiled with the generated crate, and never touched.

use std::fs;
use std::path::Path;

use bindery::internal::config::Config;
use bindery::internal::source::{Input, Request, SourceLocator, load};
use bindery_cli::output::{Report, commit};
use bindery_cli::vendored::Session;
use bindery_tests::crates;
use bindery_tests::repository;

/// An inherent method, a trait, and a part of the module in another file.
const MODULE: &str = "//! Written by hand.\n\nuse crate::types::Pet;\n\nmod more;\n\n\
    /// Returns text.\npub trait Text {\n    /// Returns the text.\n    fn output_text(&self) -> String;\n}\n\n\
    impl Text for Pet {\n    fn output_text(&self) -> String {\n        format!(\"{} {}\", self.shout(), more::MORE)\n    }\n}\n\n\
    impl Pet {\n    /// Returns the name in upper case.\n    pub fn shout(&self) -> String {\n        self.name.clone().unwrap_or_default().to_uppercase()\n    }\n}\n";

fn description() -> Input {
    let path = repository::path("fixtures/valid/references/openapi.yaml");
    load(&Request::new(SourceLocator::File(path))).unwrap()
}

fn session(folder: &Path) -> Session {
    let mut config = Config::parse("bindery.toml", "name = \"ext-client\"").unwrap();
    config.out = Some(folder.to_owned());
    Session::open(config).unwrap()
}

/// Generates the crate like `bindery generate`, without `--force`.
fn generate(folder: &Path) -> Report {
    let (input, session) = (description(), session(folder));
    let generated = session.generate(&input).unwrap().next;
    let record = generated.description_record(&input, "openapi.yaml");
    commit(&session.tree(&generated, record, &session.surroundings().unwrap()).unwrap(), folder, false).unwrap()
}

fn is_up_to_date(folder: &Path) -> bool {
    session(folder).status(Some(&description())).unwrap().is_up_to_date()
}

#[test]
fn the_module_is_compiled_and_never_touched() {
    let workspace = crates::folder("ext");
    let folder = workspace.join("client");
    let _ = fs::remove_dir_all(&folder);
    crates::workspace(&workspace, &["client".to_owned()]).unwrap();
    generate(&folder);
    let root = || fs::read_to_string(folder.join("src/lib.rs")).unwrap();
    assert!(is_up_to_date(&folder) && !root().contains("mod ext;"));
    crates::write(
        &folder.join("src/ext"),
        [("mod.rs", MODULE), ("more.rs", "pub(super) const MORE: &str = \"!\";\n")]
            .map(|(path, text)| (path.to_owned(), text.to_owned())),
    )
    .unwrap();
    assert!(!is_up_to_date(&folder));
    assert_eq!(generate(&folder).written, ["bindery.lock", "src/lib.rs"]);
    assert!(is_up_to_date(&folder) && root().contains("pub mod ext;"));
    // Its content is the user's: a change is neither an edit nor a reason to generate.
    let changed = format!("{MODULE}\n/// A number.\npub const NUMBER: u8 = 1;\n");
    fs::write(folder.join("src/ext/mod.rs"), &changed).unwrap();
    assert!(is_up_to_date(&folder) && generate(&folder).is_unchanged());
    for arguments in [["check", "--quiet", "--no-default-features"], ["check", "--quiet", "--all-features"]] {
        let checked = crates::cargo(&workspace, &arguments).unwrap();
        assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    }
    // One file instead of a directory, and then none.
    fs::remove_dir_all(folder.join("src/ext")).unwrap();
    fs::write(folder.join("src/ext.rs"), "//! Mine.\n").unwrap();
    assert!(is_up_to_date(&folder) && generate(&folder).is_unchanged());
    fs::remove_file(folder.join("src/ext.rs")).unwrap();
    assert!(!is_up_to_date(&folder));
    generate(&folder);
    assert!(is_up_to_date(&folder) && !root().contains("mod ext;"));
}
