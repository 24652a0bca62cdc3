//! Wire names to Rust names: a pass of its own, after the model and before emission.
//!
//! | thing | name | example |
//! |---|---|---|
//! | schema of the components | its own | `story` is `Story` |
//! | inline type | see the module on types | `StoryState` |
//! | sent form, where it differs | with `Input` | `StoryInput` |
//! | received form, where what is sent had the name first | with `Output` | `StoryOutput` |
//! | field, parameter | its own | `notes_html`, `type_` |
//! | setter of a field | the field's name; `with_` before it if the struct has another function of that name | `notes`, `with_new` |
//! | alternative of a union | see the module on variants | `DualStack`, `Text`, `Second` |
//! | code | its name or meaning, else the number | `InProgress`, `Code7`, `CodeMinus1` |
//! | event | its own | `IssuesOpened` |
//! | error of most operations | `ApiError` | |
//! | operation | see the module on operations | `story().get_by_uid` |
//! | body of several kinds | the operation's with `Body`, or that of its component | `PatchBody` |
//! | one of several successes | see the module on outputs | `Json`, `Text`, `Created` |
//! | what the user calls otherwise | by the keys of the module on them | |
//!
//! Names that would be the same are settled by the rule of the module on scopes; it never merges.

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
mod history;
pub(super) mod item_names;
mod items;
mod keys;
mod members;
mod operation;
mod outputs;
mod overrides;
mod reserved;
mod scope;
mod servers;
pub(crate) mod sharing;
mod status;
mod types;
mod values;
mod variants;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

use crate::analysis::{Analysis, Direction};
use crate::config::Config;
use crate::diagnostic::{Diagnostic, Sink};
use crate::model::{Api, StatusMatch, TypeId};
use allocator::NameAllocator;
pub(crate) use groups::restore_groups;
pub use history::NameHistory;
pub(crate) use history::is_name;
use item_names::{GroupNames, OperationNames, TypeNames};
use items::ItemId;
pub(crate) use items::Items;
pub(crate) use keys::ItemKeys;
pub(crate) use outputs::is_same_kind;
pub use status::status_name;

/// All names of an API.
#[derive(Clone, Debug, Default)]
pub struct Names {
    types: Vec<TypeNames>,
    fields: HashMap<(TypeId, usize), String>,
    variants: HashMap<(TypeId, usize), String>,
    operations: Vec<OperationNames>,
    groups: Vec<GroupNames>,
    /// The types that are flattened bodies and nothing else.
    flattened: HashSet<TypeId>,
    /// The modules of the types that several groups reach.
    schemes: Vec<String>,
    servers: Vec<String>,
    events: Vec<String>,
    /// The enumeration of error responses that operations share.
    main_error: String,
    /// Their variants, and those of operations that share none, where they are not called by their status.
    error_variants: HashMap<(Option<usize>, StatusMatch), String>,
    /// Names that the rules alone would not have given, by place.
    exceptions: BTreeMap<String, String>,
    /// The items that the configuration names: the lock file does not.
    configured: HashSet<ItemId>,
}

impl Names {
    /// The name of a type in a form.
    #[must_use]
    pub fn of_type(&self, id: TypeId, direction: Direction) -> &str {
        self.types[id.index()].of_form(direction)
    }

    /// The name of a field of an object.
    #[must_use]
    pub fn field(&self, id: TypeId, index: usize) -> &str {
        self.fields.get(&(id, index)).map_or("", String::as_str)
    }

    /// Returns the name of the struct of the required fields of a form, if they are too many for arguments.
    #[must_use]
    pub fn required_fields(&self, id: TypeId, direction: Direction) -> Option<&str> {
        self.types.get(id.index())?.fields.get(&direction).map(String::as_str)
    }

    /// Returns `true` if a type is a flattened body and nothing else, so that only calls set its members.
    #[must_use]
    pub fn is_only_flattened(&self, id: TypeId) -> bool {
        self.flattened.contains(&id)
    }

