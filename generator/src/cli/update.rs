//! `bindery update`.

use std::fs;
use std::io::ErrorKind;

use super::args::{Format, UpdateOptions};
use super::fetch::{fetch_news, wrong};
use super::generate::tell_of_forgotten;
use super::{Status, diff, place, render};
use crate::changes::Changes;
use crate::config::Config;
use crate::diagnostic::{Code, Diagnostic, Spot};
use crate::output::{Described, Tree, commit, plan};
use crate::pipeline::compared;
use crate::report;
use crate::source::{Known, Location, Source};
use crate::vendored::{CHANGELOG, Choice, Made, Vendored, bumped, make, standing, with_entry};

type Outcome<T> = Result<T, Box<Diagnostic>>;

pub(super) fn update(options: &UpdateOptions) -> Status {
    render::attempt(options.messages.message_format, |sources| attempt(options, sources))
}

fn attempt(options: &UpdateOptions, sources: &mut Vec<Source>) -> Outcome<Status> {
    let config = place::configuration(&options.place)?;
    sources.extend(config.as_source());
    let vendored = place::crate_here(&options.place, &config)?;
    let location = location(options, &config, &vendored)?;
    let Some(source) = fetch_news(&location, &options.fetching, known(&vendored, &location))? else {
        return nothing_new(&vendored, None, &config);
    };
    sources.push(source.clone());
    let choice = Choice::of(&vendored, &config);
    if !standing(&vendored, Some(&source), &config, &choice)?.description {
        return nothing_new(&vendored, Some(&source), &config);
    }
    let made = make(&source, &config, &choice, Some(&vendored))?;
    let strict = options.strict || config.strict;
    let told = if strict { made.diagnostics.clone() } else { made.new_diagnostics() };
    render::problems(&told, sources, options.messages.message_format);
    if strict && !made.diagnostics.is_empty() {
        let refused = render::counted(made.diagnostics.len(), "warning");
        render::note(&format!("nothing was written: {refused} refused"));
        return Ok(Status::Refused);
    }
    let described = made.described(&source, &location);
    Update::of(options, &config, &vendored, described, made, choice)?.go()
}

/// Where the description is asked for.
fn location(options: &UpdateOptions, config: &Config, vendored: &Vendored) -> Outcome<String> {
    let given = options.source.clone().or_else(|| config.description.clone());
    let held = Some(&vendored.ledger.description.source).filter(|source| !source.is_empty());
    given
        .or_else(|| held.cloned())
        .ok_or_else(|| wrong("it is not known where the description came from", "name it: bindery update SOURCE"))
}

/// What the ledger knows of a description, if that is where it came from.
pub(super) fn known(vendored: &Vendored, location: &str) -> Option<Known> {
    let description = &vendored.ledger.description;
    let same = Location::parse(location).shown() == description.source;
    let address = description.address.clone().filter(|_| same && description.files.is_empty())?;
    let (etag, last_modified) = (description.etag.clone(), description.last_modified.clone());
    Some(Known { address, etag, last_modified })
}

fn nothing_new(vendored: &Vendored, source: Option<&Source>, config: &Config) -> Outcome<Status> {
    let folder = vendored.folder.display();
    let choice = Choice::of(vendored, config);
    let version = &vendored.ledger.description.version;
    render::note(&match standing(vendored, source, config, &choice)?.is_up_to_date() {
        true => format!("nothing new: {folder} is made of the description as it is now, version {version}"),
        false => format!(
            "nothing new: the description is still version {version}; {folder} differs for another reason, which \
             `bindery check` tells"
        ),
    });
    Ok(Status::Done)
}

/// An update that is about to be made.
struct Update<'u> {
    options: &'u UpdateOptions,
    vendored: &'u Vendored,
    made: Made,
    changes: Option<Changes>,
    tree: Tree,
    version: String,
    entry: String,
}

impl<'u> Update<'u> {
    fn of(
        options: &'u UpdateOptions,
        config: &Config,
        vendored: &'u Vendored,
        described: Described,
        mut made: Made,
        mut choice: Choice,
    ) -> Outcome<Self> {
        let changes = made.before.as_ref().map(|before| compared(before, &made.emission));
        let bump = changes.as_ref().map_or(crate::changes::Bump::Major, Changes::bump);
        // A version that the configuration raised is the user's word.
        if choice.version == vendored.ledger.package.version {
            choice.version = bumped(&choice.version, bump);
        }
        made.emission.set_version(&choice.version);
        let mut tree = made.tree(described, config, &choice)?;
        let entry = changes.as_ref().map_or_else(unknown, report::log_entry);
        let log = changelog(vendored)?;
        tree.insert_amended(CHANGELOG, with_entry(log.as_deref(), &choice.version, &entry))?;
        Ok(Self { options, vendored, made, changes, tree, version: choice.version, entry })
    }

    fn go(self) -> Outcome<Status> {
        if let Some(changes) = &self.changes {
            render::answer(&diff::told(changes, Format::Text));
        }
        let folder = &self.vendored.folder;
        let report = plan(&self.tree, folder, self.options.force)?;
        if self.options.dry_run {
            render::answer(&format!("\nThe entry of {CHANGELOG}:\n\n## {}\n\n{}", self.version, self.entry.trim()));
            render::answer(&format!("\n{}:", render::written(&report, folder, true)));
            report.written.iter().for_each(|path| render::answer(&format!("  {path}")));
            report.removed.iter().for_each(|path| render::answer(&format!("  {path} (removed)")));
            render::note(&format!("{} would become version {}", folder.display(), self.version));
            return Ok(Status::Done);
        }
        let old = &self.vendored.ledger.package.version;
        let question = format!("Write {} anew, as version {} after {old}?", folder.display(), self.version);
        match self.options.yes.then_some(true).or_else(|| render::agreed(&question)) {
            Some(true) => {}
            Some(false) => {
                render::note("nothing was written");
                return Ok(Status::Done);
            }
            None => return Err(wrong("nobody is there to answer", "say --yes to write without being asked")),
        }
        let report = commit(&self.tree, folder, self.options.force)?;
        render::note(&format!("{}; version {} after {old}", render::written(&report, folder, false), self.version));
        tell_of_forgotten(&self.made, &self.vendored.ledger);
        Ok(Status::Done)
    }
}

fn unknown() -> String {
    "The description that the crate was made from could not be read any more, so that nobody knows what changed."
        .to_owned()
}

/// The text of the changelog that is there.
fn changelog(vendored: &Vendored) -> Outcome<Option<String>> {
    let path = vendored.folder.join(CHANGELOG);
    match fs::read_to_string(&path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => {
            let problem = Diagnostic::error(Code::OutputUnwritable, format!("it cannot be amended: {error}"));
            Err(Box::new(problem.at(path.display().to_string(), Spot::Whole).help("mend the file, or move it away")))
        }
    }
}
