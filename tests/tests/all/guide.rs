//! The guide: its programs run, its pages are complete, and its links resolve. See also the test `reference`.
#![allow(unreachable_pub, reason = "the programs are modules here")]

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::path::{Component, Path, PathBuf};

use bindery_tests::reference::own_lines;
use bindery_tests::repository;
use bindery_tests::stand_in::{Options, StandIn};
use project_management_client::Client;

/// Maximum number of lines of a page.
const MAX_PAGE_LINES: usize = 150;
/// Maximum number of characters of a line; tables and links cannot be wrapped.
const MAX_LINE_LEN: usize = 120;

// The programs that use the vendored client. The others have their own folders and run in the tests `wanted` and
// `tutorial`.
#[path = "../../../generator/guide/programs/authentication.rs"]
mod authentication;
#[path = "../../../generator/guide/programs/blocking.rs"]
mod blocking;
#[path = "../../../generator/guide/programs/calls.rs"]
mod calls;
#[path = "../../../generator/guide/programs/downloads.rs"]
mod downloads;
#[path = "../../../generator/guide/programs/enums.rs"]
mod enums;
#[path = "../../../generator/guide/programs/errors.rs"]
mod errors;
#[path = "../../../generator/guide/programs/middleware.rs"]
mod middleware;
#[path = "../../../generator/guide/programs/mocks.rs"]
mod mocks;
#[path = "../../../generator/guide/programs/paging.rs"]
mod paging;
#[path = "../../../generator/guide/programs/patch.rs"]
mod patch;
#[path = "../../../generator/guide/programs/recording.rs"]
mod recording;
#[path = "../../../generator/guide/programs/servers.rs"]
mod servers;

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// A running server, with the address and token that a program needs to call it.
struct Server {
    _running: StandIn,
    address: String,
    token: String,
    client: Client,
}

fn server(user: &str) -> Result<Server> {
    let running = StandIn::start(Options::default())?;
    let (address, token) = (running.address(), running.token(user));
    let client = Client::builder(address.as_str()).token(token.as_str()).build()?;
    Ok(Server { _running: running, address, token, client })
}

#[tokio::test]
async fn programs_run() -> Result {
    let Server { _running, address, token, client } = &server("owner")?;
    calls::run(client).await?;
    authentication::run(address, token).await?;
    errors::run(client, address, token).await?;
    downloads::run(client).await?;
    enums::run(client).await?;
    servers::run(address, token).await?;
    mocks::run().await?;
    middleware::run(address, token).await?;
    recording::run(address, token, tempfile::tempdir()?.path()).await?;
    patch::run(&server("master")?.client).await?;
    paging::run(&server("admin")?.client).await
}

#[test]
fn the_blocking_program_runs() -> Result {
    let Server { _running, address, token, .. } = server("owner")?;
    blocking::run(&address, &token)
}

fn guide_folder() -> PathBuf {
    repository::path("generator/guide")
}

fn pages_folder() -> PathBuf {
    guide_folder().join("src")
}

/// A file of the guide.
struct Page {
    /// The path below `src`.
    path: String,
    text: String,
}

impl Page {
    /// Returns the lines with their numbers, and `true` for those inside a fenced code block.
    fn lines(&self) -> impl Iterator<Item = (usize, &str, bool)> {
        let mut in_block = false;
        self.text.lines().enumerate().map(move |(index, line)| {
            let is_fence = line.trim_start().starts_with("```");
            let inside = in_block || is_fence;
            in_block ^= is_fence;
            (index + 1, line, inside)
        })
    }

    /// The text of the first heading.
    fn title(&self) -> Option<&str> {
        self.text.lines().next()?.strip_prefix("# ")
    }

