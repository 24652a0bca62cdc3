//! Tests of the rules for operations.

use super::{NamingContext, OperationWords, operation_words};
use crate::api::model::{Docs, Operation, Success};
use crate::base::pointer::Pointer;

fn name(group: &str, id: Option<&str>, method: &str, path: &str, lists: bool) -> OperationWords {
    operation_words(&operation(id, method, path, lists), group, &NamingContext::default())
}

pub(super) fn operation(id: Option<&str>, method: &str, path: &str, lists: bool) -> Operation {
    Operation {
        constants: Vec::new(),
        origin: Pointer::root(),
        id: id.map(str::to_owned),
        function: None,
        group: 0,
        is_grouped_by_path: false,
        method: method.to_owned(),
        server: None,
        path: path.to_owned(),
        docs: Docs::default(),
        parameters: Vec::new(),
        body: None,
        success: Success::Nothing,
        keeps_redirects: false,
        error_responses: Vec::new(),
        streaming: None,
        stream_switch: None,
        headers: Vec::new(),
        accept: Vec::new(),
        other_media_types: Vec::new(),
        requirement: None,
        lists,
        links: false,
        pageable: None,
        pagination: None,
        apart: None,
    }
}

/// Returns the name of an operation in an API that also has operations on an item of a collection.
fn name_with_items(group: &str, method: &str, path: &str, items: &str) -> String {
    let operation = operation(None, method, path, false);
    operation_words(&operation, group, &NamingContext::of_paths(&[items])).function.join("_")
}

#[test]
fn a_noun_that_starts_with_a_verb_is_no_action() {
    let items = "/test_helpers/test_clocks/{test_clock}";
    let name = |method, path| name_with_items("test_helpers", method, path, items);
    assert_eq!(name("DELETE", items), "delete_test_clock");
    assert_eq!(name("POST", "/test_helpers/test_clocks"), "create_test_clock");
    assert_eq!(name("POST", "/test_helpers/test_clocks/{test_clock}/advance"), "advance_test_clock");
}

#[test]
fn a_segment_in_the_singular_is_a_list_if_it_has_items() {
    let name = |items| name_with_items("users", "GET", "/user", items);
    assert_eq!((name("/user/{id}"), name("/user/keys")), ("list".to_owned(), "get".to_owned()));
}

