//! Builds blocks from the events of the Markdown and HTML readers.
//!
//! Each markup is balanced only by itself: an HTML list may start in a Markdown item and never end. So each frame
//! records its markup, and closing a frame also closes the frames that are open inside it.

use super::block::{Block, Inline, link_target};
use crate::base::unicode::plain;

/// Maximum depth of nested lists. Deeper ones become paragraphs: each level indents every line.
const MAX_LIST_DEPTH: usize = 6;

/// The markup that opened a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Markup {
    Markdown,
    Html,
}

#[derive(Debug)]
struct List {
    markup: Markup,
    start: Option<u64>,
    items: Vec<Vec<Block>>,
    /// `true` if the last item is still open.
    is_open: bool,
}

/// A table while its cells are read.
#[derive(Debug)]
struct Table {
    markup: Markup,
    rows: Vec<Vec<Vec<Inline>>>,
}

#[derive(Debug, Default)]
pub(super) struct Builder {
    blocks: Vec<Block>,
    lists: Vec<List>,
    /// Number of open lists that are nested too deeply to be kept.
    flattened: usize,
    table: Option<Table>,
    inlines: Vec<Inline>,
    /// Number of open emphasis marks, of which only the outermost is written, and whether that one is strong.
    emphasis: usize,
    strong: bool,
    /// The target of the open link, and the number of links that are open inside it.
    link: Option<String>,
    links: usize,
}

impl Builder {
    /// Adds text. Character references in it may have hidden invisible characters.
    pub(super) fn text(&mut self, text: &str) {
        let text = plain(text);
        if let Some(Inline::Text(last)) = self.inlines.last_mut() {
            last.push_str(&text);
        } else if !text.is_empty() {
            self.inlines.push(Inline::Text(text.into_owned()));
        }
    }

    pub(super) fn code(&mut self, code: &str) {
        let code = plain(code);
        let code = code.split_whitespace().collect::<Vec<_>>().join(" ");
        if !code.is_empty() {
            self.inlines.push(Inline::Code(code));
        }
    }

    /// Two in a row part paragraphs.
    pub(super) fn hard_break(&mut self) {
        if self.table.is_some() {
            return self.text(" ");
        }
        let is_blank = |inline: &&Inline| match inline {
            Inline::Text(text) => text.trim().is_empty(),
            _ => false,
        };
        match self.inlines.iter().rev().find(|inline| !is_blank(inline)) {
            Some(Inline::HardBreak) => self.end_paragraph(),
            // Leading blanks are dropped, so that they are not scanned again.
            None => self.inlines.clear(),
            Some(_) => self.inlines.push(Inline::HardBreak),
        }
    }

    /// Emphasis inside of emphasis is not written.
    pub(super) fn open_emphasis(&mut self, strong: bool) {
        if self.emphasis == 0 {
            self.strong = strong;
            self.inlines.push(Inline::Open(strong));
        }
        self.emphasis += 1;
    }

    pub(super) fn close_emphasis(&mut self) {
        if self.emphasis == 1 {
            self.inlines.push(Inline::Close(self.strong));
        }
        self.emphasis = self.emphasis.saturating_sub(1);
    }

    /// Opens a link. A link with a disallowed address has an empty target until the end of its paragraph.
    pub(super) fn open_link(&mut self, address: &str) {
        self.links += 1;
        if self.links == 1 {
            self.inlines.push(Inline::LinkStart);
            self.link = Some(link_target(address).unwrap_or_default());
        }
    }

    pub(super) fn close_link(&mut self) {
        if self.links == 1
            && let Some(target) = self.link.take()
        {
            self.inlines.push(Inline::LinkEnd(target));
        }
        self.links = self.links.saturating_sub(1);
    }

    /// Ends the current paragraph. In a table it is part of the cell.
    pub(super) fn end_paragraph(&mut self) {
        if self.table.is_some() {
            self.text(" ");
            return;
        }
        let inlines = self.take_inlines();
        if has_content(&inlines) {
            self.push(Block::Paragraph(inlines));
        }
    }