    /// Returns the function that sets a field of an object.
    #[must_use]
    pub fn setter(&self, id: TypeId, index: usize) -> Cow<'_, str> {
        members::setter(self.field(id, index))
    }

    /// The name of a variant of an enumeration or a union.
    #[must_use]
    pub fn variant(&self, id: TypeId, index: usize) -> &str {
        self.variants.get(&(id, index)).map_or("", String::as_str)
    }

    /// The names of an operation.
    #[must_use]
    pub fn operation(&self, index: usize) -> &OperationNames {
        &self.operations[index]
    }

    /// The names of a group.
    #[must_use]
    pub fn group(&self, index: usize) -> &GroupNames {
        &self.groups[index]
    }

    /// Returns `true` if all names consist of ASCII.
    #[must_use]
    pub fn are_ascii(&self) -> bool {
        let types = self
            .types
            .iter()
            .flat_map(|names| [Some(&names.name), names.input.as_ref(), names.output.as_ref()])
            .flatten();
        let operations = self
            .operations
            .iter()
            .flat_map(|names| [&names.function, &names.type_name, &names.body].into_iter().chain(&names.parameters));
        let groups = self.groups.iter().flat_map(|names| [&names.function, &names.type_name]);
        let members = self.fields.values().chain(self.variants.values()).chain(&self.schemes).chain(&self.events);
        types.chain(operations).chain(groups).chain(members).all(|name| name.is_ascii())
    }

    /// The variant of a security scheme.
    #[must_use]
    pub fn scheme(&self, index: usize) -> &str {
        &self.schemes[index]
    }

    /// The constants of the servers that have a whole address, in the order of the model; none where nobody would choose.
    #[must_use]
    pub fn servers(&self) -> &[String] {
        &self.servers
    }

    /// The variant of an event.
    #[must_use]
    pub fn event(&self, index: usize) -> &str {
        self.events.get(index).map_or("", String::as_str)
    }

    /// Returns the name of the enumeration of error responses that operations share.
    #[must_use]
    pub fn main_error(&self) -> &str {
        &self.main_error
    }

    /// Returns the variant of an error response in the main error type, or in that of an operation.
    #[must_use]
    pub fn error_variant(&self, operation: Option<usize>, kind: StatusMatch) -> String {
        self.error_variants.get(&(operation, kind)).cloned().unwrap_or_else(|| status_name(kind))
    }

    /// The names of types and operations by JSON pointer, and of all else that the rules alone would not give again, for
    /// the lock file.
    #[must_use]
    pub fn by_pointer(&self, api: &Api) -> BTreeMap<String, String> {
        let is_recorded = |id: ItemId| !self.configured.contains(&id);
        let types = api.definitions().filter(|(id, _)| is_recorded(ItemId::Type(*id))).flat_map(|(id, definition)| {
            api.places_of(definition).map(move |place| (place, self.types[id.index()].name.clone()))
        });
        let operations = api.operations.iter().enumerate();
        let operations =
            operations.filter(|(index, _)| is_recorded(ItemId::Function(*index))).map(|(index, operation)| {
                let group = &self.groups[operation.group].function;
                (api.stored_at(&operation.origin), format!("{group}.{}", self.operations[index].function))
            });
        let named = types.chain(operations);
        let exceptions = self.exceptions.iter().map(|(place, name)| (place.clone(), name.clone()));
        exceptions.chain(named).collect()
    }
}

/// Gives everything its name: the one that the configuration says, the one that it had, or what the rules say. Also gives
/// what will have to be remembered for another description, if that is wanted.
///
/// # Errors
///
/// `configuration-invalid` where a name that was chosen cannot be given.
pub fn names(
    api: &Api,
    analysis: &Analysis,
    config: &Config,
    history: &NameHistory,
    keeps_account: bool,
    source: &str,
    sink: &mut Sink,
) -> Result<(Names, Option<NameHistory>), Box<Diagnostic>> {
    let items = Items::new(api, analysis);
    let overrides = overrides::overrides(items, config, sink)?;
    let mut allocator = NameAllocator::new(items, history, &overrides.names, keeps_account);
    let (groups, mut operations) = functions::groups_and_operations(api, &mut allocator);
    let types = types::types(api, analysis, &operations, source, sink, &mut allocator);
    let (fields, variants) = members::fields_and_variants(api, &types, &mut allocator);
    let flattened = flattening::flatten_bodies(api, analysis, &fields, &mut operations);
    let schemes = members::schemes(api, &mut allocator);
    let servers = servers::servers(api, &mut allocator);
    let events = members::events(api, &mut allocator);
    let main_error = errors::main_error(analysis, &types, &mut allocator);
    let error_variants = errors::variants(api, analysis, &mut allocator);
    overrides.check(config, &allocator, sink)?;
    overrides::check_choices(&allocator)?;
    let ordinals = allocator.ordinals.iter().map(|(id, name)| (items.place(*id), name));
    for (place, name) in ordinals.collect::<BTreeMap<_, _>>() {
        let pointer = api.element_keys.pointer(place.split('#').next().unwrap_or_default());
        scope::warn_ordinal(&place, pointer, name, source, sink);
    }
    let (given, exceptions) = allocator.close();
    let names = Names {
        types,
        fields,
        variants,
        operations,
        flattened,
        groups,
        schemes,
        servers,
        events,
        main_error,
        error_variants,
        exceptions,
        configured: overrides.names.keys().copied().collect(),
    };
    Ok((names, given))
}