#[test]
fn operations_are_named_by_id() {
    let rows = [
        ("story", "createStory", "POST", "/story", "create"),
        ("StatusReportService", "StatusReportService_AddStatusReportUpdate", "POST", "/a", "add_status_report_update"),
        ("auth", "auth_token_delete", "POST", "/auth/token/delete", "delete_token"),
        ("users", "admin_users_post", "POST", "/admin/users", "create"),
        ("wallets", "walletTransactionList", "POST", "/wallet/transaction/list", "list_transactions"),
        ("exports", "locateExport", "POST", "/exports/{id}", "locate"),
        ("many", "many", "GET", "/many/{a}/{b}/{c}/{d}", "get"),
        ("syncs", "delVideoChannelSync", "DELETE", "/channel-syncs/{id}", "del_video_channel_sync"),
        ("carts", "quoteManagementV1SaveQuotePost", "POST", "/carts", "quote_management_v1_save_quote_post"),
        ("bools", "booleanPut", "PUT", "/bool", "put_boolean"),
        ("assets", "assets_partial_update", "PATCH", "/assets/{id}", "partial_update"),
        ("zones", "listZone", "GET", "/zones/{zone_id}", "get"),
        ("session", "part_delete", "DELETE", "/session/{id}/part", "delete_part"),
        ("minimal", "sessionsKick", "POST", "/kick", "kick_session"),
        ("tokens", "getTokenById", "GET", "/tokens/{id}", "get"),
        ("orgs logs", "listOrgLogs", "GET", "/orgs/{id}/logs", "list"),
        ("settings", "getstopWords", "GET", "/settings/stop-words", "get_stop_words"),
        ("settings", "getting", "GET", "/settings/pagination", "getting"),
        ("task", "listAllTasks", "GET", "/task", "list"),
        ("project", "getProjectBurndown", "GET", "/burndown/{id}", "get_burndown"),
        ("items", "update_item_items__item_id__put", "PUT", "/items/{item_id}", "update"),
        ("items", "update_itemItemsItemIdPut", "PUT", "/items/{item_id}", "update"),
        ("status", "get_api_health_check_v1_healthcheck_get", "GET", "/v1/healthcheck", "get_healthcheck"),
        ("root", "read_root__get", "GET", "/", "read"),
        ("owners", "listUsingGET_1", "GET", "/owners", "list"),
        ("users", "UsersController_getProfile", "GET", "/users/me", "get_profile"),
        ("TaskService", "TaskService_ListTasks", "GET", "/tasks", "list_tasks"),
        ("dags", "api_v1_dags_list", "GET", "/api/v1/dags", "list"),
        ("issues", "issues/list-for-repo", "GET", "/repos/{owner}/issues", "list_for_repo"),
        (
            "accounts",
            "PostAccountsAccountBankAccountsId",
            "POST",
            "/v1/accounts/{account}/bank_accounts/{id}",
            "create_bank_account",
        ),
        ("accounts", "getAccounts", "GET", "/v1/accounts", "list"),
        ("version", "getVersion", "GET", "/version", "get"),
        ("stops", "5476362a281d830c946a3d72", "GET", "/stops/{id}/schedule", "get_schedule"),
        ("repos", "repos/get", "GET", "/repos/{owner}/{repo}", "get"),
        ("files", "get_files_id", "GET", "/files/{file_id}", "get"),
        ("dags", "patch_dags", "PATCH", "/dags", "patch"),
        ("users", "getAllUsers", "GET", "/users", "list"),
        ("users", "GetAUser", "GET", "/users/{id}", "get"),
        ("tasks", "getSubtasks", "GET", "/tasks/{id}/subtasks", "get_subtasks"),
        ("users", "Get User's Profile", "GET", "/users/{id}", "get_profile"),
        ("users", "get-users-s-top-tracks", "GET", "/me/top/tracks", "get_top_tracks"),
        ("teams", "post_api_v1_teams_create", "POST", "/api/v1/teams/create", "create"),
        ("OpenMeter Customers", "listCustomers", "GET", "/openmeter/customers", "list"),
        ("root", "GetObject", "POST", "/#X-Amz-Target=Store.GetObject", "get_object"),
    ];
    for (group, id, method, path, expected) in rows {
        assert_eq!(name(group, Some(id), method, path, false).function.join("_"), expected, "{id}");
    }
}

#[test]
fn a_create_by_post_takes_precedence_over_one_by_put() {
    let operations = ["POST", "PUT"].map(|method| {
        let id = format!("create_package_draft_packages__package__drafts_{}", method.to_lowercase());
        operation(Some(&id), method, "/packages/{package}/drafts", false)
    });
    let context = NamingContext::of_operations(&operations);
    let [post, put] = operations.map(|operation| operation_words(&operation, "drafts", &context));
    assert_eq!(post.function, put.function);
    assert!(post.rank < put.rank);
    assert_eq!(put.alternatives[0], ["put", "package", "draft"]);
}

#[test]
fn a_post_is_named_by_its_summary() {
    let rows = [
        ("labels", "/labels", "Search for labels", "search"),
        ("labels", "/labels/query", "", "query"),
        ("labels", "/labels", "Creates a label", "create"),
        ("labels", "/labels", "The labels endpoint", "create"),
        ("pages", "/pages/{id}", "Restore a page", "restore"),
        ("pages", "/pages/{id}/versions", "Read the versions of a page", "get_versions"),
        ("orders", "/orders/{id}/cancellation", "Cancel an order", "cancel"),
        ("orders", "/orders/{id}/cancellation", "", "create_cancellation"),
        ("orders", "/orders/{id}/remoteUpdate", "Update a remote order", "update_remote"),
        ("orders", "/orders/{id}/conversations", "Start a conversation", "start_conversation"),
        ("orders", "/orders/{id}/refunds", "Refunds of an order", "create_refund"),
    ];
    for (group, path, summary, expected) in rows {
        let mut operation = operation(None, "POST", path, false);
        operation.docs.title = Some(summary.to_owned());
        let words = operation_words(&operation, group, &NamingContext::default());
        assert_eq!(words.function.join("_"), expected, "{path}: {summary}");
    }
}

