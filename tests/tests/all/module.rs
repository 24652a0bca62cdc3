//! Modules of crates with an older edition and strict lints compile, at any depth.

use bindery::internal::config::Config;
use bindery::internal::source::{Request, SourceLocator, load};
use bindery_cli::vendored::Session;
use bindery_tests::crates;
use bindery_tests::repository;

/// Fixtures that use many features: unions, bodies, lines, dates, codes and pages.
const FIXTURES: [&str; 6] =
    ["service/full", "valid/bodies", "valid/dates", "valid/derives", "valid/lines", "valid/variants"];

/// The optional parts of the first module.
const PARTS: &str = "features = [\"cli\", \"fixtures\", \"mock\"]\n";

/// The features of the runtime crate that the modules need, and those that their crate enables besides.
const FEATURES: &str = "\"base64\", \"clap\", \"jiff\", \"patterns\", \"schemars\", \"uuid\", \"blocking\", \"cli\", \
                        \"fixtures\", \"mock\", \"recording\", \"tracing\"";

/// A test that uses them.
const TESTS: &str = r#"
#[cfg(test)]
mod tests {
    use super::service_full::runtime::{mock::Mock, Fixture};
    use super::service_full::{types::Story, Client};

    #[test]
    fn mocks_and_fixtures_compile() {
        let _ = Client::builder("https://example.com").transport(Mock::new());
        assert_eq!(Story::fixture(), Story::fixture());
        let _ = (super::service_full::cli::main, |client: Client| client.story().list("DEMO").send_blocking());
    }
}
"#;

/// Additional derives of the types, without the user's crates.
const DERIVES: &str = "[derives]\n\"*\" = [\"clap::ValueEnum\", \"schemars::JsonSchema\"]\n\
                       Filter = [\"Eq\", \"Hash\"]\n[attributes]\nFilter = [\"#[doc(alias = \\\"x\\\")]\"]\n";

const MANIFEST: &str = "[package]\nname = \"module-host\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[dependencies]\n";

#[test]
fn modules_compile_in_a_crate_of_another_edition_with_strict_lints() {
    let folder = crates::folder("modules");
    let at = folder.join("host");
    let mut root = "//! A crate of a user.\n#![deny(warnings)]\n#![warn(missing_docs, unreachable_pub)]\n".to_owned();
    crates::workspace(&folder, &["host".to_owned()]).unwrap();
    let manifest = format!(
        "{MANIFEST}bindery-runtime = {{ path = {:?}, features = [{FEATURES}] }}\n",
        repository::path("templates")
    );
    for fixture in FIXTURES {
        let name = fixture.replace('/', "_");
        let module = at.join("src/clients").join(&name);
        crates::write(&at, [("Cargo.toml".to_owned(), manifest.clone())]).unwrap();
        let path = repository::path("fixtures").join(fixture).join("openapi.yaml");
        let source = load(&Request::new(SourceLocator::File(path))).unwrap();
        let config = match fixture {
            "valid/derives" => DERIVES,
            "service/full" => PARTS,
            _ => "",
        };
        let config = format!("module = {module:?}\n{config}");
        let session = Session::open(Config::parse("bindery.toml", &config).unwrap()).unwrap();
        let made = session.generate(&source).unwrap().next;
        let described = made.description_record(&source, fixture);
        let surroundings = session.surroundings().unwrap();
        let tree = session.tree(&made, described, &surroundings).unwrap();
        let texts = tree.iter().map(|(path, text)| (path.to_owned(), String::from_utf8(text.to_vec()).unwrap()));
        crates::replace(&module, texts).unwrap();
        let host = surroundings.host().unwrap();
        assert_eq!(host.missing_dependency(&made.emission), None, "{fixture}");
        root.push_str(&format!("#[path = \"clients/{name}/mod.rs\"]\nmod {name};\n"));
    }
    root.push_str(TESTS);
    let files = [("Cargo.toml".to_owned(), manifest.clone()), ("src/lib.rs".to_owned(), root)];
    crates::write(&at, files).unwrap();
    let checked = crates::cargo(&folder, &["check", "--tests", "--quiet"]).unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    let formatted = crates::cargo(&folder, &["fmt", "--check", "--", "--quiet"]).unwrap();
    let output = String::from_utf8_lossy(&formatted.stdout).into_owned();
    assert!(formatted.status.success() || !has_rustfmt(), "{output}");
}

fn has_rustfmt() -> bool {
    std::process::Command::new("rustfmt").arg("--version").output().is_ok_and(|output| output.status.success())
}
