//! Names of types: schemas first, then what is inside them, from the outside in.
//!
//! | type | name | example |
//! |---|---|---|
//! | schema of the components | its own, which nothing else gets | `Story` |
//! | the same, with a number in front | the number last | `Error500` |
//! | the same, with packages | as short as is clear, see the module `dotted` | `Deployment` |
//! | at one place | its owner and field, see the module `compound` | `StoryState` |
//! | a parameter of the components, one word | it is a parameter | `SortParameter` |
//! | at several places | see the module `common` | `Page` |
//! | whose name another type has | with the group, or its kind | `StoriesPage` |
//!
//! Of several types that want a name, the one at the most places gets it. A number is the last resort.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use super::allocator::NameAllocator;
use super::common::Context;
use super::compound::{MAX_LEN, is_message, joined, kind, shortened, truncated, words_of};
use super::dotted::short_component_names;
use super::item_names::OperationNames;
use super::items::{ItemId, Items};
use super::reserved::type_names;
use super::scope::{NameRequest, names_entry};
use super::{common, directions, operation, scope, variants};
use crate::api::analysis::{Analysis, Direction};
use crate::api::model::{Api, Candidate, Definition, Naming, Owner, Role, Shape, TypeId};
use crate::base::diagnostic::{Code, Diagnostic, Location, Sink};
use crate::base::ident::{spelled, type_name};

/// Minimum length of a word behind a number. Shorter ones, as in `3DSecure` and `2fa`, are one word with it.
const MIN_WORD_LEN: usize = 3;

pub(super) fn types(
    api: &Api,
    analysis: &Analysis,
    operations: &[OperationNames],
    source: &str,
    sink: &mut Sink,
    allocator: &mut NameAllocator<'_>,
) {
    let mut taken: HashSet<String> = type_names().map(str::to_owned).collect();
    let remembered = remembered(api, allocator);
    let short = short_component_names(api, &taken);
    let component = |name: &str| short.get(name).cloned().unwrap_or_else(|| component_name(name));
    let context = Context { api, operations, component: &component };
    let mut naming = TypeNaming { context, naturals: HashMap::new() };
    for level in levels(api) {
        let (mut requests, equally_good): (Vec<NameRequest>, Vec<usize>) =
            level.iter().map(|id| naming.request(*id, allocator)).unzip();
        prefer_usual(api, &level, &mut requests);
        // A name that an inner type had is not given to an outer type, although that is named first.
        let given = if remembered.is_empty() {
            allocator.allocate(&requests, &taken)
        } else {
            let own: HashSet<String> = level.iter().flat_map(|id| allocator.earlier_names(ItemId::Type(*id))).collect();
            let mut occupied = taken.clone();
            occupied.extend(remembered.iter().filter(|name| !own.contains(*name)).cloned());
            allocator.allocate(&requests, &occupied)
        };
        for ((id, (request, equally_good)), name) in level.iter().zip(requests.iter().zip(equally_good)).zip(given) {
            // A recorded or chosen name needs no warning; neither does one of several equally good names.
            let is_good =
                name == request.natural || request.alternatives.iter().take(equally_good).any(|good| *good == name);
            if !is_good && !allocator.is_exception(request.id) {
                warn_renamed(allocator.items, *id, request, &name, source, sink);
            }
            taken.insert(name.clone());
            if let Shape::Union(union) = &api.definition(*id).shape {
                let requests = variants::variant_requests(*id, union, &name);
                naming.naturals.insert(*id, scope::allocate(&requests, &variants::reserved()).names);
            }
        }
    }
    directions::name_directions(api, analysis, &mut taken, allocator);
    directions::name_required_fields(api, analysis, &taken, allocator);
}

/// Prefers the type with the most places, at least two, if several types request a name.
fn prefer_usual(api: &Api, level: &[TypeId], requests: &mut [NameRequest]) {
    let count = |id: &TypeId| api.definition(*id).occurrences.len() + 1;
    let mut most: HashMap<String, (usize, usize)> = HashMap::new();
    for (at, (id, request)) in level.iter().zip(requests.iter()).enumerate() {
        // A name that the description contains comes first.
        let own = if request.exact { usize::MAX } else { count(id) };
        let (best, holder) = most.entry(request.natural.clone()).or_insert((1, usize::MAX));
        match own.cmp(best) {
            Ordering::Greater => (*best, *holder) = (own, at),
            Ordering::Equal => *holder = usize::MAX,
            Ordering::Less => {}
        }
    }
    for (at, request) in requests.iter_mut().enumerate() {
        request.exact |= most.get(&request.natural).is_some_and(|(_, holder)| *holder == at);
    }
}

