//! The vendored client against the stand-in, end to end.

use std::error::Error as StdError;
use std::time::Duration;

use bindery_tests::stand_in::{Canned, Options, Published, StandIn};
use project_management_client::types::{
    AcceptanceTestCreate, BadRequestBody, FeatureCreate, IdReference, ProjectList, Story, StoryCreate, StoryState,
    StoryType, StoryUpdate, StoryUpdateEffort, StoryUpdateParentSprint, TaskCreate, TaskState, TaskUpdate,
};
use project_management_client::{CallError, Client, StatusCode, TokenScheme, api};

type Outcome = Result<(), Box<dyn StdError>>;

struct Setting {
    stand_in: StandIn,
    client: Client,
}

fn setting() -> Setting {
    setting_for("owner", Options::default())
}

fn setting_for(user: &str, options: Options) -> Setting {
    let stand_in = StandIn::start(options).unwrap();
    let client = Client::builder(stand_in.address()).token(stand_in.token(user)).build().unwrap();
    Setting { stand_in, client }
}

/// The example in the design, verbatim.
#[tokio::test]
async fn the_first_program() -> Outcome {
    let stand_in = StandIn::start(Options::default())?;
    let token = stand_in.token("owner");
    let address = stand_in.address();

    let client = Client::builder(address).token(token).build()?;

    let story = client.story().create("DEMO", StoryCreate::new("Search by tag").type_(StoryType::Defect)).await?;
    assert_eq!(story.state, StoryState::Suggested);

    let task = TaskCreate::new("Index the tags").parent_story(IdReference::new(story.id)).color("#ffcc01");
    client.task().create("DEMO", task).await?;

    for task in client.task().list_story_tasks("DEMO", story.id).await? {
        println!("{} {}", task.id, task.name);
    }

    match client.story().accept("DEMO", story.id).await {
        Ok(story) => println!("accepted on {:?}", story.accepted_date),
        Err(e) if e.status() == Some(StatusCode::FORBIDDEN) => println!("ask a product owner"),
        Err(e) => return Err(e.into()),
    }
    Ok(())
}

