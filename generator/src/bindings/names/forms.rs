//! Names of the two forms of a type, where it needs two.
//!
//! | the type | what is received | what is sent |
//! |---|---|---|
//! | needs two | `Story` | `StoryInput` |
//! | was only sent before | `StoryOutput` | `Story` |
//! | had two, and is only sent now | | `StoryInput` |
//! | was only received before, and has members of three states | `Story` | `StoryInput` |

use std::collections::HashSet;

use super::TypeNames;
use super::memory::{Book, Memory};
use super::scope::Contender;
use crate::analysis::{Analysis, Form, has_three_states};
use crate::model::{Api, Definition, Shape, TypeId};

/// What the name of what is sent is remembered by.
pub(super) fn sent_place(place: &str) -> String {
    format!("{place}#sent")
}

/// What the name of what is received is remembered by, where it is not the type's own.
pub(super) fn received_place(place: &str) -> String {
    format!("{place}#received")
}

/// Where it is remembered that the type's own name belongs to what is sent, since nothing else was there at first.
fn only_sent_place(place: &str) -> String {
    format!("{place}#only sent")
}

/// Where it is remembered that a type was received and not sent, so that its members have no third state.
fn only_received_place(place: &str) -> String {
    format!("{place}#only received")
}

/// Whether a type was received, and not sent, before.
pub(crate) fn was_only_received(api: &Api, definition: &Definition, memory: &Memory) -> bool {
    memory.given(&only_received_place(&api.place_of(definition))).is_some()
}

/// Names the forms that are not called by the type's own name.
pub(super) fn forms(
    api: &Api,
    analysis: &Analysis,
    names: &mut [TypeNames],
    taken: &mut HashSet<String>,
    book: &mut Book<'_>,
) {
    let others: Vec<Other> = api.definitions().filter_map(|(id, _)| other(api, analysis, id, book.memory)).collect();
    let contenders: Vec<Contender> = others.iter().map(|other| contender(api, names, other, book.memory)).collect();
    let given = book.allocate(&contenders, taken);
    for (other, name) in others.iter().zip(&given) {
        taken.insert(name.clone());
        let names = &mut names[other.id.index()];
        match other.form {
            Form::Received => names.output = Some(name.clone()),
            Form::Sent => names.input = Some(name.clone()),
        }
    }
    for (other, (contender, name)) in others.iter().zip(contenders.iter().zip(&given)) {
        let kept = other.by_memory || book.is_exception(&contender.place);
        for place in api.places_of(api.definition(other.id)).map(|place| other.place(&place)) {
            book.remember_at(&place, name, &contender.natural);
            if kept {
                book.keep(&place, name);
            }
        }
    }
    for (id, definition) in api.definitions() {
        if analysis.forms.emitted(id) == [Form::Sent] && names[id.index()].input.is_none() {
            for place in api.places_of(definition) {
                book.remember(&only_sent_place(&place), &names[id.index()].name);
            }
        }
        let received = only_received_place(&api.place_of(definition));
        if analysis.forms.is_split_by_history(id) {
            book.keep(&received, &names[id.index()].name);
            book.remember(&received, &names[id.index()].name);
        } else if !analysis.forms.is_sent(id) && has_three_states(&definition.shape) {
            book.remember(&received, &names[id.index()].name);
        }
    }
}

/// A form of a type that is not called by the type's own name.
struct Other {
    id: TypeId,
    form: Form,
    /// Whether the rules alone would have it otherwise.
    by_memory: bool,
}

impl Other {
    /// What its name is remembered by, at a place of its type.
    fn place(&self, place: &str) -> String {
        match self.form {
            Form::Received => received_place(place),
            Form::Sent => sent_place(place),
        }
    }
}

fn other(api: &Api, analysis: &Analysis, id: TypeId, memory: &Memory) -> Option<Other> {
    let definition = api.definition(id);
    let had = |of: fn(&str) -> String| api.places_of(definition).any(|place| memory.had(&of(&place)).is_some());
    let has_forms = !matches!(definition.shape, Shape::Codes(_) | Shape::Words(_));
    let (form, by_memory) = match analysis.forms.emitted(id) {
        [Form::Received, Form::Sent] if had(received_place) || had(only_sent_place) => (Form::Received, true),
        [Form::Received, Form::Sent] => (Form::Sent, false),
        [Form::Sent] if has_forms && had(sent_place) => (Form::Sent, true),
        [Form::Received] if !analysis.forms.is_sent(id) && has_forms && had(received_place) => (Form::Received, true),
        _ => return None,
    };
    Some(Other { id, form, by_memory })
}

