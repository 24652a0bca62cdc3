//! Names of operations: what a person would have called them, inside their group.
//!
//! With an `operationId` that is the name, without what frameworks put around it:
//!
//! | made by | id | says |
//! |---|---|---|
//! | FastAPI | `update_item_items__item_id__put` | `update_item` |
//! | Spring | `listUsingGET_1` | `list` |
//! | NestJS | `UsersController_getProfile` | `get_profile` |
//! | Django | `api_v1_dags_list` | `dags_list` |
//! | Google | `drive.files.list`, where all begin so | `files_list` |
//! | many | `PostAccountsAccount`: method and path | nothing; see below |
//!
//! It stands in words (see the module on the vocabulary), and without the group's own name:
//!
//! | group | id | name |
//! |---|---|---|
//! | `story` | `createStory` | `create` |
//! | `story` | `getStoryByUid` | `get_by_uid` |
//! | `issues` | `issues/list-for-repo` | `list_for_repo` |
//! | `core_v1` | `listCoreV1NamespacedPod` | `list_namespaced_pod` |
//! | `task` | `addFollowersForTask` | `add_followers` |
//! | `task` | `getTask`, `getTasks` | `get`, `list` |
//! | `task` | `listStoryTasks`: the story's, not the task's | `list_story_tasks` |
//! | `task` | `getSubtasksForTask`, which answers a list | `list_subtasks` |
//! | `dag` | `patchDag`, `patchDags`: the plain one is for one thing | `patch`, `patch_dags` |
//!
//! Without one it comes from method and path:
//!
//! | group | operation | name |
//! |---|---|---|
//! | `story` | `GET /project/{project}/story` (a list) | `list` |
//! | `story` | `POST /project/{project}/story` | `create` |
//! | `story` | `GET /project/{project}/story/{id}` | `get` |
//! | `story` | `PUT /project/{project}/story/{id}/accept` | `accept` |
//! | `story` | `GET /project/{project}/story/uid/{uid}` | `get_by_uid` |
//! | `task` | `GET /project/{project}/task/{type}/{id}` (a list) | `list_by_type_and_id` |
//! | `project` | `GET /project/{project}/burndown` | `get_burndown` |
//! | `charges` | `GET /charges/{id}/refunds/{refund}` | `get_refund` |
//! | `charges` | `POST /charges/{id}/capture`: a deed | `capture` |
//! | `charges` | `POST /charges/{id}/dispute`, which can be read: a thing | `update_dispute` |
//! | `charges` | `POST /charges/{id}/dispute/close` | `close_dispute` |
//! | `charges` | `DELETE /charges/bulk` | `bulk_delete` |
//! | `terminal` | `POST /terminal/readers/{id}/set_reader_display`: what is done with what | `set_reader_display` |
//! | `tests` | `POST /tests/test_clocks`, each of which has a path | `create_test_clock` |
//!
//! What takes another body instead of files says which: `create_edit`, `create_edit_json`.
//!
//! If several want a name, the one with the plainest path has it, else the first one, and the others say more. Nothing else
//! in a group changes the name of an operation.

mod id;
mod noun;
mod path;
mod vocabulary;
mod words;

pub(super) use vocabulary::Vocabulary;
pub(super) use words::{is_general, is_link, is_noise, is_noun_too, is_verb, word_of, words};

use crate::model::Operation;
use id::Said;

/// The words of an operation's name: of its function inside the group, and of its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OperationWords {
    pub(super) function: Vec<String>,
    /// The function's names where the short one is contended, the best first.
    pub(super) alternatives: Vec<Vec<String>>,
    pub(super) of_type: Vec<String>,
    /// Of those that want a name, the one with the lowest rank has it.
    pub(super) rank: (usize, usize),
}

/// Returns what the description calls an operation, whatever is beside it. What has no id is called by its path and method.
pub(super) fn basis(operation: &Operation, group: &str) -> String {
    words(group).into_iter().chain(operation.id.as_deref().into_iter().flat_map(words)).collect::<Vec<_>>().join(" ")
}