#[tokio::test]
async fn create_list_and_tasks_of_a_story() -> Outcome {
    let Setting { stand_in, client } = setting();
    let story = client.story().create("DEMO", StoryCreate::new("Search by tag").type_(StoryType::Defect)).await?;
    assert_eq!((story.name.as_str(), story.type_), ("Search by tag", StoryType::Defect));
    assert_eq!(Story::CLASS, "Story");
    assert_eq!(story.creator.first_name, "Ines");
    assert!(story.suggested_date.is_some() && story.accepted_date.is_none() && story.effort.is_none());

    let sent = stand_in.requests().pop().ok_or("no request")?;
    assert_eq!((sent.method.as_str(), sent.path.as_str()), ("POST", "/ws/project/DEMO/story"));
    assert_eq!(String::from_utf8(sent.body.clone())?, r#"{"story":{"name":"Search by tag","type":2}}"#);
    assert_eq!(sent.header("accept"), Some("application/json"));
    assert_eq!(sent.header("content-type"), Some("application/json"));

    let stories = client.story().list("DEMO").await?;
    assert_eq!(
        stories.iter().map(|story| story.name.as_str()).collect::<Vec<_>>(),
        ["Weigh a crate at the gate", "Search by tag"]
    );

    let task = TaskCreate::new("Index the tags").parent_story(IdReference::new(story.id)).color("#ffcc01");
    let task = client.task().create("DEMO", task).await?;
    assert_eq!((task.state, task.type_, task.color.as_deref()), (TaskState::ToDo, None, Some("#ffcc01")));
    let tasks = client.task().list_story_tasks("DEMO", story.id).await?;
    assert_eq!(tasks.iter().map(|task| task.id).collect::<Vec<_>>(), [task.id]);
    let begun = client.task().update("DEMO", task.id, TaskUpdate::new().state(TaskState::InProgress)).await?;
    assert!(begun.in_progress_date.is_some());
    assert_eq!(client.story().get("DEMO", story.id).await?.tasks_count, 1);
    assert_eq!(client.story().get_by_uid("DEMO", story.uid).await?.id, story.id);
    Ok(())
}

#[tokio::test]
async fn the_life_of_a_story() -> Outcome {
    let Setting { stand_in: _running, client } = setting();
    let stories = client.story();
    let id = stories.create("DEMO", StoryCreate::new("A life")).await?.id;
    let accepted = stories.accept("DEMO", id).await?;
    assert_eq!(accepted.state, StoryState::Accepted);
    assert!(accepted.accepted_date >= accepted.suggested_date);
    let estimate = StoryUpdate::new().effort(StoryUpdateEffort::Number(5.0));
    let estimated = stories.update("DEMO", id, estimate).await?;
    assert_eq!((estimated.state, estimated.effort), (StoryState::Estimated, Some(5.0)));
    let unsure = stories.update("DEMO", id, StoryUpdate::new().effort(StoryUpdateEffort::QuestionMark)).await?;
    assert_eq!((unsure.state, unsure.effort), (StoryState::Accepted, None));
    stories.update("DEMO", id, StoryUpdate::new().effort(StoryUpdateEffort::Number(3.0))).await?;

    let sprint = client.sprint().list("DEMO").await?.remove(0);
    let planned = stories.plan("DEMO", id, IdReference::new(sprint.id)).await?;
    assert_eq!(planned.state, StoryState::InProgress);
    assert_eq!(planned.parent_sprint.map(|sprint| sprint.id), Some(sprint.id));
    let task = TaskCreate::new("Do it").parent_story(IdReference::new(id));
    let task = client.task().create("DEMO", task).await?;
    let done = stories.finish("DEMO", id).await?;
    assert_eq!(done.state, StoryState::Done);
    assert!(done.done_date.is_some());
    assert_eq!(client.task().get("DEMO", task.id).await?.state, TaskState::Done);
    let again = stories.reopen("DEMO", id).await?;
    assert_eq!((again.state, again.done_date), (StoryState::InProgress, None));
    let unplanned = stories.update("DEMO", id, StoryUpdate::new().parent_sprint(StoryUpdateParentSprint::Null)).await?;
    assert_eq!((unplanned.state, unplanned.parent_sprint), (StoryState::Estimated, None));
    stories.return_to_sandbox("DEMO", id).await?;
    let feature = stories.turn_into_feature("DEMO", id).await?;
    assert_eq!(feature.name, "A life");
    assert_eq!(stories.get("DEMO", id).await.unwrap_err().status(), Some(StatusCode::NOT_FOUND));
    Ok(())
}

#[tokio::test]
async fn other_items() -> Outcome {
    let Setting { stand_in: _running, client } = setting();
    let feature = client.feature().create("DEMO", FeatureCreate::new("Gate")).await?;
    assert_eq!(client.feature().list("DEMO").term("gate").await?.len(), 2);
    client.feature().delete("DEMO", feature.id).await?;
    let story = client.story().list("DEMO").await?.remove(0);
    let test = AcceptanceTestCreate::new("It weighs", IdReference::new(story.id));
    client.acceptance_test().create("DEMO", test).await?;
    assert_eq!(client.server().get_version().await?, api::server::GetVersionOutput::Text("7.55".to_owned()));
    let details = client.server().get_version().verbose(true).await?;
    assert!(matches!(details, api::server::GetVersionOutput::Json(details) if details.version == "7.55"));
    let pdf = client.feature().print("DEMO").await?;
    assert!(pdf.starts_with(b"%PDF"));
    Ok(())
}

#[tokio::test]
async fn every_error_response_has_its_type() -> Outcome {
    let Setting { stand_in, client } = setting();
    // A violation of the description is reported before the request is sent.
    let too_long = client.story().create("DEMO", StoryCreate::new("x".repeat(101))).await.unwrap_err();
    assert!(matches!(too_long, CallError::Build(_)), "{too_long}");
    assert!(too_long.to_string().contains("body.name has 101 characters; at most 100 are allowed"), "{too_long}");
    stand_in.answer_next(Canned::json(400, r#"[{"text": "Too long - name"}]"#));
    let refused = client.story().create("DEMO", StoryCreate::new("x")).await.unwrap_err();
    let Some(api::ApiError::BadRequest(Some(BadRequestBody::ValidationErrors(errors)))) = refused.documented() else {
        return Err("a list of validation errors is expected".into());
    };
    assert!(errors[0].text.ends_with("- name"), "{}", errors[0].text);
    let story = client.story().list("DEMO").await?.remove(0);
    let wrong_state = client.story().finish("DEMO", story.id).await.unwrap_err();
    let Some(api::ApiError::BadRequest(Some(BadRequestBody::ErrorMessage(message)))) = wrong_state.documented() else {
        return Err("one message is expected".into());
    };
    assert!(message.text.contains("not in a state"), "{}", message.text);

    let nobody = Client::builder(stand_in.address()).token("0".repeat(32)).build()?;
    let unauthorized = nobody.story().list("DEMO").await.unwrap_err();
    assert!(matches!(unauthorized.documented(), Some(api::ApiError::Unauthorized(Some(_)))));
    let member = Client::builder(stand_in.address()).token(stand_in.token("member")).build()?;
    let forbidden = member.story().accept("DEMO", story.id).await.unwrap_err();
    assert!(matches!(forbidden.documented(), Some(api::ApiError::Forbidden(Some(_)))));
    let outsider = Client::builder(stand_in.address()).token(stand_in.token("outsider")).build()?;
    assert_eq!(outsider.story().list("DEMO").await.unwrap_err().status(), Some(StatusCode::FORBIDDEN));
    let archived = client.story().create("OLD", StoryCreate::new("Too late")).await.unwrap_err();
    assert_eq!(archived.status(), Some(StatusCode::FORBIDDEN));
    // The response for an unknown project has no body.
    let nowhere = client.story().list("NOWHERE").await.unwrap_err();
    assert!(matches!(nowhere.documented(), Some(api::ApiError::NotFound(None))));
    let missing = client.story().get("DEMO", 99_999).await.unwrap_err();
    assert!(
        matches!(missing.documented(), Some(api::ApiError::NotFound(Some(message))) if message.text.contains("99999"))
    );

    stand_in.answer_next(Canned::json(500, r#"{"error":"The database does not answer"}"#));
    let defect = client.story().create("DEMO", StoryCreate::new("x")).await.unwrap_err();
    assert!(matches!(defect.documented(), Some(api::ApiError::InternalServerError(Some(_)))) && defect.is_retryable());
    stand_in.answer_next(Canned::json(418, r#"{"odd":true}"#));
    let odd = client.story().list("DEMO").await.unwrap_err();
    assert!(matches!(odd, CallError::Undocumented(_)) && odd.to_string().contains("418"), "{odd}");
    Ok(())
}

#[tokio::test]
async fn hooks_that_are_off_and_bare_refusals() -> Outcome {
    let Setting { stand_in: _running, client } = setting_for("admin", Options { hooks: false, ..Options::default() });
    let off = client.hook().list_server_hooks().await.unwrap_err();
    assert_eq!(off.status(), Some(StatusCode::SERVICE_UNAVAILABLE));
    let Setting { stand_in, .. } = setting_for("owner", Options { bare: true, ..Options::default() });
    let nobody = Client::builder(stand_in.address()).token("0".repeat(32)).build()?;
    let bare = nobody.story().list("DEMO").await.unwrap_err();
    assert!(matches!(bare.documented(), Some(api::ApiError::Forbidden(None))));
    Ok(())
}

#[tokio::test]
async fn unknown_codes_and_nulls_survive() -> Outcome {
    let Setting { stand_in, client } = setting();
    let story = client.story().list("DEMO").await?.remove(0);
    let mut json = serde_json::to_value(&story)?;
    json["state"] = 8.into();
    json["type"] = 77.into();
    stand_in.answer_next(Canned::json(200, &json.to_string()));
    let odd = client.story().get("DEMO", story.id).await?;
    assert!(matches!(odd.state, StoryState::Unlisted(code) if code.get() == 8));
    assert_eq!((odd.state.code(), odd.state.to_string().as_str(), odd.state.meaning()), (8, "8", None));
    assert_eq!(
        (StoryState::InReview.meaning(), StoryType::UserStory.meaning()),
        (Some("InReview"), Some("user story"))
    );
    assert_eq!(serde_json::to_value(&odd)?["state"], 8);
    assert_eq!((odd.actor, odd.feature, odd.parent_sprint.is_none(), odd.done_date), (None, None, true, None));
    let update = StoryUpdate::new().type_(odd.type_);
    client.story().update("DEMO", story.id, update).await?;
    let sent = stand_in.requests().pop().ok_or("no request")?;
    assert_eq!(String::from_utf8(sent.body)?, r#"{"story":{"type":77}}"#);
    Ok(())
}

/// Checks that a breaking upgrade is reported where it breaks, and that the rest still works.
#[tokio::test]
async fn the_client_of_before_meets_the_service_of_after() -> Outcome {
    let Setting { stand_in: _running, client } =
        setting_for("owner", Options { published: Published::UPGRADED, ..Options::default() });
    let stories = client.story();
    let story = stories.list("DEMO").await?.remove(0);
    assert_eq!(story.name, "Weigh a crate at the gate");
    let twice = stories.create("DEMO", StoryCreate::new(story.name)).await.unwrap_err();
    assert_eq!(twice.status(), Some(StatusCode::CONFLICT));
    let open = client.sprint().list("DEMO").await.unwrap_err();
    assert!(open.to_string().contains("endDate"), "{open}");
    assert_eq!(client.server().get_version().await?, api::server::GetVersionOutput::Text("7.60".to_owned()));
    Ok(())
}

#[tokio::test]
async fn a_token_travels_in_each_of_the_four_ways() -> Outcome {
    let stand_in = StandIn::start(Options::default())?;
    let token = stand_in.token("owner");
    let headers = [
        (TokenScheme::ServiceToken, "x-service-token"),
        (TokenScheme::ExternalToken, "x-external-token"),
        (TokenScheme::AuthToken, "x-auth-token"),
    ];
    for (scheme, header) in headers {
        let client = Client::builder(stand_in.address()).token_as(scheme, token.as_str()).build()?;
        client.story().list("DEMO").await?;
        let sent = stand_in.requests().pop().ok_or("no request")?;
        assert_eq!(sent.header(header), Some(token.as_str()));
        assert!(!format!("{client:?}").contains(&token));
    }
    let client =
        Client::builder(stand_in.address()).token_as(TokenScheme::ServiceTokenQuery, token.as_str()).build()?;
    client.story().list("DEMO").await?;
    let sent = stand_in.requests().pop().ok_or("no request")?;
    assert_eq!((sent.query("service-token"), sent.header("x-service-token")), (Some(token.clone()), None));
    let failed = client.story().list("NOWHERE").await.unwrap_err();
    assert!(!format!("{failed} {failed:?}").contains(&token));
    Ok(())
}

#[tokio::test]
async fn a_redirect_to_another_origin_carries_no_token() -> Outcome {
    let other = StandIn::start(Options::default())?;
    for scheme in [TokenScheme::ServiceToken, TokenScheme::ServiceTokenQuery] {
        let stand_in = StandIn::start(Options::default())?;
        let client = Client::builder(stand_in.address())
            .token_as(scheme, stand_in.token("owner"))
            .header("x-tenant", "secret tenant")
            .build()?;
        let location = format!("{}/ws/project/DEMO/story", other.address());
        stand_in.answer_next(Canned {
            status: 302,
            headers: vec![("location".into(), location)],
            body: Vec::new(),
            delay: Duration::ZERO,
        });
        let refused = client.story().list("DEMO").await.unwrap_err();
        assert_eq!(refused.status(), Some(StatusCode::UNAUTHORIZED));
        let sent = other.requests().pop().ok_or("no request")?;
        assert_eq!(
            (sent.header("x-service-token"), sent.query("service-token"), sent.header("x-tenant")),
            (None, None, None)
        );
        // The same origin receives it again.
        let location = "/ws/project/DEMO/feature".to_owned();
        stand_in.answer_next(Canned {
            status: 307,
            headers: vec![("location".into(), location)],
            body: Vec::new(),
            delay: Duration::ZERO,
        });
        client.feature().list("DEMO").await?;
    }
    Ok(())
}

#[tokio::test]
async fn an_unexpected_body_is_an_error_with_a_path() -> Outcome {
    let Setting { stand_in, client } = setting();
    let stories = client.story().list("DEMO").await?;
    let mut json = serde_json::to_value([&stories[0], &stories[0]])?;
    json[1]["creator"]["id"] = "four".into();
    stand_in.answer_next(Canned::json(200, &json.to_string()));
    let error = client.story().list("DEMO").await.unwrap_err();
    let CallError::Decode(decode) = &error else { return Err(error.into()) };
    assert_eq!(decode.path(), "$[1].creator.id");
    let text = error.to_string();
    let [reason, near, status, help] = text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
    let call = "the response to story().list (GET /project/{project_key}/story)";
    assert_eq!(
        reason,
        format!("{call} cannot be decoded at $[1].creator.id: invalid type: string \"four\", expected i64")
    );
    assert!(near.starts_with("  near `") && status == "  status 200 OK", "{text}");
    assert!(help.starts_with("  `UserReference.id` is described as something else"), "{text}");
    assert_eq!(format!("{error:?}"), text);
    assert!(error.source().is_none());

    json[1]["creator"]["id"] = 4.into();
    json[1]["followed"] = 1.into();
    stand_in.answer_next(Canned::json(200, &json.to_string()));
    let error = client.story().list("DEMO").await.unwrap_err();
    let line = "    \"Story.followed\" = { accepts = [\"number\"] }";
    assert_eq!(error.to_string().lines().last(), Some(line), "{error}");

    stand_in.answer_next(Canned::json(200, "[{\"class\":"));
    assert!(matches!(client.story().list("DEMO").await, Err(CallError::Decode(_))));
    let html = vec![("content-type".to_owned(), "text/html".to_owned())];
    stand_in.answer_next(Canned { status: 500, headers: html, body: b"<h1>Oops</h1>".to_vec(), delay: Duration::ZERO });
    let page = client.story().create("DEMO", StoryCreate::new("x")).await.unwrap_err();
    assert!(matches!(page.documented(), Some(api::ApiError::InternalServerError(None))));
    assert_eq!(page.response().map(|response| response.text().into_owned()).as_deref(), Some("<h1>Oops</h1>"));
    Ok(())
}

#[tokio::test]
async fn time_outs_limits_and_values_that_cannot_be_sent() -> Outcome {
    let Setting { stand_in, client } = setting();
    stand_in.answer_next(Canned { delay: Duration::from_secs(5), ..Canned::json(200, "[]") });
    let late = client.story().list("DEMO").timeout(Duration::from_millis(100)).await.unwrap_err();
    assert!(late.is_timeout() && late.is_retryable(), "{late}");
    let small = Client::builder(stand_in.address()).token(stand_in.token("owner")).max_body_bytes(10).build()?;
    assert!(matches!(small.story().list("DEMO").await, Err(CallError::Send(error)) if error.is_too_large()));
    for key in ["", ".", ".."] {
        assert!(matches!(client.story().list(key).await, Err(CallError::Build(_))), "{key}");
    }
    let hostile = client.story().list("../../api?x=1#").await.unwrap_err();
    assert!(hostile.to_string().contains("project_key"), "{hostile}");
    assert!(Client::builder("http://scrum.example.com").build().is_err(), "plain http leaves this machine");
    assert!(Client::builder("https://user:password@scrum.example.com").build().is_err());
    let whole = Client::builder(format!("{}/ws/", stand_in.address())).token(stand_in.token("owner")).build()?;
    whole.story().list("DEMO").await?;
    let raw = client.story().get("DEMO", 99_999).send_raw().await?;
    assert_eq!(raw.status(), StatusCode::NOT_FOUND);
    Ok(())
}

/// Checks that the client requests pages itself, even if the service could return everything at once.
#[tokio::test]
async fn a_listing_is_walked_page_by_page() -> Outcome {
    let Setting { stand_in, client } = setting_for("admin", Options::default());
    let mut users = client.user().list().count(4).sorting("name").items();
    let mut names = Vec::new();
    while let Some(user) = users.next().await {
        names.push(user?.username);
    }
    let mut all = names.clone();
    all.sort();
    all.dedup();
    assert_eq!((names.len(), all.len()), (6, 6));
    let asked: Vec<String> = stand_in.requests().into_iter().map(|request| request.query).collect();
    assert_eq!(asked, ["paginate=true&count=4&sorting=name", "paginate=true&page=2&count=4&sorting=name"]);

    let mut pages = client.project().list().count(2).pages();
    let mut sizes = Vec::new();
    while let Some(page) = pages.next().await {
        let ProjectList::Page(page) = page? else { return Err("no page".into()) };
        sizes.push((page.projects.len(), page.count));
    }
    assert_eq!(sizes, [(2, 3), (1, 3)]);
    Ok(())
}

#[tokio::test]
async fn a_refusal_ends_a_walk() {
    let Setting { stand_in, client } = setting();
    let mut users = client.user().list().items();
    assert_eq!(users.next().await.unwrap().unwrap_err().status(), Some(StatusCode::FORBIDDEN));
    assert!(users.next().await.is_none());
    assert_eq!(stand_in.requests().len(), 1);
}
