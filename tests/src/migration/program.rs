//! Programs that use a client: they create and read every type, and call every operation with all options.
//!
//! They are made from the declarations of the client's items. A function that does not compile, such as one that names
//! a type of another crate, is left out.

use std::collections::{BTreeMap, BTreeSet};

/// A function of a program.
#[derive(Clone, Debug)]
pub(super) struct Function {
    /// Its code on one line, so that each error of the compiler belongs to one function.
    pub(super) code: String,
    /// The types that it imports.
    imports: BTreeSet<String>,
    /// The items that it names, such as `types::Story.state`.
    pub(super) items: BTreeSet<String>,
}

/// The items of a client by owner and member.
struct Items<'i> {
    owners: BTreeMap<&'i str, BTreeMap<&'i str, &'i str>>,
}

/// A function that is being made.
#[derive(Default)]
struct Draft {
    parameters: Vec<String>,
    imports: BTreeSet<String>,
    items: BTreeSet<String>,
}

/// Returns functions that use the items of a client.
#[must_use]
pub(super) fn functions(declarations: &BTreeMap<String, &str>) -> Vec<Function> {
    let mut items = Items { owners: BTreeMap::new() };
    for (path, declaration) in declarations {
        let (owner, member) = path.split_at(owner_len(path));
        items.owners.entry(owner).or_default().insert(member, declaration);
    }
    let owners: Vec<&str> = items.owners.keys().copied().collect();
    owners.into_iter().flat_map(|owner| items.uses(owner)).collect()
}

/// Returns the text of a module with functions.
#[must_use]
pub(super) fn module(functions: &[&Function]) -> String {
    let imports: BTreeSet<&String> = functions.iter().flat_map(|function| &function.imports).collect();
    let imports = imports.into_iter().map(|path| format!("use client::{path};\n")).collect::<String>();
    let code = functions.iter().map(|function| format!("{}\n", function.code)).collect::<String>();
    format!("#![allow(warnings)]\n{imports}use client::Client;\n{code}")
}

/// Returns the length of the owner in the path of an item: `types::Story` of `types::Story.state`.
fn owner_len(path: &str) -> usize {
    let modules = path.bytes().take_while(|byte| !byte.is_ascii_uppercase()).count();
    let name = path[modules..].find([':', '.', ' ', '<']).map_or(path.len(), |len| modules + len);
    path[name..].strip_prefix('<').and_then(|rest| rest.find('>')).map_or(name, |len| name + len + 2)
}

