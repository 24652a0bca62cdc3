//! The input of an operation in both versions: its parameters and its body.

use std::collections::HashMap;

use super::compare::Comparison;
use super::object::split_null;
use super::operation::{has_swapped_parameters, renamed_parameters};
use super::pairing::{added, pair};
use super::subject::ChangeSubject;
use super::version::{ApiVersion, Versions};
use super::{ChangeKind, phrase};
use crate::analysis::asks_for_body;
use crate::changes::interface::have_same_arguments;
use crate::ir::Node;
use crate::model::{Body, BodyKind, Operation, Parameter, ParameterLocation, Serialization, identity};

impl Comparison<'_> {
    pub(super) fn compare_parameters(&mut self, subject: &ChangeSubject, index: Versions<usize>) {
        let operations = self.operations(index);
        let constants = self.compare_constant_parameters(subject, index);
        let pairs = pair(keys(operations.old, operations.new), keys(operations.new, operations.old));
        for (at, same) in pairs.iter().enumerate().filter(|(at, _)| !constants.old.contains(at)) {
            match same {
                Some(same) => self.compare_parameter(subject, index, Versions::new(at, *same)),
                None => self.report_removed_parameter(subject, index.old, at),
            }
        }
        self.compare_parameter_order(subject, index, &pairs);
        let replaced = self.replaced_parameters(index);
        let count = operations.new.parameters.len();
        for at in added(&pairs, count).filter(|at| !constants.new.contains(at)) {
            let old_name = replaced.get(&at).map(|old| operations.old.parameters[*old].wire.as_str());
            self.report_added_parameter(subject, index.new, at, old_name);
        }
    }

    /// Reports a different order of arguments: if their types are equal, the compiler does not notice.
    fn compare_parameter_order(&mut self, subject: &ChangeSubject, index: Versions<usize>, pairs: &[Option<usize>]) {
        let new = self.versions.new;
        let operations = self.operations(index);
        if has_swapped_parameters(&operations.old.path, &operations.new.path) {
            self.report_swapped_parameters(subject, index);
            return;
        }
        let parameters = &operations.new.parameters;
        let required = operations.old.parameters.iter().zip(pairs).filter(|(parameter, _)| parameter.required);
        let in_old_order: Vec<usize> =
            required.filter_map(|(_, same)| *same).filter(|same| parameters[*same].required).collect();
        if in_old_order.is_sorted() || new.takes_arguments_struct(index.new) {
            return;
        }
        let mut in_new_order = in_old_order.clone();
        in_new_order.sort_unstable();
        let order = Versions::new(in_old_order, in_new_order);
        let names =
            order.map(|order| order.iter().map(|at| parameters[*at].wire.as_str()).collect::<Vec<_>>().join(", "));
        let found = subject
            .finding(
                ChangeKind::ParameterChanged,
                format!("the order of the arguments of {} changed", subject.quoted()),
            )
            .with_both(operations.map(|operation| &operation.origin), names)
            .breaks("after recompiling, arguments may be swapped silently")
            .migrate(format!("pass the arguments of `{}` in the new order", new.call(index.new)));
        self.found.push(found);
    }

    /// Reports names of path parameters that changed places. The server may only have corrected their names, so that
    /// calls have to be checked.
    fn report_swapped_parameters(&mut self, subject: &ChangeSubject, index: Versions<usize>) {
        let operations = self.operations(index);
        let call = self.versions.new.call(index.new);
        let found = subject
            .finding(
                ChangeKind::ParameterChanged,
                format!("the path parameters of {} changed places", subject.quoted()),
            )
            .with_both(
                operations.map(|operation| &operation.origin),
                operations.map(|operation| operation.path.clone()),
            )
            .breaks(
                "the server may read each value as the other one; after recompiling, they are sent in the new order",
            )
            .migrate(format!("check the order of the arguments of `{call}`"));
        self.found.push(found);
    }

    /// Returns the new parameters that take the position of old ones without a compile error, each with the index of
    /// the old one.
    fn replaced_parameters(&self, index: Versions<usize>) -> HashMap<usize, usize> {
        let functions = self.versions.zip(index).map(|(version, index)| version.function(index));
        let (Some(was), Some(is)) = (functions.old, functions.new) else { return HashMap::new() };
        if is.takes_struct() || !have_same_arguments(was, is) {
            return HashMap::new();
        }
        let required = self.operations(index).map(|operation| -> Vec<usize> {
            (0..operation.parameters.len()).filter(|at| operation.parameters[*at].required).collect()
        });
        required.new.into_iter().zip(required.old).collect()
    }

    fn report_removed_parameter(&mut self, subject: &ChangeSubject, index: usize, at: usize) {
        let old = self.versions.old;
        let parameter = &old.api.operations[index].parameters[at];
        let nodes = Versions::only_old(Node::Parameter(index, at));
        let found = ChangeSubject::new(&subject.resource, parameter_path(subject, parameter), nodes)
            .finding(ChangeKind::ParameterRemoved, format!("{} was removed", parameter_phrase(parameter)))
            .with_old(&parameter.origin, excerpt(old, parameter))
            .breaks("the server no longer accepts it")
            .migrate(format!("remove `{}` from the call", old.names.operation(index).parameters[at]));
        self.found.push(found);
    }

    /// Reports an added parameter; `replaced` is the old argument at its position.
    fn report_added_parameter(&mut self, subject: &ChangeSubject, index: usize, at: usize, replaced: Option<&str>) {
        let new = self.versions.new;
        let parameter = &new.api.operations[index].parameters[at];
        let message = format!("{} was added, {}", parameter_phrase(parameter), phrase::presence(parameter.required));
        let nodes = Versions::only_new(Node::Parameter(index, at));
        let found = ChangeSubject::new(&subject.resource, parameter_path(subject, parameter), nodes)
            .finding(ChangeKind::ParameterAdded, message)
            .with_new(&parameter.origin, excerpt(new, parameter));
        let name = &new.names.operation(index).parameters[at];
        let call = new.call(index);
        let found = match (parameter.required, replaced) {
            (true, Some(was)) => found
                .breaks(format!(
                    "requests without it are rejected; after recompiling, the argument for `{was}` is sent as `{}`",
                    parameter.wire
                ))
                .migrate(format!("check each call of `{call}`: it takes `{name}` in place of `{was}`")),
            (true, None) => {
                found.breaks("requests without it are rejected").migrate(format!("pass `{name}` to `{call}`"))
            }
            (false, _) => found,
        };
        self.found.push(found);
    }

    /// Compares two matching parameters; `at` is their position in each operation.
    fn compare_parameter(&mut self, subject: &ChangeSubject, index: Versions<usize>, at: Versions<usize>) {
        let new = self.versions.new;
        let parameters = self.operations(index).zip(at).map(|(operation, at)| &operation.parameters[at]);
        let nodes = index.zip(at).map(|(index, at)| Some(Node::Parameter(index, at)));
        let subject = ChangeSubject::new(&subject.resource, parameter_path(subject, parameters.new), nodes);
        let locations = parameters.map(|parameter| &parameter.origin);
        self.compare_docs(&subject, parameters.map(|parameter| &parameter.docs), locations);
        let argument = CallArgument {
            phrase: parameter_phrase(parameters.new),
            name: &new.names.operation(index.new).parameters[at.new],
            call: new.call(index.new),
        };
        self.compare_parameter_types(&subject, &argument, parameters);
        self.compare_serializations(&subject, &argument, parameters);
        if parameters.old.required != parameters.new.required {
            self.report_parameter_presence(&subject, &argument, parameters);
        }
        if parameters.old.default != parameters.new.default {
            let defaults = parameters.map(|parameter| parameter.default.as_ref());
            self.report_default(&subject, defaults, locations, !parameters.new.required);
        }
    }

    fn compare_parameter_types(
        &mut self,
        subject: &ChangeSubject,
        argument: &CallArgument<'_>,
        parameters: Versions<&Parameter>,
    ) {
        let locations = parameters.map(|parameter| &parameter.origin);
        let types = self.versions.zip(parameters).map(|(version, parameter)| split_null(version, &parameter.ty).0);
        if self.are_equal(types.old, types.new) {
            let constraints = parameters.map(|parameter| &parameter.constraints);
            self.compare_constraints(subject, constraints, locations, true);
            return;
        }
        let types = self.versions.zip(parameters).map(|(version, parameter)| phrase::ty(version.api, &parameter.ty));
        let CallArgument { phrase, name, .. } = argument;
        let found = subject
            .changed(ChangeKind::ParameterChanged, &format!("the type of {phrase}"), locations, types)
            .breaks("values of the old type may be rejected")
            .migrate(format!("convert `{name}` in the calls"));
        self.found.push(found);
    }

    fn compare_serializations(
        &mut self,
        subject: &ChangeSubject,
        argument: &CallArgument<'_>,
        parameters: Versions<&Parameter>,
    ) {
        let formats = parameters.map(wire_format);
        if formats.old == formats.new {
            return;
        }
        let texts = parameters.map(phrase::parameter_text);
        let locations = parameters.map(|parameter| &parameter.origin);
        let found = subject
            .changed(
                ChangeKind::ParameterChanged,
                &format!("the serialization of {}", argument.phrase),
                locations,
                texts,
            )
            .breaks("the server may not understand the old serialization")
            .migrate("update the bindings")
            .without_code();
        self.found.push(found);
    }

    fn report_parameter_presence(
        &mut self,
        subject: &ChangeSubject,
        argument: &CallArgument<'_>,
        parameters: Versions<&Parameter>,
    ) {
        let CallArgument { phrase, name, call } = argument;
        let required = parameters.new.required;
        let texts = self.versions.zip(parameters).map(|(version, parameter)| excerpt(version, parameter));
        let found = subject
            .finding(ChangeKind::ParameterChanged, format!("{phrase} is now {}", phrase::presence(required)))
            .with_both(parameters.map(|parameter| &parameter.origin), texts);
        let found = if required {
            found
                .breaks("requests without it are rejected")
                .migrate(format!("pass `{name}` to `{call}` as an argument instead of calling its setter"))
        } else {
            found.migrate(format!("set it where it is needed: `{call}(..).{name}(..)`"))
        };
        self.found.push(found);
    }

    pub(super) fn compare_bodies(&mut self, subject: &ChangeSubject, index: Versions<usize>) {
        let Versions { old, new } = self.versions;
        let bodies = self.operations(index).map(|operation| operation.body.as_ref());
        match (bodies.old, bodies.new) {
            (None, None) => {}
            (Some(body), None) => {
                let found = subject
                    .part(Versions::only_old(Node::Body(index.old)))
                    .finding(ChangeKind::OperationChanged, format!("{} no longer takes a body", subject.quoted()))
                    .with_old(&body.origin, phrase::body(old.api, body))
                    .breaks("requests with a body may be rejected")
                    .migrate("remove the body from the call");
                self.found.push(found);
            }
            (None, Some(body)) => {
                let message = format!("{} now takes a body, {}", subject.quoted(), phrase::presence(body.required));
                let found = subject
                    .part(Versions::only_new(Node::Body(index.new)))
                    .finding(ChangeKind::OperationChanged, message)
                    .with_new(&body.origin, phrase::body(new.api, body));
                let found = if body.required {
                    found
                        .breaks("requests without a body are rejected")
                        .migrate(format!("pass a body to `{}`", new.call(index.new)))
                } else {
                    found
                };
                self.found.push(found);
            }
            (Some(old), Some(new)) => self.compare_body(subject, index, Versions::new(old, new)),
        }
    }

    fn compare_body(&mut self, operation: &ChangeSubject, index: Versions<usize>, bodies: Versions<&Body>) {
        let Versions { old, new } = self.versions;
        let locations = bodies.map(|body| &body.origin);
        let subject = ChangeSubject::new(
            &operation.resource,
            format!("{} body", operation.path),
            index.map(|index| Some(Node::Body(index))),
        );
        self.compare_docs(&subject, bodies.map(|body| &body.docs), locations);
        let texts = self.versions.zip(bodies).map(|(version, body)| phrase::body(version.api, body));
        let name = operation.quoted();
        let migration = format!("adapt the body in the calls of `{}`", new.call(index.new));
        if bodies.old.required != bodies.new.required {
            let required = bodies.new.required;
            // A body that the function asks for is always sent.
            let can_be_absent = !asks_for_body(old.api, &old.api.operations[index.old]);
            let found = subject
                .finding(
                    ChangeKind::OperationChanged,
                    format!("the body of {name} is now {}", phrase::presence(required)),
                )
                .with_both(locations, texts.as_ref())
                .breaks_if(required && can_be_absent, "requests without a body are rejected")
                .migrate(&migration);
            self.found.push(found);
        }
        let contents = bodies.map(|body| body.alternatives.as_slice());
        let media_types = contents
            .map(|contents| contents.iter().map(|content| identity(&content.media_type)).collect::<Vec<String>>());
        let pairs = pair(media_types.old, media_types.new);
        let mut same = true;
        for (content, at) in contents.old.iter().zip(&pairs) {
            let Some(new) = at.map(|at| &contents.new[at]) else { continue };
            if self.is_same_body(&content.kind, &new.kind) {
                self.compare_constraints(
                    &subject,
                    Versions::new(&content.constraints, &new.constraints),
                    locations,
                    true,
                );
            } else {
                same = false;
            }
        }
        let is_removed = pairs.contains(&None);
        if same && !is_removed && contents.old.len() == contents.new.len() {
            return;
        }
        let found = subject
            .changed(ChangeKind::OperationChanged, &format!("the body of {name}"), locations, texts)
            .breaks_if(is_removed || !same, "the old body may be rejected")
            .migrate(migration);
        self.found.push(found);
    }

    fn is_same_body(&mut self, old: &BodyKind, new: &BodyKind) -> bool {
        match (old, new) {
            (BodyKind::Json { ty, wrapper }, BodyKind::Json { ty: other, wrapper: other_wrapper }) => {
                wrapper == other_wrapper && self.are_equal(ty.split_null().0, other.split_null().0)
            }
            (BodyKind::Form { ty, styles }, BodyKind::Form { ty: other, styles: other_styles }) => {
                styles == other_styles && self.are_equal(ty.split_null().0, other.split_null().0)
            }
            (old, new) => old == new,
        }
    }
}

