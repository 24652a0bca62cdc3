//! A request to its answer: who asks, whether they may, and what it does.

use std::io;

use serde_json::{Value, json};

use super::account::{User, caller};
use super::answer::{Answer, Outcome};
use super::description::{Publishing, full, page, text};
use super::item::{self, Examples};
use super::project::{Project, project, seed};
use super::routes::{Matched, Route, matching, routes};
use super::state::State;
use super::story::Stories;
use super::{Options, Seen, body, schedule, task};

/// The version that the stand-in says it has.
const VERSION: &str = "7.55";

/// The whole service.
#[derive(Debug)]
pub(super) struct Service {
    options: Options,
    page: String,
    text: String,
    routes: Vec<Route>,
    examples: Examples,
    state: State,
}

/// The kinds of items with state: the segment of their path, the key that they are wrapped in, and their class.
const KINDS: [(&str, &str, &str); 9] = [
    ("story", "story", "Story"),
    ("task", "task", "Task"),
    ("feature", "feature", "Feature"),
    ("sprint", "sprint", "Sprint"),
    ("release", "release", "Release"),
    ("acceptanceTest", "acceptanceTest", "AcceptanceTest"),
    ("actor", "actor", "Actor"),
    ("comment", "comment", "Comment"),
    ("hook", "hook", "Hook"),
];

impl Service {
    pub(super) fn new(options: Options, address: &str) -> io::Result<Self> {
        let description = full()?;
        let mut state = State::new(address)?;
        seed(&mut state);
        Ok(Self {
            page: page(address)?,
            text: text(options.published, address)?,
            routes: routes(&description),
            examples: Examples::new(description)?,
            state,
            options,
        })
    }

    pub(super) fn answer(&mut self, seen: &Seen) -> Answer {
        if let Some(published) = self.published(seen) {
            return published;
        }
        let Some(path) = seen.path.strip_prefix("/ws/") else { return Answer::empty(404) };
        let routes = std::mem::take(&mut self.routes);
        let answer = match matching(&routes, &seen.method, path) {
            Some(matched) => self.permitted(seen, &matched).unwrap_or_else(|refusal| refusal),
            None => Answer::empty(404),
        };
        self.routes = routes;
        answer
    }

    /// The description and the page that names it.
    fn published(&self, seen: &Seen) -> Option<Answer> {
        let description = || Answer::typed(200, "application/json;charset=UTF-8", self.text.clone());
        let answer = match (seen.path.as_str(), self.options.publishing) {
            ("/api" | "/openapi.json" | "/ws/openapi.json", Publishing::Nothing) => Answer::empty(404),
            ("/api", Publishing::Page) => {
                return Some(Answer::typed(200, "text/html;charset=UTF-8", self.page.clone()));
            }
            ("/api", Publishing::Direct) | ("/openapi.json" | "/ws/openapi.json", _) => description(),
            _ => return None,
        };
        let refused = self.options.protected_description && caller(seen).is_none();
        Some(if refused { self.unauthorized() } else { answer })
    }

    fn unauthorized(&self) -> Answer {
        if self.options.bare { Answer::empty(403) } else { Answer::refused(401, "A valid token is needed") }
    }

    fn permitted(&mut self, seen: &Seen, matched: &Matched<'_>) -> Outcome {
        let user = caller(seen).ok_or_else(|| self.unauthorized())?;
        let route = matched.route;
        if route.operation.contains("Hook") && !self.options.hooks {
            return Err(Answer::empty(503));
        }
        let project = match matched.parameter("project_key") {
            Some(key) => Some(project(key).ok_or_else(|| Answer::empty(404))?),
            None => None,
        };
        let archived = project.is_some_and(|project| project.archived);
        let own = route.roles.iter().any(|role| role == "self") && is_self(matched, user);
        let poster = route.roles.iter().any(|role| role == "poster");
        if (!own && !poster && !user.may(&route.roles, archived)) || (archived && route.method != "GET") {
            return Err(Answer::refused(403, "Your role does not allow this"));
        }
        match project {
            Some(project) => self.in_project(seen, matched, user, project),
            None => Ok(self.elsewhere(seen, route)),
        }
    }

