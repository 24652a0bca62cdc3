//! The two interpretations of examples and other values: `misfits`, which reads the model, and `jsonschema`, which reads the schemas.

use std::collections::{BTreeMap, HashMap};

use bindery::internal::analysis::{Analysis, Direction, travels};
use bindery::internal::config::{Config, UsedEntries};
use bindery::internal::diagnostic::{Result, Sink};
use bindery::internal::document;
use bindery::internal::lower;
use bindery::internal::misfit::{TypeUse, Values, misfits};
use bindery::internal::model::{Api, Constraints, Parameter, Shape, Type};
use bindery::internal::pointer::Pointer;
use bindery::internal::source::Input;
use serde_json::Value;

use crate::instances::{Instances, Schemas, Violation, deviations_of, with_subtypes};

/// Maximum number of examples of a description.
const MAX_EXAMPLES: usize = 5_000;
/// Maximum number of references and lists that lead to a type.
const MAX_DEPTH: usize = 8;

/// The comparison of the values of a description.
#[derive(Debug, Default)]
pub struct Agreement {
    /// The number of values.
    pub values: usize,
    /// Values that both accept or both refuse.
    pub agreed: usize,
    /// The known reasons for which only one refuses a value, with their numbers.
    pub listed: BTreeMap<&'static str, usize>,
    /// The other differences.
    pub differences: Vec<String>,
}

/// Compares the examples of a description, and generated values of its components with deviations.
///
/// # Errors
///
/// Returns an error if no client can be generated from the description.
pub fn compare(input: &Input) -> Result<Agreement> {
    let (config, mut sink, mut used) = (Config::default(), Sink::new(), UsedEntries::default());
    let read = document::read(input, &config, &mut sink)?;
    let api = lower::lower(&read, &config, &mut used, &mut sink)?;
    let analysis = Analysis::new(&api);
    let schemas = Schemas::new(with_subtypes(document::plain(input, &config)?));
    let types = TypesByPlace::new(&api, &analysis);
    let mut agreement = Agreement::default();
    let instances = Instances::new(schemas.root());
    let components = api.definitions().filter(|(_, definition)| definition.naming.is_component());
    let mut made = Vec::new();
    for (_, definition) in components {
        let Some(TypeAtPlace { direction, .. }) = types.0.get(&definition.origin) else { continue };
        let full = instances.for_schema(definition.origin.as_str(), *direction).into_iter().next();
        let full = full.filter(|instance| !instance.value.is_null() && !instance.is_example());
        let Some(value) = full.map(|instance| instance.value) else { continue };
        let deviations = deviations_of(&value).into_iter().map(|(_, value)| value);
        made.extend(deviations.chain([value]).map(|value| (definition.origin.clone(), value)));
    }
    let values = examples(schemas.root()).into_iter().take(MAX_EXAMPLES);
    for (place, value) in values.chain(made.into_iter().take(MAX_EXAMPLES)) {
        let Some(TypeAtPlace { ty, constraints, direction }) = types.ty(schemas.root(), &place, 0) else { continue };
        let Some(violations) = schemas.violations(place.as_str(), direction, &value) else { continue };
        let values = Values { api: &api, analysis: &analysis, direction, is_strict: true, mask: None };
        let of = TypeUse { ty: &ty, constraints: &constraints, origin: &place };
        let found = misfits(values, of, &value);
        let found: Vec<String> = found.violations().map(|it| format!("{}: {}", it.at, it.message)).collect();
        agreement.values += 1;
        if violations.is_empty() == found.is_empty() {
            agreement.agreed += 1;
            continue;
        }
        let reasons: Option<Vec<&str>> = if found.is_empty() {
            violations.iter().map(|violation| unread(violation, &value, direction)).collect()
        } else {
            found.iter().map(|message| unwritten(message)).collect()
        };
        match reasons {
            Some(reasons) => *agreement.listed.entry(reasons.first().unwrap_or(&"")).or_default() += 1,
            None => agreement.differences.push(format!("{place} {direction:?}: {violations:?} {found:?} {value}")),
        }
    }
    Ok(agreement)
}

