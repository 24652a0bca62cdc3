//! A workspace whose programs are migrated from one description to the next.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use bindery::changes::{Changes, Verdict};
use bindery::config::{Config, DateLibrary};
use bindery::resolve::Settings;
use bindery::source::{Request, Source, SourceLocator, load};
use serde_json::Value;

use super::COMMAND;
use super::measured::Measured;
use super::program::{Function, module};
use crate::changed::{Fallible, at};
use crate::crates;

const CLIENT: &str = "measured-client";
/// The number of items that a program uses.
const ITEMS: usize = 50;

/// Returns a description.
pub(super) fn source(path: &Path) -> Fallible<Source> {
    load(&Request::new(SourceLocator::File(path.to_owned()))).map_err(|problem| problem.message.clone())
}

/// Returns the settings of the client.
pub(super) fn settings() -> Settings {
    Settings {
        crate_name: CLIENT.to_owned(),
        crate_version: "0.1.0".to_owned(),
        dates: DateLibrary::Jiff,
        ..Settings::default()
    }
}

/// A program and the items that it uses.
pub(super) type Program = (String, BTreeSet<String>);

/// A step from one description to the next.
pub(super) struct Step {
    folder: PathBuf,
    changes: Changes,
}

/// The errors of each package: the line and the message.
type Errors = BTreeMap<String, Vec<(usize, String)>>;

impl Step {
    /// Creates a workspace with the old client.
    pub(super) fn new(name: &str, old: &Source, new: &Source) -> Fallible<Self> {
        let folder = crates::folder("migration").join(name);
        let _ = fs::remove_dir_all(&folder);
        let changes =
            bindery::changes_between(old, new, &Config::default()).map_err(|problem| problem.message.clone())?;
        let config = format!("description = \"old.json\"\nout = {CLIENT:?}\nname = {CLIENT:?}\n");
        let files = [("old.json", old.text()), ("new.json", new.text()), ("bindery.toml", &config)];
        crates::write(&folder, files.map(|(path, text)| (path.to_owned(), text.to_owned())))?;
        let step = Self { folder, changes };
        crates::succeed(&step.bindery(&["generate"])?)?;
        Ok(step)
    }

    /// Returns programs of these functions, without those that do not compile.
    pub(super) fn programs(&self, functions: Vec<Function>, max: usize) -> Fallible<Vec<Program>> {
        let mut programs: Vec<Vec<&Function>> = vec![Vec::new()];
        for function in &functions {
            if programs.last().is_some_and(|last| last.iter().map(|one| one.items.len()).sum::<usize>() >= ITEMS) {
                programs.push(Vec::new());
            }
            programs.last_mut().into_iter().for_each(|last| last.push(function));
        }
        let every = if max == 0 { 1 } else { programs.len().div_ceil(max) };
        let mut programs: Vec<Vec<&Function>> = programs.into_iter().step_by(every).collect();
        let all = programs.iter().map(Vec::len).sum::<usize>();
        loop {
            self.write(programs.iter().map(|program| module(program)))?;
            let errors = self.check()?.1;
            if errors.is_empty() {
                break;
            }
            for (package, errors) in errors {
                let Some(program) = number(&package).and_then(|number| programs.get_mut(number)) else {
                    return Err(format!("{package} does not compile: {errors:?}"));
                };
                // Each function is one line after the others.
                let first = module(program).lines().count() - program.len() + 1;
                let lines: BTreeSet<usize> = errors.iter().map(|(line, _)| *line).collect();
                let is_wrong = |index: usize| lines.contains(&(first + index));
                if !(0..program.len()).any(is_wrong) {
                    return Err(format!("{package} does not compile: {errors:?}"));
                }
                let mut index = 0..;
                program.retain(|_| !index.next().is_some_and(is_wrong));
            }
        }
        println!("{} of {all} functions compile", programs.iter().map(Vec::len).sum::<usize>());
        let text = |program: &Vec<&Function>| {
            let items = program.iter().flat_map(|function| function.items.iter().cloned());
            Ok((rustfmt(&module(program))?, items.collect()))
        };
        programs.iter().map(text).collect()
    }

