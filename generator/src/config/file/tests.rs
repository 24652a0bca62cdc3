//! Tests of the configuration file, and of its diagnostics.

use crate::base::diagnostic::{Code, Location, Sink};
use crate::base::text::Source;
use crate::config::{Clients, Config, DateLibrary, KnownKeys, PagingStyle, UsedEntries};
use crate::rust::names::NameHistory;

fn read(text: &str) -> Config {
    Config::parse("bindery.toml", text).unwrap()
}

/// Asserts an error with this place and part of its message, such as `2:5 unknown field`, and this part of its help.
pub(in crate::config) fn assert_rejected(text: &str, expected: &str, help: &str) {
    let problem = Clients::parse("bindery.toml", text).unwrap_err();
    assert_eq!(problem.code, Code::ConfigurationInvalid, "{text}");
    let Location::Position { line, column } = problem.place.unwrap().location else { panic!("{text}: no position") };
    let (place, message) = expected.split_once(' ').unwrap();
    assert_eq!(format!("{line}:{column}"), place, "{text}: {}", problem.message);
    assert!(problem.message.contains(message), "{text}: {}", problem.message);
    let actual = problem.help.unwrap();
    assert!(actual.contains(help), "{text}: {actual}");
}

#[test]
fn everything_can_be_said() {
    let config = read(
        "description = \"api.yaml\"\nout = \"client\"\nname = \"a-client\"\nversion = \"1.2.3\"\ndates = \"time\"\n\
         strict = true\n[token]\nscheme = \"Key\"\neither = true\n",
    );
    assert_eq!(config.description.as_deref(), Some("api.yaml"));
    assert_eq!((config.name.as_deref(), config.version.as_deref()), (Some("a-client"), Some("1.2.3")));
    assert!(config.token.either);
    assert_eq!(
        (config.dates, config.is_strict(), config.prefers_scheme("Key", &mut UsedEntries::default())),
        (Some(DateLibrary::Time), true, true)
    );
    assert_eq!(read("").dates, None);
}

#[test]
fn unused_overrides_are_reported() {
    let text = "[names]\nstory = \"UserStory\"\n'#/a/b' = \"Other\"\n[codes.\"/x\"]\n-1 = \"Frozen\"\n2 = \"Idle\"\n\
                [fields]\n\"Story.creator\" = { nullable = true, accepts = [\"number\"] }\n";
    let mut used = UsedEntries::default();
    let config = read(text);
    assert_eq!(config.type_at("/a/b"), Some("Other"));
    let named: Vec<(&str, &str)> = config.names().map(|(key, name, _)| (key, name)).collect();
    assert_eq!(named, [("/a/b", "Other"), ("story", "UserStory")]);
    assert_eq!(config.code_name("/x", -1, &mut used), Some("Frozen"));
    let loosened = config.loosened("Story", "creator", &mut used).unwrap();
    assert!(loosened.is_nullable() && !loosened.is_optional() && loosened.accepts_numbers());
    let mut sink = Sink::new();
    config.warn_unused(&used, &KnownKeys::default, &mut sink);
    assert_eq!(sink.diagnostics().len(), 1);
    assert_eq!(sink.diagnostics()[0].message, "the name of a value of `/x` matches nothing in the description");
    assert_eq!(sink.diagnostics()[0].place.as_ref().unwrap().location, Location::Position { line: 6, column: 5 });
}

#[test]
fn what_an_unused_override_could_mean_is_suggested() {
    let config = read(
        "[fields]\n\"Story.creatr\" = { nullable = true }\n[token]\nscheme = \"Bearr\"\n\
         [pagination]\n\"GET /storeis\" = { style = \"none\" }\n",
    );
    let keys = || ["Story.creator", "GET /stories", "Bearer"].map(str::to_owned).to_vec();
    let known = || KnownKeys { keys: keys(), ..KnownKeys::default() };
    let mut sink = Sink::new();
    config.warn_unused(&UsedEntries::default(), &known, &mut sink);
    let reported = sink.into_diagnostics();
    let helps: Vec<_> = reported.iter().filter_map(|problem| problem.help.as_deref()).collect();
    assert_eq!(helps, ["did you mean `Story.creator`?", "did you mean `GET /stories`?", "did you mean `Bearer`?"]);
}

