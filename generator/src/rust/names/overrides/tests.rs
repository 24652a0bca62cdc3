//! Tests of the items that `[names]` can rename, and of the diagnostics for invalid entries.

use crate::api::analysis::Direction;
use crate::base::diagnostic::{Code, Diagnostic, Location, Sink};
use crate::base::pointer::Pointer;
use crate::pipeline::Emission;
use crate::rust::names::NameHistory;
use crate::rust::names::places::place_of;
use crate::testing::Case;

const API: &str = r##"
openapi: 3.0.3
info: { title: '', version: '' }
servers: [{ url: 'https://a.acme.dev' }, { url: 'https://b.acme.dev' }]
paths:
  /story:
    get:
      tags: [story]
      operationId: listStories
      parameters:
      - { name: page, in: query, schema: { type: integer } }
      - { name: size, in: query, schema: { type: integer } }
      - { name: size, in: header, schema: { type: integer } }
      responses:
        '200':
          description: ''
          headers: { Link: { schema: { type: string } } }
          content:
            application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Story' } } }
            text/csv: { schema: { type: string } }
        '404': { description: '', content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }
    post:
      tags: [story]
      operationId: create_story
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Story' } } } }
      responses:
        '204': { description: '' }
        '409': { description: '', content: { application/json: { schema: { $ref: '#/components/schemas/Story' } } } }
  /notes:
    get:
      tags: [notes]
      responses:
        '204': { description: '', headers: { link: { schema: { type: string } } } }
        '404': { description: '', content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }
components:
  schemas:
    Problem: { type: object, properties: { text: { type: string } } }
    Task: { type: object, properties: { story: { $ref: '#/components/schemas/Story' }, color: { $ref: '#/components/schemas/Color' } } }
    Color: { type: string, enum: [red, green] }
    Pet: { oneOf: [{ $ref: '#/components/schemas/Task' }, { type: string }] }
    Story:
      type: object
      required: [class]
      properties:
        class: { type: string, enum: [story] }
        id: { type: string, readOnly: true }
        notes: { type: string }
        state: { type: integer, enum: [0, 1], x-enum-varnames: [Open, Shut] }
"##;

fn emission_of(names: &str, history: &NameHistory, text: &str) -> (Result<Emission, Box<Diagnostic>>, Vec<Diagnostic>) {
    let mut sink = Sink::new();
    let emission = Case::from_text(text).config(format!("[names]\n{names}")).run_with(history, &mut sink);
    let reported = sink.into_diagnostics().into_iter().filter(|reported| reported.code != Code::NameCollision);
    (emission, reported.filter(|reported| reported.code == Code::OverrideUnused).collect())
}

fn emitted(names: &str) -> String {
    let (emission, reported) = emission_of(names, &NameHistory::default(), API);
    assert_eq!(reported, [], "{names}");
    let emission = emission.unwrap();
    emission.texts().map(|(_, text)| text).collect()
}

#[test]
fn each_kind_of_item_can_be_renamed() {
    let rows = [
        ("Story = 'UserStory'", "pub struct UserStory {"),
        ("\"/components/schemas/Story\" = 'UserStory'", "pub struct UserStory {"),
        ("\"#/components/schemas/Story\" = 'UserStory'", "pub struct UserStory {"),
        ("\"Story.notes\" = 'remarks'", "pub remarks: Option<String>"),
        ("\"/components/schemas/Story/properties/notes\" = 'remarks'", "pub remarks: Option<String>"),
        ("\"Story.class\" = 'KIND'", "pub const KIND:"),
        ("\"Story.state\" = 'Stage'", "pub enum Stage {"),
        ("\"Story.state.1\" = 'Completed'", "\n    Completed"),
        ("\"/components/schemas/Story/properties/state/enum/1\" = 'Completed'", "\n    Completed"),
        ("\"Color.red\" = 'Crimson'", "\n    Crimson"),
        ("\"/components/schemas/Pet/oneOf/0\" = 'Work'", "\n    Work("),
        ("listStories = 'list_all'", "pub fn list_all("),
        ("\"GET /story\" = 'list_all'", "pub fn list_all("),
        ("\"/paths/~1story/get\" = 'list_all'", "pub fn list_all("),
        ("listStories = 'AllStories'", "pub struct AllStories"),
        ("\"listStories.page\" = 'page_number'", "pub fn page_number("),
        ("\"GET /story.page\" = 'page_number'", "pub fn page_number("),
        ("\"/paths/~1story/get/parameters/0\" = 'page_number'", "pub fn page_number("),
        ("\"create_story.body\" = 'tale'", "tale: "),
        ("\"listStories.output\" = 'StoryList'", "pub enum StoryList {"),
        ("\"listStories.200 text/csv\" = 'Table'", "\n    Table("),
        ("\"/paths/~1story/get/responses/200/content/text~1csv\" = 'Table'", "\n    Table("),
        ("ApiError = 'ScrumError'", "pub enum ScrumError {"),
        ("\"listStories.error\" = 'ScrumError'", "pub enum ScrumError {"),
        ("\"listStories.404\" = 'Missing'", "\n    Missing("),
        ("\"/paths/~1notes/get/responses/404\" = 'Missing'", "\n    Missing("),
        ("\"listStories.headers\" = 'PageLinks'", "pub struct PageLinks {"),
        ("\"GET /notes.headers\" = 'PageLinks'", "pub struct PageLinks {"),
        ("\"GET /notes.headers.link\" = 'pages'", "pub pages: Result<"),
        ("story = 'stories'", "pub fn stories("),
        ("\"#group story\" = 'stories'", "pub fn stories("),
        ("\"#error main\" = 'ScrumError'", "pub enum ScrumError {"),
        ("\"https://b.acme.dev\" = 'SPARE'", "SPARE"),
    ];
    let unchanged = emitted("");
    for (names, expected) in rows {
        assert!(!unchanged.contains(expected), "{names} is needed for {expected}");
        assert!(emitted(names).contains(expected), "{names} gives no {expected}");
    }
}

