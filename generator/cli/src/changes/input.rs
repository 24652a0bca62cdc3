//! The parameters of an operation in both versions.

use super::compare::Comparison;
use super::constant::is_allowed;
use super::object::split_null;
use super::operation::{has_swapped_parameters, renamed_parameters};
use super::pairing::{Replacements, join, pair, reordered};
use super::rule::Rule;
use super::subject::ChangeSubject;
use super::version::{ApiVersion, Versions};
use super::{phrase, rules};
use crate::changes::interface::have_same_arguments;
use bindery::internal::ir::Node;
use bindery::internal::model::{Operation, Parameter, ParameterLocation};

/// A parameter of one version. A constant is sent without an argument, and is part of the operation.
#[derive(Clone, Copy)]
struct Input<'m> {
    parameter: &'m Parameter,
    argument: Option<usize>,
}

impl Comparison<'_> {
    pub(super) fn compare_parameters(&mut self, subject: &ChangeSubject, index: Versions<usize>) {
        let operations = self.operations(index);
        let all = operations.map(inputs);
        let pairs =
            pair(keys(&all.old, operations.old, operations.new), keys(&all.new, operations.new, operations.old));
        let replaced = self.replaced_parameters(index);
        for at in join(&pairs, all.new.len()) {
            let inputs = all.as_ref().zip(at).map(|(inputs, at)| Some(inputs[at?]));
            let mut subject = self.parameter_subject(subject, index, inputs);
            let replaced = replaced.at(inputs.map(|input| input?.argument));
            if let Some(pair) = replaced {
                let names = self.versions.zip(index).zip(pair);
                let names = names.map(|((version, index), at)| &version.names.operation(index).parameters[at]);
                subject = subject.with("replaced", names.old).with("replacement", names.new);
            }
            let rule = match (inputs.old, inputs.new) {
                (Some(old), Some(new)) => self.compare_inputs(&subject, Versions::new(old, new)),
                (Some(_), None) if replaced.is_some() => Some(rules::PARAMETER_REPLACED),
                (Some(Input { argument: Some(_), .. }), None) => Some(rules::PARAMETER_REMOVED),
                (_, None) => Some(rules::PARAMETER_CONSTANT_REMOVED),
                (None, Some(Input { argument: None, .. })) => Some(rules::PARAMETER_CONSTANT_ADDED),
                (None, Some(Input { parameter, .. })) => Some(rule_of_added(parameter, replaced.is_some())),
            };
            let texts = self.versions.zip(inputs).map(|(version, input)| Some(excerpt(version, input?.parameter)));
            if let Some(rule) = rule {
                self.report(rule, &subject, texts);
            }
        }
        self.compare_parameter_order(subject, index, &pairs);
    }

    /// Compares two matching parameters. Returns the rule if one of them is a constant.
    fn compare_inputs(&mut self, subject: &ChangeSubject, inputs: Versions<Input<'_>>) -> Option<Rule> {
        let parameters = inputs.map(|input| input.parameter);
        self.compare_docs(subject, parameters.map(|parameter| &parameter.docs));
        match inputs.map(|input| input.argument.is_some()).into_array() {
            [true, true] => {
                self.compare_arguments(subject, parameters);
                None
            }
            [true, false] => Some(rules::PARAMETER_BECOMES_CONSTANT),
            [false, true] => {
                let Parameter { ty, constraints, .. } = parameters.new;
                let constant = parameters.old.constant.as_ref();
                let is_allowed = constant.is_none_or(|old| is_allowed(old, self.versions.new.api, ty, constraints));
                let [allowed, excluded] = [rules::PARAMETER_BECOMES_ARGUMENT, rules::PARAMETER_CONSTANT_EXCLUDED];
                Some(if is_allowed { allowed } else { excluded })
            }
            [false, false] => {
                let constants = parameters.map(|parameter| &parameter.constant);
                constants.is_changed().then_some(rules::PARAMETER_CONSTANT)
            }
        }
    }

    fn parameter_subject(
        &self,
        operation: &ChangeSubject,
        index: Versions<usize>,
        inputs: Versions<Option<Input<'_>>>,
    ) -> ChangeSubject {
        let nodes = index.zip(inputs).map(|(operation, input)| {
            Some(input?.argument.map_or(Node::Operation(operation), |at| Node::Parameter(operation, at)))
        });
        let names =
            self.versions.zip(index).zip(inputs).map(|((version, index), input)| {
                Some(version.names.operation(index).parameters[input?.argument?].clone())
            });
        let parameter = inputs.newest().map(|input| input.parameter);
        let [path, phrase] = parameter
            .map(|parameter| {
                [short(parameter), format!("the {} parameter `{}`", parameter.place.as_str(), parameter.wire)]
            })
            .unwrap_or_default();
        operation
            .part(nodes)
            .with_path(format!("{} {path}", operation.path))
            .at(inputs.map_some(|input| &input.parameter.origin))
            .in_directions(true, false)
            .with("parameter", phrase)
            .with("argument", names.newest().unwrap_or_default())
    }

    /// Reports a different order of arguments: if their types are equal, the compiler does not notice.
    fn compare_parameter_order(&mut self, subject: &ChangeSubject, index: Versions<usize>, pairs: &[Option<usize>]) {
        let operations = self.operations(index);
        let paths = operations.map(|operation| operation.path.as_str());
        // The server may only have corrected the names, so that calls have to be checked.
        if has_swapped_parameters(paths.old, paths.new) {
            self.report(rules::PATH_PARAMETERS_SWAPPED, subject, paths.map(str::to_owned));
            return;
        }
        let parameters = &operations.new.parameters;
        let required = operations.old.parameters.iter().zip(pairs).filter(|(parameter, _)| parameter.required);
        let same = required.filter_map(|(_, same)| Some(((*same)?, parameters.get((*same)?)?)));
        let order = reordered(same.filter(|(_, new)| new.required).map(|(at, new)| (at, new.wire.as_str())));
        if let Some(order) = order.filter(|_| !self.versions.new.takes_arguments_struct(index.new)) {
            self.report(rules::PARAMETER_ORDER, subject, order);
        }
    }

    /// Returns the parameters that have the same position in the call without a compile error.
    fn replaced_parameters(&self, index: Versions<usize>) -> Replacements {
        let functions = self.versions.zip(index).map(|(version, index)| version.function(index));
        let (Some(was), Some(is)) = (functions.old, functions.new) else { return Replacements::default() };
        if is.takes_struct() || !have_same_arguments(was, is) {
            return Replacements::default();
        }
        let required = self.operations(index).map(|operation| -> Vec<usize> {
            (0..operation.parameters.len()).filter(|at| operation.parameters[*at].required).collect()
        });
        Replacements::new(required)
    }

    /// Compares two matching arguments.
    fn compare_arguments(&mut self, subject: &ChangeSubject, parameters: Versions<&Parameter>) {
        let types = self.versions.zip(parameters).map(|(version, parameter)| split_null(version, &parameter.ty).0);
        if self.are_equal(types.old, types.new) {
            self.compare_constraints(subject, parameters.map(|parameter| &parameter.constraints));
        } else {
            self.report_type(rules::PARAMETER_TYPE, subject, parameters.map(|parameter| &parameter.ty));
        }
        if parameters.map(|parameter| (parameter.serialization, &parameter.media_type)).is_changed() {
            self.report(rules::PARAMETER_STYLE, subject, parameters.map(phrase::parameter_text));
        }
        let required = parameters.map(|parameter| parameter.required);
        if required.is_changed() {
            let rule = if required.new { rules::PARAMETER_REQUIRED } else { rules::PARAMETER_OPTIONAL };
            let texts = self.versions.zip(parameters).map(|(version, parameter)| excerpt(version, parameter));
            self.report(rule, subject, texts);
        }
        if !required.new {
            let rules = [rules::PARAMETER_DEFAULT, rules::PARAMETER_DEFAULT_ADDED_OR_REMOVED];
            self.compare_defaults(subject, parameters.map(|parameter| parameter.default.as_ref()), rules);
        }
    }
}

