//! Tests of the rules for operations, one row for each.

use super::{NamingContext, operation_words};
use crate::model::{Docs, Operation, Success};
use crate::pointer::Pointer;

fn operation(id: Option<&str>, method: &str, path: &str, lists: bool) -> Operation {
    Operation {
        constants: Vec::new(),
        origin: Pointer::root(),
        id: id.map(str::to_owned),
        group: 0,
        method: method.to_owned(),
        server: None,
        path: path.to_owned(),
        docs: Docs::default(),
        parameters: Vec::new(),
        body: None,
        success: Success::Nothing,
        error_responses: Vec::new(),
        streaming: None,
        stream_switch: None,
        headers: Vec::new(),
        accept: Vec::new(),
        other_media_types: Vec::new(),
        requirement: None,
        lists,
        pagination: None,
        apart: None,
    }
}

/// The group, the ID, the method and the path (`[]` is a list), the summary, the function, and the type if there is no ID.
const TABLE: &str = "
    story | createStory | POST /story |  | create
    settings | getting | GET /settings/pagination |  | getting
    task | listAllTasks | GET /task |  | list_all
    project | getProjectBurndown | GET /burndown/{id} |  | get_burndown
    items | update_item_items__item_id__put | PUT /items/{item_id} |  | update
    items | update_itemItemsItemIdPut | PUT /items/{item_id} |  | update
    status | get_api_health_check_v1_healthcheck_get | GET /v1/healthcheck |  | get_healthcheck
    root | read_root__get | GET / |  | read
    owners | listUsingGET_1 | GET /owners |  | list
    users | UsersController_getProfile | GET /users/me |  | get_profile
    TaskService | TaskService_ListTasks | GET /tasks |  | list_tasks
    dags | api_v1_dags_list | GET /api/v1/dags |  | list
    issues | issues/list-for-repo | GET /repos/{owner}/issues |  | list_for_repo
    accounts | PostAccountsAccountBankAccountsId | POST /v1/accounts/{account}/bank_accounts/{id} |  | update_bank_account
    accounts | getAccounts | GET /v1/accounts |  | list
    version | getVersion | GET /version |  | get
    repos | repos/get | GET /repos/{owner}/{repo} |  | get
    files | get_files_id | GET /files/{file_id} |  | get
    dags | patch_dags | PATCH /dags |  | patch
    users | getAllUsers | GET /users |  | list_all
    users | GetAUser | GET /users/{id} |  | get
    tasks | getSubtasks | GET /tasks/{id}/subtasks |  | get_subtasks
    users | Get User's Profile | GET /users/{id} |  | get_profile
    users | get-users-s-top-tracks | GET /me/top/tracks |  | get_top_tracks
    teams | post_api_v1_teams_create | POST /api/v1/teams/create |  | create
    batch | jobs_api_routes_batch_cancel_batch_job | POST /v1/batch/jobs/{job_id}/cancel |  | cancel_batch_job
    song | src.store.api.v1.controllers.song.search | GET /song/search |  | search
    OpenMeter Customers | listCustomers | GET /openmeter/customers |  | list
    root | GetObject | POST /#X-Amz-Target=Store.GetObject |  | get_object
    labels |  | POST /labels | Search for labels | search
    labels |  | POST /labels/query |  | query
    labels |  | POST /labels | Creates a label | create
    labels |  | POST /labels | The labels endpoint | create
    pages |  | POST /pages/{id} | Restore a page | restore
    pages |  | POST /pages/{id}/versions | Read the versions of a page | read_versions
    orders |  | POST /orders/{id}/cancellation | Cancel an order | cancel_cancellation
    orders |  | POST /orders/{id}/cancellation |  | cancellation
    orders |  | POST /orders/{id}/remoteUpdate | Update a remote order | remote_update
    orders |  | POST /orders/{id}/conversations | Start a conversation | start_conversations
    orders |  | POST /orders/{id}/refunds | Refunds of an order | create_refund
    story |  | GET /project/{project}/story [] |  | list, list_stories
    story |  | POST /project/{project}/story |  | create, create_story
    story |  | GET /project/{project}/story/{id} |  | get, get_story
    story |  | PUT /project/{project}/story/{id}/accept |  | accept, accept_story
    story |  | GET /project/{project}/story/uid/{uid} |  | get_by_uid, get_story_by_uid
    story |  | PUT /story/{id}/returnToSandbox |  | return_to_sandbox, return_story_to_sandbox
    task |  | GET /project/{project}/task/{type}/{id} [] |  | list_by_type_and_id, list_tasks_by_type_and_id
    project |  | GET /project/{project}/burndown |  | get_burndown, get_project_burndown
    project |  | GET /project/{project}/export/{format} |  | export_by_format, export_project_by_format
    project |  | GET /project/user/{id}/{role} |  | get_by_user_and_role, get_project_by_user_and_role
    user |  | DELETE /user/{id}/replaceBy/{other} |  | replace_by, replace_user_by
    notes |  | GET /release/{id}/releaseNotes/{template} |  | get_release_note, get_release_note
    server |  | PUT /textile |  | textile, textile
    charges |  | POST /v1/charges/{id}/capture |  | capture, capture_charge
    charges |  | GET /v1/charges/{id}/refunds/{refund} |  | get_refund, get_charge_refund
    charges |  | POST /v1/charges/{id}/refunds |  | create_refund, create_charge_refund
    charges |  | GET /v1/charges |  | list, list_charges
    charges |  | POST /v1/charges/{id} |  | update, update_charge
    tasks |  | POST /tasks/{id}:start |  | start, start_task
    tasks |  | POST /tasks/{id}/share{extension} |  | share, share_task
    version |  | GET /version |  | get, get_version
    checkout |  | POST /checkout/sessions/{id}/expire |  | expire_session, expire_checkout_session
    story |  | GET /stories |  | list, list_stories
    intents |  | POST /intents/{id}/verify_microdeposits |  | verify_microdeposits, verify_intent_microdeposits
    terminal |  | POST /terminal/readers/{id}/set_reader_display |  | set_reader_display, set_terminal_reader_display
    tax |  | POST /tax/transactions/create_from_calculation |  | create_transaction_from_calculation, create_tax_transaction_from_calculation
    test |  | POST /test/issuing/cards/{card}/shipping/deliver |  | deliver_issuing_card_shipping, deliver_test_issuing_card_shipping
    checkout |  | GET /checkout/sessions/{session}/line_items [] |  | list_session_line_items, list_checkout_session_line_items
    feeds |  | DELETE /feeds/bulk |  | delete_bulk, delete_feed_bulk
    book |  | GET /book/{id}/book-info |  | get_info, get_book_info
";

#[test]
fn operations_have_the_names_of_the_table() {
    for row in TABLE.lines().filter(|row| !row.trim().is_empty()) {
        let columns: Vec<&str> = row.split('|').map(str::trim).collect();
        let [group, id, request, summary, expected] = columns.as_slice() else { panic!("{row}") };
        let (method, path) = request.split_once(' ').unwrap();
        let id = Some(*id).filter(|id| !id.is_empty());
        let mut operation = operation(id, method, path.trim_end_matches(" []"), path.ends_with(" []"));
        operation.docs.title = Some((*summary).to_owned());
        let words = operation_words(&operation, group, &NamingContext::default());
        let mut names = words.function.join("_");
        if expected.contains(',') {
            names = format!("{names}, {}", words.of_type.join("_"));
        }
        assert_eq!(names, *expected, "{row}");
    }
}

#[test]
fn the_whole_path_is_the_last_alternative() {
    let operation = operation(None, "POST", "/updates/{id}/share{extension}", false);
    let words = operation_words(&operation, "updates", &NamingContext::default());
    assert_eq!(words.alternatives.last().unwrap().join("_"), "create_updates_by_id_and_share_extension");
}