/// Returns the earlier names of all types and of their request and response types.
fn remembered(api: &Api, allocator: &NameAllocator<'_>) -> HashSet<String> {
    let forms =
        |id: TypeId| [ItemId::Type(id), ItemId::Form(id, Direction::Request), ItemId::Form(id, Direction::Response)];
    api.definitions().flat_map(|(id, _)| forms(id)).flat_map(|id| allocator.earlier_names(id)).collect()
}

/// Returns the types by nesting level, from the outside in: component schemas, types of other components and of operations,
/// then what is in them.
fn levels(api: &Api) -> Vec<Vec<TypeId>> {
    let mut depths: Vec<usize> = Vec::with_capacity(api.types.len());
    let mut levels: Vec<Vec<TypeId>> = Vec::new();
    for (id, definition) in api.definitions() {
        let depth = match &definition.naming.owner {
            Owner::Schema(_) if definition.naming.is_component() => 0,
            Owner::Schema(_) | Owner::Component(_) | Owner::Operation(_) => 1,
            Owner::Type(id) => depths.get(id.index()).map_or(1, |depth| depth.max(&1) + 1),
        };
        depths.push(depth);
        if levels.len() <= depth {
            levels.resize_with(depth + 1, Vec::new);
        }
        levels[depth].push(id);
    }
    levels
}

/// The inputs of type names.
struct TypeNaming<'a> {
    context: Context<'a>,
    /// The names of the variants of each union.
    naturals: HashMap<TypeId, Vec<String>>,
}

impl TypeNaming<'_> {
    /// Returns the request, and how many of its alternatives are as good as the natural name.
    fn request(&self, id: TypeId, allocator: &NameAllocator<'_>) -> (NameRequest, usize) {
        let definition = self.context.api.definition(id);
        let naming = &definition.naming;
        let owner_name = |owner: &Owner| match owner {
            Owner::Schema(name) => (self.context.component)(name),
            Owner::Component(name) => {
                common::component_name(self.context, naming).unwrap_or_else(|| (self.context.component)(name))
            }
            Owner::Type(id) => allocator.name(ItemId::Type(*id)).to_owned(),
            Owner::Operation(id) => self.context.operations[id.0].type_name.clone(),
        };
        let owner = owner_name(&naming.owner);
        let (mut good, alternatives) = if naming.is_component() {
            let alternatives = component_alternatives(definition, &owner);
            (vec![owner], alternatives)
        } else {
            self.inline(definition, &owner, &owner_name)
        };
        let natural = good.remove(0);
        let is_written_so = matches!(&naming.owner, Owner::Schema(name) | Owner::Component(name) if *name == natural);
        let equally_good = good.len();
        let request = NameRequest {
            id: ItemId::Type(id),
            // A type at several places has no operation of its own.
            basis: if definition.occurrences.is_empty() { self.basis(definition) } else { String::new() },
            exact: is_written_so,
            natural,
            alternatives: [good, alternatives].concat(),
        };
        (request, equally_good)
    }

    /// Returns the names of an inline type, and those that are less good.
    fn inline(
        &self,
        definition: &Definition,
        owner: &str,
        owner_name: &dyn Fn(&Owner) -> String,
    ) -> (Vec<String>, Vec<String>) {
        let (step, kind) = (self.step(definition), kind(&definition.shape));
        let whole = joined(owner, &step, kind);
        let mut good: Vec<String> = common::or_id(self.context, definition).into_iter().collect();
        good.extend(shortened(self.context.api, definition, &whole, &step, owner_name));
        // A type in a body or response belongs to the operation: `ListStoriesPage`, not `ListStoriesResponsePage`.
        let sender = self.sender(&definition.naming).filter(|_| good.is_empty());
        good.extend(sender.map(|operation| joined(operation, &step, kind)));
        if whole.len() <= MAX_LEN {
            good.push(whole.clone());
        } else {
            good.extend(truncated(owner, &step, kind));
        }
        if good.is_empty() {
            good.push(kind.to_owned());
        }
        let mut apart = self.apart(definition, owner, &step, &good[0]);
        apart.push(whole);
        let shared = common::shared_names(self.context, definition);
        match definition.naming.own_role() {
            Some(Role::Error(_)) if !shared.is_empty() => (shared, Vec::new()),
            _ if common::is_shared(definition) => ([shared, good, apart].concat(), Vec::new()),
            _ => (good, apart),
        }
    }

    /// Returns the name of the operation whose body or response is the owner.
    fn sender(&self, naming: &Naming) -> Option<&str> {
        let Owner::Type(id) = &naming.owner else { return None };
        let outer = self.context.api.definition(*id);
        let Owner::Operation(operation) = &outer.naming.owner else { return None };
        is_message(outer).then(|| self.context.operations[operation.0].type_name.as_str())
    }

    /// Returns names that distinguish a type from others with the same natural name: by group, status or kind.
    fn apart(&self, definition: &Definition, owner: &str, step: &str, natural: &str) -> Vec<String> {
        let Definition { naming, shape, .. } = definition;
        let mut apart = Vec::new();
        if let Owner::Operation(id) = &naming.owner {
            let api = self.context.api;
            let group = api.groups[api.operations[id.0].group].title();
            apart.push(joined(&type_name(group), natural, kind(shape)));
        }
        if !natural.ends_with(kind(shape)) {
            apart.push(format!("{natural}{}", kind(shape)));
        }
        apart.push(format!("{owner}{step}"));
        apart.push(format!("{owner}{}", kind(shape)));
        apart.retain(|name| name.len() <= MAX_LEN);
        apart
    }

    /// Returns the name of a type's role in its owner. In an alternative of a union, this is the variant.
    fn step(&self, definition: &Definition) -> String {
        let naming = &definition.naming;
        let variant = self.variant(naming).map(|variant| naming.inside_of(variant.to_owned()));
        type_name(&variant.unwrap_or_else(|| naming.words(&self.context.api.types)))
    }

    /// Returns the name of the variant that a type is in.
    fn variant(&self, naming: &Naming) -> Option<&str> {
        let (Owner::Type(owner), Role::Alternative(index)) = (&naming.owner, &naming.role) else { return None };
        let Shape::Union(union) = &self.context.api.definition(*owner).shape else { return None };
        let variant = union.variants.get(*index)?;
        // A name that only tells a variant from its siblings says nothing of its type.
        let is_own = !matches!(variant.candidates.first(), Some(Candidate::Beside(_)));
        self.naturals.get(owner).filter(|_| is_own)?.get(*index).map(String::as_str)
    }

    /// Returns what the description calls the operation that a type belongs to; all else that it is owner_name is in its place.
    fn basis(&self, definition: &Definition) -> String {
        let mut owner = &definition.naming.owner;
        while let Owner::Type(id) = owner {
            owner = &self.context.api.definition(*id).naming.owner;
        }
        let Owner::Operation(id) = owner else { return String::new() };
        let operation = &self.context.api.operations[id.0];
        operation::basis(operation, &self.context.api.groups[operation.group].wire)
    }
}