impl Items<'_> {
    fn uses(&self, owner: &str) -> Vec<Function> {
        let members = &self.owners[owner];
        let is_group = owner.starts_with("api::") && owner.ends_with("Api");
        if is_group {
            let functions = members.iter().filter(|(member, _)| member.starts_with("::"));
            return functions.filter_map(|(member, code)| self.call(owner, member, code)).collect();
        }
        if !members.contains_key("") || owner.contains('<') {
            return Vec::new();
        }
        [self.read(owner), self.create(owner), self.matched(owner)].into_iter().flatten().collect()
    }

    /// Reads all fields, those that are optional with `if let`.
    fn read(&self, owner: &str) -> Option<Function> {
        let mut draft = Draft::default();
        let name = draft.import(owner);
        let reads = self.owners[owner].iter().filter_map(|(member, code)| {
            let field = member.strip_prefix('.')?;
            draft.items.insert(format!("{owner}{member}"));
            let is_optional = code.split_once(": ").is_some_and(|(_, ty)| ty.starts_with("Option<"));
            Some(if is_optional {
                format!("if let Some(read) = &value.{field} {{ let _ = read; }} ")
            } else {
                format!("let _ = &value.{field}; ")
            })
        });
        let reads = reads.collect::<String>();
        (!reads.is_empty()).then(|| draft.function(owner, "read", &format!("value: &{name}"), "", &reads))
    }

    /// Creates a value with all setters.
    fn create(&self, owner: &str) -> Option<Function> {
        let members = &self.owners[owner];
        let constructor = members.get("::new")?;
        let mut draft = Draft::default();
        let name = draft.import(owner);
        draft.items.insert(format!("{owner}::new"));
        let arguments = self.arguments(constructor, "types", &mut draft)?;
        let setters = self.setters(owner, &mut draft)?;
        let code = format!("{name}::new({arguments}){setters}");
        Some(draft.function(owner, "create", "", &format!(" -> {name}"), &code))
    }

    /// Matches all variants.
    fn matched(&self, owner: &str) -> Option<Function> {
        let mut draft = Draft::default();
        let name = draft.import(owner);
        let mut arms = String::new();
        for (member, code) in self.owners[owner].iter().filter(|(member, _)| member.starts_with("::")) {
            if code.starts_with("pub ") || code.starts_with("type ") {
                continue;
            }
            let variant = member.trim_start_matches("::");
            draft.items.insert(format!("{owner}{member}"));
            let payload = if code.contains('(') { "(inner)" } else { "" };
            arms.push_str(&format!("{name}::{variant}{payload} => {}, ", arms.len()));
        }
        let code = format!("match value {{ {arms}_ => 0 }}");
        (!arms.is_empty()).then(|| draft.function(owner, "match", &format!("value: &{name}"), " -> usize", &code))
    }

    /// Calls an operation with all options, and returns its output.
    fn call(&self, owner: &str, member: &str, code: &str) -> Option<Function> {
        let mut draft = Draft::default();
        let module = owner.rsplit_once("::")?.0;
        let group = module.strip_prefix("api::")?;
        draft.items.extend([format!("{owner}{member}"), format!("Client::{group}")]);
        let arguments = self.arguments(code, module, &mut draft)?;
        let ty = code.rsplit_once("-> ")?.1;
        let setters = self.setters(&format!("{module}::{ty}"), &mut draft)?;
        let operation = ty.strip_prefix("Call<")?.strip_suffix('>')?;
        let output = self.owners.get(&*format!("{module}::{operation}"))?.get(" as Operation::Output")?;
        let output = output.split_once(" = ")?.1;
        let is_named = output.contains("types::") && self.is_known(output);
        let output = if is_named { draft.imported(output) } else { String::new() };
        let function = member.trim_start_matches("::");
        let call = format!("client.{group}().{function}({arguments}){setters}.send().await.ok()");
        let (output, call) = if is_named {
            (format!(" -> Option<{output}>"), call)
        } else {
            (String::new(), format!("let _ = {call};"))
        };
        let parameters = "client: &Client";
        let function = draft.function(&format!("{module}::{function}"), "call", parameters, &output, &call);
        Some(Function { code: function.code.replacen("pub fn", "pub async fn", 1), ..function })
    }

    /// Returns the calls of all setters.
    fn setters(&self, owner: &str, draft: &mut Draft) -> Option<String> {
        let mut calls = String::new();
        for (member, code) in self.owners.get(owner).into_iter().flatten() {
            if code.contains("(mut self, ") {
                draft.items.insert(format!("{owner}{member}"));
                let module = owner.rsplit_once("::").map_or("", |(module, _)| module);
                let arguments = self.arguments(code, module, draft)?;
                calls.push_str(&format!(".{}({arguments})", member.trim_start_matches("::")));
            }
        }
        Some(calls)
    }

    /// Returns values for the arguments of a function.
    fn arguments(&self, code: &str, module: &str, draft: &mut Draft) -> Option<String> {
        let list = code.split_once('(')?.1.rsplit_once(") ->")?.0;
        let arguments = split(list).into_iter().filter_map(|argument| argument.split_once(": "));
        let values = arguments.map(|(_, ty)| self.value(ty, module, draft));
        Some(values.collect::<Option<Vec<String>>>()?.join(", "))
    }

    /// Returns a value of a type: a literal, or a parameter of the function.
    fn value(&self, ty: &str, module: &str, draft: &mut Draft) -> Option<String> {
        let inner = |wrapper: &str| ty.strip_prefix(wrapper)?.strip_suffix('>');
        Some(match ty {
            "impl ToString" | "&str" | "impl Into<String>" => "\"text\"".to_owned(),
            "String" => "\"text\".to_owned()".to_owned(),
            "bool" | "impl Into<bool>" => "true".to_owned(),
            "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" => "1".to_owned(),
            "f64" | "f32" => "1.5".to_owned(),
            _ => {
                let wrappers =
                    [("impl IntoIterator<Item = ", "[", "]"), ("Vec<", "vec![", "]"), ("Option<", "Some(", ")")];
                let wrapped =
                    wrappers.into_iter().find_map(|(wrapper, start, end)| Some((inner(wrapper)?, start, end)));
                match wrapped {
                    Some((item, start, end)) => format!("{start}{}{end}", self.value(item, module, draft)?),
                    None => self.parameter(inner("impl Into<").unwrap_or(ty), module, draft)?,
                }
            }
        })
    }

    /// Returns a struct literal for the arguments of a call, or a parameter.
    fn parameter(&self, ty: &str, module: &str, draft: &mut Draft) -> Option<String> {
        let own = format!("{module}::{ty}");
        let path = if ty.starts_with("types::") { ty.to_owned() } else { own };
        let is_literal = ty.ends_with("Fields") || ty.ends_with("Arguments");
        if let Some(members) = self.owners.get(&*path).filter(|_| is_literal) {
            let name = draft.import(&path);
            let mut fields = Vec::new();
            for (member, code) in members.iter().filter(|(member, _)| member.starts_with('.')) {
                draft.items.insert(format!("{path}{member}"));
                let value = self.value(code.split_once(": ")?.1, module, draft)?;
                fields.push(format!("{}: {value}", &member[1..]));
            }
            return Some(format!("{name} {{ {} }}", fields.join(", ")));
        }
        let ty = if self.owners.contains_key(&*path) { draft.import(&path) } else { draft.imported_in(ty, self) };
        let name = format!("p{}", draft.parameters.len());
        draft.parameters.push(format!("{name}: {ty}"));
        Some(name)
    }

    /// Returns `true` if all types of the client in a type exist.
    fn is_known(&self, ty: &str) -> bool {
        words(ty).filter(|word| word.starts_with("types::")).all(|word| self.owners.contains_key(word))
    }
}

