//! `bindery.toml`: which description, which crate, and what the description gets wrong or leaves open.
//!
//! ```toml
//! description = "openapi.yaml"      # a file beside this one, or an address
//! # merge = ["a.yaml", { description = "b.yaml", prefix = "b", corrections = ["b-fixes.yaml"] }]   # or several as one API
//! corrections = ["fixes.yaml"]      # overlays, JSON Patches and JSON Merge Patches, done in order before anything else
//! out = "client"                    # the folder of the crate; or `module = "src/client"`, in a crate of your own
//! name = "example-client"
//! version = "0.1.0"
//! dates = "jiff"                    # jiff, chrono or time
//! features = ["cli", "mock"]        # what the crate offers beside `client` and `reqwest`; absent: all that there is
//! tls = ["rustls", "native-tls"]    # a feature each; the first is on by default
//! default-features = ["reqwest"]    # what is on by default; absent: reqwest, the first of tls, and full (see [groups])
//! root = ".."                       # where references to other files are followed; absent: the directory of the description
//! strict = false
//! allow-partial = false             # generate a client even if much of the description is missing
//! validate = true                   # whether what is sent is checked against the rules of the description
//! keep-undeclared = false           # whether members that the description does not declare are kept, and sent back
//!
//! runtime = "api-runtime"           # a crate with the support code, which all clients share that name it
//! docs = "about.md"                 # what the crate's README and its docs begin with
//!
//! [package]                         # what cargo's manifest has there
//! license = "MIT"
//! repository.workspace = true
//!
//! [token]
//! scheme = "ServiceToken"           # the security scheme that `.token(..)` uses
//! either = false                    # whether one of the schemes that are asked for together is enough
//!
//! [names]                           # names of anything, by what the description calls it; see the module on keys of names
//! story = "UserStory"               # a schema, and `Schema.field`, `Schema.value` for what it holds
//! listStories = "list_all"          # an operation, by its id or by `GET /story`; `listStories.page` for a parameter
//! "/components/schemas/story/properties/tags/items" = "Tag"
//!
//! [codes."/components/schemas/story/properties/state"]
//! 8 = "OnHold"                      # the name of a code of that enumeration
//!
//! [fields]                          # received members that the server sends otherwise than it says
//! "Story.creator" = { nullable = true, required = false }
//! "/components/schemas/Story/properties/owner/properties/name" = { required = false }
//!
//! [pagination."GET /project/{project_key}/story"]
//! style = "page"                    # page, offset, cursor, link or none
//! page = "page"                     # parameters of the query: page, offset or cursor; size; flag, which asks for pages
//! size = "count"
//! items = "data.stories"            # where the items stand in the answer; absent: the answer itself, or its only list
//! total = "total"                   # page and offset: the number of all items
//! more = "has_more"                 # page, offset and cursor: whether there are more
//! # done = "is_last"                # page, offset and cursor: that there are no more
//! first = 1                         # page: the number of the first page
//! # next = "meta.next_cursor"       # cursor: where the next one stands; link: the address, where there is no `Link` header
//!
//! [events]                          # what the description does not say of what the server sends by itself
//! type = ["header:X-Event", "member:action"]   # what names an event: one of these, or one and then the other
//! schemas = ["CallbackRequest"]     # bodies that are events, beside those below `webhooks`
//! # names = "/components/schemas/EventName"   # an enumeration of the names of events that all have the body of that one schema
//!
//! [groups]                          # the groups of operations
//! by = "x-sdk-group"                # tag, path, or an extension of operations; absent: tag
//! until = "."                       # only what stands before this names the group
//! other = "other"                   # the group of operations that say none
//! features = true                   # every group is a feature of the crate, with the types that it needs
//!
//! [only]                            # nothing else is emitted, nor what nothing else leads to
//! tags = ["story"]                  # also: operations, paths, events, media-types
//!
//! [skip]
//! operations = ["DELETE /project/{id}", "path:/project/*/rank/**", "tag:internal", "exportStories"]
//! except = ["GET /project/{id}/rank/first"]
//!
//! [types]                           # types of your own in place of emitted ones
//! traits = ["PartialEq"]            # what all of them have besides `Clone`, `Debug`, `Deserialize` and `Serialize`
//! Name = "my_types::Name"           # a schema, or several: `Kafka*`
//! Shape = { path = "my_types::Shape<f64>", keep = true }        # what the schema holds is emitted all the same
//! "format:decimal" = { path = "rust_decimal::Decimal", traits = ["PartialEq", "Default"] }
//! 'type:string pattern:^v[0-9]+$' = "my_types::Version"         # schemas that say all of this; the pattern comes last
//! "/components/schemas/Story/properties/owner" = "my_types::Owner"
//! map = "indexmap::IndexMap"        # objects whose members all have one type
//! any = "my_types::Json"            # any value
//! x-rust-type = ["my-types", "std"] # the crates whose types are taken where the description names them by `x-rust-type`
//!
//! [derives]                         # what types have besides: a schema, or several, `Story.state` for the type inside, a place
//! "*" = ["schemars::JsonSchema"]    # implemented as the description says, behind the feature `schemars`; so are
//! StoryState = ["clap::ValueEnum"]  # `clap::ValueEnum` and `arbitrary::Arbitrary`
//! Story = ["Eq", "Hash", "my_types::Table"]   # also what it holds, where the trait is one of the language
//!
//! [attributes]                      # of types; of fields and variants by `Story.name`, `StoryState.done` or their place
//! "Story.notes" = ['#[doc(alias = "remarks")]']
//!
//! [dependencies]                    # what the manifest has besides, as cargo writes it; a module's crate has it by itself
//! my-types = { path = "../my-types" }
//! ```
//!
//! Several clients are listed by `[[client]]`, each with all of this; what stands beside them holds for all (`clients`):
//!
//! ```toml
//! dates = "time"
//!
//! [[client]]
//! name = "stories-client"
//! description = "stories.yaml"
//! out = "stories"
//!
//! [[client]]
//! description = "people.yaml"
//! module = "app/src/people"
//! [client.only]
//! tags = ["person"]
//! ```
//!
//! [`schema()`] has all of it for editors, and `crate::starter` writes one to begin with.
//!
//! Everything that overrides has to match something: what matches nothing is told.

