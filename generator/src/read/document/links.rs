//! Relative links in the texts of a description, which lead nowhere in the docs of a crate.

use iri_string::resolve::FixedBaseResolver;
use iri_string::spec::IriSpec;
use iri_string::types::{IriReferenceStr, IriStr};
use serde_json::Value;

/// The members that hold data instead of documentation.
const DATA: [&str; 5] = ["const", "default", "enum", "example", "examples"];

/// Resolves the relative links of a description against the given address, or else against that of its external
/// documentation.
pub(super) fn resolve(description: &mut Value, base: Option<&str>) {
    let external = description.pointer("/externalDocs/url").and_then(Value::as_str);
    let Some(base) = base.or(external).map(str::to_owned) else { return };
    if !["http://", "https://"].iter().any(|scheme| base.starts_with(scheme)) {
        return;
    }
    if let Ok(base) = IriStr::new(&base) {
        resolve_in(description, &FixedBaseResolver::new(base.to_absolute()));
    }
}

fn resolve_in(value: &mut Value, base: &FixedBaseResolver<'_, IriSpec>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::String(text) if matches!(name.as_str(), "description" | "summary") => {
                        if let Some(resolved) = resolved(text, base) {
                            *text = resolved;
                        }
                    }
                    member if !DATA.contains(&name.as_str()) => resolve_in(member, base),
                    _ => {}
                }
            }
        }
        Value::Array(elements) => elements.iter_mut().for_each(|element| resolve_in(element, base)),
        _ => {}
    }
}

/// Returns a text with absolute targets of its inline links, or `None` if no link is relative. Code stays as it is.
fn resolved(text: &str, base: &FixedBaseResolver<'_, IriSpec>) -> Option<String> {
    let mut resolved = String::with_capacity(text.len());
    let mut is_fenced = false;
    for line in text.split_inclusive('\n') {
        let is_fence = ["```", "~~~"].iter().any(|fence| line.trim_start().starts_with(fence));
        is_fenced ^= is_fence;
        if is_fence || is_fenced {
            resolved.push_str(line);
            continue;
        }
        for (index, part) in line.split('`').enumerate() {
            if index > 0 {
                resolved.push('`');
            }
            if index % 2 == 0 { resolve_links(part, base, &mut resolved) } else { resolved.push_str(part) }
        }
    }
    (resolved != text).then_some(resolved)
}

/// Adds a text without code, with absolute targets of its links.
fn resolve_links(text: &str, base: &FixedBaseResolver<'_, IriSpec>, resolved: &mut String) {
    let mut parts = text.split("](");
    resolved.push_str(parts.next().unwrap_or_default());
    for part in parts {
        resolved.push_str("](");
        let end = part.find(|c: char| c == ')' || c.is_whitespace()).unwrap_or(part.len());
        let (target, rest) = part.split_at(end);
        resolved.push_str(&absolute(target, base).unwrap_or_else(|| target.to_owned()));
        resolved.push_str(rest);
    }
}

/// Returns the address of a relative target. Links to a fragment, a query or another host are not resolved.
fn absolute(target: &str, base: &FixedBaseResolver<'_, IriSpec>) -> Option<String> {
    let is_path = !target.is_empty() && !target.starts_with(['#', '<', '?']) && !target.starts_with("//");
    let reference = IriReferenceStr::new(target).ok().filter(|_| is_path)?;
    reference.to_iri().is_err().then(|| base.resolve(reference).to_string())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::resolve;

    #[test]
    fn relative_links_are_resolved_in_texts_only() {
        let text =
            "See [a](/docs/a#b), [c](c), [d](https://d.example/), [e](#e), [f](//f.example) and [g](javascript:1).";
        let mut description = json!({
            "externalDocs": { "url": "https://docs.example.com/api/index" },
            "info": { "description": text },
            "paths": { "/a": { "get": { "summary": "[a](/b)", "example": { "description": "[a](/b)" } } } },
        });
        let mut configured = description.clone();
        resolve(&mut description, None);
        let expected = "See [a](https://docs.example.com/docs/a#b), [c](https://docs.example.com/api/c), \
                        [d](https://d.example/), [e](#e), [f](//f.example) and [g](javascript:1).";
        assert_eq!(description["info"]["description"], expected);
        let operation = &description["paths"]["/a"]["get"];
        assert_eq!(operation["summary"], "[a](https://docs.example.com/b)");
        assert_eq!(operation["example"]["description"], "[a](/b)");
        resolve(&mut configured, Some("https://example.org"));
        assert_eq!(configured["paths"]["/a"]["get"]["summary"], "[a](https://example.org/b)");
        let code = "`[a-z](foo)`, [`x`](y)\n```\nhandlers[name](event)\n```\n";
        let mut with_code = json!({ "info": { "description": code } });
        resolve(&mut with_code, Some("https://example.org"));
        assert_eq!(with_code["info"]["description"], code.replace("(y)", "(https://example.org/y)"));
        let mut without = json!({ "info": { "description": text } });
        resolve(&mut without, None);
        assert_eq!(without["info"]["description"], text);
    }
}
