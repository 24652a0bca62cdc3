//! The state of the stage.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use iri_string::types::IriStr;
use openapiv3::{Components, MediaType, OpenAPI};

use super::bounds::Bounds;
use super::inheritance::Inheritance;
use crate::config::{At, Config, UsedEntries};
use crate::diagnostic::{Code, Diagnostic, Location, Sink};
use crate::document::{MAX_MEDIA_TYPES, MAX_MEMBERS, OtherOperation, OwnSchemas, Webhook};
use crate::locations::SourceMap;
use crate::model::{
    Completeness, Definition, Docs, Event, Group, Naming, Operation, OwnTypes, Owner, Pattern, Requirement,
    SecurityScheme, Server, Shape, Type, TypeId,
};
use crate::pointer::Pointer;

/// The location of a schema, and the naming context of its type.
#[derive(Clone, Debug)]
pub(super) struct Site {
    pub(super) pointer: Pointer,
    pub(super) naming: Naming,
}

impl Site {
    pub(super) fn new(pointer: Pointer, owner: crate::model::Owner, step: impl Into<String>) -> Self {
        Self { pointer, naming: Naming { owner, step: step.into() } }
    }

    /// Returns a site below this one with the same name: an element of a list, a branch with one choice.
    pub(super) fn below(&self, steps: &[&str]) -> Self {
        let pointer = steps.iter().fold(self.pointer.clone(), |pointer, step| pointer.child(step));
        Self { pointer, naming: self.naming.clone() }
    }
}

/// The state of the stage: the model as far as it is made.
pub(super) struct Lowering<'d> {
    /// The number of suggestions that are left.
    pub(super) suggestions: usize,
    pub(super) openapi: &'d OpenAPI,
    pub(super) other_operations: &'d HashMap<String, Vec<OtherOperation>>,
    pub(super) webhooks: &'d [Webhook],
    pub(super) components: &'d Components,
    /// The schema that each component name resolves to, through chains of references; `None` if there is none.
    pub(super) targets: HashMap<&'d str, Option<&'d str>>,
    /// The component schemas that allow null.
    pub(super) nullable: HashSet<&'d str>,
    /// The inheritance between schemas.
    pub(super) inheritance: &'d Inheritance,
    pub(super) bounds: Bounds,
    /// The inline schemas that are being lowered, and the types reserved for them: a schema may contain itself.
    pub(super) open: HashMap<Pointer, Option<TypeId>>,
    pub(super) source: &'d str,
    pub(super) source_map: &'d SourceMap,
    /// The number of operations below each first segment of a path.
    pub(super) first_segments: HashMap<&'d str, usize>,
    pub(super) config: &'d Config,
    pub(super) used: &'d mut UsedEntries,
    pub(super) sink: &'d mut Sink,
    pub(super) types: Vec<Definition>,
    /// The locations of schemas that are not supported.
    pub(super) untyped: HashSet<String>,
    pub(super) completeness: Completeness,
    /// `true` if the current operation lacks content.
    pub(super) lacks_content: bool,
    /// The types of the component schemas, by name.
    pub(super) schemas: HashMap<&'d str, TypeId>,
    /// The component schemas that are replaced by the user's types.
    pub(super) own_schemas: &'d OwnSchemas,
    /// The user's types, by the names of their schemas.
    pub(super) own: HashMap<&'d str, Type>,
    /// All of the user's types.
    pub(super) own_types: OwnTypes,
    /// The types of inline schemas that several operations share through a component.
    pub(super) shared: HashMap<Pointer, Type>,
    /// The types of members that several parts declare, by the locations of the declarations; a type may contain
    /// itself.
    pub(super) merged: HashMap<Vec<Pointer>, TypeId>,
    /// The patterns found so far, by their source.
    pub(super) patterns: HashMap<String, Result<Pattern, String>>,
    /// The operation groups, by the letters of the tag.
    pub(super) groups: IndexMap<String, Group>,
    pub(super) operations: Vec<Operation>,
    pub(super) events: Vec<Event>,
    /// The security schemes, by name.
    pub(super) security: IndexMap<String, SecurityScheme>,
    /// The schemes used in place of undeclared names.
    pub(super) undeclared_schemes: HashMap<String, String>,
    pub(super) requirement: Requirement,
    pub(super) servers: Vec<Server>,
    pub(super) own_servers: Vec<Server>,
    /// The index of each operation-level server, by its address.
    pub(super) own_server_indexes: HashMap<String, usize>,
    /// The reported servers that the client cannot use.
    pub(super) further_servers: HashSet<String>,
    /// The unions whose discriminator maps values to alternatives.
    pub(super) mapped_unions: Vec<TypeId>,
    /// The address from which the description was loaded.
    pub(super) address: Option<&'d IriStr>,
}

