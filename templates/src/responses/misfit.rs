//! The place where a value does not fit its description: its path, the names of the description, and the line of
//! `bindery.toml` that accepts it.

use std::fmt;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::value::RawValue;

use crate::requests::escape::line;
use crate::wire::trail::Step;

/// A place where a value does not fit its description.
pub(crate) struct Misfit<'t> {
    steps: &'t [Step],
    /// The path, such as `$.zones[3].name`.
    pub(crate) path: String,
    /// The names of the members in the path.
    pub(crate) names: Vec<String>,
    is_null: bool,
}

impl<'t> Misfit<'t> {
    /// Follows the steps in a body.
    pub(crate) fn find(steps: &'t [Step], body: &[u8]) -> Self {
        let mut search = Search::default();
        let mut deserializer = serde_json::Deserializer::from_slice(body);
        // The search ends with an error where the value is found.
        drop(
            Follow {
                steps,
                search: &mut search,
            }
            .deserialize(&mut deserializer),
        );
        let Search {
            mut path,
            mut names,
            followed,
            is_null,
        } = search;
        for step in &steps[followed..] {
            push_step(&mut path, &mut names, step);
        }
        Self {
            steps,
            path: format!("${path}"),
            names,
            is_null,
        }
    }

    /// Returns what to write so that the value is accepted.
    pub(crate) fn help(&self) -> String {
        let member = self
            .steps
            .iter()
            .rposition(|step| matches!(step, Step::Member(..)));
        let inner = &self.steps[member.map_or(0, |index| index + 1)..];
        let member = member.and_then(|index| match &self.steps[index] {
            Step::Member(schema, index) => Some((*schema, *schema.keys.get(*index)?)),
            _ => None,
        });
        let accepted = match (inner.last(), member) {
            (Some(Step::Absent(schema, name)), _) => Some((*schema, *name, "required = false")),
            (Some(Step::NumberForBoolean), Some((schema, name))) => {
                Some((schema, name, "accepts = [\"number\"]"))
            }
            (Some(Step::Format), Some((schema, name))) => {
                Some((schema, name, "accepts = [\"text\"]"))
            }
            (None, Some((schema, name))) if self.is_null => Some((schema, name, "nullable = true")),
            _ => None,
        };
        match (accepted, member) {
            (Some((schema, name, setting)), _) => format!(
                "if the server is right, add this to bindery.toml, and generate the client again:\n  \
                 [fields]\n  {} = {{ {setting} }}",
                toml_string(&schema.member(name))
            ),
            (None, Some((schema, name))) => format!(
                "`{}` is described as something else: correct the description, or record the traffic and run `bindery \
                 observe`",
                schema.member(name)
            ),
            (None, None) => "the body is described as something else: correct the description, or record the traffic \
                             and run `bindery observe`"
                .to_owned(),
        }
    }
}

/// Returns a string of TOML, whose escapes are those of JSON.
fn toml_string(text: &str) -> String {
    let quoted = serde_json::to_string(text).unwrap_or_default();
    line(&quoted).into_owned()
}

fn push_step(path: &mut String, names: &mut Vec<String>, step: &Step) {
    match step {
        Step::Nth(index) => path.push_str(&format!("[{index}]")),
        Step::Absent(..) | Step::NumberForBoolean | Step::Format => {}
        step => {
            let name = step.name().unwrap_or_default();
            push_name(path, name);
            names.push(name.to_owned());
        }
    }
}

/// Adds a member to a path.
pub(crate) fn push_name(path: &mut String, name: &str) {
    let name: String = name.chars().take(80).collect();
    let name = line(&name);
    if name.chars().all(|c| c.is_alphanumeric() || c == '_') && !name.is_empty() {
        path.push('.');
        path.push_str(&name);
    } else {
        path.push_str(&format!("[\"{name}\"]"));
    }
}

impl Step {
    /// Returns the name of the member.
    fn name(&self) -> Option<&str> {
        match self {
            Self::Member(schema, index) => schema.keys.get(*index).copied(),
            Self::Named(name) => Some(name),
            Self::Nth(_) | Self::Absent(..) | Self::NumberForBoolean | Self::Format => None,
        }
    }
}

/// The part of the steps that was followed.
#[derive(Default)]
struct Search {
    path: String,
    names: Vec<String>,
    followed: usize,
    is_null: bool,
}

/// Follows steps in a body, which names the entries of maps.
struct Follow<'s> {
    steps: &'s [Step],
    search: &'s mut Search,
}

impl<'s> Follow<'s> {
    fn next(&mut self, step: &Step) -> Follow<'_> {
        push_step(&mut self.search.path, &mut self.search.names, step);
        self.search.followed += 1;
        let steps = &self.steps[1..];
        Follow {
            steps,
            search: self.search,
        }
    }
}

impl<'de> DeserializeSeed<'de> for Follow<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        match self.steps.first() {
            Some(Step::Member(..) | Step::Named(_) | Step::Nth(_)) => {
                deserializer.deserialize_any(self)
            }
            _ => {
                let found = <&RawValue>::deserialize(deserializer)?;
                self.search.is_null = found.get() == "null";
                Ok(())
            }
        }
    }
}

/// The error that ends the search.
fn end<E: Error>() -> E {
    E::custom("the search has ended")
}

impl<'de> Visitor<'de> for Follow<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object or an array")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut members: A) -> Result<(), A::Error> {
        let Some(step) = self.steps.first().cloned() else {
            return Err(end());
        };
        let mut count = 0;
        while let Some(key) = members.next_key::<String>()? {
            let is_next = match &step {
                Step::Nth(index) => *index == count,
                step => step.name() == Some(key.as_str()),
            };
            if is_next {
                members.next_value_seed(self.next(&Step::Named(key.into())))?;
                return Err(end());
            }
            members.next_value::<IgnoredAny>()?;
            count += 1;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut elements: A) -> Result<(), A::Error> {
        let Some(step) = self.steps.first().cloned() else {
            return Err(end());
        };
        let Step::Nth(index) = step else {
            return Err(end());
        };
        for _ in 0..index {
            elements.next_element::<IgnoredAny>()?;
        }
        elements.next_element_seed(self.next(&step))?;
        Err(end())
    }
}
