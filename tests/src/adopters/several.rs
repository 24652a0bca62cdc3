//! Several descriptions.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use bindery::cli::{self, Status};
use bindery::output::LockFile;
use serde_json::Value;

use super::client::{text, texts, wants};
use super::{Fallible, Point, equal};
use crate::crates;

/// A folder with a configuration and the files that it refers to.
pub(super) struct Place {
    pub(super) folder: tempfile::TempDir,
}

impl Place {
    pub(super) fn new(config: &str, files: &[(String, String)]) -> Fallible<Self> {
        let folder = tempfile::tempdir()?;
        for (name, text) in files {
            fs::write(folder.path().join(name), text)?;
        }
        fs::write(folder.path().join("bindery.toml"), config)?;
        Ok(Self { folder })
    }

    pub(super) fn run(&self, arguments: &[&str]) -> Status {
        let config = self.folder.path().join("bindery.toml").display().to_string();
        cli::run([&["bindery"], arguments, &["--config", &config]].concat())
    }

    fn edit(&self, file: &str, edit: impl FnOnce(&str) -> String) -> Fallible<()> {
        let path = self.folder.path().join(file);
        let text = fs::read_to_string(&path)?;
        Ok(fs::write(path, edit(&text))?)
    }

    fn lock_file(&self, client: &str) -> Fallible<LockFile> {
        let found = LockFile::read(&self.folder.path().join(client)).map_err(|problem| problem.message)?;
        Ok(found.ok_or("nothing was written")?)
    }

    /// Returns the number of the description's operations that a client has.
    fn operations(&self, client: &str) -> Fallible<usize> {
        let description: Value =
            serde_json::from_str(&fs::read_to_string(self.folder.path().join(client).join("openapi.json"))?)?;
        let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
        let items = description["paths"].as_object().into_iter().flatten();
        Ok(items.map(|(_, item)| methods.iter().filter(|method| item.get(method).is_some()).count()).sum())
    }
}

pub(super) fn files(folder: &Path, names: &[&str]) -> Fallible<Vec<(String, String)>> {
    let file = |name: &&str| {
        let plain = Path::new(name).file_name().unwrap_or_default().to_string_lossy();
        Ok((plain.trim_end_matches(".gz").to_owned(), text(&folder.join(name))?))
    };
    names.iter().map(file).collect()
}

pub(super) fn scaleway(folder: &Path) -> Fallible<Vec<Point>> {
    let wants = wants(folder)?;
    let names = texts(&wants["merge"]["documents"]);
    let row = |name: &String| match [".k8s.", ".domain."].into_iter().find(|part| name.contains(part)) {
        Some(part) => format!("{{ description = {name:?}, prefix = {:?} }}, ", part.trim_matches('.')),
        None => format!("{name:?}, "),
    };
    let rows: String = names.iter().map(row).collect();
    let config = format!("features = []\n[[client]]\nname = \"scaleway-api-rs\"\nout = \"client\"\nmerge = [{rows}]\n");
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let place = Place::new(&config, &files(folder, &names)?)?;
    let made = place.run(&["generate"]);
    let lock_file = place.lock_file("client")?;
    let one = |schema: &&&String| {
        lock_file.names.keys().filter(|place| place.ends_with(&format!("/schemas/{schema}"))).count() == 1
    };
    let shared: Vec<&String> =
        wants["facts"]["schemas_in_several_equal"].as_object().into_iter().flatten().map(|(name, _)| name).collect();
    let groups: BTreeSet<&str> = lock_file.names.values().filter_map(|name| Some(name.split_once('.')?.0)).collect();
    let groups: Vec<&&str> = groups.iter().filter(|group| group.ends_with("versions")).collect();
    let checked = place.run(&["check"]);
    place.edit("scaleway.vpc.v1.Api.yml", |text| text.replacen("summary: ", "summary: All. ", 1))?;
    let changed = place.run(&["check"]);
    let updated = (place.run(&["update", "--yes"]), place.run(&["check"]));
    let all =
        wants["facts"]["operations_in_all"].as_u64().and_then(|all| usize::try_from(all).ok()).unwrap_or_default();
    Ok(vec![
        Point { what: "seven descriptions give one crate", result: equal(&made, &Status::Done) },
        Point { what: "168 operations", result: equal(&place.operations("client")?, &all) },
        Point {
            what: "the five equal schemas are one type each",
            result: equal(&shared.iter().filter(one).count(), &5),
        },
        Point {
            what: "the two `Versions` are apart",
            result: equal(&groups, &vec![&"domain_versions", &"k8s_versions"]),
        },
        Point { what: "the lock file knows all of them", result: equal(&lock_file.description.files.len(), &6) },
        Point { what: "it is up to date", result: equal(&checked, &Status::Done) },
        Point { what: "one that changed is found", result: equal(&changed, &Status::Differs) },
        Point { what: "an update takes it over", result: equal(&updated, &(Status::Done, Status::Done)) },
    ])
}

