//! `README.md` of the emitted crate: what a stranger needs to start.

use super::file::{Target, filled};
use super::tokens::literal;
use super::{EmittedFile, docs, example};
use crate::base::crate_feature::{ALL_GROUPS, CrateFeature};
use crate::base::http_terms::CredentialLocation;
use crate::rust::ir::{About, Client, Crate, Feature, Group, Manifest, PackageValue, Scheme};

/// Maximum number of functions listed for a group; its docs list all.
const MAX_LISTED_FUNCTIONS: usize = 24;

/// `README.md`.
pub(super) struct Readme;

impl Target for Readme {
    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        vec![file(package)]
    }
}

fn file(package: &Crate) -> EmittedFile<'_> {
    let (about, manifest, library) = (&package.about, &package.manifest, &package.library);
    let template =
        if package.client.is_some() { bindery_runtime::texts::README } else { bindery_runtime::texts::README_TYPES };
    let text = filled(
        template,
        &[
            ("name", &manifest.name),
            ("version", &about.version.as_ref().map(|version| format!(", version {version}")).unwrap_or_default()),
            ("title", &docs::with_article(&about.title)),
            ("own", &about.own.as_ref().map(|own| format!("\n{own}\n")).unwrap_or_default()),
            ("summary", &summary(about)),
            ("description", &description(about)),
            ("links", &links(package)),
            ("dependency", &dependency(manifest)),
            ("program", &program(package)),
            ("events", &events_section(package)),
            ("server", &server(package)),
            ("library", library),
            ("groups", &groups_table(package)),
            ("features", &(features_table(&manifest.features) + &group_section(package))),
            ("streams", &streams_section(package)),
            ("tests", &tests_section(package, library)),
            ("cli", if manifest.has_program { bindery_runtime::texts::README_CLI } else { "" }),
            ("token", &token_section(package)),
            ("codes", &codes_section(package)),
        ],
    );
    EmittedFile::text("README.md", text)
}

/// Returns the paragraph on what the API is.
fn summary(about: &About) -> String {
    let summary = docs::first_paragraph(about.description.as_deref().unwrap_or_default());
    let lines = docs::text_lines(&summary);
    if lines.is_empty() { String::new() } else { format!("\n{}\n", lines.join("\n")) }
}

/// Returns the section with the API's description, if it is more than the summary. It is near the end, since it is rarely
/// about Rust.
fn description(about: &About) -> String {
    let Some(description) = &about.description else { return String::new() };
    let text = format!("\n{}\n", docs::text_lines(description).join("\n"));
    if text == summary(about) { String::new() } else { format!("\n## About the API\n{text}") }
}

/// Returns the dependency on the crate: by its version if it is to be published, else by its path.
fn dependency(manifest: &Manifest) -> String {
    let value = |key: &str| manifest.package.iter().find(|(name, _)| name == key).map(|(_, value)| value);
    let is_private = matches!(value("publish"), Some(PackageValue::Written(written)) if written == "false");
    match (value("repository"), value("version")) {
        (Some(_), Some(PackageValue::Text(version))) if !is_private => {
            format!("{} = {}", manifest.name, literal(version))
        }
        _ => format!("{0} = {{ path = \"../{0}\" }}  # the directory of the crate", manifest.name),
    }
}

/// The program to begin with.
fn program(package: &Crate) -> String {
    if let Some(client) = &package.client {
        return example::program(package, client);
    }
    let (library, first) = (&package.library, &package.overview.first_type);
    let types = || match first {
        Some(name) => format!(
            "use {library}::runtime::serde_json;\nuse {library}::types::{name};\n\n\
             fn read(text: &str) -> Result<{name}, serde_json::Error> {{\n    serde_json::from_str(text)\n}}"
        ),
        None => format!("use {library}::types;"),
    };
    example::events(package).unwrap_or_else(types)
}

/// Names the server, if the client knows it.
fn server(package: &Crate) -> String {
    let client = package.client.as_ref().filter(|client| !client.constructor.takes_address);
    let address = client.and_then(|client| client.address.as_deref());
    let is_absolute = |address: &&str| address.starts_with("http://") || address.starts_with("https://");
    let named = address.filter(is_absolute).map(|address| {
        let address = docs::code(address);
        format!("Requests are sent to {address}; `Client::builder().base_url(..)` sets another address.\n")
    });
    named.unwrap_or_default()
}

/// A program that is compiled as a doc test and not run.
fn fenced(program: &str) -> String {
    format!("\n```rust,no_run\n{program}\n```\n")
}

