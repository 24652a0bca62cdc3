//! Handles of groups in programs, such as `client.story()`.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use super::diagnostics::Span;
use super::items::ChangedItem;

/// The module of a client with the handles of groups and their calls.
const MODULE_OF_CALLS: &str = "api::";

/// The marked uses of changed items, and the texts of their files.
pub(super) struct MarkedUses<'m> {
    items: &'m [ChangedItem],
    by_position: HashMap<Span, Vec<usize>>,
    texts: HashMap<PathBuf, String>,
}

impl<'m> MarkedUses<'m> {
    pub(super) fn new(marked: &[(Span, usize)], items: &'m [ChangedItem]) -> Self {
        let mut by_position: HashMap<Span, Vec<usize>> = HashMap::new();
        marked.iter().for_each(|(span, number)| by_position.entry(span.clone()).or_default().push(*number));
        Self { items, by_position, texts: HashMap::new() }
    }

    /// Returns `true` if a use only creates the handle for a call that is also used here. A changed handle has the changes
    /// of all calls of its group, and the call those that matter.
    pub(super) fn is_followed_by_call(&mut self, span: &Span, number: usize) -> bool {
        if self.is_of_group(number) {
            return false;
        }
        let text =
            self.texts.entry(span.file.clone()).or_insert_with_key(|path| fs::read_to_string(path).unwrap_or_default());
        let Some((line, column)) = position_of_next_call(text, span.line, span.column) else { return false };
        let next = self.by_position.get(&Span { file: span.file.clone(), line, column });
        next.is_some_and(|numbers| numbers.iter().any(|call| self.is_of_group(*call) && self.explains(*call, number)))
    }

    /// Returns `true` if code with both items does not compile because of the call, or compiles.
    fn explains(&self, call: usize, handle: usize) -> bool {
        let compiles = |number: usize| self.items.get(number).is_some_and(|item| item.compiles);
        compiles(handle) || !compiles(call)
    }

    fn is_of_group(&self, number: usize) -> bool {
        self.items.get(number).is_some_and(|item| item.key.owner.starts_with(MODULE_OF_CALLS))
    }
}

/// Returns the line and the column of the method that is called on the result of a function without arguments.
fn position_of_next_call(text: &str, line: usize, column: usize) -> Option<(usize, usize)> {
    let lines = text.split_inclusive('\n');
    let start: usize = lines.clone().take(line.checked_sub(1)?).map(str::len).sum();
    let (at, _) = lines.clone().nth(line - 1)?.char_indices().nth(column.checked_sub(1)?)?;
    let called = text.get(start + at..)?.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    let method = called.strip_prefix("()")?.trim_start().strip_prefix('.')?.trim_start();
    let before = text.get(..text.len() - method.len())?;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Some((before.matches('\n').count() + 1, column))
}

#[cfg(test)]
mod tests {
    use super::position_of_next_call;

    #[test]
    fn the_call_that_follows_a_handle_may_be_on_the_next_line() {
        let text = "let ü = 1;\nlet ü = client.story().list();\nclient\n    .story()\n    .list();\nlet story = client.story();\n";
        assert_eq!(position_of_next_call(text, 2, 16), Some((2, 24)));
        assert_eq!(position_of_next_call(text, 4, 6), Some((5, 6)));
        assert_eq!(position_of_next_call(text, 6, 20), None);
        assert_eq!(position_of_next_call(text, 2, 24), None);
        assert_eq!(position_of_next_call(text, 9, 1), None);
    }
}
