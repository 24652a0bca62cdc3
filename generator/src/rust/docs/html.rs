//! Converts HTML in a description to blocks. Elements with a Markdown equivalent are converted, other elements are
//! replaced by their content, and unknown tags, such as `<token>`, are text.

use html5gum::emitters::default::{DefaultEmitter, StartTag, Token};
use html5gum::{Span, Tokenizer};

use super::builder::{Builder, Markup};

/// Reads tags one by one. The text between them may be Markdown.
#[derive(Default)]
pub(super) struct HtmlReader {
    /// The text of the open code element, and whether its line breaks are kept.
    code: Option<(String, bool)>,
}

impl HtmlReader {
    /// Adds text that may be in a code element.
    pub(super) fn text(&mut self, text: &str, builder: &mut Builder) {
        if let Some((code, _)) = &mut self.code {
            code.push_str(text);
            return;
        }
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                builder.text(" ");
            }
            builder.text(line);
        }
    }

    /// Reads a tag, or a block of tags with text.
    pub(super) fn read(&mut self, html: &str, builder: &mut Builder) {
        let mut end = 0;
        let raw = |span: Span| html.get(span.start..span.end).unwrap_or_default();
        for token in Tokenizer::new_with_emitter(html, DefaultEmitter::<usize>::new_with_span()) {
            let Ok(token) = token;
            let span = match token {
                Token::StartTag(tag) => {
                    match text(&tag.name) {
                        name if is_element(name) => self.open(name, &tag, builder),
                        _ => self.text(raw(tag.span), builder),
                    }
                    tag.span
                }
                Token::EndTag(tag) => {
                    match text(&tag.name) {
                        name if is_element(name) => self.close(name, builder),
                        _ => self.text(raw(tag.span), builder),
                    }
                    tag.span
                }
                Token::String(string) => {
                    self.text(&String::from_utf8_lossy(&string.value), builder);
                    string.span
                }
                Token::Comment(comment) => comment.span,
                Token::Doctype(doctype) => doctype.span,
                Token::Error(_) => continue,
            };
            end = span.end;
        }
        // An unterminated tag is text.
        self.text(html.get(end..).unwrap_or_default().trim_end(), builder);
    }

    /// Closes elements that a block left open inside a line.
    pub(super) fn end_block(&mut self, builder: &mut Builder) {
        match self.code.take() {
            Some((code, true)) => builder.code_block(&code),
            Some((code, false)) => builder.code(&code),
            None => {}
        }
    }

    fn open(&mut self, name: &str, tag: &StartTag<usize>, builder: &mut Builder) {
        if let Some((code, keeps_lines)) = &mut self.code {
            code.push_str(if *keeps_lines && name == "br" { "\n" } else { "" });
            return;
        }
        match name {
            "code" | "kbd" | "samp" | "tt" | "var" => self.code = Some((String::new(), false)),
            "pre" | "listing" | "xmp" => self.code = Some((String::new(), true)),
            "b" | "strong" => builder.open_emphasis(true),
            "em" | "i" => builder.open_emphasis(false),
            "a" => builder.open_link(tag.attributes.get(&b"href"[..]).map_or("", |href| text(&href.value))),
            "br" => builder.hard_break(),
            "ul" | "menu" => builder.open_list(Markup::Html, None),
            "ol" => builder.open_list(Markup::Html, Some(1)),
            "li" => {
                builder.close_item(Markup::Html);
                builder.open_item(Markup::Html);
            }
            "table" => builder.open_table(Markup::Html),
            "tr" => builder.open_row(Markup::Html),
            "td" | "th" => builder.close_cell(Markup::Html),
            "img" => builder.text(tag.attributes.get(&b"alt"[..]).map_or("", |alt| text(&alt.value))),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                builder.end_paragraph();
                builder.open_emphasis(true);
            }
            name if is_block(name) => builder.end_paragraph(),
            _ => {}
        }
    }

    fn close(&mut self, name: &str, builder: &mut Builder) {
        if self.code.is_some() && !matches!(name, "code" | "kbd" | "samp" | "tt" | "var" | "pre" | "listing" | "xmp") {
            return;
        }
        match name {
            // `<pre><code>` ends with its outer element.
            "code" if matches!(self.code, Some((_, true))) => {}
            "code" | "kbd" | "samp" | "tt" | "var" | "pre" | "listing" | "xmp" => self.end_block(builder),
            "b" | "strong" | "em" | "i" => builder.close_emphasis(),
            "a" => builder.close_link(),
            "ul" | "ol" | "menu" => builder.close_list(Markup::Html),
            "li" => builder.close_item(Markup::Html),
            "table" => builder.close_table(Markup::Html),
            "td" | "th" => builder.push_cell(Markup::Html),
            "tr" | "br" => {}
            name if is_block(name) => builder.end_paragraph(),
            _ => {}
        }
    }
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

/// Block elements.
const BLOCKS: &str = "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption \
    figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend main nav optgroup option p search \
    section summary tbody tfoot thead title";

/// The other elements, including obsolete ones.
const OTHERS: &str = "a abbr acronym applet area audio b base basefont bdi bdo big blink br button canvas cite code col colgroup \
    data datalist del dfn em embed font frame frameset i iframe img input ins kbd label li link listing map mark \
    marquee menu meta meter nobr noframes noscript object ol output param picture pre progress q rp rt ruby s \
    samp script select slot small source span strike strong style sub sup svg table td template textarea th time \
    tr track tt u ul var video wbr xmp";

fn is_block(name: &str) -> bool {
    BLOCKS.split(' ').any(|block| block == name)
}

fn is_element(name: &str) -> bool {
    is_block(name) || OTHERS.split(' ').any(|other| other == name)
}
