//! Commands that can be copied into a shell.

use super::args::CheckOptions;
use crate::config::Config;
use crate::source::SourceLocator;

/// The commands to suggest for the checked crate.
pub(super) struct SuggestedCommands {
    /// Regenerates the crate from its stored description.
    pub(super) generate: String,
    /// Regenerates the crate with the current configuration. Merging again needs the original descriptions.
    pub(super) configure: String,
    /// Regenerates the crate from the current description.
    pub(super) update: String,
}

impl SuggestedCommands {
    pub(super) fn new(options: &CheckOptions, config: &Config, client: Option<&str>) -> Self {
        let mut place = String::new();
        let mut argument = |name: &str, value: Option<String>| {
            place.extend(value.map(|value| format!(" --{name} {}", quoted(&value))));
        };
        match client {
            Some(client) => argument("client", Some(client.to_owned())),
            None => argument("out", options.target.out.as_ref().map(|out| out.display().to_string())),
        }
        argument("config", options.target.config.as_ref().map(|file| file.display().to_string()));
        let mut fetching = String::new();
        let mut argument = |name: &str, value: &Option<String>| {
            fetching.extend(value.as_ref().map(|value| format!(" --{name} {}", quoted(value))));
        };
        argument("token-env", &options.fetching.token_env);
        argument("token-header", &options.fetching.token_header);
        argument("description", &options.fetching.description);
        // Header values may be secret.
        fetching.extend(options.fetching.header.iter().map(|_| " --header ..".to_owned()));
        let shown = options.source.as_deref().map(|source| match SourceLocator::parse(source) {
            SourceLocator::StandardInput => "-".to_owned(),
            location => location.display_name(),
        });
        let source = shown.filter(|_| options.source != config.description).map(|shown| format!(" {}", quoted(&shown)));
        let generate = format!("bindery generate --offline{place}");
        Self {
            configure: if config.is_merged() { format!("bindery generate{place}{fetching}") } else { generate.clone() },
            generate,
            update: format!("bindery update{}{place}{fetching}", source.unwrap_or_default()),
        }
    }
}

/// Quotes an argument for a shell.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-:=@%+,".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}