fn assert_error(names: &str, message: &str, help: &str) {
    let problem = emission_of(names, &NameHistory::default(), API).0.unwrap_err();
    assert_eq!(problem.code, Code::ConfigurationInvalid, "{names}");
    assert!(problem.message.contains(message), "{names}: {}", problem.message);
    assert!(problem.help.as_ref().is_some_and(|reported| reported.contains(help)), "{names}: {:?}", problem.help);
    let location = problem.place.map(|place| place.location);
    assert!(matches!(location, Some(Location::Position { line: 2.., .. })), "{names}: {location:?}");
}

#[test]
fn names_that_cannot_be_assigned_are_rejected() {
    assert_error("Story = 'Task'", "that is the name of `/components/schemas/Task`", "choose another name");
    assert_error("Story = 'Vec'", "the name is taken", "by Rust or by the emitted code");
    assert_error("\"Story.state\" = 'Task'", "the name is taken", "");
    assert_error("\"Story.notes\" = 'state'", "the name of `/components/schemas/Story#field state`", "");
    assert_error("Story = 'user_story'", "invalid name `user_story` for the type", "`UserStory`");
    assert_error("\"Story.notes\" = 'Remarks'", "for a field", "`remarks`");
    assert_error("listStories = 'create'", "the name of `/paths/~1story/post`", "");
    assert_error("\"listStories.404\" = 'missing'", "a variant", "`Missing`");
    assert_error("story = 'api'", "the name is taken", "");
    assert_error("Story = 'A'\n\"/components/schemas/Story\" = 'B'", "is already named", "remove one");
    assert_error("listStories = 'CreateStory'", "the name of `/paths/~1story/post#type`", "");
    assert_error("ApiError = 'StoryInput'", "the name is taken", "choose another name");
    let keys = "use one of `/paths/~1story/get#query size`, `/paths/~1story/get#header size`";
    assert_error("\"listStories.size\" = 'limit'", "matches several items", keys);
}

#[test]
fn operations_with_a_configured_name_keep_their_group() {
    let text = |paths: &str| format!("openapi: 3.0.3\ninfo: {{ title: '', version: '' }}\npaths:\n{paths}");
    let one = "  /generate: { post: { operationId: generate, responses: {} } }\n";
    let two = format!("{one}  /generate/{{id}}: {{ post: {{ operationId: retry, responses: {{}} }} }}\n");
    let names = |paths: &str, history: &NameHistory| {
        let emission = emission_of("\"POST /generate\" = 'make'", history, &text(paths)).0.unwrap();
        let functions = emission.names.by_pointer(&emission.api).into_values().collect::<Vec<_>>();
        (functions, emission.lock_file())
    };
    let (before, lock_file) = names(one, &NameHistory::default());
    assert_eq!(before, ["root.make"]);
    assert_eq!(names(&two, &lock_file).0, ["root.make", "generate.retry"]);
}

#[test]
fn warnings_about_ordinals_point_to_the_item() {
    let text = "
openapi: 3.0.3
info: { title: '', version: '' }
paths:
  /#a:
    post:
      requestBody:
        content:
          application/json:
            schema:
              oneOf:
              - { type: object, properties: { a: { type: string } } }
              - { type: object, properties: { a: { type: integer } } }
      responses: {}
";
    let (_, reported) = Case::from_text(text).emission_and_warnings();
    let mut reported = reported.into_iter().filter(|reported| reported.code == Code::NameCollision);
    let location = reported.next().and_then(|reported| reported.place).map(|place| place.location);
    let origin = "/paths/~1#a/post/requestBody/content/application~1json/schema/oneOf/1";
    assert_eq!(location, Some(Location::Pointer(Pointer::root().append(origin))));
}

