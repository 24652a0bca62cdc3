//! Stub crates with the types that a user's configuration names. Each type implements only the required traits.

use std::collections::{BTreeMap, BTreeSet};

use syn::{GenericArgument, PathArguments};

/// The modules and types of a crate or module.
#[derive(Default)]
struct Module {
    modules: BTreeMap<String, Module>,
    /// The types, with their number of generic arguments.
    types: BTreeMap<String, usize>,
}

/// Returns the text of `src/lib.rs` of each crate that the paths name, with `crate` for the user's own.
pub(super) fn stubs<'p>(paths: impl IntoIterator<Item = &'p str>, traits: &[&str]) -> BTreeMap<String, String> {
    let mut root = Module::default();
    for path in paths {
        if let Ok(syn::Type::Path(ty)) = syn::parse_str::<syn::Type>(path) {
            root.add(&ty.path);
        }
    }
    let text = |module: &Module| {
        let mut text = String::new();
        module.write(&mut text, traits);
        text
    };
    root.modules.iter().map(|(name, module)| (name.clone(), text(module))).collect()
}

/// Returns the manifest of such a crate.
pub(super) fn manifest(name: &str) -> String {
    let dependencies = "serde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\"\n";
    format!("[package]\nname = \"{name}\"\nversion = \"1.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{dependencies}")
}

impl Module {
    fn add(&mut self, path: &syn::Path) {
        let segments: Vec<&syn::PathSegment> = path.segments.iter().collect();
        let Some((last, before)) = segments.split_last().filter(|(_, before)| !before.is_empty()) else { return };
        let arguments: Vec<&syn::Type> = match &last.arguments {
            PathArguments::AngleBracketed(arguments) => arguments
                .args
                .iter()
                .filter_map(|argument| if let GenericArgument::Type(ty) = argument { Some(ty) } else { None })
                .collect(),
            _ => Vec::new(),
        };
        let start = &mut *self;
        let module =
            before.iter().fold(start, |module, segment| module.modules.entry(segment.ident.to_string()).or_default());
        module.types.insert(last.ident.to_string(), arguments.len());
        for argument in arguments {
            if let syn::Type::Path(ty) = argument {
                self.add(&ty.path);
            }
        }
    }

    fn write(&self, text: &mut String, traits: &[&str]) {
        let derived: BTreeSet<&str> =
            ["Clone", "Debug", "serde::Deserialize", "serde::Serialize"].iter().chain(traits).copied().collect();
        let derived = derived.into_iter().collect::<Vec<_>>().join(", ");
        // JSON values have no order.
        let value = if traits.contains(&"Ord") { "String" } else { "serde_json::Value" };
        for (name, arguments) in &self.types {
            let of: Vec<String> = (0..*arguments).map(|index| format!("T{index}")).collect();
            let (of, marked) =
                (of.join(", "), format!("({})", of.iter().map(|of| format!("{of},")).collect::<String>()));
            let generics = if of.is_empty() { String::new() } else { format!("<{of}>") };
            text.push_str(&format!(
                "#[derive({derived})]\n#[serde(transparent)]\npub struct {name}{generics} {{\n    pub value: {value},\n    #[serde(skip)]\n    \
                 pub of: std::marker::PhantomData<fn() -> {marked}>,\n}}\n"
            ));
        }
        for (name, module) in &self.modules {
            text.push_str(&format!("pub mod {name} {{\n"));
            module.write(text, traits);
            text.push_str("}\n");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::stubs;

    #[test]
    fn each_type_is_in_its_module() {
        let stubs = stubs(["a::m::One", "a::m::Event<b::Spec>"], &["PartialEq"]);
        assert!(
            stubs["a"].starts_with("pub mod m {\n#[derive(Clone, Debug, PartialEq, serde::Deserialize"),
            "{}",
            stubs["a"]
        );
        assert!(stubs["a"].contains("pub struct Event<T0> {") && stubs["b"].contains("pub struct Spec {"));
    }
}
