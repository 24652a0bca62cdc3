//! Finds the descriptions in a documentation page: from HTML to the addresses as written.
//!
//! Only the start tags of a page and its scripts matter, and only a few patterns of JavaScript.

mod findings;
#[cfg(test)]
mod samples;
mod script;

pub(crate) use findings::{DescriptionLink, Findings};
use html5gum::Tokenizer;
use html5gum::emitters::default::{DefaultEmitter, StartTag, Token};

/// Pages that name none of these show no description, and their `url: "..."` means something else.
const MARKERS: [&str; 9] = [
    "swagger",
    "openapi",
    "redoc",
    "scalar",
    "api-reference",
    "rapi-doc",
    "elements-api",
    "api-docs",
    "apidescription",
];

/// Longer than any page or script that sets up a page, and short enough to be scanned whatever is in it.
const MAX_LENGTH: usize = 8 * 1024 * 1024;

/// Reads a page.
pub(super) fn read(text: &str) -> Findings {
    if text.len() > MAX_LENGTH {
        return Findings::default();
    }
    let lower = text.to_ascii_lowercase();
    if !MARKERS.iter().any(|marker| lower.contains(marker)) {
        return Findings::default();
    }
    let mut findings = Findings::default();
    let mut links = Vec::new();
    for element in elements(text) {
        findings.read_element(&element);
        links.extend(link(&element));
    }
    // A page that links to its description in two formats does not show two descriptions.
    if findings.candidates.is_empty() && findings.configurations.is_empty() {
        findings.candidates.extend(links.into_iter().take(1));
    }
    findings
}

/// Reads a script that sets up a page, or a configuration of Swagger UI: JSON is JavaScript, too.
pub(super) fn read_script(text: &str) -> Findings {
    let mut findings = Findings::default();
    if text.len() <= MAX_LENGTH {
        script::read(text, &mut findings);
    }
    findings
}

impl Findings {
    pub(super) fn is_empty(&self) -> bool {
        self.candidates.is_empty() && self.configurations.is_empty()
    }

    fn read_element(&mut self, element: &Element) {
        // `<redoc spec-url>`, `<rapi-doc spec-url>`, `<elements-api apiDescriptionUrl>` of Stoplight.
        for name in ["spec-url", "data-spec-url", "apidescriptionurl"] {
            self.candidates.extend(element.attribute(name).and_then(DescriptionLink::unnamed));
        }
        match element.name() {
            "base" => self.base = self.base.take().or_else(|| element.attribute("href").map(str::to_owned)),
            "script" => self.read_script_element(element),
            _ => {}
        }
    }

    fn read_script_element(&mut self, element: &Element) {
        // Scalar keeps its configuration in the attributes of a script.
        if element.attribute("id") == Some("api-reference") {
            self.candidates.extend(element.attribute("data-url").and_then(DescriptionLink::unnamed));
            script::read(element.attribute("data-configuration").unwrap_or_default(), self);
        }
        match element.attribute("src") {
            Some(source) if may_set_up(source) => self.scripts.push(source.to_owned()),
            Some(_) => {}
            None if element.attribute("type").is_some_and(|kind| kind.contains("ld+json")) => {}
            None => script::read(&element.inside, self),
        }
    }
}

/// A start tag, and the text up to the end tag if it is a script.
struct Element {
    tag: StartTag<()>,
    inside: String,
}

impl Element {
    fn name(&self) -> &str {
        str::from_utf8(&self.tag.name).unwrap_or_default()
    }

    fn attribute(&self, name: &str) -> Option<&str> {
        str::from_utf8(self.tag.attributes.get(name.as_bytes())?).ok()
    }
}

/// Returns the elements of a page in order, except those in comments.
fn elements(text: &str) -> Vec<Element> {
    let mut emitter = DefaultEmitter::default();
    // Markup in a script is text.
    emitter.naively_switch_states(true);
    let mut elements: Vec<Element> = Vec::new();
    let mut is_script = false;
    for token in Tokenizer::new_with_emitter(text, emitter) {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) => {
                is_script = tag.name.as_slice() == b"script";
                elements.push(Element { tag, inside: String::new() });
            }
            Token::EndTag(_) => is_script = false,
            Token::String(text) if is_script => {
                let script = elements.last_mut().map(|script| &mut script.inside);
                script.into_iter().for_each(|script| script.push_str(&String::from_utf8_lossy(&text)));
            }
            _ => {}
        }
    }
    elements
}

/// `swagger-initializer.js` or `index.js`, but not the megabytes of Swagger UI itself.
fn may_set_up(source: &str) -> bool {
    let source = source.to_ascii_lowercase();
    !["bundle", "preset", "standalone", ".min.", "jquery", "polyfill"].iter().any(|part| source.contains(part))
}

/// A link to a description: `<link rel="service-desc">` (RFC 8631), or an anchor to a file of the usual name.
fn link(element: &Element) -> Option<DescriptionLink> {
    let href = element.attribute("href")?;
    let path = href.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
    let usual = ["openapi.json", "openapi.yaml", "openapi.yml", "swagger.json", "swagger.yaml", "api-docs"];
    let counts = match element.name() {
        "link" => element.attribute("rel") == Some("service-desc"),
        "a" => usual.iter().any(|name| path.ends_with(name)),
        _ => false,
    };
    counts.then(|| DescriptionLink::unnamed(href))?
}