    /// The anchors of the headings, as mdBook makes them.
    fn anchors(&self) -> BTreeSet<String> {
        let mut anchors = BTreeSet::new();
        let headings = self.lines().filter(|(_, line, in_block)| !in_block && line.starts_with('#'));
        for (_, heading, _) in headings {
            let anchor = anchor(heading.trim_start_matches('#').trim());
            let free = (1..).map(|count| format!("{anchor}-{count}")).find(|numbered| !anchors.contains(numbered));
            let taken = anchors.contains(&anchor);
            anchors.insert(free.filter(|_| taken).unwrap_or(anchor));
        }
        anchors
    }

    fn folder(&self) -> PathBuf {
        Path::new(&self.path).parent().unwrap().to_owned()
    }
}

fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn pages() -> BTreeMap<String, Page> {
    let mut pages = BTreeMap::new();
    for entry in walkdir::WalkDir::new(pages_folder()).into_iter().map(std::result::Result::unwrap) {
        if entry.path().extension().is_some_and(|extension| extension == "md") {
            let path = entry.path().strip_prefix(pages_folder()).unwrap().to_str().unwrap().replace('\\', "/");
            let text = fs::read_to_string(entry.path()).unwrap();
            pages.insert(path.clone(), Page { path, text });
        }
    }
    pages
}

/// The problems of the guide: a line with file and line number for each.
#[derive(Default)]
struct Problems(Vec<String>);

impl Problems {
    fn add(&mut self, page: &str, line: usize, problem: impl std::fmt::Display) {
        self.0.push(format!("generator/guide/src/{page}:{line}: {problem}"));
    }
}

#[test]
fn pages_are_consistent() {
    let pages = pages();
    let mut problems = Problems::default();
    check_summary(&pages, &mut problems);
    for page in pages.values() {
        check_form(page, &mut problems);
        check_links(page, &pages, &mut problems);
        check_rust_blocks(page, &mut problems);
    }
    check_programs(&pages, &mut problems);
    assert!(problems.0.is_empty(), "{} problems\n{}", problems.0.len(), problems.0.join("\n"));
}

/// Each page is in the summary once, by its title.
fn check_summary(pages: &BTreeMap<String, Page>, problems: &mut Problems) {
    let mut listed = BTreeSet::new();
    for (line, text, _) in pages["SUMMARY.md"].lines() {
        for Link { title, target } in links(text) {
            match pages.get(target) {
                None => problems.add("SUMMARY.md", line, format!("`{target}` does not exist")),
                Some(page) if page.title() != Some(title) => {
                    problems.add(target, 1, format!("the first line must be `# {title}`"));
                }
                Some(_) => {}
            }
            if !listed.insert(target.to_owned()) {
                problems.add("SUMMARY.md", line, format!("`{target}` is listed twice"));
            }
        }
    }
    for path in pages.keys().filter(|path| *path != "SUMMARY.md" && !listed.contains(*path)) {
        problems.add(path, 1, "the page is not in SUMMARY.md");
    }
}

fn check_form(page: &Page, problems: &mut Problems) {
    let own: BTreeSet<usize> = own_lines(&page.text).map(|(number, _)| number).collect();
    if own.len() > MAX_PAGE_LINES {
        problems.add(&page.path, 1, format!("the page has more than {MAX_PAGE_LINES} lines besides its excerpts"));
    }
    for (number, line, in_block) in page.lines().filter(|(number, ..)| own.contains(number)) {
        let wraps = in_block || !(line.starts_with('|') || line.contains("]("));
        if wraps && line.chars().count() > MAX_LINE_LEN {
            problems.add(&page.path, number, format!("the line has more than {MAX_LINE_LEN} characters"));
        }
    }
    if page.lines().filter(|(_, line, _)| line.trim_start().starts_with("```")).count() % 2 == 1 {
        problems.add(&page.path, 1, "a code block is not closed");
    }
}

struct Link<'a> {
    title: &'a str,
    target: &'a str,
}

/// The inline links of a line, without those in code spans.
fn links(line: &str) -> Vec<Link<'_>> {
    let mut links = Vec::new();
    for (position, _) in line.match_indices("](") {
        let in_code = line[..position].matches('`').count() % 2 == 1;
        let title = line[..position].rfind('[').map(|start| &line[start + 1..position]);
        let target = line[position + 2..].split(')').next();
        if let (false, Some(title), Some(target)) = (in_code, title, target) {
            links.push(Link { title, target });
        }
    }
    links
}