/// Returns the section about the events that the server sends.
fn events_section(package: &Crate) -> String {
    let Some(events) = example::events(package) else { return String::new() };
    let verified = if package.events.as_ref().is_some_and(|events| events.are_distinguishable()) {
        "`Event::read_verified(headers, body, &verifier)`"
    } else {
        "`verifier.verify(headers, body)`"
    };
    let program = if package.client.is_some() { fenced(&events) } else { String::new() };
    let signatures = if package.has(CrateFeature::WebhookSignatures) {
        "; the feature `webhook-signatures` has those of GitHub, Stripe and Standard Webhooks"
    } else {
        ""
    };
    format!(
        "\n## Events\n\nWith the feature `webhook-events`, `events::Event` has a variant for each webhook event, and preserves unknown events.\n\
         {program}\nAnybody can send requests to a webhook address, so verify the raw body before reading it, with\n\
         {verified}. A verifier implements `runtime::Verifier`{signatures}.\n"
    )
}

fn groups_table(package: &Crate) -> String {
    let rows = package.groups().iter().map(|group| {
        let mut functions: Vec<String> = group.functions.iter().map(|function| format!("`{function}`")).collect();
        if functions.len() > MAX_LISTED_FUNCTIONS {
            let others = functions.split_off(MAX_LISTED_FUNCTIONS).len();
            // The label has a target in the file and one in the docs.
            functions.push(format!("[{others} more]{}", link_label(group)));
        }
        format!("| {} | {} |\n", link_label(group), functions.join(", "))
    });
    let rows = rows.collect::<String>();
    let is_shortened = package.groups().iter().any(|group| group.functions.len() > MAX_LISTED_FUNCTIONS);
    let note = if is_shortened { "\n`cargo doc --open` shows all operations of a group on its page.\n" } else { "" };
    format!("| group | operations |\n|---|---|\n{rows}{note}")
}

/// Returns the files that the names of groups link to. The docs of the crate define other targets before.
fn links(package: &Crate) -> String {
    let links = package.groups().iter().map(|group| format!("{}: src/api/{}.rs\n", link_label(group), group.function));
    let links = links.collect::<String>();
    if links.is_empty() { links } else { format!("\n{links}") }
}

/// Returns the label of the link to a group.
pub(super) fn link_label(group: &Group) -> String {
    format!("[`client.{}()`]", group.function)
}

/// Maximum number of features named in a row.
const MAX_ROW_FEATURES: usize = 8;

/// Returns the rows of the features. Features with the same description share a row.
fn features_table(features: &[Feature]) -> String {
    let rows = features.chunk_by(|one, other| one.about == other.about).map(|features| {
        let mut names: Vec<String> = features.iter().map(|feature| format!("`{}`", feature.name)).collect();
        if names.len() > MAX_ROW_FEATURES {
            let others = names.split_off(MAX_ROW_FEATURES).len();
            // Only groups are so many.
            names.push(format!("[{others} more](#operations)"));
        }
        let about = features.first().map_or("", |feature| feature.about);
        format!("| {} | {about} |\n", names.join(", "))
    });
    rows.collect()
}

/// Returns the paragraph about the features of groups.
fn group_section(package: &Crate) -> String {
    let Some(group) = &package.overview.group_feature else { return String::new() };
    let manifest = &package.manifest;
    let name = &manifest.name;
    let others = manifest.default_features.iter().filter(|feature| **feature != ALL_GROUPS);
    let features = others.chain([group]).map(|feature| literal(feature)).collect::<Vec<_>>().join(", ");
    format!(
        "\nEach group of operations is a feature, together with its types; `{ALL_GROUPS}` enables all of them. A program that\n\
         enables only the groups that it uses compiles faster:\n\n```toml\n{name} = {{ path = \"../{name}\", default-features = false, features = \
         [{features}] }}\n```\n"
    )
}

/// Returns the section about pages and streams.
fn streams_section(package: &Crate) -> String {
    let mut section = String::new();
    if package.overview.has_pages {
        section.push_str(
            "\nPaginated operations have `.items()` and `.pages()`: streams that request the next page when needed.\n",
        );
    }
    if package.overview.has_event_streams {
        let again = if package.overview.reconnects {
            "; where the connection of a `GET` breaks, the client reconnects from the last event"
        } else {
            ""
        };
        section.push_str(&format!("\n`.events()` streams server-sent events{again}.\n"));
    }
    if package.overview.has_lines {
        section.push_str(
            "\n`.lines()` streams the values of a response with one value per line, for as long as the server sends them. \
             Awaiting such a call collects all of them instead, within the time limit of a call.\n",
        );
    }
    section
}

/// Returns the section about tests.
fn tests_section(package: &Crate, library: &str) -> String {
    let sections = mock_section(package) + &fixtures_section(package, library);
    if sections.is_empty() { sections } else { format!("\n## Tests of your own\n{sections}") }
}

/// Returns the section about sample values.
fn fixtures_section(package: &Crate, library: &str) -> String {
    let Some(name) = &package.overview.fixture else { return String::new() };
    format!(
        "\nWith the feature `fixtures`, each type has a test value, based on the examples, defaults and constraints of the\n\
         description. The fields can be assigned. The value may change with the description, so a test should set the fields\n\
         that it checks:\n\n\
         ```rust,ignore\nuse {library}::runtime::Fixture;\nuse {library}::types::{name};\n\nlet response = {name}::fixture();\n```\n"
    )
}