/// A parameter as an argument in the code.
struct CallArgument<'n> {
    /// The phrase for the parameter in messages.
    phrase: String,
    /// Its name in the code.
    name: &'n str,
    /// The call of its operation.
    call: String,
}

/// The key that identifies a parameter in both versions.
pub(super) type ParameterKey = (ParameterLocation, String);

fn keys(operation: &Operation, other: &Operation) -> Vec<ParameterKey> {
    let renamed = renamed_parameters(&operation.path, &other.path);
    operation.parameters.iter().map(|parameter| parameter_key(parameter, &renamed)).collect()
}

/// Returns the key of a parameter. Renamed path parameters are identified by their positions among these.
pub(super) fn parameter_key(parameter: &Parameter, renamed: &[&str]) -> ParameterKey {
    let key = match parameter.place {
        ParameterLocation::Path => match renamed.iter().position(|name| *name == parameter.wire) {
            // No name contains a brace.
            Some(position) => format!("{{{position}}}"),
            None => parameter.wire.clone(),
        },
        ParameterLocation::Header => parameter.wire.to_ascii_lowercase(),
        _ => parameter.wire.clone(),
    };
    (parameter.place, key)
}

/// Returns everything that determines the serialization of a parameter.
fn wire_format(parameter: &Parameter) -> (Option<Serialization>, Option<&str>) {
    (parameter.serialization, parameter.media_type.as_deref())
}

/// Returns the path of a parameter: `GET /stories ?term`.
pub(super) fn parameter_path(subject: &ChangeSubject, parameter: &Parameter) -> String {
    format!("{} {}", subject.path, short(parameter))
}

pub(super) fn parameter_phrase(parameter: &Parameter) -> String {
    format!("the {} parameter `{}`", parameter.place.as_str(), parameter.wire)
}

fn short(parameter: &Parameter) -> String {
    match parameter.place {
        ParameterLocation::Path => format!("{{{}}}", parameter.wire),
        ParameterLocation::Query => format!("?{}", parameter.wire),
        place => format!("{} {}", place.as_str(), parameter.wire),
    }
}

pub(super) fn excerpt(version: ApiVersion<'_>, parameter: &Parameter) -> String {
    if let Some(only) = &parameter.constant {
        return format!("always {}", phrase::value(only));
    }
    format!("{}, {}", phrase::ty(version.api, &parameter.ty), phrase::presence(parameter.required))
}
