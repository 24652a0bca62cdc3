//! Tests of configurations with several clients, and of their diagnostics.

use super::Clients;
use crate::config::file::tests::assert_rejected;
use crate::config::{DateLibrary, RuntimeCrate, UsedEntries};

fn read(text: &str) -> Clients {
    Clients::parse("bindery.toml", text).unwrap()
}

const TWO: &str = "dates = \"time\"\n[package]\nlicense = \"MIT\"\n\
                   [[client]]\nname = \"a\"\ndescription = \"a.yaml\"\nout = \"a\"\ndates = \"chrono\"\n\
                   [client.package]\nkeywords = [\"a\"]\n\
                   [[client]]\ndescription = \"b.yaml\"\nmodule = \"b/src/api\"\n";

#[test]
fn the_crate_that_clients_share_stands_beside_them() {
    let at = |runtime: &str, rest: &str| format!("runtime = \"{runtime}\"\n{rest}");
    let one = "description = \"a.yaml\"\nout = \"a\"\n";
    let error = |text: String| {
        let problem = Clients::parse("bindery.toml", &text).unwrap_err();
        assert!(problem.place.is_some() && problem.help.is_some(), "{text}");
        problem.message
    };
    assert_eq!(error(at("a/rt", one)), "the output directories `a/rt` and `a` are nested");
    assert_eq!(error(at("a", one)), "the output directories `a` and `a` are nested");
    assert!(error(at("std", one)).contains("cargo or the client itself reserves this name"));
    assert!(error(at("rt", "description = \"a.yaml\"")).contains("has no output directory"));
    assert!(error(at("rt", "description = \"a.yaml\"\nmodule = \"src/a\"")).contains("`module` and `runtime`"));
    let all = Clients::parse("bindery.toml", &at("x/../rt", &format!("[[client]]\n{one}"))).unwrap().all;
    let runtime = all[0].runtime();
    assert!(matches!(runtime, RuntimeCrate::Generated(path) if path.as_os_str() == "rt"));
}

#[test]
fn the_runtime_is_in_the_client_or_in_a_crate() {
    let runtime = |value: &str| read(&format!("runtime = {value}")).all[0].runtime().clone();
    assert!(matches!(runtime("\"vendored\""), RuntimeCrate::Vendored));
    let published = runtime("{ version = \"0.1\" }");
    assert!(matches!(published, RuntimeCrate::Published { path: None, keys } if keys.len() == 1));
    let local = runtime("{ path = \"../runtime\", version = \"1\" }");
    let RuntimeCrate::Published { path: Some(path), keys } = &local else { panic!("{local:?}") };
    assert_eq!((path.as_os_str().to_str(), keys.len()), (Some("../runtime"), 1));
    let rejected = |value: &str, message: &str, help| {
        assert_rejected(&format!("runtime = {value}"), &format!("1:11 {message}"), help)
    };
    rejected("true", "boolean `true`, expected `\"vendored\"`, a directory", "reference");
    rejected("{ version = 1 }", "invalid value for `runtime`", "`\"vendored\"`");
    rejected("{ tag = \"v1\" }", "`branch`, `rev` and `tag` need `git`", "next to `git`");
    rejected("{ git = \"https://example.com\", features = [] }", "unsupported key: `features`", "`git`");
}

#[test]
fn a_table_overrides_what_is_said_for_all() {
    let clients = read(TWO);
    let [one, other] = clients.all.as_slice() else { panic!("two clients") };
    assert_eq!((one.dates, other.dates), (Some(DateLibrary::Chrono), Some(DateLibrary::Time)));
    assert_eq!(one.package.keys().collect::<Vec<_>>(), ["keywords", "license"]);
    assert!(other.package.is_empty() && other.module.is_some(), "a module has no manifest");
    assert_eq!((one.label(), other.label()), ("a".to_owned(), "b/src/api".to_owned()));
    assert!(!read("name = \"a\"").are_listed);
}

#[test]
fn what_is_said_of_another_client_changes_no_digest() {
    let digests = |text: &str| read(text).all.iter().map(super::Config::digest).collect::<Vec<_>>();
    let (before, after) = (digests(TWO), digests(&TWO.replace("keywords = [\"a\"]", "keywords = [\"b\"]")));
    assert_ne!(before[0], after[0]);
    assert_eq!(before[1], after[1]);
    let moved = TWO.replace("dates = \"time\"\n", "\n# words\ndates = \"time\"\n");
    assert_eq!(digests(&moved), before);
}

#[test]
fn a_type_for_all_may_be_of_use_for_one() {
    let text = format!("{TWO}[types]\nName = \"a::Name\"\nmap = \"a::Map\"\n");
    let clients = read(&text);
    let mut used = [UsedEntries::default(), UsedEntries::default()];
    assert_eq!(Clients::unused(clients.all.iter().zip(&used)).len(), 2);
    clients.all[1].types.for_maps(&mut used[1]);
    let warnings = Clients::unused(clients.all.iter().zip(&used));
    assert_eq!(
        warnings.iter().map(|warnings| warnings.message.as_str()).collect::<Vec<_>>(),
        ["the type of `Name` matches nothing in any of the descriptions"]
    );
}

