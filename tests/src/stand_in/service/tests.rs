use serde_json::{Value, json};

use super::Service;
use crate::stand_in::account::token;
use crate::stand_in::description::implemented;
use crate::stand_in::schema::{Schemas, Side};
use crate::stand_in::state::id_of;
use crate::stand_in::{Options, Published, Seen};

/// A service that is called without a network.
pub(in crate::stand_in) struct Asked {
    service: Service,
}

impl Asked {
    pub(in crate::stand_in) fn new() -> Self {
        Self::with(Options::default())
    }

    pub(in crate::stand_in) fn with(options: Options) -> Self {
        Self { service: Service::new(options, "http://127.0.0.1:1").unwrap() }
    }

    fn request(user: &str, method: &str, path: &str, body: &Value) -> Seen {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let body = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
        let headers = [("x-service-token", token(user)), ("content-type", "application/json".to_owned())];
        let headers = headers.map(|(name, value)| (name.to_owned(), value)).to_vec();
        Seen { method: method.to_owned(), path: format!("/ws/{path}"), query: query.to_owned(), headers, body }
    }

    /// Returns the status and the body of a response, `null` for an empty one.
    pub(in crate::stand_in) fn ask(&mut self, user: &str, method: &str, path: &str, body: Value) -> (u16, Value) {
        let answer = self.service.answer(&Self::request(user, method, path, &body));
        (answer.status, serde_json::from_slice(&answer.body).unwrap_or_default())
    }

    /// Returns the body of a response, which must be a success.
    pub(in crate::stand_in) fn done(&mut self, user: &str, method: &str, path: &str, body: Value) -> Value {
        let (status, body) = self.ask(user, method, path, body);
        assert!((200..300).contains(&status), "{method} {path}: {status} {body}");
        body
    }

    /// Returns the initial story of a project.
    pub(in crate::stand_in) fn story(&mut self, project: &str) -> i64 {
        id_of(&self.done("owner", "GET", &format!("project/{project}/story"), json!(null))[0])
    }

    pub(in crate::stand_in) fn story_of(&mut self, project: &str, id: i64) -> Value {
        self.done("owner", "GET", &format!("project/{project}/story/{id}"), json!(null))
    }

    /// Creates a story of `DEMO`.
    pub(in crate::stand_in) fn create(&mut self, fields: Value) -> i64 {
        id_of(&self.done("owner", "POST", "project/DEMO/story", json!({ "story": fields })))
    }

    /// Performs an action on a story of `DEMO`.
    pub(in crate::stand_in) fn act(&mut self, id: i64, action: &str) -> (u16, Value) {
        self.ask("owner", "PUT", &format!("project/DEMO/story/{id}/{action}"), json!(null))
    }

    pub(in crate::stand_in) fn update(&mut self, user: &str, id: i64, fields: Value) -> (u16, Value) {
        self.ask(user, "PUT", &format!("project/DEMO/story/{id}"), json!({ "story": fields }))
    }

    /// Creates a story with an effort.
    pub(in crate::stand_in) fn create_estimated(&mut self, name: &str) -> i64 {
        let id = self.create(json!({ "name": name, "state": 2 }));
        assert_eq!(self.update("member", id, json!({ "effort": 5 })).0, 200);
        id
    }

    pub(in crate::stand_in) fn plan(&mut self, id: i64, sprint: i64) -> (u16, Value) {
        let body = json!({ "story": { "parentSprint": { "id": sprint } } });
        self.ask("master", "PUT", &format!("project/DEMO/story/{id}/plan"), body)
    }

    /// Returns the running sprint of `DEMO`, and the next one.
    pub(in crate::stand_in) fn sprints(&mut self) -> (i64, i64) {
        let sprints = self.done("owner", "GET", "project/DEMO/sprint", json!(null));
        (id_of(&sprints[0]), id_of(&sprints[1]))
    }
}

