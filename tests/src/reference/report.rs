//! The change report of the service's upgrade, with an anchor around each resource.

use std::fs;

use bindery::changes::Changes;
use bindery::config::Config;
use bindery::source::Source;
use bindery::{changes_between, report};

use super::root;

pub(super) fn render() -> Result<String, String> {
    let changes = changes()?;
    let text = report::text(&changes);
    let mut blocks = text.trim_end().split("\n\n");
    let mut rendered = anchored("summary", blocks.next().unwrap_or_default());
    for block in blocks {
        rendered.push('\n');
        rendered.push_str(&anchored(block.lines().next().unwrap_or_default(), block));
    }
    Ok(rendered)
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
