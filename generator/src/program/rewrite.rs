//! The edits that adapt a use of a changed item, if its meaning is certain.

use std::ops::Range;

use syn::spanned::Spanned;
use syn::{FnArg, Pat, ReturnType, Signature, Type};

use super::calls::{Call, Outline};
use super::edit::{Edit, Piece};
use super::imports::{ImportPlace, split_path};
use crate::changes::{AffectedItem, Interface, Key, Successor};

/// A function of the client: its arguments without the receiver, and what it returns.
struct Function {
    /// The names and types of the arguments.
    arguments: Vec<(String, String)>,
    output: String,
}

impl Function {
    /// Parses the declaration of a function. Returns `None` for other items.
    fn new(declaration: &str) -> Option<Self> {
        let code = declaration.strip_prefix("pub ")?;
        let signature: Signature = syn::parse_str(code).ok()?;
        let text = |ty: &Type| code.get(ty.span().byte_range()).unwrap_or_default().replace(' ', "");
        let arguments = signature.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(argument) => match &*argument.pat {
                Pat::Ident(name) => Some((name.ident.to_string(), text(&argument.ty))),
                _ => None,
            },
            FnArg::Receiver(_) => None,
        });
        let output = match &signature.output {
            ReturnType::Type(_, ty) => text(ty),
            ReturnType::Default => String::new(),
        };
        Some(Self { arguments: arguments.collect(), output })
    }
}

/// The result of adapting a use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rewrite {
    pub(super) edits: Vec<Edit>,
    /// The type that a path begins with, and the one that it began with, if the path names no module.
    pub(super) import: Option<(String, String)>,
    /// `true` if the program may compile with another meaning, which only the user can decide.
    pub(super) is_undecided: bool,
}

/// A use of a changed item in a file.
pub(super) struct UseSite<'u> {
    pub(super) text: &'u str,
    pub(super) outline: &'u Outline,
    /// The new items of the client.
    pub(super) interface: &'u Interface,
    /// The range that the compiler reported.
    pub(super) range: Range<usize>,
}