/// Replaces the parameters of a path with the first existing item of each kind.
fn fill_path(asked: &mut Asked, path: &str) -> String {
    let mut filled = path.trim_start_matches('/').replace("{project_key}", "DEMO");
    let kinds = [
        ("{story_id}", "Story"),
        ("{task_id}", "Task"),
        ("{feature_id}", "Feature"),
        ("{item_id}", "Story"),
        ("{actor_id}", "Actor"),
        ("{backlog_id}", "Backlog"),
        ("{sprint_id}", "Sprint"),
        ("{release_id}", "Release"),
        ("{acceptance_test_id}", "AcceptanceTest"),
        ("{comment_id}", "Comment"),
        ("{meeting_id}", "Meeting"),
        ("{template_id}", "TimeBoxNotesTemplate"),
    ];
    for (parameter, class) in kinds {
        let first = asked.service.state.all(class, 1).next().map(id_of).unwrap_or_default();
        filled = filled.replace(parameter, &first.to_string());
    }
    let project = i64::from(path.starts_with("/project/"));
    let hook = asked.service.state.all("Hook", project).next().map(id_of).unwrap_or_default();
    let team = asked.service.state.all("Team", 0).next().map(id_of).unwrap_or_default();
    let rest = [("{type}", "story"), ("{user_id}", "14"), ("{user}", "14"), ("{role}", "productOwner"), ("{uid}", "1")];
    let more = [("{format}", "xml"), ("{platform}", "jenkins"), ("{plannedVelocity}", "0"), ("{substitute_id}", "1")];
    for (parameter, value) in rest.into_iter().chain(more) {
        filled = filled.replace(parameter, value);
    }
    filled.replace("{hook_id}", &hook.to_string()).replace("{team_id}", &team.to_string())
}

/// Creates one item of each kind, so that each path has a target.
fn furnish(asked: &mut Asked) {
    let story = asked.story("DEMO");
    let about = json!({ "class": "Story", "id": story });
    let posts = [
        ("task", json!({ "task": { "name": "Count", "parentStory": { "id": story } } })),
        ("acceptanceTest", json!({ "acceptanceTest": { "name": "It weighs", "parentStory": { "id": story } } })),
        ("actor", json!({ "actor": { "name": "Picker" } })),
        ("comment", json!({ "comment": { "body": "Why?", "commentable": about } })),
        ("hook", hook()),
        ("timeBoxNotesTemplate", json!({ "timeBoxNotesTemplate": { "name": "Notes" } })),
        (
            "meeting",
            json!({ "meeting": { "topic": "Size", "provider": "other", "startDate": "2026-03-04T09:00:00Z",
            "subjectType": "story", "subjectId": story } }),
        ),
    ];
    for (kind, body) in posts {
        asked.done("owner", "POST", &format!("project/DEMO/{kind}"), body);
    }
    let task = asked.service.state.all("Task", 1).next().map(id_of).unwrap();
    asked.done("owner", "PUT", &format!("project/DEMO/task/{task}/take"), json!(null));
    asked.done("admin", "POST", "hook", hook());
}

/// The upgrade requires a member that is ignored before it.
fn hook() -> Value {
    json!({ "hook": { "url": "https://listener.example", "events": ["story.create"],
        "contentType": "application/json" } })
}

/// Checks that each reading operation responds with its status, its media type and a body that matches its schema, for
/// any user that is allowed. The same holds for operations that are sent an example.
#[test]
fn every_operation_answers_as_described() {
    assert_eq!(answered_as_described(Published::default()), 86);
    assert_eq!(answered_as_described(Published::UPGRADED), 85);
}

fn answered_as_described(published: Published) -> usize {
    let description = implemented(published).unwrap();
    let schemas = Schemas::new(&description);
    let mut asked = Asked::with(Options { published, ..Options::default() });
    furnish(&mut asked);
    let mut count = 0;
    for (path, method, operation) in operations(&description) {
        if method != "get" {
            continue;
        }
        let (status, expected) =
            operation["responses"].as_object().unwrap().iter().find(|(s, _)| s.starts_with('2')).unwrap();
        let target = fill_path(&mut asked, path);
        let answers = ["owner", "master", "admin"].map(|user| {
            let method = method.to_uppercase();
            asked.service.answer(&Asked::request(user, &method, &target, &Value::Null))
        });
        let answer = answers.iter().find(|answer| answer.status.to_string() == *status);
        let answer = answer.unwrap_or_else(|| panic!("{target}: {:?}", answers.each_ref().map(|answer| answer.status)));
        let media_type = answer.headers[0].1.split(';').next().unwrap();
        let schema = &expected["content"][media_type]["schema"];
        assert!(schema.is_object(), "{target} answers {media_type}");
        if media_type == "application/json" {
            let body = serde_json::from_slice(&answer.body).unwrap();
            assert_eq!(schemas.problems(&body, schema, Side::Received), [], "{target}: {body}");
        }
        count += 1;
    }
    count
}