    /// Migrates programs, and measures the result.
    pub(super) fn measure(&self, name: &str, programs: Vec<Program>) -> Fallible<Measured> {
        self.write(programs.iter().map(|(text, _)| text.clone()))?;
        self.check()?;
        let main = self.folder.join(CLIENT).join("src/lib.rs");
        let client = fs::read_to_string(&main).map_err(at("read", &main))?;
        fs::write(&main, client).map_err(at("written", &main))?;
        let (check, errors) = self.check()?;
        if !errors.is_empty() {
            return Err(format!("{name}: a program does not compile before the upgrade: {errors:?}"));
        }
        let mut measured = Measured { name: name.to_owned(), programs: programs.len(), check, ..Measured::default() };
        self.report(&programs, &mut measured)?;

        let backup = self.folder.join("old-client");
        copy(&self.folder.join(CLIENT), &backup)?;
        crates::succeed(&self.bindery(&["update", "new.json", "--yes"])?)?;
        let broken = self.check()?.1;
        fs::remove_dir_all(self.folder.join(CLIENT)).map_err(at("removed", &backup))?;
        fs::rename(&backup, self.folder.join(CLIENT)).map_err(at("moved", &backup))?;

        let arguments = ["update", "new.json", "--migrate", ".", "--yes", "--force"];
        let start = Instant::now();
        crates::succeed(&self.bindery(&arguments)?)?;
        measured.migrate = start.elapsed();
        let after = self.texts(programs.len())?;
        crates::succeed(&self.bindery(&arguments)?)?;
        measured.again = after.iter().zip(self.texts(programs.len())?).filter(|(one, other)| *one != other).count();
        let left = self.check()?.1;
        measured.broken = broken.len();
        for (index, ((before, _), after)) in programs.iter().zip(&after).enumerate() {
            let package = package(index);
            let errors = left.get(&package).map_or(0, Vec::len);
            let comments = after.matches("// bindery: ").count();
            measured.fixed += usize::from(broken.contains_key(&package) && errors == 0);
            if errors > 0 {
                measured.errors += errors;
                measured.comments += comments;
            }
            if comments < errors {
                measured.mismatched.push(format!("{package} has {errors} errors and {comments} comments"));
            }
            if !broken.contains_key(&package) && before != after {
                measured.needless.push(package);
            }
        }
        let all = left.iter().flat_map(|(package, errors)| errors.iter().map(move |error| (package, error)));
        measured.left = all.map(|(package, (line, error))| format!("{package}:{line}: {error}")).collect();
        Ok(measured)
    }

    /// Counts the lines of the report and the reported uses.
    fn report(&self, programs: &[Program], measured: &mut Measured) -> Fallible<()> {
        let output = self.bindery(&["diff", CLIENT, "new.json"])?;
        measured.lines = String::from_utf8_lossy(&output.stdout).lines().count();
        measured.breaking = self.changes.changes.iter().filter(|change| change.verdict == Verdict::Breaking).count();
        let output = self.bindery(&["diff", CLIENT, "new.json", "--used-by", ".", "--message-format", "json"])?;
        let text = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
        let messages = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let name = |message: Value| Some(message.get("message")?.as_str()?.split('`').nth(1)?.to_owned());
        let reported: BTreeSet<String> = messages.filter_map(name).collect();
        let affected = self.changes.changes.iter().flat_map(|change| &change.affected);
        let names: BTreeMap<String, String> = affected.map(|item| (item.key.path(), item.key.short_name())).collect();
        let used = programs.iter().flat_map(|(_, items)| items).filter_map(|path| names.get(path));
        let used: BTreeSet<&String> = used.collect();
        measured.used = used.len();
        measured.reported = reported.len();
        measured.correct = reported.iter().filter(|name| used.contains(name)).count();
        for name in reported.iter().filter(|_| measured.used > 0).filter(|name| !used.contains(name)) {
            println!("{}: reported, but not used: {name}", measured.name);
        }
        for name in used.into_iter().filter(|name| !reported.contains(*name)) {
            println!("{}: used, but not reported: {name}", measured.name);
        }
        Ok(())
    }