#[test]
fn a_derive_for_all_may_be_of_use_for_one() {
    let clients = read(&format!("{TWO}[derives]\nPet = [\"Eq\"]\n"));
    let mut used = [UsedEntries::default(), UsedEntries::default()];
    let at = clients.all[0].additions().next().unwrap().selector.at;
    used[0].insert_unmatched(at, "did you mean `Pot`?".to_owned());
    assert!(Clients::unused(clients.all.iter().zip(&used)).is_empty());
    used[1].insert_unmatched(at, "did you mean `Pot`?".to_owned());
    let warnings: Vec<String> =
        Clients::unused(clients.all.iter().zip(&used)).into_iter().map(|warnings| warnings.message).collect();
    assert_eq!(warnings, ["`Pet` matches nothing in any of the descriptions"]);
}

#[test]
fn mistakes() {
    let b = "[[client]]\ndescription = \"b\"\n";
    assert_rejected("client = 1", "1:10 not a list of tables", "[[client]]");
    assert_rejected("client = []", "1:10 not a list of tables", "[[client]]");
    assert_rejected("[client]\nname = \"a\"", "1:1 not a list of tables", "[[client]]");
    assert_rejected(&format!("out = \"a\"\n{b}"), "1:1 `out` must be inside", "move it below");
    assert_rejected(&format!("merge = [\"a\", \"c\"]\n{b}"), "1:1 `merge` must be inside", "move it below");
    assert_rejected(&format!("[names]\nA = \"B\"\n{b}"), "1:2 `names` must be inside", "move it below");
    assert_rejected("[[client]]\nout = \"a\"\n", "1:1 no description", "description = ");
    assert_rejected(b, "1:1 no output directory", "out = ");
    assert_rejected(
        &format!("{b}out = \"a\"\n{b}out = \"./c/../a\"\n"),
        "4:1 two clients have the same output directory `a`",
        "its own",
    );
    assert_rejected(
        &format!("{b}out = \"a\"\n{b}module = \"a/src/b\"\n"),
        "4:1 are nested",
        "do not contain each other",
    );
    assert_rejected(
        &format!("{b}out = \"a\"\nname = \"x\"\n{b}out = \"b\"\nname = \"x\"\n"),
        "5:1 two clients are named",
        "",
    );
    assert_rejected(&format!("{b}out = \"a\"\nnmae = \"x\"\n"), "4:1 unknown field `nmae`", "name");
    assert_rejected(&format!("{b}out = \"a\"\n[[client.client]]\n"), "4:10 cannot contain another client", "top level");
    assert_rejected(
        "verison = \"1.0.0\"\n[[client]]\ndescription = \"b\"\nout = \"a\"\n",
        "1:1 unknown field",
        "version",
    );
}

#[test]
fn one_of_several_has_to_be_named() {
    let several = read(TWO).into_one().unwrap_err();
    assert!(several.message.ends_with("several clients: a, b/src/api"), "{}", several.message);
    assert_eq!(read(TWO).into_named("a").unwrap().label(), "a");
    let unknown = read(TWO).into_named("b/src/apis").unwrap_err();
    assert_eq!(unknown.help.as_deref(), Some("did you mean `b/src/api`?"));
}

#[test]
fn several_descriptions_as_one() {
    let clients = read("[[client]]\nout = \"a\"\nmerge = [\"a.yaml\", { description = \"b.yaml\", prefix = \"b\" }]\n");
    assert_eq!((clients.all[0].description.as_deref(), clients.all[0].is_merged()), (Some("a.yaml"), true));
    let merge = |list: &str| format!("merge = [{list}]\n");
    assert_rejected(&merge("\"a\""), "1:10 at least two descriptions", "add another");
    assert_rejected(&merge("\"a\", \"a\""), "1:15 duplicate description `a`", "remove");
    let twice = "{ description = \"a\", prefix = \"p\" }, { description = \"b\", prefix = \"p\" }";
    assert_rejected(&merge(twice), "1:47 two descriptions have the same prefix `p`", "its own prefix");
    assert_rejected(&merge("\"a\", 1"), "1:15 invalid type: integer `1`, expected a file, an address", "reference");
    assert_rejected(
        &merge("\"a\", { description = \"b\", prefix = \"1 x\" }"),
        "1:45 is not a valid prefix",
        "letters",
    );
    assert_rejected(&merge("\"a\", { descriptoin = \"b\" }"), "1:17 unknown field", "did you mean `description`?");
    assert_rejected(&(merge("\"a\", \"b\"") + "description = \"c\""), "2:15 `description` and `merge`", "to the list");
    assert_rejected(
        &(merge("\"a\", \"b\"") + "corrections = [\"c\"]"),
        "2:15 each merged description has its own",
        "corrections = ",
    );
}