/// Checks that actions and deletions respond with success, or with a documented error.
#[test]
fn every_other_operation_answers_as_described() {
    for published in [Published::default(), Published::UPGRADED] {
        others_answer_as_described(published);
    }
}

fn others_answer_as_described(published: Published) {
    let description = implemented(published).unwrap();
    let schemas = Schemas::new(&description);
    for (path, method, operation) in operations(&description).filter(|(_, method, _)| *method != "get") {
        let mut asked = Asked::with(Options { published, ..Options::default() });
        furnish(&mut asked);
        let query = if operation["operationId"] == "replaceUser" { "?deleteOwnedData=true" } else { "" };
        let target = fill_path(&mut asked, path) + query;
        let wanted = &operation["requestBody"]["content"]["application/json"]["schema"];
        let sent = if wanted.is_null() { Value::Null } else { request(&asked, &schemas, wanted) };
        let answers = ["owner", "master", "member", "admin"].map(|user| {
            let answer = asked.ask(user, &method.to_uppercase(), &target, sent.clone());
            (answer.0, answer.1)
        });
        let (status, body) = answers.iter().min_by_key(|(status, _)| *status).unwrap();
        let name = operation["operationId"].as_str().unwrap();
        assert!((200..300).contains(status) || (*status == 400 && body["text"].is_string()), "{name}: {answers:?}");
        let response = &operation["responses"][status.to_string()]["content"]["application/json"]["schema"];
        if response.is_object() {
            assert_eq!(schemas.problems(body, response, Side::Received), [], "{name}: {body}");
        }
    }
}

fn operations(description: &Value) -> impl Iterator<Item = (&str, &str, &Value)> {
    let paths = description["paths"].as_object().unwrap().iter();
    let methods = paths.flat_map(|(path, item)| item.as_object().unwrap().iter().map(move |(m, o)| (path, m, o)));
    methods.filter(|(.., operation)| operation["operationId"].is_string()).map(|(p, m, o)| (p.as_str(), m.as_str(), o))
}

/// Returns the smallest body of a request that refers to existing items.
fn request(asked: &Asked, schemas: &Schemas, schema: &Value) -> Value {
    let first = |class| asked.service.state.all(class, 1).next().map(id_of);
    let mut body = schemas.sample(schema);
    for (wrapper, inside) in body.as_object_mut().into_iter().flatten() {
        match wrapper.as_str() {
            "hook" => inside["events"] = json!(["story.create"]),
            "task" if inside["name"].is_string() => inside["parentStory"] = json!({ "id": first("Story") }),
            "acceptanceTest" if inside["parentStory"].is_object() => {
                inside["parentStory"]["id"] = json!(first("Story"))
            }
            "comment" if inside["commentable"].is_object() => inside["commentable"]["id"] = json!(first("Story")),
            "sprint" if inside["parentRelease"].is_object() => inside["parentRelease"]["id"] = json!(first("Release")),
            "story" if inside["parentSprint"].is_object() => inside["parentSprint"]["id"] = json!(first("Sprint")),
            _ => {}
        }
    }
    body
}

