//! Paths of the user's types: `uuid::Uuid`, `std::collections::HashMap<String, crate::Row>`.

use std::collections::BTreeSet;
use std::str::FromStr;

use syn::{GenericArgument, PathArguments};

use super::place::Refusal;

/// Types that are always in scope, and therefore need no path.
const IN_SCOPE: [&str; 20] = [
    "Box", "Option", "String", "Vec", "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8",
    "u16", "u32", "u64", "u128", "usize",
];

/// The path of a type, valid in any module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RustPath {
    /// The path; one of another crate begins with `::`.
    pub(crate) text: String,
    /// The crates that it names, as written in code; `crate` is the one that includes the code.
    pub(crate) crates: BTreeSet<String>,
}

const HELP: &str = "write the full path of a type with its crate, such as `uuid::Uuid` or `crate::types::Name`";

impl FromStr for RustPath {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        Self::parse(text).map_err(|help| Refusal::new(format!("`{text}` is not the path of a type"), help))
    }
}

impl RustPath {
    /// Parses a path, or returns the help. Only paths are accepted, so that the string cannot become other code.
    fn parse(text: &str) -> Result<Self, &'static str> {
        // A path with thousands of brackets would overflow the stack of the parser.
        if text.len() > 1000 || text.matches(['<', '(', '[', '{', '&', '*']).count() > 16 {
            return Err("use a shorter path, such as an alias in your own crate");
        }
        let parsed: syn::Type = syn::parse_str(text).map_err(|_| HELP)?;
        let mut path = Self::default();
        path.ty(&parsed)?;
        Ok(path)
    }

    fn ty(&mut self, ty: &syn::Type) -> Result<(), &'static str> {
        match ty {
            syn::Type::Path(ty) if ty.qself.is_none() => self.path(&ty.path),
            _ => Err(HELP),
        }
    }

    fn path(&mut self, path: &syn::Path) -> Result<(), &'static str> {
        let first = path.segments.first().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let is_alone = path.segments.len() == 1;
        match first.as_str() {
            "self" | "super" | "Self" => return Err(HELP),
            "crate" if path.leading_colon.is_some() || is_alone => return Err(HELP),
            name if is_alone && (path.leading_colon.is_some() || !IN_SCOPE.contains(&name)) => return Err(HELP),
            "crate" => {}
            _ if is_alone => {}
            _ => self.text.push_str("::"),
        }
        if !is_alone {
            self.crates.insert(first);
        }
        let leads_back = |name: &syn::Ident| ["crate", "self", "super", "Self"].iter().any(|word| name == word);
        if path.segments.iter().skip(1).any(|segment| leads_back(&segment.ident)) {
            return Err(HELP);
        }
        for (index, segment) in path.segments.iter().enumerate() {
            self.text.push_str(if index > 0 { "::" } else { "" });
            self.text.push_str(&segment.ident.to_string());
            self.arguments(&segment.arguments)?;
        }
        Ok(())
    }

    fn arguments(&mut self, arguments: &PathArguments) -> Result<(), &'static str> {
        let arguments = match arguments {
            PathArguments::None => return Ok(()),
            PathArguments::AngleBracketed(arguments) => &arguments.args,
            PathArguments::Parenthesized(_) => return Err(HELP),
        };
        self.text.push('<');
        for (index, argument) in arguments.iter().enumerate() {
            self.text.push_str(if index > 0 { ", " } else { "" });
            match argument {
                GenericArgument::Type(ty) => self.ty(ty)?,
                GenericArgument::Const(syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. })) => {
                    self.text.push_str(&number.to_string());
                }
                _ => return Err("write types or integers between `<` and `>`"),
            }
        }
        self.text.push('>');
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::RustPath;

    #[test]
    fn paths_are_read_and_written_from_their_crate_on() {
        for (given, written, crates) in [
            ("uuid::Uuid", "::uuid::Uuid", "uuid"),
            ("::std::time::Duration", "::std::time::Duration", "std"),
            ("crate::types::Name", "crate::types::Name", "crate"),
            ("bytes::HexArray::<32>", "::bytes::HexArray<32>", "bytes"),
            ("a::Event<b::Spec, Vec<u8>>", "::a::Event<::b::Spec, Vec<u8>>", "a b"),
            ("String", "String", ""),
        ] {
            let path = RustPath::parse(given).unwrap();
            assert_eq!(path.text, written);
            assert_eq!(path.crates.into_iter().collect::<Vec<_>>().join(" "), crates, "{given}");
        }
    }

    #[test]
    fn what_is_no_path_is_refused() {
        for bad in [
            "",
            "Uuid",
            "a b",
            "a::B; fn f() {}",
            "a::B {}",
            "(a::B, a::C)",
            "&a::B",
            "[a::B; 2]",
            "dyn a::B",
            "<a::B as C>::D",
            "fn(a::B)",
            "a::B<'static>",
            "a::B<{ 1 + 1 }>",
            "a::F(a::B)",
            "crate",
            "self::A",
            "super::A",
            "a::self::A",
            "a::crate::B",
            "a::super::B",
            "::crate::A",
            "::A",
            "a::B<C = a::D>",
            "a::m!()",
            "a::B // x",
            "_",
            "!",
            "impl a::B",
            "a::",
            "a::B /* x */ ; b",
        ] {
            assert!(RustPath::parse(bad).is_err() || bad == "a::B // x", "{bad}");
        }
        assert_eq!(RustPath::parse("a::B // x").unwrap().text, "::a::B");
        assert!(RustPath::parse(&"a::B<".repeat(100_000)).is_err());
    }
}
