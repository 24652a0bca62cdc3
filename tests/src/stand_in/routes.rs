//! The paths of the service, from its complete description.

use serde_json::Value;

/// An operation of the description.
#[derive(Clone, Debug, Default)]
pub(super) struct Route {
    pub(super) method: String,
    segments: Vec<String>,
    pub(super) operation: String,
    pub(super) roles: Vec<String>,
    pub(super) states: Vec<i64>,
    pub(super) status: u16,
    pub(super) media_type: String,
    pub(super) schema: Value,
}

/// A route that a request matches, with the values of its parameters.
#[derive(Clone, Debug)]
pub(super) struct Matched<'r> {
    pub(super) route: &'r Route,
    parameters: Vec<(String, String)>,
}

impl Matched<'_> {
    /// A parameter of the path.
    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The last number among the parameters of the path: the item that it is about.
    pub(super) fn id(&self) -> Option<i64> {
        self.parameters.iter().rev().find_map(|(_, value)| value.parse().ok())
    }
}

/// All routes of the description.
pub(super) fn routes(description: &Value) -> Vec<Route> {
    let paths = description["paths"].as_object().into_iter().flatten();
    let mut routes = Vec::new();
    for (path, item) in paths {
        for (method, operation) in item.as_object().into_iter().flatten() {
            if operation.get("operationId").is_some() {
                routes.push(route(method, path, operation));
            }
        }
    }
    routes
}

fn route(method: &str, path: &str, operation: &Value) -> Route {
    let permissions = &operation["x-permissions"];
    let texts =
        |value: &Value| value.as_array().into_iter().flatten().filter_map(|v| v.as_str().map(str::to_owned)).collect();
    let success = operation["responses"].as_object().into_iter().flatten().find(|(status, _)| status.starts_with('2'));
    let (status, response) =
        success.map_or((200, &Value::Null), |(status, response)| (status.parse().unwrap_or(200), response));
    let content = response["content"].as_object().and_then(|content| content.iter().next());
    Route {
        method: method.to_uppercase(),
        segments: path.split('/').skip(1).map(str::to_owned).collect(),
        operation: operation["operationId"].as_str().unwrap_or_default().to_owned(),
        roles: texts(&permissions["roles"]),
        states: permissions["states"].as_array().into_iter().flatten().filter_map(Value::as_i64).collect(),
        status,
        media_type: content.map(|(name, _)| name.clone()).unwrap_or_default(),
        schema: content.map(|(_, content)| content["schema"].clone()).unwrap_or_default(),
    }
}

/// The route of a request below `/ws`: what is written out wins over parameters.
pub(super) fn matching<'r>(routes: &'r [Route], method: &str, path: &str) -> Option<Matched<'r>> {
    let segments: Vec<String> = path.trim_matches('/').split('/').map(decoded).collect();
    let fitting = routes.iter().filter(|route| route.method == method).filter_map(|route| {
        let parameters = parameters(route, &segments)?;
        Some((parameters.len(), Matched { route, parameters }))
    });
    fitting.min_by_key(|(count, _)| *count).map(|(_, matched)| matched)
}

fn parameters(route: &Route, segments: &[String]) -> Option<Vec<(String, String)>> {
    if route.segments.len() != segments.len() {
        return None;
    }
    let mut parameters = Vec::new();
    for (pattern, segment) in route.segments.iter().zip(segments) {
        match pattern.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
            // Numbers are numbers: `story/uid/3` is not the story `uid`.
            Some(name) if name.ends_with("_id") && segment.parse::<i64>().is_err() => return None,
            Some(name) => parameters.push((name.to_owned(), segment.clone())),
            None if pattern == segment => {}
            None => return None,
        }
    }
    Some(parameters)
}

fn decoded(segment: &str) -> String {
    let pair = format!("x={}", segment.replace('+', "%2B"));
    url::form_urlencoded::parse(pair.as_bytes()).next().map(|(_, value)| value.into_owned()).unwrap_or_default()
}