#[test]
fn refusals_come_in_their_forms() {
    let mut asked = Asked::new();
    let story = asked.story("DEMO");
    let path = "project/DEMO/story";
    assert_eq!(asked.ask("nobody", "GET", path, json!(null)), (401, json!({ "text": "A valid token is needed" })));
    assert_eq!(asked.ask("outsider", "GET", path, json!(null)).0, 403);
    assert_eq!(asked.ask("owner", "GET", "project/NOWHERE/story", json!(null)), (404, json!(null)));
    assert_eq!(
        asked.ask("owner", "GET", "project/DEMO/story/99999", json!(null)).1["text"],
        "There is no Story with number 99999"
    );
    assert_eq!(asked.ask("owner", "GET", "project/DEMO/story/uid/99", json!(null)), (404, json!(null)));
    assert_eq!(
        asked.ask("owner", "POST", path, json!({ "name": "x" })),
        (400, json!({ "text": "The body holds no story" }))
    );
    let (status, list) = asked.ask("owner", "POST", path, json!({ "story": { "name": "x".repeat(101), "value": -1 } }));
    assert_eq!((status, list.as_array().map(Vec::len)), (400, Some(2)));
    assert_eq!(asked.act(story, "done").0, 400);
    assert_eq!(asked.ask("owner", "DELETE", "version", json!(null)).0, 405);
    let mut half = Asked::request("owner", "POST", path, &json!(null));
    half.body = b"{\"story\":".to_vec();
    let answer = asked.service.answer(&half);
    assert_eq!((answer.status, answer.headers[0].1.as_str()), (400, "text/plain;charset=UTF-8"));
}

#[test]
fn archived_projects_are_readable_by_members_only() {
    let mut asked = Asked::new();
    let new = json!({ "story": { "name": "x" } });
    assert_eq!(asked.ask("owner", "GET", "project/OLD/story", json!(null)).0, 200);
    assert_eq!(asked.ask("owner", "GET", "project/3/story", json!(null)).0, 200);
    assert_eq!(asked.ask("owner", "POST", "project/OLD/story", new).0, 403);
    assert_eq!(asked.ask("outsider", "GET", "project/OLD/story", json!(null)).0, 403);
}

#[test]
fn options_switch_parts_off() {
    let options =
        Options { hooks: false, apps_off: vec!["custom backlogs".to_owned()], bare: true, ..Options::default() };
    let mut asked = Asked::with(options);
    assert_eq!(asked.ask("admin", "GET", "hook", json!(null)), (503, json!(null)));
    let backlog = json!({ "backlog": { "name": "Mine", "filter": "{}" } });
    assert_eq!(asked.ask("owner", "POST", "project/DEMO/backlog", backlog).0, 403);
    assert_eq!(asked.ask("owner", "POST", "project/DEMO/build/jenkins", json!(null)).0, 400);
    assert_eq!(asked.ask("nobody", "GET", "project/DEMO/story", json!(null)), (403, json!(null)));
}

#[test]
fn only_the_author_changes_a_comment() {
    let mut asked = Asked::new();
    let story = asked.story("DEMO");
    let sent = json!({ "comment": { "body": "Why?", "commentable": { "class": "Story", "id": story } } });
    let comment = asked.done("stakeholder", "POST", "project/DEMO/comment", sent);
    let path = format!("project/DEMO/comment/{}", comment["id"]);
    let change = json!({ "comment": { "body": "How?" } });
    assert_eq!(asked.ask("owner", "PUT", &path, change.clone()).0, 403);
    assert_eq!(asked.done("stakeholder", "PUT", &path, change)["body"], "How?");
    assert_eq!(asked.ask("owner", "DELETE", &path, json!(null)).0, 204, "a product owner may");
}

#[test]
fn projects_want_their_own_wrapper_and_come_in_pages() {
    let mut asked = Asked::new();
    let fields = json!({ "name": "New", "startDate": "2026-01-12T00:00:00Z" });
    assert_eq!(asked.ask("master", "PUT", "project/DEMO", json!({ "project": fields.clone() })).0, 400);
    assert_eq!(asked.done("master", "PUT", "project/DEMO", json!({ "projectd": fields }))["name"], "New");
    let page = asked.done("admin", "GET", "project?paginate=true&page=2&count=2", json!(null));
    assert_eq!((page["projects"].as_array().map(Vec::len), &page["count"]), (Some(1), &json!(3)));
    let nobody = Seen { method: "GET".to_owned(), path: "/ws/user/current".to_owned(), ..Seen::default() };
    let body: Value = serde_json::from_slice(&asked.service.answer(&nobody).body).unwrap();
    assert_eq!(body["user"], "null");
}