#[test]
fn the_summary_of_a_put_takes_precedence_over_the_path() {
    let rows = [
        ("Update the status of an order", "/orders/{id}/status", "update_status"),
        ("Inform about an order", "/orders/{id}/status", "update_status"),
        ("Update the order", "/orders/{id}/ship", "update_ship"),
        ("", "/orders/{id}/ship", "ship"),
        ("Ships the order", "/orders/{id}/shipment", "ship"),
        ("List up every order", "/orders", "list"),
    ];
    for (summary, path, expected) in rows {
        let mut operation = operation(None, "PUT", path, false);
        operation.docs.title = Some(summary.to_owned());
        let words = operation_words(&operation, "orders", &NamingContext::default());
        assert_eq!(words.function.join("_"), expected, "{path}: {summary}");
    }
}

#[test]
fn an_id_of_method_and_path_counts_if_others_have_words_of_their_own() {
    let put = operation(Some("put-returns"), "PUT", "/returns", false);
    let name = |other: &str| {
        let operations = [put.clone(), operation(Some(other), "GET", "/returns", true)];
        operation_words(&put, "returns", &NamingContext::of_operations(&operations)).function.join("_")
    };
    assert_eq!((name("get-returns").as_str(), name("find_returns").as_str()), ("update", "put"));
}

#[test]
fn an_optional_plural_in_a_summary_does_not_split_a_word() {
    let mut operation = operation(Some("sendToDevices"), "POST", "/push", false);
    operation.docs.title = Some("Send to device(s)".to_owned());
    let words = operation_words(&operation, "push", &NamingContext::default());
    assert_eq!(words.function.join("_"), "send_to_devices");
}

#[test]
fn a_possessive_in_a_summary_does_not_split_a_word() {
    for summary in ["Get the upstream's metrics", "Get the upstreams’ metrics"] {
        let mut operation = operation(Some("getmetricsupstreams"), "GET", "/metrics/upstreams", false);
        operation.docs.title = Some(summary.to_owned());
        let words = operation_words(&operation, "server", &NamingContext::default());
        assert_eq!(words.function.join("_"), "get_upstreams", "{summary}");
    }
}

#[test]
fn the_whole_path_is_the_last_alternative() {
    let words = name("updates", None, "POST", "/updates/{id}/share{extension}", false);
    assert_eq!(
        words.alternatives.last().map(|words| words.join("_")).as_deref(),
        Some("create_updates_by_id_and_share_extension")
    );
}

