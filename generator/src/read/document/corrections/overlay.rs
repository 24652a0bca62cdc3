//! Overlays: actions on what JSONPath queries select (OpenAPI Overlay 1.0 and 1.1, RFC 9535).

use std::cmp::Ordering;

use serde_json::Value;
use serde_json_path::{JsonPath, NormalizedPath};

use super::edit::{CorrectionReader, Edit};
use super::merge::{self, AppliedEdits, EditLocation};
use crate::base::diagnostic::Result;
use crate::base::pointer::Pointer;

/// The actions of an overlay, in order.
pub(super) struct Overlay(Vec<Action>);

struct Action {
    at: Pointer,
    target: JsonPath,
    kind: ActionKind,
}

enum ActionKind {
    Remove,
    Update(Value),
    Copy(JsonPath),
}

impl Overlay {
    pub(super) fn read(value: &Value, reader: &CorrectionReader<'_>) -> Result<Self> {
        let root = Pointer::root();
        let version = value.get("overlay").and_then(Value::as_str).unwrap_or_default();
        if !["1.0", "1.1"].iter().any(|known| version.strip_prefix(known).is_some_and(|rest| rest.starts_with('.'))) {
            let message = format!("Overlay version `{version}` is not supported");
            return Err(reader.invalid(&root.child("overlay"), message, "write 1.0.0 or 1.1.0"));
        }
        let actions = value.get("actions").and_then(Value::as_array).filter(|actions| !actions.is_empty());
        let Some(actions) = actions else {
            let help = "add at least one action with a `target` to `actions`";
            return Err(reader.invalid(&root.child("actions"), "the overlay has no actions", help));
        };
        let at = |index| root.child("actions").index(index);
        let read = actions.iter().enumerate().map(|(index, action)| Action::read(action, at(index), reader));
        read.collect::<Result<_>>().map(Self)
    }

    /// Applies all actions. Reports those that have no effect.
    pub(super) fn apply(&self, description: &mut Value, reader: &mut CorrectionReader<'_>) -> Result<Vec<Edit>> {
        let mut edits = Vec::new();
        for action in &self.0 {
            let places = places(&action.target, description);
            let AppliedEdits { edits: applied, changed } = action.apply(description, &places, reader)?;
            match (places.is_empty(), changed) {
                (true, _) => reader.unmatched(&action.at.child("target"), "the action selects nothing"),
                (false, false) => reader.warn_no_effect(&action.at, "the action changes nothing"),
                _ => {}
            }
            edits.extend(applied);
        }
        Ok(edits)
    }
}

impl Action {
    fn read(action: &Value, at: Pointer, reader: &CorrectionReader<'_>) -> Result<Self> {
        let query = |name: &str| match action.get(name) {
            None => Ok(None),
            Some(text) => parsed(text, &at.child(name), reader).map(Some),
        };
        let Some(target) = query("target")? else {
            let help = "write a JSONPath, such as `target: $.paths['/story'].get`";
            return Err(reader.invalid(&at, "the action has no target", help));
        };
        let remove = action.get("remove").is_some_and(|remove| *remove == Value::Bool(true));
        let kind = match (remove, action.get("update"), query("copy")?) {
            (true, _, _) => ActionKind::Remove,
            (false, Some(update), None) => ActionKind::Update(update.clone()),
            (false, None, Some(source)) => ActionKind::Copy(source),
            _ => {
                let help = "use one of `update`, `copy` and `remove: true`";
                return Err(reader.invalid(&at, "the action must have exactly one operation", help));
            }
        };
        Ok(Self { at, target, kind })
    }

    fn apply(
        &self,
        description: &mut Value,
        places: &[Pointer],
        reader: &CorrectionReader<'_>,
    ) -> Result<AppliedEdits> {
        let mut applied = AppliedEdits::default();
        match &self.kind {
            ActionKind::Remove => {
                places.iter().try_for_each(|place| self.remove(description, place, &mut applied, reader))?
            }
            ActionKind::Update(update) => {
                self.update(description, places, update, &self.at.child("update"), &mut applied, reader)?
            }
            ActionKind::Copy(source) => {
                let from = self.at.child("copy");
                let source = source.query(description).exactly_one().cloned().map_err(|_| {
                    let message = "the query must select exactly one value";
                    reader.invalid(&from, message, "change the query to select one value")
                })?;
                self.update(description, places, &source, &from, &mut applied, reader)?;
            }
        }
        Ok(applied)
    }

    fn remove(
        &self,
        description: &mut Value,
        place: &Pointer,
        applied: &mut AppliedEdits,
        reader: &CorrectionReader<'_>,
    ) -> Result<()> {
        let Some((parent, step)) = place.split_last() else {
            let message = "the action removes the whole description";
            return Err(reader.invalid(&self.at.child("target"), message, "select a part of the description"));
        };
        match description.pointer_mut(parent.as_str()) {
            Some(Value::Object(members)) => drop(members.shift_remove(&step)),
            Some(Value::Array(elements)) => {
                let index = step.parse().unwrap_or_default();
                elements.remove(index);
                applied.edits.push(Edit::Remove(parent, index));
            }
            _ => {}
        }
        applied.changed = true;
        Ok(())
    }

    fn update(
        &self,
        description: &mut Value,
        places: &[Pointer],
        update: &Value,
        from: &Pointer,
        applied: &mut AppliedEdits,
        reader: &CorrectionReader<'_>,
    ) -> Result<()> {
        for place in places {
            let Some(target) = description.pointer_mut(place.as_str()) else { continue };
            let done = match target {
                Value::Array(elements) if !update.is_array() => {
                    merge::append(elements, update, place, from.clone(), applied);
                    Ok(())
                }
                target => {
                    let at = EditLocation { target: place.clone(), source: from.clone() };
                    merge::overlay(target, update, &at, applied)
                }
            };
            done.map_err(|unlike| {
                let message = format!("the value at `{unlike}` and its update are of different kinds");
                reader.invalid(from, message, "remove the value in an earlier action")
            })?;
        }
        Ok(())
    }
}

/// Returns the locations that a query selects, last one first, so that an action does not shift the ones that follow.
fn places(query: &JsonPath, description: &Value) -> Vec<Pointer> {
    let selected = query.query_located(description).dedup();
    let mut places: Vec<&NormalizedPath<'_>> = selected.locations().collect();
    places.sort_by(|one, other| other.partial_cmp(one).unwrap_or(Ordering::Equal));
    places.iter().map(|place| Pointer::root().append(&place.to_json_pointer())).collect()
}

fn parsed(text: &Value, at: &Pointer, reader: &CorrectionReader<'_>) -> Result<JsonPath> {
    let text = text.as_str().unwrap_or_default();
    JsonPath::parse(text).map_err(|error| {
        let message = format!("invalid JSONPath `{text}`: {}, at character {}", error.message(), error.position() + 1);
        reader.invalid(at, message, "write a query as in RFC 9535, such as `$.paths['/story'].get`")
    })
}
