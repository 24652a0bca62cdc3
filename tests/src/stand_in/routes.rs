//! The paths of the service, from its complete description.

use bindery::internal::pointer::Pointer;
use serde_json::Value;

use super::schema::name;

/// An operation of the description.
#[derive(Clone, Debug, Default)]
pub(super) struct Route {
    pub(super) method: String,
    pub(super) segments: Vec<String>,
    pub(super) operation: String,
    /// The roles that may call the operation; empty if all may.
    pub(super) roles: Vec<String>,
    /// The states of the item in which the action is possible; empty if all are.
    pub(super) states: Vec<i64>,
    /// The App that it belongs to.
    pub(super) app: Option<String>,
    /// The query parameters; `true` if required.
    pub(super) query: Vec<(String, bool)>,
    /// The pointer to the schema of the body.
    pub(super) body: String,
    pub(super) body_required: bool,
    pub(super) status: u16,
    /// All statuses in the description.
    pub(super) statuses: Vec<u16>,
    pub(super) media_type: String,
    /// The pointer to the schema of the response.
    pub(super) schema: String,
}

/// The subject of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// All items of a kind.
    All,
    /// One item, by its number.
    One,
    /// One item, by its number inside the project.
    Uid,
    /// Anything else.
    Other,
}

impl Route {
    /// Returns the kind of the items in the path, and its subject.
    pub(super) fn subject(&self) -> (&str, Shape) {
        let segments: Vec<&str> = self.segments.iter().map(String::as_str).collect();
        match segments.strip_prefix(&["project", "{project_key}"]).unwrap_or(&segments) {
            [kind] => (kind, Shape::All),
            [kind, "uid", _] => (kind, Shape::Uid),
            [kind, id] if id.ends_with("_id}") => (kind, Shape::One),
            [kind, ..] => (kind, Shape::Other),
            [] => ("project", Shape::One),
        }
    }
}

/// A route that matches a request, with the values of its parameters.
#[derive(Clone, Debug)]
pub(super) struct Matched<'r> {
    pub(super) route: &'r Route,
    parameters: Vec<(String, String)>,
}

impl<'r> Matched<'r> {
    /// Creates a match without parameters.
    pub(super) fn without_parameters(route: &'r Route) -> Self {
        Self { route, parameters: Vec::new() }
    }

    /// Returns a path parameter.
    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns the id of the item in the path.
    pub(super) fn id(&self) -> Option<i64> {
        let ids = self.parameters.iter().rev().filter(|(name, _)| name.ends_with("_id") || name == "uid");
        ids.filter_map(|(_, value)| value.parse().ok()).next()
    }
}

/// Returns all routes of the description.
pub(super) fn routes(description: &Value) -> Vec<Route> {
    let paths = description["paths"].as_object().into_iter().flatten();
    let operations = paths.flat_map(|(path, item)| {
        let methods = item.as_object().into_iter().flatten();
        methods
            .filter(|(_, operation)| operation["operationId"].is_string())
            .map(move |(m, operation)| (m, path, operation))
    });
    let shared = &description["components"]["parameters"];
    operations.map(|(method, path, operation)| route(method, path, operation, shared)).collect()
}

fn route(method: &str, path: &str, operation: &Value, shared: &Value) -> Route {
    let at = Pointer::root().child("paths").child(path).child(method);
    let permissions = &operation["x-permissions"];
    let list = |key: &str| permissions[key].as_array().into_iter().flatten();
    let success = operation["responses"].as_object().into_iter().flatten().find(|(status, _)| status.starts_with('2'));
    let (status, response) =
        success.map_or((200, &Value::Null), |(status, response)| (status.parse().unwrap_or(200), response));
    let content = response["content"].as_object().and_then(|content| content.iter().next());
    Route {
        method: method.to_uppercase(),
        segments: path.split('/').skip(1).map(str::to_owned).collect(),
        operation: operation["operationId"].as_str().unwrap_or_default().to_owned(),
        roles: list("roles").filter_map(|role| role.as_str().map(str::to_owned)).collect(),
        states: list("states").filter_map(Value::as_i64).collect(),
        app: permissions["app"].as_str().map(str::to_owned),
        query: query(operation, shared),
        body: schema(&at.child("requestBody"), "application/json"),
        body_required: operation["requestBody"]["required"] == true,
        status,
        statuses: statuses(operation),
        media_type: content.map(|(name, _)| name.clone()).unwrap_or_default(),
        schema: success
            .zip(content)
            .map_or_else(String::new, |((status, _), (name, _))| schema(&at.child("responses").child(status), name)),
    }
}

/// Returns the pointer to the schema of a media type.
fn schema(at: &Pointer, media_type: &str) -> String {
    at.child("content").child(media_type).child("schema").to_string()
}

fn query(operation: &Value, shared: &Value) -> Vec<(String, bool)> {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let resolved = parameters.map(|parameter| name(parameter).map_or(parameter, |name| &shared[name]));
    let of_query = resolved.filter(|parameter| parameter["in"] == "query");
    of_query.map(|it| (it["name"].as_str().unwrap_or_default().to_owned(), it["required"] == true)).collect()
}

fn statuses(operation: &Value) -> Vec<u16> {
    let responses = operation["responses"].as_object().into_iter().flatten();
    responses.filter_map(|(status, _)| status.parse().ok()).collect()
}

/// Returns the route of a request below `/ws`. Literal segments take precedence over parameters. The error is a status:
/// 405 if the path supports other methods.
pub(super) fn find_route<'r>(routes: &'r [Route], method: &str, path: &str) -> Result<Matched<'r>, u16> {
    let segments: Vec<String> = path.trim_matches('/').split('/').map(decode).collect();
    let fitting =
        || routes.iter().filter_map(|route| Some(Matched { route, parameters: parameters(route, &segments)? }));
    let best =
        fitting().filter(|matched| matched.route.method == method).min_by_key(|matched| matched.parameters.len());
    best.ok_or_else(|| if fitting().next().is_some() { 405 } else { 404 })
}

fn parameters(route: &Route, segments: &[String]) -> Option<Vec<(String, String)>> {
    if route.segments.len() != segments.len() {
        return None;
    }
    let mut parameters = Vec::new();
    for (pattern, segment) in route.segments.iter().zip(segments) {
        match pattern.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
            // Ids must be numeric, so that `story/uid/3` is not the story `uid`.
            Some(name) if name.ends_with("_id") && segment.parse::<i64>().is_err() => return None,
            Some(name) => parameters.push((name.to_owned(), segment.clone())),
            None if pattern == segment => {}
            None => return None,
        }
    }
    Some(parameters)
}

fn decode(segment: &str) -> String {
    let pair = format!("x={}", segment.replace('+', "%2B"));
    url::form_urlencoded::parse(pair.as_bytes()).next().map(|(_, value)| value.into_owned()).unwrap_or_default()
}
