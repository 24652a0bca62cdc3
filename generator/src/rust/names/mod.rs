//! Rust names for the items of a description.
//!
//! | item | name | example |
//! |---|---|---|
//! | component schema | its name | `story` is `Story` |
//! | inline type | see `types` | `StoryState` |
//! | request type, response type | see `directions` | `StoryInput`, `StoryOutput` |
//! | field, parameter | its name | `notes_html`, `type_` |
//! | setter of a field | the field's name, after `with_` if that is taken | `notes`, `with_new` |
//! | variant of a union | see `variants` | `DualStack`, `Text`, `Second` |
//! | enum value | its name or description, or else the number | `InProgress`, `Code7`, `CodeMinus1` |
//! | event | its name | `IssuesOpened` |
//! | main error type | `ApiError` | |
//! | struct of headers that operations share | see `headers` | `LinkHeaders` |
//! | group, operation | see `groups`, `operation` | `story().get_by_uid` |
//! | enum of bodies or of successful responses, and its variants | see `outputs` | `PatchBody`, `Json`, `Created` |
//!
//! The user can rename an item, see `keys`. Conflicts are resolved by the rules in `scope`; items are never merged.

mod allocator;
mod common;
mod compound;
mod directions;
mod dotted;
mod errors;
mod flattening;
mod functions;
mod group_features;
mod groups;
mod headers;
mod history;
pub(super) mod item_names;
mod items;
mod keys;
mod known_keys;
mod members;
mod operation;
mod outputs;
mod overrides;
mod places;
mod recorded;
mod reserved;
mod scope;
mod servers;
pub(crate) mod sharing;
mod status;
mod types;
mod values;
mod variants;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

use crate::api::analysis::{Analysis, Direction};
use crate::api::model::{Api, StatusMatch, TypeId};
use crate::base::diagnostic::{Diagnostic, Sink};
use crate::config::Config;
use allocator::{NameAllocator, NamedItems, Origin, form_name};
pub(crate) use groups::restore_groups;
pub use history::NameHistory;
use item_names::{GroupNames, OperationNames};
use items::{ItemId, configured_place};
pub(crate) use items::{Items, is_same_kind};
use keys::MAIN_ERROR;
pub(crate) use known_keys::{known_keys, warn_unmatched};
use overrides::UnmatchedEntry;
use places::places_of;
pub use recorded::{NAMES_ONLY, RecordedNames, is_identifier, toml_table};
pub use status::status_name;

/// All names of an API.
#[derive(Clone, Debug, Default)]
pub struct Names {
    named: NamedItems,
    operations: Vec<OperationNames>,
    groups: Vec<GroupNames>,
    /// The types that are only used as flattened bodies.
    flattened: HashSet<TypeId>,
    /// Names that the rules alone would not assign, by place.
    exceptions: BTreeMap<String, String>,
    /// The entries of `[names]` that match nothing.
    unmatched: Vec<UnmatchedEntry>,
}

impl Names {
    fn name(&self, id: ItemId) -> Option<&str> {
        self.named.get(&id).map(|named| named.name.as_str())
    }

    /// Returns the name of the request or response type of a schema.
    #[must_use]
    pub fn of_type(&self, id: TypeId, direction: Direction) -> &str {
        form_name(&self.named, id, direction)
    }

    /// Returns the name of a field of an object.
    #[must_use]
    pub fn field(&self, id: TypeId, index: usize) -> &str {
        self.name(ItemId::Member(id, index)).unwrap_or_default()
    }

    /// Returns the name of the field for undeclared members.
    #[must_use]
    pub fn undeclared(&self, id: TypeId) -> &str {
        self.name(ItemId::Undeclared(id)).unwrap_or_default()
    }

    /// Returns the name of the struct for required fields, if they are too many for arguments.
    #[must_use]
    pub fn required_fields(&self, id: TypeId, direction: Direction) -> Option<&str> {
        self.name(ItemId::RequiredFields(id, direction))
    }

    /// Returns `true` if a type is only used as a flattened body, so that only calls set its members.
    #[must_use]
    pub fn is_only_flattened(&self, id: TypeId) -> bool {
        self.flattened.contains(&id)
    }