    pub(super) fn code_block(&mut self, code: &str) {
        if self.table.is_some() {
            self.code(code);
            return;
        }
        self.end_paragraph();
        let code = plain(code);
        if !code.trim().is_empty() {
            self.push(Block::Code(code.into_owned()));
        }
    }

    pub(super) fn open_list(&mut self, markup: Markup, start: Option<u64>) {
        self.end_table(markup);
        self.end_paragraph();
        if self.table.is_some() {
            return;
        }
        if self.lists.len() == MAX_LIST_DEPTH {
            self.flattened += 1;
        } else {
            self.lists.push(List { markup, start, items: Vec::new(), is_open: false });
        }
    }

    pub(super) fn close_list(&mut self, markup: Markup) {
        self.end_table(markup);
        self.end_paragraph();
        if self.table.is_some() {
            return;
        }
        if self.flattened > 0 {
            self.flattened -= 1;
        } else if let Some(depth) = self.innermost(markup) {
            self.close_lists(depth);
        }
    }

    pub(super) fn open_item(&mut self, markup: Markup) {
        self.end_table(markup);
        self.end_paragraph();
        if self.table.is_some() || self.flattened > 0 {
            return;
        }
        if self.lists.last().is_none_or(|list| list.markup != markup) {
            self.open_list(markup, None);
        }
        if let Some(list) = self.lists.last_mut() {
            list.items.push(Vec::new());
            list.is_open = true;
        }
    }

    pub(super) fn close_item(&mut self, markup: Markup) {
        self.end_table(markup);
        self.end_paragraph();
        if self.table.is_none()
            && self.flattened == 0
            && let Some(depth) = self.innermost(markup)
        {
            self.close_lists(depth + 1);
            if let Some(list) = self.lists.last_mut() {
                list.is_open = false;
            }
        }
    }

    pub(super) fn open_table(&mut self, markup: Markup) {
        self.end_table(markup);
        if self.table.is_none() {
            self.end_paragraph();
            self.table = Some(Table { markup, rows: Vec::new() });
        }
    }

    pub(super) fn open_row(&mut self, markup: Markup) {
        self.close_cell(markup);
        if let Some(table) = self.table.as_mut().filter(|table| table.markup == markup) {
            table.rows.push(Vec::new());
        }
    }

    /// Ends the current cell unless it is blank.
    pub(super) fn close_cell(&mut self, markup: Markup) {
        if has_content(&self.inlines) {
            self.push_cell(markup);
        } else if self.has_table(markup) {
            self.take_inlines();
        }
    }

    /// Adds a cell, which may be empty.
    pub(super) fn push_cell(&mut self, markup: Markup) {
        if !self.has_table(markup) {
            return;
        }
        let inlines = self.take_inlines();
        if let Some(table) = &mut self.table {
            if table.rows.is_empty() {
                table.rows.push(Vec::new());
            }
            if let Some(row) = table.rows.last_mut() {
                row.push(inlines);
            }
        }
    }

    pub(super) fn close_table(&mut self, markup: Markup) {
        if self.has_table(markup) {
            self.finish_table();
        }
    }

    fn has_table(&self, markup: Markup) -> bool {
        self.table.as_ref().is_some_and(|table| table.markup == markup)
    }

    fn finish_table(&mut self) {
        let Some(markup) = self.table.as_ref().map(|table| table.markup) else { return };
        if has_content(&self.inlines) {
            self.push_cell(markup);
        }
        self.take_inlines();
        let Some(table) = self.table.take() else { return };
        let is_filled = |row: &Vec<Vec<Inline>>| row.iter().any(|cell| has_content(cell));
        let rows: Vec<_> = table.rows.into_iter().filter(is_filled).collect();
        if !rows.is_empty() {
            self.push(Block::Table(rows));
        }
    }

    pub(super) fn finish(mut self) -> Vec<Block> {
        self.finish_table();
        self.end_paragraph();
        self.close_lists(0);
        self.blocks
    }

