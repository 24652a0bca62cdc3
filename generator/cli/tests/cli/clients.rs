//! Tests several clients of one configuration: generated, checked, compared and updated together.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

const CONFIGURATION: &str = "[package]\nlicense = \"MIT\"\n\n\
    [[client]]\nname = \"pets-client\"\ndescription = \"pets.yaml\"\nout = \"pets\"\n\n\
    [[client]]\nname = \"toys-client\"\ndescription = \"toys.yaml\"\nout = \"toys\"\n";

fn description(title: &str, operation: &str) -> String {
    format!(
        "openapi: 3.0.3\ninfo: {{ title: {title}, version: '1' }}\npaths:\n  /{title}:\n    get:\n      operationId: {operation}\n      \
         responses: {{ '204': {{ description: Nothing }} }}\n"
    )
}

fn place() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("pets.yaml"), description("pets", "listPets")).unwrap();
    fs::write(folder.path().join("toys.yaml"), description("toys", "listToys")).unwrap();
    fs::write(folder.path().join("bindery.toml"), CONFIGURATION).unwrap();
    folder
}

fn bindery(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bindery")).args(arguments).current_dir(folder).output().unwrap()
}

fn text_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout)
}

fn run(folder: &Path, arguments: &[&str], status: i32) -> String {
    let output = bindery(folder, arguments);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {}", text_of(&output));
    text_of(&output)
}

#[test]
fn clients_are_generated_checked_and_updated_together() {
    let place = place();
    let folder = place.path();
    run(folder, &["generate"], 0);
    assert!(fs::read_to_string(folder.join("toys/Cargo.toml")).unwrap().contains("license = \"MIT\""));
    let checked = run(folder, &["check"], 0);
    assert!(checked.contains("pets is up to date") && checked.contains("toys is up to date"), "{checked}");
    run(&folder.join("toys"), &["check"], 0);

    fs::write(
        folder.join("toys.yaml"),
        description("toys", "listToys")
            + "  /more:\n    get:\n      operationId: more\n      responses: { '204': { description: Nothing } }\n",
    )
    .unwrap();
    let checked = run(folder, &["check"], 5);
    assert!(checked.contains("pets is up to date") && checked.contains("toys is not up to date"), "{checked}");
    assert!(checked.contains("bindery update --client toys-client"), "{checked}");
    let json = bindery(folder, &["check", "--message-format", "json"]);
    let json: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!((&json["up_to_date"], &json["clients"][0]["up_to_date"]), (&Value::from(false), &Value::from(true)));
    assert_eq!(json["clients"][1]["differences"][0]["cause"], "description");

    let changes = run(folder, &["diff", "--format", "json"], 0);
    let changes: Value = serde_json::from_str(changes.trim()).unwrap();
    assert_eq!(changes["clients"][0]["client"], "pets-client");
    assert!(!run(folder, &["diff", "--exit-code", "--client", "pets-client"], 0).contains("more"));
    assert!(run(folder, &["diff", "--exit-code", "toys"], 6).contains("more"));
    run(folder, &["diff", "--exit-code"], 6);

    let updated = run(folder, &["update", "--yes"], 0);
    assert!(updated.contains("no changes: pets") && updated.contains("version 0.1.1 (was 0.1.0)"), "{updated}");
    run(folder, &["check"], 0);
    run(folder, &["generate", "--offline"], 0);
}

#[test]
fn a_damaged_shared_crate_does_not_hide_the_clients() {
    let place = place();
    let folder = place.path();
    fs::write(folder.join("bindery.toml"), format!("runtime = \"support\"\n{CONFIGURATION}")).unwrap();
    run(folder, &["generate"], 0);
    fs::write(folder.join("support/bindery.lock"), "damaged").unwrap();
    let json = run(folder, &["check", "--message-format", "json"], 4);
    let json: Value = serde_json::from_str(json.lines().last().unwrap()).unwrap();
    assert_eq!((&json["up_to_date"], &json["clients"][0]["folder"]), (&Value::from(false), &Value::from("support")));
    assert!(json["clients"][0]["error"].as_str().unwrap().contains("is damaged"), "{json}");
    assert_eq!(
        (&json["clients"][2]["client"], &json["clients"][2]["up_to_date"]),
        (&"toys-client".into(), &true.into())
    );
}

