//! Checks against the needs of real users of generators: a folder of facts for each user, with what they configure,
//! correct and edit by hand.
//!
//! The folders are not part of this repository. Each has a `wants.json` or `wants.toml`, and published descriptions.

mod client;
mod corrections;
mod derives;
mod groups;
mod manifests;
mod module;
mod own_types;
mod several;
mod sharing;
mod starting;
mod stubs;
mod subset;
mod webhooks;

use std::error::Error;
use std::path::Path;

type Fallible<T> = Result<T, Box<dyn Error>>;

/// A requirement, and the reason if it is not met.
#[derive(Clone, Debug)]
pub struct Point {
    /// The requirement.
    pub what: &'static str,
    /// The reason if it is not met.
    pub result: Result<(), String>,
}

/// A user.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The name of the folder.
    pub name: &'static str,
    points: fn(&Path) -> Fallible<Vec<Point>>,
    /// The requirements that Bindery does not support yet.
    pub missing: &'static [&'static str],
}

const fn case(name: &'static str, points: fn(&Path) -> Fallible<Vec<Point>>, missing: &'static [&'static str]) -> Case {
    Case { name, points, missing }
}

/// All users.
pub const CASES: &[Case] = &[
    case("cloudflare", cloudflare, &[]),
    case("feldera", own_types::feldera, &[]),
    case("flox", subset::flox, &[]),
    case("immichctl", subset::immichctl, &[]),
    case("kittycad", corrections::kittycad, &[]),
    case("manifests", manifests, &[]),
    case("monitor-reef", monitor_reef, &[]),
    case("omicron", omicron, &[]),
    case("pinecone", module::pinecone, &[]),
    case("scaleway", several::scaleway, &[]),
    case("sigstore", sigstore, &[]),
    case("waldur", subset::waldur, &[]),
    case("webhooks", webhooks::webhooks, &[]),
];

fn cloudflare(folder: &Path) -> Fallible<Vec<Point>> {
    Ok([corrections::cloudflare(folder)?, groups::cloudflare(folder)?].concat())
}

fn monitor_reef(folder: &Path) -> Fallible<Vec<Point>> {
    Ok([corrections::monitor_reef(folder)?, derives::monitor_reef(folder)?, several::gateway(folder)?].concat())
}

fn manifests(folder: &Path) -> Fallible<Vec<Point>> {
    Ok([manifests::manifests(folder)?, sharing::bitwarden(folder)?].concat())
}

fn omicron(folder: &Path) -> Fallible<Vec<Point>> {
    Ok([own_types::omicron(folder)?, several::omicron(folder)?, sharing::omicron(folder)?].concat())
}

fn sigstore(folder: &Path) -> Fallible<Vec<Point>> {
    Ok([own_types::sigstore(folder)?, several::sigstore(folder)?].concat())
}

impl Case {
    /// Checks the requirements. `folder` contains the folders of all users.
    ///
    /// # Errors
    ///
    /// Returns an error if a file of the case is missing or has unexpected content.
    pub fn points(&self, folder: &Path) -> Fallible<Vec<Point>> {
        let folder = folder.join(self.name);
        let mut points = (self.points)(&folder)?;
        points.extend(starting::starting(&folder)?);
        Ok(points)
    }
}

/// Compares two values, for the result of a point.
fn equal<T: PartialEq + std::fmt::Debug>(found: &T, expected: &T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{found:?} and not {expected:?}")) }
}