    /// Returns the function that sets a field of an object.
    #[must_use]
    pub fn setter(&self, id: TypeId, index: usize) -> Cow<'_, str> {
        members::setter(self.field(id, index))
    }

    /// Returns the name of a variant of an enum or a union.
    #[must_use]
    pub fn variant(&self, id: TypeId, index: usize) -> &str {
        self.field(id, index)
    }

    /// Returns the names of an operation.
    #[must_use]
    pub fn operation(&self, index: usize) -> &OperationNames {
        &self.operations[index]
    }

    /// Returns the names of a group.
    #[must_use]
    pub fn group(&self, index: usize) -> &GroupNames {
        &self.groups[index]
    }

    /// Returns `true` if all names are ASCII.
    #[must_use]
    pub fn are_ascii(&self) -> bool {
        self.named.values().all(|named| named.name.is_ascii())
    }

    /// Returns the variant of a security scheme.
    #[must_use]
    pub fn scheme(&self, index: usize) -> &str {
        self.name(ItemId::SecurityScheme(index)).unwrap_or_default()
    }

    /// Returns the constants of the servers with an absolute address, in the order of the model. There are none if the user
    /// cannot choose a server.
    pub fn servers(&self) -> impl Iterator<Item = &str> {
        let servers = self.named.iter().filter(|(id, _)| matches!(id, ItemId::Server(_)));
        servers.map(|(_, named)| named.name.as_str())
    }

    /// Returns the variant of an event.
    #[must_use]
    pub fn event(&self, index: usize) -> &str {
        self.name(ItemId::Event(index)).unwrap_or_default()
    }

    /// Returns the name of the main error type.
    #[must_use]
    pub fn main_error(&self) -> &str {
        self.name(ItemId::ErrorType(None)).unwrap_or(MAIN_ERROR)
    }

    /// Returns the variant of an error response in the error type of an operation, or in the main one.
    #[must_use]
    pub fn error_variant(&self, operation: Option<usize>, kind: StatusMatch) -> String {
        let name = self.name(ItemId::ErrorVariant(operation, kind));
        name.map_or_else(|| status_name(kind), str::to_owned)
    }

    /// Returns the names for the lock file: those of types and operations, and others that the rules alone would not assign.
    #[must_use]
    pub fn by_pointer(&self, api: &Api) -> BTreeMap<String, String> {
        let is_configured = |id: ItemId| self.named.get(&id).is_some_and(|named| named.origin == Origin::Chosen);
        let types =
            api.definitions().filter(|(id, _)| !is_configured(ItemId::Type(*id))).flat_map(|(id, definition)| {
                places_of(api, definition)
                    .map(move |place| (place, self.name(ItemId::Type(id)).unwrap_or_default().to_owned()))
            });
        let operations = api.operations.iter().enumerate().map(|(index, operation)| {
            let place = api.stored_at(&operation.origin);
            let place = if is_configured(ItemId::Function(index)) { configured_place(&place) } else { place };
            let group = &self.groups[operation.group].function;
            (place, format!("{group}.{}", self.operations[index].function))
        });
        let named = types.chain(operations);
        let exceptions = self.exceptions.iter().map(|(place, name)| (place.clone(), name.clone()));
        exceptions.chain(named).collect()
    }
}

/// Names all items: by the configuration, the history, or the rules. Also returns the history for the next run.
///
/// # Errors
///
/// Fails with `configuration-invalid` if a configured name cannot be assigned.
pub fn names(
    api: &Api,
    analysis: &Analysis,
    config: &Config,
    history: &NameHistory,
    source: &str,
    sink: &mut Sink,
) -> Result<(Names, NameHistory), Box<Diagnostic>> {
    let items = Items::new(api, analysis);
    let overrides = overrides::overrides(items, config)?;
    let mut allocator = NameAllocator::new(items, history, &overrides.names);
    let (groups, mut operations) = functions::groups_and_operations(api, &mut allocator);
    types::types(api, analysis, &operations, source, sink, &mut allocator);
    members::fields_and_variants(api, &mut allocator);
    let flattened = flattening::flatten_bodies(api, analysis, &allocator, &mut operations);
    members::schemes(api, &mut allocator);
    servers::servers(api, &mut allocator);
    members::events(api, &mut allocator);
    let main_error = errors::main_error(analysis, &mut allocator);
    headers::name_shared_types(api, &main_error, &mut operations, &mut allocator);
    errors::error_variants(api, analysis, &mut allocator);
    overrides.check(config, &allocator, sink)?;
    let by_position = allocator.named.iter().filter(|(_, named)| named.origin == Origin::Position);
    let by_position = by_position.map(|(id, named)| (items.place(*id), (items.origin(*id), &named.name)));
    for (place, (origin, name)) in by_position.collect::<BTreeMap<_, _>>() {
        scope::warn_ordinal(&place, &origin, name, source, sink);
    }
    let (next_history, exceptions) = allocator.history();
    let unmatched = overrides.unmatched.clone();
    let names = Names { named: allocator.named, operations, groups, flattened, exceptions, unmatched };
    Ok((names, next_history))
}
