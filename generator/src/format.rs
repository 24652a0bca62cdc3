//! Formats tokens as text, item by item, with the blank lines between items and functions that `prettyplease` omits.

use proc_macro2::TokenStream;

use crate::emit::{Contents, LINE_END};

/// Maximum width of a line of `rustfmt`.
const MAX_WIDTH: usize = 100;

/// Returns the text of a file. `header` is a comment about the origin of the file.
#[must_use]
pub(crate) fn format(contents: Contents<'_>, header: &str) -> String {
    let (attributes, items, tables) = match contents {
        Contents::Text(text) => return text.into_owned(),
        Contents::Items { attributes, items, tables } => (attributes, items, tables),
    };
    let mut text = format!("{header}\n\n");
    text.push_str(&print(attributes));
    let mut before = SpacingGroup::Attributes;
    for item in items.filter(|item| !item.is_empty()) {
        let printed = print(item);
        let kind = SpacingGroup::for_item(&printed);
        let apart = before != kind || kind == SpacingGroup::Item;
        if apart && !text.ends_with("\n\n") {
            text.push('\n');
        }
        text.push_str(&match kind {
            SpacingGroup::Import | SpacingGroup::Export => filled_import(&printed),
            _ => spaced(&printed),
        });
        before = kind;
    }
    for table in tables {
        text.push('\n');
        text.push_str(&table);
    }
    text
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
        Ok(file) => joined(&prettyplease::unparse(&file)),
        Err(problem) => format!("compile_error!({:?});\n", problem.to_string()),
    }
}

/// Joins signatures and match arms that fit into a line of `rustfmt`, but not into one of `prettyplease`.
fn joined(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut joined = String::with_capacity(text.len());
    let mut at = 0;
    while at < lines.len() {
        let (line, count) = joined_line(&lines[at..]).unwrap_or_else(|| (lines[at].to_owned(), 1));
        joined.push_str(&line);
        joined.push('\n');
        at += count;
    }
    joined
}

/// Returns the joined form of the first lines and their number, if they are broken without need.
fn joined_line(lines: &[&str]) -> Option<(String, usize)> {
    let first = lines.first()?;
    let start = first.trim_start();
    let indentation = &first[..first.len() - start.len()];
    let is_signature = ["fn ", "pub fn ", "pub(crate) fn "].iter().any(|head| start.starts_with(head));
    let line = if is_signature && start.ends_with('(') {
        let end =
            lines.iter().position(|line| line.strip_prefix(indentation).is_some_and(|rest| rest.starts_with(')')))?;
        let inner: Vec<&str> = lines[1..end].iter().map(|line| line.trim()).collect();
        let inner = inner.join(" ");
        (format!("{first}{}{}", inner.trim_end_matches(','), lines[end].trim_start()), end + 1)
    } else {
        let [_, body, end, ..] = lines else { return None };
        let is_arm = start.ends_with("=> {") && end.trim_start() == "}" && end.starts_with(indentation);
        let head = first.strip_suffix('{').filter(|_| is_arm && !body.ends_with(';') && !body.contains(LINE_END))?;
        (format!("{head}{},", body.trim_start()), 3)
    };
    Some(line).filter(|(line, _)| line.chars().count() <= MAX_WIDTH)
}

/// Breaks the list of an import like `rustfmt`, whose lines are longer than those of `prettyplease`.
fn filled_import(printed: &str) -> String {
    let Some((head, list)) = printed.split_once('{').filter(|_| printed.contains("{\n")) else {
        return printed.to_owned();
    };
    let names: Vec<&str> =
        list.trim_end_matches("};\n").split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    let line = head.rsplit('\n').next().unwrap_or(head).len() + names.join(", ").len() + "{};".len();
    if line <= MAX_WIDTH {
        return format!("{head}{{{}}};\n", names.join(", "));
    }
    let mut text = format!("{head}{{\n   ");
    let mut width = 3;
    for name in names {
        if width + name.len() + " ,".len() > MAX_WIDTH {
            text.push_str("\n   ");
            width = 3;
        }
        text.push_str(&format!(" {name},"));
        width += name.len() + " ,".len();
    }
    text + "\n};\n"
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
        let ends = line == "    }" || (member(&line) && line.ends_with(';') && !comment);
        let constants = line.trim_start().starts_with("const ") && next.trim_start().starts_with("const ");
        let types = line.trim_start().starts_with("type ") && !next.trim_start().starts_with("fn ");
        if in_impl && ends && member(next) && !constants && !types && next.trim() != "}" {
            spaced.push('\n');
        }
    }
    spaced
}

#[cfg(test)]
mod tests {
    use super::{filled_import, joined};

    #[test]
    fn lines_are_as_long_as_those_of_rustfmt() {
        let signature = "    pub fn new(\n        a: u8,\n        b: u8,\n    ) -> Self {\n        Self\n    }\n";
        assert_eq!(joined(signature), "    pub fn new(a: u8, b: u8) -> Self {\n        Self\n    }\n");
        assert_eq!(joined("    A => {\n        b()\n    }\n"), "    A => b(),\n");
        let long = format!("    A => {{\n        {}()\n    }}\n", "b".repeat(90));
        assert_eq!(joined(&long), long);
        assert_eq!(joined("    A => {\n        b();\n    }\n"), "    A => {\n        b();\n    }\n");
    }

    #[test]
    fn imports_are_filled() {
        assert_eq!(filled_import("use a::{\n    B,\n    C,\n};\n"), "use a::{B, C};\n");
        let names = |end: &str| (0..12).map(|at| format!("Name{at:05},{end}")).collect::<String>();
        let filled = filled_import(&format!("#[cfg(test)]\nuse a::{{\n    {}\n}};\n", names("\n    ").trim_end()));
        let expected = names(" ").replacen("Name00008, ", "\n    Name00008, ", 1).replace(", \n", ",\n");
        assert_eq!(filled, format!("#[cfg(test)]\nuse a::{{\n    {}\n}};\n", expected.trim_end()));
    }
}