#[test]
fn keys_that_match_nothing_are_reported_with_suggestions() {
    for (names, suggestion) in [
        ("Storry = 'A'", "`Story`"),
        ("\"Story.note\" = 'a'", "`Story.notes`"),
        ("listStory = 'a'", "`listStories`"),
        ("\"GET /storys\" = 'a'", "`GET /story`"),
        ("\"quite something else\" = 'a'", "an operationId"),
        ("CreateStory = 'A'", "`create_story`"),
        ("create = 'a'", "`create_story`"),
        ("ListNotes = 'A'", "`GET /notes`"),
        ("\"notes.list\" = 'a'", "`GET /notes`"),
        ("StoryState = 'A'", "`Story.state`"),
    ] {
        let (emission, reported) = emission_of(names, &NameHistory::default(), API);
        emission.unwrap();
        let [reported] = reported.as_slice() else { panic!("{names}: {reported:?}") };
        assert!(reported.help.as_ref().is_some_and(|help| help.contains(suggestion)), "{names}: {:?}", reported.help);
    }
}

#[test]
fn the_suggested_entry_removes_the_warning() {
    let text =
        API.replace("    Task: {", "    Vec: { type: object, properties: { a: { type: string } } }\n    Task: {");
    let run = |names: &str| {
        let (_, reported) = Case::from_text(&text).config(format!("[names]\n{names}")).emission_and_warnings();
        reported.into_iter().find(|reported| reported.code == Code::NameCollision)
    };
    let help = run("").and_then(|reported| reported.help).unwrap();
    let entry = help.split_once("`[names]`: ").unwrap().1;
    assert_eq!(entry, "\"/components/schemas/Vec\" = \"..\"");
    assert!(run(&entry.replace("..", "Vector")).is_none());
}

#[test]
fn two_items_can_swap_names() {
    let (emission, reported) = emission_of("Story = 'Task'\nTask = 'Story'", &NameHistory::default(), API);
    let emission = emission.unwrap();
    assert_eq!(reported, []);
    let name = |schema: &str| {
        let place = format!("/components/schemas/{schema}");
        let found = emission.api.definitions().find(|(_, definition)| place_of(&emission.api, definition) == place);
        found.map(|(id, _)| emission.names.of_type(id, Direction::Response).to_owned())
    };
    assert_eq!((name("Story").as_deref(), name("Task").as_deref()), (Some("Task"), Some("Story")));
}

#[test]
fn a_new_item_does_not_get_a_configured_name_and_a_removed_entry_is_forgotten() {
    let without = API.replace("    Task: {", "    Work: {").replace("schemas/Task'", "schemas/Work'");
    let names = "Story = 'Task'\nlistStories = 'all'";
    let (before, _) = emission_of(names, &NameHistory::default(), &without);
    let before = before.unwrap();
    let lock_file = before.lock_file();
    let place = "/components/schemas/Story#configured";
    for history in [&before.recorded_names, &lock_file] {
        let after = emission_of(names, history, API).0.unwrap();
        assert_eq!(after.recorded_names.previous_name(place), Some("Task"));
        assert_ne!(after.recorded_names.previous_name("/components/schemas/Task"), Some("Task"));
        let unnamed = emission_of("", history, &without).0.unwrap();
        assert_eq!(unnamed.recorded_names.previous_name("/components/schemas/Story"), Some("Story"));
        assert_eq!(unnamed.recorded_names.previous_name("/paths/~1story/get"), Some("list"));
    }
}

#[test]
fn a_schema_that_is_split_by_direction_keeps_its_name_for_the_response_type() {
    let before = emission_of("", &NameHistory::default(), API).0.unwrap();
    let schema = |emission: &Emission, schema: &str| {
        let place = format!("/components/schemas/{schema}");
        emission.recorded_names.previous_name(&place).map(str::to_owned)
    };
    let (start, story) = API.split_once("    Story:\n").unwrap();
    let received = start.replace("schemas/Story'", "schemas/Story-Output'");
    let split = format!("{received}    Story-Input:\n{story}    Story-Output:\n{story}");
    let mut recorded = before.names.by_pointer(&before.api);
    recorded.insert("/components/schemas/Story#field notes".to_owned(), "remarks".to_owned());
    let mut history = NameHistory::of_lock_file(&recorded);
    for _ in 0..2 {
        let (after, _) = emission_of("", &history, &split);
        let after = after.unwrap();
        let text: String = after.texts().map(|(_, text)| text).collect();
        assert!(text.contains("pub remarks: Option<String>"));
        assert_eq!(schema(&after, "Story-Output").as_deref(), Some("Story"));
        assert_eq!(schema(&after, "Story-Input").as_deref(), Some("StoryInput"));
        history = after.lock_file();
    }
    let fresh = emission_of("", &NameHistory::default(), &split).0.unwrap();
    assert_eq!(schema(&fresh, "Story-Output").as_deref(), Some("StoryOutput"));
}