pub(super) fn operation_words(operation: &Operation, group: &str, vocabulary: &Vocabulary) -> OperationWords {
    let mut found = plain_words(operation, group, vocabulary);
    if let Some(apart) = operation.apart {
        let names = found.alternatives.iter_mut().chain([&mut found.function, &mut found.of_type]);
        names.for_each(|name| name.push(apart.to_owned()));
    }
    found
}

fn plain_words(operation: &Operation, group: &str, vocabulary: &Vocabulary) -> OperationWords {
    let noun = words(group);
    let said = operation.id.as_deref().map(|id| (id, id::words_of_id(id, operation, vocabulary)));
    match said {
        Some((id, Said::Words { words, counted, divided, before_path })) => {
            let words = words::without_articles(words);
            let rest = noun::without_noun(&words, &noun, divided);
            let lists = rest.plural && (vocabulary.lists(operation) || !operation.path.ends_with('}'));
            let is_value = !rest.plural && vocabulary.is_written(&operation.path);
            let lists_others = vocabulary.lists(operation) && !is_value;
            let (listing, unlisted) = match listing(operation, &rest) {
                Some(listing) if lists || lists_others => (Some(listing), None),
                other => (None, other),
            };
            let of_type = if words.len() == 1 { path::with_noun(&words, &noun) } else { words.clone() };
            let is_of_other = path::says_created(&words, &operation.method);
            let from_path = path::from_path(operation, &noun, vocabulary);
            // A whole id with its path is what nobody would type.
            let whole = vocabulary.words(id, operation);
            let (first, last) = match before_path {
                true => (from_path.function.clone(), whole),
                false => (whole, from_path.function.clone()),
            };
            let of_method = Some(from_path.function).filter(|_| is_of_other);
            let shorter = unlisted.iter().chain(&rest.longer).cloned();
            let alternatives = of_method.into_iter().chain(shorter).chain([words, first]);
            let alternatives = alternatives.chain(from_path.alternatives).chain([last]).collect();
            let length = operation.path.split('/').count();
            // What is done to several at once says so beside what is done to one.
            let several = usize::from(listing.is_some() || rest.plural);
            let rank = (usize::from(counted) + usize::from(is_of_other) + 2 * several, length);
            let plain = if rest.words == ["post"] { vec!["create".to_owned()] } else { rest.words };
            let plain = noun::verb_first(&plain).unwrap_or(plain);
            OperationWords { function: listing.unwrap_or(plain), alternatives, of_type, rank }
        }
        Some((id, Said::Path)) => {
            let mut from_path = path::from_path(operation, &noun, vocabulary);
            let words = words(id);
            // A name that another id spells out is that one's: `patch_event_type` beside `event-type.update`.
            from_path.rank.0 += 1;
            if let ("PUT" | "PATCH", [verb]) =
                (operation.method.as_str(), noun::without_noun(&words, &noun, false).words.as_slice())
            {
                from_path.alternatives.insert(0, vec![verb.clone()]);
            }
            from_path.alternatives.push(words);
            from_path
        }
        None => path::from_path(operation, &noun, vocabulary),
    }
}

/// `getTasks` lists, and so does `getSubtasks`: `get` is for one.
fn listing(operation: &Operation, rest: &noun::Rest) -> Option<Vec<String>> {
    let (verb, after) = rest.words.split_first()?;
    let thing = after.iter().take_while(|word| !words::is_preposition(word)).last();
    let several = match thing {
        Some(thing) if !words::stands_alone(thing) => words::is_plural(thing),
        _ => rest.plural,
    };
    let gets = operation.method == "GET" && matches!(verb.as_str(), "get" | "fetch" | "retrieve");
    (gets && several).then(|| [&["list".to_owned()][..], after].concat())
}

#[cfg(test)]
mod tests {
    use super::{OperationWords, Vocabulary, operation_words};
    use crate::model::{Docs, Operation, Success};
    use crate::pointer::Pointer;

    fn name(group: &str, id: Option<&str>, method: &str, path: &str, lists: bool) -> OperationWords {
        operation_words(&operation(id, method, path, lists), group, &Vocabulary::default())
    }

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

