//! The change report of the service's upgrade: the short one, and an entry of the full one.

use std::fs;

use bindery::internal::config::Config;
use bindery::internal::text::Source;
use bindery_cli::changes::Changes;
use bindery_cli::changes::changes_between;
use bindery_cli::report::{self, Detail};

use super::root;

pub(super) fn render() -> Result<String, String> {
    let changes = changes()?;
    let short = report::text(&changes, Detail::Short);
    let full = report::text(&changes, Detail::Full);
    let entry = entry(&full, "hook.contentType").ok_or("the report has no entry of `hook.contentType`")?;
    Ok(format!("{}\n{}", anchored("short", short.trim_end()), anchored("entry", &entry)))
}

/// Returns the lines of the entry that begins with an item.
fn entry(report: &str, item: &str) -> Option<String> {
    let mut lines = report.lines().skip_while(|line| !line.starts_with(&format!("  `{item}`")));
    let first = lines.next()?;
    let details = lines.take_while(|line| line.starts_with("    "));
    Some(std::iter::once(first).chain(details).collect::<Vec<_>>().join("\n"))
}

fn changes() -> Result<Changes, String> {
    let source = |name: &str| {
        let path = root().join("fixtures/service").join(name).join("openapi.json");
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok::<_, String>(Source::new(format!("{name}.json"), text))
    };
    changes_between(&source("published")?, &source("upgraded")?, &Config::default()).map_err(|error| error.message)
}

fn anchored(name: &str, block: &str) -> String {
    format!("// ANCHOR: {name}\n{block}\n// ANCHOR_END: {name}\n")
}
