//! A request with its operation and caller, as the handlers receive it.

use serde_json::{Map, Value};

use super::Seen;
use super::account::User;
use super::answer::{Answer, Outcome};
use super::routes::Matched;
use super::schema::Schemas;
use super::state::{Class, State};
use super::view;

/// A call of an operation.
#[derive(Debug)]
pub(super) struct Call<'c> {
    pub(super) state: &'c mut State,
    pub(super) schemas: &'c Schemas,
    pub(super) matched: &'c Matched<'c>,
    pub(super) seen: &'c Seen,
    pub(super) user: &'static User,
    /// The number of the project, or 0 if the path has none.
    pub(super) project: i64,
}

impl<'c> Call<'c> {
    pub(super) fn operation(&self) -> &'c str {
        &self.matched.route.operation
    }

    /// Returns the last number of the path: the item that the call is about.
    pub(super) fn id(&self) -> i64 {
        self.matched.id().unwrap_or_default()
    }

    pub(super) fn flag(&self, name: &str) -> bool {
        self.seen.query(name).as_deref() == Some("true")
    }

    /// Returns `true` if the caller has any of these roles in the project of the call.
    pub(super) fn has_any(&self, roles: &[&str]) -> bool {
        let project = self.state.get("Project", 0, self.project).ok();
        roles.iter().any(|role| self.user.has(role, project))
    }

    /// Rejects callers who have none of these roles.
    pub(super) fn only(&self, roles: &[&str]) -> Outcome<()> {
        if self.has_any(roles) { Ok(()) } else { Err(Answer::forbidden()) }
    }

    /// Returns an item of the project as it is stored.
    pub(super) fn get(&self, class: Class, id: i64) -> Outcome<Value> {
        self.state.get(class, self.project, id).cloned()
    }

    /// Returns an item of the project as it is displayed.
    pub(super) fn render(&self, class: Class, id: i64) -> Outcome<Value> {
        let item = self.state.get(class, self.project, id)?;
        Ok(view::render(self.state, class, self.project, item))
    }

    /// Returns the items of the project that satisfy `keeps`, as they are displayed.
    pub(super) fn list(&self, class: Class, keeps: impl Fn(&Value) -> bool) -> Outcome<Value> {
        let kept = self.state.all(class, self.project).filter(|item| keeps(item));
        Ok(kept.map(|item| view::render(self.state, class, self.project, item)).collect())
    }

    /// Changes an item, and returns it as it is displayed.
    pub(super) fn change(&mut self, class: Class, id: i64, fields: Value) -> Outcome<Value> {
        self.state.change(class, id, fields);
        self.render(class, id)
    }

    /// Adds an item to the project, and returns it as it is displayed.
    pub(super) fn add(&mut self, class: Class, fields: Value) -> Outcome<Value> {
        let id = self.state.add(class, self.project, self.user, fields);
        self.render(class, id)
    }

    /// Returns the item that a reference in the request names.
    pub(super) fn target(&self, class: Class, reference: &Value) -> Outcome<Value> {
        self.get(class, reference["id"].as_i64().unwrap_or_default())
    }

    /// Returns the content of the body's wrapper, such as `{ "story": { .. } }`, validated against the description and
    /// without unknown members.
    pub(super) fn sent_fields(&self) -> Outcome<Map<String, Value>> {
        let route = self.matched.route;
        if self.seen.body.is_empty() && !route.body_required {
            return Ok(Map::new());
        }
        let body = self.json()?;
        let properties = self.schemas.properties(self.schemas.at(&route.body));
        let Some((wrapper, schema)) = properties.iter().next() else { return Ok(Map::new()) };
        let inside = match body.get(wrapper) {
            Some(inside) if inside.is_object() => inside,
            _ if !route.body_required => return Ok(Map::new()),
            _ => return Err(Answer::error(400, &format!("The body holds no {wrapper}"))),
        };
        let mut problems = self.schemas.problems(&body, &route.body);
        if inside["name"].as_str().is_some_and(|name| name.trim().is_empty()) {
            problems.push(("name".to_owned(), "This field may not be empty".to_owned()));
        }
        if !problems.is_empty() {
            return Err(Answer::invalid(&problems));
        }
        let known = self.schemas.properties(schema);
        let members = inside.as_object().into_iter().flatten();
        Ok(members
            .filter(|(key, _)| known.contains_key(*key))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect())
    }

    /// Returns the body, which must be declared as JSON and be valid.
    pub(super) fn json(&self) -> Outcome<Value> {
        let says_so = self.seen.header("content-type").is_some_and(|kind| kind.starts_with("application/json"));
        let body = serde_json::from_slice(&self.seen.body).ok().filter(|_| says_so);
        body.ok_or_else(|| Answer::new(400, "text/plain;charset=UTF-8", "The body is not JSON"))
    }
}