/// Returns the section about mock responses.
fn mock_section(package: &Crate) -> String {
    if !package.has(CrateFeature::Mock) {
        return String::new();
    }
    let expected = match &package.overview.call {
        Some(call) => format!("mock.expect({})?.respond(&response);", example::code(call)),
        None => "mock.expect_any::<..>().respond(&response);".to_owned(),
    };
    let builder = package.client.as_ref().map_or("", example::builder);
    filled(bindery_runtime::texts::README_MOCK, &[("builder", builder), ("expected", &expected)])
}

/// Maximum number of groups named for a security scheme.
const MAX_SCHEME_GROUPS: usize = 6;

fn token_section(package: &Crate) -> String {
    let Some((client, first)) = package.client.as_ref().and_then(|client| Some((client, client.schemes.first()?)))
    else {
        return NO_SCHEME.to_owned();
    };
    let schemes = &client.schemes;
    let setters = if client.constructor.takes_token {
        "`Client::new` and `.token(..)` send"
    } else {
        "`.token(..)` of the builder sends"
    };
    let mut section = format!("{setters} the token with each call that accepts it, {}.", location(first));
    if schemes.len() > 1 {
        section.push_str(" `.token_as(TokenScheme::.., ..)` sets one of another security scheme:\n\n");
        for scheme in schemes {
            let (name, accepting) = (&scheme.name, accepting(client, scheme));
            section.push_str(&format!("- `TokenScheme::{name}`: {}{accepting}\n", location(scheme)));
        }
        if client.basic_scheme().is_some() {
            section.push_str("\n`.basic_auth(user, password)` sends a user name and a password.\n");
        }
        section.push_str(COMBINATIONS);
    } else {
        section.push('\n');
    }
    section
}

/// Returns the operations that accept a token, if the tokens differ in that.
fn accepting(client: &Client, scheme: &Scheme) -> String {
    let all = client.groups.iter().map(|group| group.functions.len()).sum::<usize>();
    if client.schemes.iter().all(|scheme| scheme.operations == all) {
        return String::new();
    }
    let mut groups: Vec<String> = scheme.groups.iter().map(|group| format!("`client.{group}()`")).collect();
    match scheme.operations {
        0 => ", for no operation".to_owned(),
        operations if operations == all => ", for all operations".to_owned(),
        operations => {
            if groups.len() > MAX_SCHEME_GROUPS {
                let others = groups.split_off(MAX_SCHEME_GROUPS).len();
                groups.push(format!("{others} more groups"));
            }
            let noun = if operations == 1 { "operation" } else { "operations" };
            format!(", for {operations} {noun} of {}", docs::joined(&groups))
        }
    }
}

fn codes_section(package: &Crate) -> String {
    let codes: Vec<String> = package.overview.integer_enums.iter().map(|name| format!("`{name}`")).collect();
    if codes.is_empty() {
        return String::new();
    }
    format!(
        "\n## Codes\n\nFields that are numbers on the wire have types with a named variant for each code: {}. An \
         unknown code is preserved in the variant `Unlisted`. `code()` returns the number, `meaning()` its description, \
         and `ALL` lists the known codes.\n",
        docs::joined(&codes)
    )
}

/// The text on credentials that the description does not declare.
const NO_SCHEME: &str = "The description declares no security scheme. If the server expects a credential, set `.header(\"authorization\", ..)` on \
                         the builder: it is sent with each call, to the origin of the client only.\n";

/// The text on clients with several tokens.
const COMBINATIONS: &str = "\nIf an operation accepts several combinations of tokens, the first one for which the client has all tokens is sent. \
                            `.authorize(TokenScheme::.., token)` sets another token for a single call.\n";

fn location(scheme: &Scheme) -> String {
    let is_logged = matches!(scheme.location, CredentialLocation::Query(_));
    let warning = if is_logged { "; less safe, since addresses get logged" } else { "" };
    format!("{}{warning}", scheme.location_text)
}

#[cfg(test)]
mod tests {
    use crate::testing::Case;

    #[test]
    fn long_lists_link_to_the_rest() {
        let path = |index: usize| {
            format!(
                r#""/a{index}": {{ "get": {{ "tags": ["a"], "responses": {{ "204": {{ "description": "" }} }} }} }}"#
            )
        };
        let readme = |count: usize| {
            let paths = (0..count).map(path).collect::<Vec<_>>().join(", ");
            let emission = Case::new().paths(paths).emission();
            let found = emission.texts().find(|(path, _)| path == "README.md");
            found.map(|(_, text)| text).unwrap_or_default()
        };
        let (all, shortened) = (readme(24), readme(30));
        assert!(!all.contains(" more") && !all.contains("cargo doc"), "{all}");
        assert!(shortened.contains(", [6 more][`client.a()`] |"), "{shortened}");
        assert!(shortened.contains("`cargo doc --open` shows all operations of a group"), "{shortened}");
    }
}