impl Lowering<'_> {
    pub(super) fn warn(&mut self, code: Code, message: impl Into<String>, pointer: &Pointer, help: &str) {
        let location = Location::Pointer(pointer.as_str().to_owned());
        self.sink.push(Diagnostic::warning(code, message).at(self.source, location).help(help));
    }

    /// Emits a warning about a configuration entry.
    pub(super) fn warn_of_entry(&mut self, code: Code, message: impl Into<String>, at: At, help: &str) {
        self.sink.push(self.config.locate(Diagnostic::warning(code, message), at).help(help));
    }

    /// Returns the name that the configuration assigns to an enum value; the configuration uses locations of the
    /// description.
    pub(super) fn configured_code(&mut self, site: &Site, code: i64) -> Option<String> {
        let place = self.source_map.trace(site.pointer.as_str());
        self.config.code_name(place.pointer.as_str(), code, self.used).map(str::to_owned)
    }

    /// Reserves a definition, so that inner types can be named after it.
    pub(super) fn reserve(&mut self, site: &Site) -> TypeId {
        let id = self.reserve_another(site);
        if let Some(open) = self.open.get_mut(&site.pointer) {
            open.get_or_insert(id);
        }
        id
    }

    /// Reserves a definition for a type that is built from more than the schema at its location.
    pub(super) fn reserve_another(&mut self, site: &Site) -> TypeId {
        let id = TypeId::new(self.types.len());
        self.check_items(&site.pointer);
        self.types.push(Definition {
            taken_in: self.taken_in(site),
            origin: site.pointer.clone(),
            naming: site.naming.clone(),
            occurrences: Vec::new(),
            shape_hash: None,
            is_nullable: site.naming.schema().is_some_and(|name| self.nullable.contains(name)),
            docs: Docs::default(),
            constraints: crate::model::Constraints::default(),
            shape: Shape::Alias(Type::Any),
        });
        id
    }

    /// Returns the owner that includes a part of another schema, such as an alternative through `allOf`.
    fn taken_in(&self, site: &Site) -> Option<String> {
        let Owner::Type(owner) = site.naming.owner else { return None };
        let owner = &self.types[owner.index()];
        if site.pointer.is_within(&owner.origin) {
            return owner.taken_in.clone();
        }
        let outer = owner.taken_in.as_ref().map(|outer| format!(" in {outer}"));
        Some(format!("{}{}", owner.origin, outer.unwrap_or_default()))
    }

    pub(super) fn define(&mut self, id: TypeId, docs: Docs, shape: Shape) -> Type {
        let definition = &mut self.types[id.index()];
        definition.docs = docs;
        definition.shape = shape;
        Type::Named(id)
    }
}

impl Lowering<'_> {
    /// Runs `step` one level deeper, or returns `or` if that is too deep.
    pub(super) fn deeper<T>(&mut self, at: &Pointer, or: T, step: impl FnOnce(&mut Self) -> T) -> T {
        if self.bounds.are_exceeded() {
            return or;
        }
        if self.bounds.depth == MAX_DEPTH {
            self.too_deep(at);
            return or;
        }
        self.bounds.depth += 1;
        let made = step(self);
        self.bounds.depth -= 1;
        made
    }

    /// Ends the run because the schema is nested too deeply.
    pub(super) fn too_deep(&mut self, at: &Pointer) {
        let message = format!("a schema is nested in more than {MAX_DEPTH} others");
        let place = Location::Pointer(at.as_str().to_owned());
        let problem = Diagnostic::error(Code::ExpansionTooLarge, message).at(self.source, place);
        let help = "refer to the final schema directly, without intermediate references";
        self.bounds.exceeded.get_or_insert(Box::new(problem.help(help)));
    }

    /// Ends the run if there are too many types, operations or groups.
    pub(super) fn check_items(&mut self, at: &Pointer) {
        let groups = (self.groups.len(), MAX_GROUPS, "groups of operations", "use the same tag for several operations");
        let types = (self.types.len(), MAX_ITEMS, "types", "replace repeated schemas with references");
        let operations = (self.operations.len(), MAX_ITEMS, "operations", "split the description");
        for (count, most, what, help) in [groups, types, operations] {
            self.check_count(count, most, what, help, at);
        }
    }

    /// Ends the run if one type or operation has too many parts.
    pub(super) fn check_parts(&mut self, count: usize, what: &str, at: &Pointer) {
        self.check_count(count, MAX_PARTS, what, "use a pattern or a map instead", at);
    }

    /// Ends the run if a body or a response has too many media types.
    pub(super) fn check_media_types(&mut self, content: &IndexMap<String, MediaType>, at: &Pointer) {
        let help = "use one media type for all, such as `*/*`";
        self.check_count(content.len(), MAX_MEDIA_TYPES, "media types of one body or response", help, at);
        // Many operations may refer to the same media types.
        self.bounds.take(content.len() * OF_MEDIA_TYPE, at, self.source);
    }

    fn check_count(&mut self, count: usize, most: usize, what: &str, help: &str, at: &Pointer) {
        if count > most {
            let place = Location::Pointer(at.as_str().to_owned());
            let message = format!("there are more than {most} {what}");
            let problem = Diagnostic::error(Code::ExpansionTooLarge, message).at(self.source, place);
            self.bounds.exceeded.get_or_insert(Box::new(problem.help(help)));
        }
    }

    /// Takes the cost of a member or a part with texts of the given size from the budget. Returns `false` if it is
    /// exceeded.
    pub(super) fn has_room(&mut self, bytes: usize, at: &Pointer) -> bool {
        self.bounds.take(bytes.saturating_add(OF_MEMBER), at, self.source)
    }
}

/// Maximum number of types or operations. The largest known description has a third of either; a crate with more would
/// take hours to compile.
pub(super) const MAX_ITEMS: usize = 60_000;

/// Maximum number of members, values or alternatives of a type, and of parameters of an operation.
pub(super) const MAX_PARTS: usize = MAX_MEMBERS;

/// Maximum number of operation groups; each has its own files.
pub(super) const MAX_GROUPS: usize = 4_000;

/// The cost of lowering a member or a part without its texts, in bytes.
pub(super) const OF_MEMBER: usize = 32;

/// The cost of lowering a media type, in bytes.
pub(super) const OF_MEDIA_TYPE: usize = 64;

/// Maximum nesting depth of schemas, including resolved references and aliases. The parser allows less within one
/// document, and rustc rejects types nested this deeply.
pub(super) const MAX_DEPTH: usize = 128;