    fn in_project(
        &mut self,
        seen: &Seen,
        matched: &Matched<'_>,
        user: &'static User,
        project: &'static Project,
    ) -> Outcome {
        let route = matched.route;
        if let Some(done) = self.story(seen, matched, user, project)? {
            return Ok(Answer::json(route.status, &done));
        }
        if let Some(done) = self.task_or_schedule(seen, matched, user, project)? {
            return Ok(Answer::json(route.status, &done));
        }
        match self.plain_item(seen, matched, user, project)? {
            Some(answer) => Ok(answer),
            None => Ok(self.elsewhere(seen, route)),
        }
    }

    /// Actions on stories.
    fn story(
        &mut self,
        seen: &Seen,
        matched: &Matched<'_>,
        user: &'static User,
        project: &'static Project,
    ) -> Outcome<Option<Value>> {
        let route = matched.route;
        let id = matched.id().unwrap_or_default();
        let is_product_owner = user.may(&["productOwner".to_owned()], project.archived);
        let mut stories = Stories { state: &mut self.state, project, user, is_product_owner };
        if route.operation.contains("Story") && !route.states.is_empty() {
            stories.in_states(id, &route.states)?;
        }
        let rank = |seen: &Seen| body::unwrapped_if_any(seen, "story");
        Ok(Some(match route.operation.as_str() {
            "createStory" => stories.create(&body::unwrapped(seen, "story")?)?,
            "updateStory" => stories.update(id, &body::unwrapped(seen, "story")?)?,
            "acceptStory" => {
                rank(seen)?;
                stories.accept(id)?
            }
            "returnStoryToSandbox" => stories.return_to_sandbox(id)?,
            "planStory" => {
                let sent = body::unwrapped(seen, "story")?;
                let sprint = body::reference_id(sent.get("parentSprint").unwrap_or(&Value::Null), "parentSprint")?;
                stories.plan(id, sprint)?
            }
            "unplanStory" => stories.unplan(id)?,
            "shiftStoryToNextSprint" => stories.shift(id)?,
            "finishStory" => stories.finish(id)?,
            "reopenStory" => stories.reopen(id)?,
            "turnStoryIntoFeature" => stories.turn_into_feature(id)?,
            "turnStoryIntoTask" => stories.turn_into_task(id)?,
            "copyStory" => stories.copy(id)?,
            _ => return Ok(None),
        }))
    }

    /// Tasks, sprints and releases.
    fn task_or_schedule(
        &mut self,
        seen: &Seen,
        matched: &Matched<'_>,
        user: &'static User,
        project: &'static Project,
    ) -> Outcome<Option<Value>> {
        let id = matched.id().unwrap_or_default();
        let state = &mut self.state;
        Ok(Some(match matched.route.operation.as_str() {
            "createTask" => task::add(state, project, user, &body::unwrapped(seen, "task")?, None)?,
            "updateTask" => task::update(state, project, id, &body::unwrapped(seen, "task")?)?,
            "listStoryTasks" => {
                state.get("Story", project.number, id)?;
                Value::Array(task::of_story(state, project, id))
            }
            "takeTask" => task::assign(state, project, id, Some(user))?,
            "unassignTask" => task::assign(state, project, id, None)?,
            "activateSprint" => schedule::activate(state, "Sprint", project, id)?,
            "closeSprint" => schedule::close(state, "Sprint", project, id)?,
            "reactivateSprint" => schedule::reactivate(state, "Sprint", project, id)?,
            "activateRelease" => schedule::activate(state, "Release", project, id)?,
            "closeRelease" => schedule::close(state, "Release", project, id)?,
            "reactivateRelease" => schedule::reactivate(state, "Release", project, id)?,
            _ => return Ok(None),
        }))
    }