mod attribute;
mod check;
mod clients;
mod corrections;
mod dates;
mod dependencies;
mod derives;
mod derives_form;
mod events;
mod features;
mod file;
mod groups;
mod merge;
mod overrides;
mod own_types;
mod own_types_form;
mod package;
mod pagination;
mod rust_path;
mod schema;
mod selection;
mod selector;
mod shared;
mod spanned;
mod tls;
mod type_selector;
mod user_file;
mod value_kind;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::diagnostic::{Code, Diagnostic, Location, Sink};
use crate::near::matches_nothing;
use crate::source::Source;
pub use clients::Clients;
pub use dates::DateLibrary;
use dependencies::OwnDependency;
pub(crate) use derives::{AddedKind, Addition};
pub use derives::{Implementation, StandardTrait};
pub(crate) use events::{EventsConfig, NamedBy};
pub use features::{CrateFeature, CrateFeatures};
pub(crate) use groups::{GroupedBy, GroupsConfig};
use merge::MergedDescription;
pub use overrides::Loosened;
use overrides::Overrides;
pub(crate) use own_types::OwnEntry;
use own_types::OwnTypes;
pub(crate) use pagination::{Paging, PagingStyle, Told};
pub(crate) use rust_path::RustPath;
pub use schema::schema;
pub(crate) use selection::{Entry, Selection};
pub(crate) use selector::Candidate;
use shared::SharedFolder;
pub use tls::Tls;
pub(crate) use type_selector::TypeSelector;
use user_file::UserFile;