#[test]
fn members_are_selected_by_name_and_by_pointer() {
    let place = "/components/schemas/v1.Box/allOf/1/properties/a~1b";
    for (key, is_selected) in [
        ("v1.Box.a/b", true),
        ("#/components/schemas/v1.Box/allOf/1/properties/a~1b", true),
        ("/components/schemas/v1.Box/allOf/1/properties/a~1b", true),
        ("v1.Box.a", false),
        ("v1.Box", false),
    ] {
        let mut used = UsedEntries::default();
        let config = read(&format!("[types]\n\"{key}\" = \"f32\"\n"));
        assert_eq!(config.type_for_place([place, place], &mut used).unwrap().is_some(), is_selected, "{key}");
    }
    for key in ["#/definitions/v1.Box/properties/a", "/definitions/v1.Box/properties/a"] {
        let config = read(&format!("[fields]\n\"{key}\" = {{ nullable = true }}\n"));
        let at = || "/definitions/v1.Box/properties/a".to_owned();
        assert!(config.loosened_at(at, &mut UsedEntries::default()).is_some(), "{key}");
    }
    assert_rejected("[fields]\n'#/definitions/Box' = { nullable = true }", "2:1 ", "or a JSON pointer");
}

#[test]
fn names_in_rust_are_no_keys() {
    let text = r##"{ "openapi": "3.1.0", "info": { "title": "", "version": "" }, "paths": {}, "components": { "schemas": {
        "big-box": { "type": "object", "properties": { "innerWidth": { "type": "number" },
            "lid": { "type": "object", "properties": { "colorName": { "type": "string" } } } } } } } }"##;
    let source = Source::new("test", text);
    let mut helps = Vec::new();
    for entry in [
        "[fields]\n\"BigBox.inner_width\" = { nullable = true }",
        "[fields]\n\"BigBoxLid.color_name\" = { nullable = true }",
        "[types]\nBigBox = \"a::B\"",
        "[types]\nBigBoxLid = \"a::B\"",
    ] {
        let mut sink = Sink::new();
        crate::pipeline::run(&source, &read(entry), &NameHistory::default(), &mut sink).unwrap();
        helps.extend(sink.into_diagnostics().into_iter().filter(|one| one.code == Code::OverrideUnused));
    }
    let helps: Vec<_> = helps.iter().filter_map(|one| one.help.as_deref()?.split('`').nth(1)).collect();
    let inline = "#/components/schemas/big-box/properties/lid/properties/colorName";
    assert_eq!(helps, ["big-box.innerWidth", inline, "big-box", "big-box.lid"]);
}

#[test]
fn mistakes_of_form() {
    assert_rejected("strict = false\nnmae = 'x'", "2:1 unknown field `nmae`", "did you mean `name`?");
    assert_rejected(
        "zzz = 'x'",
        "1:1 unknown field `zzz`, expected one of `description`, `merge`, `corrections`",
        "reference",
    );
    assert_rejected("[only]\ntag = []", "2:1 unknown field `tag`", "");
    assert_rejected("[token]\nschema = 'x'", "2:1 unknown field `schema`", "did you mean `scheme`?");
    assert_rejected("dates = \"chromo\"", "1:9 unknown variant `chromo`", "did you mean `chrono`?");
    assert_rejected("\u{feff}nmae = 'x'", "1:1 unknown field", "");
    assert_rejected("dates = \"other\"", "1:9 one of `jiff`, `chrono`, `time`", "reference");
    assert_rejected("strict = 1", "1:10 integer `1`, expected a boolean", "reference");
    assert_rejected("token = 1", "1:9 `{ scheme = ", "reference");
    assert_rejected("names = 1", "1:9 integer `1`, expected a map", "reference");
    assert_rejected("out = 1", "1:7 integer `1`, expected path string", "reference");
    assert_rejected("strict = ", "1:10 expected literal string", "reference");
    assert_rejected("[names]\na = \"A\"\na = \"B\"", "3:1 duplicate key", "reference");
    assert_rejected("[only]\ntags = []\nstrict = true", "3:1 unknown field `strict`", "above the first table");
    assert_rejected("[skip]\noperatons = []", "2:1 unknown field `operatons`", "did you mean `operations`?");
}

#[test]
fn mistakes_about_the_crate() {
    assert_rejected("features = [\"tracng\"]", "1:13 unknown feature `tracng`", "did you mean `tracing`?");
    assert_rejected("name = \"../x\"", "1:8 is not a valid crate name", "`example-client`");
    assert_rejected("version = \"1\"", "1:11 is not a valid version", "`0.1.0`");
    assert_rejected(
        "links = \"docs.example.com\"",
        "1:9 is not the address of a website",
        "`https://docs.example.com/api/`",
    );
    assert_rejected("links = \"https://a b\"", "1:9 is not the address of a website", "");
}