    /// What is the same for all kinds of items: list, create, get, get by uid, update, delete.
    fn plain_item(
        &mut self,
        seen: &Seen,
        matched: &Matched<'_>,
        user: &'static User,
        project: &'static Project,
    ) -> Outcome<Option<Answer>> {
        let segments: Vec<&str> = seen.path.trim_matches('/').split('/').skip(3).collect();
        let Some((_, wrapper, kind)) =
            segments.first().and_then(|first| KINDS.iter().find(|(segment, ..)| segment == first))
        else {
            return Ok(None);
        };
        let id = matched.id().unwrap_or_default();
        let number = project.number;
        let answer = match (matched.route.method.as_str(), &segments[1..]) {
            ("GET", []) => Answer::json(200, &Value::Array(self.listed(seen, kind, number))),
            ("POST", []) => {
                let sent = body::unwrapped(seen, wrapper)?;
                Answer::json(201, &item::create(&mut self.state, project, user, kind, &sent)?)
            }
            ("GET", ["uid", uid]) => {
                let found = self.state.all(kind, number).find(|item| item["uid"].as_i64() == uid.parse().ok());
                found.map_or(Answer::empty(404), |item| Answer::json(200, item))
            }
            ("GET", [_]) if self.is_item(matched) => Answer::json(200, &self.state.get(kind, number, id)?),
            ("PUT", [_]) if self.is_item(matched) => {
                let sent = body::unwrapped(seen, wrapper)?;
                Answer::json(200, &self.state.change(kind, number, id, Value::Object(sent))?)
            }
            ("DELETE", [_]) if self.is_item(matched) => {
                self.remove(kind, id, user, project)?;
                Answer::empty(204)
            }
            _ => return Ok(None),
        };
        Ok(Some(answer))
    }

    fn is_item(&self, matched: &Matched<'_>) -> bool {
        matched.id().is_some() && !matched.route.operation.starts_with("list")
    }

    fn listed(&self, seen: &Seen, kind: &str, project: i64) -> Vec<Value> {
        let term = seen.query("term").map(|term| term.to_lowercase());
        let named = |item: &&Value| {
            let name = item["name"].as_str().unwrap_or_default().to_lowercase();
            term.as_ref().is_none_or(|term| name.contains(term))
        };
        self.state.all(kind, project).filter(named).cloned().collect()
    }

    fn remove(&mut self, kind: &str, id: i64, user: &'static User, project: &'static Project) -> Outcome<()> {
        match kind {
            "Story" => {
                let is_product_owner = user.may(&["productOwner".to_owned()], project.archived);
                let mut stories = Stories { state: &mut self.state, project, user, is_product_owner };
                stories.delete(id)
            }
            "Sprint" | "Release" => schedule::delete(&mut self.state, kind, project, id),
            _ => {
                self.state.get(kind, project.number, id)?;
                self.state.remove(kind, id);
                Ok(())
            }
        }
    }

    /// Operations without state: downloads, pages, and examples.
    fn elsewhere(&self, seen: &Seen, route: &Route) -> Answer {
        let paginated = seen.query("paginate").as_deref() == Some("true");
        match (route.operation.as_str(), route.media_type.as_str()) {
            ("getVersion", _) if seen.query("verbose").as_deref() == Some("true") => {
                Answer::json(200, &json!({ "version": VERSION, "upgrade": false }))
            }
            ("getVersion", _) => Answer::typed(200, "text/html;charset=UTF-8", VERSION),
            ("getOpenApi", _) => Answer::typed(200, "application/json", self.text.clone()),
            (_, "") => Answer::empty(if route.status == 200 { 200 } else { 204 }),
            (_, "application/pdf") => Answer::download("application/pdf", "print.pdf", "%PDF-1.4\n%%EOF\n"),
            (_, "text/xml") => Answer::download("text/xml", "export.xml", "<export/>"),
            (_, "application/zip") => Answer::download("application/zip", "export.zip", "PK\u{5}\u{6}"),
            (_, media_type) if media_type.starts_with("text/") => Answer::typed(200, media_type, "text"),
            (operation, _) if paginated && operation.contains("Projects") => {
                Answer::json(200, &self.page("projects", &self.examples.body("listProjects", &route.schema)))
            }
            (operation, _) if paginated && operation.contains("Users") => {
                Answer::json(200, &self.page("users", &self.examples.body("listUsers", &route.schema)))
            }
            (operation, _) => Answer::json(route.status, &self.examples.body(operation, &route.schema)),
        }
    }

    fn page(&self, key: &str, items: &Value) -> Value {
        json!({ key: items, "count": items.as_array().map_or(0, Vec::len) })
    }
}

/// Whether the user of the path is the caller.
fn is_self(matched: &Matched<'_>, user: &User) -> bool {
    let given = matched.parameter("user").or_else(|| matched.parameter("user_id"));
    given.is_some_and(|given| given == user.name || given.parse() == Ok(user.id))
}
