//! Converts the Markdown of a description to blocks.
//!
//! Tables are parsed as rustdoc parses them. Elements without an equivalent in docs are simplified: headings become
//! strong text, quotes become paragraphs, images become their alternative text.

use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd};

use super::block::Block;
use super::builder::{Builder, Markup};
use super::html;

/// Returns the blocks of a text.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let mut reader = MarkdownReader::default();
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        reader.read(event);
    }
    reader.builder.finish()
}

#[derive(Default)]
struct MarkdownReader {
    builder: Builder,
    html: html::HtmlReader,
    /// The text of the current code block or HTML block.
    verbatim: Option<String>,
}

impl MarkdownReader {
    fn read(&mut self, event: Event<'_>) {
        let builder = &mut self.builder;
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Html(text) if self.verbatim.is_some() => self.verbatim(&text),
            Event::Text(text) => self.html.text(&text, builder),
            Event::Code(code) => builder.code(&code),
            Event::InlineHtml(text) | Event::Html(text) => self.html.read(&text, builder),
            Event::SoftBreak => builder.text(" "),
            Event::HardBreak => builder.hard_break(),
            Event::Rule => builder.end_paragraph(),
            // Not among the options.
            Event::InlineMath(text) | Event::DisplayMath(text) | Event::FootnoteReference(text) => builder.text(&text),
            Event::TaskListMarker(_) => {}
        }
    }

    fn verbatim(&mut self, text: &CowStr<'_>) {
        if let Some(verbatim) = &mut self.verbatim {
            verbatim.push_str(text);
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        let builder = &mut self.builder;
        match tag {
            Tag::CodeBlock(CodeBlockKind::Indented | CodeBlockKind::Fenced(_)) | Tag::HtmlBlock => {
                self.verbatim = Some(String::new());
            }
            Tag::Heading { .. } => {
                builder.end_paragraph();
                builder.open_emphasis(true);
            }
            Tag::List(start) => builder.open_list(Markup::Markdown, *start),
            Tag::Item => builder.open_item(Markup::Markdown),
            Tag::Table(_) => builder.open_table(Markup::Markdown),
            Tag::TableHead | Tag::TableRow => builder.open_row(Markup::Markdown),
            Tag::Emphasis => builder.open_emphasis(false),
            Tag::Strong => builder.open_emphasis(true),
            Tag::Link { dest_url, .. } => builder.open_link(dest_url),
            Tag::Image { .. } | Tag::TableCell | Tag::Strikethrough | Tag::Superscript | Tag::Subscript => {}
            _ => builder.end_paragraph(),
        }
    }

    fn end(&mut self, tag: TagEnd) {
        let builder = &mut self.builder;
        if !matches!(tag, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Link | TagEnd::Image) {
            self.html.end_block(builder);
        }
        match tag {
            TagEnd::CodeBlock => builder.code_block(&self.verbatim.take().unwrap_or_default()),
            TagEnd::HtmlBlock => {
                let block = self.verbatim.take().unwrap_or_default();
                self.html.read(&block, builder);
                self.html.end_block(builder);
            }
            TagEnd::List(_) => builder.close_list(Markup::Markdown),
            TagEnd::Item => builder.close_item(Markup::Markdown),
            TagEnd::Table => builder.close_table(Markup::Markdown),
            TagEnd::TableCell => builder.push_cell(Markup::Markdown),
            TagEnd::Emphasis | TagEnd::Strong => builder.close_emphasis(),
            TagEnd::Link => builder.close_link(),
            TagEnd::Image
            | TagEnd::TableHead
            | TagEnd::TableRow
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript => {}
            _ => builder.end_paragraph(),
        }
    }
}
