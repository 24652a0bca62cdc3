//! Several clients that share a crate with the support code.

use std::fs;
use std::path::Path;

use bindery::cli::Status;

use super::several::{Place, files};
use super::{Fallible, Point, equal};
use crate::crates;

/// Code that a user writes once for all clients: a middleware, and error handling.
const LOGGER: &str = "pub struct Logger;\nimpl api_runtime::Middleware for Logger {\n    fn handle<'a>(&'a self, request: \
                      api_runtime::HttpRequest, next: api_runtime::Next<'a>) -> api_runtime::ResponseFuture<'a> {\n        \
                      next.run(request)\n    }\n}\npub fn is_missing(error: &api_runtime::Error) -> bool {\n    \
                      error.status().is_some_and(|status| status.as_u16() == 404)\n}\n";

/// Generates three of omicron's services: a crate each, with a shared error, middleware and token.
pub(super) fn omicron(folder: &Path) -> Fallible<Vec<Point>> {
    let services = [
        ("ntp", "ntp-admin-2.0.0-f8d00a.json"),
        ("oximeter", "oximeter-1.0.0-8e3b9c.json"),
        ("dns", "dns-server-2.0.0-75e4cc.json"),
    ];
    points("omicron", &services, &files(folder, &services.map(|(_, file)| file))?)
}

/// Two descriptions represent bitwarden's, which are not available. The shared code does not depend on them.
pub(super) fn bitwarden(_: &Path) -> Fallible<Vec<Point>> {
    let text = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/several").join(name);
        Ok::<_, std::io::Error>((name.to_owned(), fs::read_to_string(path)?))
    };
    points("bitwarden", &[("shop", "shop.yaml"), ("depot", "depot.yaml")], &[text("shop.yaml")?, text("depot.yaml")?])
}

fn points(name: &str, services: &[(&str, &str)], files: &[(String, String)]) -> Fallible<Vec<Point>> {
    let rows = services.iter().map(|(client, file)| {
        format!("[[client]]\nname = \"{client}-client\"\ndescription = \"{file}\"\nout = \"{client}\"\n")
    });
    let config = format!("runtime = \"api-runtime\"\n{}", rows.collect::<String>());
    let place = Place::new(&config, files)?;
    let made = (place.run(&["generate"]), place.run(&["check"]));
    let workspace = crates::folder("adopters").join(format!("{name}-sharing"));
    let mut members = vec!["api-runtime".to_owned(), "app".to_owned()];
    members.extend(services.iter().map(|(client, _)| (*client).to_owned()));
    for member in members.iter().filter(|member| *member != "app") {
        copy(&place.folder.path().join(member), &workspace.join(member))?;
    }
    let dependencies = services
        .iter()
        .map(|(client, _)| format!("{client}-client = {{ path = \"../{client}\" }}\n"))
        .collect::<String>();
    let manifest = format!(
        "[package]\nname = \"app\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\napi-runtime = {{ path = \
         \"../api-runtime\" }}\n{dependencies}"
    );
    let built = services.iter().map(|(client, _)| {
        format!(
            "    let {client} = {client}_client::Client::builder(\"http://localhost\").call_middleware(Logger).build()?;\n    \
             let _ = {client}.base_url();\n"
        )
    });
    let program = format!(
        "{LOGGER}pub fn start() -> Result<(), api_runtime::BuildError> {{\n{}    Ok(())\n}}\n",
        built.collect::<String>()
    );
    crates::write(&workspace.join("app"), [("Cargo.toml".to_owned(), manifest), ("src/lib.rs".to_owned(), program)])?;
    crates::workspace(&workspace, &members)?;
    let checked = crates::cargo(&workspace, &["check", "--workspace", "--quiet"])?;
    let errors = String::from_utf8_lossy(&checked.stderr).into_owned();
    Ok(vec![
        Point { what: "the clients share one runtime", result: equal(&made, &(Status::Done, Status::Done)) },
        Point {
            what: "one error and one interceptor serve all",
            result: if checked.status.success() { Ok(()) } else { Err(errors) },
        },
    ])
}

pub(super) fn copy(from: &Path, to: &Path) -> Fallible<()> {
    for entry in walkdir::WalkDir::new(from).into_iter().filter_map(Result::ok) {
        if entry.file_type().is_file() {
            let path = entry.path().strip_prefix(from)?.display().to_string();
            crates::write(to, [(path, fs::read_to_string(entry.path())?)])?;
        }
    }
    Ok(())
}