impl UseSite<'_> {
    /// Returns the edits for a changed item. There are none if it was removed or its meaning is not certain.
    pub(super) fn rewrite(&self, item: &AffectedItem) -> Rewrite {
        let Some(after) = &item.after else { return Rewrite::default() };
        let Some(name) = self.name(item) else { return Rewrite::default() };
        let mut rewrite = Rewrite::default();
        if self.has_other_receiver(&name, &item.key, &after.key) {
            return rewrite;
        }
        self.rename(&name, &item.key, &after.key, &mut rewrite);
        let functions = Function::new(&item.before).zip(Function::new(&after.declaration));
        if let (Some((old, new)), Some(call)) = (functions, self.outline.call(&name)) {
            match self.arguments(call, &old, &new, after) {
                Some(edits) => rewrite.edits.extend(edits),
                None => rewrite.is_undecided = is_compatible(&old, &new),
            }
        }
        rewrite
    }

    /// Returns the range of the item's name. The compiler reports fields with their owner or their value, and an alias has
    /// another name.
    fn name(&self, item: &AffectedItem) -> Option<Range<usize>> {
        let old = segments(&item.key).pop()?;
        let text = self.text.get(self.range.clone())?;
        let Range { start, end } = self.range;
        if text.ends_with(&old) {
            Some(end - old.len()..end)
        } else if text.starts_with(&old) {
            Some(start..start + old.len())
        } else {
            None
        }
    }

    /// Renames an item, with the modules and types before it in a path.
    fn rename(&self, name: &Range<usize>, old: &Key, new: &Key, rewrite: &mut Rewrite) {
        let (was, is) = (segments(old), segments(new));
        let (Some(old_name), Some(new_name)) = (was.last(), is.last()) else { return };
        let edits = &mut rewrite.edits;
        if old_name != new_name {
            if self.outline.is_shorthand(name) {
                edits.push(Edit::insert(name.start, format!("{new_name}: ")));
            } else if !old.member.is_empty() {
                edits.push(Edit::replace(name.clone(), new_name));
            } else {
                edits.extend(self.new_name(name, new).map(|new_name| Edit::replace(name.clone(), new_name)));
            }
        }
        // A type can move to a module at another depth, as an error type that is now shared.
        let names = if old.member.is_empty() { 1 } else { 2 };
        let (modules, named) = (was.len().saturating_sub(names), is.len().saturating_sub(names));
        let same_depth = if modules == named { was.len() } else { names };
        let above = was.iter().rev().zip(is.iter().rev()).take(same_depth).skip(1);
        let mut start = name.start;
        for (was, is) in above {
            let Some(before) = self.text[..start].strip_suffix("::").and_then(|before| strip_path(before, was)) else {
                break;
            };
            let range = before.len()..before.len() + was.len();
            let is_type = new.owner.ends_with(&format!("::{is}"));
            let new_name = if is_type { self.new_name(&range, new) } else { Some(is.clone()) };
            if let Some(new_name) = new_name.filter(|_| was != is) {
                edits.push(Edit::replace(range, new_name));
                rewrite.import = Some((was.clone(), is.clone())).filter(|_| !before.ends_with("::"));
            }
            start = before.len();
        }
        let (modules, named) = (was[..modules].join("::"), is[..named].join("::"));
        let before = self.text[..start].strip_suffix("::").and_then(|before| strip_path(before, &modules));
        if let Some(before) = before.filter(|_| modules != named && same_depth == names) {
            edits.push(Edit::replace(before.len()..before.len() + modules.len(), named));
        }
        edits.extend(self.regroup(name, &was, &is));
    }

    /// Returns what to write instead of the old name of a type. `None` if the file uses the new name for something else,
    /// and the old one stays.
    fn new_name(&self, range: &Range<usize>, new: &Key) -> Option<String> {
        let (modules, name) = split_path(&new.owner);
        let Outline { imports, .. } = self.outline;
        let before = self.text.get(..range.start).unwrap_or_default();
        let is_local = ["super::", "self::", "crate::"].iter().any(|path| before.ends_with(path));
        let place = imports.place(range);
        let is_first = match place {
            ImportPlace::None => is_local || !before.ends_with("::"),
            ImportPlace::Plain => true,
            ImportPlace::Aliased => false,
        };
        let old = self.text.get(range.clone())?;
        if !is_first || !self.outline.declares(self.text, old, name) {
            Some(name.to_owned())
        } else if place == ImportPlace::Plain {
            Some(format!("{name} as {old}"))
        } else {
            imports.glob(modules).filter(|_| !is_local).map(|glob| format!("{glob}{name}"))
        }
    }

    /// Calls the function of another group on the client.
    fn regroup(&self, name: &Range<usize>, was: &[String], is: &[String]) -> Option<Edit> {
        let ([api, was, ..], [_, is, ..]) = (was, is) else { return None };
        let receiver = self.outline.call(name)?.receiver.clone()?;
        let group = self.outline.call_at(&receiver).filter(|group| group.arguments.is_empty())?;
        let is_group = api == "api" && was != is && self.text.get(group.name.clone()) == Some(was);
        is_group.then(|| Edit::replace(group.name.clone(), is))
    }

    /// Returns `true` if a method is now one of another group, and its receiver is not written here.
    fn has_other_receiver(&self, name: &Range<usize>, old: &Key, new: &Key) -> bool {
        let is_method = self.outline.call(name).is_some_and(|call| call.receiver.is_some());
        let is_group = old.owner.starts_with("api::") && old.member.starts_with("::") && !old.owner.contains('<');
        is_method && is_group && old.owner != new.owner && self.regroup(name, &segments(old), &segments(new)).is_none()
    }

    /// Returns the edits for other arguments. `None` if a value is missing or has no place.
    fn arguments(&self, call: &Call, old: &Function, new: &Function, after: &Successor) -> Option<Vec<Edit>> {
        if call.arguments.len() != old.arguments.len() {
            return (old.arguments == new.arguments).then(Vec::new);
        }
        let chain: Vec<&Call> = self.outline.chain(call).collect();
        let mut edits = Vec::new();
        let mut values = Vec::new();
        for (name, ty) in &new.arguments {
            let position = old.arguments.iter().position(|(known, _)| known == name);
            values.push(match position {
                Some(at) => self.converted(self.argument(call, at), &old.arguments[at].1, ty),
                None => match chain.iter().find(|setter| self.text.get(setter.name.clone()) == Some(name)) {
                    // The value of a setter that became an argument.
                    Some(setter) => {
                        let [value] = setter.arguments.as_slice() else { return None };
                        edits.push(Edit::remove(self.chained(setter)?));
                        vec![Piece::Source(value.clone())]
                    }
                    None => vec![Piece::Text(after.defaults.get(name)?.clone())],
                },
            });
        }
        let setters = setters(&after.key, new);
        for (index, (name, _)) in old.arguments.iter().enumerate() {
            if new.arguments.iter().any(|(known, _)| known == name) {
                continue;
            }
            // An argument that became a setter.
            let (owner, member) = (setters.clone(), format!("::{name}"));
            self.interface.get(&Key { owner, member })?;
            let end = call.whole.end;
            let value = Piece::Source(self.argument(call, index));
            let pieces = vec![Piece::Text(format!(".{name}(")), value, Piece::Text(")".to_owned())];
            edits.push(Edit { range: end..end, pieces, is_place: false });
        }
        edits.extend(replaced_arguments(call, values));
        Some(edits)
    }

    /// Returns the range of an argument with the comment before it.
    fn argument(&self, call: &Call, index: usize) -> Range<usize> {
        let Range { start, end } = call.arguments[index];
        let previous = index.checked_sub(1).map_or(start, |previous| call.arguments[previous].end);
        let between = self.text.get(previous..start).unwrap_or_default();
        let comment = between.find(',').map_or("", |comma| between[comma + 1..].trim_start());
        start - comment.len()..end
    }

    /// Returns the range of a method call without its receiver, and without a comment before it.
    fn chained(&self, call: &Call) -> Option<Range<usize>> {
        let start = call.receiver.as_ref()?.end;
        let between = self.text.get(start..call.name.start)?;
        let start = if between.contains('/') { start + between.rfind('.')? } else { start };
        Some(start..call.whole.end)
    }

    /// Returns a value as another type: in `Some`, or an integer literal as a number.
    fn converted(&self, value: Range<usize>, was: &str, is: &str) -> Vec<Piece> {
        let literal = self.text.get(value.clone()).unwrap_or_default().trim_start_matches('-');
        let is_integer = !literal.is_empty() && literal.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
        let value = Piece::Source(value);
        let text = |text: &str| Piece::Text(text.to_owned());
        if is == format!("Option<{was}>") {
            vec![text("Some("), value, text(")")]
        } else if is_integer && is_integer_type(was) && matches!(is, "f64" | "f32") {
            vec![value, text(".0")]
        } else {
            vec![value]
        }
    }
}

