//! Renders the report as a self-contained page: no network, and readable without scripts.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use super::controls::controls;
use super::entry::entry;
use super::plain::line;
use super::summary::{counts, meaning, outside, resources, subject, title, versions, warning};
use crate::changes::{Change, Changes, Verdict};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Maximum number of characters of a name.
pub(super) const NAME: usize = 200;

/// Renders the report as an HTML page.
///
/// The page is self-contained and may load nothing: a browser runs only the included script, whatever a description
/// contains. Without scripts only the filters are missing.
#[must_use]
pub fn page(changes: &Changes) -> String {
    let resources = resources(changes);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                title { (subject(changes, "→")) ": " (changes.bump()) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#changes" { "Skip to the changes" }
                (head(changes))
                @if !resources.is_empty() {
                    div.columns {
                        (contents(&resources))
                        main #changes tabindex="-1" {
                            (controls(changes, &resources))
                            (sections(&resources))
                            p.none #none hidden { "No change is like that." }
                        }
                    }
                } @else {
                    main #changes tabindex="-1" { p.none { "Both descriptions ask for the same Rust code." } }
                }
                footer { "Made by Bindery " (env!("CARGO_PKG_VERSION")) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}

/// Returns the content security policy, which allows only the included styles and script.
fn policy() -> String {
    let [style, script] = [STYLE, SCRIPT].map(|text| STANDARD.encode(Sha256::digest(text)));
    format!(
        "default-src 'none'; style-src 'sha256-{style}'; script-src 'sha256-{script}'; base-uri 'none'; form-action 'none'"
    )
}

fn head(changes: &Changes) -> Markup {
    let bump = changes.bump();
    html! {
        header.head {
            p.title { (title(changes)) }
            h1 {
                span.versions { (versions(changes, "→")) } " "
                span.bump data-bump=(bump) { (bump) " change" }
            }
            p.meaning { (meaning(bump)) }
            @if let Some(warning) = warning(changes) { p.warning { (warning) } }
            @if let Some(message) = outside(changes) { p.outside { (message) "." } }
            @if !changes.changes.is_empty() {
                (figures(changes))
                p.sources {
                    "Compared: " code { (line(&changes.old.source, NAME)) } " with " code { (line(&changes.new.source, NAME)) }
                }
            }
        }
    }
}

/// Renders the number of changes of each verdict, and their shares.
fn figures(changes: &Changes) -> Markup {
    let all = changes.changes.len().max(1) as f64;
    let counts = Verdict::ALL.map(|verdict| (verdict, changes.count(verdict)));
    let mut before = 0;
    let shares = counts.map(|(verdict, count)| {
        before += count;
        (verdict, (before - count) as f64 * 100.0 / all, count as f64 * 100.0 / all)
    });
    html! {
        ul.figures {
            @for (verdict, count) in counts {
                li data-verdict=(slug(verdict)) { b { (count) } " " (verdict) }
            }
        }
        svg.shares aria-hidden="true" width="100%" height="6" {
            @for (verdict, start, share) in shares {
                rect class=(slug(verdict)) x=(format!("{start:.3}%")) width=(format!("{share:.3}%")) height="6" {}
            }
        }
    }
}

fn contents(resources: &[(&str, Vec<&Change>)]) -> Markup {
    html! {
        nav aria-labelledby="contents" {
            h2 #contents { "Contents" }
            ol {
                @for (index, (resource, changes)) in resources.iter().enumerate() {
                    @let breaking = changes.iter().filter(|change| change.verdict == Verdict::Breaking).count();
                    li data-resource=(index) {
                        a href={ "#r" (index) } { (line(resource, NAME)) }
                        span.count {
                            @if breaking > 0 { b { (breaking) span.unseen { " breaking of " } } " / " }
                            (changes.len()) span.unseen { " changes" }
                        }
                    }
                }
            }
        }
    }
}

fn sections(resources: &[(&str, Vec<&Change>)]) -> Markup {
    html! {
        @for (index, (resource, changes)) in resources.iter().enumerate() {
            section.resource {
                h2 #{ "r" (index) } { (line(resource, NAME)) " " small { (counts(changes.iter().copied())) } }
                @for (number, change) in changes.iter().enumerate() {
                    (entry(change, index, number))
                }
            }
        }
    }
}

/// Returns the name of a verdict in attributes.
pub(super) fn slug(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Breaking => "breaking",
        Verdict::Compatible => "compatible",
        Verdict::DocsOnly => "docs",
    }
}