#[test]
fn operations_are_named_by_method_and_path() {
    let rows = [
        ("story", "GET", "/project/{project}/story", true, "list", "list_stories"),
        ("story", "POST", "/project/{project}/story", false, "create", "create_story"),
        ("story", "GET", "/project/{project}/story/{id}", false, "get", "get_story"),
        ("story", "PUT", "/project/{project}/story/{id}/accept", false, "accept", "accept_story"),
        ("story", "GET", "/project/{project}/story/uid/{uid}", false, "get_by_uid", "get_story_by_uid"),
        ("story", "PUT", "/story/{id}/returnToSandbox", false, "return_to_sandbox", "return_story_to_sandbox"),
        (
            "task",
            "GET",
            "/project/{project}/task/{type}/{id}",
            true,
            "list_by_type_and_id",
            "list_tasks_by_type_and_id",
        ),
        ("project", "GET", "/project/{project}/burndown", false, "get_burndown", "get_project_burndown"),
        ("project", "GET", "/project/{project}/export/{format}", false, "export_by_format", "export_project_by_format"),
        ("project", "GET", "/project/user/{id}/{role}", false, "get_by_user_and_role", "get_project_by_user_and_role"),
        ("user", "DELETE", "/user/{id}/replaceBy/{other}", false, "delete_replace_by", "delete_user_replace_by"),
        ("notes", "GET", "/release/{id}/releaseNotes/{template}", false, "get_release_note", "get_release_note"),
        ("server", "PUT", "/textile", false, "update_textile", "update_textile"),
        ("charges", "POST", "/v1/charges/{id}/capture", false, "capture", "capture_charge"),
        ("charges", "GET", "/v1/charges/{id}/refunds/{refund}", false, "get_refund", "get_charge_refund"),
        ("charges", "POST", "/v1/charges/{id}/refunds", false, "create_refund", "create_charge_refund"),
        ("charges", "GET", "/v1/charges", false, "list", "list_charges"),
        ("charges", "POST", "/v1/charges/{id}", false, "create", "create_charge"),
        ("tests", "GET", "/project/{project}/tests/story/{id}", true, "list_by_story", "list_tests_by_story"),
        ("posts", "DELETE", "/posts/{id}/lock", false, "delete_lock", "delete_post_lock"),
        ("log_file", "GET", "/log/file/update", false, "get_update", "get_log_file_update"),
        ("issues", "GET", "/issues/search", false, "search", "search_issue"),
        ("tasks", "POST", "/tasks/{id}:start", false, "start", "start_task"),
        ("tasks", "POST", "/tasks/{id}/share{extension}", false, "share", "share_task"),
        ("version", "GET", "/version", false, "get", "get_version"),
        ("checkout", "POST", "/checkout/sessions/{id}/expire", false, "expire_session", "expire_checkout_session"),
        ("story", "GET", "/stories", false, "list", "list_stories"),
        (
            "intents",
            "POST",
            "/intents/{id}/verify_microdeposits",
            false,
            "verify_microdeposits",
            "verify_intent_microdeposits",
        ),
        (
            "terminal",
            "POST",
            "/terminal/readers/{id}/set_reader_display",
            false,
            "set_reader_display",
            "set_terminal_reader_display",
        ),
        (
            "tax",
            "POST",
            "/tax/transactions/create_from_calculation",
            false,
            "create_transaction_from_calculation",
            "create_tax_transaction_from_calculation",
        ),
        (
            "test",
            "POST",
            "/test/issuing/cards/{card}/shipping/deliver",
            false,
            "deliver_issuing_card_shipping",
            "deliver_test_issuing_card_shipping",
        ),
        (
            "checkout",
            "GET",
            "/checkout/sessions/{session}/line_items",
            true,
            "list_session_line_items",
            "list_checkout_session_line_items",
        ),
        ("users", "POST", "/users/{id}/tax_ids", false, "create_tax_id", "create_user_tax_id"),
        ("feeds", "DELETE", "/feeds/bulk", false, "delete_bulk", "delete_feed_bulk"),
        ("book", "GET", "/book/{id}/book-info", false, "get_info", "get_book_info"),
    ];
    for (group, method, path, lists, function, of_type) in rows {
        let words = name(group, None, method, path, lists);
        assert_eq!(
            (words.function.join("_"), words.of_type.join("_")),
            (function.to_owned(), of_type.to_owned()),
            "{path}"
        );
    }
}

#[test]
fn the_method_and_the_version_distinguish_operations() {
    let methods = ["PUT", "PATCH"].map(|method| operation(None, method, "/boxes/{id}", false));
    let context = NamingContext::of_operations(&methods);
    let [put, patch] = methods.map(|operation| operation_words(&operation, "boxes", &context));
    assert_eq!(put.function, patch.function);
    assert_eq!(patch.alternatives[0], ["patch"]);
    let versions = ["/api/v1/boxes", "/api/v2/boxes"].map(|path| operation(None, "GET", path, true));
    let context = NamingContext::of_operations(&versions);
    let words = operation_words(&versions[0], "boxes", &context);
    assert_eq!((words.function.join("_"), words.alternatives[0].join("_")), ("list".into(), "list_v1".into()));
}

#[test]
fn a_method_that_is_in_all_ids_is_no_part_of_the_name() {
    let names = |ids: [(&str, &str); 3]| {
        let operations = ids.map(|(method, id)| operation(Some(id), method, "/boxes", false));
        let context = NamingContext::of_operations(&operations);
        operations.map(|operation| {
            let words = operation_words(&operation, "", &context);
            (words.function.join("_"), words.alternatives[0].join("_"))
        })
    };
    let pair = |name: &str, other: &str| (name.to_owned(), other.to_owned());
    assert_eq!(
        names([("GET", "GET_ListBoxes"), ("POST", "POST_ListBoxes"), ("POST", "POST_AddBox")]),
        [
            pair("list_boxes", "list_boxes_by_get"),
            pair("list_boxes", "list_boxes_by_post"),
            pair("add_box", "add_box_by_post")
        ]
    );
    assert_eq!(names([("GET", "getBox"), ("POST", "postBox"), ("GET", "getTest")])[0].0, "get_box");
}