/// Replaces the arguments of a call, each in its place if their number is the same.
fn replaced_arguments(call: &Call, values: Vec<Vec<Piece>>) -> Vec<Edit> {
    let (first, last) = match (call.arguments.first(), call.arguments.last()) {
        (Some(first), Some(last)) if call.arguments.len() != values.len() => (first.start, last.end),
        (None, _) if !values.is_empty() => (call.whole.end - 1, call.whole.end - 1),
        _ => {
            let same = call.arguments.iter().cloned().zip(values);
            let is_changed = |range: &Range<usize>, pieces: &[Piece]| match pieces {
                [Piece::Source(source)] => source.end != range.end,
                _ => true,
            };
            let changed = same.filter(|(range, pieces)| is_changed(range, pieces));
            return changed.map(|(range, pieces)| Edit { range, pieces, is_place: true }).collect();
        }
    };
    let mut pieces = Vec::new();
    for value in values {
        if !pieces.is_empty() {
            pieces.push(Piece::Text(", ".to_owned()));
        }
        pieces.extend(value);
    }
    vec![Edit { range: first..last, pieces, is_place: true }]
}

/// Returns the owner of the setters of a function's result.
fn setters(function: &Key, new: &Function) -> String {
    match (new.output.as_str(), function.owner.rsplit_once("::")) {
        ("Self", _) => function.owner.clone(),
        (output, Some((module, _))) => format!("{module}::{output}"),
        (output, None) => output.to_owned(),
    }
}

/// Returns `true` if calls of the old function compile with the new one.
fn is_compatible(old: &Function, new: &Function) -> bool {
    let types = |function: &Function| function.arguments.iter().map(|(_, ty)| ty.clone()).collect::<Vec<_>>();
    types(old) == types(new)
}

/// Returns the path of an item as programs write it: modules, owner and member.
fn segments(key: &Key) -> Vec<String> {
    let path = key.path().replace('.', "::");
    path.split("::").map(str::to_owned).collect()
}

fn is_integer_type(ty: &str) -> bool {
    matches!(ty, "i8" | "i16" | "i32" | "i64" | "i128" | "u8" | "u16" | "u32" | "u64" | "u128")
}

/// Returns a text without a path at its end.
fn strip_path<'t>(text: &'t str, path: &str) -> Option<&'t str> {
    text.strip_suffix(path).filter(|before| !before.ends_with(is_word))
}

fn is_word(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}

/// Returns the feature that an item newly requires.
pub(super) fn new_feature<'i>(item: &'i AffectedItem, after: &'i Successor) -> Option<&'i str> {
    after.feature.as_deref().filter(|feature| item.feature.as_deref() != Some(feature))
}
