//! Adapts a program to a new version of its client: edits where the meaning is certain, and comments elsewhere.
//!
//! The program is checked after each round of edits, and the errors of the compiler lead to the next one, until nothing
//! changes. Nothing is written before that.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use super::check::Checker;
use super::diagnostics::{Message, Span, Suggestion};
use super::edit::Edit;
use super::features::enable_features;
use super::markers::{Undecided, mark_decisions};
use super::packages::Program;
use super::patch::{Patch, check_clean};
use super::retype::retype;
use super::rewrite::UseSite;
use super::sources::Sources;
use super::upgrade::{ClientUpgrade, Side};
use super::uses::marked_uses;
use crate::diagnostic::Result;

/// Maximum number of rounds. Each adapts code that earlier errors hid.
const MAX_ROUNDS: usize = 8;

/// Returns the changes that adapt the package or workspace at a path. `force` allows uncommitted changes.
pub(crate) fn migrate(path: &Path, upgrade: &ClientUpgrade, force: bool) -> Result<Patch> {
    let program = Program::load(path, &upgrade.client())?;
    if !force {
        check_clean(&program)?;
    }
    let checker = Checker::new(&program, upgrade)?;
    let mut migration = Migration { program: &program, upgrade, checker, sources: Sources::default() };
    let undecided = migration.run()?;
    let decisions = mark_decisions(&mut migration.sources, &undecided, &program, upgrade);
    Ok(Patch::new(migration.sources, decisions, &program))
}

struct Migration<'p> {
    program: &'p Program,
    upgrade: &'p ClientUpgrade,
    checker: Checker<'p>,
    sources: Sources,
}