impl Draft {
    /// Imports a type, and returns the name that the function uses.
    fn import(&mut self, path: &str) -> String {
        self.items.insert(path.to_owned());
        let name = path.rsplit("::").next().unwrap_or(path);
        if ["Client", "Option", "String", "Vec", "Box", "Result", "Some"].contains(&name) || path.starts_with("api::") {
            return format!("client::{path}");
        }
        self.imports.insert(path.to_owned());
        name.to_owned()
    }

    /// Imports the types that are written with `types::`.
    fn imported(&mut self, ty: &str) -> String {
        let paths: BTreeSet<&str> = words(ty).filter(|word| word.starts_with("types::")).collect();
        let mut text = ty.to_owned();
        // The longest first, because a name can be the start of another one.
        for path in paths.into_iter().rev() {
            let name = self.import(path);
            text = text.replace(path, &name);
        }
        text
    }

    /// Imports the types of the module `types` that are written without a path.
    fn imported_in(&mut self, ty: &str, items: &Items<'_>) -> String {
        let bare = words(ty).filter(|word| items.owners.contains_key(&*format!("types::{word}")));
        let bare: BTreeSet<&str> = bare.collect();
        bare.into_iter().for_each(|name| drop(self.import(&format!("types::{name}"))));
        self.imported(ty)
    }

    fn function(self, owner: &str, verb: &str, parameter: &str, output: &str, body: &str) -> Function {
        let parameters = [parameter.to_owned()].into_iter().filter(|text| !text.is_empty()).chain(self.parameters);
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        let name = owner.replace("::", "_");
        let code = format!("pub fn {verb}_{name}({parameters}){output} {{ {body} }}");
        Function { code, imports: self.imports, items: self.items }
    }
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').filter(|word| !word.is_empty())
}

/// Splits a list of arguments at its commas.
fn split(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0_usize, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(list[start..].trim());
    parts
}
