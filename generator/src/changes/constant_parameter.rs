//! Parameters that are constants in either version: they are sent without an argument.

use std::collections::{HashMap, HashSet};

use super::ChangeKind;
use super::compare::Comparison;
use super::input::{ParameterKey, excerpt, parameter_key, parameter_path, parameter_phrase};
use super::operation::renamed_parameters;
use super::subject::ChangeSubject;
use super::version::Versions;
use crate::ir::Node;
use crate::model::{Operation, Parameter};

/// A parameter of one version; constants have no argument index.
#[derive(Clone, Copy)]
struct IndexedParameter<'m> {
    parameter: &'m Parameter,
    argument: Option<usize>,
}

impl IndexedParameter<'_> {
    /// Returns its element; a constant is part of the operation.
    fn node(&self, operation: usize) -> Node {
        self.argument.map_or(Node::Operation(operation), |at| Node::Parameter(operation, at))
    }
}

impl Comparison<'_> {
    /// Reports the parameters that are constants in either version, and returns the indexes of the arguments among them.
    pub(super) fn compare_constant_parameters(
        &mut self,
        subject: &ChangeSubject,
        index: Versions<usize>,
    ) -> Versions<HashSet<usize>> {
        let operations = self.operations(index);
        let mut arguments = Versions::new(HashSet::new(), HashSet::new());
        if operations.old.constants.is_empty() && operations.new.constants.is_empty() {
            return arguments;
        }
        let Versions { old, new } = operations;
        let known = Versions::new(ParameterIndex::new(old, new), ParameterIndex::new(new, old));
        for parameter in &operations.old.constants {
            let new = known.new.get(&known.old.key(parameter));
            arguments.new.extend(new.and_then(|new| new.argument));
            let old = Some(IndexedParameter { parameter, argument: None });
            self.compare_constant_parameter(subject, index, Versions::new(old, new));
        }
        for parameter in &operations.new.constants {
            let old = known.old.get(&known.new.key(parameter));
            arguments.old.extend(old.and_then(|old| old.argument));
            if old.is_none_or(|old| old.argument.is_some()) {
                let new = Some(IndexedParameter { parameter, argument: None });
                self.compare_constant_parameter(subject, index, Versions::new(old, new));
            }
        }
        arguments
    }

    fn compare_constant_parameter(
        &mut self,
        subject: &ChangeSubject,
        index: Versions<usize>,
        parameters: Versions<Option<IndexedParameter<'_>>>,
    ) {
        let Versions { old, new } = self.versions;
        if let (Some(old), Some(new)) = (parameters.old, parameters.new) {
            let (old, new) = (old.parameter, new.parameter);
            let locations = Versions::new(&old.origin, &new.origin);
            self.compare_docs(subject, Versions::new(&old.docs, &new.docs), locations);
            if old.constant == new.constant {
                return;
            }
        }
        let Some(shown) = parameters.new.or(parameters.old).map(|known| known.parameter) else { return };
        let nodes = parameters.zip(index).map(|(known, operation)| Some(known?.node(operation)));
        let subject = ChangeSubject::new(&subject.resource, parameter_path(subject, shown), nodes);
        let whole = parameter_phrase(shown);
        let texts = self.versions.zip(parameters).map(|(version, known)| Some(excerpt(version, known?.parameter)));
        let (kind, message) = match (&texts.old, &texts.new) {
            (Some(was), Some(is)) => (ChangeKind::ParameterChanged, format!("{whole} changed from {was} to {is}")),
            (None, Some(is)) => (ChangeKind::ParameterAdded, format!("{whole} was added, {is}")),
            (_, None) => (ChangeKind::ParameterRemoved, format!("{whole} was removed")),
        };
        let mut found = subject.finding(kind, message);
        if let (Some(known), Some(text)) = (parameters.old, texts.old) {
            found = found.with_old(&known.parameter.origin, text);
        }
        if let (Some(known), Some(text)) = (parameters.new, texts.new) {
            found = found.with_new(&known.parameter.origin, text);
        }
        let arguments = parameters.map(|known| known.map(|known| known.argument));
        let found = match (arguments.old, arguments.new) {
            (_, None) => found.breaks("the server no longer accepts it"),
            (None, _) => found.breaks("requests without it are rejected; the new bindings send it"),
            (Some(None), Some(None)) => found.breaks("the old value is rejected; the new bindings send the new one"),
            (Some(_), Some(Some(at))) => {
                let name = &new.names.operation(index.new).parameters[at];
                found.migrate(format!("pass `{name}` to `{}`", new.call(index.new)))
            }
            (Some(Some(at)), Some(None)) => {
                let name = &old.names.operation(index.old).parameters[at];
                found.breaks("other values are rejected").migrate(format!("remove `{name}` from the call"))
            }
        };
        // A constant is not part of the code.
        let is_code = parameters.into_array().into_iter().flatten().any(|known| known.argument.is_some());
        self.found.push(if is_code { found } else { found.without_code() });
    }
}

/// The parameters of an operation by key.
struct ParameterIndex<'m> {
    /// The names of path parameters that the other version does not have.
    renamed: Vec<&'m str>,
    parameters: HashMap<ParameterKey, IndexedParameter<'m>>,
}

impl<'m> ParameterIndex<'m> {
    fn new(operation: &'m Operation, other: &Operation) -> Self {
        let renamed = renamed_parameters(&operation.path, &other.path);
        let arguments = operation.parameters.iter().enumerate();
        let arguments = arguments.map(|(at, parameter)| IndexedParameter { parameter, argument: Some(at) });
        let constants = operation.constants.iter().map(|parameter| IndexedParameter { parameter, argument: None });
        let parameters =
            arguments.chain(constants).map(|known| (parameter_key(known.parameter, &renamed), known)).collect();
        Self { renamed, parameters }
    }

    fn get(&self, key: &ParameterKey) -> Option<IndexedParameter<'m>> {
        self.parameters.get(key).copied()
    }

    fn key(&self, parameter: &Parameter) -> ParameterKey {
        parameter_key(parameter, &self.renamed)
    }
}