impl Migration<'_> {
    /// Edits the sources, and returns what is left to the user.
    fn run(&mut self) -> Result<Vec<Undecided>> {
        let uses = marked_uses(&self.checker, self.program)?;
        self.sources = Sources::new(&uses, self.program);
        let mut undecided = self.rewrite_uses();
        let mut errors = self.errors()?;
        for _ in 0..MAX_ROUNDS {
            let has_features = enable_features(&mut self.sources, &errors, self.program, self.upgrade);
            if !self.apply_suggestions(&errors) && !has_features {
                break;
            }
            errors = self.errors()?;
        }
        let catch_alls = self.catch_alls();
        // Lints report the same patterns, such as one that makes the next one unreachable.
        let has_catch_all = |span: &Span| catch_alls.iter().any(|place| place.span.file == span.file);
        errors.retain(|error| !error.is_lint() || !error.span().is_some_and(has_catch_all));
        undecided.extend(catch_alls);
        // A change that compiles silently is reported unless an error is at the same place.
        undecided.retain(|place| {
            let Some(file) = self.sources.files.get(&place.span.file) else { return false };
            let statement = file.statement(place.span.bytes.0);
            let mut same_file = errors.iter().filter_map(Message::span).filter(|span| span.file == place.span.file);
            !same_file.any(|span| statement.contains(&span.bytes.0))
        });
        undecided.extend(errors.iter().filter_map(|error| {
            Some(Undecided { span: error.span()?.clone(), item: None, error: Some(error.summary()) })
        }));
        Ok(undecided)
    }

    /// Applies the edits of all uses, and returns the uses whose meaning is not certain although they compile.
    fn rewrite_uses(&mut self) -> Vec<Undecided> {
        let mut undecided = Vec::new();
        for (path, file) in &mut self.sources.files {
            let Some(outline) = &file.outline else { continue };
            let mut edits = Vec::new();
            let mut unclear = Vec::new();
            let mut imports: BTreeMap<(String, String), usize> = BTreeMap::new();
            for (index, (range, number)) in file.uses.iter().enumerate() {
                let Some(changed) = self.upgrade.items.get(*number) else { continue };
                let site =
                    UseSite { text: &file.text, outline, interface: &self.upgrade.interface, range: range.clone() };
                let rewrite = site.rewrite(&changed.item);
                edits.extend(rewrite.edits);
                unclear.extend((rewrite.is_undecided || changed.is_ambiguous()).then_some(index));
                rewrite.import.into_iter().for_each(|import| *imports.entry(import).or_default() += 1);
            }
            let imports = imports.iter();
            edits
                .extend(imports.filter_map(|((old, new), count)| outline.imports.rename(&file.text, old, new, *count)));
            file.apply(edits);
            let duplicates = file.outline.as_ref().map(|outline| outline.imports.duplicates(&file.text));
            file.apply(duplicates.unwrap_or_default());
            for (range, number) in unclear.into_iter().map(|index| &file.uses[index]) {
                let span = Span::at(path, range);
                undecided.push(Undecided { span, item: Some(*number), error: None });
            }
        }
        undecided
    }

    /// Returns the edit that makes a variable a number if the compiler cannot combine it with one. The type of the variable
    /// is not written, so that its meaning is that of the values.
    fn number<'e>(&self, error: &'e Message) -> Option<(&'e Path, Edit)> {
        let is_mixed =
            error.text.contains("`{integer}`") && ["`f64`", "`f32`"].iter().any(|ty| error.text.contains(ty));
        let span = error.span().filter(|span| is_mixed && !span.is_macro)?;
        let file = self.sources.files.get(&span.file)?;
        let statement = file.statement(span.bytes.0);
        let edit = file.outline.as_ref()?.number(&file.text, &statement, span.bytes.0)?;
        Some((&span.file, edit))
    }

    /// Returns the edits that read a field without `if let Some(..)` if it is now always present.
    fn read_present_field<'e>(&self, error: &'e Message) -> Option<(&'e Path, Vec<Edit>)> {
        let span = error.span().filter(|span| error.code == "E0308" && !span.is_macro)?;
        let file = self.sources.files.get(&span.file)?;
        let read = file.outline.as_ref()?.optional_reads.iter().find(|read| read.some == span.range())?;
        let used = file.uses.iter().filter(|(range, _)| read.value.start <= range.start && range.end <= read.value.end);
        let mut used = used.filter_map(|(_, number)| Some(&self.upgrade.items.get(*number)?.item));
        let is_present = used.any(|item| {
            let types =
                item.before.split_once(": ").zip(item.after.as_ref().and_then(|new| new.declaration.split_once(": ")));
            types.is_some_and(|((_, was), (_, is))| was == format!("Option<{is}>"))
        });
        is_present.then(|| (span.file.as_path(), read.without_condition()))
    }

    /// Returns `true` if a suggestion makes the value of `.unwrap_or(..)` optional.
    fn wraps_alternative(&self, suggestion: &Suggestion) -> bool {
        let Some((span, text)) = suggestion.replacements.first() else { return false };
        let before = self.sources.files.get(&span.file).and_then(|file| file.text.get(..span.bytes.0));
        text == "Some(" && before.is_some_and(|before| before.ends_with(".unwrap_or("))
    }

    /// Returns the uses of removed variants in patterns that compile: a name that nothing has is a variable, which matches
    /// every value.
    fn catch_alls(&self) -> Vec<Undecided> {
        let files = self.sources.files.iter().filter_map(|(path, file)| Some((path, file, file.outline.as_ref()?)));
        let places = files.flat_map(|(path, file, outline)| {
            let is_removed = |range: &Range<usize>, number: usize| {
                let item = self.upgrade.items.get(number).map(|changed| &changed.item).filter(|it| it.after.is_none());
                let name = item.and_then(|item| item.key.member.strip_prefix("::"));
                name.is_some() && name == file.text.get(range.clone())
            };
            let uses = file.uses.iter();
            let uses = uses.filter(move |(range, number)| outline.is_variable(range) && is_removed(range, *number));
            uses.map(|(range, number)| Undecided { span: Span::at(path, range), item: Some(*number), error: None })
        });
        places.collect()
    }

    /// Returns the errors of the program with the new client.
    fn errors(&self) -> Result<Vec<Message>> {
        let messages = self.checker.check(Side::New, &self.sources.edited())?;
        Ok(messages.into_iter().filter(|message| message.is_error).collect())
    }

    /// Applies the suggestions of the compiler that are certain. Returns `true` if the program changed.
    fn apply_suggestions(&mut self, errors: &[Message]) -> bool {
        let mut pending: BTreeMap<&Path, Vec<Edit>> = BTreeMap::new();
        // Imports may seem to be unused because of another error.
        let are_lints = errors.iter().all(Message::is_lint);
        let considered = errors.iter().filter(|error| are_lints || !error.is_lint());
        let suggestions = considered.filter_map(certain_suggestion);
        for suggestion in suggestions.filter(|suggestion| !self.wraps_alternative(suggestion)) {
            let edits = suggestion.replacements.iter().map(|(span, text)| Edit::replace(span.range(), text));
            let edits: Vec<Edit> = edits.collect();
            let known = pending.entry(&suggestion.replacements[0].0.file).or_default();
            if !edits.iter().any(|edit| known.iter().any(|known| known.overlaps(edit))) {
                known.extend(edits);
            }
        }
        for (path, edit) in errors.iter().filter_map(|error| self.number(error)) {
            let known = pending.entry(path).or_default();
            known.extend((!known.contains(&edit)).then_some(edit));
        }
        let present = errors.iter().filter_map(|error| self.read_present_field(error));
        for (path, edits) in present.chain(retype(errors, &self.sources, &self.upgrade.types)) {
            let known = pending.entry(path).or_default();
            if !edits.iter().any(|edit| known.iter().any(|known| known.overlaps(edit))) {
                known.extend(edits);
            }
        }
        let mut is_changed = false;
        for (path, edits) in pending {
            if let Some(file) = self.sources.file(path, self.program) {
                is_changed |= file.apply(edits);
            }
        }
        is_changed
    }
}

/// Returns a suggestion whose meaning is certain: the compiler says so, or it wraps a value in `Some`.
fn certain_suggestion(error: &Message) -> Option<&Suggestion> {
    let is_certain = |suggestion: &&Suggestion| {
        let [(first, _), ..] = suggestion.replacements.as_slice() else { return false };
        let texts: Vec<&str> = suggestion.replacements.iter().map(|(_, text)| text.as_str()).collect();
        let is_wrapped = error.code == "E0308" && texts == ["Some(", ")"];
        let is_here = suggestion.replacements.iter().all(|(span, _)| span.file == first.file && !span.is_macro);
        // Some suggestions compile and panic, or remove code.
        let is_safe = |text: &&str| {
            !text.trim().is_empty() && !["unwrap", "expect", "panic", "todo"].iter().any(|word| text.contains(word))
        };
        let is_safe = error.code == "unused_imports" || texts.iter().all(is_safe);
        (is_wrapped || (suggestion.is_certain && is_safe)) && is_here
    };
    error.suggestions.iter().find(is_certain)
}
