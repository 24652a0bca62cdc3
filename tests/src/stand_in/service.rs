//! Processes a request: authenticates the caller, checks permissions, and dispatches it.

use std::io;

use serde_json::Value;

use super::account::{User, caller, given_token};
use super::answer::{Answer, Outcome};
use super::call::Call;
use super::description::{Publishing, implemented, page, text};
use super::example::{self, Examples};
use super::routes::{Matched, Route, find_route, routes};
use super::schema::Schemas;
use super::state::{State, id_of};
use super::{Options, Seen, acceptance_test, collection, people, project, story, task};

/// The whole service.
#[derive(Debug)]
pub(super) struct Service {
    options: Options,
    page: String,
    text: String,
    routes: Vec<Route>,
    schemas: Schemas,
    examples: Examples,
    state: State,
}

/// Handles known requests. Returns `None` for others.
type Handler = fn(&mut Call<'_>) -> Option<Outcome<Value>>;

/// The handlers, special ones before general ones.
const HANDLERS: [Handler; 6] =
    [story::answer, task::answer, acceptance_test::answer, project::answer, people::answer, collection::answer];

impl Service {
    pub(super) fn new(options: Options, address: &str) -> io::Result<Self> {
        let description = implemented(options.published)?;
        let routes = routes(&description);
        let schemas = Schemas::new(description);
        let mut state = State::new(address, &schemas)?;
        project::seed(&mut state, &schemas);
        Ok(Self {
            page: page(address)?,
            text: text(options.published, address)?,
            routes,
            examples: Examples::new(address)?,
            schemas,
            state,
            options,
        })
    }

    pub(super) fn answer(&mut self, seen: &Seen) -> Answer {
        if let Some(published) = self.publish(seen) {
            return published;
        }
        let Some(path) = seen.path.strip_prefix("/ws/") else { return Answer::empty(404) };
        let routes = std::mem::take(&mut self.routes);
        let answer = match find_route(&routes, &seen.method, path) {
            Ok(matched) => self.dispatch(seen, &matched).unwrap_or_else(|error_response| error_response),
            Err(status) => Answer::empty(status),
        };
        self.routes = routes;
        answer
    }

    /// Returns the description or the page that links to it.
    fn publish(&self, seen: &Seen) -> Option<Answer> {
        let answer = match (seen.path.as_str(), self.options.publishing) {
            ("/api" | "/openapi.json" | "/ws/openapi.json", Publishing::Nothing) => return Some(Answer::empty(404)),
            ("/api", Publishing::Page) => {
                return Some(cacheable(Answer::new(200, "text/html;charset=UTF-8", self.page.clone())));
            }
            ("/api" | "/openapi.json" | "/ws/openapi.json", _) => {
                Answer::new(200, "application/json;charset=UTF-8", self.text.clone())
            }
            _ => return None,
        };
        let refused = self.options.protected_description && caller(seen).is_none();
        Some(if refused { self.unauthorized() } else { cacheable(answer) })
    }

    /// Real servers send an empty response that does not mention the token.
    fn unauthorized(&self) -> Answer {
        if self.options.bare { Answer::empty(403) } else { Answer::error(401, "A valid token is needed") }
    }

    fn dispatch(&mut self, seen: &Seen, matched: &Matched<'_>) -> Outcome {
        let route = matched.route;
        if route.operation == "getCurrentUser" && given_token(seen).is_none() {
            return Ok(Answer::json(200, &people::nobody()));
        }
        let user = caller(seen).ok_or_else(|| self.unauthorized())?;
        let project = self.project(matched)?;
        if route.subject().0 == "hook" && !self.options.hooks {
            return Err(Answer::empty(503));
        }
        let call = &mut Call { state: &mut self.state, schemas: &self.schemas, matched, seen, user, project };
        check_permissions(call, &self.options)
            .map_err(|error_response| if self.options.bare { Answer::empty(403) } else { error_response })?;
        has_query(call)?;
        in_state(call)?;
        if let Some(answer) = example::answer(route, seen, self.options.published.version()) {
            return Ok(answer);
        }
        let body = match HANDLERS.iter().find_map(|handler| handler(call)) {
            Some(outcome) => outcome?,
            None => without_state(call, &self.examples)?,
        };
        Ok(if route.status == 204 { Answer::empty(204) } else { Answer::json(route.status, &body) })
    }

    /// Returns the project of the path, or 0 if there is none. The response for an unknown one has no body.
    fn project(&self, matched: &Matched<'_>) -> Outcome<i64> {
        let key = matched.parameter("project_key");
        key.map_or(Ok(0), |key| project::number(&self.state, key).ok_or_else(|| Answer::empty(404)))
    }
}

/// Adds headers that allow caching for an hour.
fn cacheable(answer: Answer) -> Answer {
    answer.with("cache-control", "max-age=3600")
}

/// Checks the roles and Apps of the description. Archived projects are read-only.
fn check_permissions(call: &Call<'_>, options: &Options) -> Outcome<()> {
    let route = call.matched.route;
    let project = call.state.get("Project", 0, call.project).ok();
    let archived = project.is_some_and(|project| project["preferences"]["archived"] == true);
    let app_is_off = route.app.as_ref().is_some_and(|app| options.apps_off.contains(app));
    let allowed = route.roles.is_empty() || route.roles.iter().any(|role| has(call, role));
    if !allowed || app_is_off || (archived && route.method != "GET") { Err(Answer::forbidden()) } else { Ok(()) }
}

/// Returns `true` if the caller has a role of the description.
fn has(call: &Call<'_>, role: &str) -> bool {
    match role {
        "self" => is_self(call.matched, call.user),
        "poster" => call.get("Comment", call.id()).map_or(true, |comment| id_of(&comment["poster"]) == call.user.id),
        // The path of a team has no project, so the team's own leaders are checked later.
        "owner" | "scrumMaster" if call.project == 0 => true,
        role => call.has_any(&[role]),
    }
}

/// Returns `true` if the user of the path is the caller.
fn is_self(matched: &Matched<'_>, user: &User) -> bool {
    let given = matched.parameter("user").or_else(|| matched.parameter("user_id"));
    given.is_some_and(|given| given == user.name || given.parse() == Ok(user.id))
}

/// Checks the required query parameters.
fn has_query(call: &Call<'_>) -> Outcome<()> {
    let required = call.matched.route.query.iter().filter(|(_, required)| *required);
    let missing = required.filter(|(name, _)| call.seen.query(name).is_none_or(|value| value.is_empty()));
    let problems: Vec<_> = missing.map(|(name, _)| (name.clone(), "This field may not be empty".to_owned())).collect();
    if problems.is_empty() { Ok(()) } else { Err(Answer::invalid(&problems)) }
}

/// Checks that the item is in one of the allowed states.
fn in_state(call: &Call<'_>) -> Outcome<()> {
    let route = call.matched.route;
    match collection::class(route.subject().0) {
        Some(class) if !route.states.is_empty() => story::in_states(&call.get(class, call.id())?, &route.states),
        _ => Ok(()),
    }
}

/// Handles operations without state. The body is still validated, and the item must exist.
fn without_state(call: &Call<'_>, examples: &Examples) -> Outcome<Value> {
    let route = call.matched.route;
    if let (kind @ ("sprint" | "release"), Some(id)) = (route.subject().0, call.matched.id()) {
        collection::class(kind).map_or(Ok(Value::Null), |class| call.get(class, id))?;
    }
    let sent = call.sent_fields()?;
    let body = examples.body(route, call.schemas);
    if route.operation == "createBuild" {
        return Ok(Value::Object(sent));
    }
    let page = route.operation == "listItemActivities" && call.flag("paginate");
    let count = body.as_array().map_or(0, Vec::len);
    Ok(if page { serde_json::json!({ "activities": body, "activitiesCount": count }) } else { body })
}