    /// A name beside operations on the item of a collection.
    fn name_beside_items(group: &str, method: &str, path: &str, items: &str) -> String {
        let operation = operation(None, method, path, false);
        operation_words(&operation, group, &Vocabulary::of_paths(&[items])).function.join("_")
    }

    #[test]
    fn a_verb_that_begins_a_thing_is_none() {
        let items = "/test_helpers/test_clocks/{test_clock}";
        let name = |method, path| name_beside_items("test_helpers", method, path, items);
        assert_eq!(name("DELETE", items), "delete_test_clock");
        assert_eq!(name("POST", "/test_helpers/test_clocks"), "create_test_clock");
        assert_eq!(name("POST", "/test_helpers/test_clocks/{test_clock}/advance"), "advance_test_clock");
    }

    #[test]
    fn with_operation_id() {
        let rows = [
            ("story", "createStory", "POST", "/story", "create"),
            ("project", "getProjectBurndown", "GET", "/burndown/{id}", "get_burndown"),
            ("items", "update_item_items__item_id__put", "PUT", "/items/{item_id}", "update"),
            ("items", "update_itemItemsItemIdPut", "PUT", "/items/{item_id}", "update"),
            ("status", "get_api_health_check_v1_healthcheck_get", "GET", "/v1/healthcheck", "get_api_health_check"),
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
                "update_bank_account",
            ),
            ("accounts", "getAccounts", "GET", "/v1/accounts", "list"),
            ("version", "getVersion", "GET", "/version", "get"),
            ("stops", "5476362a281d830c946a3d72", "GET", "/stops/{id}/schedule", "get_schedule"),
            ("repos", "repos/get", "GET", "/repos/{owner}/{repo}", "get"),
            ("files", "get_files_id", "GET", "/files/{file_id}", "get"),
            ("dags", "patch_dags", "PATCH", "/dags", "patch"),
            ("users", "getAllUsers", "GET", "/users", "list_all"),
            ("users", "GetAUser", "GET", "/users/{id}", "get"),
            ("tasks", "getSubtasks", "GET", "/tasks/{id}/subtasks", "get_subtasks"),
        ];
        for (group, id, method, path, wanted) in rows {
            assert_eq!(name(group, Some(id), method, path, false).function.join("_"), wanted, "{id}");
        }
    }

    #[test]
    fn what_is_created_by_put_is_updated_beside_post() {
        let words = |method: &str| {
            let id = format!("create_package_draft_packages__package__drafts_{}", method.to_lowercase());
            name("drafts", Some(&id), method, "/packages/{package}/drafts", false)
        };
        let (post, put) = (words("POST"), words("PUT"));
        assert_eq!(post.function, put.function);
        assert!(post.rank < put.rank);
        assert_eq!(put.alternatives[0], ["update"]);
    }

    #[test]
    fn from_method_and_path() {
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
            (
                "project",
                "GET",
                "/project/{project}/export/{format}",
                false,
                "export_by_format",
                "export_project_by_format",
            ),
            (
                "project",
                "GET",
                "/project/user/{id}/{role}",
                false,
                "get_by_user_and_role",
                "get_project_by_user_and_role",
            ),
            ("user", "DELETE", "/user/{id}/replaceBy/{other}", false, "replace_by", "replace_user_by"),
            ("notes", "GET", "/release/{id}/releaseNotes/{template}", false, "get_release_note", "get_release_note"),
            ("server", "PUT", "/textile", false, "textile", "textile"),
            ("charges", "POST", "/v1/charges/{id}/capture", false, "capture", "capture_charge"),
            ("charges", "GET", "/v1/charges/{id}/refunds/{refund}", false, "get_refund", "get_charge_refund"),
            ("charges", "POST", "/v1/charges/{id}/refunds", false, "create_refund", "create_charge_refund"),
            ("charges", "GET", "/v1/charges", false, "list", "list_charges"),
            ("charges", "POST", "/v1/charges/{id}", false, "update", "update_charge"),
            ("tasks", "POST", "/tasks/{id}:start", false, "start", "start_task"),
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
            ("feeds", "DELETE", "/feeds/bulk", false, "bulk_delete", "bulk_feed_delete"),
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
}