#[test]
fn mistakes_in_overrides() {
    assert_rejected("[names]\nstory = \"a b\"", "2:9 is not a valid name in Rust", "`InProgress`");
    assert_rejected("[codes.x]\n1 = \"a b\"", "2:5 is not a valid name for a type", "`InProgress`");
    for code in ["one", "01", "1e3", "99999999999999999999", "--1", "-0"] {
        assert_rejected(
            &format!("[codes.x]\n{code} = \"A\""),
            "2:1 is not a valid enum value",
            "an integer as the key",
        );
    }
    assert_rejected("[fields]\nstory = { nullable = true }", "2:1 is not a field of a schema", "`Story.creator`");
    for field in ["{}", "{ required = true }", "{ nullable = false }", "{ nullable = true, required = true }"] {
        assert_rejected(&format!("[fields]\n\"A.b\" = {field}"), "2:9 changes nothing", "`nullable = true`");
    }
    assert_rejected("[fields]\n\"A.b\" = { accepts = [] }", "2:21 invalid length 0", "reference");
    assert_rejected(
        "[fields]\n\"A.b\" = true",
        "2:9 boolean `true`, expected a table such as `{ nullable = true }`",
        "reference",
    );
    read("[skip]\noperations = [\"COPY /a\", \"GET /a\"]");
    for operation in ["/a", "get /a", "GET a", "GET", "COPY a", "Copy /a"] {
        assert_rejected(
            &format!("[skip]\noperations = [\"{operation}\"]"),
            "2:15 invalid operation",
            "`GET /project/{id}`",
        );
    }
}

#[test]
fn reads_the_pagination_of_an_operation() {
    let mut used = UsedEntries::default();
    let config = read(
        "[pagination.\"GET /a\"]\nstyle = \"page\"\npage = \"p\"\nitems = \"data.things\"\nfirst = 0\n\
         [pagination.\"GET /b\"]\nstyle = \"cursor\"\ncursor = \"c\"\nnext = \"next\"\ndone = \"meta.done\"\nitems = \"\"\n",
    );
    let (paging, _) = config.paging("GET /a", &mut used).unwrap();
    assert_eq!((*paging.style, paging.first()), (PagingStyle::Page, 0));
    let items = paging.items().unwrap();
    let problem = config.problem(items.at, "", "");
    assert_eq!(
        (items.as_str(), problem.place.unwrap().location),
        ("data.things", Location::Position { line: 4, column: 9 })
    );
    let mut sink = Sink::new();
    config.warn_unused(&used, &KnownKeys::default, &mut sink);
    assert_eq!(sink.diagnostics()[0].message, "the pagination of `GET /b` matches nothing in the description");
    assert_eq!(sink.diagnostics()[0].help.as_deref(), Some("remove it or fix it"));
    let (paging, is_pattern) = config.paging("GET /b", &mut used).unwrap();
    assert!(paging.items().is_none() && paging.parameter().is_some() && paging.next.is_some() && !is_pattern);
    assert_eq!(paging.done.as_ref().map(|done| done.as_str()), Some("meta.done"));
    assert!(config.paging("GET /c", &mut used).is_none());
}

#[test]
fn mistakes_about_pages() {
    let reported = |text: &str| format!("[pagination.\"GET /a\"]\n{text}");
    assert_rejected("[pagination]\n\"/a\" = { style = \"none\" }", "2:1 is not an operation", "`GET /project/{id}`");
    assert_rejected(&reported("page = \"p\""), "1:1 missing field `style`", "");
    assert_rejected(&reported("style = \"pages\""), "2:9 unknown variant `pages`", "did you mean `page`?");
    assert_rejected(
        &reported("style = \"page\"\nnumber = \"p\""),
        "3:1 unknown field `number`, expected one of `style`, `page`",
        "reference",
    );
    assert_rejected(&reported("style = \"page\""), "2:9 the style `page` needs `page`", "`page = \"..\"`");
    assert_rejected(&reported("style = \"cursor\"\ncursor = \"c\""), "2:9 needs `next`", "`next = \"..\"`");
    assert_rejected(
        &reported("style = \"link\"\ndone = \"d\""),
        "3:8 `done` has no effect with the style `link`",
        "remove it",
    );
    assert_rejected(
        &reported("style = \"none\"\nsize = \"s\""),
        "3:8 `size` has no effect with the style `none`",
        "remove it",
    );
    assert_rejected(&reported("style = \"page\"\npage = \"p\"\nfirst = -1"), "4:9 -1", "");
    assert_rejected("pagination = 1", "1:14 integer `1`, expected a map", "reference");
    assert_rejected("[pagination]\n\"GET /a\" = 1", "2:12 `{ style = \"page\", page = \"page\" }`", "reference");
}

