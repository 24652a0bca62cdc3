//! Generates a crate from the address of a server with the command.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use bindery_cli::Status;
use bindery_tests::stand_in::{Options, Published, Publishing, StandIn};

fn generate(source: &str, out: &Path, more: &[&str]) -> Status {
    let mut arguments: Vec<OsString> =
        vec!["bindery".into(), "generate".into(), source.into(), "--out".into(), out.into()];
    arguments.extend(["--name".into(), "made-client".into()]);
    arguments.extend(more.iter().map(Into::into));
    bindery_cli::run(arguments)
}

fn operations(crate_folder: &Path) -> usize {
    let folder = fs::read_dir(crate_folder.join("src/api")).unwrap();
    folder.map(|file| fs::read_to_string(file.unwrap().path()).unwrap().matches("impl Operation for").count()).sum()
}

#[test]
fn a_bare_address_is_enough() {
    let place = tempfile::tempdir().unwrap();
    let cases = [
        (Publishing::Page, Published::default(), 145),
        (Publishing::Direct, Published::UPGRADED, 145),
        (Publishing::Page, Published { is_complete: true, is_upgraded: false }, 161),
    ];
    for (index, (publishing, published, count)) in cases.into_iter().enumerate() {
        let stand_in = StandIn::start(Options { publishing, published, ..Options::default() }).unwrap();
        let out = place.path().join(format!("made-{index}"));
        assert_eq!(generate(&stand_in.address(), &out, &[]), Status::Done);
        assert_eq!(operations(&out), count);
        assert!(out.join("openapi.json").exists());
        // The address itself, the page's address and a trailing slash work as well.
        for address in [
            format!("{}/api", stand_in.address()),
            format!("{}/", stand_in.address()),
            format!("{}/openapi.json", stand_in.address()),
        ] {
            assert_eq!(generate(&address, &out, &[]), Status::Done, "{address}");
        }
    }
}

#[test]
fn a_protected_description_needs_a_header() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("made");
    let stand_in = StandIn::start(Options { protected_description: true, ..Options::default() }).unwrap();
    assert_eq!(generate(&stand_in.address(), &out, &[]), Status::Source);
    assert!(!out.exists());
    let header = format!("x-service-token: {}", stand_in.token("owner"));
    let kept = place.path().join("kept.json");
    let more = ["--header", &header, "--save", kept.to_str().unwrap()];
    assert_eq!(generate(&stand_in.address(), &out, &more), Status::Done);
    assert_eq!(fs::read(kept).unwrap(), fs::read(out.join("openapi.json")).unwrap());
    for file in ["README.md", "bindery.lock", "src/lib.rs"] {
        assert!(!fs::read_to_string(out.join(file)).unwrap().contains(&stand_in.token("owner")), "{file}");
    }
}

#[test]
fn a_server_without_a_description() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("made");
    let stand_in = StandIn::start(Options { publishing: Publishing::Nothing, ..Options::default() }).unwrap();
    assert_eq!(generate(&stand_in.address(), &out, &[]), Status::Source);
    assert!(!out.exists());
    let address = stand_in.address();
    drop(stand_in);
    assert_eq!(generate(&address, &out, &["--timeout", "2"]), Status::Source);
}
