//! Parameters that are constants before or after: they are sent without an argument.

use std::collections::{HashMap, HashSet};

use super::ChangeKind;
use super::compare::{Comparison, Part};
use super::input::{accounts, excerpt, parameter_phrase, parameter_subject};
use super::operation::path_parameters;
use super::side::{Claim, Side};
use crate::model::{Operation, Parameter, ParameterLocation};

/// A parameter on one side; constants have no argument index.
#[derive(Clone, Copy)]
struct Known<'m> {
    parameter: &'m Parameter,
    argument: Option<usize>,
}

type Key = (ParameterLocation, String);

impl Comparison<'_> {
    /// Reports the parameters that are constants on either side, and returns the indexes of the arguments among them.
    pub(super) fn constant_parameters(
        &mut self,
        part: &Part<'_>,
        before: usize,
        after: usize,
    ) -> (HashSet<usize>, HashSet<usize>) {
        let (old, new) = (self.old, self.new);
        let (one, other) = (&old.api.operations[before], &new.api.operations[after]);
        let (mut arguments_before, mut arguments_after) = (HashSet::new(), HashSet::new());
        if one.constants.is_empty() && other.constants.is_empty() {
            return (arguments_before, arguments_after);
        }
        let (was, is) = (Keys::new(one), Keys::new(other));
        for parameter in &one.constants {
            let now = is.known.get(&was.key(parameter)).copied();
            arguments_after.extend(now.and_then(|now| now.argument));
            let was = Known { parameter, argument: None };
            self.constant_parameter(part, (Some(was), before), (now, after));
        }
        for parameter in &other.constants {
            let was = was.known.get(&is.key(parameter)).copied();
            arguments_before.extend(was.and_then(|was| was.argument));
            if was.is_none_or(|was| was.argument.is_some()) {
                let now = Known { parameter, argument: None };
                self.constant_parameter(part, (was, before), (Some(now), after));
            }
        }
        (arguments_before, arguments_after)
    }

    fn constant_parameter(
        &mut self,
        part: &Part<'_>,
        (was, before): (Option<Known<'_>>, usize),
        (is, after): (Option<Known<'_>>, usize),
    ) {
        let (old, new) = (self.old, self.new);
        if let (Some(was), Some(is)) = (was, is) {
            self.docs(part, (&was.parameter.docs, &was.parameter.origin), (&is.parameter.docs, &is.parameter.origin));
            if was.parameter.constant == is.parameter.constant {
                return;
            }
        }
        let Some(shown) = is.or(was).map(|known| known.parameter) else { return };
        let (subject, whole) = (parameter_subject(part, shown), parameter_phrase(shown));
        let part = Part { resource: part.resource, subject: &subject };
        let excerpt_of = |side: Side<'_>, known: Option<Known<'_>>| known.map(|known| excerpt(side, known.parameter));
        let (kind, sentence) = match (excerpt_of(old, was), excerpt_of(new, is)) {
            (Some(was), Some(is)) => (ChangeKind::ParameterType, format!("{whole} is {is} instead of {was}")),
            (None, Some(is)) => (ChangeKind::ParameterAdded, format!("{whole} is new, {is}")),
            (_, None) => (ChangeKind::ParameterRemoved, format!("{whole} is gone")),
        };
        let mut found = part.finding(kind, sentence);
        if let Some(was) = was {
            found = found.before(&was.parameter.origin, excerpt(old, was.parameter)).claims(claims(old, before, was));
        }
        if let Some(is) = is {
            found = found.after(&is.parameter.origin, excerpt(new, is.parameter)).claims(claims(new, after, is));
        }
        let found = match (was.map(|was| was.argument), is.map(|is| is.argument)) {
            (_, None) => found.breaks("the server does not take it any more"),
            (None, _) => found.breaks("calls without it are refused; compiled anew, it is sent"),
            (Some(None), Some(None)) => {
                found.breaks("the old value is refused; compiled anew, programs send the new one")
            }
            (Some(_), Some(Some(at))) => {
                let name = &new.names.operation(after).parameters[at];
                found.migrate(format!("give `{name}` to `{}`", new.call(after)))
            }
            (Some(Some(at)), Some(None)) => {
                let name = &old.names.operation(before).parameters[at];
                found.breaks("other values are refused").migrate(format!("take `{name}` out of the call"))
            }
        };
        self.found.push(found);
    }
}

/// The parameters of an operation by key; path parameters by position.
struct Keys<'m> {
    in_path: HashMap<&'m str, usize>,
    known: HashMap<Key, Known<'m>>,
}

impl<'m> Keys<'m> {
    fn new(operation: &'m Operation) -> Self {
        let in_path = path_parameters(&operation.path).into_iter().enumerate();
        let in_path = in_path.map(|(position, name)| (name, position)).collect();
        let mut keys = Self { in_path, known: HashMap::new() };
        let arguments = operation.parameters.iter().enumerate();
        let arguments = arguments.map(|(index, parameter)| Known { parameter, argument: Some(index) });
        let constants = operation.constants.iter().map(|parameter| Known { parameter, argument: None });
        keys.known = arguments.chain(constants).map(|known| (keys.key(known.parameter), known)).collect();
        keys
    }

    fn key(&self, parameter: &Parameter) -> Key {
        let position = self.in_path.get(parameter.wire.as_str()).filter(|_| parameter.place == ParameterLocation::Path);
        (parameter.place, position.map_or_else(|| parameter.wire.clone(), ToString::to_string))
    }
}

fn claims(side: Side<'_>, operation: usize, known: Known<'_>) -> Vec<Claim> {
    let types = side.types_below(&known.parameter.origin);
    known.argument.map(|at| accounts(side, operation, at)).into_iter().flatten().chain(types).collect()
}
