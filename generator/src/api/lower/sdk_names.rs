//! The names that extensions of SDK generators declare for operations and their groups.
//!
//! | extension | where | value |
//! |---|---|---|
//! | `x-fern-sdk-method-name`, `x-speakeasy-name-override` | operation | the name of the function |
//! | `x-fern-sdk-group-name`, `x-speakeasy-group` | operation | the name of the group, or the list of its segments |
//!
//! Of several, the first of the table is used. Names in the configuration and in the lock file take precedence.

use openapiv3::Operation;
use serde_json::Value;

use super::log::Log;
use crate::base::diagnostic::Code;
use crate::base::pointer::Pointer;

const FUNCTIONS: [&str; 2] = ["x-fern-sdk-method-name", RENAMED];
const GROUPS: [&str; 2] = ["x-fern-sdk-group-name", "x-speakeasy-group"];
const RENAMED: &str = "x-speakeasy-name-override";

/// Maximum length of a name; longer texts are not names.
const MAX_NAME_LEN: usize = 100;

impl Log<'_> {
    /// Warns of functions that the document names by patterns.
    pub(super) fn warn_of_function_patterns(&mut self) {
        if self.input.document.openapi.extensions.contains_key(RENAMED) {
            let message = format!("`{RENAMED}` of the document is not supported; it is ignored");
            let help = "write the extension at the operations, or name the functions in `[names]`";
            self.warn(Code::FieldUnsupported, message, &Pointer::root().child(RENAMED), help);
        }
    }
}

/// Returns the name of an operation's function that an extension declares.
pub(super) fn declared_function(declared: &Operation) -> Option<String> {
    FUNCTIONS.iter().find_map(|key| declared.extensions.get(*key).and_then(name))
}

/// Returns the group of an operation that an extension declares.
pub(super) fn declared_group(declared: &Operation) -> Option<String> {
    GROUPS.iter().find_map(|key| declared.extensions.get(*key).and_then(group_text))
}

/// Returns the text of an extension with the name of a group; some descriptions write its segments as a list.
pub(super) fn group_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(parts) => {
            let parts: Option<Vec<&str>> = parts.iter().map(Value::as_str).collect();
            parts.filter(|parts| !parts.is_empty()).map(|parts| parts.join("."))
        }
        _ => None,
    }
    .filter(|text| !text.trim().is_empty())
}

/// Returns a text that can be the name of a function.
fn name(value: &Value) -> Option<String> {
    let text = value.as_str()?.trim();
    let is_name = text.len() <= MAX_NAME_LEN && text.contains(|c: char| c.is_ascii_alphabetic());
    is_name.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use crate::base::diagnostic::Sink;
    use crate::rust::names::NameHistory;
    use crate::testing::Case;

    /// Returns the names of operations with these extensions, which have the IDs `getUsers0`, `getUsers1` and so on.
    fn names(config: &str, root: &str, extensions: &[&str], history: &NameHistory, sink: &mut Sink) -> Vec<String> {
        let head = format!("openapi: 3.0.3\ninfo: {{ title: A, version: '' }}\n{root}\npaths:\n");
        let text = extensions.iter().enumerate().fold(head, |text, (at, extensions)| {
            let item = format!("operationId: getUsers{at}, tags: [users], responses: {{}}, {extensions}");
            format!("{text}  /a{at}: {{ get: {{ {item} }} }}\n")
        });
        let emission = Case::from_text(text).config(config).run_with(history, sink).unwrap();
        emission.names.by_pointer(&emission.api).into_values().collect()
    }

    fn plain(extensions: &[&str]) -> Vec<String> {
        names("", "", extensions, &NameHistory::default(), &mut Sink::new())
    }

    #[test]
    fn extensions_name_functions_and_groups() {
        for (extensions, wanted) in [
            ("x-fern-sdk-method-name: listAll", "users.list_all"),
            ("x-fern-sdk-method-name: type", "users.type_"),
            ("x-fern-sdk-group-name: people", "people.get_users0"),
            ("x-fern-sdk-group-name: [admin, users], x-fern-sdk-method-name: create", "admin_users.create"),
            ("x-speakeasy-group: admin.users, x-speakeasy-name-override: 'create'", "admin_users.create"),
            ("x-fern-sdk-method-name: one, x-speakeasy-name-override: two", "users.one"),
            // These are not names.
            ("x-fern-sdk-method-name: '', x-fern-sdk-group-name: ' '", "users.get_users0"),
            ("x-fern-sdk-method-name: [a], x-fern-sdk-group-name: [1]", "users.get_users0"),
            ("x-fern-sdk-method-name: '../;', x-fern-sdk-group-name: []", "users.get_users0"),
        ] {
            assert_eq!(plain(&[extensions]), [wanted], "{extensions}");
        }
        assert_eq!(plain(&[&format!("x-fern-sdk-method-name: {}", "a".repeat(200))]), ["users.get_users0"]);
    }

    #[test]
    fn two_functions_with_one_name_get_longer_names() {
        let create = "x-fern-sdk-method-name: create";
        assert_eq!(plain(&[create, create]), ["users.create", "users.get_users1"]);
    }

    #[test]
    fn patterns_of_the_document_are_reported() {
        let root = "x-speakeasy-name-override: [{ operationId: '^getUsers', methodNameOverride: fetch }]";
        let mut sink = Sink::new();
        assert_eq!(names("", root, &[""], &NameHistory::default(), &mut sink), ["users.get_users0"]);
        let reported =
            sink.into_diagnostics().into_iter().filter(|warning| warning.message.contains("of the document"));
        assert_eq!(reported.count(), 1);
    }

    #[test]
    fn groups_of_absent_operations_are_reported() {
        let mut sink = Sink::new();
        names("groups.operations = { a = 'b', 'GET /a0' = 'c' }", "", &[""], &NameHistory::default(), &mut sink);
        let messages = sink.into_diagnostics().into_iter().map(|warning| warning.message);
        assert_eq!(messages.filter(|message| message.contains("`a`")).count(), 1);
    }

    #[test]
    fn the_configuration_and_the_lock_file_take_precedence() {
        let declared = ["x-fern-sdk-method-name: create, x-fern-sdk-group-name: people"];
        let configured =
            |config: &str, history: &NameHistory| names(config, "", &declared, history, &mut Sink::new()).remove(0);
        let none = NameHistory::default();
        assert_eq!(configured("names.getUsers0 = 'make'", &none), "people.make");
        assert_eq!(configured("groups.by = 'tag'", &none), "users.create");
        assert_eq!(configured("groups.by = 'path'", &none), "a0.create");
        assert_eq!(configured("groups.operations.getUsers0 = 'own.group'", &none), "own_group.create");
        assert_eq!(configured("groups.operations.'GET /a0' = 'own'", &none), "own.create");
        let recorded = [("/paths/~1a0/get".to_owned(), "users.get".to_owned())].into();
        let recorded = NameHistory::of_lock_file(&recorded);
        assert_eq!(configured("", &recorded), "people.get");
    }
}