/// The configuration of a run.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Where the description is: a file, relative to the folder of the configuration, or an address.
    pub description: Option<String>,
    /// All descriptions, where they are several that are to be one API.
    merged: Vec<MergedDescription>,
    corrections: Vec<UserFile>,
    docs: Option<UserFile>,
    /// The folder of the crate, or of the module.
    pub out: Option<PathBuf>,
    /// `true` if it is a module of the user's crate instead of a crate.
    pub is_module: bool,
    runtime: Option<SharedFolder>,
    /// The name of the crate.
    pub name: Option<String>,
    /// The version of the crate.
    pub version: Option<String>,
    /// The library for dates.
    pub dates: Option<DateLibrary>,
    /// The features that the crate offers, of those that can be left out.
    pub features: Option<CrateFeatures>,
    default_features: Option<Vec<(String, Location)>>,
    /// How `https` is spoken, by default in the first way; absent: in Rust.
    pub tls: Option<Vec<Tls>>,
    /// `true` if warnings are refused.
    pub strict: bool,
    /// The directory that references to other files are followed in; absent: that of the description.
    pub root: Option<PathBuf>,
    /// `true` if a client is generated even if more than a tenth of the operations or schemas lacks content.
    pub allow_partial: bool,
    /// `true` if what is sent is checked against the rules of the description; absent is yes.
    pub validate: Option<bool>,
    /// `true` if members of objects that the description does not declare are kept, and sent back.
    pub keep_undeclared: bool,
    either_scheme: bool,
    overrides: Overrides,
    selection: Selection,
    events: EventsConfig,
    groups: GroupsConfig,
    own_types: OwnTypes,
    additions: Vec<Addition>,
    dependencies: BTreeMap<String, OwnDependency>,
    package: BTreeMap<String, String>,
    source: String,
    /// The whole file.
    text: String,
    /// What of it is said of this client.
    said: String,
    /// Where what is said for other clients, too, stands.
    common: BTreeSet<Location>,
}

impl Config {
    /// Reads a configuration file about one client; its relative paths are relative to its folder.
    ///
    /// # Errors
    ///
    /// `configuration-invalid` with the position, where it cannot be read, says something that is not possible, or has several
    /// clients.
    pub fn load(path: &Path) -> Result<Self, Box<Diagnostic>> {
        Clients::load(path)?.into_one()
    }

    /// Reads the text of a configuration; `name` is how messages call it.
    ///
    /// # Errors
    ///
    /// Those of [`Config::load`].
    pub fn parse(name: &str, text: &str) -> Result<Self, Box<Diagnostic>> {
        Clients::parse(name, text)?.into_one()
    }

    /// Takes its paths as relative to its folder.
    fn stands_in(&mut self, folder: &Path) -> Result<(), Box<Diagnostic>> {
        if let Some(description) = self.description.as_mut().filter(|description| !is_address(description)) {
            *description = folder.join(&*description).display().to_string();
        }
        self.out = self.out.take().map(|out| folder.join(out));
        self.root = self.root.take().map(|root| folder.join(root));
        self.runtime = self.runtime.take().map(|runtime| runtime.below(folder));
        self.place_merged(folder)?;
        self.read_files(folder)
    }

    /// Reads the files that it names, which stand beside it.
    fn read_files(&mut self, folder: &Path) -> Result<(), Box<Diagnostic>> {
        let own = self.source.clone();
        self.corrections.iter_mut().try_for_each(|file| file.read_from(folder, "a correction", &own))?;
        self.docs.iter_mut().try_for_each(|file| file.read_from(folder, "the text for the docs", &own))
    }

    /// What the user says of the crate, as Markdown.
    #[must_use]
    pub fn docs(&self) -> Option<&str> {
        Some(self.docs.as_ref()?.source.as_ref()?.text())
    }

    /// Its text and its corrections, so that problems in them are shown with an excerpt.
    #[must_use]
    pub fn sources(&self) -> Vec<Source> {
        let text = (!self.source.is_empty()).then(|| Source::new(&self.source, &self.text));
        let merged = self.merged_corrections().filter_map(|file| file.source.clone());
        text.into_iter().chain(self.corrections()).chain(merged).collect()
    }

