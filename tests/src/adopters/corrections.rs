//! Corrections of a description.

use std::fs;
use std::path::Path;

use bindery::diagnostic::Code;

use super::client::{Client, text};
use super::{Fallible, Point, equal};

pub(super) fn cloudflare(folder: &Path) -> Fallible<Vec<Point>> {
    let overlay = ("overlay.yaml", text(&folder.join("overlay.yaml"))?);
    let client = Client::generate(&folder.join("excerpt.json"), "corrections = [\"overlay.yaml\"]\n", &[overlay])?;
    Ok(vec![Point { what: "three actions are of use", result: equal(&idle(&client), &Vec::new()) }])
}

pub(super) fn kittycad(folder: &Path) -> Fallible<Vec<Point>> {
    let description = folder.join("spec.json.gz");
    let patch = ("patch.json", text(&folder.join("kittycad.rs.patch.json"))?);
    let client = Client::generate(&description, "corrections = [\"patch.json\"]\n", &[patch])?;
    let plain = Client::generate(&description, "", &[])?;
    Ok(vec![
        Point { what: "each step of the patch is of use", result: equal(&idle(&client), &Vec::new()) },
        Point { what: "what it adds changes no code", result: equal(&(client.code() == plain.code()), &true) },
    ])
}

pub(super) fn monitor_reef(folder: &Path) -> Fallible<Vec<Point>> {
    let mut points = Vec::new();
    for entry in fs::read_dir(folder.join("corrections"))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let stem = name.trim_end_matches(".json");
        let generated = |ending: &str| folder.join("generated").join(format!("{stem}-api.{ending}"));
        let description = [generated("json"), generated("json.gz")].into_iter().find(|path| path.exists());
        let description = description.ok_or_else(|| format!("{name} corrects no description"))?;
        let config = "corrections = [\"correction.json\"]\n";
        let client = Client::generate(&description, config, &[("correction.json", text(&path)?)])?;
        points.push(Point { what: "a correction is of use", result: equal(&idle(&client), &Vec::new()) });
    }
    Ok(points)
}

/// Returns the corrections that have no effect.
fn idle(client: &Client) -> Vec<String> {
    let idle = client
        .diagnostics
        .iter()
        .filter(|diagnostic| matches!(diagnostic.code, Code::OverrideUnused | Code::OverrideNeedless));
    idle.map(|diagnostic| diagnostic.message.clone()).collect()
}