    /// Closes a table that is open when its parent is closed.
    fn end_table(&mut self, markup: Markup) {
        if markup == Markup::Markdown {
            self.close_table(Markup::Html);
        }
    }

    /// Returns the index of the innermost list that this markup may close.
    fn innermost(&self, markup: Markup) -> Option<usize> {
        let own = self.lists.iter().rposition(|list| list.markup == markup)?;
        // HTML closes nothing of Markdown's.
        let is_inside = markup == Markup::Markdown || own + 1 == self.lists.len();
        is_inside.then_some(own)
    }

    /// Closes all lists from this depth on.
    fn close_lists(&mut self, depth: usize) {
        while self.lists.len() > depth {
            let Some(List { start, mut items, .. }) = self.lists.pop() else { return };
            items.retain(|item| !item.is_empty());
            if !items.is_empty() {
                self.push(Block::List { start, items });
            }
        }
    }

    fn push(&mut self, block: Block) {
        let blocks = match self.lists.last_mut() {
            None => &mut self.blocks,
            Some(list) => {
                if list.items.is_empty() || (!list.is_open && !matches!(block, Block::List { .. })) {
                    list.items.push(Vec::new());
                }
                let last = list.items.len() - 1;
                &mut list.items[last]
            }
        };
        match (blocks.last_mut(), block) {
            // Adjacent lists would be read as one.
            (Some(Block::List { start, items }), Block::List { start: other, items: more })
                if start.is_some() == other.is_some() =>
            {
                items.extend(more);
            }
            (_, block) => blocks.push(block),
        }
    }

    fn take_inlines(&mut self) -> Vec<Inline> {
        let mut inlines = std::mem::take(&mut self.inlines);
        close_marks(&mut inlines, &mut self.emphasis, self.strong, self.link.take());
        self.links = 0;
        without_targetless_links(inlines)
    }
}

/// Replaces links without a target by their text. One that is a whole sentence after another, such as "Learn more.", is
/// removed.
fn without_targetless_links(inlines: Vec<Inline>) -> Vec<Inline> {
    let mut kept = Vec::with_capacity(inlines.len());
    let mut start = 0;
    let mut rest = inlines.into_iter().peekable();
    while let Some(inline) = rest.next() {
        match inline {
            Inline::LinkEnd(target) if target.is_empty() => {
                kept.remove(start);
                if !follows_sentence(&kept[..start]) {
                    continue;
                }
                match rest.peek_mut() {
                    None => kept.truncate(start),
                    Some(Inline::Text(text)) if text.trim_end() == "." || text.starts_with(". ") => {
                        text.remove(0);
                        kept.truncate(start);
                    }
                    Some(_) => {}
                }
            }
            other => {
                start = if other == Inline::LinkStart { kept.len() } else { start };
                kept.push(other);
            }
        }
    }
    kept
}

/// Returns `true` if the last text ends a sentence. Only a few elements are considered.
fn follows_sentence(inlines: &[Inline]) -> bool {
    const MAX_ELEMENTS: usize = 3;
    let mut last = inlines.iter().rev().take(MAX_ELEMENTS).skip_while(|inline| match inline {
        Inline::HardBreak => true,
        Inline::Text(text) => text.trim().is_empty(),
        _ => false,
    });
    matches!(last.next(), Some(Inline::Text(text)) if text.trim_end().ends_with(['.', '!', '?']))
}

/// Marks end with their paragraph at the latest.
fn close_marks(inlines: &mut Vec<Inline>, emphasis: &mut usize, strong: bool, link: Option<String>) {
    inlines.extend(link.map(Inline::LinkEnd));
    if *emphasis > 0 {
        inlines.push(Inline::Close(strong));
        *emphasis = 0;
    }
}

fn has_content(inlines: &[Inline]) -> bool {
    inlines.iter().any(|inline| match inline {
        Inline::Text(text) => !text.trim().is_empty(),
        Inline::LinkEnd(target) => !target.is_empty(),
        Inline::Code(_) => true,
        _ => false,
    })
}