    /// The SHA-256 of what it says, with the files that it names.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut text = self.said.clone();
        let merged = self.merged_corrections().filter_map(|file| file.source.as_ref());
        let corrections = self.corrections();
        corrections.iter().chain(merged).for_each(|correction| text.push_str(correction.text()));
        text.push_str(self.docs().unwrap_or_default());
        crate::digest::sha256(text.as_bytes())
    }

    /// Returns `true` if `.token(..)` uses this security scheme.
    pub(crate) fn prefers_scheme(&self, name: &str) -> bool {
        self.overrides.prefers_scheme(name)
    }

    /// Returns `true` if one of the schemes that are asked for together is enough.
    pub(crate) fn takes_either_scheme(&self) -> bool {
        self.either_scheme
    }

    /// The name of a code of the enumeration at a pointer.
    pub(crate) fn code_name(&self, pointer: &str, code: i64) -> Option<&str> {
        self.overrides.code_name(pointer, code)
    }

    /// The name of the type at a pointer, where it is given by that.
    pub(crate) fn type_at(&self, pointer: &str) -> Option<&str> {
        self.overrides.type_at(pointer)
    }

    /// What `[names]` says: the key, the name, and where the name stands.
    pub(crate) fn names(&self) -> impl Iterator<Item = (&str, &str, &Location)> {
        self.overrides.names()
    }

    /// How a member of a schema is loosened.
    pub(crate) fn loosened(&self, schema: &str, field: &str) -> Option<Loosened> {
        self.overrides.loosened(schema, field)
    }

    /// How a member is loosened by where it stands.
    pub(crate) fn loosened_at(&self, place: impl FnOnce() -> String) -> Option<Loosened> {
        self.overrides.loosened_at(place)
    }

    /// How the pages of an operation, such as `GET /project`, follow each other.
    pub(crate) fn paging(&self, operation: &str) -> Option<&Paging> {
        self.overrides.paging(operation)
    }

    /// The features that are to be on by default.
    #[must_use]
    pub fn default_features(&self) -> Option<Vec<String>> {
        let names = self.default_features.as_ref()?.iter();
        Some(names.map(|(name, _)| name.clone()).collect())
    }

    /// Tells of features that are to be on by default and are none.
    pub(crate) fn warn_unknown_defaults(&self, unknown: &[&str], sink: &mut Sink) {
        let named = self.default_features.iter().flatten();
        for (name, spot) in named.filter(|(name, spot)| unknown.contains(&name.as_str()) && !self.is_common(spot)) {
            let message = format!("`{}` is no feature of the crate", name.escape_debug());
            let help = "remove it, or write one that its manifest has";
            sink.push(Diagnostic::warning(Code::OverrideUnused, message).at(&self.source, spot.clone()).help(help));
        }
    }

    /// What it says of the groups of operations.
    pub(crate) fn groups(&self) -> &GroupsConfig {
        &self.groups
    }

    /// What it says of the events that the server sends.
    pub(crate) fn events(&self) -> &EventsConfig {
        &self.events
    }

    /// What the manifest says of the crate: cargo's keys of `[package]`, and their values as TOML has them on one line.
    #[must_use]
    pub fn package(&self) -> &BTreeMap<String, String> {
        &self.package
    }

    /// What its messages call the file.
    pub(crate) fn source(&self) -> &str {
        &self.source
    }

    /// Returns `true` if what stands at a place is said for other clients, too, which may use it.
    pub(crate) fn is_common(&self, spot: &Location) -> bool {
        self.common.contains(spot)
    }

    /// What is said for all clients and was of no use for this one.
    fn unused_of_all(&self) -> Vec<(String, Location)> {
        let additions = self.unused_additions().map(|(what, spot, _)| (what, spot));
        let unused = self.overrides.unused().into_iter().map(|(what, spot, _)| (what, spot));
        let unused = unused.chain(self.unused_own_types()).chain(self.unused_schemas());
        unused.chain(additions).filter(|(_, spot)| self.is_common(spot)).collect()
    }

    /// Tells of what only a crate of its own has, where a module is made.
    pub(crate) fn warn_of_module(&self, sink: &mut Sink) {
        let features = self.groups.features.as_ref();
        let features = features.map(|spot| ("`[groups] features`", "groups are no features there", spot));
        let events =
            self.events.schemas.iter().map(|(_, spot)| spot).chain(self.events.places.iter().map(|(_, spot)| spot));
        let events = events.take(1).map(|spot| ("`[events]`", "it has no events", spot));
        for (what, why, spot) in features.into_iter().chain(events).filter(|(.., spot)| !self.is_common(spot)) {
            let message = format!("{what} says nothing of a module: {why}");
            let told = Diagnostic::warning(Code::OverrideUnused, message).at(&self.source, spot.clone());
            sink.push(told.help("make a crate (`--out`), or remove it"));
        }
    }

    /// Tells of overrides that matched nothing: the description has changed, or they were never right.
    pub(crate) fn warn_unused(&self, sink: &mut Sink) {
        let own_types = self.unused_own_types().into_iter();
        let own_types = own_types.map(|(what, spot)| (what, spot, "remove it or fix it".to_owned()));
        let unused = self.overrides.unused().into_iter().chain(own_types);
        for (what, spot, help) in unused.chain(self.unused_additions()).filter(|(_, spot, _)| !self.is_common(spot)) {
            let message = matches_nothing(&what);
            sink.push(Diagnostic::warning(Code::OverrideUnused, message).at(&self.source, spot).help(help));
        }
    }
}