#[test]
fn nothing_is_written_if_a_client_cannot_be_generated() {
    let place = place();
    let folder = place.path();
    fs::write(folder.join("toys.yaml"), "just: yaml\n").unwrap();
    run(folder, &["generate"], 1);
    assert!(!folder.join("pets").exists());
    run(folder, &["generate", "--client", "pets-client"], 0);
    assert!(folder.join("pets").exists() && !folder.join("toys").exists());
    assert!(run(folder, &["check"], 2).contains("`toys-client`: `toys` contains no crate"));
    let json = bindery(folder, &["check", "--message-format", "json"]);
    // The error itself is on a line of its own before the result.
    let json: Value = serde_json::from_str(text_of(&json).lines().last().unwrap()).unwrap();
    assert_eq!((&json["up_to_date"], &json["clients"][1]["up_to_date"]), (&Value::from(false), &Value::from(false)));
    assert!(json["clients"][1]["error"].as_str().unwrap().contains("`toys` contains no crate"), "{json}");

    fs::write(folder.join("toys.yaml"), description("toys", "listToys")).unwrap();
    fs::write(folder.join("pets.yaml"), description("pets", "readPets")).unwrap();
    fs::create_dir(folder.join("toys")).unwrap();
    fs::write(folder.join("toys/mine"), "").unwrap();
    let before = fs::read_to_string(folder.join("pets/bindery.lock")).unwrap();
    run(folder, &["generate"], 4);
    assert_eq!(fs::read_to_string(folder.join("pets/bindery.lock")).unwrap(), before);
}

#[test]
fn clients_are_found_by_their_canonical_directory() {
    let place = place();
    let folder = place.path();
    fs::write(folder.join("bindery.toml"), CONFIGURATION.replace("\"toys\"", "\"clients/of/toys\"")).unwrap();
    fs::create_dir_all(folder.join("clients/of")).unwrap();
    run(folder, &["generate"], 0);
    run(&folder.join("clients/of/toys"), &["check"], 0);

    let absolute = folder.join("pets").display().to_string();
    let twice = CONFIGURATION.replace("out = \"toys\"", &format!("out = '{absolute}'"));
    fs::write(folder.join("bindery.toml"), twice).unwrap();
    assert!(run(folder, &["generate"], 2).contains("two clients have the same output directory"));
}

#[test]
fn options_for_a_single_client_require_its_name() {
    let place = place();
    let folder = place.path();
    for arguments in [&["generate", "--name", "x"][..], &["update", "pets.yaml"]] {
        run(folder, &["generate"], 0);
        let text = run(folder, arguments, 2);
        assert!(text.contains("applies to a single client") && text.contains("--client"), "{text}");
    }
    let text = run(folder, &["generate", "--client", "toy-client"], 2);
    assert!(text.contains("did you mean `toys-client`?"), "{text}");
    run(folder, &["update", "pets.yaml", "--client", "pets"], 0);
}

const MERGED: &str = "[[client]]\nname = \"both-client\"\nout = \"both\"\n\
                      merge = [\"pets.yaml\", { description = \"toys.yaml\", prefix = \"toy\" }]\n";

#[test]
fn merged_descriptions_are_checked_and_updated_together() {
    let place = place();
    let folder = place.path();
    fs::write(folder.join("bindery.toml"), MERGED).unwrap();
    fs::write(folder.join("toys.yaml"), description("toys", "listPets")).unwrap();
    run(folder, &["generate"], 0);
    let lock = fs::read_to_string(folder.join("both/bindery.lock")).unwrap();
    assert!(lock.contains("[description.files]\n\"toys.yaml\" = "), "{lock}");
    assert!(lock.contains("\"/paths/~1toys/get\" = \"toys.list_pets\""), "{lock}");
    run(folder, &["check"], 0);
    run(folder, &["generate", "--offline"], 0);
    assert_eq!(fs::read_to_string(folder.join("both/bindery.lock")).unwrap(), lock);
    run(&folder.join("both"), &["check"], 0);

    fs::write(folder.join("toys.yaml"), description("toys", "listPets").replace("get:", "put:")).unwrap();
    assert!(run(folder, &["check"], 5).contains("the description changed in toys.yaml: major"));
    let text = run(folder, &["update", "--yes", "--verbose"], 0);
    assert!(text.contains("both/openapi.json:") && text.contains("-> toys.yaml:"), "{text}");
    run(folder, &["check"], 0);

    // Descriptions that are merged differently are a changed description.
    let prefixed = MERGED.replace("\"toy\"", "\"plaything\"");
    let alone = prefixed.replace(
        "merge = [\"pets.yaml\", { description = \"toys.yaml\", prefix = \"plaything\" }]",
        "description = \"toys.yaml\"",
    );
    for merged in [&prefixed, &alone, MERGED] {
        fs::write(folder.join("bindery.toml"), merged).unwrap();
        assert!(run(folder, &["check"], 5).contains("bindery update --client both-client"));
        run(folder, &["generate", "--offline"], 0);
        assert!(run(folder, &["check"], 5).contains("the description changed"));
        run(folder, &["update", "--yes"], 0);
        run(folder, &["check"], 0);
    }
}