#[test]
fn types_of_the_users_are_read() {
    let config = read(
        "[types]\nA = \"a::A\"\n'B*' = { path = \"b::B<u8>\", traits = [\"Eq\"] }\n\
         [dependencies]\na = \"1\"\nb = { path = \"../b\", features = [\"c\"] }\n",
    );
    let found = config.type_for_schema("Both", ["", ""], &mut UsedEntries::default()).unwrap().unwrap();
    assert_eq!((found.path().text.as_str(), found.traits().contains("PartialEq")), ("::b::B<u8>", true));
    assert!(config.type_for_schema("C", ["", ""], &mut UsedEntries::default()).unwrap().is_none());
    assert_eq!(config.own_dependencies()["b"], "{ features = [\"c\"], path = \"../b\" }");
    let all = read("[types]\ntraits = [\"Ord\"]\nA = \"a::A\"");
    assert!(all.types.iter().all(|entry| entry.ty.traits().contains("PartialEq")));
}

#[test]
fn mistakes_about_types_of_the_users() {
    let entry = |text: &str| format!("[types]\n{text}");
    assert_rejected(&entry("A = \"A\""), "2:5 `A` is not the path of a type", "`uuid::Uuid`");
    assert_rejected(&entry("A = \"a::A; b\""), "2:5 is not the path of a type", "with its crate");
    assert_rejected(&entry("A = 1"), "2:5 integer `1`, expected a path such as \"uuid::Uuid\"", "reference");
    assert_rejected(&entry("A = { traits = [\"Eq\"] }"), "2:5 missing field `path`", "reference");
    assert_rejected(
        &entry("A = { path = \"a::A\", traits = [\"Equal\"] }"),
        "2:32 unknown trait `Equal`",
        "PartialEq, PartialOrd",
    );
    assert_rejected(
        &entry("A = { path = \"a::A\", crate = \"a\" }"),
        "2:22 unknown field `crate`, expected `path` or `traits`",
        "reference",
    );
    assert_rejected(&entry("\"a b\" = \"a::A\""), "2:1 `a b` is not a valid schema selector", "`format:decimal`");
    assert_rejected(&entry("traits = \"Eq\""), "2:10 string \"Eq\", expected a sequence", "reference");
}

#[test]
fn keys_of_the_manifest_are_passed_on_to_cargo() {
    let config = read(
        "[package]\nlicense = \"MIT\"\nname = \"a-b\"\nversion.workspace = true\nmetadata.docs.rs = { all-features = true }\n\
         [dependencies]\n\"a b\" = 1\n",
    );
    let package = config.own_package();
    assert_eq!((package["license"].as_str(), config.name.as_deref()), ("\"MIT\"", Some("a-b")));
    assert_eq!(package["version"], "{ workspace = true }");
    assert_eq!(package["metadata"], "{ docs = { rs = { all-features = true } } }");
    assert_eq!(config.own_dependencies()["\"a b\""], "1", "it cannot break the manifest");
    assert_rejected("[package]\nname = \"std\"", "2:8 is not a valid crate name", "`example-client`");
    assert_rejected("[package]\nversion = \"1\"", "2:11 is not a valid version", "three numbers");
    assert_rejected("name = \"a\"\n[package]\nname = \"b\"", "3:8 duplicate key `name`", "set it once");
    let runtime = "[dependencies]\nbindery_runtime = \"1\"";
    assert_rejected(runtime, "2:1 already depends on `bindery_runtime`", "`runtime`");
}