/// Generates the two descriptions of monitor-reef's gateway, one of them corrected.
pub(super) fn gateway(folder: &Path) -> Fallible<Vec<Point>> {
    let files =
        files(folder, &["generated/triton-api.json", "generated/cloudapi-api.json.gz", "corrections/cloudapi.json"])?;
    let config = |prefix: &str| {
        format!(
            "features = []\nname = \"gateway-client\"\nout = \"client\"\nmerge = [\"triton-api.json\", {{ description = \
             \"cloudapi-api.json\", {prefix}corrections = [\"cloudapi.json\"] }}]\n"
        )
    };
    let refused = Place::new(&config(""), &files)?.run(&["generate"]);
    let place = Place::new(&config("prefix = \"cloud\", "), &files)?;
    let made = place.run(&["generate"]);
    let wants = wants(folder)?;
    let all = wants["merged_description"]["operations"]["merged"].as_u64().and_then(|all| usize::try_from(all).ok());
    let names = place.lock_file("client")?.names;
    let errors: Vec<Option<&str>> = ["Error", "cloud_Error"]
        .iter()
        .map(|name| names.get(&format!("/components/schemas/{name}")).map(String::as_str))
        .collect();
    Ok(vec![
        Point { what: "what collides without a prefix is refused", result: equal(&refused, &Status::Usage) },
        Point { what: "two descriptions give one client", result: equal(&made, &Status::Done) },
        Point { what: "194 operations", result: equal(&Some(place.operations("client")?), &all) },
        Point {
            what: "the two `Error` are two types",
            result: equal(&errors, &vec![Some("Error"), Some("CloudError")]),
        },
    ])
}

/// Generates three of omicron's services in one crate: each has a group, and all share the client, error and
/// middleware.
pub(super) fn omicron(folder: &Path) -> Fallible<Vec<Point>> {
    let services = [
        ("ntp", "ntp-admin-2.0.0-f8d00a.json"),
        ("oximeter", "oximeter-1.0.0-8e3b9c.json"),
        ("dns", "dns-server-2.0.0-75e4cc.json"),
    ];
    let rows =
        services.map(|(prefix, file)| format!("{{ description = {file:?}, prefix = {prefix:?}, apart = true }}"));
    let config = format!("name = \"services-client\"\nout = \"client\"\nmerge = [{}]\n", rows.join(", "));
    let place = Place::new(&config, &files(folder, &services.map(|(_, file)| file))?)?;
    let made = place.run(&["generate"]);
    let names = place.lock_file("client")?.names;
    let of_operations = names.iter().filter(|(place, _)| place.starts_with("/paths/") && !place.contains('#'));
    let groups: BTreeSet<&str> = of_operations.filter_map(|(_, name)| Some(name.split_once('.')?.0)).collect();
    let errors = names.keys().filter(|place| place.ends_with("Error")).count();
    Ok(vec![
        Point { what: "three services are one crate", result: equal(&made, &Status::Done) },
        Point {
            what: "each has a group of its own",
            result: equal(&groups, &BTreeSet::from(["dns", "ntp", "oximeter"])),
        },
        Point { what: "their equal `Error` is one type", result: equal(&errors, &1) },
    ])
}

/// Generates Sigstore's two clients as modules of one crate.
pub(super) fn sigstore(folder: &Path) -> Fallible<Vec<Point>> {
    let description = |name: &str| folder.join(name).canonicalize().map(|path| path.display().to_string());
    let config = format!(
        "[[client]]\ndescription = {:?}\nmodule = \"app/src/rekor\"\ncorrections = [\"rekor.json\"]\n[[client]]\n\
         description = {:?}\nmodule = \"app/src/fulcio\"\n",
        description("rekor/openapi.yaml")?,
        description("fulcio.swagger.json")?
    );
    let place = Place::new(&config, &[("rekor.json".to_owned(), patch(&wants(folder)?).to_string())])?;
    let app = place.folder.path().join("app");
    let manifest = "[package]\nname = \"app\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n";
    let root = "pub mod fulcio;\npub mod rekor;\n";
    let own = [("Cargo.toml", manifest), ("src/lib.rs", root)].map(|(path, text)| (path.to_owned(), text.to_owned()));
    crates::write(&app, own)?;
    let made = place.run(&["generate", "--add-dependencies"]);
    let checked = place.run(&["check"]);
    let workspace = crates::folder("adopters").join("sigstore");
    for entry in
        walkdir::WalkDir::new(&app).into_iter().filter_map(Result::ok).filter(|entry| entry.file_type().is_file())
    {
        let path = entry.path().strip_prefix(&app)?.display().to_string();
        crates::write(&workspace.join("app"), [(path, fs::read_to_string(entry.path())?)])?;
    }
    crates::workspace(&workspace, &["app".to_owned()])?;
    let built = crates::cargo(&workspace, &["check", "--quiet"])?;
    let errors = String::from_utf8_lossy(&built.stderr).into_owned();
    Ok(vec![
        Point {
            what: "two clients are modules of one crate",
            result: equal(&(made, checked), &(Status::Done, Status::Done)),
        },
        Point { what: "it compiles", result: if built.status.success() { Ok(()) } else { Err(errors) } },
    ])
}

/// Returns the corrections as a JSON Patch.
fn patch(wants: &Value) -> Value {
    let steps = wants["corrections"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|one| serde_json::json!({ "op": "replace", "path": one["pointer"], "value": one["after"] }));
    steps.collect()
}