#[test]
fn files_of_merged_descriptions_are_relative_to_them() {
    let place = place();
    let folder = place.path();
    fs::create_dir(folder.join("more")).unwrap();
    let merged = MERGED.replace("toys.yaml", "more/toys.yaml");
    fs::write(folder.join("bindery.toml"), merged).unwrap();
    let response = "content: { application/json: { schema: { $ref: 'common.yaml#/Toy' } } }";
    let toys =
        description("toys", "listToys").replace("description: Nothing", &format!("description: Toys, {response}"));
    fs::write(folder.join("more/toys.yaml"), toys.replace("'204'", "'200'")).unwrap();
    fs::write(folder.join("more/common.yaml"), "Toy: { type: object, properties: { a: { type: string } } }\n").unwrap();
    run(folder, &["generate"], 0);
    let lock = fs::read_to_string(folder.join("both/bindery.lock")).unwrap();
    assert!(lock.contains("\"more/common.yaml\" = "), "{lock}");
    run(folder, &["check"], 0);
    fs::write(folder.join("more/common.yaml"), "Toy: { type: object }\n").unwrap();
    assert!(run(folder, &["check"], 5).contains("the description changed"));
}

#[test]
fn collisions_are_reported_with_their_location() {
    let place = place();
    let folder = place.path();
    fs::write(folder.join("bindery.toml"), MERGED.replace(", prefix = \"toy\"", "")).unwrap();
    fs::write(folder.join("toys.yaml"), description("toys", "listPets")).unwrap();
    let text = run(folder, &["generate"], 2);
    assert!(text.contains("`listPets` is also defined in pets.yaml") && text.contains("--> toys.yaml:5:5"), "{text}");
    assert!(text.contains("set `prefix`"), "{text}");
    run(folder, &["generate", "pets.yaml", "--client", "both-client"], 2);
    assert!(!folder.join("both").exists());
}

#[test]
fn build_scripts_select_a_client() {
    let place = place();
    let folder = place.path();
    fs::write(folder.join("bindery.toml"), CONFIGURATION.to_owned() + MERGED).unwrap();
    let generator = || bindery::Generator::new().config(folder.join("bindery.toml")).out_dir(folder);
    let made = generator().client("both-client").generate().unwrap();
    let text = fs::read_to_string(&made.path).unwrap();
    assert!(text.contains("pub fn pets(&self)") && text.contains("pub fn toys(&self)"));
    assert_eq!(made.others, [folder.join("pets.yaml"), folder.join("toys.yaml")]);
    assert!(
        generator().client("toy-client").generate().unwrap_err().to_string().contains("did you mean `toys-client`?")
    );
    assert!(generator().generate().unwrap_err().to_string().contains("several clients: pets-client, toys-client"));
}

#[test]
fn build_scripts_use_the_dates_and_the_strictness_of_the_configuration() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    let dated = "openapi: 3.0.3\ninfo: { title: T, version: '1' }\npaths: {}\ncomponents:\n  schemas:\n    Day: { type: object, properties: { at: { type: string, format: date-time }, x: { $ref: '#/components/schemas/None' } } }\n";
    fs::write(folder.join("openapi.yaml"), dated).unwrap();
    let generator = |config: &str| {
        fs::write(folder.join("bindery.toml"), format!("description = \"openapi.yaml\"\n{config}")).unwrap();
        bindery::Generator::new().config(folder.join("bindery.toml")).out_dir(folder)
    };
    let text = |generator: bindery::Generator| fs::read_to_string(generator.generate().unwrap().path).unwrap();
    assert!(text(generator("dates = \"chrono\"")).contains("chrono::"));
    assert!(
        text(generator("dates = \"chrono\"").dates(bindery::internal::config::DateLibrary::Jiff)).contains("jiff::")
    );
    let problem = generator("strict = true").generate().unwrap_err().to_string();
    assert!(problem.contains("cannot resolve"), "{problem}");
}