/// Returns the reason for which only the schema refuses a value.
fn unread(violation: &Violation, value: &Value, direction: Direction) -> Option<&'static str> {
    let message = violation.message.as_str();
    Some(match value.pointer(violation.pointer.as_str()) {
        Some(Value::String(_)) if message.contains("is not a \"") => "format without a type",
        Some(Value::Number(_)) if message.contains("string") => "number or string",
        Some(Value::Null) if direction == Direction::Request => "null in a merge patch",
        _ if message.contains("dditional properties") || message.contains("nevaluated properties") => {
            "undeclared member"
        }
        _ => return None,
    })
}

/// Returns the reason for which only `misfits` refuses a value: JSON Schema does not know it.
fn unwritten(message: &str) -> Option<&'static str> {
    let has = |parts: &[&str]| parts.iter().any(|part| message.contains(part));
    Some(match () {
        () if has(&["`int", "`uint"]) => "range of an integer",
        () if has(&["`decimal`"]) => "number in a string",
        () if has(&[": expected \"", ": expected one of \""]) => "value of a discriminator",
        () => return None,
    })
}

/// The type of a schema.
#[derive(Clone)]
struct TypeAtPlace {
    ty: Type,
    constraints: Constraints,
    direction: Direction,
}

/// The types of schemas, by their places.
struct TypesByPlace(HashMap<Pointer, TypeAtPlace>);

impl TypesByPlace {
    fn new(api: &Api, analysis: &Analysis) -> Self {
        let mut types = HashMap::new();
        for (id, definition) in api.definitions() {
            let is_received = analysis.directions.is_received(id);
            let direction = if is_received { Direction::Response } else { Direction::Request };
            let mut add = |place: &Pointer, ty: Type, constraints: Constraints| {
                types.entry(place.clone()).or_insert(TypeAtPlace { ty, constraints, direction });
            };
            add(&definition.origin, Type::Named(id), Constraints::default());
            let Shape::Object(object) = &definition.shape else { continue };
            for field in object.fields.iter().filter(|field| travels(field, direction) && field.constant.is_none()) {
                add(&field.origin, field.ty.clone(), field.constraints.clone());
            }
        }
        for parameter in api.operations.iter().flat_map(|operation| &operation.parameters) {
            let Parameter { ty, constraints, .. } = parameter.clone();
            types.insert(
                parameter.origin.child("schema"),
                TypeAtPlace { ty, constraints, direction: Direction::Request },
            );
        }
        Self(types)
    }

    fn ty(&self, root: &Value, place: &Pointer, depth: usize) -> Option<TypeAtPlace> {
        if let Some(known) = self.0.get(place) {
            return Some(known.clone());
        }
        let schema = root.pointer(place.as_str()).filter(|_| depth < MAX_DEPTH)?;
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            return self.ty(root, &Pointer::root().append(reference.strip_prefix('#')?), depth + 1);
        }
        schema.get("type").filter(|kind| **kind == "array")?;
        let element = self.ty(root, &place.child("items"), depth + 1)?;
        let constraints = Constraints { element: Some(Box::new(element.constraints)), ..Constraints::default() };
        Some(TypeAtPlace { ty: Type::List(Box::new(element.ty)), constraints, ..element })
    }
}

/// Returns the examples of schemas, media types and parameters, with the places of their schemas.
fn examples(root: &Value) -> Vec<(Pointer, Value)> {
    let mut found = Vec::new();
    let mut open = vec![(Pointer::root(), root)];
    while let Some((pointer, value)) = open.pop() {
        let owner = value.get("schema").map_or_else(|| pointer.clone(), |_| pointer.child("schema"));
        found.extend(own_examples(value).into_iter().map(|example| (owner.clone(), example)));
        for (key, member) in value.as_object().into_iter().flatten() {
            if !["examples", "example", "default", "enum"].contains(&key.as_str()) {
                open.push((pointer.child(key), member));
            }
        }
        for (index, element) in value.as_array().into_iter().flatten().enumerate() {
            open.push((pointer.child(&index.to_string()), element));
        }
    }
    found.retain(|(_, example)| !example.is_null());
    found
}

fn own_examples(described: &Value) -> Vec<Value> {
    let named = match described.get("examples") {
        Some(Value::Array(listed)) => listed.clone(),
        Some(Value::Object(named)) => named.values().filter_map(|example| example.get("value").cloned()).collect(),
        _ => Vec::new(),
    };
    described.get("example").cloned().into_iter().chain(named).collect()
}