fn check_links(page: &Page, pages: &BTreeMap<String, Page>, problems: &mut Problems) {
    for (number, line, in_block) in page.lines() {
        let links = links(line).into_iter().filter(|link| !in_block && !link.target.contains("://"));
        for Link { target, .. } in links {
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            let path = if path.is_empty() { page.path.clone() } else { join_path(&page.folder(), path) };
            match pages.get(&path) {
                Some(linked) if !anchor.is_empty() && !linked.anchors().contains(anchor) => {
                    problems.add(&page.path, number, format!("`{path}` has no heading `#{anchor}`"));
                }
                None if !pages_folder().join(&path).is_file() => {
                    problems.add(&page.path, number, format!("`{target}` does not exist"));
                }
                _ => {}
            }
        }
    }
}

/// A relative path, with `..` resolved as far as possible.
fn join_path(folder: &Path, relative: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    let path = folder.join(relative);
    for component in path.components() {
        match component {
            Component::ParentDir if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            Component::CurDir => {}
            other => parts.push(other.as_os_str().to_str().unwrap()),
        }
    }
    parts.join("/")
}

/// Checks the length and the links of the README.
#[test]
fn the_readme_is_consistent() {
    let root = guide_folder().join("../..");
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    assert!(own_lines(&readme).count() <= MAX_PAGE_LINES, "README.md has more than {MAX_PAGE_LINES} lines");
    let references =
        readme.lines().filter_map(|line| line.strip_prefix('[')?.split_once("]: ")).map(|(_, target)| target);
    let targets = readme.lines().flat_map(links).map(|link| link.target).chain(references);
    for target in targets.filter(|target| !target.contains("://")) {
        assert!(root.join(target).exists(), "README.md links to `{target}`, which does not exist");
    }
}

/// Rust code is an excerpt of a program, or marked `rust,ignore` with the reason in a comment above the block.
fn check_rust_blocks(page: &Page, problems: &mut Problems) {
    let mut above = "";
    for (number, line, _) in page.lines() {
        match line.trim().trim_start_matches('`') {
            "rust" if !above.starts_with("<!-- excerpt: ") => {
                problems.add(&page.path, number, "add the excerpt of a program, or use `rust,ignore`");
            }
            "rust,ignore" if !above.starts_with("<!-- ignore: ") => {
                problems.add(&page.path, number, "add `<!-- ignore: REASON -->` above the block");
            }
            _ => {}
        }
        if !line.trim().is_empty() {
            above = line.trim();
        }
    }
}

/// Names of the standard library, of other crates, and of the clients of other APIs.
const FOREIGN: &[&str] =
    &["clone", "from_secs", "into", "map_err", "merge_patch", "photo", "time_box", "unwrap_or_default", "uri", "zones"];

/// The functions that the code of the pages can call.
#[derive(Default)]
struct Declared {
    functions: BTreeSet<String>,
    /// The functions in the files with an `impl` of a type.
    of_types: BTreeMap<String, BTreeSet<String>>,
}

