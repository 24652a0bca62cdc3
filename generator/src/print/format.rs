//! Formats tokens as text, item by item, with the blank lines between items and functions that `prettyplease` omits.

use proc_macro2::TokenStream;

use crate::print::emit::{Contents, EmittedItem, LINE_END};

/// The text of a file.
pub(crate) struct FormattedFile {
    pub(crate) text: String,
    /// The modules that it declares, with the positions of the semicolons after them.
    pub(crate) submodules: Vec<(usize, String)>,
}

/// Formats a file. `header` is a comment about its origin, which may be empty.
pub(crate) fn format(contents: Contents<'_>, header: &str) -> FormattedFile {
    let (attributes, items) = match contents {
        Contents::Text(text) => return FormattedFile { text: text.into_owned(), submodules: Vec::new() },
        Contents::Items { attributes, items } => (attributes, items),
    };
    let mut text = if header.is_empty() { String::new() } else { format!("{header}\n\n") };
    let mut submodules = Vec::new();
    text.push_str(&print(attributes));
    let mut before = SpacingGroup::Attributes;
    for item in items {
        let (printed, kind, module) = match item {
            EmittedItem::Code(code) if code.is_empty() => continue,
            EmittedItem::Code(code) => code_item(code, None),
            EmittedItem::Module(code, name) => code_item(code, Some(name)),
            EmittedItem::Table(table) => (table, SpacingGroup::Item, None),
        };
        let apart = before != kind || kind == SpacingGroup::Item;
        if apart && !text.is_empty() && !text.ends_with("\n\n") {
            text.push('\n');
        }
        let semicolon = printed.rfind(';').map(|position| text.len() + position);
        submodules.extend(semicolon.zip(module));
        text.push_str(&printed);
        before = kind;
    }
    FormattedFile { text, submodules }
}

fn code_item(code: TokenStream, module: Option<String>) -> (String, SpacingGroup, Option<String>) {
    let printed = print(code);
    let kind = SpacingGroup::for_item(&printed);
    (spaced(&printed), kind, module)
}

/// Items that are written without a blank line between them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SpacingGroup {
    Attributes,
    Module,
    Import,
    Export,
    Item,
}

impl SpacingGroup {
    fn for_item(printed: &str) -> Self {
        // `cfg` attributes do not matter here.
        let item = printed.lines().find(|line| !line.starts_with("#[")).unwrap_or_default();
        match item.split(' ').collect::<Vec<_>>().as_slice() {
            ["mod", _] | ["pub", "mod", _] if item.ends_with(';') => Self::Module,
            ["use", ..] => Self::Import,
            ["pub" | "pub(crate)", "use", ..] => Self::Export,
            _ => Self::Item,
        }
    }
}

/// Formats one item. Emission produces whole items only; otherwise the compiler reports an error.
fn print(tokens: TokenStream) -> String {
    match syn::parse2::<syn::File>(tokens) {
        Ok(file) => prettyplease::unparse(&file),
        Err(problem) => format!("compile_error!({:?});\n", problem.to_string()),
    }
}

/// Adds a line. A doc attribute with several lines becomes several doc comments.
fn push_line(line: &str, text: &mut String) {
    let indentation = line.len() - line.trim_start().len();
    for (index, part) in line.split(LINE_END).enumerate() {
        if index > 0 {
            text.push_str(&line[..indentation]);
            text.push_str("///");
        }
        text.push_str(part);
        text.push('\n');
    }
}

/// Adds blank lines between the members of an `impl`: after one that ends with a brace, and between kinds of members.
fn spaced(item: &str) -> String {
    let mut spaced = String::with_capacity(item.len() + item.len() / 32);
    let mut in_impl = false;
    let mut lines = item.lines().peekable();
    while let Some(line) = lines.next() {
        in_impl |= line.starts_with("impl");
        push_line(line, &mut spaced);
        let member = |line: &&str| line.starts_with("    ") && !line.starts_with("     ");
        let Some(next) = lines.peek() else { break };
        let comment = line.trim_start().starts_with("//");
        let ends = line == "    }" || (line.ends_with(';') && !comment);
        let constants = line.trim_start().starts_with("const ") && next.trim_start().starts_with("const ");
        let types = line.trim_start().starts_with("type ") && !next.trim_start().starts_with("fn ");
        if in_impl && ends && member(next) && !constants && !types && next.trim() != "}" {
            spaced.push('\n');
        }
    }
    spaced
}