fn contender(api: &Api, names: &[TypeNames], other: &Other, memory: &Memory) -> Contender {
    let definition = api.definition(other.id);
    let own = &names[other.id.index()].name;
    let place = memory.known_place(api.places_of(definition).map(|place| other.place(&place)));
    let (natural, spelled) = match other.form {
        Form::Received => (format!("{own}Output"), format!("{own}ReceivedForm")),
        Form::Sent => (format!("{own}Input"), format!("{own}SentForm")),
    };
    Contender { place, natural, others: Vec::new(), alternatives: vec![spelled], exact: false }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::analysis::Form;
    use crate::bindings::Settings;
    use crate::bindings::names::Memory;
    use crate::config::Config;
    use crate::diagnostic::Sink;
    use crate::model::TypeId;
    use crate::pipeline::{Emission, run_with};
    use crate::source::Source;

    /// The one type of a description in which it is received, sent, or both.
    fn made(methods: &[&str], memory: &Memory) -> Emission {
        described(r#""id": { "type": "string", "readOnly": true }, "name": { "type": "string" }"#, methods, memory)
    }

    /// The same, with members of three states instead of one that is only received.
    fn patched(methods: &[&str], memory: &Memory) -> Emission {
        described(r#""name": { "type": "string", "nullable": true }"#, methods, memory)
    }

    fn described(members: &str, methods: &[&str], memory: &Memory) -> Emission {
        let content = r##"{ "application/json": { "schema": { "$ref": "#/components/schemas/Story" } } }"##;
        let get = format!(r#""get": {{ "responses": {{ "200": {{ "description": "it", "content": {content} }} }} }}"#);
        let put = format!(
            r#""put": {{ "requestBody": {{ "content": {content} }}, "responses": {{ "204": {{ "description": "" }} }} }}"#
        );
        let operations: Vec<String> = [("get", get), ("put", put)]
            .into_iter()
            .filter_map(|(method, operation)| methods.contains(&method).then_some(operation))
            .collect();
        let text = format!(
            r#"{{ "openapi": "3.0.3", "info": {{ "title": "", "version": "" }}, "paths": {{ "/story": {{ {} }} }},
            "components": {{ "schemas": {{ "Story": {{ "type": "object", "properties": {{ {members} }} }} }} }} }}"#,
            operations.join(", ")
        );
        let source = Source::new("stories", text);
        run_with(&source, &Config::default(), Settings::for_comparison(), memory, &mut Sink::new()).unwrap()
    }

    fn called(emission: &Emission) -> [String; 2] {
        [Form::Received, Form::Sent].map(|form| emission.names.of_type(TypeId::new(0), form).to_owned())
    }

    /// The same by way of a ledger.
    fn again(methods: &[&str], emission: &Emission) -> Emission {
        made(methods, &Memory::of_ledger(&emission.names.by_pointer(&emission.api), &BTreeMap::new()))
    }

    #[test]
    fn what_was_there_first_keeps_the_name() {
        let received = made(&["get"], &Memory::default());
        assert_eq!(called(&made(&["get", "put"], &received.given)), ["Story", "StoryInput"]);
        let sent = made(&["put"], &Memory::default());
        let both = made(&["get", "put"], &sent.given);
        assert_eq!(called(&both), ["StoryOutput", "Story"]);
        assert_eq!(called(&again(&["get", "put"], &both)), ["StoryOutput", "Story"]);
    }

    #[test]
    fn three_states_need_no_second_type_unless_there_were_two_before() {
        assert_eq!(called(&patched(&["get", "put"], &Memory::default())), ["Story", "Story"]);
        let sent = patched(&["put"], &Memory::default());
        assert_eq!(called(&patched(&["get", "put"], &sent.given)), ["Story", "Story"]);
        let received = patched(&["get"], &Memory::default());
        let both = patched(&["get", "put"], &received.given);
        assert_eq!(called(&both), ["Story", "StoryInput"]);
        let ledger = Memory::of_ledger(&both.names.by_pointer(&both.api), &BTreeMap::new());
        assert_eq!(called(&patched(&["get", "put"], &ledger)), ["Story", "StoryInput"]);
        assert_eq!(called(&patched(&["get", "put"], &both.given)), ["Story", "StoryInput"]);
    }

    #[test]
    fn what_is_left_alone_keeps_its_name() {
        let both = made(&["get", "put"], &Memory::default());
        let sent = made(&["put"], &both.given);
        assert_eq!(called(&sent)[1], "StoryInput");
        assert_eq!(called(&again(&["put"], &sent))[1], "StoryInput");
        let both = made(&["get", "put"], &made(&["put"], &Memory::default()).given);
        let received = made(&["get"], &both.given);
        assert_eq!(called(&again(&["get"], &received))[0], "StoryOutput");
        assert_eq!(called(&made(&["get", "put"], &received.given)), ["StoryOutput", "Story"]);
    }
}