impl Declared {
    /// Reads the support code, a generated client, the library, and the names that emitted items have.
    fn read() -> Self {
        let mut declared = Self::default();
        let mut emitted = BTreeSet::new();
        let root = guide_folder().join("../..");
        let folders = ["templates/src", "generated-client/src", "generator/src", "generator/guide/programs"];
        for entry in folders.iter().flat_map(|folder| walkdir::WalkDir::new(root.join(folder))) {
            let path = entry.unwrap().into_path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                emitted.extend(text.split("function(\"").skip(1).map(|rest| leading_name(rest).to_owned()));
                let is_internal = path.starts_with(root.join("generator/src")) && !path.ends_with("generator.rs");
                if !is_internal {
                    declared.add(&text);
                }
            }
        }
        // Emitted functions are those of types with any name.
        declared.of_types.values_mut().for_each(|functions| functions.extend(emitted.iter().cloned()));
        declared.functions.extend(emitted);
        declared.functions.extend(FOREIGN.iter().map(|name| (*name).to_owned()));
        declared
    }

    fn add(&mut self, text: &str) {
        let functions: BTreeSet<String> = text.split("fn ").skip(1).map(|rest| leading_name(rest).to_owned()).collect();
        let heads = text.lines().filter(|line| line.trim_start().starts_with("impl"));
        for ty in heads.flat_map(|head| head.split(|c: char| !c.is_alphanumeric())) {
            self.of_types.entry(ty.to_owned()).or_default().extend(functions.iter().cloned());
        }
        self.functions.extend(functions);
    }

    /// Returns `true` if a method exists, in the `impl` of its type if that is known.
    fn has(&self, owner: Option<&str>, name: &str) -> bool {
        let functions = owner.and_then(|owner| self.of_types.get(owner)).unwrap_or(&self.functions);
        functions.contains(name)
    }
}

/// Methods in the prose and the tables of the pages exist: in the support code, in a generated client or in Bindery. The
/// page about other generators has names of theirs.
#[test]
fn methods_of_the_guide_exist() {
    let declared = Declared::read();
    assert!(declared.has(Some("Upload"), "file_name") && !declared.has(Some("Upload"), "of"));
    let mut problems = Problems::default();
    for page in pages().values().filter(|page| page.path != "start/other-generators.md") {
        for (number, line, in_block) in page.lines() {
            let spans: Vec<&str> = if in_block { Vec::new() } else { line.split('`').skip(1).step_by(2).collect() };
            for (owner, name) in spans.into_iter().flat_map(methods).filter(|(owner, name)| !declared.has(*owner, name))
            {
                problems.add(&page.path, number, format!("nothing declares `{}::{name}`", owner.unwrap_or("_")));
            }
        }
    }
    assert!(problems.0.is_empty(), "{}", problems.0.join("\n"));
}

/// Returns the names of the methods in code: those after a dot and before a parenthesis, and those of a type with it.
fn methods(code: &str) -> impl Iterator<Item = (Option<&str>, &str)> {
    let called = code.split('.').skip(1).filter(|rest| rest[leading_name(rest).len()..].starts_with('('));
    let of_types = code.match_indices("::").filter_map(|(at, mark)| {
        let owner = code[..at].rsplit(|c: char| !c.is_alphanumeric()).next()?;
        owner.starts_with(char::is_uppercase).then(|| (Some(owner), &code[at + mark.len()..]))
    });
    let of_types = of_types.filter(|(_, rest)| rest.starts_with(char::is_lowercase));
    let found = called.map(|rest| (None, rest)).chain(of_types);
    found.map(|(owner, rest)| (owner, leading_name(rest))).filter(|(_, name)| !name.is_empty())
}

fn leading_name(text: &str) -> &str {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

#[test]
fn methods_are_found_in_code() {
    let code = "Client::builder(address).token(…)?, `types::Story`, StoryState::Done, Upload::of, 1.5, a.b";
    let found = [(None, "token"), (Some("Client"), "builder"), (Some("Upload"), "of")];
    assert_eq!(methods(code).collect::<Vec<_>>(), found);
}

/// Each program is run, and is part of a page.
fn check_programs(pages: &BTreeMap<String, Page>, problems: &mut Problems) {
    for entry in fs::read_dir(guide_folder().join("programs")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let stem = name.trim_end_matches(".rs");
        if name.ends_with(".rs") && !include_str!("guide.rs").contains(&format!("programs/{name}\"]")) {
            problems.0.push(format!("generator/guide/programs/{name}:1: add the program to tests/tests/all/guide.rs"));
        }
        let is_shown = |page: &Page| page.text.contains(&format!("/programs/{stem}"));
        if !pages.values().any(is_shown) {
            problems.0.push(format!("generator/guide/programs/{name}:1: no page has an excerpt of the program"));
        }
    }
}