/// Returns the rule for an added argument, which may take the position of an old one.
fn rule_of_added(parameter: &Parameter, replaces: bool) -> Rule {
    match (parameter.required, replaces) {
        (true, true) => rules::PARAMETER_IN_PLACE_OF_ANOTHER,
        (true, false) => rules::PARAMETER_ADDED_AND_REQUIRED,
        (false, _) => rules::PARAMETER_ADDED,
    }
}

/// Returns the arguments of an operation, then its constants.
fn inputs(operation: &Operation) -> Vec<Input<'_>> {
    let arguments = operation.parameters.iter().enumerate();
    let arguments = arguments.map(|(at, parameter)| Input { parameter, argument: Some(at) });
    arguments.chain(operation.constants.iter().map(|parameter| Input { parameter, argument: None })).collect()
}

/// Returns the keys that identify parameters in both versions. Renamed path parameters are identified by their positions
/// among these.
fn keys(inputs: &[Input<'_>], operation: &Operation, other: &Operation) -> Vec<(ParameterLocation, String)> {
    let renamed = renamed_parameters(&operation.path, &other.path);
    let key = |Input { parameter, .. }: &Input<'_>| match parameter.place {
        ParameterLocation::Path => match renamed.iter().position(|name| *name == parameter.wire) {
            // No name contains a brace.
            Some(position) => format!("{{{position}}}"),
            None => parameter.wire.clone(),
        },
        ParameterLocation::Header => parameter.wire.to_ascii_lowercase(),
        _ => parameter.wire.clone(),
    };
    inputs.iter().map(|input| (input.parameter.place, key(input))).collect()
}

fn short(parameter: &Parameter) -> String {
    match parameter.place {
        ParameterLocation::Path => format!("{{{}}}", parameter.wire),
        ParameterLocation::Query => format!("?{}", parameter.wire),
        place => format!("{} {}", place.as_str(), parameter.wire),
    }
}

fn excerpt(version: ApiVersion<'_>, parameter: &Parameter) -> String {
    phrase::input(version.api, &parameter.ty, parameter.constant.as_ref(), parameter.required)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::changes::changes_between;
    use bindery::internal::config::Config;
    use bindery::internal::text::Source;

    #[test]
    fn replaced_arguments_have_one_advice() {
        let description = |name: &str| {
            let parameter = json!({ "name": name, "in": "query", "required": true, "schema": { "type": "string" } });
            let list = json!({
                "operationId": "list",
                "parameters": [parameter],
                "responses": { "204": { "description": "" } },
            });
            let info = json!({ "title": "t", "version": "1" });
            let description = json!({ "openapi": "3.1.0", "info": info, "paths": { "/notes": { "get": list } } });
            Source::new("test", description.to_string())
        };
        let changes = changes_between(description("to"), description("until"), &Config::default()).unwrap();
        let advice = Some("check each call of `notes().list`: it takes `until` in place of `to`".to_owned());
        let advices: Vec<Option<String>> = changes.changes.into_iter().map(|change| change.migration).collect();
        assert_eq!(advices, [advice.clone(), advice]);
    }
}