/// Checks the name of a crate that does not come from a file.
pub(crate) fn check_crate_name(name: &str) -> Result<(), String> {
    match check::crate_name(name) {
        Some(reason) => Err(format!("`{name}` cannot be the name of a crate: {reason}")),
        None => Ok(()),
    }
}

/// How the names of some things are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Case {
    /// Types and variants.
    Type,
    /// Functions, fields and arguments.
    Value,
    /// Groups, which are modules and files too.
    Module,
    /// Constants.
    Constant,
}

impl Case {
    /// Returns `true` if the compiler has nothing to say about a name.
    pub(crate) fn check(self, name: &str) -> Result<(), &'static str> {
        let (fits, reason) = match self {
            Self::Type => {
                (check::is_type_name(name), "names of types and of values are in camel case, and no word of Rust")
            }
            Self::Value => (
                check::is_value_name(name),
                "names of functions, fields and arguments are in snake case, and no word of Rust",
            ),
            Self::Module => (
                check::is_value_name(name) && name.is_ascii(),
                "names of groups are in snake case, of ASCII letters since they are those of files, and no word of Rust",
            ),
            Self::Constant => (check::is_constant_name(name), "names of constants are in capital letters"),
        };
        if fits { Ok(()) } else { Err(reason) }
    }

    /// A text as such a name.
    pub(crate) fn of(self, text: &str) -> String {
        match self {
            Self::Type => crate::ident::type_name(text),
            Self::Value | Self::Module => crate::ident::value_name(text),
            Self::Constant => crate::ident::unraw(&crate::ident::value_name(text)).to_uppercase(),
        }
    }
}

/// Returns `true` if a text is an address and no path.
fn is_address(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    lower.starts_with("http://") || lower.starts_with("https://")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::Config;
    use crate::diagnostic::{Code, Location};

    #[test]
    fn paths_are_relative_to_the_file_and_addresses_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bindery.toml");
        fs::write(&file, "description = \"api.yaml\"\nout = \"client\"\n").unwrap();
        let config = Config::load(&file).unwrap();
        assert_eq!(config.description.as_deref().map(Path::new), Some(folder.path().join("api.yaml").as_path()));
        assert_eq!(config.out, Some(folder.path().join("client")));
        fs::write(&file, "description = \"HTTPS://h/api\"\n").unwrap();
        assert_eq!(Config::load(&file).unwrap().description.as_deref(), Some("HTTPS://h/api"));
    }

    #[test]
    fn a_file_that_is_not_there() {
        let problem = Config::load(Path::new("no/such.toml")).unwrap_err();
        assert_eq!((problem.code, problem.place.unwrap().spot), (Code::ConfigurationInvalid, Location::Whole));
    }

    #[test]
    fn the_digest_is_that_of_the_text_wherever_it_stands() {
        let digest = |name: &str, text: &str| Config::parse(name, text).unwrap().digest();
        assert_eq!(digest("a", "strict = true"), digest("b", "strict = true"));
        assert_ne!(digest("a", "strict = true"), digest("a", ""));
    }
}
