//! Types and arguments as people write them.

use std::fmt::{Display, Formatter, Result};

use super::{Argument, Path, RustType};

impl Display for RustType<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let (open, close) = match self.path {
            Path::Known(segments) => {
                f.write_str(&segments.join("::"))?;
                ("<", ">")
            }
            Path::Support(name) | Path::Emitted(name, _) | Path::Own(name) | Path::Beside(name) => {
                f.write_str(name)?;
                ("<", ">")
            }
            Path::Tuple => ("(", ")"),
        };
        if self.arguments.is_empty() && self.path != Path::Tuple {
            return Ok(());
        }
        f.write_str(open)?;
        for (index, argument) in self.arguments.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}{argument}")?;
        }
        // A tuple of one element has a comma.
        let is_single = self.path == Path::Tuple && !self.arguments.is_empty();
        f.write_str(if is_single { "," } else { "" })?;
        f.write_str(close)
    }
}

impl Display for Argument<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Exact(ty) => write!(f, "{ty}"),
            Self::Into(ty) => write!(f, "impl Into<{ty}>"),
            Self::Optional(ty) => write!(f, "impl Into<Option<{ty}>>"),
            Self::Elements(element) => write!(f, "impl IntoIterator<Item = {element}>"),
            Self::Entries(member) => write!(f, "impl IntoIterator<Item = (impl Into<String>, {member})>"),
        }
    }
}
