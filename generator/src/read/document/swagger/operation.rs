//! Converts paths and their operations: parameters are split into ordinary parameters, bodies and forms.

use serde_json::{Map, Value};

use super::parameter::{ParameterKind, name_of};
use super::{Node, Pointer, Upgrade, media_types};
use crate::base::http_terms::METHODS;
use crate::read::keywords::OPERATION;

/// The parameters of a path or an operation, by their new role.
#[derive(Default)]
struct Inputs<'v> {
    plain: Vec<Node<'v>>,
    body: Option<Node<'v>>,
    /// The fields of a form, resolved.
    form: Vec<Node<'v>>,
}

impl<'v> Upgrade<'v> {
    pub(super) fn paths(&mut self, node: &Node<'v>, to: &Pointer) -> Value {
        self.map(node, to, |upgrade, item, to| {
            let is_extension = item.pointer.steps().last().is_some_and(|path| path.starts_with("x-"));
            if is_extension { item.value.clone() } else { upgrade.path_item(item, to) }
        })
    }

    fn path_item(&mut self, node: &Node<'v>, to: &Pointer) -> Value {
        if !node.value.is_object() {
            return node.value.clone();
        }
        if let Some(target) = self.target_to_copy(node, to) {
            return self.path_item(&target, to);
        }
        let shared = self.inputs(node);
        let mut item = Map::new();
        for (key, member) in node.members() {
            let at = to.child(key);
            match key {
                "$ref" => {
                    self.reference(node, to);
                    item.insert(key.to_owned(), member.value.clone());
                }
                "parameters" => self.parameters(&member, &shared, &at, &mut item),
                method if METHODS.contains(&method) => {
                    let operation = self.operation(&member, &at, &shared);
                    item.insert(key.to_owned(), operation);
                }
                _ => drop(item.insert(key.to_owned(), member.value.clone())),
            }
        }
        Value::Object(item)
    }

    fn operation(&mut self, node: &Node<'v>, to: &Pointer, shared: &Inputs<'v>) -> Value {
        if !node.value.is_object() {
            return node.value.clone();
        }
        let own = self.inputs(node);
        let produces = media_types(node, "produces");
        let mut body = self.request_body(node, &own, shared, &to.child("requestBody"));
        let mut operation = Map::new();
        for (key, member) in self.members(node, &OPERATION, &["consumes", "produces", "schemes"]) {
            let at = to.child(key);
            match key {
                "consumes" | "produces" => {}
                "schemes" => self.operation_servers(&member, to, &mut operation),
                "parameters" => {
                    self.parameters(&member, &own, &at, &mut operation);
                    operation.extend(body.take().map(|body| ("requestBody".to_owned(), body)));
                }
                "responses" => {
                    let responses = self.responses(&member, &at, produces.as_deref());
                    operation.insert(key.to_owned(), responses);
                }
                _ => drop(operation.insert(key.to_owned(), member.value.clone())),
            }
        }
        operation.extend(body.map(|body| ("requestBody".to_owned(), body)));
        Value::Object(operation)
    }

    /// The servers of an operation whose schemes differ from those of the document.
    fn operation_servers(&mut self, schemes: &Node<'v>, to: &Pointer, operation: &mut Map<String, Value>) {
        let servers = self.declared_servers(Some(schemes));
        let common = self.root.get("schemes").map(|value| Node { value, pointer: Pointer::root().child("schemes") });
        if servers != self.declared_servers(common.as_ref()) {
            self.traced(&to.child("servers"), &schemes.pointer);
            operation.insert("servers".to_owned(), Value::Array(servers));
        }
    }

    fn inputs(&mut self, node: &Node<'v>) -> Inputs<'v> {
        let mut inputs = Inputs::default();
        for parameter in node.get("parameters").iter().flat_map(Node::elements) {
            match self.kind(&parameter) {
                ParameterKind::Plain => inputs.plain.push(parameter),
                ParameterKind::Form => inputs.form.push(self.resolve(&parameter)),
                ParameterKind::Body if inputs.body.is_none() => inputs.body = Some(parameter),
                ParameterKind::Body => {
                    let message = "a request has two bodies; the second one is left out";
                    self.note(&parameter.pointer, message, "combine both into one schema");
                }
            }
        }
        inputs
    }

    /// Writes the remaining parameters. Their positions change if others were removed.
    fn parameters(&mut self, list: &Node<'v>, inputs: &Inputs<'v>, to: &Pointer, around: &mut Map<String, Value>) {
        if !list.value.is_array() {
            around.insert("parameters".to_owned(), list.value.clone());
            return;
        }
        let mut parameters = Vec::new();
        for (index, parameter) in inputs.plain.iter().enumerate() {
            let at = to.index(index);
            if at.split_last().map(|(_, step)| step) != parameter.pointer.split_last().map(|(_, step)| step) {
                self.record_move(&at, &parameter.pointer);
            }
            parameters.push(self.parameter(parameter, &at));
        }
        if !parameters.is_empty() {
            around.insert("parameters".to_owned(), Value::Array(parameters));
        }
    }

    /// The body of an operation: its own, else that of the path.
    fn request_body(&mut self, node: &Node<'v>, own: &Inputs<'v>, shared: &Inputs<'v>, to: &Pointer) -> Option<Value> {
        let consumes = media_types(node, "consumes");
        let has_own_form = !own.form.is_empty();
        let body = own.body.as_ref().or(shared.body.as_ref().filter(|_| !has_own_form));
        if let Some(body) = body {
            for field in &own.form {
                let message = "a form field is left out: the request already has a body";
                self.note(&field.pointer, message, "describe either a body or a form");
            }
            return Some(self.body(body, to, consumes.as_deref()));
        }
        let mut fields = Vec::new();
        for field in own.form.iter().chain(&shared.form) {
            match name_of(field) {
                Some(name) if fields.iter().any(|known| name_of(known) == Some(name)) => {}
                Some(_) => fields.push(field.clone()),
                None => self.note(&field.pointer, "a form field has no name; it is left out", "add `name`"),
            }
        }
        (!fields.is_empty()).then(|| self.form(&fields, to, consumes.as_deref()))
    }
}
