//! The lines of an expression in a table.

use crate::print::emit::table::WIDTH;

const INDENT: &str = "    ";

/// An expression of a table.
pub(in crate::print::emit) enum Expression {
    /// An expression on one line.
    Text(String),
    /// A list between what opens and what closes it.
    List(String, Vec<Expression>, &'static str),
}

impl Expression {
    /// Returns a list of texts.
    pub(in crate::print::emit) fn texts(
        open: &str,
        texts: impl IntoIterator<Item = String>,
        close: &'static str,
    ) -> Self {
        Self::List(open.to_owned(), texts.into_iter().map(Self::Text).collect(), close)
    }

    /// Returns the expression after `before` and before `after`, in as many lines as it needs. `indent` is that of the
    /// first line.
    pub(in crate::print::emit) fn lines(&self, before: &str, after: &str, indent: usize) -> String {
        let line = self.line();
        let (items, open, close) = match self {
            Self::List(open, items, close)
                if !items.is_empty() && indent + before.len() + line.len() + after.len() > WIDTH =>
            {
                (items, open, close)
            }
            _ => return format!("{before}{line}{after}"),
        };
        // The last list is broken in place of the whole.
        if let Some((last @ Self::List(inner, ..), texts)) = items.split_last()
            && texts.iter().all(|item| matches!(item, Self::Text(_)))
        {
            let texts: String = texts.iter().map(|text| text.line() + ", ").collect();
            let before = format!("{before}{open}{texts}");
            if indent + before.len() + inner.len() <= WIDTH {
                return last.lines(&before, &format!("{close}{after}"), indent);
            }
        }
        let margin = format!("\n{}", " ".repeat(indent + INDENT.len()));
        let mut text = format!("{before}{open}");
        let mut width = WIDTH;
        for item in items {
            let line = item.line();
            // Elements of arrays fill the lines, and other items have their own.
            let fills = open.ends_with('[') && indent + INDENT.len() + line.len() < WIDTH;
            let is_filled = fills && width + line.len() + ", ".len() <= WIDTH;
            if is_filled {
                text.push(' ');
                text.push_str(&line);
                text.push(',');
                width += line.len() + ", ".len();
            } else {
                text.push_str(&margin);
                text.push_str(&item.lines("", ",", indent + INDENT.len()));
                width = if fills { indent + INDENT.len() + line.len() + 1 } else { WIDTH };
            }
        }
        format!("{text}\n{}{close}{after}", " ".repeat(indent))
    }

    /// Returns a call whose arguments fill the lines, beginning with its first, before `after`.
    pub(in crate::print::emit) fn filled(&self, after: &str, indent: usize) -> String {
        let Self::List(open, arguments, close) = self else { return self.line() + after };
        let after = format!("{close}{after}");
        let mut text = open.clone();
        let mut width = indent + open.len();
        for (index, argument) in arguments.iter().enumerate() {
            let is_last = index + 1 == arguments.len();
            let argument = argument.line();
            let len = argument.len() + if is_last { after.len() } else { ",".len() };
            if index > 0 && width + " ".len() + len > WIDTH {
                text.push_str(&format!("\n{}", " ".repeat(indent + INDENT.len())));
                width = indent + INDENT.len();
            } else if index > 0 {
                text.push(' ');
                width += " ".len();
            }
            width += len;
            text.push_str(&argument);
            text.push_str(if is_last { "" } else { "," });
        }
        // What follows a long argument has its own line.
        let apart = if width > WIDTH { format!("\n{}", " ".repeat(indent)) } else { String::new() };
        text + &apart + &after
    }

    /// Returns the expression in one line.
    fn line(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::List(open, items, close) => {
                let items: Vec<String> = items.iter().map(Self::line).collect();
                format!("{open}{}{close}", items.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Expression;

    #[test]
    fn long_lists_have_several_lines() {
        let list = |count| Expression::texts("&[", vec!["\"abcdefg\"".to_owned(); count], "]");
        assert_eq!(list(2).lines("A: ", ",", 4), "A: &[\"abcdefg\", \"abcdefg\"],");
        let object = Expression::List("Object(".to_owned(), vec![list(1), list(10)], ")");
        let text = object.lines("    A: ", ",", 4);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..3], ["    A: Object(", "        &[\"abcdefg\"],", "        &["]);
        assert!(lines.iter().all(|line| line.len() <= 100), "{text}");
        assert_eq!(lines.last(), Some(&"    ),"));
        let text = Expression::List("List(".to_owned(), vec![list(10)], ")").lines("    A: ", ",", 4);
        assert!(text.starts_with("    A: List(&[\n        \"abc") && text.ends_with("\n    ]),"), "{text}");
    }

    #[test]
    fn arguments_fill_the_lines() {
        let call = |last| Expression::texts("call(", ["a".repeat(40), "b".repeat(30), "c".repeat(last)], ")");
        let lengths = |last| call(last).filled(".many(),", 4).lines().map(str::len).collect::<Vec<_>>();
        assert_eq!(lengths(1), [89]);
        assert_eq!(lengths(83), [78, 100]);
        assert_eq!(lengths(84), [78, 92, 13]);
    }
}