    fn write(&self, programs: impl Iterator<Item = String>) -> Fallible<()> {
        let manifest = self.folder.join(CLIENT).join("Cargo.toml");
        let client = fs::read_to_string(&manifest).map_err(at("read", &manifest))?;
        let features = ["webhook-events", "unreferenced-types"].map(|name| (name, format!("\n{name} = ")));
        let features = features.iter().filter(|(_, line)| client.contains(line)).map(|(name, _)| *name);
        let features: Vec<&str> = features.collect();
        let mut members = vec![CLIENT.to_owned()];
        for (index, text) in programs.enumerate() {
            let name = package(index);
            let manifest = format!(
                "[package]\nname = {name:?}\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\nserde_json = \"1\"\n\
                 client = {{ package = {CLIENT:?}, path = \"../{CLIENT}\", features = {features:?} }}\n"
            );
            let files = [("Cargo.toml", manifest), ("src/lib.rs", text)];
            crates::write(&self.folder.join(&name), files.map(|(path, text)| (path.to_owned(), text)))?;
            members.push(name);
        }
        crates::workspace(&self.folder, &members)
    }

    fn texts(&self, count: usize) -> Fallible<Vec<String>> {
        let paths = (0..count).map(|index| self.folder.join(package(index)).join("src/lib.rs"));
        paths.map(|path| fs::read_to_string(&path).map_err(at("read", &path))).collect()
    }

    /// Checks all programs, and returns the errors.
    fn check(&self) -> Fallible<(Duration, Errors)> {
        let start = Instant::now();
        let output =
            crates::cargo(&self.folder, &["check", "--workspace", "--keep-going", "--message-format", "json"])?;
        let duration = start.elapsed();
        let mut errors = Errors::new();
        let text = String::from_utf8_lossy(&output.stdout);
        for line in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
            let message = &line["message"];
            let span =
                message["spans"].as_array().and_then(|spans| spans.iter().find(|span| span["is_primary"] == true));
            let (Some(package), Some(span), "error") =
                (line["target"]["name"].as_str(), span, message["level"].as_str().unwrap_or_default())
            else {
                continue;
            };
            let number = span["line_start"].as_u64().and_then(|line| usize::try_from(line).ok()).unwrap_or_default();
            let text = format!("{} {}", message["code"]["code"].as_str().unwrap_or_default(), message["message"]);
            errors.entry(package.to_owned()).or_default().push((number, text));
        }
        if errors.is_empty() {
            crates::succeed(&output)?
        }
        Ok((duration, errors))
    }

    fn bindery(&self, arguments: &[&str]) -> Fallible<Output> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut command = Command::new(&program);
        command.env(COMMAND, "1").env("CARGO_TARGET_DIR", crates::target()?).env("RUSTFLAGS", "-D warnings");
        command.env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0");
        command.args(arguments).current_dir(&self.folder).output().map_err(at("run", &program))
    }
}

fn package(index: usize) -> String {
    format!("p{index}")
}

fn number(package: &str) -> Option<usize> {
    package.strip_prefix('p')?.parse().ok()
}

fn copy(from: &Path, to: &Path) -> Fallible<()> {
    for entry in walkdir::WalkDir::new(from).into_iter().filter_map(Result::ok) {
        let target = to.join(entry.path().strip_prefix(from).unwrap_or(from));
        if entry.file_type().is_dir() {
            fs::create_dir_all(&target).map_err(at("made", &target))?;
        } else {
            fs::copy(entry.path(), &target).map(|_| ()).map_err(at("copied", &target))?;
        }
    }
    Ok(())
}

fn rustfmt(text: &str) -> Fallible<String> {
    let file = tempfile::Builder::new().suffix(".rs").tempfile().map_err(|error| error.to_string())?;
    fs::write(file.path(), text).map_err(at("written", file.path()))?;
    let output = Command::new("rustfmt").args(["--edition", "2024"]).arg(file.path()).output();
    crates::succeed(&output.map_err(at("run", Path::new("rustfmt")))?)?;
    fs::read_to_string(file.path()).map_err(at("read", file.path()))
}
