//! Renders a Markdown report as a self-contained page: no network, and no scripts.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use pulldown_cmark::{Event, Parser, html};
use sha2::{Digest as _, Sha256};

const STYLE: &str = include_str!("page.css");

/// Renders a report in Markdown as an HTML page. HTML in the report becomes text, and the page may load nothing.
#[must_use]
pub fn page(markdown: &str) -> String {
    let events = Parser::new(markdown).map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        event => event,
    });
    let mut body = String::new();
    html::push_html(&mut body, events);
    let style = STANDARD.encode(Sha256::digest(STYLE.as_bytes()));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-{style}'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Changes of the API</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::page;

    #[test]
    fn html_becomes_text() {
        let page = page("<script>alert(1)</script>\n\nA <b onclick=x>b</b>.\n\n<!-- c\n-->\n");
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{page}");
        assert!(page.contains("A &lt;b onclick=x&gt;b&lt;/b&gt;."), "{page}");
        assert!(!page.contains("<script") && !page.contains("<b ") && !page.contains("<!-- "), "{page}");
    }
}