#[test]
fn mistakes_about_derives_and_attributes() {
    let entry = |text: &str| format!("[derives]\n{text}");
    assert_rejected(&entry("A = ['Eq', 'my::B', 'Eq']"), "2:21 duplicate entry `Eq`", "remove one of them");
    assert_rejected(&entry("A = ['schemars::JsonSchema', '::schemars::JsonSchema']"), "2:30 duplicate", "remove");
    assert_rejected(
        &entry("A = ['JsonSchema']"),
        "2:6 `JsonSchema` is not the path of a derive macro",
        "`schemars::JsonSchema`",
    );
    assert_rejected(&entry("A = ['a::B; c']"), "2:6 is not the path of a derive macro", "with the crate");
    assert_rejected(&entry("A = ['serde::Serialize']"), "2:6 cannot be derived", "already implement it");
    assert_rejected(&entry("A = ['ToSchema']"), "2:6 `utoipa::ToSchema` cannot be derived", "not wire names");
    assert_rejected(
        &entry("'format:x' = ['Eq']"),
        "2:1 `format:x` is not a valid type selector",
        "the name of a schema",
    );
    assert_rejected(&entry("A = 'Eq'"), "2:5 string \"Eq\", expected a sequence", "reference");
    let entry = |text: &str| format!("[attributes]\n{text}");
    assert_rejected(&entry("A = ['doc']"), "2:6 `doc` is not a valid attribute", "`#[doc(alias = \"x\")]`");
    assert_rejected(&entry("A = ['#[a] struct B;']"), "2:6 is not a valid attribute", "one Rust attribute");
    assert_rejected(&entry("A = ['#[doc(hidden)]', '#[doc(hidden)]']"), "2:24 duplicate", "remove");
    let checked = |text: &str| read(text).check_dependencies("bindery-runtime", &UsedEntries::default());
    assert!(
        checked("[derives]\nA = ['my::B']\n[attributes]\nA = ['#[other::c]']\n[dependencies]\nmy = '1'\nother = '1'")
            .is_ok()
    );
    let problem = checked("[derives]\nA = ['my::B']").unwrap_err();
    assert!(problem.message.contains("does not depend on `my`"), "{}", problem.message);
    assert_eq!(problem.place.unwrap().location, Location::Position { line: 2, column: 6 });
}

#[test]
fn the_crate_that_clients_share_has_a_name_of_its_own() {
    let checked = |runtime: &str| {
        let config = read(&format!("out = 'clients/a'\nruntime = 'clients/{runtime}'"));
        config.check_runtime("pets-client").map_err(|problem| (problem.message, problem.place.unwrap().location))
    };
    assert!(checked("api-runtime").is_ok());
    let at = Location::Position { line: 2, column: 11 };
    assert_eq!(checked("pets_client"), Err(("`pets_client` is already the name of a client".to_owned(), at)));
}

#[test]
fn two_selectors_for_one_schema() {
    let config = read(
        "[types]\n'A*' = \"a::A\"\n'*B' = \"a::B\"\nAB = \"a::C\"\n\"format:x\" = \"a::D\"\n\"type:string format:x\" = \"a::E\"",
    );
    let path = |name: &str| {
        let found = config.type_for_schema(name, ["", ""], &mut UsedEntries::default());
        found.map(|found| found.map(|found| found.path().text.clone()))
    };
    assert_eq!(path("AB").unwrap().as_deref(), Some("::a::C"), "a name is more than a pattern");
    let problem = path("A1B").unwrap_err();
    assert_eq!(problem.message, "`*B` and `A*` match the same schema");
    assert_eq!(problem.place.unwrap().location, Location::Position { line: 2, column: 1 });
    let shape = |ty| {
        let found = config.type_for_shape(Some(ty), Some("x"), None, &mut UsedEntries::default());
        found.unwrap().unwrap().path().text.clone()
    };
    assert_eq!((shape("string").as_str(), shape("number").as_str()), ("::a::E", "::a::D"));
}

#[test]
fn what_types_of_the_users_come_from_has_to_be_there() {
    let checked = |text: &str| {
        let config = read(text);
        let mut used = UsedEntries::default();
        let _ = config.type_for_schema("A", ["", ""], &mut used);
        config.check_dependencies("bindery-runtime", &used)
    };
    for good in [
        "A = \"std::time::Duration\"",
        "A = \"bindery_runtime::Decimal\"",
        "B = \"missing::B\"",
        "A = \"my_a::A\"\n[dependencies]\nmy-a = \"1\"",
    ] {
        assert!(checked(&format!("[types]\n{good}")).is_ok(), "{good}");
    }
    let problem = checked("[types]\nA = \"a::A\"").unwrap_err();
    assert!(problem.message.contains("does not depend on `a`") && problem.help.unwrap().contains("`[dependencies]`"));
    assert!(checked("[types]\nA = \"crate::A\"").unwrap_err().help.unwrap().contains("the generated crate itself"));
}