fn component_alternatives(definition: &Definition, natural: &str) -> Vec<String> {
    let with_kind = format!("{natural}{}", kind(&definition.shape));
    match &definition.naming.owner {
        // A name that Rust has already cannot be distinguished by symbols or case.
        Owner::Schema(_) if type_names().any(|reserved| reserved == natural) => vec![format!("{natural}Value")],
        Owner::Schema(name) => vec![type_name(&spelled(name)), with_kind],
        Owner::Component(_) => vec![with_kind],
        Owner::Type(_) | Owner::Operation(_) => Vec::new(),
    }
}

/// Returns the name of a component. A number in front is moved behind: `500Error` is `Error500`.
fn component_name(text: &str) -> String {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = text.strip_suffix(rest).unwrap_or_default();
    let is_word = words_of(&type_name(rest)).first().is_some_and(|word| word.len() >= MIN_WORD_LEN);
    if is_word && !rest.ends_with(|c: char| c.is_ascii_digit()) {
        type_name(&format!("{rest}{number}"))
    } else {
        type_name(text)
    }
}

fn warn_renamed(items: Items<'_>, id: TypeId, request: &NameRequest, name: &str, source: &str, sink: &mut Sink) {
    let message = format!("the name `{}` is taken; this type is named `{name}`", request.natural);
    let location = Location::Pointer(items.api.definition(id).origin.clone());
    let help = names_entry(&items.place(request.id));
    sink.push(Diagnostic::warning(Code::NameCollision, message).at(source, location).help(help));
}

#[cfg(test)]
mod tests {
    use super::component_name;

    #[test]
    fn a_number_in_front_is_moved_behind() {
        let rows = [
            ("500Error", "Error500"),
            ("408 Error object", "ErrorObject408"),
            ("404NotFound", "NotFound404"),
            ("3DSecure", "N3dSecure"),
            ("2fa", "N2fa"),
            ("500Error2", "N500Error2"),
            ("Story2", "Story2"),
        ];
        for (text, wanted) in rows {
            assert_eq!(component_name(text), wanted, "{text}");
        }
    }
}
